/** Dates as the market writes them. */

import { type Day, dayOf, startOf, weekday } from '../calendar.ts'

/** The day on which monthly futures and options expire. Months count from 0 and may run past the year. */
export function thirdFriday(year: number, month: number): Day {
  const first = dayOf(Date.UTC(year, month, 1))
  return first + ((5 - weekday(first) + 7) % 7) + 14
}

/** `20270115` */
export function compactDate(day: Day): number {
  const date = new Date(startOf(day))
  return date.getUTCFullYear() * 10_000 + (date.getUTCMonth() + 1) * 100 + date.getUTCDate()
}

/** The day of `20270115`. */
export function dayOfCompact(date: number): Day {
  return dayOf(Date.UTC(Math.floor(date / 10_000), (Math.floor(date / 100) % 100) - 1, date % 100))
}
