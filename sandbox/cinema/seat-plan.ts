/** Seat plans, and which seats are sold. Seats are sold as time passes and never returned. */

import { random } from '../random.ts'
import type { World } from '../world.ts'
import type { Screen, Theater } from './chains.ts'
import type { Show } from './schedule.ts'

export interface Seat {
  /** 0 is the front row. */
  readonly row: number
  /** 0 is the leftmost, facing the screen; aisles count as columns. */
  readonly column: number
  readonly rowLabel: string
  readonly number: number
  readonly kind: 'standard' | 'recliner' | 'wheelchair' | 'companion' | 'sofa'
  readonly isBroken: boolean
}

export interface SeatPlan {
  readonly rows: number
  /** Including aisles. */
  readonly columns: number
  readonly seats: readonly Seat[]
  /** Neither broken nor house seats. */
  readonly sellable: number
}

const plans = new WeakMap<Screen, SeatPlan>()

/** Two aisles, and wheelchair and companion seats in the middle of the last row. */
export function seatPlanOf(theater: Theater, screen: Screen): SeatPlan {
  const cached = plans.get(screen)
  if (cached !== undefined) return cached
  const generator = random('cinema', theater.key, 'room', screen.number)
  const left = Math.floor(screen.columns / 4)
  const right = screen.columns - left
  const seats: Seat[] = []
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
        isBroken: generator.chance(0.008),
      })
    }
  }
  const sellable = seats.filter(({ isBroken }) => !isBroken).length - houseSeats(screen)
  const plan = { rows: screen.rows, columns: screen.columns + 2, seats, sellable }
  plans.set(screen, plan)
  return plan
}

/** Seats the theater does not sell; on seat maps they look sold. */
export function houseSeats(screen: Screen): number {
  return screen.rows > 8 ? 4 : 2
}

const onSaleMs = 21 * 86_400_000

/** Seats sold so far: few at first, most in the last days. */
export function soldCount(world: World, theater: Theater, show: Show): number {
  const { sellable } = seatPlanOf(theater, show.screen)
  const passed = (world.now() - (show.startsAt - onSaleMs)) / onSaleMs
  const progress = Math.min(1, Math.max(0, passed))
  const share = show.demand * (0.12 * progress + 0.88 * progress ** 5)
  return Math.max(0, Math.min(sellable, Math.floor(share * sellable)))
}

export function isSoldOut(world: World, theater: Theater, show: Show): boolean {
  return freeCount(world, theater, show) === 0
}

export function freeCount(world: World, theater: Theater, show: Show): number {
  return seatPlanOf(theater, show.screen).sellable - soldCount(world, theater, show)
}

/** Indexes of the sold seats: the middle rows are sold first, in a different order for each show. */
export function soldSeats(world: World, theater: Theater, show: Show): Set<number> {
  const { seats, rows, columns } = seatPlanOf(theater, show.screen)
  const random = world.random('cinema', theater.key, 'order', show.session)
  const ranked = seats.map((seat, index) => ({
    index,
    rank:
      Math.abs(seat.row - rows * 0.62) / rows +
      Math.abs(seat.column - columns / 2) / columns +
      random.float() * 0.6 +
      (seat.kind === 'wheelchair' || seat.kind === 'companion' ? 2 : 0) +
      (seat.isBroken ? 100 : 0),
  }))
  ranked.sort((one, other) => one.rank - other.rank)
  const unavailable = soldCount(world, theater, show) + houseSeats(show.screen)
  return new Set(ranked.slice(0, unavailable).map(({ index }) => index))
}
