/** Earnings and dividends: scans whose columns have names of ours. */

import { type TSchema, Type } from 'typebox'
import { limit, nullable, oneOf, withDefault } from '../../../http/openapi/fields.ts'
import { type ContractId, getContract } from '../gateway/contracts.ts'
import {
  dayFromSeconds,
  instantFromSeconds,
  numberOrNull,
  numericOrNull,
  textOrNull,
} from '../gateway/json-guards.ts'
import { buildUpstreamRequest, jsonBody } from '../gateway/upstream-request.ts'
import { commaList, parseCommaList } from '../parameters/comma-list.ts'
import { invalidParameter } from '../parameters/invalid-parameter.ts'
import { dayOrInstant, lang, offset, parseTimeSpan } from '../parameters/query-fields.ts'
import { parseSymbols, symbolField } from '../parameters/symbol.ts'
import { validateColumns } from '../scanner/columns.ts'
import { parseMarkets } from '../scanner/markets.ts'
import { parameterForColumn, ScanBody, validateScanBody } from '../scanner/scan-body.ts'
import { addCells, toScan } from '../scanner/scan-response.ts'
import { defineProduct, type Product, toPage } from './product.ts'
import type { ProductName } from './product-table.ts'
import { parameterForComplaint, scanBodyBytesMax } from './screener.ts'

const fieldsMax = 60
const defaultMarket = 'america'

interface EventColumn {
  readonly name: string
  readonly schema: TSchema
  convert(cell: unknown): unknown
}

const textColumn = (name: string, options = {}): EventColumn => ({
  name,
  schema: nullable(Type.String(options)),
  convert: textOrNull,
})
const numberColumn = (name: string, options = {}): EventColumn => ({
  name,
  schema: nullable(Type.Number(options)),
  convert: numberOrNull,
})
const instantColumn = (name: string, options = {}): EventColumn => ({
  name,
  schema: nullable(Type.String({ format: 'date-time', ...options })),
  convert: instantFromSeconds,
})
const dayColumn = (name: string, options = {}): EventColumn => ({
  name,
  schema: nullable(Type.String({ format: 'date', ...options })),
  convert: dayFromSeconds,
})

const releaseTimeNames: ReadonlyMap<number | null, string> = new Map([
  [0, 'unknown'],
  [1, 'after_close'],
  [-1, 'before_open'],
])
const releaseTimeColumn = (name: string): EventColumn => ({
  name,
  schema: nullable(oneOf([...releaseTimeNames.values()], { description: 'When on that day.' })),
  convert: (cell) => releaseTimeNames.get(numericOrNull(cell)) ?? null,
})

type EventColumns = Readonly<Record<string, EventColumn>>

const companyColumns: EventColumns = {
  logoid: textColumn('logo_id', { description: 'The provider’s name of its logo.' }),
  name: textColumn('ticker', { description: 'The symbol without its exchange.' }),
  description: textColumn('company', { description: 'The company’s name.' }),
}

const listingColumns: EventColumns = {
  fundamental_currency_code: textColumn('currency', { description: 'The currency of the amounts.' }),
  market: textColumn('market', { description: 'As `markets` takes it.', examples: [defaultMarket] }),
}

/** In the order they are asked for. */
const earningsColumns: EventColumns = {
  earnings_release_next_date: instantColumn('next_release_at', { description: 'The next report.' }),
  earnings_release_date: instantColumn('release_at', { description: 'The latest report.' }),
  ...companyColumns,
  earnings_per_share_fq: numberColumn('eps', { description: 'Earnings per share of the latest quarter.' }),
  earnings_per_share_forecast_next_fq: numberColumn('eps_forecast_next', {
    description: 'Earnings per share expected of the next report.',
  }),
  eps_surprise_fq: numberColumn('eps_surprise', { description: '`eps` less `eps_forecast`.' }),
  eps_surprise_percent_fq: numberColumn('eps_surprise_percent', { description: 'The same in percent.' }),
  revenue_fq: numberColumn('revenue', { description: 'Revenue of the latest quarter.' }),
  revenue_forecast_next_fq: numberColumn('revenue_forecast_next', {
    description: 'Revenue expected of the next report.',
  }),
  market_cap_basic: numberColumn('market_cap', { description: 'What all its shares are worth.' }),
  earnings_release_time: releaseTimeColumn('release_time'),
  earnings_release_next_time: releaseTimeColumn('next_release_time'),
  earnings_per_share_forecast_fq: numberColumn('eps_forecast', {
    description: 'What was expected of the latest quarter.',
  }),
  revenue_forecast_fq: numberColumn('revenue_forecast', {
    description: 'What was expected of the latest quarter.',
  }),
  ...listingColumns,
  earnings_publication_type_fq: numberColumn('publication_type', {
    description: 'The provider’s number for how the latest report came.',
  }),
  earnings_publication_type_next_fq: numberColumn('next_publication_type', {
    description: 'The provider’s number for how sure the next date is.',
  }),
  revenue_surprise_fq: numberColumn('revenue_surprise', {
    description: '`revenue` less `revenue_forecast`.',
  }),
  revenue_surprise_percent_fq: numberColumn('revenue_surprise_percent', {
    description: 'The same in percent.',
  }),
}

const dividendColumns: EventColumns = {
  dividend_ex_date_recent: dayColumn('ex_date', { description: 'The latest ex-date.' }),
  dividend_ex_date_upcoming: dayColumn('next_ex_date', { description: 'The next ex-date.' }),
  ...companyColumns,
  dividends_yield: numberColumn('dividend_yield', { description: 'Of a year, in percent of the price.' }),
  dividend_payment_date_recent: dayColumn('payment_date', { description: 'When that of `ex_date` is paid.' }),
  dividend_payment_date_upcoming: dayColumn('next_payment_date', {
    description: 'When that of `next_ex_date` is paid.',
  }),
  dividend_amount_recent: numberColumn('amount', { description: 'A share’s dividend of `ex_date`.' }),
  dividend_amount_upcoming: numberColumn('next_amount', {
    description: 'A share’s dividend of `next_ex_date`.',
  }),
  ...listingColumns,
}

export const getEarnings = defineEventsProduct({
  name: 'getEarnings',
  contract: 'calendar.earnings',
  columns: earningsColumns,
  dateColumns: 'earnings_release_date,earnings_release_next_date',
  sort: 'earnings_release_next_date',
  rowName: 'EarningsEvent',
})

export const getDividends = defineEventsProduct({
  name: 'getDividends',
  contract: 'calendar.dividends',
  columns: dividendColumns,
  dateColumns: 'dividend_ex_date_recent,dividend_ex_date_upcoming',
  sort: 'dividend_ex_date_upcoming',
  rowName: 'DividendEvent',
})

interface EventsDefinition {
  readonly name: ProductName
  readonly contract: ContractId
  readonly columns: EventColumns
  /** Two columns, one of which has to lie in the range. */
  readonly dateColumns: string
  readonly sort: string
  readonly rowName: string
}

interface EventsRequest {
  /** What the caller calls the list of columns. */
  readonly columnsParameter: 'fields' | 'columns'
  readonly body: ScanBody & { readonly columns: readonly string[] }
  readonly limit: number
  readonly offset: number
}

function defineEventsProduct(definition: EventsDefinition): Product {
  const defaultColumns = Object.keys(definition.columns)
  const columnByName = new Map(defaultColumns.map((column) => [definition.columns[column]?.name, column]))
  return defineProduct({
    name: definition.name,
    query: Type.Object({
      from: Type.Optional(
        dayOrInstant(
          'Events from here on; unless told from three days ago, or three days before a `to` in the past.',
        ),
      ),
      to: Type.Optional(dayOrInstant('Events up to here; three days ahead unless told.')),
      markets: withDefault(commaList('Markets, at most 20.', { examples: [defaultMarket] }), defaultMarket),
      symbols: Type.Optional(commaList('Only these symbols, at most 200.')),
      fields: Type.Optional(
        commaList(
          `Further columns of the screener, at most ${fieldsMax}, under their own names unless a row has them already.`,
        ),
      ),
      sort: withDefault(
        Type.String({ maxLength: 80, description: 'A column, by the name rows have or by the screener’s.' }),
        definition.sort,
      ),
      order: withDefault(oneOf(['asc', 'desc'], { description: 'Which way.' }), 'asc'),
      limit: limit(1000, 100),
      offset: offset(20_000),
      lang,
    }),
    body: ScanBody,
    bodyBytesMax: scanBodyBytesMax,
    response: { rows: rowSchema(definition) },
    parseRequest({ query, body, nowMs }): EventsRequest {
      if (body) return requestFromBody(body, defaultColumns, columnByName)
      const { fromMs, toMs } = parseTimeSpan(query, nowMs, { daysBack: 3, daysAhead: 3, daysMax: 92 })
      const further = parseCommaList(query.fields, {
        parameter: 'fields',
        maxItems: fieldsMax,
        keepOrder: true,
      })
      validateColumns(further, fieldsMax, 'fields')
      validateColumns([query.sort], 1, 'sort')
      const symbols = parseCommaList(query.symbols, { parameter: 'symbols', maxItems: 200 })
      const tickers = parseSymbols(symbols, 'symbols').sort()
      const markets = parseMarkets(parseCommaList(query.markets, { parameter: 'markets', maxItems: 20 }))
      return {
        columnsParameter: 'fields',
        limit: query.limit,
        offset: query.offset,
        body: {
          columns: [
            ...new Set([...defaultColumns, ...further.map((name) => columnByName.get(name) ?? name)]),
          ],
          filter: [
            {
              left: definition.dateColumns,
              operation: 'in_range',
              right: [Math.floor(fromMs / 1000), Math.floor(toMs / 1000)],
            },
          ],
          ignore_unknown_fields: false,
          options: { lang: query.lang },
          markets: markets.length > 0 ? markets : [defaultMarket],
          sort: {
            sortBy: columnByName.get(query.sort) ?? query.sort,
            sortOrder: query.order,
            nullsFirst: false,
          },
          range: [query.offset, query.offset + query.limit] as const,
          ...(tickers.length > 0 ? { symbols: { tickers } } : {}),
        },
      }
    },
    toUpstreamRequest: ({ body }) =>
      buildUpstreamRequest(getContract(definition.contract), { body: jsonBody(body) }),
    toResult(json, { body, limit: most, offset: start }) {
      const { total, columns, rows } = toScan(json, body.columns)
      return {
        rows: rows.map(({ symbol, cells }) => ({
          symbol,
          ...renameCells(addCells({}, columns, cells), definition.columns),
        })),
        page: toPage(rows.length, { limit: most, offset: start, total }),
        columns: [
          'symbol',
          ...body.columns.map((column) => findColumn(definition.columns, column)?.name ?? column),
        ],
      }
    },
    parameterForColumn: (column, { body, columnsParameter }) =>
      parameterForColumn(column, body, columnsParameter),
    parameterForComplaint: (complaint, { body, columnsParameter }) =>
      columnsParameter === 'columns' ? parameterForComplaint(complaint, body) : undefined,
  })
}

/** In a body columns have the provider's names, and ours would stand for two things in a row. */
function requestFromBody(
  body: ScanBody,
  defaultColumns: readonly string[],
  columnNamed: ReadonlyMap<string | undefined, string>,
): EventsRequest {
  validateScanBody(body, { columnsMax: 100, rowsMax: 1000 })
  const ambiguousColumn = body.columns?.find(
    (column) => !defaultColumns.includes(column) && columnNamed.has(column),
  )
  if (ambiguousColumn !== undefined) {
    throw invalidParameter(
      'columns',
      `Rows have ${ambiguousColumn} from another column.`,
      columnNamed.get(ambiguousColumn) ?? '',
    )
  }
  const [from, to] = body.range ?? [0, 100]
  return {
    columnsParameter: 'columns',
    limit: Math.max(1, to - from),
    offset: from,
    body: { ...body, columns: [...new Set(body.columns ?? defaultColumns)], range: [from, to] },
  }
}

function renameCells(
  cells: Readonly<Record<string, unknown>>,
  columns: EventColumns,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(cells).map(([column, cell]) => {
      const ours = findColumn(columns, column)
      return ours ? [ours.name, ours.convert(cell)] : [column, cell]
    }),
  )
}

/** A column may be called like something every object has. */
function findColumn(columns: EventColumns, column: string): EventColumn | undefined {
  return Object.hasOwn(columns, column) ? columns[column] : undefined
}

function rowSchema({ columns, rowName }: EventsDefinition): TSchema {
  const known = Object.values(columns).map(({ name, schema }) => [name, Type.Optional(schema)])
  return Type.Object(
    { symbol: symbolField, ...Object.fromEntries(known) },
    { $id: rowName, additionalProperties: true },
  )
}
