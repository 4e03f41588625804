/** Keeps the counts of a theater true when a live read captures seats or prices for the first time. */

import type { Transaction } from 'kysely'
import type { CinemaTables } from '../schema/tables.ts'

type Tx = Transaction<CinemaTables>

export interface Captured {
  readonly theaterId: string
  readonly businessDate: string
  readonly hasSeats: boolean
  readonly hasPrices: boolean
}

export async function readCaptured(tx: Tx, showtimeId: string): Promise<Captured | undefined> {
  const row = await tx
    .selectFrom('showtime')
    .leftJoin('showtime_seats', 'showtime_seats.showtime_id', 'showtime.id')
    .leftJoin('showtime_prices', 'showtime_prices.showtime_id', 'showtime.id')
    .select([
      'showtime.theater_id',
      'showtime.business_date',
      'showtime_seats.showtime_id as seats',
      'showtime_prices.showtime_id as prices',
    ])
    .where('showtime.id', '=', showtimeId)
    .executeTakeFirst()
  return (
    row && {
      theaterId: row.theater_id,
      businessDate: row.business_date,
      hasSeats: row.seats !== null,
      hasPrices: row.prices !== null,
    }
  )
}

/**
 * Counts the day, then the theater: the order in which a sync writes them, which avoids a deadlock. Each row is locked by a
 * statement of its own, because a count must see what others have written before.
 */
export async function recount(tx: Tx, { theaterId, businessDate }: Captured): Promise<void> {
  const ofDay = { theater_id: theaterId, business_date: businessDate }
  const lockedDay = await tx
    .updateTable('theater_day')
    .set((eb) => ({ hash: eb.ref('hash') }))
    .where((eb) => eb.and(ofDay))
    .returning(['movies', 'showtimes'])
    .executeTakeFirst()
  if (lockedDay === undefined) return
  const counted = await tx
    .selectFrom('showtime')
    .leftJoin('showtime_seats', 'showtime_seats.showtime_id', 'showtime.id')
    .leftJoin('showtime_prices', 'showtime_prices.showtime_id', 'showtime.id')
    .select((eb) => [
      eb.fn.count('showtime_seats.showtime_id').as('seatmaps'),
      eb.fn.count('showtime_prices.showtime_id').as('prices'),
    ])
    .where((eb) => eb.and(ofDay))
    .where('gone_at', 'is', null)
    .executeTakeFirstOrThrow()
  const [seatmaps, prices] = [Number(counted.seatmaps), Number(counted.prices)]
  const hash = [lockedDay.movies, lockedDay.showtimes, seatmaps, prices].join(' ')
  await tx
    .updateTable('theater_day')
    .set({ seatmaps, prices, hash })
    .where((eb) => eb.and(ofDay))
    .execute()
  await tx
    .updateTable('theater')
    .set((eb) => ({ hash: eb.ref('hash') }))
    .where('id', '=', theaterId)
    .execute()
  const total = await tx
    .selectFrom('theater_day')
    .select((eb) => [eb.fn.sum('seatmaps').as('seatmaps'), eb.fn.sum('prices').as('prices')])
    .where('theater_id', '=', theaterId)
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('theater')
    .set({ seatmaps: Number(total.seatmaps), prices: Number(total.prices) })
    .where('id', '=', theaterId)
    .execute()
}
