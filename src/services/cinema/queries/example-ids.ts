/** The ids with which the forms of the API reference start: of a screening with a seat map and prices, if one is to come. */

import type { CinemaContext } from '../cinema-context.ts'
import type { Showtime } from '../schema/index.ts'
import { readShowtimes } from './showtimes.ts'

const showtimesRead = 50

export async function readExampleIds(
  { db, theaters }: Pick<CinemaContext, 'db' | 'theaters'>,
  nowMs: number,
): Promise<Record<string, string>> {
  const filter = { from: nowMs, hasGrid: true }
  const rows = await readShowtimes(db, filter, { prices: true }, undefined, showtimesRead)
  const showtime = rows.find(({ prices_doc }) => prices_doc != null) ?? rows[0]
  const { byId, ordered } = await theaters.current()
  const theater = (showtime && byId.get(showtime.theater_id)) ?? ordered[0]
  return {
    ...(theater === undefined ? {} : { theater_id: theater.id, chain_id: theater.chainId }),
    ...(showtime === undefined
      ? {}
      : {
          showtime_id: showtime.id,
          movie_id: (JSON.parse(showtime.doc) as Pick<Showtime, 'movie_id'>).movie_id,
        }),
  }
}
