/** The option contracts on one underlying: expirations, strikes, and what each contract is worth now. */

import { type Day, dayOf, startOf, weekday } from '../../calendar.ts'
import { thirdFriday, toNumber } from '../listings/futures.ts'
import type { Listing } from '../listings/listing.ts'
import { dailyClose } from '../prices/daily.ts'
import { mix, unit } from '../prices/noise.ts'
import { type Greeks, greeks } from './black-scholes.ts'
import { riskFreeRate, smile } from './volatility.ts'

export interface Expiration {
  readonly day: Day
  /** 20270115 */
  readonly number: number
}

export interface Contract {
  readonly underlying: Listing
  readonly spot: number
  readonly expiration: Expiration
  readonly strike: number
  readonly isCall: boolean
  readonly years: number
}

/** The next eight Fridays, the third Fridays of a year, and two Januaries after it. */
export function expirations(nowMs: number): readonly Expiration[] {
  const today = dayOf(nowMs)
  const days = new Set<Day>()
  let friday = today + ((5 - weekday(today) + 7) % 7)
  for (let week = 0; week < 8; week++, friday += 7) days.add(friday)
  const now = new Date(nowMs)
  const year = now.getUTCFullYear()
  for (let month = 0; month < 12; month++) days.add(monthly(year, now.getUTCMonth() + month))
  days.add(monthly(year + 1, 0))
  days.add(monthly(year + 2, 0))
  return [...days]
    .filter((day) => day >= today)
    .sort((one, other) => one - other)
    .map((day) => ({ day, number: toNumber(day) }))
}

function monthly(year: number, month: number): Day {
  return thirdFriday(year + Math.floor(month / 12), month % 12)
}

/** Round numbers around the price of some weeks ago, so that the same strikes stand from day to day. */
export function strikes(underlying: Listing, { day }: Expiration, nowMs: number): readonly number[] {
  const today = dayOf(nowMs)
  const anchor = dailyClose(underlying, Math.max(underlying.firstDay, today - (today % 28)))
  const isFar = day - today > 60
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

/** Four in the afternoon in New York, near enough. */
export function yearsTo({ day }: Expiration, nowMs: number): number {
  return Math.max(1 / 365 / 24, (startOf(day) + 75_600_000 - nowMs) / (365 * 86_400_000))
}

export function volatilityOf({ underlying, spot, strike, years }: Contract): number {
  return smile(underlying, spot, strike, years)
}

export function greeksOf(contract: Contract): Greeks {
  const { isCall, spot, strike, years } = contract
  return greeks({ isCall, spot, strike, years, volatility: volatilityOf(contract), rate: riskFreeRate })
}

/** Half of what lies between bid and ask, in whole ticks. */
function halfSpread(price: number, chance: number): number {
  const tick = price < 3 ? 0.01 : 0.05
  return Math.max(tick, Math.round((price * (0.004 + 0.012 * chance)) / tick) * tick)
}

export function bidAsk(contract: Contract, price: number): { readonly bid: number; readonly ask: number } {
  const half = halfSpread(price, unit(contractKey(contract), 1))
  return { bid: Math.max(0, cents(price - half)), ask: cents(price + half) }
}

function cents(amount: number): number {
  return Math.round(amount * 100) / 100
}

/** Most is traded near the money and near in time. */
export function openInterest(contract: Contract): number {
  const { underlying, spot, strike, years } = contract
  const distance = Math.abs(Math.log(strike / spot)) / (underlying.sigma * Math.sqrt(365 * years) + 0.02)
  const interest = underlying.dailyVolume * 0.0012 * Math.exp(-distance * distance) * Math.exp(-years)
  return Math.round(interest * (0.3 + unit(contractKey(contract), 2)))
}

export function volumeToday(contract: Contract): number {
  return Math.round(openInterest(contract) * 0.25 * unit(contractKey(contract), 3))
}

function contractKey({ underlying, expiration, strike, isCall }: Contract): number {
  return mix(mix(underlying.key, expiration.number), Math.round(strike * 1000) * 2 + (isCall ? 1 : 0))
}

/** Letters and digits only: `BRK.B` is BRKB. */
export function rootOf({ ticker }: Listing): string {
  return ticker.replace(/[^A-Z0-9]/g, '')
}

/** `OPRA:AAPL270115C200.0` */
export function contractSymbol({ underlying, expiration, strike, isCall }: Contract): string {
  const date = String(expiration.number).slice(2)
  const amount = Number.isInteger(strike) ? `${strike}.0` : String(strike)
  return `OPRA:${rootOf(underlying)}${date}${isCall ? 'C' : 'P'}${amount}`
}
