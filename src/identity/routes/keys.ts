/** `/v1/auth/keys`: manage API keys with a management token. */

import { Type } from 'typebox'
import { notFound } from '../../core/errors.ts'
import type { Principal } from '../../http/access-control.ts'
import type { Accounts } from '../../http/accounts.ts'
import { limit, withDefault } from '../../http/openapi/fields.ts'
import { dataReply } from '../../http/reply.ts'
import { type AnyRoute, defineRoute } from '../../http/route.ts'
import {
  createKeyWithinLimit,
  type KeyView,
  normalizeLabel,
  readKeys,
  revokeKey,
  updateKey,
} from '../credentials/api-keys.ts'
import type { KeyPrefix } from '../credentials/credential-format.ts'
import { keyLifetime } from '../credentials/key-restrictions.ts'
import type { KeyedHash } from '../keyed-hash.ts'
import { ApiKey, KeyCreateRequest, KeyRequest, KeyUpdateRequest, NewApiKey } from '../schema.ts'
import type { Ledger } from '../tables.ts'
import { type RequestLog, readKeyRequests, requestsPerKey } from '../usage/request-log.ts'

interface KeyDeps {
  readonly ledger: Ledger
  readonly hash: KeyedHash
  readonly idempotent: Accounts['idempotent']
  readonly keyPrefix: KeyPrefix
  readonly keyLifetimeMs: number | undefined
  readonly requestLog: RequestLog
  /** Called after a key was changed or revoked, so that this process knows at once. */
  onChanged(): void
}

const routeDefaults = { tag: 'Authentication', cache: 'no-store', access: 'token' } as const
const keyParams = Type.Object({ key_id: Type.String({ maxLength: 100, description: '`id` of the key.' }) })

export function keyRoutes({
  ledger,
  hash,
  idempotent,
  keyPrefix,
  keyLifetimeMs,
  requestLog,
  onChanged,
}: KeyDeps): AnyRoute[] {
  return [
    defineRoute({
      ...routeDefaults,
      method: 'GET',
      path: '/v1/auth/keys',
      id: 'listKeys',
      summary: 'List API keys',
      description:
        'Active keys first, then by creation time, newest first. At most 1,000. Keys are deleted 90 days after they were revoked.',
      query: Type.Object({
        include_revoked: withDefault(Type.Boolean({ description: 'Whether to include revoked keys.' }), true),
      }),
      response: { rows: ApiKey },
      errors: ['unauthenticated'],
      handle: async ({ query, admission, nowMs }) => {
        const keys = await readKeys(ledger, ownerOf(admission.principal), query.include_revoked, nowMs)
        return { rows: keys.map((key) => JSON.stringify(key)) }
      },
    }),
    defineRoute({
      ...routeDefaults,
      method: 'POST',
      path: '/v1/auth/keys',
      id: 'createKey',
      summary: 'Create an API key',
      description:
        'The secret is returned only once. An identity can have ten active keys and create 100 keys an hour. With an `Idempotency-Key`, a repeat within 24 hours returns the same response and creates no second key.',
      body: KeyCreateRequest,
      bodyOptional: true,
      idempotent: true,
      bodyBytesMax: 4096,
      response: { data: NewApiKey },
      successStatus: 201,
      errors: ['unauthenticated', 'key_limit_reached', 'rate_limited'],
      handle: (context) =>
        idempotent(context, 'POST /v1/auth/keys', async () => {
          const keyOptions = {
            identityId: ownerOf(context.admission.principal),
            label: normalizeLabel(context.body.label),
            restrictions: context.body,
            prefix: keyPrefix,
            lifetimeMs: keyLifetime(context.body.expires_in_days, keyLifetimeMs),
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
      id: 'updateKey',
      summary: 'Change an API key',
      description:
        'Its name, what it may do, and from where. Only what is sent changes. Every node applies it within a second, and open streams within a few.',
      params: keyParams,
      body: KeyUpdateRequest,
      bodyBytesMax: 4096,
      response: { data: ApiKey },
      errors: ['unauthenticated', 'not_found'],
      handle: async ({ params, body, admission, nowMs }) => {
        const key = await updateKey(ledger, ownerOf(admission.principal), params.key_id, body, nowMs)
        onChanged()
        return toKeyReply(key)
      },
    }),
    defineRoute({
      ...routeDefaults,
      method: 'GET',
      path: '/v1/auth/keys/:key_id/requests',
      id: 'listKeyRequests',
      summary: 'List the requests of an API key',
      description:
        'Newest first: the last 1,000 requests within a week that were admitted. Other nodes write theirs every five seconds. Values of parameters that could be secrets are left out, and all values of a request that failed.',
      params: keyParams,
      query: Type.Object({ limit: limit(requestsPerKey, 100) }),
      response: { rows: KeyRequest },
      errors: ['unauthenticated', 'not_found'],
      handle: async ({ params, query, admission, nowMs }) => {
        const keys = await readKeys(ledger, ownerOf(admission.principal), true, nowMs)
        if (!keys.some(({ id }) => id === params.key_id)) throw notFound('key', 'key_id')
        await requestLog.flush()
        const requests = await readKeyRequests(ledger, params.key_id, query.limit)
        return { rows: requests.map((request) => JSON.stringify(request)) }
      },
    }),
    defineRoute({
      ...routeDefaults,
      method: 'DELETE',
      path: '/v1/auth/keys/:key_id',
      id: 'revokeKey',
      summary: 'Revoke an API key',
      description:
        'Permanent. Every node refuses the key within a second. Revoking a revoked key changes nothing.',
      params: keyParams,
      response: { data: ApiKey },
      errors: ['unauthenticated', 'not_found'],
      handle: async ({ params, admission, nowMs, signal }) => {
        const key = await ledger.transaction(
          (tx) => revokeKey(ledger, tx, ownerOf(admission.principal), params.key_id, nowMs),
          signal,
        )
        onChanged()
        return toKeyReply(key)
      },
    }),
  ]
}

function toKeyReply(key: KeyView | undefined) {
  if (key) return dataReply(key)
  throw notFound('key', 'key_id')
}

/** These routes require a token, and every token belongs to an identity. */
function ownerOf({ identityId }: Principal): string {
  if (identityId === undefined) throw new TypeError('a key route was reached without an identity')
  return identityId
}
