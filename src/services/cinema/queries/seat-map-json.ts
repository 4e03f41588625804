/** Renders seat maps. */

import { toInstant } from '../../../core/clock.ts'
import { unknownCounts } from '../normalise/seat-codes.ts'
import type { SeatDetail, SourceMode, Warning } from '../schema/index.ts'
import { parseSeatWarnings, type SeatReader, type StoredSeats } from './seats.ts'
import { type ListedShowtime, parseSeatSummary, renderSeatSummary, seatSummaryJson } from './showtime-json.ts'
import type { IndexedTheater } from './theater-index.ts'

export interface SeatMapInput {
  readonly row: ListedShowtime
  readonly theater: IndexedTheater
  readonly stored: StoredSeats | undefined
  readonly detail: SeatDetail
  readonly mode: SourceMode
  readonly warnings: readonly Warning[]
}

const notCaptured = renderSeatSummary({ grade: 'none', confidence: 'unknown', counts: unknownCounts })

/** `grid` adds every seat if there is a layout; other details have counts only. */
export async function seatMapJson(seats: SeatReader, input: SeatMapInput): Promise<string> {
  const { row, theater, stored, detail } = input
  const grid = detail === 'grid' && stored !== undefined ? await seats.seatGridJson(stored) : undefined
  const capturedAt = stored?.captured_at ?? theater.capturedAt
  const facts = stored === undefined ? notCaptured : parseSeatSummary(stored.seat_summary)
  const sourceWarnings = parseSeatWarnings(stored?.extras ?? null).map((code) => ({
    code,
    message: 'Reported by the source.',
  }))
  const warnings = [...input.warnings, ...sourceWarnings]
  return (
    `{"showtime_id":${JSON.stringify(row.id)},"captured_at":"${toInstant(capturedAt)}"` +
    `,"source_mode":"${input.mode}","seating_type":"${row.seating}"` +
    `,"availability_grade":"${facts.grade}"` +
    `,"summary":${seatSummaryJson(facts, row.seating, capturedAt)}` +
    (grid === undefined ? '' : `,"sections":${grid.sections},"seats":${grid.seats}`) +
    (warnings.length === 0 ? '' : `,"warnings":${JSON.stringify(warnings)}`) +
    `,"source_lineage":${lineageJson(theater, row, capturedAt)}}`
  )
}

/** The showtime's lineage with the capture time of its seats; it comes last in the stored document. */
function lineageJson(
  { sourceId, chainId }: IndexedTheater,
  { doc }: ListedShowtime,
  capturedAt: number,
): string {
  const sourceJson = JSON.stringify({
    source_id: sourceId,
    chain_id: chainId,
    adapter: sourceId,
    platform: sourceId,
    captured_at: toInstant(capturedAt),
  })
  const rawIds = doc.slice(doc.lastIndexOf(lineageMark) + lineageMark.length, -1)
  return `${sourceJson.slice(0, -1)},${rawIds}`
}

const lineageMark = '"source_lineage":{'
