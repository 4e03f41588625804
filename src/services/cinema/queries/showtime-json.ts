/** Renders showtimes: the stored document, completed with status, capabilities, seats and expansions. */

import { toInstant } from '../../../core/clock.ts'
import { roundMiles } from '../../../core/places/distance.ts'
import { rememberTexts } from '../../../core/text/remember.ts'
import type { DataCapabilities, ShowtimeStatus } from '../schema/index.ts'
import type { SeatSummary, ShowtimeFacts, ShowtimeRow } from '../schema/tables.ts'
import type { IndexedTheater } from './theater-index.ts'

type Listed = Pick<
  ShowtimeRow,
  'id' | 'theater_id' | 'starts_at' | 'business_date' | 'seating' | 'facts' | 'gone_at' | 'doc'
>

export const showtimeColumns =
  's.id, s.theater_id, s.starts_at, s.business_date, s.seating, s.facts, s.gone_at, s.doc, m.runtime_minutes'
/** What they are selected from. */
export const showtimeTables = 'showtime s left join movie m on m.id = s.movie_id'

/** The optional columns are selected by `ShowtimeParts`; they are null if nothing was captured. */
export interface ListedShowtime extends Listed {
  readonly runtime_minutes?: number | null
  readonly seats_at?: number | null
  readonly seat_summary?: string | null
  readonly movie_doc?: string | null
  readonly prices_doc?: string | null
}

/** Remembered, because most rows of a list have the same. */
const parseFacts = rememberTexts((text) => JSON.parse(text) as ShowtimeFacts)
export const parseSeatSummary = rememberTexts((text) => renderSeatSummary(JSON.parse(text) as SeatSummary))

interface RenderedSummary extends Pick<SeatSummary, 'grade' | 'confidence'> {
  readonly isSoldOut: boolean
  /** The members of the counts as JSON. */
  readonly counts: string
}

export function renderSeatSummary({ grade, confidence, counts }: SeatSummary): RenderedSummary {
  return { grade, confidence, isSoldOut: counts.available === 0, counts: JSON.stringify(counts).slice(1, -1) }
}

function statusAt(
  { starts_at, gone_at }: ListedShowtime,
  { state, salesStartAt, salesEndAt }: ShowtimeFacts,
  seats: RenderedSummary | undefined,
  nowMs: number,
): ShowtimeStatus {
  if (state === 'cancelled' || gone_at !== null) return 'cancelled'
  if (nowMs > (salesEndAt ?? starts_at)) return 'past'
  if (state === 'sold_out' || seats?.isSoldOut) return 'sold_out'
  if (salesStartAt !== undefined && salesStartAt > nowMs) return 'not_on_sale'
  return state
}

export interface ShowtimeRenderOptions {
  readonly nowMs: number
  /** Whether to add the seat summary if there is one. */
  readonly withSeats: boolean
  /** By theater, if a place was searched. */
  readonly distances?: ReadonlyMap<string, number> | undefined
}

/** The requested expansions as JSON. */
export interface ExpandedJson {
  readonly movie?: string | null | undefined
  readonly theater?: string | undefined
  readonly prices?: string | undefined
}

export function showtimeJson(
  row: ListedShowtime,
  theater: IndexedTheater | undefined,
  { nowMs, withSeats, distances }: ShowtimeRenderOptions,
  { movie, theater: theaterDoc, prices }: ExpandedJson,
): string {
  const { doc, seats_at: seatsAt } = row
  const facts = parseFacts(row.facts)
  const seats = row.seat_summary ? parseSeatSummary(row.seat_summary) : undefined
  let text = theater === undefined ? doc.slice(0, -1) : doc.slice(0, -2) + theater.lineageTail
  text += `,"status":"${statusAt(row, facts, seats, nowMs)}"`
  if (row.runtime_minutes) text += `,"ends_at":"${toInstant(row.starts_at + row.runtime_minutes * 60_000)}"`
  const miles = distances?.get(row.theater_id)
  if (miles !== undefined) text += `,"distance_miles":${roundMiles(miles)}`
  if (theater !== undefined) text += `,"capabilities":${capabilitiesJson(theater, facts, row.seating)}`
  if (withSeats && seats !== undefined && seatsAt)
    text += `,"availability_summary":${seatSummaryJson(seats, row.seating, seatsAt)}`
  if (movie) text += `,"movie":${movie}`
  if (theaterDoc !== undefined) text += `,"theater":${theaterDoc}`
  if (prices !== undefined) text += `,"prices":${prices}`
  return `${text}}`
}

/** The listing knows the kind of seating; what a capture said at its time may be outdated. */
export function seatSummaryJson(
  { counts, confidence }: RenderedSummary,
  seating: string,
  capturedAt: number,
): string {
  return `{"seating_type":"${seating}",${counts},"captured_at":"${toInstant(capturedAt)}","confidence":"${confidence}"}`
}

/** There are few distinct combinations of source and session. */
const jsonByCapabilities = new WeakMap<DataCapabilities, Map<string, string>>()
const cachedJsonMax = 500

function capabilitiesJson(
  { capabilities }: IndexedTheater,
  { lacks }: ShowtimeFacts,
  seating: string,
): string {
  let jsonBySession = jsonByCapabilities.get(capabilities)
  if (jsonBySession === undefined) {
    jsonBySession = new Map()
    jsonByCapabilities.set(capabilities, jsonBySession)
  }
  const key = lacks.length === 0 ? seating : `${seating} ${lacks}`
  const cachedJson = jsonBySession.get(key)
  if (cachedJson !== undefined) return cachedJson
  const text = JSON.stringify(capabilitiesWithout(capabilities, lacks, seating))
  if (jsonBySession.size < cachedJsonMax) jsonBySession.set(key, text)
  return text
}

/** The capabilities of a single session. */
export function sessionCapabilities(
  sourceCapabilities: DataCapabilities,
  { facts, seating }: Pick<ShowtimeRow, 'facts' | 'seating'>,
): DataCapabilities {
  return capabilitiesWithout(sourceCapabilities, parseFacts(facts).lacks, seating)
}

function capabilitiesWithout(
  sourceCapabilities: DataCapabilities,
  lacks: ShowtimeFacts['lacks'],
  seating: string,
): DataCapabilities {
  return {
    ...sourceCapabilities,
    ...Object.fromEntries(lacks.map((name) => [name, false])),
    general_admission: sourceCapabilities.general_admission && seating !== 'reserved',
  }
}
