/** `/v1/usage`: a caller's credits, limits and calls. */

import { dataReply } from '../../http/reply.ts'
import { type AnyRoute, defineRoute } from '../../http/route.ts'
import type { ResolvedPrincipal } from '../credentials/authenticator.ts'
import { readIdentity } from '../credentials/identities.ts'
import type { Credits } from '../credits/credits.ts'
import { Usage } from '../schema.ts'
import type { Ledger } from '../tables.ts'
import { readIdentityUsage } from '../usage/analytics.ts'
import type { UsageRecorder } from '../usage/usage-recorder.ts'

interface UsageDeps {
  readonly ledger: Ledger
  readonly credits: Credits
  readonly usage: UsageRecorder
}

export function usageRoute({ ledger, credits, usage }: UsageDeps): AnyRoute {
  return defineRoute({
    method: 'GET',
    path: '/v1/usage',
    id: 'getUsage',
    tag: 'Support',
    summary: 'Get your usage',
    description: 'Credits, rate limits and calls of the current period.',
    response: { data: Usage },
    errors: ['unauthenticated', 'rate_limited'],
    access: 'optional',
    cache: 'no-store',
    handle: async ({ admission }) => {
      const principal = admission.principal as ResolvedPrincipal
      const { identityId, credential } = principal
      const balance = await credits.balance(principal)
      const identity = identityId === undefined ? undefined : await readIdentity(ledger, identityId)
      await usage.flush()
      const byRoute = await readIdentityUsage(ledger, identityId, Date.parse(balance.starts_at))
      const quota = (name: string) =>
        principal.policy?.windows.find((window) => window.name === name)?.quota ?? 0
      return dataReply({
        identity: {
          kind: identityId === undefined ? 'anonymous' : 'identity',
          credential,
          email: identity?.email ?? null,
        },
        credits: balance,
        limits: { requests_per_second: quota('second'), requests_per_minute: quota('minute') },
        calls: {
          since: balance.starts_at,
          total: identityId === undefined ? null : byRoute.reduce((sum, { calls }) => sum + calls, 0),
          by_route: byRoute,
        },
      })
    },
  })
}
