/** Options: chains, implied volatility, totals, and charts of strategies. */

import { Type } from 'typebox'
import { Failure } from '../../../core/errors.ts'
import { limit, nullable, oneOf, withDefault } from '../../../http/openapi/fields.ts'
import { parseJsonBody } from '../../../http/request/json-body.ts'
import { getContract } from '../gateway/contracts.ts'
import {
  dayFromCompact,
  numberOrNull,
  numericOrNull,
  objectOrEmpty,
  requireArray,
  requireObject,
  textOrNull,
  upstreamChanged,
} from '../gateway/json-guards.ts'
import { buildUpstreamRequest, jsonBody } from '../gateway/upstream-request.ts'
import { commaList, parseCommaList } from '../parameters/comma-list.ts'
import { offset } from '../parameters/query-fields.ts'
import { exchangeParameter, parseSymbol, symbolField, symbolParameter } from '../parameters/symbol.ts'
import { validateColumns } from '../scanner/columns.ts'
import { toDelay } from '../scanner/delay.ts'
import type { ScanFilter } from '../scanner/filter-language.ts'
import { parameterForColumn, ScanBody, validateScanBody } from '../scanner/scan-body.ts'
import { addCells, toScan2 } from '../scanner/scan-response.ts'
import { defineProduct, toPage } from './product.ts'
import { scanBodyBytesMax } from './screener.ts'

const params = Type.Object({ symbol: symbolParameter })
const exchange = Type.Optional(exchangeParameter)

const defaultOptionColumns =
  'ask bid currency delta expiration gamma iv option-type pricescale rho root strike theoPrice theta vega bid_iv ask_iv volume update_mode'.split(
    ' ',
  )

const optionalNumber = (description: string) => Type.Optional(nullable(Type.Number({ description })))
const optionalText = (description: string) => Type.Optional(nullable(Type.String({ description })))

const OptionContract = Type.Object(
  {
    symbol: Type.String({ description: 'The contract.', examples: ['OPRA:AAPL270115C200.0'] }),
    underlying: Type.String({ description: 'What it is an option on.', examples: ['NASDAQ:AAPL'] }),
    root: optionalText('What its series is called.'),
    expiration: Type.Optional(nullable(Type.String({ format: 'date', description: 'Its last day.' }))),
    strike: optionalNumber('The price at which the underlying can be bought or sold.'),
    type: Type.Optional(nullable(oneOf(['call', 'put'], { description: 'A right to buy, or to sell.' }))),
    bid: optionalNumber('The most a buyer offers.'),
    ask: optionalNumber('The least a seller asks.'),
    theo_price: optionalNumber('What a model says it is worth.'),
    volume: optionalNumber('Contracts traded today.'),
    iv: optionalNumber('Implied volatility as a fraction: 0.31 is 31 %.'),
    bid_iv: optionalNumber('The same, of the bid.'),
    ask_iv: optionalNumber('The same, of the ask.'),
    delta: optionalNumber('What its price moves by when the underlying moves by one.'),
    gamma: optionalNumber('What delta moves by when the underlying moves by one.'),
    theta: optionalNumber('What its price moves by in a day.'),
    vega: optionalNumber('What its price moves by with one percentage point of volatility.'),
    rho: optionalNumber('What its price moves by with one percentage point of interest.'),
    currency: optionalText('What its price is told in.'),
    pricescale: optionalNumber('Into how many parts its price is divided: 100 means cents.'),
    update_mode: optionalText('How far behind the market it is, e.g. `delayed_streaming_900`.'),
  },
  {
    $id: 'OptionContract',
    additionalProperties: true,
    description:
      'Greeks may be null. With `columns` only those are there beside the two symbols, further ones under their own names.',
  },
)

function day(description: string) {
  return Type.String({
    pattern: '^\\d{4}-?\\d{2}-?\\d{2}$',
    description: `${description} A day, \`2027-01-15\` or \`20270115\`.`,
  })
}

/** The provider's names, by ours where they differ. It has a `type` too, but of an option that is always `option`. */
const providerNames = new Map([
  ['type', 'option-type'],
  ['theo_price', 'theoPrice'],
])
const apiNames = new Map([...providerNames].map(([ours, theirs]) => [theirs, ours]))

/** What every row has, whichever columns are asked for. */
const alwaysIncluded = ['symbol', 'underlying']

interface ChainRequest {
  readonly symbol: string
  readonly body: ScanBody & { readonly columns: readonly string[] }
  readonly limit: number
  readonly offset: number
}

export const getOptionChain = defineProduct({
  name: 'getOptionChain',
  params,
  query: Type.Object({
    exchange,
    expiration: Type.Optional(day('Only this expiration.')),
    expiration_from: Type.Optional(day('From this expiration on.')),
    expiration_to: Type.Optional(day('Up to this expiration.')),
    type: Type.Optional(oneOf(['call', 'put'], { description: 'Only calls, or only puts.' })),
    strike: Type.Optional(Type.Number({ minimum: 0, description: 'Only this strike.' })),
    strike_min: Type.Optional(Type.Number({ minimum: 0, description: 'Strikes from here on.' })),
    strike_max: Type.Optional(Type.Number({ minimum: 0, description: 'Strikes up to here.' })),
    root: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9.]{1,20}$', description: 'Only this root.' })),
    columns: Type.Optional(
      commaList(
        'Columns instead of the usual ones, at most 60, by the names rows have or by the provider’s.',
      ),
    ),
    sort: withDefault(
      Type.String({ maxLength: 80, description: 'A column, by the name rows have or by the provider’s.' }),
      'strike',
    ),
    order: withDefault(oneOf(['asc', 'desc'], { description: 'Which way.' }), 'asc'),
    limit: limit(2000, 500),
    offset: offset(20_000),
  }),
  postQuery: Type.Object({ exchange }),
  body: ScanBody,
  bodyBytesMax: scanBodyBytesMax,
  response: { rows: OptionContract },
  errors: ['unknown_symbol'],
  parseRequest({ params: { symbol: written }, query, body }): ChainRequest {
    const symbol = parseSymbol(written, query.exchange)
    const index_filters = [{ name: 'underlying_symbol', values: [symbol] }]
    if (body) {
      validateScanBody(body, { columnsMax: 60, rowsMax: 2000 })
      const [from, to] = body.range ?? [0, 500]
      const columns = checkProviderColumns(body.columns ?? defaultOptionColumns)
      const rest = { limit: Math.max(1, to - from), offset: from }
      return { symbol, ...rest, body: { ...body, columns, range: [from, to], index_filters } }
    }
    const columns = parseCommaList(query.columns, { parameter: 'columns', maxItems: 60, keepOrder: true })
    validateColumns(columns, 60)
    validateColumns([query.sort], 1, 'sort')
    return {
      symbol,
      limit: query.limit,
      offset: query.offset,
      body: {
        columns: columns.length > 0 ? toProviderColumns(columns) : defaultOptionColumns,
        filter: [{ left: 'type', operation: 'equal', right: 'option' }, ...toChainFilters(query)],
        ignore_unknown_fields: false,
        sort: {
          sortBy: providerNames.get(query.sort) ?? query.sort,
          sortOrder: query.order,
          nullsFirst: false,
        },
        range: [query.offset, query.offset + query.limit],
        index_filters,
      },
    }
  },
  toUpstreamRequest: ({ body }) =>
    buildUpstreamRequest(getContract('scanner.scan.options'), { body: jsonBody(body) }),
  toResult(json, { symbol: underlying, body, limit: most, offset: start }) {
    const { total, columns, rows } = toScan2(json, body.columns)
    return {
      rows: rows.map(({ symbol, cells }) => ({
        symbol,
        underlying,
        ...toOptionCells(addCells({}, columns, cells)),
      })),
      page: toPage(rows.length, { limit: most, offset: start, total }),
      columns: [...alwaysIncluded, ...body.columns.map((column) => apiNames.get(column) ?? column)],
      ...toDelay(columns, rows),
    }
  },
  parameterForColumn: (column, { body }) => parameterForColumn(column, body),
  symbolToVerify: ({ symbol }) => symbol,
})

/** What has to be asked for, so that rows have these names. */
function toProviderColumns(names: readonly string[]): string[] {
  const missing = names.filter((name) => !alwaysIncluded.includes(name))
  return [...new Set(missing.map((name) => providerNames.get(name) ?? name))]
}

/** Columns in the provider's terms. One with a name that means something else in our rows is refused. */
function checkProviderColumns(columns: readonly string[]): string[] {
  const reservedName = columns.find((column) => providerNames.has(column) || alwaysIncluded.includes(column))
  if (reservedName === undefined) return [...new Set(columns)]
  const providerName = providerNames.get(reservedName)
  const reason =
    providerName === undefined ? 'every row has it' : `it is how rows tell ${JSON.stringify(providerName)}`
  throw new Failure('invalid_request', `${JSON.stringify(reservedName)} cannot be asked for: ${reason}.`, {
    details: {
      parameter: 'columns',
      in: 'body',
      expected: providerName ?? `columns without ${reservedName}`,
    },
  })
}

interface ChainFilters {
  readonly expiration?: string
  readonly expiration_from?: string
  readonly expiration_to?: string
  readonly type?: 'call' | 'put'
  readonly strike?: number
  readonly strike_min?: number
  readonly strike_max?: number
  readonly root?: string
}

function toChainFilters(query: ChainFilters): ScanFilter[] {
  const filters: ScanFilter[] = []
  const add = (left: string, operation: string, right: unknown) => filters.push({ left, operation, right })
  if (query.expiration !== undefined)
    add('expiration', 'equal', parseCompactDay(query.expiration, 'expiration'))
  const from = query.expiration_from && parseCompactDay(query.expiration_from, 'expiration_from')
  const to = query.expiration_to && parseCompactDay(query.expiration_to, 'expiration_to')
  addRange(filters, 'expiration', [from || undefined, to || undefined], 'expiration_to')
  if (query.root !== undefined) add('root', 'equal', query.root.toUpperCase())
  if (query.strike !== undefined) add('strike', 'equal', query.strike)
  addRange(filters, 'strike', [query.strike_min, query.strike_max], 'strike_max')
  if (query.type !== undefined) add('option-type', 'equal', query.type)
  return filters
}

/** `highParameter` is where the caller wrote the upper end. */
function addRange(
  filters: ScanFilter[],
  left: string,
  [low, high]: readonly [low: number | undefined, high: number | undefined],
  highParameter: string,
): void {
  if (low !== undefined && high !== undefined) {
    if (high < low) {
      throw new Failure('invalid_request', `The range of ${left} ends before it begins.`, {
        details: { parameter: highParameter, expected: `at least ${low}` },
      })
    }
    filters.push({ left, operation: 'in_range', right: [low, high] })
  } else if (low !== undefined) filters.push({ left, operation: 'egreater', right: low })
  else if (high !== undefined) filters.push({ left, operation: 'eless', right: high })
}

/** The provider writes days as numbers. */
function parseCompactDay(written: string, parameter: string): number {
  const compact = written.replaceAll('-', '')
  const iso = dayFromCompact(compact)
  const isReal = iso !== null && Date.parse(iso) > 0 && new Date(iso).toISOString().startsWith(iso)
  if (isReal) return Number(compact)
  throw new Failure('invalid_request', `There is no such day as ${JSON.stringify(written)}.`, {
    details: { parameter, expected: '2027-01-15 or 20270115' },
  })
}

const cellConverters = new Map<string, (cell: unknown) => unknown>([
  ['expiration', dayFromCompact],
  ['option-type', (cell) => (cell === 'call' || cell === 'put' ? cell : null)],
  ...['root', 'currency', 'update_mode'].map((name) => [name, textOrNull] as const),
  ...'strike bid ask theoPrice volume iv bid_iv ask_iv delta gamma theta vega rho pricescale'
    .split(' ')
    .map((name) => [name, numericOrNull] as const),
])

/** Usual columns are what they are told to be, or null; further ones are as they come. */
function toOptionCells(cells: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(cells).map(([column, cell]) => {
      const read = cellConverters.get(column)
      return [apiNames.get(column) ?? column, read ? read(cell) : cell]
    }),
  )
}

const daysPerUnit = { d: 1, w: 7, m: 30, y: 365 } as const

const ImpliedVolatility = Type.Object(
  {
    kind: oneOf(['real', 'standard'], { description: 'Of real expirations, or of standard spans.' }),
    span: Type.Object(
      {
        value: Type.Number({ description: 'How many units.' }),
        unit: oneOf(Object.keys(daysPerUnit), { description: 'Days, weeks, months or years.' }),
      },
      { description: 'How far ahead.' },
    ),
    span_days: nullable(Type.Number({ description: 'The span in days, months as 30.' })),
    implied_volatility: nullable(Type.Number({ description: 'A fraction: 0.31 is 31 %.' })),
  },
  { $id: 'ImpliedVolatility' },
)

export const getImpliedVolatility = defineProduct({
  name: 'getImpliedVolatility',
  params,
  query: Type.Object({ exchange }),
  response: { rows: ImpliedVolatility },
  errors: ['unknown_symbol', 'no_data'],
  parseRequest: ({ params: { symbol }, query }) => ({ symbol: parseSymbol(symbol, query.exchange) }),
  toUpstreamRequest: ({ symbol }) =>
    buildUpstreamRequest(getContract('OptionsCharting.GetInTimeIV'), { path: { symbol } }),
  toResult(json) {
    const answer = requireObject(json)
    const real = answer['real-ivs']
    const standard = answer['standard-ivs']
    if (real === undefined && standard === undefined) throw upstreamChanged('no implied volatility')
    const rows = [...toVolatilities('real', real), ...toVolatilities('standard', standard)]
    if (rows.length === 0) throw noDataFailure('No implied volatility is known for this symbol.')
    return { rows, page: toPage(rows.length, { limit: rows.length, offset: 0, total: rows.length }) }
  },
  symbolToVerify: ({ symbol }) => symbol,
})

function toVolatilities(kind: 'real' | 'standard', list: unknown) {
  return requireArray(list ?? []).map((item) => {
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
  })
}

const open = Type.Object({}, { additionalProperties: true, description: 'As the provider has it.' })

export const getUnderlyingAggregates = defineProduct({
  name: 'getUnderlyingAggregates',
  params,
  query: Type.Object({ exchange }),
  response: { data: Type.Object({ symbol: symbolField, aggregates: open }, { $id: 'UnderlyingAggregates' }) },
  errors: ['unknown_symbol', 'no_data'],
  parseRequest: ({ params: { symbol }, query }) => ({ symbol: parseSymbol(symbol, query.exchange) }),
  toUpstreamRequest: ({ symbol }) =>
    buildUpstreamRequest(getContract('OptionsCharting.GetUnderlyingAggregates'), { path: { symbol } }),
  toResult(json, { symbol }) {
    const aggregates = requireObject(json)
    if (Object.keys(aggregates).length === 0) throw noDataFailure('No totals are known for this symbol.')
    return { data: { symbol, aggregates } }
  },
  symbolToVerify: ({ symbol }) => symbol,
})

const payloadBytesMax = 32_768

export const getStrategyChart = defineProduct({
  name: 'getStrategyChart',
  query: Type.Object({
    payload: Type.String({
      minLength: 2,
      maxLength: 8000,
      pattern: '^[A-Za-z0-9_-]+={0,2}$',
      description: 'The strategy as base64url of its JSON.',
      examples: [
        Buffer.from(
          JSON.stringify({
            symbol: 'NASDAQ:AAPL',
            legs: [{ type: 'call', side: 'buy', strike: 250, expiration: 20271217, quantity: 1 }],
          }),
        ).toString('base64url'),
      ],
    }),
  }),
  body: Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    additionalProperties: true,
    description: 'The strategy as the provider takes it.',
    examples: [
      {
        symbol: 'NASDAQ:AAPL',
        legs: [{ type: 'call', side: 'buy', strike: 250, expiration: 20271217, quantity: 1 }],
      },
    ],
  }),
  bodyBytesMax: payloadBytesMax,
  response: { data: open },
  parseRequest: ({ query, body }) => ({ payload: body ?? decodePayload(query.payload) }),
  toUpstreamRequest: ({ payload }) =>
    buildUpstreamRequest(getContract('OptionsCharting.PostStrategiesChart'), { body: jsonBody(payload) }),
  toResult: (json) => ({ data: requireObject(json) }),
})

function decodePayload(payload: string): unknown {
  try {
    const value = parseJsonBody(Buffer.from(payload, 'base64url'))
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  } catch {
    // Said below.
  }
  throw new Failure('invalid_request', 'The payload is not base64url of a JSON object.', {
    details: { parameter: 'payload', expected: 'base64url of {"legs": […]}' },
  })
}

function noDataFailure(message: string): Failure {
  return new Failure('no_data', message, { details: { parameter: 'symbol' } })
}
