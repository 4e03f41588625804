/** Deletes old showtimes, price lists and seat layouts that no showtime refers to, and movies without a showtime for long. */

import { ChangeBatch } from '../../../store/changes/change-batch.ts'
import { idList } from '../../../store/id-list.ts'
import type { Dialect } from '../../../store/store.ts'
import type { PruneContext } from '../../../sync/source.ts'
import { dayMs } from '../normalise/time.ts'
import type { CinemaChangeType } from '../schema/changes.ts'
import type { CinemaTables } from '../schema/tables.ts'
import { cinemaScope } from '../scopes.ts'
import type { CinemaTransaction } from './publish-context.ts'
import { recountTheaters } from './recount-theaters.ts'

type Tx = CinemaTransaction

/** Rows of a table per transaction. */
const rowsMax = 1000
/** Fewer, because the counts of their theaters are read again, which may be as many. Other writers wait meanwhile. */
const showtimesMax = 50

/** `keepDays`: how long past showtimes stay readable, and their movies after them. Returns the number of deleted rows. */
export async function pruneCinema(
  { tx: anyTx, dialect, now, archived }: PruneContext,
  keepDays: number,
): Promise<number> {
  const tx: Tx = anyTx.withTables<CinemaTables>()
  // Publishes wait, so that none refers to a row that is being deleted.
  await dialect.lock(tx, cinemaScope)
  const showtimes = await deleteShowtimes(tx, dialect, now - keepDays * dayMs, archived?.records)
  // What only they referred to follows in a later transaction.
  if (showtimes > 0) return showtimes
  const lists = await deletePriceLists(tx)
  const layouts = await deleteLayouts(tx)
  await noteUnusedMovies(tx, now)
  const movies = await deleteMovies(tx, now - keepDays * dayMs)
  await logGone(tx, dialect, movies, now)
  return lists + layouts + movies.length
}

async function logGone(tx: Tx, dialect: Dialect, movieIds: readonly string[], now: number): Promise<void> {
  const log = new ChangeBatch(cinemaScope)
  const type: CinemaChangeType = 'movie.gone'
  for (const id of movieIds)
    log.add({ type, subject: id, detectedAt: now, keys: { chain: '', theater: '', movie: id } })
  await log.write(tx, dialect)
}

/** With their seats and prices, also of theaters that are no longer read. `archived`: these only. */
async function deleteShowtimes(
  tx: Tx,
  dialect: Dialect,
  beforeMs: number,
  archived: readonly string[] | undefined,
): Promise<number> {
  const old = await tx
    .selectFrom('showtime')
    .select(['id', 'theater_id'])
    .where('starts_at', '<', beforeMs)
    .$if(archived !== undefined, (query) =>
      query.where('id', 'in', idList(dialect.engine, JSON.stringify(archived))),
    )
    .orderBy('starts_at')
    .limit(showtimesMax)
    .execute()
  if (old.length === 0) return 0
  const ids = old.map(({ id }) => id)
  await tx.deleteFrom('showtime_seats').where('showtime_id', 'in', ids).execute()
  await tx.deleteFrom('showtime_prices').where('showtime_id', 'in', ids).execute()
  await tx.deleteFrom('showtime').where('id', 'in', ids).execute()
  await recountTheaters(tx, dialect, new Set(old.map(({ theater_id }) => theater_id)))
  return old.length
}

async function deletePriceLists(tx: Tx): Promise<number> {
  const unused = await tx
    .selectFrom('price_list')
    .select('id')
    .where('id', 'not in', (eb) => eb.selectFrom('showtime_prices').select('list_id'))
    .limit(rowsMax)
    .execute()
  return await deleteIds(tx, 'price_list', unused)
}

async function deleteLayouts(tx: Tx): Promise<number> {
  const unused = await tx
    .selectFrom('seat_layout')
    .select('id')
    .where('id', 'not in', (eb) =>
      eb
        .selectFrom('showtime_seats')
        .select('layout_id')
        .where('layout_id', 'is not', null)
        .$castTo<{ layout_id: string }>(),
    )
    .limit(rowsMax)
    .execute()
  return await deleteIds(tx, 'seat_layout', unused)
}

/** A movie may be listed before its first showtime and between two runs, so it is not deleted at once. */
async function noteUnusedMovies(tx: Tx, now: number): Promise<void> {
  await tx
    .updateTable('movie')
    .set({ unused_since: now })
    .where('unused_since', 'is', null)
    .where('id', 'not in', (eb) => eb.selectFrom('showtime').select('movie_id'))
    .execute()
  await tx
    .updateTable('movie')
    .set({ unused_since: null })
    .where('unused_since', 'is not', null)
    .where('id', 'in', (eb) => eb.selectFrom('showtime').select('movie_id'))
    .execute()
}

/** A movie that is listed again later gets the same id, which derives from its title. */
async function deleteMovies(tx: Tx, before: number): Promise<string[]> {
  const unused = await tx
    .selectFrom('movie')
    .select('id')
    .where('unused_since', '<', before)
    // They are logged in this order, which must not depend on the engine.
    .orderBy('id')
    .limit(rowsMax)
    .execute()
  const ids = unused.map(({ id }) => id)
  if (ids.length > 0) await tx.deleteFrom('movie_listing').where('movie_id', 'in', ids).execute()
  await deleteIds(tx, 'movie', unused)
  return ids
}

async function deleteIds(
  tx: Tx,
  table: 'price_list' | 'seat_layout' | 'movie',
  rows: readonly { readonly id: string }[],
): Promise<number> {
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) await tx.deleteFrom(table).where('id', 'in', ids).execute()
  return ids.length
}
