/** Bars of any length up to a moment. All lengths are built from the same days, minutes and seconds, so they agree. */

import { type Day, dayOf, weekday } from '../../calendar.ts'
import type { Listing } from '../listings/listing.ts'
import { BarBuffer, value } from './bar-buffer.ts'
import { dailyBars } from './daily.ts'
import { barAt, intradayBars } from './intraday.ts'
import { isIntraday, type Resolution } from './resolution.ts'
import {
  isTradingDay,
  latestTradingDay,
  previousTradingDay,
  sessionOf,
  sessionStart,
} from './trading-hours.ts'

/** Longer than any session, so that a day becomes one bar. */
const dayBarMs = 86_400_000 * 2

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
): Bars {
  out.clear()
  const reachesStart = isIntraday(resolution)
    ? fillIntraday(listing, resolution.barMs, untilMs, count, out)
    : fillPeriods(listing, resolution, untilMs, count, out)
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
): boolean {
  const periodDays = { day: 1, week: 7, month: 31 }[resolution.unit] * resolution.count
  const last = lastDayOf(listing, untilMs)
  const from = Math.max(listing.firstDay, last - Math.ceil(count * periodDays * 1.5) - 40)
  daysUntil(listing, from, untilMs, days)
  const { hours } = listing.venue
  for (let at = 0; at < days.length; at++) {
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
export function lastDayOf(listing: Listing, untilMs: number): Day {
  const { hours } = listing.venue
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
): boolean {
  const last = lastDayOf(listing, untilMs)
  for (let span = daysFor(listing, barMs, count); ; span *= 2) {
    const from = Math.max(listing.firstDay, last - span)
    days.clear()
    dailyBars(listing, from, last, days)
    out.clear()
    for (let at = 0; at < days.length; at++) {
      intradayBars(listing, value(days.time, at), barMs, untilMs, out, barAt(days, at))
    }
    const isComplete = from === listing.firstDay || last < listing.firstDay
    if (isComplete || out.length >= count) return isComplete && out.length <= count
  }
}

/** Calendar days that contain so many bars, weekends included. */
function daysFor({ venue }: Listing, barMs: number, count: number): number {
  let minutes = 0
  for (const [start, end] of venue.hours.open) minutes += end - start
  const perDay = Math.max(1, Math.ceil((minutes * 60_000) / barMs))
  return Math.ceil(((count + 1) / perDay) * (venue.hours.week === 'always' ? 1 : 1.45)) + 4
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
