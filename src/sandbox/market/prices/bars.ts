/** Bars of any length up to a moment; all of them are made of the same days, minutes and seconds, so they agree. */

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

/** Longer than any session: the whole day becomes one bar. */
const dayBarMs = 86_400_000 * 2

export interface Bars {
  readonly bars: BarBuffer
  /** The first bar there ever was is among them. */
  readonly reachesStart: boolean
}

/** The last `count` bars that have begun at `untilMs`, oldest first. The last may be under way. */
export function barsUntil(listing: Listing, resolution: Resolution, untilMs: number, count: number): Bars {
  if (isIntraday(resolution)) return intradayUntil(listing, resolution.barMs, untilMs, count)
  const periodDays = { day: 1, week: 7, month: 31 }[resolution.unit] * resolution.count
  const last = lastDayOf(listing, untilMs)
  const from = Math.max(listing.firstDay, last - Math.ceil(count * periodDays * 1.5) - 40)
  const days = daysUntil(listing, from, untilMs)
  const bars = new BarBuffer(Math.min(days.length, count + 400))
  const { hours } = listing.venue
  for (let at = 0; at < days.length; at++) {
    bars.add(
      sessionStart(hours, periodStart(listing, resolution, value(days.time, at))),
      value(days.open, at),
      value(days.high, at),
      value(days.low, at),
      value(days.close, at),
      value(days.volume, at),
    )
  }
  const reachesStart = from <= listing.firstDay && bars.length <= count
  return { bars: lastOf(bars, count), reachesStart }
}

/** Daily bars from a day on, with the day as their time; the last one as far as it has come. */
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

/** The latest day that has begun, or the last there is. */
export function lastDayOf(listing: Listing, untilMs: number): Day {
  const { hours } = listing.venue
  const latest = latestTradingDay(hours, untilMs)
  if (listing.lastDay === undefined || latest <= listing.lastDay) return latest
  return isTradingDay(hours, listing.lastDay) ? listing.lastDay : previousTradingDay(hours, listing.lastDay)
}

function intradayUntil(listing: Listing, barMs: number, untilMs: number, count: number): Bars {
  const last = lastDayOf(listing, untilMs)
  let bars = new BarBuffer(count + 100)
  let days = daysFor(listing, barMs, count)
  for (;;) {
    const from = Math.max(listing.firstDay, last - days)
    const whole = new BarBuffer(days)
    dailyBars(listing, from, last, whole)
    bars.clear()
    for (let at = 0; at < whole.length; at++) {
      intradayBars(listing, value(whole.time, at), barMs, untilMs, bars, barAt(whole, at))
    }
    if (bars.length >= count || from === listing.firstDay || last < listing.firstDay) {
      const reachesStart = from === listing.firstDay && bars.length <= count
      bars = lastOf(bars, count)
      return { bars, reachesStart }
    }
    days *= 2
  }
}

/** Calendar days that hold so many bars, weekends included. */
function daysFor({ venue }: Listing, barMs: number, count: number): number {
  let minutes = 0
  for (const [start, end] of venue.hours.open) minutes += end - start
  const perDay = Math.max(1, Math.ceil((minutes * 60_000) / barMs))
  return Math.ceil(((count + 1) / perDay) * (venue.hours.week === 'always' ? 1 : 1.45)) + 4
}

function lastOf(bars: BarBuffer, count: number): BarBuffer {
  if (bars.length <= count) return bars
  const last = new BarBuffer(count)
  for (let at = bars.length - count; at < bars.length; at++) last.copyBar(bars, at)
  return last
}

/** The first trading day of the week or month the day is in. */
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
