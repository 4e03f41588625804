/** Free seats next to each other for a party. */

import type { Seat } from '../../schema/index.ts'

export interface SeatGroup {
  readonly row: string
  readonly seats: readonly PlacedSeat[]
}

export type PlacedSeat = Seat & { readonly x: number; readonly y: number }

export const partyMax = 10

export function placedSeats(seats: readonly Seat[]): PlacedSeat[] {
  return seats.filter((seat): seat is PlacedSeat => seat.x !== undefined && seat.y !== undefined)
}

/** Seats for wheelchairs and their companions are for those who need them. */
function isForAnyone({ seat_type }: Seat): boolean {
  return seat_type !== 'wheelchair' && seat_type !== 'companion'
}

/** The best groups first: near the middle of the hall, two thirds of the way back. At most one per row. */
export function seatsTogether(seats: readonly PlacedSeat[], size: number, max: number): SeatGroup[] {
  if (seats.length === 0) return []
  const width = Math.max(...seats.map(({ x }) => x))
  const depth = Math.max(...seats.map(({ y }) => y))
  const distance = (group: readonly PlacedSeat[]) => {
    const first = group[0]
    const last = group.at(-1)
    if (first === undefined || last === undefined) return Number.POSITIVE_INFINITY
    const aside = Math.abs((first.x + last.x) / 2 - width / 2)
    return aside + Math.abs(first.y - (depth * 2) / 3)
  }
  return [...Map.groupBy(seats, ({ y }) => y).values()]
    .flatMap((row) => {
      const groups = groupsOf(row, size).map((group) => ({ group, distance: distance(group) }))
      const [best] = groups.sort((one, other) => one.distance - other.distance)
      return best === undefined ? [] : [best]
    })
    .sort((one, other) => one.distance - other.distance)
    .slice(0, max)
    .map(({ group }) => ({ row: group[0]?.row ?? '', seats: group }))
}

/** Every group of neighbours in a row: a place without a seat, such as an aisle, separates them. */
function groupsOf(row: readonly PlacedSeat[], size: number): PlacedSeat[][] {
  const ordered = row.toSorted((one, other) => one.x - other.x)
  const groups: PlacedSeat[][] = []
  let run: PlacedSeat[] = []
  for (const seat of ordered) {
    const isNext = run.at(-1)?.x === seat.x - 1
    if (seat.status !== 'available' || !isForAnyone(seat)) run = []
    else run = isNext ? [...run, seat] : [seat]
    if (run.length >= size) groups.push(run.slice(-size))
  }
  return groups
}
