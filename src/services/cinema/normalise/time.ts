/** Parses start times of upstreams to an instant, the theater's local time and a business date. */

import { offsetAt, resolveLocal, toLocalText } from '../../../core/zoned-time.ts'

export interface Start {
  /** Milliseconds since the epoch. */
  readonly startsAt: number
  readonly startsAtLocal: string
  /** `ambiguous_local_time`, `nonexistent_local_time`, `offset_mismatch` */
  readonly warnings: readonly string[]
  /** The later instant of an ambiguous local time. */
  readonly later?: number
}

const localPattern = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(?::(\d{2})(?:\.\d+)?)?/
const offsetPattern = /(Z|[+-]\d{2}(?::?\d{2})?)$/

/** An instant with an offset or Z, otherwise a local time. Undefined for anything else. */
export function parseStart(text: string, timeZone: string): Start | undefined {
  return offsetPattern.test(text.slice(10))
    ? parseInstantStart(text, timeZone)
    : parseLocalStart(text, timeZone)
}

/** `2026-03-07T20:10` in local time. */
export function parseLocalStart(text: string, timeZone: string): Start | undefined {
  const localMs = parseLocalTime(text)
  if (localMs === undefined) return undefined
  const { at, kind, later } = resolveLocal(localMs, timeZone)
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

/** Beyond this, a local time and an instant that disagree are of two zones or of two shows, and neither is believed. */
const disagreementMsMax = 3_600_000

/**
 * `2025-04-01T19:15:00+01:00`, `…Z`, `…-05`. The instant is used; a local time that disagrees is a warning. Undefined with
 * an offset that the zone never has. That of UTC says that the time is in UTC.
 */
function parseInstantStart(text: string, timeZone: string): Start | undefined {
  const localMs = parseLocalTime(text)
  const [, zone = ''] = offsetPattern.exec(text) ?? []
  if (localMs === undefined) return undefined
  const offset = offsetMs(zone)
  const startsAt = localMs - offset
  if (offset !== 0 && Math.abs(offset - offsetAt(startsAt, timeZone)) > disagreementMsMax) return undefined
  const startsAtLocal = toLocalText(startsAt, timeZone)
  const agrees = zone === 'Z' || startsAtLocal.slice(0, 16) === text.slice(0, 16).replace(' ', 'T')
  return { startsAt, startsAtLocal, warnings: agrees ? [] : ['offset_mismatch'] }
}

/** UTC, with or without a Z. */
export function parseUtcStart(text: string, timeZone: string): Start | undefined {
  return parseInstantStart(offsetPattern.test(text.slice(10)) ? text : `${text}Z`, timeZone)
}

/** A local time beside the instant that disagrees with it is a warning. Undefined if they are those of two shows. */
export function checkLocalText(start: Start, text: string | null | undefined): Start | undefined {
  if (text == null || start.startsAtLocal.slice(0, 16) === text.slice(0, 16)) return start
  const localMs = parseLocalTime(text) ?? Number.NaN
  const disagreement = Math.abs(localMs - Date.parse(`${start.startsAtLocal.slice(0, 19)}Z`))
  return disagreement > disagreementMsMax ? undefined : { ...start, warnings: ['offset_mismatch'] }
}

/** No show starts outside of them. Null dates become one of them, so that they can be computed with and are recognised. */
const earliestMs = Date.UTC(1900, 0, 1)
const latestMs = Date.UTC(2200, 0, 1)

/** The local time as if it were UTC; undefined for nonexistent days. */
function parseLocalTime(text: string): number | undefined {
  const [, day, minute, second = '00'] = localPattern.exec(text) ?? []
  if (day === undefined || !isDay(day)) return undefined
  const ms = Date.parse(`${day}T${minute}:${second}Z`)
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, earliestMs), latestMs)
}

function offsetMs(zone: string): number {
  if (zone === 'Z') return 0
  const [, sign, hours, minutes = '0'] = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}

/** Whether the text is an existing day: `2026-02-30` is not. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const ms = dayToMs(text)
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text)
}

export const dayMs = 86_400_000
/** 06:00 local time. */
export const businessDayStartMs = 6 * 3_600_000

/** Midnight UTC. */
export function dayToMs(day: string): number {
  return Date.parse(`${day}T00:00:00Z`)
}

/** `addDays('2026-03-01', -1)` is 2026-02-28. */
export function addDays(day: string, days: number): string {
  return new Date(dayToMs(day) + days * dayMs).toISOString().slice(0, 10)
}

/** The local calendar day of an instant. */
export function dayAt(ms: number, timeZone: string): string {
  return toLocalText(ms, timeZone).slice(0, 10)
}

/** For sources without business dates: a show before `cutoffHour` local time belongs to the day before. */
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

/** Whether the later of two possible instants is meant, because the previous film still runs at the earlier one. */
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
