/** Economic events, from both of their sources. */

import { Type } from 'typebox'
import { limit, nullable, withDefault } from '../../../http/openapi/fields.ts'
import { contractOf } from '../gateway/contracts.ts'
import {
  asArray,
  asObject,
  changed,
  figure,
  instantText,
  type Json,
  number,
  text,
  word,
} from '../gateway/json-guards.ts'
import { askOf } from '../gateway/upstream-request.ts'
import { capitals } from '../parameters/ascii-case.ts'
import { csv, parseList } from '../parameters/comma-list.ts'
import { wrong } from '../parameters/invalid-parameter.ts'
import { moment, offset, parseSpan } from '../parameters/query-fields.ts'
import { cut, defineProduct, type Reading } from './product.ts'

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

const shared = {
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
    ...shared,
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
  { ...shared, url: textOf('Where it can be read, where it is linked.') },
  { $id: 'AgencyEvent', description: 'The agency’s ids change; do not keep them.' },
)

const range = {
  from: Type.Optional(
    moment('Events from here on; unless told from yesterday, or the day before a `to` in the past.'),
  ),
  to: Type.Optional(moment('Events up to here; a week ahead unless told.')),
  countries: Type.Optional(
    csv('Only these countries, two letters each, at most 40.', { examples: ['US,EU'] }),
  ),
  min_importance: withDefault(
    Type.Integer({ minimum: -1, maximum: 1, description: 'At least this important: -1, 0 or 1.' }),
    -1,
  ),
}
const rows = { limit: limit(1000, 200), offset: offset(50_000) }

const countryForm = { pattern: /^[A-Za-z]{2}$/, expected: 'two letters' }
const currencyForm = { pattern: /^[A-Za-z]{3}$/, expected: 'three letters' }
const usualSpan = { daysBack: 1, daysAhead: 7, daysMax: 90 }

interface RangeQuery {
  readonly from?: string
  readonly to?: string
  readonly countries?: string
  readonly min_importance: number
  readonly limit: number
  readonly offset: number
}

/** Without what was written, so that the same moment written otherwise is the same question. */
function rangeOf(
  { countries, min_importance, limit: most, offset: start, ...ends }: RangeQuery,
  nowMs: number,
) {
  return {
    ...parseSpan(ends, nowMs, usualSpan),
    countries: capitals(parseList(countries, { parameter: 'countries', most: 40, form: countryForm })),
    min_importance,
    limit: most,
    offset: start,
  }
}

export const getEconomicCalendar = defineProduct({
  name: 'getEconomicCalendar',
  query: Type.Object({
    ...range,
    categories: Type.Optional(csv(`Only these categories: ${categoryNames.join(', ')}.`)),
    ...rows,
  }),
  answer: { rows: EconomicEvent },
  question: ({ query, nowMs }) => ({
    ...rangeOf(query, nowMs),
    categories: parseList(query.categories, { parameter: 'categories', most: 14, known: categoryNames }),
  }),
  toAsk: (question) =>
    askOf(contractOf('calendar.economic'), {
      query: { ...spanQuery(question), countries: question.countries.join(',') || undefined },
    }),
  read(json, question) {
    const events = eventsOf(json).map((event) => toEconomicEvent(asObject(event)))
    const { categories: wanted } = question
    return page(
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
    ...range,
    currencies: Type.Optional(csv('Only these currencies, three letters each; instead of countries.')),
    ...rows,
  }),
  answer: { rows: AgencyEvent },
  question({ query, nowMs }) {
    const chosen = rangeOf(query, nowMs)
    const currencies = parseList(query.currencies, { parameter: 'currencies', most: 40, form: currencyForm })
    if (chosen.countries.length > 0 && currencies.length > 0) {
      throw wrong(
        'currencies',
        'Events are chosen by countries or by currencies, not by both.',
        'one of countries and currencies',
      )
    }
    return { ...chosen, currencies: capitals(currencies) }
  },
  toAsk: (question) =>
    askOf(contractOf('calendar.economic.newsagency'), {
      query: {
        ...spanQuery(question),
        countries: question.countries.join(',') || undefined,
        currencies: question.currencies.join(',') || undefined,
      },
    }),
  read: (json, question) =>
    page(
      eventsOf(json).map((event) => toAgencyEvent(asObject(event))),
      question,
    ),
})

function spanQuery(question: { fromMs: number; toMs: number; min_importance: number }) {
  return {
    from: new Date(question.fromMs).toISOString(),
    to: new Date(question.toMs).toISOString(),
    minImportance: question.min_importance,
  }
}

/** An empty window has no `result`. */
function eventsOf(json: unknown): readonly unknown[] {
  const { status, result } = asObject(json)
  if (status === 'no_data') return []
  if (status !== 'ok') throw changed('a calendar without a status')
  return asArray(result ?? [])
}

function page(
  events: readonly { date: string | null }[],
  { limit: most, offset: start }: { limit: number; offset: number },
): Reading {
  const sorted = events.toSorted((a, b) => (a.date ?? '').localeCompare(b.date ?? ''))
  return cut(sorted, most, start)
}

function toEvent(event: Json) {
  const { id, title } = event
  const importance = number(event.importance)
  if (typeof title !== 'string') throw changed('an event without a title')
  return {
    id: word(id) ?? '',
    title,
    country: text(event.country),
    currency: text(event.currency),
    indicator: text(event.indicator),
    date: instantText(event.date),
    period: text(event.period),
    importance,
    importance_name: importances.get(importance) ?? null,
    actual: figure(event.actual),
    forecast: figure(event.forecast),
    previous: figure(event.previous),
    unit: text(event.unit),
    scale: text(event.scale),
    comment: text(event.comment),
    source: text(event.source),
  }
}

function toEconomicEvent(event: Json) {
  const category = text(event.category)
  return {
    ...toEvent(event),
    category: categoryByCode.get(category) ?? category,
    ticker: text(event.ticker),
    reference_date: instantText(event.referenceDate),
    source_url: text(event.source_url),
    actual_raw: figure(event.actualRaw),
    forecast_raw: figure(event.forecastRaw),
    previous_raw: figure(event.previousRaw),
  }
}

function toAgencyEvent(event: Json) {
  return { ...toEvent(event), url: text(event.link) }
}
