/** Turns an upstream's way of writing a start into an instant, the clock on the theater's wall, and a business date. */

import { resolveLocal, toLocalText } from '../../../core/zoned-time.ts'

export interface Start {
  /** Milliseconds since the epoch. */
  readonly startsAt: number
  readonly startsAtLocal: string
  /** `ambiguous_local_time`, `nonexistent_local_time`, `offset_mismatch` */
  readonly warnings: readonly string[]
  /** The second pass of a repeated hour, for whoever knows better. */
  readonly later?: number
}

const localPattern = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(?::(\d{2})(?:\.\d+)?)?/
const offsetPattern = /(Z|[+-]\d{2}(?::?\d{2})?)$/

/** With offset or Z it is an instant, without it is the clock on the wall. Undefined for anything else. */
export function parseStart(text: string, timeZone: string): Start | undefined {
  return offsetPattern.test(text.slice(10))
    ? parseInstantStart(text, timeZone)
    : parseLocalStart(text, timeZone)
}

/** `2026-03-07T20:10` on the wall. */
export function parseLocalStart(text: string, timeZone: string): Start | undefined {
  const wallMs = parseWallTime(text)
  if (wallMs === undefined) return undefined
  const { at, kind, later } = resolveLocal(wallMs, timeZone)
  const startsAtLocal = toLocalText(at, timeZone)
  if (kind === 'plain') return { startsAt: at, startsAtLocal, warnings: [] }
  if (kind === 'missing') return { startsAt: at, startsAtLocal, warnings: ['nonexistent_local_time'] }
  return {
    startsAt: at,
    startsAtLocal,
    warnings: ['ambiguous_local_time'],
    ...(later === undefined ? {} : { later }),
  }
}

/** `2025-04-01T19:15:00+01:00`, `…Z`, `…-05`; the instant counts, and a wall clock that disagrees is noted. */
function parseInstantStart(text: string, timeZone: string): Start | undefined {
  const wallMs = parseWallTime(text)
  const [, zone = ''] = offsetPattern.exec(text) ?? []
  if (wallMs === undefined) return undefined
  const startsAt = wallMs - offsetMs(zone)
  const startsAtLocal = toLocalText(startsAt, timeZone)
  const agrees = zone === 'Z' || startsAtLocal.slice(0, 16) === text.slice(0, 16).replace(' ', 'T')
  return { startsAt, startsAtLocal, warnings: agrees ? [] : ['offset_mismatch'] }
}

/** UTC that may have forgotten to say so. */
export function parseUtcStart(text: string, timeZone: string): Start | undefined {
  return parseInstantStart(offsetPattern.test(text.slice(10)) ? text : `${text}Z`, timeZone)
}

/** The wall clock as if it were UTC; undefined for days that do not exist and for the null dates of old systems. */
function parseWallTime(text: string): number | undefined {
  const [, day, minute, second = '00'] = localPattern.exec(text) ?? []
  if (day === undefined || !isDay(day) || day < '1950') return undefined
  const ms = Date.parse(`${day}T${minute}:${second}Z`)
  return Number.isNaN(ms) ? undefined : ms
}

function offsetMs(zone: string): number {
  if (zone === 'Z') return 0
  const [, sign, hours, minutes = '0'] = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}

/** `2026-02-30` is not one. */
export function isDay(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (match === null) return false
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month)
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

/** The day before or after: `addDays('2026-03-01', -1)` is 2026-02-28. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

/** The calendar day on the wall at an instant. */
export function dayAt(ms: number, timeZone: string): string {
  return toLocalText(ms, timeZone).slice(0, 10)
}

/** Where the source says nothing: a show before `cutoffHour` on the wall belongs to the evening before. */
export function businessDateOf(startsAtLocal: string, cutoffHour = 6): string {
  const day = startsAtLocal.slice(0, 10)
  return Number(startsAtLocal.slice(11, 13)) < cutoffHour ? addDays(day, -1) : day
}

export interface AuditoriumShow {
  readonly startsAt: number
  readonly auditorium?: string
  readonly runtimeMinutes?: number
  readonly later?: number
}

/** Whether the second pass of a repeated hour is meant, because in the first the film before is still running. */
export function isSecondPass(show: AuditoriumShow, others: readonly AuditoriumShow[]): boolean {
  if (show.later === undefined || show.auditorium === undefined) return false
  return others.some(
    (other) =>
      other !== show &&
      other.auditorium === show.auditorium &&
      other.startsAt <= show.startsAt &&
      other.startsAt + (other.runtimeMinutes ?? 0) * 60_000 > show.startsAt,
  )
}
