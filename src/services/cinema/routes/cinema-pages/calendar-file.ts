/** A showtime as a calendar file (RFC 5545). */

import type { Showtime } from '../../schema/index.ts'
import { addressText } from './wording.ts'

export const calendarType = 'text/calendar; charset=utf-8'

/** Without a running time, a calendar shows two hours. */
const usualMinutes = 120

export function calendarFile(showtime: Showtime, url: string, nowMs: number): string {
  const { id, starts_at, movie, theater, auditorium, status } = showtime
  const startMs = Date.parse(starts_at)
  const endMs = startMs + (movie?.runtime_minutes ?? usualMinutes) * 60_000
  const place = theater === undefined ? '' : [theater.name, addressText(theater)].filter(Boolean).join(', ')
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Broadsheet//Cinema//EN',
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
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${fold(line)}\r\n`).join('')
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
