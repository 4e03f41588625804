/** Splits a bar into shorter ones with the same open, high, low, close and volume in total. */

import { fraction, gaussian, hash } from '../hash.ts'
import { type BarBuffer, value } from './bar-buffer.ts'

export interface ParentBar {
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
}

export interface Grid {
  /** Prices are whole multiples of `minmov / pricescale`. */
  readonly pricescale: number
  readonly minmov: number
  /** Volumes are whole multiples of 1 / volumescale. */
  readonly volumescale: number
}

export function toGrid(price: number, { pricescale, minmov }: Grid): number {
  return (Math.round((price * pricescale) / minmov) * minmov) / pricescale
}

export function toVolume(volume: number, { volumescale }: Grid): number {
  return Math.round(volume * volumescale) / volumescale
}

/**
 * Writes `count` bars to `out`, without times. `busyEnds` gives the first and last parts more volume, as at the open and
 * close of an exchange.
 */
export function subdivide(
  parent: ParentBar,
  count: number,
  key: number,
  grid: Grid,
  busyEnds: boolean,
  out: BarBuffer,
): void {
  out.clear()
  out.reserve(count)
  out.length = count
  fillPath(parent, count, key, grid, out)
  reachExtremes(parent, out)
  shareVolume(parent.volume, key, grid, busyEnds, out)
}

/** A random path from open to close, scaled into the range of the parent. */
function fillPath(parent: ParentBar, count: number, key: number, grid: Grid, out: BarBuffer): void {
  const { open, high, low, close } = parent
  const step = ((high - low) * 0.8) / Math.sqrt(count)
  let sum = 0
  for (let at = 0; at < count; at++) {
    sum += gaussian(key, at) * step
    out.close[at] = sum
  }
  let highest = 0
  let lowest = 0
  const top = Math.max(open, close)
  const bottom = Math.min(open, close)
  for (let at = 0; at < count; at++) {
    const share = (at + 1) / count
    const point = value(out.close, at) - sum * share + open + (close - open) * share
    out.close[at] = point
    highest = Math.max(highest, point - top)
    lowest = Math.max(lowest, bottom - point)
  }
  const press = Math.min(1, highest > 0 ? (high - top) / highest : 1)
  const lift = Math.min(1, lowest > 0 ? (bottom - low) / lowest : 1)
  const wick = hash(key, 0x77)
  let previous = open
  for (let at = 0; at < count; at++) {
    let point = value(out.close, at)
    if (point > top) point = top + (point - top) * press
    else if (point < bottom) point = bottom - (bottom - point) * lift
    point = at === count - 1 ? close : Math.min(high, Math.max(low, toGrid(point, grid)))
    const bits = hash(wick, at)
    const above = ((bits & 0xffff) / 65_536) * step * 0.6
    const below = ((bits >>> 16) / 65_536) * step * 0.6
    out.open[at] = previous
    out.close[at] = point
    out.high[at] = Math.min(high, toGrid(Math.max(previous, point) + above, grid))
    out.low[at] = Math.max(low, toGrid(Math.min(previous, point) - below, grid))
    previous = point
  }
}

/** The highest part gets the high of the parent, the lowest its low. */
function reachExtremes({ high, low }: ParentBar, out: BarBuffer): void {
  let highestAt = 0
  let lowestAt = 0
  for (let at = 1; at < out.length; at++) {
    if (value(out.high, at) > value(out.high, highestAt)) highestAt = at
    if (value(out.low, at) < value(out.low, lowestAt)) lowestAt = at
  }
  out.high[highestAt] = high
  out.low[lowestAt] = low
}

function shareVolume(volume: number, key: number, grid: Grid, busyEnds: boolean, out: BarBuffer): void {
  const count = out.length
  const volumeKey = hash(key, 0x99)
  let total = 0
  for (let at = 0; at < count; at++) {
    const fromMiddle = (2 * at) / Math.max(1, count - 1) - 1
    const weight = (0.4 + fraction(volumeKey, at)) * (busyEnds ? 0.5 + 1.5 * fromMiddle * fromMiddle : 1)
    total += weight
    out.volume[at] = total
  }
  let assigned = 0
  for (let at = 0; at < count; at++) {
    const upTo = at === count - 1 ? volume : toVolume((volume * value(out.volume, at)) / total, grid)
    out.volume[at] = toVolume(upTo - assigned, grid)
    assigned = upTo
  }
}
