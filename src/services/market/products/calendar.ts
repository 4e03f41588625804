/** Economic events, from both of their sources. */

import { Type } from 'typebox'
import { limit, nullable, withDefault } from '../../../http/openapi/fields.ts'
import { getContract } from '../gateway/contracts.ts'
import {
  idTextOrNull,
  instantFromText,
  type Json,
  numberOrNull,
  numericOrNull,
  requireArray,
  requireObject,
  textOrNull,
  upstreamChanged,
} from '../gateway/json-guards.ts'
import { buildUpstreamRequest } from '../gateway/upstream-request.ts'
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

const figureOf = (description: string) => nullable(Type.Number({ description }))
const textOf = (description: string) => nullable(Type.String({ description }))

const eventFields = {
  id: Type.String({ description: 'The source’s own.' }),
  title: Type.String({ description: 'What happens.' }),
  country: nullable(Type.String({ description: 'Two letters; `EU` for the euro area.' })),
  currency: textOf('The currency it moves, three letters.'),
  indicator: textOf('The figure that is published.'),
  date: nullable(Type.String({ format: 'date-time', description: 'When it happens.' })),
  period: nullable(Type.String({ description: 'What the figure is about, e.g. `Mar`.' })),
  importance: nullable(Type.Integer({ description: '-1 low, 0 medium, 1 high.' })),
  importance_name: nullable(Type.String({ description: '`low`, `medium` or `high`.' })),
  actual: figureOf('What came out; null before that.'),
  forecast: figureOf('What was expected.'),
  previous: figureOf('What came out the time before.'),
  unit: nullable(Type.String({ description: 'What the figures are.', examples: ['%'] })),
  scale: nullable(Type.String({ description: '`K`, `M`, `B` or `T`: what the figures are counted in.' })),
  comment: textOf('What the figure means.'),
  source: textOf('Who publishes it.'),
}

const EconomicEvent = Type.Object(
  {
    ...eventFields,
    category: nullable(Type.String({ description: `One of ${categoryNames.join(', ')}.` })),
    ticker: nullable(Type.String({ description: 'The symbol of the figure’s history.' })),
    reference_date: nullable(
      Type.String({ format: 'date-time', description: 'The end of the time the figure is about.' }),
    ),
    source_url: textOf('Where it is published.'),
    actual_raw: figureOf('`actual` without the scale.'),
    forecast_raw: figureOf('`forecast` without the scale.'),
    previous_raw: figureOf('`previous` without the scale.'),
  },
  { $id: 'EconomicEvent' },
)

const AgencyEvent = Type.Object(
  { ...eventFields, url: textOf('Where it can be read, where it is linked.') },
  { $id: 'AgencyEvent', description: 'The agency’s ids change; do not keep them.' },
)

const rangeParameters = {
  from: Type.Optional(
    dayOrInstant('Events from here on; unless told from yesterday, or the day before a `to` in the past.'),
  ),
  to: Type.Optional(dayOrInstant('Events up to here; a week ahead unless told.')),
  countries: Type.Optional(
    commaList('Only these countries, two letters each, at most 40.', { examples: ['US,EU'] }),
  ),
  min_importance: withDefault(
    Type.Integer({ minimum: -1, maximum: 1, description: 'At least this important: -1, 0 or 1.' }),
    -1,
  ),
}
const pageParameters = { limit: limit(1000, 200), offset: offset(50_000) }

const countryFormat = { pattern: /^[A-Za-z]{2}$/, expected: 'two letters' }
const currencyFormat = { pattern: /^[A-Za-z]{3}$/, expected: 'three letters' }
const defaultSpan = { daysBack: 1, daysAhead: 7, daysMax: 90 }

interface RangeQuery {
  readonly from?: string
  readonly to?: string
  readonly countries?: string
  readonly min_importance: number
  readonly limit: number
  readonly offset: number
}

/** Without what was written, so that the same moment written otherwise is the same question. */
function parseRange(
  { countries, min_importance, limit: most, offset: start, ...ends }: RangeQuery,
  nowMs: number,
) {
  return {
    ...parseTimeSpan(ends, nowMs, defaultSpan),
    countries: toSortedUpper(
      parseCommaList(countries, { parameter: 'countries', maxItems: 40, format: countryFormat }),
    ),
    min_importance,
    limit: most,
    offset: start,
  }
}

export const getEconomicCalendar = defineProduct({
  name: 'getEconomicCalendar',
  query: Type.Object({
    ...rangeParameters,
    categories: Type.Optional(commaList(`Only these categories: ${categoryNames.join(', ')}.`)),
    ...pageParameters,
  }),
  response: { rows: EconomicEvent },
  parseRequest: ({ query, nowMs }) => ({
    ...parseRange(query, nowMs),
    categories: parseCommaList(query.categories, {
      parameter: 'categories',
      maxItems: 14,
      allowed: categoryNames,
    }),
  }),
  toUpstreamRequest: (question) =>
    buildUpstreamRequest(getContract('calendar.economic'), {
      query: { ...toSpanQuery(question), countries: question.countries.join(',') || undefined },
    }),
  toResult(json, question) {
    const events = calendarEvents(json).map((event) => toEconomicEvent(requireObject(event)))
    const { categories: wanted } = question
    return sortAndPaginate(
      events.filter(
        ({ category }) => wanted.length === 0 || (category !== null && wanted.includes(category)),
      ),
      question,
    )
  },
})

export const getNewsAgencyCalendar = defineProduct({
  name: 'getNewsAgencyCalendar',
  query: Type.Object({
    ...rangeParameters,
    currencies: Type.Optional(commaList('Only these currencies, three letters each; instead of countries.')),
    ...pageParameters,
  }),
  response: { rows: AgencyEvent },
  parseRequest({ query, nowMs }) {
    const chosen = parseRange(query, nowMs)
    const currencies = parseCommaList(query.currencies, {
      parameter: 'currencies',
      maxItems: 40,
      format: currencyFormat,
    })
    if (chosen.countries.length > 0 && currencies.length > 0) {
      throw invalidParameter(
        'currencies',
        'Events are chosen by countries or by currencies, not by both.',
        'one of countries and currencies',
      )
    }
    return { ...chosen, currencies: toSortedUpper(currencies) }
  },
  toUpstreamRequest: (question) =>
    buildUpstreamRequest(getContract('calendar.economic.newsagency'), {
      query: {
        ...toSpanQuery(question),
        countries: question.countries.join(',') || undefined,
        currencies: question.currencies.join(',') || undefined,
      },
    }),
  toResult: (json, question) =>
    sortAndPaginate(
      calendarEvents(json).map((event) => toAgencyEvent(requireObject(event))),
      question,
    ),
})

function toSpanQuery(question: { fromMs: number; toMs: number; min_importance: number }) {
  return {
    from: new Date(question.fromMs).toISOString(),
    to: new Date(question.toMs).toISOString(),
    minImportance: question.min_importance,
  }
}

/** An empty window has no `result`. */
function calendarEvents(json: unknown): readonly unknown[] {
  const { status, result } = requireObject(json)
  if (status === 'no_data') return []
  if (status !== 'ok') throw upstreamChanged('a calendar without a status')
  return requireArray(result ?? [])
}

function sortAndPaginate(
  events: readonly { date: string | null }[],
  { limit: most, offset: start }: { limit: number; offset: number },
): ProductResult {
  const sorted = events.toSorted((a, b) => (a.date ?? '').localeCompare(b.date ?? ''))
  return paginate(sorted, most, start)
}

function toEvent(event: Json) {
  const { id, title } = event
  const importance = numberOrNull(event.importance)
  if (typeof title !== 'string') throw upstreamChanged('an event without a title')
  return {
    id: idTextOrNull(id) ?? '',
    title,
    country: textOrNull(event.country),
    currency: textOrNull(event.currency),
    indicator: textOrNull(event.indicator),
    date: instantFromText(event.date),
    period: textOrNull(event.period),
    importance,
    importance_name: importances.get(importance) ?? null,
    actual: numericOrNull(event.actual),
    forecast: numericOrNull(event.forecast),
    previous: numericOrNull(event.previous),
    unit: textOrNull(event.unit),
    scale: textOrNull(event.scale),
    comment: textOrNull(event.comment),
    source: textOrNull(event.source),
  }
}

function toEconomicEvent(event: Json) {
  const category = textOrNull(event.category)
  return {
    ...toEvent(event),
    category: categoryByCode.get(category) ?? category,
    ticker: textOrNull(event.ticker),
    reference_date: instantFromText(event.referenceDate),
    source_url: textOrNull(event.source_url),
    actual_raw: numericOrNull(event.actualRaw),
    forecast_raw: numericOrNull(event.forecastRaw),
    previous_raw: numericOrNull(event.previousRaw),
  }
}

function toAgencyEvent(event: Json) {
  return { ...toEvent(event), url: textOrNull(event.link) }
}
