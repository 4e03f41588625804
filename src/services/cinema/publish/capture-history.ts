/** Appends captures to the history of a showtime, and thins it: minutes become hours, and hours become days. */

import { parsePoints, type StoredPricesPoint, type StoredSeatsPoint } from '../schema/history.ts'
import type { PriceQuote } from '../schema/index.ts'
import type { SeatCounts } from '../schema/records.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** One capture per minute up to this age, then one per hour up to that one, then one per day. */
const minutesMaxAgeMs = 3 * hourMs
const hoursMaxAgeMs = 3 * dayMs
/** The oldest go first. */
const pointsMax = 400

type Point = readonly [at: number, ...values: unknown[]]

/** `history`: null if there is none yet. The point must be the newest. */
function append(history: string | null, point: Point): string {
  const points = [...parsePoints<Point>(history), point]
  const periodOf = ([at]: Point) => {
    const age = point[0] - at
    const length = age < minutesMaxAgeMs ? minuteMs : age < hoursMaxAgeMs ? hourMs : dayMs
    return `${length} ${Math.floor(at / length)}`
  }
  // Of each period, the last capture.
  const kept = points.filter((each, at) => {
    const next = points[at + 1]
    return next === undefined || periodOf(each) !== periodOf(next)
  })
  return JSON.stringify(kept.slice(-pointsMax))
}

export function appendSeats(
  history: string | null,
  at: number,
  { capacity, available, sold, occupancy_rate }: SeatCounts,
): string {
  return append(history, [at, capacity, available, sold, occupancy_rate] satisfies StoredSeatsPoint)
}

/** Of tickets for one person; that of a companion needs another one. Amounts in other currencies cannot be compared. */
export function appendPrices(
  history: string | null,
  at: number,
  quotes: readonly Pick<PriceQuote, 'amount' | 'currency' | 'audience' | 'min_quantity'>[],
): string | null {
  const ofOne = quotes.filter(
    ({ audience, min_quantity = 1 }) => audience !== 'companion' && min_quantity <= 1,
  )
  const currency = ofOne[0]?.currency
  if (currency === undefined) return history
  const amounts = ofOne.filter((quote) => quote.currency === currency).map(({ amount }) => amount)
  const point = [at, Math.min(...amounts), Math.max(...amounts), currency] satisfies StoredPricesPoint
  return append(history, point)
}
