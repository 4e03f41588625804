/** A seat map as it is served. */

import { toInstant } from '../../../core/clock.ts'
import { type SeatReader, type StoredSeats, seatWarnings } from '../queries/seats.ts'
import { type ListedShowtime, summaryText } from '../queries/showtime-text.ts'
import type { KnownTheater } from '../queries/theater-index.ts'
import type { SeatDetail, SourceMode, Warning } from '../schema.ts'

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
  const seating = stored?.seating ?? row.seating
  const grid = detail === 'grid' && stored !== undefined ? await seats.grid(stored) : undefined
  const warnings = [
    ...ask.warnings,
    ...seatWarnings(stored?.extras ?? null).map((code) => ({ code, message: 'Told by the source.' })),
  ]
  return (
    `{"showtime_id":${JSON.stringify(row.id)},"captured_at":"${toInstant(capturedAt)}"` +
    `,"source_mode":"${ask.mode}","seating_type":"${seating}"` +
    `,"availability_grade":"${stored?.grade ?? 'none'}"` +
    `,"summary":${summaryText(stored ?? {}, seating, capturedAt)}` +
    (grid === undefined ? '' : `,"sections":${grid.sections},"seats":${grid.seats}`) +
    (warnings.length === 0 ? '' : `,"warnings":${JSON.stringify(warnings)}`) +
    `,"source_lineage":${lineageText(theater, row, capturedAt)}}`
  )
}

/** The session's own lineage, captured when its seats were. */
function lineageText({ sourceId, chainId }: KnownTheater, row: ListedShowtime, capturedAt: number): string {
  const { source_lineage } = JSON.parse(row.doc) as { source_lineage: { raw_ids: Record<string, string> } }
  return JSON.stringify({
    source_id: sourceId,
    chain_id: chainId,
    adapter: sourceId,
    platform: sourceId,
    captured_at: toInstant(capturedAt),
    raw_ids: source_lineage.raw_ids,
  })
}
