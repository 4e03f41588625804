/** Options: implied volatility, totals of an underlying, and charts of strategies. */

import { Type } from 'typebox'
import { Failure } from '../../../core/errors.ts'
import { nullable, oneOf } from '../../../http/openapi/fields.ts'
import { parseJsonBody } from '../../../http/request/json-body.ts'
import {
  numberOrNull,
  objectOrEmpty,
  requireArray,
  requireObject,
  textOrNull,
  upstreamChanged,
} from '../gateway/json-guards.ts'
import { jsonBody } from '../gateway/upstream-request.ts'
import { usableRows } from '../gateway/usable-rows.ts'
import { invalidParameter } from '../parameters/invalid-parameter.ts'
import { exchangeParameter, parseSymbol, symbolField, symbolParameter } from '../parameters/symbol.ts'
import { defineProduct, toPage } from './product.ts'

/** What the products about one underlying share. */
const ofUnderlying = {
  tag: 'Options',
  params: Type.Object({ symbol: symbolParameter }),
  query: Type.Object({ exchange: Type.Optional(exchangeParameter) }),
  errors: ['unknown_symbol', 'no_data'],
} as const

const daysPerUnit = { d: 1, w: 7, m: 30, y: 365 } as const

const ImpliedVolatility = Type.Object(
  {
    kind: oneOf(['real', 'standard'], { description: 'For actual expirations, or for standard time spans.' }),
    span: Type.Object(
      {
        value: Type.Number({ description: 'Number of units.' }),
        unit: oneOf(Object.keys(daysPerUnit), { description: 'Days, weeks, months or years.' }),
      },
      { description: 'Time span.' },
    ),
    span_days: nullable(Type.Number({ description: 'The span in days; a month is 30 days.' })),
    implied_volatility: nullable(Type.Number({ description: 'A fraction: 0.31 is 31%.' })),
  },
  { $id: 'ImpliedVolatility' },
)

export const getImpliedVolatility = defineProduct({
  ...ofUnderlying,
  name: 'getImpliedVolatility',
  path: '/v1/options/{symbol}/implied-volatility',
  summary: 'Get implied volatility by time span',
  description: 'One row per span, as a fraction: 0.31 is 31%.',
  contract: 'OptionsCharting.GetInTimeIV',
  response: { rows: ImpliedVolatility },
  parseRequest: ({ params: { symbol }, query }) => ({ symbol: parseSymbol(symbol, query.exchange) }),
  toUpstream: (path) => ({ path }),
  toResult(json) {
    const { 'real-ivs': real, 'standard-ivs': standard } = requireObject(json)
    if (real === undefined && standard === undefined) throw upstreamChanged('no implied volatility')
    const lists = { real, standard }
    const items = (['real', 'standard'] as const).flatMap((kind) =>
      requireArray(lists[kind] ?? []).map((item) => ({ kind, item })),
    )
    const { rows, skippedRows } = usableRows(items, toVolatility)
    if (rows.length === 0) throw noDataFailure('The provider has no implied volatility for this symbol.')
    const page = toPage(rows.length, { limit: rows.length, offset: 0, total: rows.length })
    return { rows, page, skippedRows }
  },
  symbolToVerify: ({ symbol }) => symbol,
})

function toVolatility({ kind, item }: { kind: 'real' | 'standard'; item: unknown }) {
  const { span, value } = requireObject(item)
  const { value: count, unit } = objectOrEmpty(span)
  const amount = numberOrNull(count)
  const days = daysPerUnit[textOrNull(unit) as keyof typeof daysPerUnit]
  return {
    kind,
    span: { value: amount ?? 0, unit: textOrNull(unit) ?? '' },
    span_days: amount === null || days === undefined ? null : amount * days,
    implied_volatility: numberOrNull(value),
  }
}

const open = Type.Object({}, { additionalProperties: true, description: 'In the provider’s format.' })

export const getUnderlyingAggregates = defineProduct({
  ...ofUnderlying,
  name: 'getUnderlyingAggregates',
  path: '/v1/options/{symbol}/underlying-aggregates',
  summary: 'Get totals over all options of an underlying',
  description:
    'Undocumented figures, under the provider’s names. No response of the provider is known; the example is made up.',
  contract: 'OptionsCharting.GetUnderlyingAggregates',
  response: { data: Type.Object({ symbol: symbolField, aggregates: open }, { $id: 'UnderlyingAggregates' }) },
  parseRequest: ({ params: { symbol }, query }) => ({ symbol: parseSymbol(symbol, query.exchange) }),
  toUpstream: (path) => ({ path }),
  toResult(json, { symbol }) {
    const aggregates = requireObject(json)
    if (Object.keys(aggregates).length === 0)
      throw noDataFailure('The provider has no totals for this symbol.')
    return { data: { symbol, aggregates } }
  },
  symbolToVerify: ({ symbol }) => symbol,
})

const exampleStrategy = {
  symbol: 'NASDAQ:AAPL',
  legs: [{ type: 'call', side: 'buy', strike: 250, expiration: 20271217, quantity: 1 }],
}

export const getStrategyChart = defineProduct({
  name: 'getStrategyChart',
  path: '/v1/options/strategy-chart',
  tag: 'Options',
  summary: 'Get the chart of an options strategy',
  description:
    'POST takes the strategy as JSON, GET as base64url-encoded JSON in `payload`. The provider’s format is not known; the example is made up.',
  contract: 'OptionsCharting.PostStrategiesChart',
  query: Type.Object({
    payload: Type.String({
      minLength: 2,
      maxLength: 8000,
      pattern: '^[A-Za-z0-9_-]+={0,2}$',
      description: 'The strategy as base64url-encoded JSON.',
      examples: [Buffer.from(JSON.stringify(exampleStrategy)).toString('base64url')],
    }),
  }),
  body: Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    additionalProperties: true,
    description: 'The strategy in the provider’s format.',
    examples: [exampleStrategy],
  }),
  bodyBytesMax: 32_768,
  response: { data: open },
  parseRequest: ({ query, body }) => ({ body: jsonBody(body ?? decodePayload(query.payload)) }),
  toUpstream: ({ body }) => ({ body }),
  toResult: (json) => ({ data: requireObject(json) }),
})

function decodePayload(payload: string): unknown {
  try {
    const value = parseJsonBody(Buffer.from(payload, 'base64url'))
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  } catch {
    // Reported below.
  }
  throw invalidParameter(
    'payload',
    'The payload is not a base64url-encoded JSON object.',
    'base64url of {"legs": […]}',
  )
}

function noDataFailure(message: string): Failure {
  return new Failure('no_data', message, { details: { parameter: 'symbol' } })
}
