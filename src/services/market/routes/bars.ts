/** Bars of a symbol on request. */

import { Type } from 'typebox'
import { type Clock, toInstant } from '../../../core/clock.ts'
import { Failure } from '../../../core/errors.ts'
import { cursor, oneOf, withDefault } from '../../../http/openapi/fields.ts'
import type { Reply } from '../../../http/reply.ts'
import { weakEtag } from '../../../http/response/freshness.ts'
import { type AnyRoute, defineRoute } from '../../../http/route.ts'
import { upstreamErrors } from '../gateway/classify-provider-response.ts'
import { pricePaths } from '../gateway/routes-by-host.ts'
import { invalidParameter } from '../parameters/invalid-parameter.ts'
import { dayOrInstant, parseMoment } from '../parameters/query-fields.ts'
import { exchangeParameter, parseSymbol, symbolParameter } from '../parameters/symbol.ts'
import { adjustments, Bar, resolutions, sessions } from '../schema/prices.ts'
import { type History, type HistoryRequest, historyFreshMs } from '../streams/bar-history.ts'
import type { BarSeries } from '../streams/bar-series.ts'
import type { LivePrices } from '../streams/live-prices.ts'

const barsMax = 5000
const dayMs = 86_400_000

/** The parameters of a series, the same for requests and streams. */
export const seriesParameters = {
  resolution: withDefault(
    oneOf(resolutions, { description: 'Length of a bar: minutes, or days, weeks and months.' }),
    '1D',
  ),
  adjustment: withDefault(
    oneOf(adjustments, { description: 'What earlier prices are adjusted for: splits, or also dividends.' }),
    'splits',
  ),
  session: withDefault(
    oneOf(sessions, {
      description: '`extended` includes the hours before and after regular trading, where there are any.',
    }),
    'regular',
  ),
}

const query = Type.Object({
  ...seriesParameters,
  exchange: Type.Optional(exchangeParameter),
  from: Type.Optional(dayOrInstant('Earliest start of a bar.')),
  to: Type.Optional(dayOrInstant('Latest start of a bar. Default: now.')),
  count: withDefault(
    Type.Integer({
      minimum: 1,
      maximum: barsMax,
      description: 'Maximum number of bars: the newest ones of the range. Older ones are on the next page.',
    }),
    300,
  ),
  cursor: Type.Optional(cursor()),
})

export function createBarRoute({ history }: LivePrices, clock: Clock): AnyRoute {
  return defineRoute({
    method: 'GET',
    path: pricePaths.bars,
    id: 'getBars',
    tag: 'Prices',
    summary: 'Get bars of a symbol',
    description:
      'Open, high, low, close and volume, oldest first. The last bar may still change. Each page leads to older bars; `meta.series.history_end` says when there are no more, and why.',
    params: Type.Object({ symbol: symbolParameter }),
    query,
    response: { rows: Bar },
    errors: [...upstreamErrors, 'unknown_symbol', 'no_data'],
    access: 'optional',
    cache: 'handler',
    async handle({ params, query, admission, signal, after, representation, outsideTurn }) {
      const series = toSeries(parseSymbol(params.symbol, query.exchange), query)
      const request = toRequest(series, query, after()?.[0])
      const asker = { caller: admission.principal, signal }
      const found = await outsideTurn(() => history.load(request, asker))
      const isAhead = request.from !== undefined && request.from * 1000 > clock.now()
      if (found.rows.length === 0 && query.cursor === undefined && !isAhead) throw noBars(series, query)
      return toReply(found, request, representation)
    },
  })
}

export function toSeries(
  symbol: string,
  { resolution, adjustment, session }: Omit<BarSeries, 'symbol'>,
): BarSeries {
  return { symbol, resolution, adjustment, session }
}

interface RangeQuery {
  readonly from?: string
  readonly to?: string
  readonly count: number
}

function toRequest(series: BarSeries, { from, to, count }: RangeQuery, oldest: unknown): HistoryRequest {
  const fromMs = from === undefined ? undefined : parseMoment(from, 'from', 0)
  const toMs = to === undefined ? undefined : parseMoment(to, 'to', dayMs - 1)
  if (fromMs !== undefined && toMs !== undefined && toMs < fromMs)
    throw invalidParameter('to', 'The end of the range is before its start.', 'a time after `from`')
  const lastMs = typeof oldest === 'number' ? oldest * 1000 - 1 : toMs
  return {
    series,
    count,
    from: fromMs === undefined ? undefined : Math.max(0, Math.ceil(fromMs / 1000)),
    to: lastMs === undefined ? undefined : Math.max(0, Math.floor(lastMs / 1000)),
  }
}

function noBars({ symbol, resolution }: BarSeries, { from, to }: RangeQuery): Failure {
  const parameter = from !== undefined ? 'from' : to !== undefined ? 'to' : 'symbol'
  const where = parameter === 'symbol' ? '' : ' in this range'
  return new Failure('no_data', `The provider has no bars of ${symbol}${where}.`, {
    details: { parameter, resolution },
  })
}

function toReply(
  found: History & { isHit: boolean },
  { series, count }: HistoryRequest,
  view: string,
): Reply {
  const { rows, olderThan, end, rowsHash, currency, timezone, fetchedAt } = found
  const freshUntil = fetchedAt + historyFreshMs
  const times = {
    fetched_at: toInstant(fetchedAt),
    fresh_until: toInstant(freshUntil),
    stale_until: toInstant(freshUntil),
  }
  return {
    rows,
    meta: {
      series: { ...series, currency, timezone, history_end: end ?? null },
      cache: { status: found.isHit ? 'hit' : 'miss', ...times },
      pagination: { limit: count, next_cursor: null },
    },
    ...(olderThan === undefined ? {} : { nextKey: [olderThan] }),
    cache: {
      etag: weakEtag(`${rowsHash} ${JSON.stringify(series)} ${count} ${end} ${view}`),
      createdAt: fetchedAt,
      freshUntil,
      reusableUntil: freshUntil,
      cacheControl: `public, max-age=${historyFreshMs / 1000}`,
      cacheStatus: found.isHit ? 'hit' : 'fwd=miss; stored',
    },
  }
}
