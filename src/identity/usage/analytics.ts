/** Sums over the ledger for `GET /v1/analytics` and `GET /v1/usage`. */

import { toInstant, toInstantOrNull } from '../../core/clock.ts'
import type { AnalyticsWindow } from '../../http/accounts.ts'
import type { Ledger } from '../tables.ts'

const hourMs = 3_600_000

export async function readUsageSummary(ledger: Ledger, window: AnalyticsWindow): Promise<object> {
  return await ledger.snapshot(async (read) => {
    const usageRows = read.selectFrom('usage').where('hour', '>=', Math.floor(window.sinceMs / hourMs))
    const entries = read.selectFrom('credit_entry').where('created_at', '>=', window.sinceMs)
    const charges = entries.where('kind', '=', 'charge').where('state', '!=', 'refunded')
    const totals = await usageRows
      .select(({ fn }) => [
        fn.count<number>('subject').distinct().as('identities'),
        fn.max('last_seen_at').as('last_seen_at'),
      ])
      .executeTakeFirst()
    const entryCount = await entries
      .select(({ fn }) => fn.countAll<number>().as('entries'))
      .executeTakeFirst()
    const credits = await charges
      .select(({ fn }) => fn.sum<number>('credits').as('credits'))
      .executeTakeFirst()
    const countedRows = usageRows
      .select(({ fn }) => [
        fn.sum<number>('calls').as('calls'),
        fn.count<number>('subject').distinct().as('identities'),
        fn.max('last_seen_at').as('last_seen_at'),
      ])
      .orderBy('calls', 'desc')
      .limit(window.topLimit)
    const byUsecase = await countedRows.groupBy('usecase').select('usecase').orderBy('usecase').execute()
    const byRoute = await countedRows
      .groupBy(['route', 'route_family'])
      .select(['route', 'route_family'])
      .orderBy('route')
      .execute()
    // A charge says what it was for, which is not the use case of its route.
    const routes = await usageRows.select(['usecase', 'route']).distinct().execute()
    const creditRows = await charges
      .groupBy('route')
      .select(({ fn }) => ['route', fn.sum<number>('credits').as('credits')])
      .execute()
    const sumCredits = (isIncluded: (row: (typeof creditRows)[number]) => boolean) =>
      creditRows.filter(isIncluded).reduce((sum, row) => sum + Number(row.credits), 0)
    return {
      totals: {
        ledger_entries: Number(entryCount?.entries ?? 0),
        identities: Number(totals?.identities ?? 0),
        credits: Number(credits?.credits ?? 0),
        last_seen_at: toInstantOrNull(totals?.last_seen_at),
      },
      by_usecase: byUsecase.map((row) => ({
        usecase: row.usecase,
        ...toCounts(row),
        credits: sumCredits((charge) =>
          routes.some(
            ({ usecase, route }) => usecase === row.usecase && isSameRoute(route, charge.route ?? ''),
          ),
        ),
      })),
      by_route: byRoute.map((row) => ({
        route: row.route,
        route_family: row.route_family,
        ...toCounts(row),
        credits: sumCredits(({ route }) => isSameRoute(row.route, route ?? '')),
      })),
    }
  })
}

/** Refused requests by route family. `windows` is the number of hours with refusals. */
export async function readLimitSummary(ledger: Ledger, window: AnalyticsWindow): Promise<object[]> {
  const rows = await ledger.read
    .selectFrom('usage')
    .where('hour', '>=', Math.floor(window.sinceMs / hourMs))
    .groupBy('route_family')
    .select(({ fn, eb }) => [
      'route_family',
      fn.sum<number>('calls').as('calls'),
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
    requests: Number(row.calls) + Number(row.blocked),
    blocked_estimate: Number(row.blocked),
    windows: Number(row.windows),
    identities: Number(row.identities),
    last_seen_at: toInstantOrNull(row.last_seen_at),
  }))
}

export async function readAuthSummary(ledger: Ledger, { nowMs, topLimit }: AnalyticsWindow): Promise<object> {
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
    .executeTakeFirstOrThrow()
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
    .executeTakeFirstOrThrow()
  const requests = await ledger.read
    .selectFrom('limit_request')
    .groupBy('status')
    .select(({ fn }) => ['status', fn.countAll<number>().as('count')])
    .orderBy('status')
    .limit(topLimit)
    .execute()
  return {
    active_keys: Number(keys.keys) - Number(keys.revoked) - Number(keys.expired),
    revoked_keys: Number(keys.revoked),
    expired_keys: Number(keys.expired),
    key_emails: Number(keys.emails),
    latest_key_created_at: toInstantOrNull(keys.created_at),
    latest_key_used_at: toInstantOrNull(keys.used_at),
    credit_accounts: {
      accounts: Number(accounts.accounts),
      accounts_with_balance: Number(accounts.with_balance),
      credits_used: Number(accounts.used),
      credits_granted: Number(accounts.granted),
    },
    limit_requests_by_status: requests.map(({ status, count }) => ({ status, count: Number(count) })),
  }
}

/** One identity's calls by route. Empty for anonymous callers, who are counted together. */
export async function readIdentityUsage(ledger: Ledger, identityId: string | undefined, sinceMs: number) {
  if (identityId === undefined) return []
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
    last_seen_at: toInstantOrNull(last_seen_at),
  }))
}

const hoursPerDay = 24
const hourlyDaysMax = 7

/** One identity's calls by hour or day, with those in which there were none. */
export async function readUsageHistory(
  ledger: Ledger,
  identityId: string,
  { days, nowMs }: { readonly days: number; readonly nowMs: number },
) {
  const isHourly = days <= hourlyDaysMax
  const hours = isHourly ? 1 : hoursPerDay
  const last = Math.floor(nowMs / hourMs / hours)
  const count = isHourly ? days * hoursPerDay : days
  const rows = await ledger.read
    .selectFrom('usage')
    .where('subject', '=', identityId)
    .where('hour', '>=', (last - count + 1) * hours)
    .groupBy('hour')
    .select(({ fn }) => [
      'hour',
      fn.sum<number>('calls').as('calls'),
      fn.sum<number>('blocked').as('blocked'),
    ])
    .execute()
  const points = Array.from({ length: count }, (_, index) => ({
    at: toInstant((last - count + 1 + index) * hours * hourMs),
    calls: 0,
    blocked: 0,
  }))
  for (const { hour, calls, blocked } of rows) {
    const point = points[Math.floor(hour / hours) - (last - count + 1)]
    if (point === undefined) continue
    point.calls += Number(calls)
    point.blocked += Number(blocked)
  }
  return points
}

interface CountedRow {
  readonly calls: number
  readonly identities: number
  readonly last_seen_at: number | null
}

function toCounts({ calls, identities, last_seen_at }: CountedRow) {
  return {
    calls: Number(calls),
    identities: Number(identities),
    last_seen_at: toInstantOrNull(last_seen_at),
  }
}

/** Calls are counted with the path the service is mounted at (`POST /cinema/v1/x`), charges without it (`POST /v1/x`). */
function isSameRoute(countedRoute: string, chargedRoute: string): boolean {
  const [method, path = ''] = chargedRoute.split(' ', 2)
  return chargedRoute !== '' && countedRoute.startsWith(`${method} `) && countedRoute.endsWith(path)
}
