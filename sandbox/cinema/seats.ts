/** Rooms and who sits in them: seats are sold one after the other as the clock runs, and never given back. */

import { random } from '../random.ts'
import type { World } from '../world.ts'
import type { PretendScreen, PretendTheater } from './chains.ts'
import type { PretendShow } from './programme.ts'

export interface PretendSeat {
  /** 0 is the front row. */
  readonly row: number
  /** 0 is the leftmost, facing the screen; aisles have columns of their own. */
  readonly column: number
  readonly rowLabel: string
  readonly number: number
  readonly kind: 'standard' | 'recliner' | 'wheelchair' | 'companion' | 'sofa'
  readonly isBroken: boolean
}

export interface PretendRoom {
  readonly rows: number
  /** With the aisles. */
  readonly columns: number
  readonly seats: readonly PretendSeat[]
  /** Neither broken nor kept by the house. */
  readonly sellable: number
}

const rooms = new WeakMap<PretendScreen, PretendRoom>()

/** Two aisles; wheelchair places and their companions in the middle of the last row; sofas behind, in some rooms. */
export function roomOf(theater: PretendTheater, screen: PretendScreen): PretendRoom {
  const known = rooms.get(screen)
  if (known !== undefined) return known
  const chance = random('cinema', theater.key, 'room', screen.number)
  const left = Math.floor(screen.columns / 4)
  const right = screen.columns - left
  const seats: PretendSeat[] = []
  for (let row = 0; row < screen.rows; row++) {
    const isLast = row === screen.rows - 1
    for (let place = 0; place < screen.columns; place++) {
      const middle = Math.floor(screen.columns / 2)
      const isWheelchair = isLast && (place === middle || place === middle - 1)
      const isCompanion = isLast && (place === middle + 1 || place === middle - 2)
      const plain = screen.kind === 'lounge' ? 'sofa' : screen.kind === 'recliner' ? 'recliner' : 'standard'
      seats.push({
        row,
        column: place + (place >= left ? 1 : 0) + (place >= right ? 1 : 0),
        rowLabel: String.fromCharCode(65 + row),
        number: place + 1,
        kind: isWheelchair ? 'wheelchair' : isCompanion ? 'companion' : plain,
        isBroken: chance.chance(0.008),
      })
    }
  }
  const sellable = seats.filter(({ isBroken }) => !isBroken).length - houseSeats(screen)
  const room = { rows: screen.rows, columns: screen.columns + 2, seats, sellable }
  rooms.set(screen, room)
  return room
}

/** Seats the house keeps for itself, in counts; on plans they look sold. */
export function houseSeats(screen: PretendScreen): number {
  return screen.rows > 8 ? 4 : 2
}

const onSaleMs = 21 * 86_400_000

/** How many are sold by now. Slowly at first, most of them in the last days. */
export function soldCount(world: World, theater: PretendTheater, show: PretendShow): number {
  const { sellable } = roomOf(theater, show.screen)
  const passed = (world.now() - (show.startsAt - onSaleMs)) / onSaleMs
  const progress = Math.min(1, Math.max(0, passed))
  const share = show.demand * (0.12 * progress + 0.88 * progress ** 5)
  return Math.max(0, Math.min(sellable, Math.floor(share * sellable)))
}

export function isSoldOut(world: World, theater: PretendTheater, show: PretendShow): boolean {
  return freeCount(world, theater, show) === 0
}

export function freeCount(world: World, theater: PretendTheater, show: PretendShow): number {
  return roomOf(theater, show.screen).sellable - soldCount(world, theater, show)
}

/** Which of the room's seats are sold, by index: the middle rows go first, each show in an order of its own. */
export function soldSeats(world: World, theater: PretendTheater, show: PretendShow): Set<number> {
  const { seats, rows, columns } = roomOf(theater, show.screen)
  const chance = world.random('cinema', theater.key, 'order', show.session)
  const wished = seats.map((seat, index) => ({
    index,
    wish:
      Math.abs(seat.row - rows * 0.62) / rows +
      Math.abs(seat.column - columns / 2) / columns +
      chance.float() * 0.6 +
      (seat.kind === 'wheelchair' || seat.kind === 'companion' ? 2 : 0) +
      (seat.isBroken ? 100 : 0),
  }))
  wished.sort((one, other) => one.wish - other.wish)
  const taken = soldCount(world, theater, show) + houseSeats(show.screen)
  return new Set(wished.slice(0, taken).map(({ index }) => index))
}
