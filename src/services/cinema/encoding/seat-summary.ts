/** Encodes seat counts as one short string, whose parts are inserted into responses as stored. */

import { rememberTexts } from '../../../core/text/remember.ts'
import type { AvailabilityGrade, Confidence } from '../schema/index.ts'
import type { AvailabilityRecord } from '../schema/records.ts'

export interface SeatSummary {
  readonly grade: AvailabilityGrade
  readonly confidence: Confidence
  /** No seat is available. */
  readonly isFull: boolean
  /** JSON of the members from `capacity` to `occupancy_rate`. */
  readonly counts: string
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

const summariesMax = 5000

/** Remembered, because lists decode one per row and many are equal. */
export const decodeSeatSummary = rememberTexts((text): SeatSummary => {
  const [grade, _seating, confidence, capacity, available, sold, held, blocked, broken, rate] =
    text.split(' ')
  return {
    grade: grade as AvailabilityGrade,
    confidence: confidence as Confidence,
    isFull: available === '0',
    counts:
      `"capacity":${capacity},"available":${available},"sold":${sold},"held":${held}` +
      `,"blocked":${blocked},"broken":${broken},"occupancy_rate":${rate}`,
  }
}, summariesMax)

/** The counts alone, to detect changes. */
export function encodedCounts(text: string): string {
  return text.split(' ').slice(3).join(' ')
}
