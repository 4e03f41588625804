/** Records of made-up theaters: showtimes, seats, prices, and a week of a theater. */

import { toLocalText } from '../../../src/core/zoned-time.ts'
import { toSeatRecords } from '../../../src/services/cinema/normalise/seat-map.ts'
import { businessDateOf } from '../../../src/services/cinema/normalise/time.ts'
import type { SeatStatus } from '../../../src/services/cinema/schema/index.ts'
import type { CinemaRecord, ShowtimeRecord } from '../../../src/services/cinema/schema/records.ts'
import type { CinemaMember } from '../../../src/services/cinema/sources/cinema-member.ts'

const hourMs = 3_600_000

export function showtimeRecord(
  member: CinemaMember,
  session: string,
  startsAt: number,
  changes: Partial<ShowtimeRecord> = {},
): ShowtimeRecord {
  const startsAtLocal = toLocalText(startsAt, member.timezone)
  return {
    type: 'showtime',
    site: member.site,
    session,
    film: 'f1',
    startsAt,
    startsAtLocal,
    timezone: member.timezone,
    businessDate: businessDateOf(startsAtLocal),
    state: 'on_sale',
    formats: ['imax'],
    rawFormats: ['IMAX'],
    seating: 'reserved',
    bookingUrl: `https://made-up.example/${session}`,
    rawIds: { session },
    ...changes,
  }
}

export function seatRecords(
  session: string,
  capturedAt: number,
  statuses: readonly SeatStatus[],
): CinemaRecord[] {
  return toSeatRecords({
    site: 'a1',
    session,
    layout: 'auditorium-1',
    sections: [{ id: 'main', label: 'Stalls' }],
    cells: statuses.map((status, index) => ({
      id: `s${index}`,
      label: `A${index + 1}`,
      row: 'A',
      number: String(index + 1),
      section: 0,
      x: index,
      y: 0,
      kind: 'standard',
      status,
    })),
    seating: 'reserved',
    capturedAt,
    confidence: 'high',
    distinguishesHeld: true,
  })
}

/** A week of showtimes in one theater: yesterday, today, after midnight, tomorrow and far ahead. */
export function weekOfRecords(member: CinemaMember, nowMs: number): CinemaRecord[] {
  return [
    {
      type: 'theater',
      site: member.site,
      name: member.name,
      address: member.address,
      ...(member.geo === undefined ? {} : { geo: member.geo }),
      timezone: member.timezone,
      rawIds: { site: member.site },
    },
    {
      type: 'movie',
      film: 'f1',
      title: 'The Long Harvest',
      runtimeMinutes: 112,
      ids: {},
      grade: 'partial',
      rawIds: {},
    },
    {
      type: 'movie',
      film: 'f2',
      title: 'Copper Moon',
      runtimeMinutes: 95,
      ids: {},
      grade: 'title_only',
      rawIds: {},
    },
    { type: 'movie', film: 'f3', title: 'Never Shown Again', ids: {}, grade: 'title_only', rawIds: {} },
    showtimeRecord(member, 'old', nowMs - 50 * hourMs, { film: 'f3' }),
    showtimeRecord(member, 'earlier', nowMs - 5 * hourMs),
    showtimeRecord(member, 'running', nowMs - hourMs),
    showtimeRecord(member, 'next', nowMs + 2 * hourMs, { film: 'f2', formats: ['2d'], rawFormats: [] }),
    showtimeRecord(member, 'open', nowMs + 3 * hourMs, { seating: 'general_admission' }),
    showtimeRecord(member, 'tomorrow', nowMs + 24 * hourMs),
    showtimeRecord(member, 'soon', nowMs + 26 * hourMs, { salesStartAt: nowMs + hourMs, film: 'f2' }),
    showtimeRecord(member, 'off', nowMs + 27 * hourMs, { state: 'cancelled' }),
    showtimeRecord(member, 'far', nowMs + 10 * 24 * hourMs),
  ]
}

export const quote = {
  ticketTypeId: 't1',
  label: 'Adult',
  amount: 12.5,
  currency: 'GBP',
  audience: 'adult',
} as const
