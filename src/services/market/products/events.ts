/** Earnings and dividends: scans whose columns have names of ours. */

import { type TSchema, Type } from 'typebox'
import { limit, nullable, oneOf, withDefault } from '../../../http/openapi/fields.ts'
import { type ContractId, contractOf } from '../gateway/contracts.ts'
import { dayOf, figure, instantOf, number, text } from '../gateway/json-guards.ts'
import { askOf, jsonBody } from '../gateway/upstream-request.ts'
import { csv, parseList } from '../parameters/comma-list.ts'
import { wrong } from '../parameters/invalid-parameter.ts'
import { lang, moment, offset, parseSpan } from '../parameters/query-fields.ts'
import { parseSymbols, rowSymbol } from '../parameters/symbol.ts'
import { checkColumns } from '../scanner/columns.ts'
import { parseMarkets } from '../scanner/markets.ts'
import { checkScanBody, parameterNaming, ScanBody } from '../scanner/scan-body.ts'
import { readScan, withCells } from '../scanner/scan-response.ts'
import { defineProduct, type Product, pageOf } from './product.ts'
import type { RouteName } from './product-table.ts'
import { parameterBlamed, scanBodyBytesMax } from './screener.ts'

const fieldsMax = 60
const usualMarket = 'america'

interface EventColumn {
  readonly name: string
  readonly schema: TSchema
  read(cell: unknown): unknown
}

const words = (name: string, options = {}): EventColumn => ({
  name,
  schema: nullable(Type.String(options)),
  read: text,
})
const figures = (name: string, options = {}): EventColumn => ({
  name,
  schema: nullable(Type.Number(options)),
  read: number,
})
const instants = (name: string, options = {}): EventColumn => ({
  name,
  schema: nullable(Type.String({ format: 'date-time', ...options })),
  read: instantOf,
})
const days = (name: string, options = {}): EventColumn => ({
  name,
  schema: nullable(Type.String({ format: 'date', ...options })),
  read: dayOf,
})

const moments: ReadonlyMap<number | null, string> = new Map([
  [0, 'unknown'],
  [1, 'after_close'],
  [-1, 'before_open'],
])
const releaseTimes = (name: string): EventColumn => ({
  name,
  schema: nullable(oneOf([...moments.values()], { description: 'When on that day.' })),
  read: (cell) => moments.get(figure(cell)) ?? null,
})

type EventColumns = Readonly<Record<string, EventColumn>>

const company: EventColumns = {
  logoid: words('logo_id', { description: 'The provider’s name of its logo.' }),
  name: words('ticker', { description: 'The symbol without its exchange.' }),
  description: words('company', { description: 'The company’s name.' }),
}

const place: EventColumns = {
  fundamental_currency_code: words('currency', { description: 'The currency of the amounts.' }),
  market: words('market', { description: 'As `markets` takes it.', examples: [usualMarket] }),
}

/** In the order they are asked for. */
const earningsColumns: EventColumns = {
  earnings_release_next_date: instants('next_release_at', { description: 'The next report.' }),
  earnings_release_date: instants('release_at', { description: 'The latest report.' }),
  ...company,
  earnings_per_share_fq: figures('eps', { description: 'Earnings per share of the latest quarter.' }),
  earnings_per_share_forecast_next_fq: figures('eps_forecast_next', {
    description: 'Earnings per share expected of the next report.',
  }),
  eps_surprise_fq: figures('eps_surprise', { description: '`eps` less `eps_forecast`.' }),
  eps_surprise_percent_fq: figures('eps_surprise_percent', { description: 'The same in percent.' }),
  revenue_fq: figures('revenue', { description: 'Revenue of the latest quarter.' }),
  revenue_forecast_next_fq: figures('revenue_forecast_next', {
    description: 'Revenue expected of the next report.',
  }),
  market_cap_basic: figures('market_cap', { description: 'What all its shares are worth.' }),
  earnings_release_time: releaseTimes('release_time'),
  earnings_release_next_time: releaseTimes('next_release_time'),
  earnings_per_share_forecast_fq: figures('eps_forecast', {
    description: 'What was expected of the latest quarter.',
  }),
  revenue_forecast_fq: figures('revenue_forecast', {
    description: 'What was expected of the latest quarter.',
  }),
  ...place,
  earnings_publication_type_fq: figures('publication_type', {
    description: 'The provider’s number for how the latest report came.',
  }),
  earnings_publication_type_next_fq: figures('next_publication_type', {
    description: 'The provider’s number for how sure the next date is.',
  }),
  revenue_surprise_fq: figures('revenue_surprise', { description: '`revenue` less `revenue_forecast`.' }),
  revenue_surprise_percent_fq: figures('revenue_surprise_percent', { description: 'The same in percent.' }),
}

const dividendColumns: EventColumns = {
  dividend_ex_date_recent: days('ex_date', { description: 'The latest ex-date.' }),
  dividend_ex_date_upcoming: days('next_ex_date', { description: 'The next ex-date.' }),
  ...company,
  dividends_yield: figures('dividend_yield', { description: 'Of a year, in percent of the price.' }),
  dividend_payment_date_recent: days('payment_date', { description: 'When that of `ex_date` is paid.' }),
  dividend_payment_date_upcoming: days('next_payment_date', {
    description: 'When that of `next_ex_date` is paid.',
  }),
  dividend_amount_recent: figures('amount', { description: 'A share’s dividend of `ex_date`.' }),
  dividend_amount_upcoming: figures('next_amount', { description: 'A share’s dividend of `next_ex_date`.' }),
  ...place,
}

export const getEarnings = eventsProduct({
  name: 'getEarnings',
  contract: 'calendar.earnings',
  columns: earningsColumns,
  either: 'earnings_release_date,earnings_release_next_date',
  sort: 'earnings_release_next_date',
  rowName: 'EarningsEvent',
})

export const getDividends = eventsProduct({
  name: 'getDividends',
  contract: 'calendar.dividends',
  columns: dividendColumns,
  either: 'dividend_ex_date_recent,dividend_ex_date_upcoming',
  sort: 'dividend_ex_date_upcoming',
  rowName: 'DividendEvent',
})

interface EventsFacts {
  readonly name: RouteName
  readonly contract: ContractId
  readonly columns: EventColumns
  /** Two columns, one of which has to lie in the range. */
  readonly either: string
  readonly sort: string
  readonly rowName: string
}

interface EventsQuestion {
  /** What the caller calls the list of columns. */
  readonly list: 'fields' | 'columns'
  readonly body: ScanBody & { readonly columns: readonly string[] }
  readonly limit: number
  readonly offset: number
}

function eventsProduct(facts: EventsFacts): Product {
  const usual = Object.keys(facts.columns)
  const columnNamed = new Map(usual.map((column) => [facts.columns[column]?.name, column]))
  return defineProduct({
    name: facts.name,
    query: Type.Object({
      from: Type.Optional(
        moment(
          'Events from here on; unless told from three days ago, or three days before a `to` in the past.',
        ),
      ),
      to: Type.Optional(moment('Events up to here; three days ahead unless told.')),
      markets: withDefault(csv('Markets, at most 20.', { examples: [usualMarket] }), usualMarket),
      symbols: Type.Optional(csv('Only these symbols, at most 200.')),
      fields: Type.Optional(
        csv(
          `Further columns of the screener, at most ${fieldsMax}, under their own names unless a row has them already.`,
        ),
      ),
      sort: withDefault(
        Type.String({ maxLength: 80, description: 'A column, by the name rows have or by the screener’s.' }),
        facts.sort,
      ),
      order: withDefault(oneOf(['asc', 'desc'], { description: 'Which way.' }), 'asc'),
      limit: limit(1000, 100),
      offset: offset(20_000),
      lang,
    }),
    body: ScanBody,
    bodyBytesMax: scanBodyBytesMax,
    answer: { rows: rowSchema(facts) },
    question({ query, body, nowMs }): EventsQuestion {
      if (body) return fromBody(body, usual, columnNamed)
      const { fromMs, toMs } = parseSpan(query, nowMs, { daysBack: 3, daysAhead: 3, daysMax: 92 })
      const further = parseList(query.fields, { parameter: 'fields', most: fieldsMax, ordered: true })
      checkColumns(further, fieldsMax, 'fields')
      checkColumns([query.sort], 1, 'sort')
      const symbols = parseList(query.symbols, { parameter: 'symbols', most: 200 })
      const tickers = parseSymbols(symbols, 'symbols').sort()
      const markets = parseMarkets(parseList(query.markets, { parameter: 'markets', most: 20 }))
      return {
        list: 'fields',
        limit: query.limit,
        offset: query.offset,
        body: {
          columns: [...new Set([...usual, ...further.map((name) => columnNamed.get(name) ?? name)])],
          filter: [
            {
              left: facts.either,
              operation: 'in_range',
              right: [Math.floor(fromMs / 1000), Math.floor(toMs / 1000)],
            },
          ],
          ignore_unknown_fields: false,
          options: { lang: query.lang },
          markets: markets.length > 0 ? markets : [usualMarket],
          sort: {
            sortBy: columnNamed.get(query.sort) ?? query.sort,
            sortOrder: query.order,
            nullsFirst: false,
          },
          range: [query.offset, query.offset + query.limit] as const,
          ...(tickers.length > 0 ? { symbols: { tickers } } : {}),
        },
      }
    },
    toAsk: ({ body }) => askOf(contractOf(facts.contract), { body: jsonBody(body) }),
    read(json, { body, limit: most, offset: start }) {
      const { total, columns, rows } = readScan(json, body.columns)
      return {
        rows: rows.map(({ symbol, cells }) => ({
          symbol,
          ...named(withCells({}, columns, cells), facts.columns),
        })),
        page: pageOf(rows.length, { limit: most, offset: start, total }),
        columns: ['symbol', ...body.columns.map((column) => known(facts.columns, column)?.name ?? column)],
      }
    },
    parameterNaming: (column, { body, list }) => parameterNaming(column, body, list),
    parameterBlamed: (complaint, { body, list }) =>
      list === 'columns' ? parameterBlamed(complaint, body) : undefined,
  })
}

/** In a body columns have the provider's names, and ours would stand for two things in a row. */
function fromBody(
  body: ScanBody,
  usual: readonly string[],
  columnNamed: ReadonlyMap<string | undefined, string>,
): EventsQuestion {
  checkScanBody(body, { columnsMax: 100, rowsMax: 1000 })
  const taken = body.columns?.find((column) => !usual.includes(column) && columnNamed.has(column))
  if (taken !== undefined) {
    throw wrong('columns', `Rows have ${taken} from another column.`, columnNamed.get(taken) ?? '')
  }
  const [from, to] = body.range ?? [0, 100]
  return {
    list: 'columns',
    limit: Math.max(1, to - from),
    offset: from,
    body: { ...body, columns: [...new Set(body.columns ?? usual)], range: [from, to] },
  }
}

function named(cells: Readonly<Record<string, unknown>>, columns: EventColumns): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(cells).map(([column, cell]) => {
      const ours = known(columns, column)
      return ours ? [ours.name, ours.read(cell)] : [column, cell]
    }),
  )
}

/** A column may be called like something every object has. */
function known(columns: EventColumns, column: string): EventColumn | undefined {
  return Object.hasOwn(columns, column) ? columns[column] : undefined
}

function rowSchema({ columns, rowName }: EventsFacts): TSchema {
  const known = Object.values(columns).map(({ name, schema }) => [name, Type.Optional(schema)])
  return Type.Object(
    { symbol: rowSymbol, ...Object.fromEntries(known) },
    { $id: rowName, additionalProperties: true },
  )
}
