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

export function decodeSeatSummary(text: string): SeatSummary {
  const words = text.split(' ')
  return {
    grade: words[0],
    confidence: words[2],
    capacity: words[3],
    available: words[4],
    sold: words[5],
    held: words[6],
    blocked: words[7],
    broken: words[8],
    rate: words[9],
  } as SeatSummary
}

/** The counts alone, to detect changes. */
export function encodedCounts(text: string): string {
  return text.split(' ').slice(3).join(' ')
}
