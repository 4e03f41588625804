/**
 * `/v1/auth/sign-out` and `/v1/auth/sign-out-everywhere`: revoke management tokens. They are at the root of the server, for
 * all services: the contract of a service allows no further operation that writes.
 */

import { dataReply } from '../../http/reply.ts'
import { type AnyRoute, defineRoute } from '../../http/route.ts'
import type { ResolvedPrincipal } from '../credentials/authenticator.ts'
import { revokeTokens } from '../credentials/management-tokens.ts'
import { SignOutAnswer } from '../schema.ts'
import type { Ledger } from '../tables.ts'

interface SignOutDeps {
  readonly ledger: Ledger
  /** Called after tokens were revoked, so that this process refuses them at once. */
  onRevoked(): void
}

const routeDefaults = {
  method: 'POST',
  tag: 'Authentication',
  cache: 'no-store',
  access: 'token',
  response: { data: SignOutAnswer },
  errors: ['unauthenticated'],
} as const

export function signOutRoutes({ ledger, onRevoked }: SignOutDeps): AnyRoute[] {
  async function signOut(identityId: string | undefined, tokenId: string | undefined, nowMs: number) {
    // The routes require a token, and every token belongs to an identity.
    if (identityId === undefined) throw new TypeError('a sign-out route was reached without an identity')
    const tokens_revoked = await ledger.transaction((tx) =>
      revokeTokens(ledger, tx, identityId, tokenId, nowMs),
    )
    onRevoked()
    return dataReply({ tokens_revoked })
  }

  return [
    defineRoute({
      ...routeDefaults,
      path: '/v1/auth/sign-out',
      id: 'signOut',
      summary: 'Sign out',
      description: 'Revokes the management token of this request. API keys stay valid.',
      handle: ({ admission, nowMs }) => {
        const { identityId, tokenId } = admission.principal as ResolvedPrincipal
        if (tokenId === undefined) throw new TypeError('a sign-out route was reached without a token')
        return signOut(identityId, tokenId, nowMs)
      },
    }),
    defineRoute({
      ...routeDefaults,
      path: '/v1/auth/sign-out-everywhere',
      id: 'signOutEverywhere',
      summary: 'Sign out everywhere',
      description:
        'Revokes all management tokens of the identity, on every node within a second. API keys stay valid; revoke them one by one.',
      handle: ({ admission, nowMs }) => signOut(admission.principal.identityId, undefined, nowMs),
    }),
  ]
}
