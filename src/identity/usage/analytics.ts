/** How the service is used: sums over the ledger for `GET /v1/analytics` and `GET /v1/usage`. */

import { toInstant } from '../../core/clock.ts'
import type { AnalyticsWindow } from '../../http/accounts.ts'
import type { Ledger } from '../tables.ts'
import { anonymousSubject } from './usage-recorder.ts'

const hourMs = 3_600_000

interface MetricRow {
  readonly usecase?: string
  readonly route?: string
  readonly route_family?: string
  readonly status?: string
  readonly count?: number
  readonly calls?: number
  readonly windows?: number
  readonly identities?: number
  readonly requests?: number
  readonly blocked_estimate?: number
  readonly credits?: number
  readonly last_seen_at?: string | null
}

export async function readUsageSummary(ledger: Ledger, window: AnalyticsWindow): Promise<object> {
  return await ledger.snapshot(async (read) => {
    const since = Math.floor(window.sinceMs / hourMs)
    const usageRows = read.selectFrom('usage').where('hour', '>=', since)
    const charges = read
      .selectFrom('credit_entry')
      .where('created_at', '>=', window.sinceMs)
      .where('kind', '=', 'charge')
      .where('state', '!=', 'refunded')
    const totals = await usageRows
      .select(({ fn }) => [
        fn.count<number>('subject').distinct().as('identities'),
        fn.max('last_seen_at').as('last_seen_at'),
      ])
      .executeTakeFirst()
    const entries = await read
      .selectFrom('credit_entry')
      .where('created_at', '>=', window.sinceMs)
      .select(({ fn }) => fn.countAll<number>().as('entries'))
      .executeTakeFirst()
    const credits = await charges
      .select(({ fn }) => fn.sum<number>('credits').as('credits'))
      .executeTakeFirst()
    const byUsecase = await usageRows
      .groupBy('usecase')
      .select(({ fn }) => [
        'usecase',
        fn.sum<number>('calls').as('calls'),
        fn.count<number>('subject').distinct().as('identities'),
        fn.max('last_seen_at').as('last_seen_at'),
      ])
      .orderBy('calls', 'desc')
      .orderBy('usecase')
      .limit(window.topLimit)
      .execute()
    const byRoute = await usageRows
      .groupBy(['route', 'route_family'])
      .select(({ fn }) => [
        'route',
        'route_family',
        fn.sum<number>('calls').as('calls'),
        fn.count<number>('subject').distinct().as('identities'),
        fn.max('last_seen_at').as('last_seen_at'),
      ])
      .orderBy('calls', 'desc')
      .orderBy('route')
      .limit(window.topLimit)
      .execute()
    const creditRows = await charges
      .groupBy(['usecase', 'route'])
      .select(({ fn }) => ['usecase', 'route', fn.sum<number>('credits').as('credits')])
      .execute()
    const creditsFor = (field: 'usecase' | 'route', name: string) =>
      creditRows
        .filter((row) => (field === 'route' ? isSameRoute(name, row.route ?? '') : row.usecase === name))
        .reduce((sum, row) => sum + Number(row.credits), 0)
    return {
      totals: {
        ledger_entries: Number(entries?.entries ?? 0),
        identities: Number(totals?.identities ?? 0),
        credits: Number(credits?.credits ?? 0),
        last_seen_at: instantOrNull(totals?.last_seen_at),
      },
      by_usecase: byUsecase.map((row) => ({
        ...toMetricRow(row),
        credits: creditsFor('usecase', row.usecase),
      })),
      by_route: byRoute.map((row) => ({ ...toMetricRow(row), credits: creditsFor('route', row.route) })),
    }
  })
}

/** Where callers ran into their limits, by resource. `windows`: hours in which somebody did. */
export async function readLimitSummary(ledger: Ledger, window: AnalyticsWindow): Promise<MetricRow[]> {
  const rows = await ledger.read
    .selectFrom('usage')
    .where('hour', '>=', Math.floor(window.sinceMs / hourMs))
    .groupBy('route_family')
    .select(({ fn, eb }) => [
      'route_family',
      fn.sum<number>('calls').as('passed'),
      fn.sum<number>('blocked').as('blocked'),
      fn.count<number>('subject').distinct().as('identities'),
      fn
        .count<number>(eb.case().when('blocked', '>', 0).then(eb.ref('hour')).end())
        .distinct()
        .as('windows'),
      fn.max('last_seen_at').as('last_seen_at'),
    ])
    .orderBy('blocked', 'desc')
    .orderBy('route_family')
    .limit(window.topLimit)
    .execute()
  return rows.map((row) => ({
    route_family: row.route_family,
    requests: Number(row.passed) + Number(row.blocked),
    blocked_estimate: Number(row.blocked),
    windows: Number(row.windows),
    identities: Number(row.identities),
    last_seen_at: instantOrNull(row.last_seen_at),
  }))
}

export async function readAuthSummary(ledger: Ledger, window: AnalyticsWindow): Promise<object> {
  const { nowMs, topLimit } = window
  const keys = await ledger.read
    .selectFrom('api_key')
    .select(({ fn, eb }) => [
      fn.countAll<number>().as('keys'),
      fn.count<number>('revoked_at').as('revoked'),
      fn
        .count<number>(
          eb
            .case()
            .when(eb.and([eb('revoked_at', 'is', null), eb('expires_at', '<=', nowMs)]))
            .then(1)
            .end(),
        )
        .as('expired'),
      fn.count<number>('identity_id').distinct().as('emails'),
      fn.max('created_at').as('created_at'),
      fn.max('last_used_at').as('used_at'),
    ])
    .executeTakeFirst()
  const accounts = await ledger.read
    .selectFrom('credit_account')
    .where('identity_id', 'is not', null)
    .select(({ fn, eb }) => [
      fn.countAll<number>().as('accounts'),
      fn
        .count<number>(eb.case().when('granted', '>', eb.ref('used_of_grants')).then(1).end())
        .as('with_balance'),
      fn.sum<number>('used_ever').as('used'),
      fn.sum<number>('granted').as('granted'),
    ])
    .executeTakeFirst()
  const requests = await ledger.read
    .selectFrom('limit_request')
    .groupBy('status')
    .select(({ fn }) => ['status', fn.countAll<number>().as('count')])
    .orderBy('status')
    .limit(topLimit)
    .execute()
  const { keys: all = 0, revoked = 0, expired = 0, emails = 0, created_at, used_at } = keys ?? {}
  return {
    active_keys: Number(all) - Number(revoked) - Number(expired),
    revoked_keys: Number(revoked),
    expired_keys: Number(expired),
    key_emails: Number(emails),
    latest_key_created_at: instantOrNull(created_at),
    latest_key_used_at: instantOrNull(used_at),
    credit_accounts: {
      accounts: Number(accounts?.accounts ?? 0),
      accounts_with_balance: Number(accounts?.with_balance ?? 0),
      credits_used: Number(accounts?.used ?? 0),
      credits_granted: Number(accounts?.granted ?? 0),
    },
    limit_requests_by_status: requests.map(({ status, count }) => ({ status, count: Number(count) })),
  }
}

/** One identity's calls by route since a moment; anonymous callers are not told apart. */
export async function readIdentityUsage(
  ledger: Ledger,
  identityId: string | undefined,
  sinceMs: number,
): Promise<MetricRow[]> {
  if (identityId === undefined || identityId === anonymousSubject) return []
  const rows = await ledger.read
    .selectFrom('usage')
    .where('subject', '=', identityId)
    .where('hour', '>=', Math.floor(sinceMs / hourMs))
    .groupBy(['route', 'usecase'])
    .select(({ fn }) => [
      'route',
      'usecase',
      fn.sum<number>('calls').as('calls'),
      fn.sum<number>('blocked').as('blocked'),
      fn.max('last_seen_at').as('last_seen_at'),
    ])
    .orderBy('calls', 'desc')
    .orderBy('route')
    .limit(50)
    .execute()
  return rows.map(({ route, usecase, calls, blocked, last_seen_at }) => ({
    route,
    usecase,
    calls: Number(calls),
    blocked_estimate: Number(blocked),
    last_seen_at: instantOrNull(last_seen_at),
  }))
}

interface GroupedRow {
  readonly usecase?: string
  readonly route?: string
  readonly route_family?: string
  readonly calls: number
  readonly identities: number
  readonly last_seen_at: number | null
}

function toMetricRow({ calls, identities, last_seen_at, ...names }: GroupedRow): MetricRow {
  return {
    ...names,
    calls: Number(calls),
    identities: Number(identities),
    last_seen_at: instantOrNull(last_seen_at),
  }
}

/** `POST /cinema/v1/x` was counted where the service is mounted, `POST /v1/x` is what it calls itself. */
function isSameRoute(countedRoute: string, chargedRoute: string): boolean {
  const [method, path = ''] = chargedRoute.split(' ', 2)
  return chargedRoute !== '' && countedRoute.startsWith(`${method} `) && countedRoute.endsWith(path)
}

function instantOrNull(ms: number | null | undefined): string | null {
  return ms === null || ms === undefined ? null : toInstant(Number(ms))
}
