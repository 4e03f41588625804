/** Sign in with a code, and manage keys. */

import { Type } from 'typebox'
import { toInstant } from '../../core/clock.ts'
import { Failure } from '../../core/errors.ts'
import type { Accounts } from '../../http/accounts.ts'
import { withDefault } from '../../http/openapi/fields.ts'
import { dataReply } from '../../http/reply.ts'
import { type AnyRoute, defineRoute } from '../../http/route.ts'
import {
  createKey,
  createKeyWithinLimit,
  type KeyView,
  readKeys,
  renameKey,
  revokeKey,
} from '../credentials/api-keys.ts'
import { parseEmail } from '../credentials/email-address.ts'
import { ensureIdentity } from '../credentials/identities.ts'
import { issueToken } from '../credentials/management-tokens.ts'
import { codeLifetimeMs, type SignInCodes } from '../credentials/sign-in-codes.ts'
import type { KeyedHash } from '../keyed-hash.ts'
import { type MailTransport, otpEmail } from '../mail/mail-transport.ts'
import {
  ApiKey,
  KeyCreateRequest,
  KeyUpdateRequest,
  NewApiKey,
  OtpAnswer,
  OtpRequest,
  VerifyAnswer,
  VerifyRequest,
} from '../schema.ts'
import type { Ledger } from '../tables.ts'

export interface AuthDeps {
  readonly ledger: Ledger
  readonly hash: KeyedHash
  readonly codes: SignInCodes
  readonly mail: MailTransport
  readonly idempotent: Accounts['idempotent']
  readonly keyLifetimeMs: number | undefined
  /** Called after a key was revoked, so that this process refuses it at once. */
  onRevoked(): void
  /** The address that stands in the mail: the operator's word, never the caller's. */
  readonly origin: string
}

const routeDefaults = { tag: 'Authentication', cache: 'no-store' } as const
const keyParams = Type.Object({ key_id: Type.String({ maxLength: 100, description: '`id` of the key.' }) })

export function authRoutes(deps: AuthDeps): AnyRoute[] {
  return [otpRoute(deps), verifyRoute(deps), ...keyRoutes(deps)]
}

function otpRoute({ codes, mail, origin }: AuthDeps): AnyRoute {
  return defineRoute({
    ...routeDefaults,
    method: 'POST',
    path: '/v1/auth/otp',
    id: 'requestCode',
    summary: 'Send a sign-in code by e-mail',
    description:
      'Six digits, valid for ten minutes and once; a new code voids the one before. A minute has to pass between two codes for one address, and an address gets at most five an hour. The answer is the same whether or not the address is known.',
    body: OtpRequest,
    bodyBytesMax: 4096,
    response: { data: OtpAnswer },
    successStatus: 202,
    errors: ['rate_limited', 'upstream_unavailable'],
    access: 'none',
    handle: async ({ body, address, nowMs, signal }) => {
      const email = parseEmail(body.email)
      const code = await codes.issue(email, address, nowMs)
      try {
        await mail.send(otpEmail(email, code, origin), signal)
      } catch (cause) {
        await codes.withdraw(email)
        throw new Failure('upstream_unavailable', 'The code could not be sent by e-mail; it is void.', {
          details: { reason: 'mail_not_delivered' },
          retryAfterSeconds: 30,
          cause: redactEmail(cause, email),
        })
      }
      return { ...dataReply({ sent: true, expires_in_seconds: codeLifetimeMs / 1000 }), status: 202 }
    },
  })
}

function verifyRoute({ codes, ledger, hash, keyLifetimeMs }: AuthDeps): AnyRoute {
  return defineRoute({
    ...routeDefaults,
    method: 'POST',
    path: '/v1/auth/verify',
    id: 'verifyCode',
    summary: 'Trade a code for a management token and a key',
    description:
      'The token manages keys for twelve hours. Token and key are shown this once. Five wrong tries void the code.',
    body: VerifyRequest,
    bodyBytesMax: 4096,
    response: { data: VerifyAnswer },
    errors: ['invalid_code', 'rate_limited'],
    access: 'none',
    handle: async ({ body, address, nowMs }) => {
      const email = parseEmail(body.email)
      const answer = await codes.redeem(email, body.code, address, nowMs, async (tx) => {
        const identity = await ensureIdentity(tx, email, nowMs)
        const token = await issueToken(tx, hash, identity.id, nowMs)
        const keyOptions = {
          identityId: identity.id,
          label: toLabel(body.label),
          lifetimeMs: keyLifetimeMs,
          nowMs,
        }
        const key = body.create_key ? await createKey(ledger, tx, hash, keyOptions) : undefined
        return {
          email,
          token: token.text,
          token_type: 'Bearer',
          token_expires_at: toInstant(token.expiresAt),
          key: key ?? null,
          key_omitted: body.create_key && !key ? 'key_limit_reached' : null,
        }
      })
      return dataReply(answer)
    },
  })
}

function keyRoutes({ ledger, hash, idempotent, keyLifetimeMs, onRevoked }: AuthDeps): AnyRoute[] {
  return [
    defineRoute({
      ...routeDefaults,
      method: 'GET',
      path: '/v1/auth/keys',
      id: 'listKeys',
      summary: 'Your keys, active ones first, newest first',
      description: 'At most 1,000. Keys revoked for more than 90 days are forgotten.',
      query: Type.Object({
        include_revoked: withDefault(
          Type.Boolean({ description: 'Whether revoked keys are listed too.' }),
          true,
        ),
      }),
      response: { rows: ApiKey },
      errors: ['unauthenticated'],
      access: 'token',
      handle: async ({ query, admission, nowMs }) => {
        const keys = await readKeys(
          ledger,
          requireIdentityId(admission.principal.identityId),
          query.include_revoked,
          nowMs,
        )
        return { rows: keys.map((key) => JSON.stringify(key)) }
      },
    }),
    defineRoute({
      ...routeDefaults,
      method: 'POST',
      path: '/v1/auth/keys',
      id: 'createKey',
      summary: 'Make a key; its secret is shown this once',
      description:
        'An identity has at most ten active keys, and makes at most 100 an hour. With an `Idempotency-Key`, a repeat within 24 hours gets the same answer and makes no second key.',
      body: KeyCreateRequest,
      bodyOptional: true,
      idempotent: true,
      bodyBytesMax: 4096,
      response: { data: NewApiKey },
      successStatus: 201,
      errors: [
        'unauthenticated',
        'key_limit_reached',
        'request_in_progress',
        'idempotency_key_reused',
        'rate_limited',
      ],
      access: 'token',
      handle: (context) =>
        idempotent(context, 'POST /v1/auth/keys', async () => {
          const identityId = requireIdentityId(context.admission.principal.identityId)
          const keyOptions = {
            identityId,
            label: toLabel(context.body.label),
            lifetimeMs: keyLifetimeMs,
            nowMs: context.nowMs,
          }
          const key = await ledger.transaction(
            (tx) => createKeyWithinLimit(ledger, tx, hash, keyOptions),
            context.signal,
          )
          return { ...dataReply(key), status: 201 }
        }),
    }),
    defineRoute({
      ...routeDefaults,
      method: 'PATCH',
      path: '/v1/auth/keys/:key_id',
      id: 'renameKey',
      summary: 'Rename a key',
      params: keyParams,
      body: KeyUpdateRequest,
      bodyBytesMax: 4096,
      response: { data: ApiKey },
      errors: ['unauthenticated', 'not_found'],
      access: 'token',
      handle: async ({ params, body, admission, nowMs }) => {
        const owner = requireIdentityId(admission.principal.identityId)
        return dataReply(
          requireKey(await renameKey(ledger, owner, params.key_id, toLabel(body.label), nowMs)),
        )
      },
    }),
    defineRoute({
      ...routeDefaults,
      method: 'DELETE',
      path: '/v1/auth/keys/:key_id',
      id: 'revokeKey',
      summary: 'Revoke a key, for good',
      description: 'Every node refuses it within a second. Revoking a revoked key changes nothing.',
      params: keyParams,
      response: { data: ApiKey },
      errors: ['unauthenticated', 'not_found'],
      access: 'token',
      handle: async ({ params, admission, nowMs, signal }) => {
        const owner = requireIdentityId(admission.principal.identityId)
        const key = await ledger.transaction(
          (tx) => revokeKey(ledger, tx, owner, params.key_id, nowMs),
          signal,
        )
        onRevoked()
        return dataReply(requireKey(key))
      },
    }),
  ]
}

function requireKey(key: KeyView | undefined): KeyView {
  if (key) return key
  throw new Failure('not_found', 'You have no key with this id.', { details: { parameter: 'key_id' } })
}

/** A blank label is none. */
function toLabel(label: string | undefined): string | undefined {
  return label === undefined || label.trim() === '' ? undefined : label.toWellFormed()
}

/** The gate lets nobody reach these routes without a token, and every token is an identity's. */
function requireIdentityId(identityId: string | undefined): string {
  if (identityId === undefined) throw new TypeError('a key route was reached without an identity')
  return identityId
}

/** Mail servers like to repeat the recipient in what they say; the log does not need it. */
function redactEmail(cause: unknown, email: string): Error {
  const message = cause instanceof Error ? cause.message : String(cause)
  return new Error(message.replaceAll(new RegExp(RegExp.escape(email), 'gi'), '(address)').slice(0, 300))
}
