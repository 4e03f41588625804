/** Turns the provider's values of a symbol into quotes. */

import { instantFromSeconds, type Json, numberOrNull, textOrNull } from '../gateway/json-guards.ts'
import { delaySeconds } from '../scanner/delay.ts'
import type { Quote, StreamedQuote } from '../schema/prices.ts'

/** The provider's texts are short; a longer one is cut. */
const textMax = 300

export function toStreamedQuote(symbol: string, values: Json): StreamedQuote {
  return {
    symbol,
    last: numberOrNull(values.lp),
    last_at: instantFromSeconds(values.lp_time),
    change: numberOrNull(values.ch),
    change_percent: numberOrNull(values.chp),
    volume: numberOrNull(values.volume),
    open: numberOrNull(values.open_price),
    high: numberOrNull(values.high_price),
    low: numberOrNull(values.low_price),
    previous_close: numberOrNull(values.prev_close_price),
    bid: numberOrNull(values.bid),
    ask: numberOrNull(values.ask),
    bid_size: numberOrNull(values.bid_size),
    ask_size: numberOrNull(values.ask_size),
    extended_last: numberOrNull(values.rtc),
    extended_change_percent: numberOrNull(values.rchp),
    market_state: text(values.current_session),
  }
}

export function toQuote(symbol: string, values: Json): Quote {
  const mode = text(values.update_mode)
  const delay = mode === null ? Number.NaN : delaySeconds(mode)
  return {
    ...toStreamedQuote(symbol, values),
    name: text(values.short_name),
    description: text(values.description),
    exchange: text(values.exchange),
    type: text(values.type),
    currency: text(values.currency_code),
    country: text(values.country_code),
    timezone: text(values.timezone),
    update_mode: mode,
    delay_seconds: Number.isNaN(delay) ? null : delay,
    market_cap: numberOrNull(values.market_cap_basic),
    price_earnings: numberOrNull(values.price_earnings_ttm),
    earnings_per_share: numberOrNull(values.earnings_per_share_basic_ttm),
    dividend_yield: numberOrNull(values.dividends_yield),
    beta: numberOrNull(values.beta_1_year),
    sector: text(values.sector),
    industry: text(values.industry),
    next_earnings_at: instantFromSeconds(values.earnings_release_next_date),
  }
}

function text(value: unknown): string | null {
  return textOrNull(value)?.slice(0, textMax) ?? null
}
