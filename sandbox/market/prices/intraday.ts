/** Intraday bars: a daily bar is split into quarters of an hour, those into minutes, those into seconds, on demand. */

import type { Day } from '../../calendar.ts'
import { gaussian, hash } from '../hash.ts'
import type { Listing } from '../listings/listing.ts'
import { BarBuffer, value } from './bar-buffer.ts'
import { dailyBar } from './daily.ts'
import { type ParentBar, subdivide, toGrid, toVolume } from './subdivide.ts'
import {
  closeMinute,
  extendedHours,
  type Hours,
  localTime,
  openMinute,
  previousTradingDay,
} from './trading-hours.ts'

export const blockMinutes = 15
const minuteMs = 60_000
const blockMs = blockMinutes * minuteMs

const blocks = new BarBuffer(96)
const minutes = new BarBuffer(blockMinutes)
const seconds = new BarBuffer(60)

/** Of the volume of a day, before and after regular trading each. */
const extendedShare = 0.03

/** A part of a day, split into blocks by itself. */
interface DayPart {
  readonly spans: Hours['open']
  readonly parent: ParentBar
  readonly key: number
  readonly busyEnds: boolean
}

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
  isExtended = false,
): void {
  const { hours } = listing.venue
  const key = hash(hash(listing.walk.key, 5), day)
  const regular = { spans: hours.open, parent: dailyParent, key, busyEnds: hours.week !== 'always' }
  const parts = isExtended ? withExtendedHours(listing, day, regular) : [regular]
  const startMs = localTime(hours, day, openMinute(isExtended ? extendedHours(hours) : hours))
  for (const part of parts) {
    fillBlocks(listing, part)
    let block = 0
    for (const [from, to] of part.spans) {
      for (let minute = from; minute < to; minute += blockMinutes, block++) {
        const blockStart = localTime(hours, day, minute)
        if (blockStart >= untilMs) return
        const isComplete = blockStart + blockMs <= untilMs
        if (isComplete && barMs % blockMs === 0) addBar(blocks, block, blockStart, startMs, barMs, out)
        else addMinutes(listing, block, blockStart, startMs, barMs, untilMs, part.key, out)
      }
    }
  }
}

/** Prices go from the last one of the evening before to the first of the regular hours, and on after the last. */
function withExtendedHours(listing: Listing, day: Day, regular: DayPart): DayPart[] {
  const { hours } = listing.venue
  if (hours.extended === undefined) return [regular]
  const [first, last] = hours.extended
  const dayBefore = previousTradingDay(hours, day)
  const isFirstDay = dayBefore < listing.firstDay
  const before = isFirstDay
    ? regular.parent.open
    : eveningClose(listing, dayBefore, dailyBar(listing, dayBefore).close)
  const { open, close } = regular.parent
  const quiet = (from: number, to: number): ParentBar => ({
    open: from,
    high: Math.max(from, to),
    low: Math.min(from, to),
    close: to,
    volume: toVolume(regular.parent.volume * extendedShare, listing),
  })
  return [
    {
      spans: [[first, openMinute(hours)]],
      parent: quiet(before, open),
      key: hash(regular.key, 1),
      busyEnds: false,
    },
    regular,
    {
      spans: [[closeMinute(hours), last]],
      parent: quiet(close, eveningClose(listing, day, close)),
      key: hash(regular.key, 2),
      busyEnds: false,
    },
  ]
}

/** The last price after regular trading. */
function eveningClose(listing: Listing, day: Day, close: number): number {
  const drift = listing.sigma * 0.2 * gaussian(hash(listing.walk.key, 6), day)
  return toGrid(close * (1 + drift), listing)
}

function fillBlocks(listing: Listing, { spans, parent, key, busyEnds }: DayPart): void {
  let count = 0
  for (const [from, to] of spans) count += (to - from) / blockMinutes
  subdivide(parent, count, key, listing, busyEnds, blocks)
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
