/** Options: chains, implied volatility, totals, and charts of strategies. */

import { Type } from 'typebox'
import { Failure } from '../../../core/errors.ts'
import { limit, nullable, oneOf, withDefault } from '../../../http/openapi/fields.ts'
import { readJsonBody } from '../../../http/request/json-body.ts'
import { contractOf } from '../gateway/contracts.ts'
import {
  asArray,
  asObject,
  changed,
  compactDay,
  figure,
  inner,
  number,
  text,
} from '../gateway/json-guards.ts'
import { askOf, jsonBody } from '../gateway/upstream-request.ts'
import { csv, parseList } from '../parameters/comma-list.ts'
import { offset } from '../parameters/query-fields.ts'
import { exchangeParameter, parseSymbol, rowSymbol, symbolParameter } from '../parameters/symbol.ts'
import { checkColumns } from '../scanner/columns.ts'
import { delayOf } from '../scanner/delay.ts'
import type { ScanFilter } from '../scanner/filter-language.ts'
import { checkScanBody, parameterNaming, ScanBody } from '../scanner/scan-body.ts'
import { readScan2, withCells } from '../scanner/scan-response.ts'
import { defineProduct, pageOf } from './product.ts'
import { scanBodyBytesMax } from './screener.ts'

const params = Type.Object({ symbol: symbolParameter })
const exchange = Type.Optional(exchangeParameter)

const usualColumns =
  'ask bid currency delta expiration gamma iv option-type pricescale rho root strike theoPrice theta vega bid_iv ask_iv volume update_mode'.split(
    ' ',
  )

const figureOf = (description: string) => Type.Optional(nullable(Type.Number({ description })))
const textOf = (description: string) => Type.Optional(nullable(Type.String({ description })))

const OptionContract = Type.Object(
  {
    symbol: Type.String({ description: 'The contract.', examples: ['OPRA:AAPL270115C200.0'] }),
    underlying: Type.String({ description: 'What it is an option on.', examples: ['NASDAQ:AAPL'] }),
    root: textOf('What its series is called.'),
    expiration: Type.Optional(nullable(Type.String({ format: 'date', description: 'Its last day.' }))),
    strike: figureOf('The price at which the underlying can be bought or sold.'),
    type: Type.Optional(nullable(oneOf(['call', 'put'], { description: 'A right to buy, or to sell.' }))),
    bid: figureOf('The most a buyer offers.'),
    ask: figureOf('The least a seller asks.'),
    theo_price: figureOf('What a model says it is worth.'),
    volume: figureOf('Contracts traded today.'),
    iv: figureOf('Implied volatility as a fraction: 0.31 is 31 %.'),
    bid_iv: figureOf('The same, of the bid.'),
    ask_iv: figureOf('The same, of the ask.'),
    delta: figureOf('What its price moves by when the underlying moves by one.'),
    gamma: figureOf('What delta moves by when the underlying moves by one.'),
    theta: figureOf('What its price moves by in a day.'),
    vega: figureOf('What its price moves by with one percentage point of volatility.'),
    rho: figureOf('What its price moves by with one percentage point of interest.'),
    currency: textOf('What its price is told in.'),
    pricescale: figureOf('Into how many parts its price is divided: 100 means cents.'),
    update_mode: textOf('How far behind the market it is, e.g. `delayed_streaming_900`.'),
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
const theirNames = new Map([
  ['type', 'option-type'],
  ['theo_price', 'theoPrice'],
])
const ourNames = new Map([...theirNames].map(([ours, theirs]) => [theirs, ours]))

/** What every row has, whichever columns are asked for. */
const fixedNames = ['symbol', 'underlying']

interface ChainQuestion {
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
      csv('Columns instead of the usual ones, at most 60, by the names rows have or by the provider’s.'),
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
  answer: { rows: OptionContract },
  errors: ['unknown_symbol'],
  question({ params: { symbol: written }, query, body }): ChainQuestion {
    const symbol = parseSymbol(written, query.exchange)
    const index_filters = [{ name: 'underlying_symbol', values: [symbol] }]
    if (body) {
      checkScanBody(body, { columnsMax: 60, rowsMax: 2000 })
      const [from, to] = body.range ?? [0, 500]
      const columns = providerColumns(body.columns ?? usualColumns)
      const rest = { limit: Math.max(1, to - from), offset: from }
      return { symbol, ...rest, body: { ...body, columns, range: [from, to], index_filters } }
    }
    const columns = parseList(query.columns, { parameter: 'columns', most: 60, ordered: true })
    checkColumns(columns, 60)
    checkColumns([query.sort], 1, 'sort')
    return {
      symbol,
      limit: query.limit,
      offset: query.offset,
      body: {
        columns: columns.length > 0 ? askedColumns(columns) : usualColumns,
        filter: [{ left: 'type', operation: 'equal', right: 'option' }, ...chainFilters(query)],
        ignore_unknown_fields: false,
        sort: { sortBy: theirNames.get(query.sort) ?? query.sort, sortOrder: query.order, nullsFirst: false },
        range: [query.offset, query.offset + query.limit],
        index_filters,
      },
    }
  },
  toAsk: ({ body }) => askOf(contractOf('scanner.scan.options'), { body: jsonBody(body) }),
  read(json, { symbol: underlying, body, limit: most, offset: start }) {
    const { total, columns, rows } = readScan2(json, body.columns)
    return {
      rows: rows.map(({ symbol, cells }) => ({
        symbol,
        underlying,
        ...contractCells(withCells({}, columns, cells)),
      })),
      page: pageOf(rows.length, { limit: most, offset: start, total }),
      columns: [...fixedNames, ...body.columns.map((column) => ourNames.get(column) ?? column)],
      ...delayOf(columns, rows),
    }
  },
  parameterNaming: (column, { body }) => parameterNaming(column, body),
  symbolOf: ({ symbol }) => symbol,
})

/** What has to be asked for, so that rows have these names. */
function askedColumns(names: readonly string[]): string[] {
  const missing = names.filter((name) => !fixedNames.includes(name))
  return [...new Set(missing.map((name) => theirNames.get(name) ?? name))]
}

/** Columns in the provider's terms. One with a name that means something else in our rows is refused. */
function providerColumns(columns: readonly string[]): string[] {
  const taken = columns.find((column) => theirNames.has(column) || fixedNames.includes(column))
  if (taken === undefined) return [...new Set(columns)]
  const theirs = theirNames.get(taken)
  const told = theirs === undefined ? 'every row has it' : `it is how rows tell ${JSON.stringify(theirs)}`
  throw new Failure('invalid_request', `${JSON.stringify(taken)} cannot be asked for: ${told}.`, {
    details: { parameter: 'columns', in: 'body', expected: theirs ?? `columns without ${taken}` },
  })
}

interface ChainWish {
  readonly expiration?: string
  readonly expiration_from?: string
  readonly expiration_to?: string
  readonly type?: 'call' | 'put'
  readonly strike?: number
  readonly strike_min?: number
  readonly strike_max?: number
  readonly root?: string
}

function chainFilters(wish: ChainWish): ScanFilter[] {
  const filters: ScanFilter[] = []
  const add = (left: string, operation: string, right: unknown) => filters.push({ left, operation, right })
  if (wish.expiration !== undefined) add('expiration', 'equal', compactNumber(wish.expiration, 'expiration'))
  const from = wish.expiration_from && compactNumber(wish.expiration_from, 'expiration_from')
  const to = wish.expiration_to && compactNumber(wish.expiration_to, 'expiration_to')
  addRange(filters, 'expiration', [from || undefined, to || undefined], 'expiration_to')
  if (wish.root !== undefined) add('root', 'equal', wish.root.toUpperCase())
  if (wish.strike !== undefined) add('strike', 'equal', wish.strike)
  addRange(filters, 'strike', [wish.strike_min, wish.strike_max], 'strike_max')
  if (wish.type !== undefined) add('option-type', 'equal', wish.type)
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
function compactNumber(written: string, parameter: string): number {
  const compact = written.replaceAll('-', '')
  const iso = compactDay(compact)
  const isReal = iso !== null && Date.parse(iso) > 0 && new Date(iso).toISOString().startsWith(iso)
  if (isReal) return Number(compact)
  throw new Failure('invalid_request', `There is no such day as ${JSON.stringify(written)}.`, {
    details: { parameter, expected: '2027-01-15 or 20270115' },
  })
}

const cellReaders = new Map<string, (cell: unknown) => unknown>([
  ['expiration', compactDay],
  ['option-type', (cell) => (cell === 'call' || cell === 'put' ? cell : null)],
  ...['root', 'currency', 'update_mode'].map((name) => [name, text] as const),
  ...'strike bid ask theoPrice volume iv bid_iv ask_iv delta gamma theta vega rho pricescale'
    .split(' ')
    .map((name) => [name, figure] as const),
])

/** Usual columns are what they are told to be, or null; further ones are as they come. */
function contractCells(cells: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(cells).map(([column, cell]) => {
      const read = cellReaders.get(column)
      return [ourNames.get(column) ?? column, read ? read(cell) : cell]
    }),
  )
}

const units = { d: 1, w: 7, m: 30, y: 365 } as const

const ImpliedVolatility = Type.Object(
  {
    kind: oneOf(['real', 'standard'], { description: 'Of real expirations, or of standard spans.' }),
    span: Type.Object(
      {
        value: Type.Number({ description: 'How many units.' }),
        unit: oneOf(Object.keys(units), { description: 'Days, weeks, months or years.' }),
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
  answer: { rows: ImpliedVolatility },
  errors: ['unknown_symbol', 'no_data'],
  question: ({ params: { symbol }, query }) => ({ symbol: parseSymbol(symbol, query.exchange) }),
  toAsk: ({ symbol }) => askOf(contractOf('OptionsCharting.GetInTimeIV'), { path: { symbol } }),
  read(json) {
    const answer = asObject(json)
    const real = answer['real-ivs']
    const standard = answer['standard-ivs']
    if (real === undefined && standard === undefined) throw changed('no implied volatility')
    const rows = [...toVolatilities('real', real), ...toVolatilities('standard', standard)]
    if (rows.length === 0) throw nothing('No implied volatility is known for this symbol.')
    return { rows, page: pageOf(rows.length, { limit: rows.length, offset: 0, total: rows.length }) }
  },
  symbolOf: ({ symbol }) => symbol,
})

function toVolatilities(kind: 'real' | 'standard', list: unknown) {
  return asArray(list ?? []).map((item) => {
    const { span, value } = asObject(item)
    const { value: count, unit } = inner(span)
    const amount = number(count)
    const days = units[text(unit) as keyof typeof units]
    return {
      kind,
      span: { value: amount ?? 0, unit: text(unit) ?? '' },
      span_days: amount === null || days === undefined ? null : amount * days,
      implied_volatility: number(value),
    }
  })
}

const open = Type.Object({}, { additionalProperties: true, description: 'As the provider has it.' })

export const getUnderlyingAggregates = defineProduct({
  name: 'getUnderlyingAggregates',
  params,
  query: Type.Object({ exchange }),
  answer: { data: Type.Object({ symbol: rowSymbol, aggregates: open }, { $id: 'UnderlyingAggregates' }) },
  errors: ['unknown_symbol', 'no_data'],
  question: ({ params: { symbol }, query }) => ({ symbol: parseSymbol(symbol, query.exchange) }),
  toAsk: ({ symbol }) => askOf(contractOf('OptionsCharting.GetUnderlyingAggregates'), { path: { symbol } }),
  read(json, { symbol }) {
    const aggregates = asObject(json)
    if (Object.keys(aggregates).length === 0) throw nothing('No totals are known for this symbol.')
    return { data: { symbol, aggregates } }
  },
  symbolOf: ({ symbol }) => symbol,
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
  answer: { data: open },
  question: ({ query, body }) => ({ payload: body ?? decodePayload(query.payload) }),
  toAsk: ({ payload }) =>
    askOf(contractOf('OptionsCharting.PostStrategiesChart'), { body: jsonBody(payload) }),
  read: (json) => ({ data: asObject(json) }),
})

function decodePayload(payload: string): unknown {
  try {
    const value = readJsonBody(Buffer.from(payload, 'base64url'))
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  } catch {
    // Said below.
  }
  throw new Failure('invalid_request', 'The payload is not base64url of a JSON object.', {
    details: { parameter: 'payload', expected: 'base64url of {"legs": […]}' },
  })
}

function nothing(message: string): Failure {
  return new Failure('no_data', message, { details: { parameter: 'symbol' } })
}
