/** What swings: strength, momentum, direction. `NaN` where there are not enough bars. */

import { type BarBuffer, value } from '../prices/bar-buffer.ts'
import { ema, highest, lowest, sma } from './averages.ts'

export function rsi({ close }: BarBuffer, end: number, length: number): number {
  if (end < length) return Number.NaN
  const start = Math.max(1, end - 5 * length)
  let gain = 0
  let loss = 0
  for (let at = start; at <= end; at++) {
    const change = value(close, at) - value(close, at - 1)
    const weight = at - start < length ? 1 / (at - start + 1) : 1 / length
    gain += weight * (Math.max(change, 0) - gain)
    loss += weight * (Math.max(-change, 0) - loss)
  }
  if (loss === 0) return gain === 0 ? 50 : 100
  return 100 - 100 / (1 + gain / loss)
}

/** Place of the close in the range, smoothed; `smooth` bars for K. */
export function stochK(bars: BarBuffer, end: number, length: number, smooth: number): number {
  if (end + 1 < length + smooth - 1) return Number.NaN
  let sum = 0
  for (let at = end - smooth + 1; at <= end; at++) sum += placeInRange(bars, at, length)
  return sum / smooth
}

export function stochD(bars: BarBuffer, end: number, length: number, smooth: number, signal: number): number {
  let sum = 0
  for (let at = end - signal + 1; at <= end; at++) sum += stochK(bars, at, length, smooth)
  return sum / signal
}

function placeInRange({ high, low, close }: BarBuffer, end: number, length: number): number {
  const top = highest(high, end, length)
  const bottom = lowest(low, end, length)
  return top === bottom ? 50 : (100 * (value(close, end) - bottom)) / (top - bottom)
}

export function stochRsiK(bars: BarBuffer, end: number): number {
  let sum = 0
  for (let at = end - 2; at <= end; at++) {
    let top = Number.NEGATIVE_INFINITY
    let bottom = Number.POSITIVE_INFINITY
    for (let back = 0; back < 14; back++) {
      const strength = rsi(bars, at - back, 14)
      top = Math.max(top, strength)
      bottom = Math.min(bottom, strength)
    }
    sum += top === bottom ? 50 : (100 * (rsi(bars, at, 14) - bottom)) / (top - bottom)
  }
  return sum / 3
}

export function stochRsiD(bars: BarBuffer, end: number): number {
  return (stochRsiK(bars, end) + stochRsiK(bars, end - 1) + stochRsiK(bars, end - 2)) / 3
}

export function macd({ close }: BarBuffer, end: number): number {
  return ema(close, end, 12) - ema(close, end, 26)
}

export function macdSignal(bars: BarBuffer, end: number): number {
  const start = Math.max(25, end - 36)
  if (end < start + 8) return Number.NaN
  let mean = macd(bars, start)
  for (let at = start + 1; at <= end; at++) mean += 0.2 * (macd(bars, at) - mean)
  return mean
}

export function cci({ high, low, close }: BarBuffer, end: number, length: number): number {
  if (end + 1 < length) return Number.NaN
  const typical = (at: number) => (value(high, at) + value(low, at) + value(close, at)) / 3
  let mean = 0
  for (let at = end - length + 1; at <= end; at++) mean += typical(at) / length
  let spread = 0
  for (let at = end - length + 1; at <= end; at++) spread += Math.abs(typical(at) - mean) / length
  return spread === 0 ? 0 : (typical(end) - mean) / (0.015 * spread)
}

export interface Direction {
  readonly plus: number
  readonly minus: number
  readonly strength: number
}

/** Movement up, movement down, and how much one outweighs the other. */
export function direction(bars: BarBuffer, end: number, length: number): Direction {
  const { high, low } = bars
  if (end < 2 * length) return { plus: Number.NaN, minus: Number.NaN, strength: Number.NaN }
  const start = Math.max(1, end - 6 * length)
  let range = 0
  let up = 0
  let down = 0
  let strength = 0
  for (let at = start; at <= end; at++) {
    const weight = at - start < length ? 1 / (at - start + 1) : 1 / length
    const rise = value(high, at) - value(high, at - 1)
    const fall = value(low, at - 1) - value(low, at)
    range += weight * (trueRange(bars, at) - range)
    up += weight * ((rise > fall && rise > 0 ? rise : 0) - up)
    down += weight * ((fall > rise && fall > 0 ? fall : 0) - down)
    const outweigh = up + down === 0 ? 0 : (100 * Math.abs(up - down)) / (up + down)
    strength += weight * (outweigh - strength)
  }
  if (range === 0) return { plus: 0, minus: 0, strength: 0 }
  return { plus: (100 * up) / range, minus: (100 * down) / range, strength }
}

export function trueRange({ high, low, close }: BarBuffer, at: number): number {
  const span = value(high, at) - value(low, at)
  if (at === 0) return span
  const before = value(close, at - 1)
  return Math.max(span, Math.abs(value(high, at) - before), Math.abs(value(low, at) - before))
}

export function atr(bars: BarBuffer, end: number, length: number): number {
  if (end + 1 < length) return Number.NaN
  const start = Math.max(0, end - 5 * length)
  let mean = 0
  for (let at = start; at <= end; at++) {
    const weight = at - start < length ? 1 / (at - start + 1) : 1 / length
    mean += weight * (trueRange(bars, at) - mean)
  }
  return mean
}

export function awesome({ high, low }: BarBuffer, end: number): number {
  return (sma(high, end, 5) + sma(low, end, 5)) / 2 - (sma(high, end, 34) + sma(low, end, 34)) / 2
}

export function momentum({ close }: BarBuffer, end: number, length: number): number {
  return end < length ? Number.NaN : value(close, end) - value(close, end - length)
}

export function rateOfChange({ close }: BarBuffer, end: number, length: number): number {
  return end < length
    ? Number.NaN
    : (100 * (value(close, end) - value(close, end - length))) / value(close, end - length)
}

export function williams(bars: BarBuffer, end: number, length: number): number {
  return end + 1 < length ? Number.NaN : placeInRange(bars, end, length) - 100
}

export function bullBearPower({ high, low, close }: BarBuffer, end: number): number {
  return value(high, end) + value(low, end) - 2 * ema(close, end, 13)
}

export function ultimate(bars: BarBuffer, end: number): number {
  if (end < 28) return Number.NaN
  const pressure = (length: number) => {
    let bought = 0
    let range = 0
    for (let at = end - length + 1; at <= end; at++) {
      const floor = Math.min(value(bars.low, at), value(bars.close, at - 1))
      bought += value(bars.close, at) - floor
      range += Math.max(value(bars.high, at), value(bars.close, at - 1)) - floor
    }
    return range === 0 ? 0.5 : bought / range
  }
  return (100 * (4 * pressure(7) + 2 * pressure(14) + pressure(28))) / 7
}

/** Bars since the highest or lowest, as a share of the length. */
export function aroon(numbers: Float64Array, end: number, length: number, sign: 1 | -1): number {
  if (end < length) return Number.NaN
  let best = end
  for (let at = end - length; at <= end; at++) {
    if (sign * value(numbers, at) >= sign * value(numbers, best)) best = at
  }
  return (100 * (length - (end - best))) / length
}

export function moneyFlowIndex({ high, low, close, volume }: BarBuffer, end: number, length: number): number {
  if (end < length) return Number.NaN
  let up = 0
  let down = 0
  for (let at = end - length + 1; at <= end; at++) {
    const now = value(high, at) + value(low, at) + value(close, at)
    const before = value(high, at - 1) + value(low, at - 1) + value(close, at - 1)
    if (now > before) up += now * value(volume, at)
    else if (now < before) down += now * value(volume, at)
  }
  return down === 0 ? 100 : 100 - 100 / (1 + up / down)
}

export function chaikin({ high, low, close, volume }: BarBuffer, end: number, length: number): number {
  if (end + 1 < length) return Number.NaN
  let flow = 0
  let total = 0
  for (let at = end - length + 1; at <= end; at++) {
    const span = value(high, at) - value(low, at)
    const place = span === 0 ? 0 : (2 * value(close, at) - value(high, at) - value(low, at)) / span
    flow += place * value(volume, at)
    total += value(volume, at)
  }
  return total === 0 ? Number.NaN : flow / total
}

/** Mean of the daily range. */
export function averageRange({ high, low }: BarBuffer, end: number, length: number): number {
  return sma(high, end, length) - sma(low, end, length)
}

export function keltnerReach(bars: BarBuffer, end: number): number {
  return 2 * atr(bars, end, 10)
}
