/** Encodes seat counts as one short string, whose parts are inserted into responses as stored. */

import type { AvailabilityGrade, Confidence } from '../schema/index.ts'
import type { AvailabilityRecord } from '../schema/records.ts'

/** Counts as JSON: a number or `null`. */
export interface SeatSummary {
  readonly grade: AvailabilityGrade
  readonly confidence: Confidence
  readonly capacity: string
  readonly available: string
  readonly sold: string
  readonly held: string
  readonly blocked: string
  readonly broken: string
  readonly rate: string
}

/** For a showtime without captured seats. */
export function unknownSeatSummary(): SeatSummary {
  return decodeSeatSummary(`none unknown unknown${' null'.repeat(7)}`)
}

/** `grid reserved high 150 75 75 0 0 0 0.5`; the second word is the listing's kind of seating at that time. */
export function encodeSeatSummary(record: AvailabilityRecord): string {
  const { capacity, available, sold, held, blocked, broken, occupancyRate } = record.counts
  return (
    `${record.grade} ${record.seating} ${record.confidence}` +
    ` ${capacity} ${available} ${sold} ${held} ${blocked} ${broken} ${occupancyRate}`
  )
}

/** Written for the processor, because lists decode one per row: to split the text takes twice as long. */
export function decodeSeatSummary(text: string): SeatSummary {
  const grade = text.indexOf(' ')
  const seating = text.indexOf(' ', grade + 1)
  const confidence = text.indexOf(' ', seating + 1)
  const capacity = text.indexOf(' ', confidence + 1)
  const available = text.indexOf(' ', capacity + 1)
  const sold = text.indexOf(' ', available + 1)
  const held = text.indexOf(' ', sold + 1)
  const blocked = text.indexOf(' ', held + 1)
  const broken = text.indexOf(' ', blocked + 1)
  return {
    grade: text.slice(0, grade) as AvailabilityGrade,
    confidence: text.slice(seating + 1, confidence) as Confidence,
    capacity: text.slice(confidence + 1, capacity),
    available: text.slice(capacity + 1, available),
    sold: text.slice(available + 1, sold),
    held: text.slice(sold + 1, held),
    blocked: text.slice(held + 1, blocked),
    broken: text.slice(blocked + 1, broken),
    rate: text.slice(broken + 1),
  }
}

/** The counts alone, to detect changes. */
export function encodedCounts(text: string): string {
  return text.split(' ').slice(3).join(' ')
}
