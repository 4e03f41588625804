/** Bars of any length up to a moment. All lengths are built from the same days, minutes and seconds, so they agree. */

import { type Day, dayOf, weekday } from '../../calendar.ts'
import type { Listing } from '../listings/listing.ts'
import { BarBuffer, value } from './bar-buffer.ts'
import { dailyBars } from './daily.ts'
import { barAt, intradayBars } from './intraday.ts'
import { isIntraday, type Resolution } from './resolution.ts'
import { type Grid, toGrid } from './subdivide.ts'
import {
  extendedHours,
  type Hours,
  isTradingDay,
  latestTradingDay,
  previousTradingDay,
  sessionOf,
  sessionStart,
} from './trading-hours.ts'

/** Longer than any session, so that a day becomes one bar. */
const dayBarMs = 86_400_000 * 2

/** Which bars a client wants to see. */
export interface BarView {
  /** Intraday bars include the hours before and after regular trading. */
  readonly isExtended: boolean
  /** By what prices of a day are multiplied. */
  factorOf(day: Day): number
}

const plainView: BarView = { isExtended: false, factorOf: () => 1 }
export const extendedView: BarView = { ...plainView, isExtended: true }

export interface Bars {
  readonly bars: BarBuffer
  /** Whether the first bar of the history is included. */
  readonly reachesStart: boolean
}

/** Writes the last `count` bars that start before `untilMs` to `out`, oldest first. The last may be incomplete. */
export function barsUntil(
  listing: Listing,
  resolution: Resolution,
  untilMs: number,
  count: number,
  out = new BarBuffer(count + 100),
  view = plainView,
): Bars {
  out.clear()
  const reachesStart = isIntraday(resolution)
    ? fillIntraday(listing, resolution.barMs, untilMs, count, out, view)
    : fillPeriods(listing, resolution, untilMs, count, out, view)
  out.keepLast(count)
  return { bars: out, reachesStart }
}

/** Scratch space, used only within one call. */
const days = new BarBuffer(512)

function fillPeriods(
  listing: Listing,
  resolution: Exclude<Resolution, { barMs: number }>,
  untilMs: number,
  count: number,
  out: BarBuffer,
  view: BarView,
): boolean {
  const periodDays = { day: 1, week: 7, month: 31 }[resolution.unit] * resolution.count
  const last = lastDayOf(listing, untilMs)
  const from = Math.max(listing.firstDay, last - Math.ceil(count * periodDays * 1.5) - 40)
  daysUntil(listing, from, untilMs, days)
  const { hours } = listing.venue
  for (let at = 0; at < days.length; at++) {
    scalePrices(days, at, view.factorOf(value(days.time, at)), listing)
    out.add(
      sessionStart(hours, periodStart(listing, resolution, value(days.time, at))),
      value(days.open, at),
      value(days.high, at),
      value(days.low, at),
      value(days.close, at),
      value(days.volume, at),
    )
  }
  return from <= listing.firstDay && out.length <= count
}

/** Daily bars since a day, with the day as their time. The last may be incomplete. */
export function daysUntil(listing: Listing, from: Day, untilMs: number, out = new BarBuffer(512)): BarBuffer {
  out.clear()
  const { hours } = listing.venue
  const last = lastDayOf(listing, untilMs)
  if (last < listing.firstDay) return out
  const isOver = sessionOf(hours, last).endMs <= untilMs
  dailyBars(listing, from, isOver ? last : last - 1, out)
  if (isOver) return out
  const before = out.length
  intradayBars(listing, last, dayBarMs, untilMs, out)
  if (out.length > before) out.time[before] = last
  return out
}

/** The latest trading day that has begun. */
export function lastDayOf(listing: Listing, untilMs: number, hours = listing.venue.hours): Day {
  const latest = latestTradingDay(hours, untilMs)
  if (listing.lastDay === undefined || latest <= listing.lastDay) return latest
  return isTradingDay(hours, listing.lastDay) ? listing.lastDay : previousTradingDay(hours, listing.lastDay)
}

function fillIntraday(
  listing: Listing,
  barMs: number,
  untilMs: number,
  count: number,
  out: BarBuffer,
  view: BarView,
): boolean {
  const hours = view.isExtended ? extendedHours(listing.venue.hours) : listing.venue.hours
  const last = lastDayOf(listing, untilMs, hours)
  for (let span = daysFor(hours, barMs, count); ; span *= 2) {
    const from = Math.max(listing.firstDay, last - span)
    days.clear()
    dailyBars(listing, from, last, days)
    out.clear()
    for (let at = 0; at < days.length; at++) {
      const day = value(days.time, at)
      const first = out.length
      intradayBars(listing, day, barMs, untilMs, out, barAt(days, at), view.isExtended)
      const factor = view.factorOf(day)
      for (let added = first; added < out.length; added++) scalePrices(out, added, factor, listing)
    }
    const isComplete = from === listing.firstDay || last < listing.firstDay
    if (isComplete || out.length >= count) return isComplete && out.length <= count
  }
}

function scalePrices(bars: BarBuffer, at: number, factor: number, grid: Grid): void {
  if (factor === 1) return
  for (const column of [bars.open, bars.high, bars.low, bars.close])
    column[at] = toGrid(value(column, at) * factor, grid)
}

/** Calendar days that contain so many bars, weekends included. */
function daysFor({ open, week }: Hours, barMs: number, count: number): number {
  let minutes = 0
  for (const [start, end] of open) minutes += end - start
  const perDay = Math.max(1, Math.ceil((minutes * 60_000) / barMs))
  return Math.ceil(((count + 1) / perDay) * (week === 'always' ? 1 : 1.45)) + 4
}

/** The first trading day of the week or month of the day. */
function periodStart(listing: Listing, resolution: Resolution, day: Day): Day {
  if (isIntraday(resolution) || resolution.unit === 'day') return day
  const sunday = listing.venue.hours.week === 'sun-thu'
  const weekStart = sunday ? day - (weekday(day) % 7) : day - weekday(day) + 1
  let start = resolution.unit === 'week' ? weekStart : monthStart(day, resolution.count)
  while (start < day && !isTradingDay(listing.venue.hours, start)) start++
  return start
}

function monthStart(day: Day, months: number): Day {
  const date = new Date(day * 86_400_000)
  const month = date.getUTCMonth()
  return dayOf(Date.UTC(date.getUTCFullYear(), month - (month % months), 1))
}
