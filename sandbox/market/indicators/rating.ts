/** Buy, sell or wait: the votes of single indicators, and their mean. */

import { type BarBuffer, value } from '../prices/bar-buffer.ts'
import { ema, hull, sma, vwma } from './averages.ts'
import { cloud } from './levels.ts'
import {
  awesome,
  bullBearPower,
  cci,
  direction,
  macd,
  macdSignal,
  momentum,
  rsi,
  stochD,
  stochK,
  stochRsiD,
  stochRsiK,
  ultimate,
  williams,
} from './oscillators.ts'

/** 1 for buying, −1 for selling, 0 for neither; `NaN` when there are too few bars to say. */
type Vote = (bars: BarBuffer, end: number) => number

const usualCloud = { conversion: 9, base: 26, lagging: 52, shift: 26 }

function above(line: (bars: BarBuffer, end: number) => number): Vote {
  return (bars, end) => Math.sign(value(bars.close, end) - line(bars, end))
}

/** Buys when it turns up from below `low`, sells when it turns down from above `high`. */
function turning(line: (bars: BarBuffer, end: number) => number, low: number, high: number): Vote {
  return (bars, end) => {
    const now = line(bars, end)
    const before = line(bars, end - 1)
    if (Number.isNaN(now) || Number.isNaN(before)) return Number.NaN
    if (now < low && now > before) return 1
    return now > high && now < before ? -1 : 0
  }
}

const averageVotes: readonly Vote[] = [10, 20, 30, 50, 100, 200].flatMap((length) => [
  above((bars, end) => sma(bars.close, end, length)),
  above((bars, end) => ema(bars.close, end, length)),
])

export const singleVotes: Readonly<Record<string, Vote>> = {
  HullMA9: above((bars, end) => hull(bars.close, end, 9)),
  VWMA: above((bars, end) => vwma(bars, end, 20)),
  Ichimoku: (bars, end) => {
    const base = cloud('BLine', bars, end, usualCloud)
    const conversion = cloud('CLine', bars, end, usualCloud)
    const first = cloud('Lead1', bars, end, usualCloud)
    const second = cloud('Lead2', bars, end, usualCloud)
    const close = value(bars.close, end)
    if (Number.isNaN(second)) return Number.NaN
    if (first > second && base > first && conversion > base && close > first) return 1
    return first < second && base < first && conversion < base && close < first ? -1 : 0
  },
  'Stoch.RSI': (bars, end) => {
    const k = stochRsiK(bars, end)
    const d = stochRsiD(bars, end)
    if (Number.isNaN(k) || Number.isNaN(d)) return Number.NaN
    if (k < 20 && d < 20 && k > d) return 1
    return k > 80 && d > 80 && k < d ? -1 : 0
  },
  BBPower: turning(bullBearPower, 0, 0),
  UO: (bars, end) => {
    const now = ultimate(bars, end)
    if (Number.isNaN(now)) return Number.NaN
    return now > 70 ? 1 : now < 30 ? -1 : 0
  },
  WR: turning((bars, end) => williams(bars, end, 14), -80, -20),
}

const otherVotes: readonly Vote[] = [
  turning((bars, end) => rsi(bars, end, 14), 30, 70),
  (bars, end) => {
    const k = stochK(bars, end, 14, 3)
    const d = stochD(bars, end, 14, 3, 3)
    if (Number.isNaN(d)) return Number.NaN
    if (k < 20 && d < 20 && k > d) return 1
    return k > 80 && d > 80 && k < d ? -1 : 0
  },
  turning((bars, end) => cci(bars, end, 20), -100, 100),
  (bars, end) => {
    const { plus, minus, strength } = direction(bars, end, 14)
    if (Number.isNaN(strength)) return Number.NaN
    return strength > 20 ? Math.sign(plus - minus) : 0
  },
  (bars, end) => {
    const now = awesome(bars, end)
    const before = awesome(bars, end - 1)
    if (Number.isNaN(before)) return Number.NaN
    if (now > 0 && now > before) return 1
    return now < 0 && now < before ? -1 : 0
  },
  (bars, end) => Math.sign(momentum(bars, end, 10) - momentum(bars, end - 1, 10)),
  (bars, end) => Math.sign(macd(bars, end) - macdSignal(bars, end)),
]

const otherSingles = ['Stoch.RSI', 'WR', 'BBPower', 'UO']
const averageSingles = ['Ichimoku', 'VWMA', 'HullMA9']

export function averagesRating(bars: BarBuffer, end: number): number {
  return mean([...averageVotes, ...pick(averageSingles)], bars, end)
}

export function othersRating(bars: BarBuffer, end: number): number {
  return mean([...otherVotes, ...pick(otherSingles)], bars, end)
}

export function rating(bars: BarBuffer, end: number): number {
  return (averagesRating(bars, end) + othersRating(bars, end)) / 2
}

function pick(names: readonly string[]): Vote[] {
  return names.flatMap((name) => singleVotes[name] ?? [])
}

function mean(votes: readonly Vote[], bars: BarBuffer, end: number): number {
  let sum = 0
  let count = 0
  for (const vote of votes) {
    const cast = vote(bars, end)
    if (Number.isNaN(cast)) continue
    sum += cast
    count++
  }
  return count === 0 ? Number.NaN : sum / count
}

/** The word for a rating from −1 to 1. */
export function ratingWord(value: number): 'StrongSell' | 'Sell' | 'Neutral' | 'Buy' | 'StrongBuy' {
  if (value <= -0.5) return 'StrongSell'
  if (value <= -0.1) return 'Sell'
  if (value < 0.1) return 'Neutral'
  return value < 0.5 ? 'Buy' : 'StrongBuy'
}
