/** A seat map as it is served. */

import { toInstant } from '../../../core/clock.ts'
import { nothingTold, seatFactsFromText } from '../encoding/seat-summary.ts'
import type { SeatDetail, SourceMode, Warning } from '../schema/index.ts'
import { type SeatReader, type StoredSeats, seatWarnings } from './seats.ts'
import { type ListedShowtime, summaryText } from './showtime-json.ts'
import type { KnownTheater } from './theater-index.ts'

export interface SeatMapAsk {
  readonly row: ListedShowtime
  readonly theater: KnownTheater
  readonly stored: StoredSeats | undefined
  readonly detail: SeatDetail
  readonly mode: SourceMode
  readonly warnings: readonly Warning[]
}

/** `none` leaves the counts and drops everything else; `grid` adds each seat where seats are known. */
export async function seatMapText(seats: SeatReader, ask: SeatMapAsk): Promise<string> {
  const { row, theater, stored, detail } = ask
  const capturedAt = stored?.captured_at ?? theater.capturedAt
  const facts = stored === undefined ? nothingTold(row.seating) : seatFactsFromText(stored.told)
  const grid = detail === 'grid' && stored !== undefined ? await seats.grid(stored) : undefined
  const told = seatWarnings(stored?.extras ?? null).map((code) => ({ code, message: 'Told by the source.' }))
  const warnings = [...ask.warnings, ...told]
  return (
    `{"showtime_id":${JSON.stringify(row.id)},"captured_at":"${toInstant(capturedAt)}"` +
    `,"source_mode":"${ask.mode}","seating_type":"${facts.seating}"` +
    `,"availability_grade":"${facts.grade}"` +
    `,"summary":${summaryText(facts, capturedAt)}` +
    (grid === undefined ? '' : `,"sections":${grid.sections},"seats":${grid.seats}`) +
    (warnings.length === 0 ? '' : `,"warnings":${JSON.stringify(warnings)}`) +
    `,"source_lineage":${lineageText(theater, row, capturedAt)}}`
  )
}

/** The session's own lineage, captured when its seats were; in the stored document it comes last. */
function lineageText(
  { sourceId, chainId }: KnownTheater,
  { doc }: ListedShowtime,
  capturedAt: number,
): string {
  const ofSource = JSON.stringify({
    source_id: sourceId,
    chain_id: chainId,
    adapter: sourceId,
    platform: sourceId,
    captured_at: toInstant(capturedAt),
  })
  const rawIds = doc.slice(doc.lastIndexOf(lineageMark) + lineageMark.length, -1)
  return `${ofSource.slice(0, -1)},${rawIds}`
}

const lineageMark = '"source_lineage":{'
