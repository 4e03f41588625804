/** Free seats next to each other for a party. */

import type { Seat } from '../schema/index.ts'
import { largest, smallest } from './extent.ts'
import { unplacedRow } from './seat-map.ts'

export interface SeatGroup {
  readonly row: string
  readonly seats: readonly PlacedSeat[]
}

export type PlacedSeat = Seat & { readonly x: number; readonly y: number }

/** What decides whether seats are next to each other and free. */
export type GroupedSeat = Pick<PlacedSeat, 'row' | 'x' | 'y' | 'status' | 'seat_type'>

export const partyMax = 10

export function placedSeats(seats: readonly Seat[]): PlacedSeat[] {
  return seats.filter((seat): seat is PlacedSeat => seat.x !== undefined && seat.y !== undefined)
}

/** Seats for wheelchairs and their companions are for those who need them. */
function isForAnyone({ seat_type }: GroupedSeat): boolean {
  return seat_type !== 'wheelchair' && seat_type !== 'companion'
}

/** The best groups first, as people choose: two thirds of the way back, near the middle. At most one per row. */
export function seatsTogether(seats: readonly PlacedSeat[], size: number, max: number): SeatGroup[] {
  const placed = seats.filter(({ row }) => row !== unplacedRow)
  const step = seatStep(placed)
  const penalty = penaltyIn(placed)
  return rowsOf(placed)
    .flatMap((row) => separateBlocks(row, step))
    .flatMap((row) => {
      const groups = groupsOf(row, size, step).map((group) => ({ group, penalty: penalty(group) }))
      const [best] = groups.sort((one, other) => one.penalty - other.penalty)
      return best === undefined ? [] : [best]
    })
    .sort((one, other) => one.penalty - other.penalty)
    .slice(0, max)
    .map(({ group }) => ({ row: group[0]?.row ?? '', seats: group }))
}

/** The most free seats next to each other. */
export function mostTogether(seats: readonly GroupedSeat[]): number {
  const placed = seats.filter(({ row }) => row !== unplacedRow)
  const step = seatStep(placed)
  const runs = rowsOf(placed)
    .flatMap((row) => separateBlocks(row, step))
    .flatMap((row) => runsOf(row, step))
  return runs.reduce((most, run) => Math.max(most, run.length), 0)
}

const bestDepth = 2 / 3
/** The front row is worse than the last seat of the best row (1), and that is worse than the back row. */
const frontPenalty = 1.5
const backPenalty = 0.6

/** Shares of the hall, squared: a few seats or rows away from the best ones matter little. */
function penaltyIn(seats: readonly PlacedSeat[]): (group: readonly PlacedSeat[]) => number {
  const [left, right] = extent(seats.map(({ x }) => x))
  const [front, back] = extent(seats.map(({ y }) => y))
  return (group) => {
    const [first, last] = extent(group.map(({ x }) => x))
    const aside = right === left ? 0 : (first + last - left - right) / (right - left)
    // Of a row that is curved: where the group is.
    const y = group.reduce((sum, seat) => sum + seat.y, 0) / group.length
    const depth = back === front ? bestDepth : (y - front) / (back - front)
    const away =
      depth < bestDepth
        ? frontPenalty * (1 - depth / bestDepth) ** 2
        : backPenalty * ((depth - bestDepth) / (1 - bestDepth)) ** 2
    return aside ** 2 + away
  }
}

function extent(values: readonly number[]): readonly [number, number] {
  return [smallest(values), largest(values)]
}

/** By name, because the seats of a curved row are not on one line; those without a name by line. */
function rowsOf<Seat extends GroupedSeat>(seats: readonly Seat[]): Seat[][] {
  return [...Map.groupBy(seats, ({ row, y }) => row || y).values()]
}

/** Stalls and balcony may have rows of the same name. */
function separateBlocks<Seat extends GroupedSeat>(row: readonly Seat[], step: number): Seat[][] {
  const blocks: Seat[][] = []
  for (const seat of row.toSorted((one, other) => one.y - other.y)) {
    const block = blocks.at(-1)
    if (block !== undefined && seat.y - (block.at(-1)?.y ?? 0) <= step) block.push(seat)
    else blocks.push([seat])
  }
  return blocks
}

/** The usual distance of neighbours: some plans have a column for each half of a seat. */
export function seatStep(seats: readonly GroupedSeat[]): number {
  const counts = new Map<number, number>()
  for (const row of rowsOf(seats)) {
    const columns = row.map(({ x }) => x).sort((one, other) => one - other)
    for (const [index, x] of columns.entries()) {
      const distance = x - (columns[index - 1] ?? x)
      if (distance > 0) counts.set(distance, (counts.get(distance) ?? 0) + 1)
    }
  }
  const [usual] = [...counts].sort(([one, often], [other, oftener]) => oftener - often || one - other)
  return usual?.[0] ?? 1
}

/** Every group of neighbours in a row. */
function groupsOf(row: readonly PlacedSeat[], size: number, step: number): PlacedSeat[][] {
  return runsOf(row, step).flatMap((run) =>
    run.slice(size - 1).map((_, start) => run.slice(start, start + size)),
  )
}

/** Free neighbours, as many as there are: a place without a seat, such as an aisle, separates them. */
function runsOf<Seat extends GroupedSeat>(row: readonly Seat[], step: number): Seat[][] {
  const runs: Seat[][] = []
  let run: Seat[] | undefined
  for (const seat of row.toSorted((one, other) => one.x - other.x)) {
    const before = run?.at(-1)
    const isNext =
      before !== undefined && seat.x - before.x < 1.5 * step && Math.abs(seat.y - before.y) <= step
    if (seat.status !== 'available' || !isForAnyone(seat)) run = undefined
    else if (run !== undefined && isNext) run.push(seat)
    else {
      run = [seat]
      runs.push(run)
    }
  }
  return runs
}
