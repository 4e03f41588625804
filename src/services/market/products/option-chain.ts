/** The option chain of an underlying: a scan whose columns have our names. */

import { type Static, Type } from 'typebox'
import { limit, nullable, oneOf, withDefault } from '../../../http/openapi/fields.ts'
import {
  dayField,
  type Fields,
  numberField,
  openRowSchema,
  providerNames,
  textField,
} from '../gateway/fields.ts'
import { dayFromCompact, numericOrNull } from '../gateway/json-guards.ts'
import { jsonBody } from '../gateway/upstream-request.ts'
import { validateColumns } from '../parameters/columns.ts'
import { commaList, parseCommaList } from '../parameters/comma-list.ts'
import { invalidParameter } from '../parameters/invalid-parameter.ts'
import { offset } from '../parameters/query-fields.ts'
import { exchangeParameter, parseSymbol, symbolParameter } from '../parameters/symbol.ts'
import { toDelay } from '../scanner/delay.ts'
import type { ScanFilter } from '../scanner/filter-language.ts'
import { parameterForColumn, ScanBody, scanBodyBytesMax } from '../scanner/scan-body.ts'
import { type Scan, toScan2 } from '../scanner/scan-response.ts'
import { defineProduct } from './product.ts'
import { type ScanRequest, scanFromBody, toScanResult } from './scan-request.ts'

const columnsMax = 60

const number = (from: string, description: string) => numberField(from, description, numericOrNull)

/** The provider also has a column `type`, but for options it is always `option`. */
const optionFields: Fields = {
  ask: number('ask', 'Lowest ask.'),
  bid: number('bid', 'Highest bid.'),
  currency: textField('currency', 'Currency of the price.'),
  delta: number('delta', 'Change of the price per unit of the underlying.'),
  expiration: dayField('expiration', 'Expiration date.', dayFromCompact),
  gamma: number('gamma', 'Change of delta per unit of the underlying.'),
  iv: number('iv', 'Implied volatility as a fraction: 0.31 is 31%.'),
  type: {
    from: 'option-type',
    schema: nullable(oneOf(['call', 'put'], { description: 'Right to buy, or to sell.' })),
    convert: (cell) => (cell === 'call' || cell === 'put' ? cell : null),
  },
  pricescale: number('pricescale', 'Price units per currency unit: 100 means cents.'),
  rho: number('rho', 'Change of the price per percentage point of interest.'),
  root: textField('root', 'Root symbol of the series.'),
  strike: number('strike', 'Strike price.'),
  theo_price: number('theoPrice', 'Theoretical price.'),
  theta: number('theta', 'Change of the price per day.'),
  vega: number('vega', 'Change of the price per percentage point of volatility.'),
  bid_iv: number('bid_iv', 'Implied volatility of the bid.'),
  ask_iv: number('ask_iv', 'Implied volatility of the ask.'),
  volume: number('volume', 'Contracts traded today.'),
  update_mode: textField('update_mode', 'Delay of the data, e.g. `delayed_streaming_900`.'),
}
const columnByName = providerNames(optionFields)
const defaultColumns = [...columnByName.values()]
const alwaysIncluded = ['symbol', 'underlying']

const OptionContract = openRowSchema(
  {
    symbol: Type.String({ description: 'The contract.', examples: ['OPRA:AAPL270115C200.0'] }),
    underlying: Type.String({ description: 'Symbol of the underlying.', examples: ['NASDAQ:AAPL'] }),
  },
  optionFields,
  {
    $id: 'OptionContract',
    description:
      'Greeks may be null. With `columns`, rows have only these and the two symbols; other columns keep the provider’s names.',
  },
)

function day(description: string) {
  return Type.String({
    pattern: '^\\d{4}-?\\d{2}-?\\d{2}$',
    description: `${description} A day, \`2027-01-15\` or \`20270115\`.`,
    examples: ['2027-01-15', '20270115'],
  })
}

const filterParameters = {
  expiration: Type.Optional(day('Only this expiration.')),
  expiration_from: Type.Optional(day('Earliest expiration.')),
  expiration_to: Type.Optional(day('Latest expiration.')),
  type: Type.Optional(oneOf(['call', 'put'], { description: 'Only calls, or only puts.' })),
  strike: Type.Optional(Type.Number({ minimum: 0, description: 'Only this strike.' })),
  strike_min: Type.Optional(Type.Number({ minimum: 0, description: 'Minimum strike.' })),
  strike_max: Type.Optional(Type.Number({ minimum: 0, description: 'Maximum strike.' })),
  root: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9.]{1,20}$',
      'x-words': 'at most 20 letters, digits and dots',
      description: 'Only this root.',
    }),
  ),
}
type ChainFilters = Static<Type.TObject<typeof filterParameters>>

const exchange = Type.Optional(exchangeParameter)

interface ChainRequest extends ScanRequest {
  readonly symbol: string
}

export const getOptionChain = defineProduct({
  name: 'getOptionChain',
  path: '/v1/options/{symbol}/chain',
  tag: 'Options',
  summary: 'List option contracts of an underlying',
  description:
    'Strikes, expirations, prices, volume, Greeks and implied volatility, as far as the provider has them.',
  contract: 'scanner.scan.options',
  params: Type.Object({ symbol: symbolParameter }),
  query: Type.Object({
    exchange,
    ...filterParameters,
    columns: Type.Optional(
      commaList(`Columns, at most ${columnsMax}, by our name or the provider’s. Default: a common set.`),
    ),
    sort: withDefault(
      Type.String({
        maxLength: 80,
        description:
          'A column, by our name or the provider’s. Within a page, rows with the same value are sorted by expiration, strike and type.',
      }),
      'expiration',
    ),
    order: withDefault(oneOf(['asc', 'desc'], { description: 'Sort direction.' }), 'asc'),
    limit: limit(2000, 500),
    offset: offset(20_000),
  }),
  postQuery: Type.Object({ exchange }),
  body: ScanBody,
  bodyBytesMax: scanBodyBytesMax,
  response: { rows: OptionContract },
  errors: ['unknown_symbol'],
  parseRequest({ params, query, body }): ChainRequest {
    const symbol = parseSymbol(params.symbol, query.exchange)
    const index_filters = [{ name: 'underlying_symbol', values: [symbol] }]
    if (body) {
      const request = scanFromBody(body, { columnsMax, rowsMax: 2000, defaultRows: 500, defaultColumns })
      const columns = checkProviderColumns(request.body.columns)
      return { ...request, symbol, body: { ...request.body, columns, index_filters } }
    }
    const columns = parseCommaList(query.columns, {
      parameter: 'columns',
      maxItems: columnsMax,
      keepOrder: true,
    })
    validateColumns(columns, columnsMax)
    validateColumns([query.sort], 1, 'sort')
    return {
      symbol,
      limit: query.limit,
      offset: query.offset,
      body: {
        columns: columns.length > 0 ? toProviderColumns(columns) : defaultColumns,
        filter: [{ left: 'type', operation: 'equal', right: 'option' }, ...toChainFilters(query)],
        ignore_unknown_fields: false,
        sort: {
          sortBy: columnByName.get(query.sort) ?? query.sort,
          sortOrder: query.order,
          nullsFirst: false,
        },
        range: [query.offset, query.offset + query.limit],
        index_filters,
      },
    }
  },
  toUpstream: ({ body }) => ({ body: jsonBody(body) }),
  toResult(json, request) {
    const scan = sortTies(toScan2(json, request.body.columns), request.body.sort?.sortBy)
    const fixed = { underlying: request.symbol }
    return { ...toScanResult(scan, request, { fields: optionFields, fixed }), ...toDelay(scan) }
  },
  parameterForColumn: (column, { body }) => parameterForColumn(column, body),
  symbolToVerify: ({ symbol }) => symbol,
})

const tieColumns = ['expiration', 'strike', 'option-type']

/** The provider sorts by one column, and leaves contracts with the same value in no order. */
function sortTies(scan: Scan, sortBy: string | undefined): Scan {
  const sorted = scan.columns.indexOf(sortBy ?? '')
  if (sorted === -1) return scan
  const ties = tieColumns.map((name) => scan.columns.indexOf(name)).filter((index) => index !== -1)
  const runs: Scan['rows'][number][][] = []
  for (const row of scan.rows) {
    const run = runs.at(-1)
    if (run?.[0]?.cells[sorted] === row.cells[sorted]) run?.push(row)
    else runs.push([row])
  }
  const rows = runs.flatMap((run) =>
    run.sort((one, other) => {
      for (const index of ties) {
        const order = compareCells(one.cells[index], other.cells[index])
        if (order !== 0) return order
      }
      return 0
    }),
  )
  return { ...scan, rows }
}

function compareCells(one: unknown, other: unknown): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  return typeof one === 'string' && typeof other === 'string' ? one.localeCompare(other, 'en') : 0
}

function toProviderColumns(names: readonly string[]): string[] {
  const requested = names.filter((name) => !alwaysIncluded.includes(name))
  return [...new Set(requested.map((name) => columnByName.get(name) ?? name))]
}

/** A body uses the provider's names; one that means something else in our rows is rejected. */
function checkProviderColumns(columns: readonly string[]): string[] {
  const reserved = columns.find(
    (column) => alwaysIncluded.includes(column) || (columnByName.get(column) ?? column) !== column,
  )
  if (reserved === undefined) return [...new Set(columns)]
  const providerName = columnByName.get(reserved)
  throw invalidParameter(
    'columns',
    providerName === undefined
      ? `${JSON.stringify(reserved)} is always included; do not request it.`
      : `Rows use the name ${JSON.stringify(reserved)} for ${JSON.stringify(providerName)}.`,
    providerName ?? `columns without ${reserved}`,
    { in: 'body' },
  )
}

function toChainFilters(query: ChainFilters): ScanFilter[] {
  const expirationOf = (parameter: 'expiration' | 'expiration_from' | 'expiration_to') =>
    query[parameter] === undefined ? undefined : parseCompactDay(query[parameter], parameter)
  return [
    ...equalFilter('expiration', expirationOf('expiration')),
    ...rangeFilter(
      'expiration',
      [expirationOf('expiration_from'), expirationOf('expiration_to')],
      'expiration_to',
    ),
    ...equalFilter('root', query.root?.toUpperCase()),
    ...equalFilter('strike', query.strike),
    ...rangeFilter('strike', [query.strike_min, query.strike_max], 'strike_max'),
    ...equalFilter('option-type', query.type),
  ]
}

function equalFilter(left: string, right: string | number | undefined): ScanFilter[] {
  return right === undefined ? [] : [{ left, operation: 'equal', right }]
}

function rangeFilter(
  left: string,
  [low, high]: readonly [low: number | undefined, high: number | undefined],
  highParameter: string,
): ScanFilter[] {
  if (low === undefined && high === undefined) return []
  if (low === undefined) return [{ left, operation: 'eless', right: high }]
  if (high === undefined) return [{ left, operation: 'egreater', right: low }]
  if (high >= low) return [{ left, operation: 'in_range', right: [low, high] }]
  throw invalidParameter(
    highParameter,
    `The end of the ${left} range is before its start.`,
    `at least ${low}`,
  )
}

/** The provider writes days as numbers. */
function parseCompactDay(text: string, parameter: string): number {
  const compact = text.replaceAll('-', '')
  const iso = dayFromCompact(compact)
  const isReal = iso !== null && Date.parse(iso) > 0 && new Date(iso).toISOString().startsWith(iso)
  if (isReal) return Number(compact)
  throw invalidParameter(parameter, `${JSON.stringify(text)} is not a valid date.`, '2027-01-15 or 20270115')
}
