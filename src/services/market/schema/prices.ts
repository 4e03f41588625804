/** Quotes and bars as they are served, and the provider's fields that they are made of. */

import { type Static, Type } from 'typebox'
import { instant, nullable, oneOf } from '../../../http/openapi/fields.ts'
import { symbolField } from '../parameters/symbol.ts'

const number = (description: string) => nullable(Type.Number({ description }))
const text = (description: string) => nullable(Type.String({ description }))

/** What changes from trade to trade: all that streams send. */
const priceFields = {
  last: number('Last price.'),
  last_at: nullable(instant({ description: 'Time of the last trade.' })),
  change: number('Change since the previous close.'),
  change_percent: number('The same in percent.'),
  volume: number('Volume of the day.'),
  open: number('First price of the day.'),
  high: number('Highest price of the day.'),
  low: number('Lowest price of the day.'),
  previous_close: number('Close of the previous day.'),
  bid: number('Best bid.'),
  ask: number('Best ask.'),
  bid_size: number('Size of the best bid.'),
  ask_size: number('Size of the best ask.'),
  extended_last: number('Last price before or after regular hours.'),
  extended_change_percent: number('Its change since the close of regular hours, in percent.'),
  market_state: text('`market`, `pre_market`, `post_market`, `out_of_session` or `holiday`.'),
}

export const StreamedQuote = Type.Object(
  { symbol: symbolField, ...priceFields },
  { $id: 'StreamedQuote', description: 'The current prices of a symbol.' },
)
export type StreamedQuote = Static<typeof StreamedQuote>

export const Quote = Type.Object(
  {
    symbol: symbolField,
    name: text('Ticker.'),
    description: text('Name of the company, fund or instrument.'),
    exchange: text('Exchange.'),
    type: text('`stock`, `fund`, `index`, `forex`, `crypto`, …'),
    currency: text('Currency of the prices.'),
    country: text('Two letters.'),
    timezone: text('Time zone of the exchange.'),
    ...priceFields,
    update_mode: text('`streaming`, or `delayed_streaming_900` for a delay of 900 seconds.'),
    delay_seconds: number('Delay of the prices; null if unknown.'),
    market_cap: number('Market capitalisation.'),
    price_earnings: number('Price to earnings of the last twelve months.'),
    earnings_per_share: number('Earnings per share of the last twelve months.'),
    dividend_yield: number('Dividend yield in percent.'),
    beta: number('Beta of one year.'),
    sector: text('Sector.'),
    industry: text('Industry.'),
    next_earnings_at: nullable(instant({ description: 'Next publication of earnings.' })),
  },
  { $id: 'Quote', description: 'The current prices of a symbol, what it is, and its fundamental figures.' },
)
export type Quote = Static<typeof Quote>

/** The provider's fields for them. */
export const quoteFields: readonly string[] = [
  'lp',
  'lp_time',
  'ch',
  'chp',
  'volume',
  'open_price',
  'high_price',
  'low_price',
  'prev_close_price',
  'bid',
  'ask',
  'bid_size',
  'ask_size',
  'rtc',
  'rchp',
  'current_session',
  'short_name',
  'description',
  'exchange',
  'type',
  'currency_code',
  'country_code',
  'timezone',
  'update_mode',
  'market_cap_basic',
  'price_earnings_ttm',
  'earnings_per_share_basic_ttm',
  'dividends_yield',
  'beta_1_year',
  'sector',
  'industry',
  'earnings_release_next_date',
]

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
  volume: number('Null for instruments without volume.'),
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
    currency: text('Currency of the prices.'),
    timezone: text('Time zone of the exchange, in which days begin and end.'),
    history_end: nullable(
      oneOf(['start', 'limit'], {
        description:
          'Why there are no older bars: the history of the symbol starts here (`start`), or the provider gives no more of it (`limit`). Null while there may be more.',
      }),
    ),
  },
  { $id: 'SeriesFacts' },
)
