/** What a caller has used, what everybody has used, and the way to ask for more. */

import { type TSchema, Type } from 'typebox'
import { toInstant } from '../../core/clock.ts'
import type { Accounts, AnalyticsWindow } from '../../http/accounts.ts'
import { withDefault } from '../../http/openapi/fields.ts'
import { dataReply } from '../../http/reply.ts'
import { type AnyRoute, defineRoute } from '../../http/route.ts'
import type { ResolvedPrincipal } from '../credentials/authenticator.ts'
import { readIdentity } from '../credentials/identities.ts'
import type { Credits } from '../credits/credits.ts'
import { createLimitRequest } from '../operator/limit-requests.ts'
import { LimitRequest, LimitRequestBody, Usage as UsageSchema } from '../schema.ts'
import type { Ledger } from '../tables.ts'
import { readAuthSummary, readIdentityUsage, readLimitSummary, readUsageSummary } from '../usage/analytics.ts'
import type { UsageRecorder } from '../usage/usage-recorder.ts'

interface AccountDeps {
  readonly ledger: Ledger
  readonly credits: Credits
  readonly usage: UsageRecorder
  readonly idempotent: Accounts['idempotent']
}

const dayMs = 86_400_000

export function usageRoute({ ledger, credits, usage }: AccountDeps): AnyRoute {
  return defineRoute({
    method: 'GET',
    path: '/v1/usage',
    id: 'getUsage',
    tag: 'Support',
    summary: 'Your credits, limits and calls in this period',
    response: { data: UsageSchema },
    errors: ['unauthenticated', 'rate_limited'],
    access: 'optional',
    cache: 'no-store',
    handle: async ({ admission }) => {
      const principal = admission.principal as ResolvedPrincipal
      const balance = await credits.balance(principal)
      const identity =
        principal.identityId === undefined ? undefined : await readIdentity(ledger, principal.identityId)
      await usage.flush()
      const byRoute = await readIdentityUsage(ledger, principal.identityId, Date.parse(balance.starts_at))
      const quota = (name: string) =>
        principal.policy?.windows.find((window) => window.name === name)?.quota ?? 0
      return dataReply({
        identity: {
          kind: principal.identityId === undefined ? 'anonymous' : 'identity',
          credential: principal.credential,
          email: identity?.email ?? null,
        },
        credits: balance,
        limits: { requests_per_second: quota('second'), requests_per_minute: quota('minute') },
        calls: {
          since: balance.starts_at,
          total: byRoute.reduce((sum, { calls = 0 }) => sum + calls, 0),
          by_route: byRoute,
        },
      })
    },
  })
}

export function analyticsRoute(
  { ledger, usage }: AccountDeps,
  { schema, sync }: { readonly schema: TSchema; sync(window: AnalyticsWindow): Promise<unknown> },
): AnyRoute {
  return defineRoute({
    method: 'GET',
    path: '/v1/analytics',
    id: 'getAnalytics',
    tag: 'Operations',
    summary: 'How the service is used and how its sources fare',
    description:
      'Calls are counted by hour, so the window begins with the hour it falls in. Anonymous callers count as one identity.',
    query: Type.Object({
      days: withDefault(
        Type.Integer({ minimum: 1, maximum: 90, description: 'Length of the rolling window.' }),
        7,
      ),
      top_limit: withDefault(
        Type.Integer({ minimum: 1, maximum: 50, description: 'Rows per section at most.' }),
        20,
      ),
    }),
    response: { data: schema },
    errors: ['unauthenticated', 'rate_limited'],
    access: 'key_or_token',
    cache: 'no-store',
    handle: async ({ query, nowMs }) => {
      const { days, top_limit: topLimit } = query
      const window = { days, topLimit, sinceMs: nowMs - days * dayMs, nowMs }
      await usage.flush()
      const [usageSummary, limits, auth, syncs] = await Promise.all([
        readUsageSummary(ledger, window),
        readLimitSummary(ledger, window),
        readAuthSummary(ledger, window),
        sync(window),
      ])
      return dataReply({
        window: { days, top_limit: topLimit, since: toInstant(window.sinceMs) },
        usage: usageSummary,
        rate_limits: limits,
        auth,
        sync: syncs,
      })
    },
  })
}

export function limitRequestRoute({ ledger, idempotent }: AccountDeps): AnyRoute {
  return defineRoute({
    method: 'POST',
    path: '/v1/auth/limits/requests',
    id: 'requestLimits',
    tag: 'Authentication',
    summary: 'Ask for higher limits',
    description:
      'An operator decides. One request can be open at a time. Limits belong to the identity and hold for all of its keys.',
    body: LimitRequestBody,
    idempotent: true,
    bodyBytesMax: 8192,
    response: { data: LimitRequest },
    successStatus: 201,
    errors: [
      'unauthenticated',
      'limit_request_open',
      'request_in_progress',
      'idempotency_key_reused',
      'rate_limited',
    ],
    access: 'key_or_token',
    cache: 'no-store',
    handle: (context) =>
      idempotent(context, 'POST /v1/auth/limits/requests', async () => {
        const { body, admission, nowMs } = context
        const request = await createLimitRequest(
          ledger,
          {
            identityId: admission.principal.identityId ?? '',
            perSecond: body.requests_per_second,
            perMinute: body.requests_per_minute,
            reason: body.reason.toWellFormed(),
          },
          nowMs,
        )
        return { ...dataReply(request), status: 201 }
      }),
  })
}
