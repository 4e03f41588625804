/** Trading days and hours of an exchange. */

import { offsetAt } from '../../../src/core/zoned-time.ts'
import { type Day, dayOf, startOf, toDate, weekday } from '../../calendar.ts'

export interface Hours {
  readonly zone: string
  /** Minutes of the local day, ascending; a negative start is on the previous evening. */
  readonly open: readonly (readonly [number, number])[]
  readonly week: 'mon-fri' | 'sun-thu' | 'always'
  /** Minutes of the local day between which there is premarket and postmarket trading. */
  readonly extended?: readonly [number, number]
}

export interface Session {
  readonly day: Day
  readonly startMs: number
  readonly endMs: number
}

const minuteMs = 60_000

/** Days on which all exchanges are closed. */
const holidays: ReadonlySet<string> = new Set(['01-01', '12-25'])

export function isTradingDay({ week }: Hours, day: Day): boolean {
  if (week === 'always') return true
  const name = weekday(day)
  const resting = week === 'sun-thu' ? name === 5 || name === 6 : name >= 6
  return !resting && !isHoliday(day)
}

export function isHoliday(day: Day): boolean {
  const known = holidayMarks[day]
  if (known === 1 || known === 2) return known === 2
  const found = holidays.has(toDate(day).slice(5))
  holidayMarks[day] = found ? 2 : 1
  return found
}

/** By day from 1970 to 2079: 0 is not computed yet, 1 no, 2 yes. */
const holidayMarks = new Uint8Array(40_000)

export function previousTradingDay(hours: Hours, day: Day): Day {
  let found = day - 1
  while (!isTradingDay(hours, found)) found--
  return found
}

/** The trading day of the current session, or else of the last one. */
export function latestTradingDay(hours: Hours, ms: number): Day {
  let day = dayOf(ms) + 1
  while (!isTradingDay(hours, day) || sessionStart(hours, day) > ms) day--
  return day
}

export function sessionOf(hours: Hours, day: Day): Session {
  return { day, startMs: sessionStart(hours, day), endMs: localTime(hours, day, closeMinute(hours)) }
}

/** The hours in which there is any trading: where it never goes on before and after the regular hours, those. */
export function extendedHours(hours: Hours): Hours {
  return hours.extended ? { ...hours, open: [hours.extended] } : hours
}

export function sessionStart(hours: Hours, day: Day): number {
  return localTime(hours, day, openMinute(hours))
}

export function openMinute({ open }: Hours): number {
  return open[0]?.[0] ?? 0
}

export function closeMinute({ open }: Hours): number {
  return open.at(-1)?.[1] ?? 0
}

export function localTime({ zone }: Hours, day: Day, minute: number): number {
  return startOf(day) - zoneOffsetMs(zone, day) + minute * minuteMs
}

/** The offset from UTC at noon of the day. */
function zoneOffsetMs(zone: string, day: Day): number {
  return offsetAt(startOf(day) + 43_200_000, zone)
}

export type SessionState = 'market' | 'pre_market' | 'post_market' | 'out_of_session' | 'holiday'

export function sessionState(hours: Hours, ms: number): SessionState {
  const today = dayOf(ms + zoneOffsetMs(hours.zone, dayOf(ms)))
  for (const day of [today, today + 1]) {
    if (!isTradingDay(hours, day)) continue
    const minute = (ms - localTime(hours, day, 0)) / minuteMs
    if (hours.open.some(([start, end]) => minute >= start && minute < end)) return 'market'
    if (hours.extended === undefined || day !== today) continue
    if (minute >= hours.extended[0] && minute < openMinute(hours)) return 'pre_market'
    if (minute >= closeMinute(hours) && minute < hours.extended[1]) return 'post_market'
  }
  return hours.week !== 'always' && isHoliday(today) ? 'holiday' : 'out_of_session'
}

/** `0930-1600`, several parts separated by commas, `24x7` if it never closes. */
export function sessionText({ open, week }: Hours): string {
  if (week === 'always') return '24x7'
  return open.map(([start, end]) => `${clock(start)}-${clock(end)}`).join(',')
}

function clock(minute: number): string {
  const ofDay = (minute + 1440) % 1440
  return `${String(Math.floor(ofDay / 60)).padStart(2, '0')}${String(ofDay % 60).padStart(2, '0')}`
}
