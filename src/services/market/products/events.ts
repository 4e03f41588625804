/** The earnings and dividend calendars: scans whose columns have our names. */

import { Type } from 'typebox'
import { limit, nullable, oneOf, withDefault } from '../../../http/openapi/fields.ts'
import type { ContractId } from '../gateway/contracts.ts'
import {
  dayField,
  type Field,
  type Fields,
  instantField,
  numberField,
  openRowSchema,
  providerNames,
  textField,
} from '../gateway/fields.ts'
import { numericOrNull } from '../gateway/json-guards.ts'
import { jsonBody } from '../gateway/upstream-request.ts'
import { validateColumns } from '../parameters/columns.ts'
import { commaList, parseCommaList } from '../parameters/comma-list.ts'
import { invalidParameter } from '../parameters/invalid-parameter.ts'
import { dayOrInstant, lang, offset, parseTimeSpan } from '../parameters/query-fields.ts'
import { parseSymbols, symbolField } from '../parameters/symbol.ts'
import { parseMarkets } from '../scanner/markets.ts'
import {
  parameterForColumn,
  parameterForComplaint,
  ScanBody,
  scanBodyBytesMax,
} from '../scanner/scan-body.ts'
import { toScan } from '../scanner/scan-response.ts'
import { defineProduct, type Product } from './product.ts'
import { type ScanRequest, scanFromBody, toScanResult } from './scan-request.ts'

const fieldsMax = 60
const defaultMarket = 'america'

const releaseTimeNames: ReadonlyMap<number | null, string> = new Map([
  [0, 'unknown'],
  [1, 'after_close'],
  [-1, 'before_open'],
])
const releaseTimeField = (from: string): Field => ({
  from,
  schema: nullable(oneOf([...releaseTimeNames.values()], { description: 'Time of day.' })),
  convert: (cell) => releaseTimeNames.get(numericOrNull(cell)) ?? null,
})

const companyFields: Fields = {
  logo_id: textField('logoid', 'The provider’s logo id.'),
  ticker: textField('name', 'The symbol without its exchange.'),
  company: textField('description', 'Company name.'),
}

const listingFields: Fields = {
  currency: textField('fundamental_currency_code', 'Currency of the amounts.'),
  market: textField('market', 'Value to use in `markets`.', { examples: [defaultMarket] }),
}

const earningsFields: Fields = {
  next_release_at: instantField('earnings_release_next_date', 'Next report.'),
  release_at: instantField('earnings_release_date', 'Latest report.'),
  ...companyFields,
  eps: numberField('earnings_per_share_fq', 'Earnings per share of the latest quarter.'),
  eps_forecast_next: numberField(
    'earnings_per_share_forecast_next_fq',
    'Forecast earnings per share of the next report.',
  ),
  eps_surprise: numberField('eps_surprise_fq', '`eps` minus `eps_forecast`.'),
  eps_surprise_percent: numberField('eps_surprise_percent_fq', 'The same in percent.'),
  revenue: numberField('revenue_fq', 'Revenue of the latest quarter.'),
  revenue_forecast_next: numberField('revenue_forecast_next_fq', 'Forecast revenue of the next report.'),
  market_cap: numberField('market_cap_basic', 'Market capitalisation.'),
  release_time: releaseTimeField('earnings_release_time'),
  next_release_time: releaseTimeField('earnings_release_next_time'),
  eps_forecast: numberField('earnings_per_share_forecast_fq', 'Forecast for the latest quarter.'),
  revenue_forecast: numberField('revenue_forecast_fq', 'Forecast for the latest quarter.'),
  ...listingFields,
  publication_type: numberField(
    'earnings_publication_type_fq',
    'The provider’s code for how the latest report was published.',
  ),
  next_publication_type: numberField(
    'earnings_publication_type_next_fq',
    'The provider’s code for how certain the next date is.',
  ),
  revenue_surprise: numberField('revenue_surprise_fq', '`revenue` minus `revenue_forecast`.'),
  revenue_surprise_percent: numberField('revenue_surprise_percent_fq', 'The same in percent.'),
}

const dividendFields: Fields = {
  ex_date: dayField('dividend_ex_date_recent', 'Latest ex-date.'),
  next_ex_date: dayField('dividend_ex_date_upcoming', 'Next ex-date.'),
  ...companyFields,
  dividend_yield: numberField('dividends_yield', 'Per year, in percent of the price.'),
  payment_date: dayField('dividend_payment_date_recent', 'Payment date of the dividend of `ex_date`.'),
  next_payment_date: dayField(
    'dividend_payment_date_upcoming',
    'Payment date of the dividend of `next_ex_date`.',
  ),
  amount: numberField('dividend_amount_recent', 'Dividend per share of `ex_date`.'),
  next_amount: numberField('dividend_amount_upcoming', 'Dividend per share of `next_ex_date`.'),
  ...listingFields,
}

export const getEarnings = defineEventsProduct({
  name: 'getEarnings',
  path: '/v1/events/earnings',
  summary: 'Get the earnings calendar',
  description: 'Companies that report within a range of days. POST takes a scan body instead of parameters.',
  contract: 'calendar.earnings',
  fields: earningsFields,
  dateColumns: 'earnings_release_date,earnings_release_next_date',
  sort: 'earnings_release_next_date',
  rowName: 'EarningsEvent',
})

export const getDividends = defineEventsProduct({
  name: 'getDividends',
  path: '/v1/events/dividends',
  summary: 'Get the dividend calendar',
  description:
    'Dividends with an ex-date within a range of days. POST takes a scan body instead of parameters.',
  contract: 'calendar.dividends',
  fields: dividendFields,
  dateColumns: 'dividend_ex_date_recent,dividend_ex_date_upcoming',
  sort: 'dividend_ex_date_upcoming',
  rowName: 'DividendEvent',
})

interface EventsDefinition<Name extends string> {
  readonly name: Name
  readonly path: string
  readonly summary: string
  readonly description: string
  readonly contract: ContractId
  readonly fields: Fields
  /** Two columns, of which one must be in the range. */
  readonly dateColumns: string
  readonly sort: string
  readonly rowName: string
}

interface EventsRequest extends ScanRequest {
  /** The parameter with the columns. */
  readonly columnsParameter: 'fields' | 'columns'
}

function defineEventsProduct<const Name extends string>(definition: EventsDefinition<Name>): Product<Name> {
  const { fields, dateColumns, rowName, sort, ...product } = definition
  const columnByName = providerNames(fields)
  const defaultColumns = [...columnByName.values()]
  return defineProduct({
    ...product,
    tag: 'Events',
    query: Type.Object({
      from: Type.Optional(
        dayOrInstant('Earliest event. Default: three days ago, or three days before a `to` in the past.'),
      ),
      to: Type.Optional(dayOrInstant('Latest event. Default: three days ahead.')),
      markets: withDefault(commaList('Markets, at most 20.', { examples: [defaultMarket] }), defaultMarket),
      symbols: Type.Optional(commaList('Only these symbols, at most 200.')),
      fields: Type.Optional(
        commaList(`Additional columns of the screener, at most ${fieldsMax}, by our name or the screener’s.`),
      ),
      sort: withDefault(
        Type.String({ maxLength: 80, description: 'A column, by our name or the screener’s.' }),
        sort,
      ),
      order: withDefault(oneOf(['asc', 'desc'], { description: 'Sort direction.' }), 'asc'),
      limit: limit(1000, 100),
      offset: offset(20_000),
      lang,
    }),
    body: ScanBody,
    bodyBytesMax: scanBodyBytesMax,
    response: { rows: openRowSchema({ symbol: symbolField }, fields, { $id: rowName }) },
    parseRequest({ query, body, nowMs }): EventsRequest {
      if (body) return requestFromBody(body, columnByName)
      const { fromMs, toMs } = parseTimeSpan(query, nowMs, { daysBack: 3, daysAhead: 3, daysMax: 92 })
      const fields = parseCommaList(query.fields, {
        parameter: 'fields',
        maxItems: fieldsMax,
        keepOrder: true,
      })
      validateColumns(fields, fieldsMax, 'fields')
      validateColumns([query.sort], 1, 'sort')
      const symbols = parseCommaList(query.symbols, { parameter: 'symbols', maxItems: 200 })
      const tickers = parseSymbols(symbols, 'symbols').sort()
      const markets = parseMarkets(parseCommaList(query.markets, { parameter: 'markets', maxItems: 20 }))
      return {
        columnsParameter: 'fields',
        limit: query.limit,
        offset: query.offset,
        body: {
          columns: [...new Set([...defaultColumns, ...fields.map((name) => columnByName.get(name) ?? name)])],
          filter: [
            {
              left: dateColumns,
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
          range: [query.offset, query.offset + query.limit],
          ...(tickers.length > 0 ? { symbols: { tickers } } : {}),
        },
      }
    },
    toUpstream: ({ body }) => ({ body: jsonBody(body) }),
    toResult: (json, request) => toScanResult(toScan(json, request.body.columns), request, { fields }),
    parameterForColumn: (column, { body, columnsParameter }) =>
      parameterForColumn(column, body, columnsParameter),
    parameterForComplaint: (complaint, { body, columnsParameter }) =>
      columnsParameter === 'columns' ? parameterForComplaint(complaint, body) : undefined,
  })
}

/** A body uses the provider's names; one of ours would be ambiguous in the rows. */
function requestFromBody(body: ScanBody, columnByName: ReadonlyMap<string, string>): EventsRequest {
  const defaultColumns = [...columnByName.values()]
  const request = scanFromBody(body, { columnsMax: 100, rowsMax: 1000, defaultRows: 100, defaultColumns })
  const { columns } = request.body
  const ambiguous = columns.find((column) => !defaultColumns.includes(column) && columnByName.has(column))
  if (ambiguous !== undefined) {
    throw invalidParameter(
      'columns',
      `Rows use the name ${ambiguous} for another column.`,
      columnByName.get(ambiguous) ?? '',
    )
  }
  return {
    ...request,
    columnsParameter: 'columns',
    body: { ...request.body, columns: [...new Set(columns)] },
  }
}
