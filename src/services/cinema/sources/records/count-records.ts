/** The records of free seats where a platform has numbers and no plan. */

import { toRate, unknownCounts, withRate } from '../../normalise/seat-codes.ts'
import type { AvailabilityRecord, ShowtimeRecord } from '../../schema/records.ts'
import { parseCount } from '../field-values.ts'

type CountedShowtime = Pick<ShowtimeRecord, 'site' | 'session' | 'seating'>

/** As a platform writes them. */
export interface FreeSeats {
  readonly available: unknown
  readonly capacity?: unknown
}

/** Nothing without a count of free seats. A capacity smaller than that is ignored. */
export function toCountRecords(
  { site, session, seating }: CountedShowtime,
  counts: FreeSeats,
  capturedAt: number,
): AvailabilityRecord[] {
  const available = parseCount(counts.available)
  if (available === null) return []
  const total = parseCount(counts.capacity)
  const capacity = total === null || total < available ? null : total
  const sold = capacity === null ? null : capacity - available
  return [
    {
      type: 'availability',
      site,
      session,
      capturedAt,
      seating,
      grade: 'count',
      confidence: sold === null ? 'low' : 'medium',
      counts: withRate({ ...unknownCounts, capacity, available, sold }),
    },
  ]
}

/** `rate` is the occupied share, from 0 to 1; nothing for other values. */
export function toRateRecords(
  { site, session, seating }: CountedShowtime,
  rate: number,
  capturedAt: number,
): AvailabilityRecord[] {
  if (!(rate >= 0 && rate <= 1)) return []
  const counts = { ...unknownCounts, occupancy_rate: toRate(rate) }
  return [
    { type: 'availability', site, session, capturedAt, seating, grade: 'rate', confidence: 'low', counts },
  ]
}
