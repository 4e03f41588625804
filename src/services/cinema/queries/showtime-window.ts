/** Turns date and time parameters into a filter. */

import { addDays, businessDayStartMs, dayAt, dayMs, dayToMs } from '../normalise/time.ts'
import type { CinemaDb } from '../schema/tables.ts'
import { currentFilter, type TimeFilter } from './current-showtimes.ts'
import type { ShowtimeFilter } from './showtimes.ts'

export interface WindowQuery {
  readonly date?: string | undefined
  readonly businessDate?: string | undefined
  readonly days: number
  readonly from?: number | undefined
  readonly to?: number | undefined
}

type Window = TimeFilter & Pick<ShowtimeFilter, 'from' | 'to'>

/**
 * `date` and `days` select business dates, `from` and `to` select instants; both together must match. With none of them
 * the filter is current and future screenings of `days` business dates, the first of which is the calendar day in each
 * theater's time zone: at 02:00 the last shows of the evening still run, but "today" is the day that has begun.
 */
export async function toWindow(db: CinemaDb, query: WindowQuery, nowMs: number): Promise<Window> {
  const { date, businessDate, from, to } = query
  const last = date === undefined || query.days === 1 ? date : addDays(date, query.days - 1)
  const firstDay = laterDay(date, businessDate)
  const lastDay = earlierDay(last, businessDate)
  if (date !== undefined || from !== undefined || to !== undefined) return { firstDay, lastDay, from, to }
  const dayStartsUntil = businessDate === undefined ? lastDayStart(nowMs, query.days) : undefined
  return { firstDay, lastDay, ...(await currentFilter(db, nowMs)), dayStartsUntil }
}

/** A business date begins at 06:00, its calendar day at midnight. */
export function lastDayStart(nowMs: number, days: number): number {
  return nowMs + businessDayStartMs + (days - 1) * dayMs
}

function laterDay(one: string | undefined, other: string | undefined): string | undefined {
  return one === undefined || (other !== undefined && other > one) ? other : one
}

function earlierDay(one: string | undefined, other: string | undefined): string | undefined {
  return one === undefined || (other !== undefined && other < one) ? other : one
}

/** How many of the requested days the sources cover; `lastDates` are the last days they publish. */
export function resolvedDays(
  query: WindowQuery,
  lastDates: readonly string[],
  nowMs: number,
  timeZone = 'UTC',
): number {
  const first = query.date ?? query.businessDate ?? dayAt(nowMs, timeZone)
  const last = lastDates.reduce((latest, date) => (date > latest ? date : latest), '')
  if (last === '') return 0
  const reach = Math.round((dayToMs(last) - dayToMs(first)) / dayMs) + 1
  return Math.max(0, Math.min(query.days, reach))
}
