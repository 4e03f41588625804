/** Times of the day in the time zone of the operators. */

import { offsetAt } from '../../core/zoned-time.ts'

/** `minutes` since midnight, and the `day` as 2026-11-18. */
export function localTime(
  nowMs: number,
  timeZone: string,
): { readonly day: string; readonly minutes: number } {
  const wall = new Date(nowMs + offsetAt(nowMs, timeZone))
  return { day: wall.toISOString().slice(0, 10), minutes: wall.getUTCHours() * 60 + wall.getUTCMinutes() }
}

/** `2026-11-18 07:05` */
export function localText(ms: number, timeZone: string): string {
  const wall = new Date(ms + offsetAt(ms, timeZone))
  return wall.toISOString().slice(0, 16).replace('T', ' ')
}

/** `07:05` */
export function parseMinutes(text: string): number {
  const [hours = '0', minutes = '0'] = text.split(':')
  return Number(hours) * 60 + Number(minutes)
}

/** `quietHours`: `22:00-07:00`, which may span midnight. */
export function isQuiet(nowMs: number, quietHours: string | undefined, timeZone: string): boolean {
  if (quietHours === undefined) return false
  const [from = 0, to = 0] = quietHours.split('-').map(parseMinutes)
  const { minutes } = localTime(nowMs, timeZone)
  return from <= to ? minutes >= from && minutes < to : minutes >= from || minutes < to
}
