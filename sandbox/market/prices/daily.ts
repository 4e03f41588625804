/** Daily bars, computed directly from the walk. */

import type { Day } from '../../calendar.ts'
import { hash } from '../hash.ts'
import type { Listing } from '../listings/listing.ts'
import { BarBuffer, value } from './bar-buffer.ts'
import { type ParentBar, toGrid, toVolume } from './subdivide.ts'
import { isTradingDay } from './trading-hours.ts'
import { fillLog, logAt } from './walk.ts'

const one = new BarBuffer(1)

/** The bar of a trading day at the end of the day. */
export function dailyBar(listing: Listing, day: Day): ParentBar {
  one.clear()
  writeBar(listing, day, rawPrice(listing, day - 1), rawPrice(listing, day), one)
  return {
    open: value(one.open, 0),
    high: value(one.high, 0),
    low: value(one.low, 0),
    close: value(one.close, 0),
    volume: value(one.volume, 0),
  }
}

/**
 * Writes the bars from `from` to `to`, both included, with the day as their time. There are none before the first day of
 * the listing.
 */
export function dailyBars(listing: Listing, from: Day, to: Day, out: BarBuffer): void {
  const first = Math.max(from, listing.firstDay)
  const last = Math.min(to, listing.lastDay ?? to)
  if (last < first) return
  const raw = fillRaw(listing, first - 1, last)
  const { hours } = listing.venue
  for (let day = first; day <= last; day++) {
    if (!isTradingDay(hours, day)) continue
    const at = day - first
    writeBar(listing, day, value(raw, at), value(raw, at + 1), out)
  }
}

/** The close of any day, also of one without trading. */
export function dailyClose(listing: Listing, day: Day): number {
  return onGrid(listing, rawPrice(listing, day))
}

function writeBar(listing: Listing, day: Day, before: number, after: number, out: BarBuffer): void {
  const { key, walk, sigma, dailyVolume } = listing
  const wicks = hash(walk.key, day * 2)
  const gapBits = hash(walk.key, day * 2 + 1) & 0xffff
  const gap = listing.venue.hours.week === 'always' ? 0 : sigma * (gapBits / 65_536 - 0.5)
  const open = onGrid(listing, before * (1 + gap))
  const close = onGrid(listing, after)
  const top = Math.max(open, close)
  const bottom = Math.min(open, close)
  const high = onGrid(listing, top * (1 + sigma * 0.9 * ((wicks & 0xffff) / 65_536)))
  const low = onGrid(listing, bottom * (1 - sigma * 0.9 * ((wicks >>> 16) / 65_536)))
  const movement = Math.min(3, Math.abs(after - before) / (before * sigma + 1e-12))
  const activity = hash(key, day) / 2 ** 32
  const volume = dailyVolume * (0.45 + activity * activity * 1.3) * (0.6 + 0.4 * movement)
  out.push(day, open, Math.max(high, top), Math.min(low, bottom), close, toVolume(volume, listing))
}

function onGrid(listing: Listing, price: number): number {
  return Math.max(toGrid(price, listing), listing.minmov / listing.pricescale)
}

function rawPrice({ walk, against, scale }: Listing, day: Day): number {
  const level = against === undefined ? logAt(walk, day) : logAt(walk, day) - logAt(against, day)
  return scale * Math.exp(level)
}

let rawScratch = new Float64Array(1024)
let againstScratch = new Float64Array(1024)

function fillRaw({ walk, against, scale }: Listing, from: Day, to: Day): Float64Array {
  const size = to - from + 1
  if (size > rawScratch.length) {
    rawScratch = new Float64Array(size * 2)
    againstScratch = new Float64Array(size * 2)
  }
  const raw = rawScratch
  fillLog(walk, from, to, raw)
  if (against === undefined) {
    for (let at = 0; at < size; at++) raw[at] = scale * Math.exp(value(raw, at))
    return raw
  }
  fillLog(against, from, to, againstScratch)
  for (let at = 0; at < size; at++) {
    raw[at] = scale * Math.exp(value(raw, at) - value(againstScratch, at))
  }
  return raw
}
