/** Seat statuses as one letter per seat, and the counts derived from them. */

import type { SeatStatus } from '../schema/index.ts'
import type { SeatCounts } from '../schema/records.ts'

const codes = {
  available: 'a',
  sold: 's',
  held: 'h',
  blocked: 'b',
  broken: 'x',
  gap: 'g',
  unknown: 'u',
} as const satisfies Record<SeatStatus, string>

const statuses: ReadonlyMap<string, SeatStatus> = new Map(
  Object.entries(codes).map(([status, code]) => [code, status as SeatStatus]),
)

export function seatCode(status: SeatStatus): string {
  return codes[status]
}

export function seatStatusOf(code: string | undefined): SeatStatus {
  return statuses.get(code ?? '') ?? 'unknown'
}

/** Gaps do not count towards the capacity; unknown seats count as neither free nor sold. */
export function countSeats(seatCodes: string, distinguishesHeld: boolean): SeatCounts {
  const counts: Record<SeatStatus, number> = {
    available: 0,
    sold: 0,
    held: 0,
    blocked: 0,
    broken: 0,
    gap: 0,
    unknown: 0,
  }
  for (const code of seatCodes) counts[seatStatusOf(code)]++
  const { available, sold, held, blocked, broken, gap } = counts
  return withRate({
    capacity: seatCodes.length - gap,
    available,
    sold,
    held: distinguishesHeld || held > 0 ? held : null,
    blocked,
    broken,
  })
}

/** Adds (sold + held) / (capacity - blocked - broken); null if capacity or sold is null or nothing can be sold. */
export function withRate(counts: Omit<SeatCounts, 'occupancy_rate'>): SeatCounts {
  const { capacity, sold, held, blocked, broken } = counts
  if (capacity === null || sold === null) return { ...counts, occupancy_rate: null }
  const sellable = capacity - (blocked ?? 0) - (broken ?? 0)
  if (sellable <= 0) return { ...counts, occupancy_rate: null }
  return { ...counts, occupancy_rate: toRate((sold + (held ?? 0)) / sellable) }
}

/** Clamped to 0..1, with four decimals. */
export function toRate(share: number): number {
  return Math.round(Math.min(1, Math.max(0, share)) * 10_000) / 10_000
}

export const unknownCounts: SeatCounts = {
  capacity: null,
  available: null,
  sold: null,
  held: null,
  blocked: null,
  broken: null,
  occupancy_rate: null,
}
