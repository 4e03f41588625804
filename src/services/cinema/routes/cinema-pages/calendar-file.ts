/** Showtimes as a calendar file (RFC 5545). */

import type { Showtime } from '../../schema/index.ts'
import { addressText } from './wording.ts'

export const calendarType = 'text/calendar; charset=utf-8'

/** Without a running time, a calendar shows two hours. */
const usualMinutes = 120

export interface CalendarEvent {
  readonly showtime: Showtime
  readonly url: string
}

/** What calendar programs show of the calendar itself. */
interface CalendarTitle {
  readonly name?: string
  readonly description?: string
}

export function calendarFile(
  events: readonly CalendarEvent[],
  nowMs: number,
  { name, description }: CalendarTitle = {},
): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Broadsheet//Cinema//EN',
    ...(name === undefined ? [] : [`X-WR-CALNAME:${escapeText(name)}`]),
    ...(description === undefined ? [] : [`X-WR-CALDESC:${escapeText(description)}`]),
    ...events.flatMap((event) => eventLines(event, nowMs)),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${fold(line)}\r\n`).join('')
}

/** The UID of a showtime stays the same, so that programs replace what they have. */
function eventLines({ showtime, url }: CalendarEvent, nowMs: number): string[] {
  const { id, starts_at, movie, theater, auditorium, status } = showtime
  const startMs = Date.parse(starts_at)
  const endMs = startMs + (movie?.runtime_minutes ?? usualMinutes) * 60_000
  const place = theater === undefined ? '' : [theater.name, addressText(theater)].filter(Boolean).join(', ')
  return [
    'BEGIN:VEVENT',
    `UID:${id}@broadsheet`,
    `DTSTAMP:${toStamp(nowMs)}`,
    `DTSTART:${toStamp(startMs)}`,
    `DTEND:${toStamp(endMs)}`,
    `SUMMARY:${escapeText(movie?.title ?? 'Cinema')}`,
    `LOCATION:${escapeText([place, auditorium].filter(Boolean).join(', '))}`,
    `URL:${url}`,
    ...(status === 'cancelled' ? ['STATUS:CANCELLED'] : []),
    'END:VEVENT',
  ]
}

function toStamp(ms: number): string {
  return new Date(ms).toISOString().replace(/[-:]|\.\d{3}/g, '')
}

function escapeText(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r\n|\r|\n/g, '\\n')
}

/** Lines have at most 75 octets; a longer one goes on after a line break and a space. */
function fold(line: string): string {
  let folded = ''
  let octets = 0
  for (const character of line) {
    const length = Buffer.byteLength(character)
    if (octets + length > 75) {
      folded += '\r\n '
      octets = 1
    }
    folded += character
    octets += length
  }
  return folded
}
