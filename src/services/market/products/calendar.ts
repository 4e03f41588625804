/** The economic calendars of two sources. */

import { type Static, type TObject, Type } from 'typebox'
import { limit, withDefault } from '../../../http/openapi/fields.ts'
import {
  instantField,
  integerField,
  numberField,
  requiredText,
  rowReader,
  schemasOf,
  textField,
} from '../gateway/fields.ts'
import {
  idTextOrNull,
  instantFromText,
  numberOrNull,
  numericOrNull,
  requireArray,
  requireObject,
  textOrNull,
  upstreamChanged,
  webUrlOrNull,
} from '../gateway/json-guards.ts'
import { usableRows } from '../gateway/usable-rows.ts'
import { toSortedUpper } from '../parameters/ascii-case.ts'
import { commaList, parseCommaList } from '../parameters/comma-list.ts'
import { invalidParameter } from '../parameters/invalid-parameter.ts'
import { dayOrInstant, offset, parseTimeSpan } from '../parameters/query-fields.ts'
import { defineProduct, type ProductResult, paginate } from './product.ts'

const categories = {
  bnd: 'bonds',
  bsnss: 'business',
  clmt: 'climate',
  cnsm: 'consumer',
  enrg: 'energy',
  gdp: 'gdp',
  gov: 'government',
  hlth: 'health',
  hse: 'housing',
  lbr: 'labor',
  mny: 'money',
  prce: 'prices',
  trd: 'trade',
  txs: 'taxes',
} as const
const categoryNames = Object.values(categories)

const categoryByCode: ReadonlyMap<string | null, string> = new Map(Object.entries(categories))

const importances: ReadonlyMap<number | null, string> = new Map([
  [-1, 'low'],
  [0, 'medium'],
  [1, 'high'],
  [2, 'high'],
])

const figure = (from: string, description: string) => numberField(from, description, numericOrNull)

const eventFields = {
  id: {
    from: 'id',
    schema: Type.String({ description: 'The source’s id.' }),
    convert: (value: unknown) => idTextOrNull(value) ?? '',
  },
  title: requiredText('title', 'Title.', 'an event without a title'),
  country: textField('country', 'Two letters; `EU` for the euro area.'),
  currency: textField('currency', 'Currency it affects, three letters.'),
  indicator: textField('indicator', 'The published figure.'),
  date: instantField('date', 'Time of the event.', instantFromText),
  period: textField('period', 'Period of the figure, e.g. `Mar`.'),
  importance: integerField('importance', '-1 low, 0 medium, 1 high.'),
  importance_name: {
    ...textField('importance', '`low`, `medium` or `high`.'),
    convert: (value: unknown) => importances.get(numberOrNull(value)) ?? null,
  },
  actual: figure('actual', 'Actual value; null before publication.'),
  forecast: figure('forecast', 'Forecast value.'),
  previous: figure('previous', 'Value of the previous publication.'),
  unit: textField('unit', 'Unit of the values.', { examples: ['%'] }),
  scale: textField('scale', 'Scale of the values: `K`, `M`, `B` or `T`.'),
  comment: textField('comment', 'Explanation of the figure.'),
  source: textField('source', 'Publisher.'),
}

const economicFields = {
  ...eventFields,
  category: {
    ...textField('category', `One of ${categoryNames.join(', ')}.`),
    convert: (value: unknown) => categoryByCode.get(textOrNull(value)) ?? textOrNull(value),
  },
  ticker: textField('ticker', 'Symbol of the figure’s history.'),
  reference_date: instantField('referenceDate', 'End of the period of the figure.', instantFromText),
  source_url: { ...textField('source_url', 'URL of the publication.'), convert: webUrlOrNull },
  actual_raw: figure('actualRaw', '`actual` without the scale.'),
  forecast_raw: figure('forecastRaw', '`forecast` without the scale.'),
  previous_raw: figure('previousRaw', '`previous` without the scale.'),
}

const agencyFields = {
  ...eventFields,
  url: { ...textField('link', 'Link to the event, if any.'), convert: webUrlOrNull },
}

const readEconomic = rowReader(economicFields)
const readAgency = rowReader(agencyFields)

const EconomicEvent = Type.Object(schemasOf(economicFields), { $id: 'EconomicEvent' })

const AgencyEvent = Type.Object(schemasOf(agencyFields), {
  $id: 'AgencyEvent',
  description: 'The agency’s ids change; do not store them.',
})

const rangeParameters = {
  from: Type.Optional(
    dayOrInstant('Earliest event. Default: yesterday, or the day before a `to` in the past.'),
  ),
  to: Type.Optional(dayOrInstant('Latest event. Default: a week ahead.')),
  countries: Type.Optional(
    commaList('Only these countries, two letters each, at most 40.', { examples: ['US,EU'] }),
  ),
  min_importance: withDefault(
    Type.Integer({ minimum: -1, maximum: 1, description: 'Minimum importance: -1, 0 or 1.' }),
    -1,
  ),
  limit: limit(1000, 200),
  offset: offset(50_000),
}

const countryFormat = { pattern: /^[A-Za-z]{2}$/, expected: 'two letters' }
/** One public client sends `ERL` for the euro area. */
const agencyCountryFormat = { pattern: /^[A-Za-z]{2,3}$/, expected: 'two or three letters' }
/** The provider silently drops further events of a response; one public client reports it, and reads week by week. */
const eventsPerResponseMax = 2000
const dayMs = 86_400_000
const partMs = 7 * dayMs
/** The default range, of nine days, is far below the limit. */
const undividedMsMax = 9 * dayMs
const currencyFormat = { pattern: /^[A-Za-z]{3}$/, expected: 'three letters' }
const defaultSpan = { daysBack: 1, daysAhead: 7, daysMax: 90 }

type RangeQuery = Static<TObject<typeof rangeParameters>>

/** Without the original texts of the dates, so that equivalent requests are equal. */
function parseRange(query: RangeQuery, nowMs: number, format = countryFormat) {
  return {
    ...parseTimeSpan(query, nowMs, defaultSpan),
    countries: toSortedUpper(
      parseCommaList(query.countries, { parameter: 'countries', maxItems: 40, format }),
    ),
    min_importance: query.min_importance,
    limit: query.limit,
    offset: query.offset,
  }
}

export const getEconomicCalendar = defineProduct({
  name: 'getEconomicCalendar',
  path: '/v1/calendar/economic',
  tag: 'Calendar',
  summary: 'List economic events',
  description: 'Events within a range of days, by country and importance, earliest first.',
  contract: 'calendar.economic',
  query: Type.Object({
    ...rangeParameters,
    categories: Type.Optional(commaList(`Only these categories: ${categoryNames.join(', ')}.`)),
  }),
  response: { rows: EconomicEvent },
  parseRequest: ({ query, nowMs }): EconomicRequest => ({
    ...parseRange(query, nowMs),
    categories: parseCommaList(query.categories, {
      parameter: 'categories',
      maxItems: 14,
      allowed: categoryNames,
    }),
  }),
  toUpstream: (request) => ({ query: toRangeQuery(request) }),
  toResult: (json, request) => toEconomicResult([json], request),
  parts: { split: splitRange, toResult: toEconomicResult },
})

export const getNewsAgencyCalendar = defineProduct({
  name: 'getNewsAgencyCalendar',
  path: '/v1/calendar/economic/newsagency',
  tag: 'Calendar',
  summary: 'List economic events of a news agency',
  description: 'The same kind of events from another source, by country or currency.',
  contract: 'calendar.economic.newsagency',
  query: Type.Object({
    ...rangeParameters,
    countries: Type.Optional(
      commaList(
        'Only these countries, at most 40: two letters each, or a code of the agency such as `ERL`.',
        {
          examples: ['US,EU'],
        },
      ),
    ),
    currencies: Type.Optional(
      commaList('Only these currencies, three letters each; not together with `countries`.'),
    ),
  }),
  response: { rows: AgencyEvent },
  parseRequest({ query, nowMs }) {
    const range = parseRange(query, nowMs, agencyCountryFormat)
    const currencies = parseCommaList(query.currencies, {
      parameter: 'currencies',
      maxItems: 40,
      format: currencyFormat,
    })
    if (range.countries.length > 0 && currencies.length > 0) {
      throw invalidParameter(
        'currencies',
        'Specify countries or currencies, not both.',
        'one of countries and currencies',
      )
    }
    return { ...range, currencies: toSortedUpper(currencies) }
  },
  toUpstream: (request) => ({
    query: { ...toRangeQuery(request), currencies: request.currencies.join(',') || undefined },
  }),
  toResult(json, request) {
    const { rows, skippedRows } = usableRows(calendarEvents(json), readAgency)
    return { ...sortAndPaginate(rows, request), skippedRows }
  },
})

type EconomicRequest = ReturnType<typeof parseRange> & { readonly categories: readonly string[] }

/** At most 13 weeks: a range has at most 90 days. */
function splitRange(range: EconomicRequest): EconomicRequest[] {
  const { fromMs, toMs } = range
  if (toMs - fromMs <= undividedMsMax) return [range]
  const count = Math.ceil((toMs - fromMs) / partMs)
  return Array.from({ length: count }, (_, at) => {
    const startMs = fromMs + at * partMs
    // Both ends of a range belong to it.
    return { ...range, fromMs: startMs, toMs: at === count - 1 ? toMs : startMs + partMs - 1 }
  })
}

function toEconomicResult(parts: readonly unknown[], request: EconomicRequest): ProductResult {
  const allowed = new Set<string | null>(request.categories)
  const received = parts.map(calendarEvents)
  const { rows, skippedRows } = usableRows(received.flat(), readEconomic)
  const matching = rows.filter(({ category }) => allowed.size === 0 || allowed.has(category))
  const { page, ...result } = sortAndPaginate(matching, request)
  const isCapped = received.some(({ length }) => length >= eventsPerResponseMax)
  return { ...result, page: isCapped ? { ...page, total: null } : page, skippedRows }
}

function toRangeQuery(request: ReturnType<typeof parseRange>) {
  return {
    from: new Date(request.fromMs).toISOString(),
    to: new Date(request.toMs).toISOString(),
    minImportance: request.min_importance,
    countries: request.countries.join(',') || undefined,
  }
}

/** An empty range has no `result`. */
function calendarEvents(json: unknown): readonly unknown[] {
  const { status, result } = requireObject(json)
  if (status === 'no_data') return []
  if (status !== 'ok') throw upstreamChanged('a calendar without a status')
  return requireArray(result ?? [])
}

function sortAndPaginate(
  events: readonly { date: string | null }[],
  request: { limit: number; offset: number },
): ReturnType<typeof paginate> {
  const sorted = events.toSorted((a, b) => (a.date ?? '').localeCompare(b.date ?? ''))
  return paginate(sorted, request.limit, request.offset)
}
