/** `/v1/analytics`: how the service is used and how its syncs perform. */

import { type TSchema, Type } from 'typebox'
import { toInstant } from '../../core/clock.ts'
import type { AnalyticsWindow } from '../../http/accounts.ts'
import { withDefault } from '../../http/openapi/fields.ts'
import { dataReply } from '../../http/reply.ts'
import { type AnyRoute, defineRoute } from '../../http/route.ts'
import type { Ledger } from '../tables.ts'
import { readAuthSummary, readLimitSummary, readUsageSummary } from '../usage/analytics.ts'
import type { UsageRecorder } from '../usage/usage-recorder.ts'

const dayMs = 86_400_000

export function analyticsRoute(
  { ledger, usage }: { readonly ledger: Ledger; readonly usage: UsageRecorder },
  { schema, sync }: { readonly schema: TSchema; sync(window: AnalyticsWindow): Promise<unknown> },
): AnyRoute {
  return defineRoute({
    method: 'GET',
    path: '/v1/analytics',
    id: 'getAnalytics',
    tag: 'Operations',
    summary: 'Get usage analytics',
    description:
      'Usage, refused requests, keys and syncs in a rolling window. Calls are counted by hour, so the window starts with a full hour. Anonymous callers count as one identity.',
    query: Type.Object({
      days: withDefault(
        Type.Integer({ minimum: 1, maximum: 90, description: 'Length of the rolling window.' }),
        7,
      ),
      top_limit: withDefault(
        Type.Integer({ minimum: 1, maximum: 50, description: 'Maximum number of rows per section.' }),
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
