/** `/v1/usage`: a caller's credits, limits and calls, and its calls over time. */

import { Type } from 'typebox'
import { withDefault } from '../../http/openapi/fields.ts'
import { dataReply } from '../../http/reply.ts'
import { type AnyRoute, defineRoute } from '../../http/route.ts'
import type { ResolvedPrincipal } from '../credentials/authenticator.ts'
import { readIdentity } from '../credentials/identities.ts'
import type { Credits } from '../credits/credits.ts'
import { Usage, UsagePoint } from '../schema.ts'
import type { Ledger } from '../tables.ts'
import { readIdentityUsage, readUsageHistory } from '../usage/analytics.ts'
import type { UsageRecorder } from '../usage/usage-recorder.ts'

interface UsageDeps {
  readonly ledger: Ledger
  readonly credits: Credits
  readonly usage: UsageRecorder
}

export function usageRoutes(deps: UsageDeps): AnyRoute[] {
  return [usageRoute(deps), usageHistoryRoute(deps)]
}

function usageHistoryRoute({ ledger, usage }: UsageDeps): AnyRoute {
  return defineRoute({
    method: 'GET',
    path: '/v1/usage/history',
    id: 'getUsageHistory',
    tag: 'Support',
    summary: 'Get your usage over time',
    description:
      'Calls of all your keys and tokens, oldest first, without gaps: by hour up to seven days, by day beyond.',
    query: Type.Object({
      days: withDefault(Type.Integer({ minimum: 1, maximum: 90, description: 'How far back.' }), 30),
    }),
    response: { rows: UsagePoint },
    errors: ['unauthenticated', 'rate_limited'],
    access: 'key_or_token',
    scope: 'read',
    cache: 'no-store',
    handle: async ({ query: { days }, admission, nowMs }) => {
      const { identityId } = admission.principal
      if (identityId === undefined) throw new TypeError('a usage route was reached without an identity')
      await usage.flush()
      const points = await readUsageHistory(ledger, identityId, { days, nowMs })
      return { rows: points.map((point) => JSON.stringify(point)) }
    },
  })
}

function usageRoute({ ledger, credits, usage }: UsageDeps): AnyRoute {
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
