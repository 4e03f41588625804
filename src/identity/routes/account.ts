/** What a caller has used, what everybody has used, and the way to ask for more. */

import { type TSchema, Type } from 'typebox'
import { toInstant } from '../../core/clock.ts'
import type { Accounts, AnalyticsWindow } from '../../http/accounts.ts'
import { withDefault } from '../../http/openapi/fields.ts'
import { one } from '../../http/reply.ts'
import { type AnyRoute, defineRoute } from '../../http/route.ts'
import type { Known } from '../credentials/authenticator.ts'
import { readIdentity } from '../credentials/identities.ts'
import type { Credits } from '../credits/credits.ts'
import { openLimitRequest } from '../operator/limit-requests.ts'
import { LimitRequest, LimitRequestBody, Usage as UsageSchema } from '../schema.ts'
import type { Ledger } from '../tables.ts'
import { readAuthSummary, readLimitSummary, readOwnUsage, readUsageSummary } from '../usage/analytics.ts'
import type { Usage } from '../usage/usage-recorder.ts'

interface AccountDeps {
  readonly ledger: Ledger
  readonly credits: Credits
  readonly usage: Usage
  readonly once: Accounts['once']
}

const dayMs = 86_400_000

export function usageRoute({ ledger, credits, usage }: AccountDeps): AnyRoute {
  return defineRoute({
    method: 'GET',
    path: '/v1/usage',
    id: 'getUsage',
    tag: 'Support',
    summary: 'Your credits, limits and calls in this period',
    answer: { data: UsageSchema },
    errors: ['unauthenticated', 'rate_limited'],
    access: 'optional',
    cache: 'no-store',
    handle: async ({ admission }) => {
      const who = admission.who as Known
      const balance = await credits.balance(who)
      const identity = who.identityId === undefined ? undefined : await readIdentity(ledger, who.identityId)
      await usage.flush()
      const byRoute = await readOwnUsage(ledger, who.identityId, Date.parse(balance.starts_at))
      const quota = (name: string) => who.policy?.windows.find((window) => window.name === name)?.quota ?? 0
      return one({
        identity: {
          kind: who.identityId === undefined ? 'anonymous' : 'identity',
          credential: who.credential,
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
    answer: { data: schema },
    errors: ['unauthenticated', 'rate_limited'],
    access: 'key_or_token',
    cache: 'no-store',
    handle: async ({ query, nowMs }) => {
      const { days, top_limit: topLimit } = query
      const window = { days, topLimit, sinceMs: nowMs - days * dayMs, nowMs }
      await usage.flush()
      const [used, limits, auth, syncs] = await Promise.all([
        readUsageSummary(ledger, window),
        readLimitSummary(ledger, window),
        readAuthSummary(ledger, window),
        sync(window),
      ])
      return one({
        window: { days, top_limit: topLimit, since: toInstant(window.sinceMs) },
        usage: used,
        rate_limits: limits,
        auth,
        sync: syncs,
      })
    },
  })
}

export function limitRequestRoute({ ledger, once }: AccountDeps): AnyRoute {
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
    answer: { data: LimitRequest },
    success: 201,
    errors: [
      'unauthenticated',
      'limit_request_open',
      'request_in_progress',
      'idempotency_key_reused',
      'rate_limited',
    ],
    access: 'key_or_token',
    cache: 'no-store',
    handle: (ask) =>
      once(ask, 'POST /v1/auth/limits/requests', async () => {
        const { body, admission, nowMs } = ask
        const request = await openLimitRequest(
          ledger,
          {
            identityId: admission.who.identityId ?? '',
            perSecond: body.requests_per_second,
            perMinute: body.requests_per_minute,
            reason: body.reason.toWellFormed(),
          },
          nowMs,
        )
        return { ...one(request), status: 201 }
      }),
  })
}
