/** The option contracts on one underlying. Prices and greeks are plausible, not the output of a pricing model. */

import { type Day, dayOf, startOf, weekday } from '../../calendar.ts'
import { compactDate, thirdFriday } from '../dates.ts'
import { between, fraction, hash } from '../hash.ts'
import type { Listing } from '../listings/listing.ts'
import { BarBuffer, value } from '../prices/bar-buffer.ts'
import { daysUntil, lastDayOf } from '../prices/bars.ts'
import { dailyClose } from '../prices/daily.ts'

/** All strikes of one expiration of one underlying. */
export interface OptionSeries {
  readonly underlying: Listing
  readonly spot: number
  readonly expiration: Day
  readonly years: number
  readonly strikes: readonly number[]
}

export interface Contract extends Omit<OptionSeries, 'strikes'> {
  readonly strike: number
  readonly isCall: boolean
}

export interface ContractValues {
  readonly price: number
  readonly iv: number
  readonly delta: number
  readonly gamma: number
  readonly theta: number
  readonly vega: number
  readonly rho: number
  readonly bid: number
  readonly ask: number
  readonly openInterest: number
  readonly volume: number
}

/** Empty for an underlying that was never traded. */
export function seriesOf(underlying: Listing, nowMs: number): OptionSeries[] {
  const spot = spotOf(underlying, nowMs)
  if (spot === undefined) return []
  return expirations(nowMs).map((expiration) => ({
    underlying,
    spot,
    expiration,
    years: Math.max(1 / 365, (startOf(expiration) + closeMs - nowMs) / yearMs),
    strikes: strikesOf(underlying, expiration, dayOf(nowMs)),
  }))
}

const yearMs = 365 * 86_400_000
/** Four in the afternoon in New York. */
const closeMs = 21 * 3_600_000

const scratch = new BarBuffer(4)

/** The last price of an underlying, with the delay of its exchange. */
export function spotOf(underlying: Listing, nowMs: number): number | undefined {
  const asOf = nowMs - underlying.venue.delaySeconds * 1000
  const bars = daysUntil(underlying, lastDayOf(underlying, asOf), asOf, scratch)
  return bars.length === 0 ? undefined : value(bars.close, bars.length - 1)
}

/** The next eight Fridays, the third Fridays of a year, and two Januaries after that. */
export function expirations(nowMs: number): Day[] {
  const today = dayOf(nowMs)
  const now = new Date(nowMs)
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()]
  const friday = today + ((5 - weekday(today) + 7) % 7)
  const days = [
    ...Array.from({ length: 8 }, (_, week) => friday + week * 7),
    ...Array.from({ length: 12 }, (_, ahead) => thirdFriday(year, month + ahead)),
    thirdFriday(year + 1, 0),
    thirdFriday(year + 2, 0),
  ]
  return [...new Set(days)].filter((day) => day >= today).sort((one, other) => one - other)
}

/** Round numbers around the close of up to four weeks ago, so that strikes do not change from day to day. */
function strikesOf(underlying: Listing, expiration: Day, today: Day): readonly number[] {
  const anchor = dailyClose(underlying, Math.max(underlying.firstDay, today - (today % 28)))
  const isFar = expiration - today > 60
  const step = stepFor(anchor) * (isFar ? 2 : 1)
  const reach = isFar ? 0.55 : 0.3
  const from = Math.max(1, Math.ceil((anchor * (1 - reach)) / step))
  const to = Math.floor((anchor * (1 + reach * 1.2)) / step)
  return Array.from({ length: Math.max(1, to - from + 1) }, (_, at) => (from + at) * step)
}

function stepFor(price: number): number {
  if (price < 15) return 0.5
  if (price < 60) return 1
  if (price < 150) return 2.5
  if (price < 450) return 5
  if (price < 1200) return 10
  return price < 6000 ? 50 : 100
}

/** At the money, per year, as a fraction. */
export function volatilityOf({ sigma, key }: Listing, years: number): number {
  return Math.max(0.03, sigma * 19 * between(key, 501, 0.95, 1.15) * (1 + 0.1 * Math.exp(-6 * years)))
}

/** Intrinsic value plus a bell of time value around the money: calls and puts agree with the spot price. */
export function valuesOf(contract: Contract): ContractValues {
  const { underlying, spot, strike, years, isCall } = contract
  const sign = isCall ? 1 : -1
  const moneyness = Math.log(spot / strike)
  const iv = volatilityOf(underlying, years) * (1 + 0.2 * Math.min(1, Math.abs(moneyness)))
  const deviations = moneyness / (iv * Math.sqrt(years))
  const bell = Math.exp((-deviations * deviations) / 2)
  const timeValue = 0.4 * spot * iv * Math.sqrt(years) * bell
  const price = Math.max(0, sign * (spot - strike)) + timeValue
  const delta = sign / (1 + Math.exp(-1.7 * sign * deviations))
  const chance = hash(
    hash(underlying.key, contract.expiration),
    Math.round(strike * 1000) * 2 + (isCall ? 1 : 0),
  )
  const halfSpread = Math.max(0.01, price * 0.01)
  const openInterest = Math.round(underlying.dailyVolume * 0.0012 * bell * (0.3 + fraction(chance, 1)))
  return {
    price,
    iv,
    delta,
    gamma: (0.4 * bell) / (spot * iv * Math.sqrt(years)),
    theta: -timeValue / (2 * years * 365),
    vega: timeValue / iv / 100,
    rho: (delta * strike * years) / 100,
    bid: Math.max(0, cents(price - halfSpread)),
    ask: cents(price + halfSpread),
    openInterest,
    volume: Math.round(openInterest * 0.25 * fraction(chance, 2)),
  }
}

function cents(amount: number): number {
  return Math.round(amount * 100) / 100
}

/** Letters and digits only: `BRK.B` becomes `BRKB`. */
export function rootOf({ ticker }: Listing): string {
  return ticker.replace(/[^A-Z0-9]/g, '')
}

/** `OPRA:AAPL270115C200.0` */
export function contractSymbol({ underlying, expiration, strike, isCall }: Contract): string {
  const date = String(compactDate(expiration)).slice(2)
  const amount = Number.isInteger(strike) ? `${strike}.0` : String(strike)
  return `OPRA:${rootOf(underlying)}${date}${isCall ? 'C' : 'P'}${amount}`
}
