/** Quotes and bars as they are served, and the provider's fields that they are made of. */

import { type Static, Type } from 'typebox'
import { instant, nullable, oneOf } from '../../../http/openapi/fields.ts'
import {
  instantField,
  numberField,
  providerNames,
  rowReader,
  schemasOf,
  textField,
} from '../gateway/fields.ts'
import { type Json, numberOrNull, textOrNull } from '../gateway/json-guards.ts'
import { symbolField } from '../parameters/symbol.ts'
import { delaySeconds } from '../scanner/delay.ts'

/** The provider's texts are short; a longer one is cut. */
const textMax = 300

const text = (from: string, description: string) => ({
  ...textField(from, description),
  convert: (value: unknown) => textOrNull(value)?.slice(0, textMax) ?? null,
})

/** What changes from trade to trade: all that streams send. */
const priceFields = {
  last: numberField('lp', 'Last price.'),
  last_at: instantField('lp_time', 'Time of the last trade.'),
  change: numberField('ch', 'Change since the previous close.'),
  change_percent: numberField('chp', 'The same in percent.'),
  volume: numberField('volume', 'Volume of the day.'),
  open: numberField('open_price', 'First price of the day.'),
  high: numberField('high_price', 'Highest price of the day.'),
  low: numberField('low_price', 'Lowest price of the day.'),
  previous_close: numberField('prev_close_price', 'Close of the previous day.'),
  bid: numberField('bid', 'Best bid.'),
  ask: numberField('ask', 'Best ask.'),
  bid_size: numberField('bid_size', 'Size of the best bid.'),
  ask_size: numberField('ask_size', 'Size of the best ask.'),
  extended_last: numberField('rtc', 'Last price before or after regular hours.'),
  extended_change_percent: numberField('rchp', 'Its change since the close of regular hours, in percent.'),
  market_state: text(
    'current_session',
    '`market`, `pre_market`, `post_market`, `out_of_session` or `holiday`.',
  ),
}

const allFields = {
  name: text('short_name', 'Ticker.'),
  description: text('description', 'Name of the company, fund or instrument.'),
  exchange: text('exchange', 'Exchange.'),
  type: text('type', '`stock`, `fund`, `index`, `forex`, `crypto`, …'),
  currency: text('currency_code', 'Currency of the prices.'),
  country: text('country_code', 'Two letters.'),
  timezone: text('timezone', 'Time zone of the exchange.'),
  ...priceFields,
  update_mode: text('update_mode', '`streaming`, or `delayed_streaming_900` for a delay of 900 seconds.'),
  delay_seconds: numberField('update_mode', 'Delay of the prices; null if unknown.', (mode) =>
    typeof mode === 'string' ? numberOrNull(delaySeconds(mode)) : null,
  ),
  market_cap: numberField('market_cap_basic', 'Market capitalisation.'),
  price_earnings: numberField('price_earnings_ttm', 'Price to earnings of the last twelve months.'),
  earnings_per_share: numberField(
    'earnings_per_share_basic_ttm',
    'Earnings per share of the last twelve months.',
  ),
  dividend_yield: numberField('dividends_yield', 'Dividend yield in percent.'),
  beta: numberField('beta_1_year', 'Beta of one year.'),
  sector: text('sector', 'Sector.'),
  industry: text('industry', 'Industry.'),
  next_earnings_at: instantField('earnings_release_next_date', 'Next publication of earnings.'),
}

const readPrices = rowReader(priceFields)
const readAll = rowReader(allFields)

export const StreamedQuote = Type.Object(
  { symbol: symbolField, ...schemasOf(priceFields) },
  { $id: 'StreamedQuote', description: 'The current prices of a symbol.' },
)
export type StreamedQuote = Static<typeof StreamedQuote>

export const Quote = Type.Object(
  { symbol: symbolField, ...schemasOf(allFields) },
  { $id: 'Quote', description: 'The current prices of a symbol, what it is, and its fundamental figures.' },
)
export type Quote = Static<typeof Quote>

/** The provider's fields for them. */
export const quoteFields: readonly string[] = [...new Set(providerNames(allFields).values())]

/** From the provider's values. */
export function toStreamedQuote(symbol: string, values: Json): StreamedQuote {
  return { symbol, ...readPrices(values) }
}

export function toQuote(symbol: string, values: Json): Quote {
  return { symbol, ...readAll(values) }
}

/** The others require an account with the provider. */
export const resolutions = [
  '1',
  '3',
  '5',
  '15',
  '30',
  '45',
  '60',
  '120',
  '180',
  '240',
  '1D',
  '1W',
  '1M',
] as const
export type Resolution = (typeof resolutions)[number]

export const adjustments = ['splits', 'dividends'] as const
export const sessions = ['regular', 'extended'] as const

const barFields = {
  time: instant({ description: 'Start of the bar.' }),
  open: Type.Number(),
  high: Type.Number(),
  low: Type.Number(),
  close: Type.Number(),
  volume: nullable(Type.Number({ description: 'Null for instruments without volume.' })),
}

export const Bar = Type.Object(barFields, { $id: 'Bar', description: 'Prices of one span of time.' })
export type BarRow = Static<typeof Bar>

const seriesFields = {
  resolution: oneOf(resolutions),
  adjustment: oneOf(adjustments),
  session: oneOf(sessions),
}

export const StreamedBar = Type.Object(
  { symbol: symbolField, ...seriesFields, ...barFields },
  {
    $id: 'StreamedBar',
    description: 'A bar of a stream. It replaces one of the same series with the same time.',
  },
)

/** Describes the bars of a response, in `meta`. */
export const SeriesFacts = Type.Object(
  {
    symbol: symbolField,
    ...seriesFields,
    currency: nullable(Type.String({ description: 'Currency of the prices.' })),
    timezone: nullable(
      Type.String({ description: 'Time zone of the exchange, in which days begin and end.' }),
    ),
    history_end: nullable(
      oneOf(['start', 'limit'], {
        description:
          'Why there are no older bars: the history of the symbol starts here (`start`), or the provider gives no more of it (`limit`). Null while there may be more.',
      }),
    ),
  },
  { $id: 'SeriesFacts' },
)
