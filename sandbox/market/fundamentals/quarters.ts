/** Calendar quarters as whole numbers, and when a company has told its figures for one. */

import { type Day, dayOf, startOf, weekday } from '../../calendar.ts'
import type { Listing } from '../listings/listing.ts'
import { mix, whole } from '../prices/noise.ts'

/** Quarters since the first of 1970. */
export type Quarter = number

export function quarterOf(ms: number): Quarter {
  const date = new Date(ms)
  return (date.getUTCFullYear() - 1970) * 4 + Math.floor(date.getUTCMonth() / 3)
}

/** The last day of the quarter. */
export function quarterEnd(quarter: Quarter): Day {
  return dayOf(Date.UTC(1970 + Math.floor(quarter / 4), ((quarter % 4) + 1) * 3, 1)) - 1
}

/** `2026-Q3` */
export function quarterName(quarter: Quarter): string {
  return `${1970 + Math.floor(quarter / 4)}-Q${(quarter % 4) + 1}`
}

/** How many quarters a fiscal year ends after the calendar year; most end with it. */
export function fiscalShift({ key }: Listing): number {
  return mix(key, 21) % 4 === 0 ? 1 + (mix(key, 22) % 3) : 0
}

export function fiscalYearOf(listing: Listing, quarter: Quarter): number {
  return 1970 + Math.floor((quarter - fiscalShift(listing)) / 4)
}

/** The last quarter up to this one that ended a fiscal year. */
export function lastFiscalYearEnd(listing: Listing, quarter: Quarter): Quarter {
  const place = (((quarter - fiscalShift(listing) - 3) % 4) + 4) % 4
  return quarter - place
}

/** Three to eight weeks after the quarter, never on a weekend. */
export function releaseDay(listing: Listing, quarter: Quarter): Day {
  const day = quarterEnd(quarter) + whole(mix(listing.key, 23), quarter, 18, 55)
  return day - Math.max(0, weekday(day) - 5)
}

/** −1 before the market opens, 1 after it closes, 0 when nobody said. */
export function releaseTime(listing: Listing, quarter: Quarter): -1 | 0 | 1 {
  const draw = mix(mix(listing.key, 24), quarter) % 10
  return draw < 4 ? -1 : draw < 8 ? 1 : 0
}

const hourMs = 3_600_000

/** The moment in milliseconds: noon or eight in the evening UTC. */
export function releaseMs(listing: Listing, quarter: Quarter): number {
  return startOf(releaseDay(listing, quarter)) + (releaseTime(listing, quarter) === 1 ? 20.5 : 12) * hourMs
}

export function lastReported(listing: Listing, ms: number): Quarter {
  let quarter = quarterOf(ms) - 1
  while (releaseMs(listing, quarter) > ms) quarter--
  return quarter
}
