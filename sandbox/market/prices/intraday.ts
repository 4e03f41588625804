/** Intraday bars: a daily bar is split into quarters of an hour, those into minutes, those into seconds, on demand. */

import type { Day } from '../../calendar.ts'
import { hash } from '../hash.ts'
import type { Listing } from '../listings/listing.ts'
import { BarBuffer, value } from './bar-buffer.ts'
import { dailyBar } from './daily.ts'
import { type ParentBar, subdivide } from './subdivide.ts'
import { localTime, openMinute } from './trading-hours.ts'

export const blockMinutes = 15
const minuteMs = 60_000
const blockMs = blockMinutes * minuteMs

const blocks = new BarBuffer(96)
const minutes = new BarBuffer(blockMinutes)
const seconds = new BarBuffer(60)

/**
 * Adds the bars of one day to `out`, each `barMs` long, from the start of the session until `untilMs`. The last may be
 * incomplete.
 */
export function intradayBars(
  listing: Listing,
  day: Day,
  barMs: number,
  untilMs: number,
  out: BarBuffer,
  dailyParent: ParentBar = dailyBar(listing, day),
): void {
  const { hours } = listing.venue
  const dayKey = hash(hash(listing.walk.key, 5), day)
  const startMs = localTime(hours, day, openMinute(hours))
  fillBlocks(listing, dailyParent, dayKey)
  let block = 0
  for (const [from, to] of hours.open) {
    for (let minute = from; minute < to; minute += blockMinutes, block++) {
      const blockStart = localTime(hours, day, minute)
      if (blockStart >= untilMs) return
      const isComplete = blockStart + blockMs <= untilMs
      if (isComplete && barMs % blockMs === 0) addBar(blocks, block, blockStart, startMs, barMs, out)
      else addMinutes(listing, block, blockStart, startMs, barMs, untilMs, dayKey, out)
    }
  }
}

function fillBlocks(listing: Listing, day: ParentBar, dayKey: number): void {
  let count = 0
  for (const [from, to] of listing.venue.hours.open) count += (to - from) / blockMinutes
  subdivide(day, count, dayKey, listing, listing.venue.hours.week !== 'always', blocks)
}

function addMinutes(
  listing: Listing,
  block: number,
  blockStart: number,
  startMs: number,
  barMs: number,
  untilMs: number,
  dayKey: number,
  out: BarBuffer,
): void {
  const blockKey = hash(dayKey, 1_000 + block)
  subdivide(barAt(blocks, block), blockMinutes, blockKey, listing, false, minutes)
  for (let minute = 0; minute < blockMinutes; minute++) {
    const minuteStart = blockStart + minute * minuteMs
    if (minuteStart >= untilMs) return
    const isComplete = minuteStart + minuteMs <= untilMs
    if (isComplete && barMs % minuteMs === 0) addBar(minutes, minute, minuteStart, startMs, barMs, out)
    else addSeconds(listing, minute, minuteStart, startMs, barMs, untilMs, blockKey, out)
  }
}

/** A second counts as complete once it has begun, so that prices move every second. */
function addSeconds(
  listing: Listing,
  minute: number,
  minuteStart: number,
  startMs: number,
  barMs: number,
  untilMs: number,
  blockKey: number,
  out: BarBuffer,
): void {
  subdivide(barAt(minutes, minute), 60, hash(blockKey, 2_000 + minute), listing, false, seconds)
  for (let second = 0; second < 60; second++) {
    const secondStart = minuteStart + second * 1000
    if (secondStart >= untilMs) return
    addBar(seconds, second, secondStart, startMs, barMs, out)
  }
}

function addBar(
  from: BarBuffer,
  at: number,
  time: number,
  startMs: number,
  barMs: number,
  out: BarBuffer,
): void {
  out.add(
    startMs + Math.floor((time - startMs) / barMs) * barMs,
    value(from.open, at),
    value(from.high, at),
    value(from.low, at),
    value(from.close, at),
    value(from.volume, at),
  )
}

export function barAt(from: BarBuffer, at: number): ParentBar {
  return {
    open: value(from.open, at),
    high: value(from.high, at),
    low: value(from.low, at),
    close: value(from.close, at),
    volume: value(from.volume, at),
  }
}
