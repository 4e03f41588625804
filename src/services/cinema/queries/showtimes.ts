/** Reads showtimes as an index range, sorted by business date or by start. */

import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type ValueOrPromise, whenReady } from '../../../core/when-ready.ts'
import type { CursorKey } from '../../../http/cursor.ts'
import { idList } from '../../../store/id-list.ts'
import { afterKey, keyOfRow, orderByKeyset, type SortOrder } from '../../../store/keyset.ts'
import type { Engine } from '../../../store/store.ts'
import type { CinemaDb } from '../schema/tables.ts'
import { addCurrent, addDayStart, type CurrentFilter } from './current-showtimes.ts'
import { type ListedShowtime, showtimeColumns } from './showtime-json.ts'
import { rawStatement, SqlConditions } from './sql-conditions.ts'

export interface ShowtimeFilter {
  readonly theaterId?: string | undefined
  readonly movieId?: string | undefined
  readonly chainId?: string | undefined
  /** May be long. */
  readonly theaterIds?: readonly string[] | undefined
  readonly movieIds?: readonly string[] | undefined
  readonly chainIds?: readonly string[] | undefined
  /** Business dates, inclusive. */
  readonly firstDay?: string | undefined
  readonly lastDay?: string | undefined
  /** Instants, inclusive. */
  readonly from?: number | undefined
  readonly to?: number | undefined
  /** Only screenings that have not ended. */
  readonly current?: CurrentFilter | undefined
  /** Business dates that begin before this instant in their theater's time zone. */
  readonly dayStartsUntil?: number | undefined
  readonly format?: string | undefined
  readonly hasGrid?: boolean | undefined
  readonly seating?: string | undefined
}

export interface ShowtimeParts {
  readonly seats: boolean
  readonly movie: boolean
  readonly prices: boolean
}

const byDay: SortOrder = [
  { column: 's.business_date', direction: 'asc' },
  { column: 's.starts_at', direction: 'asc' },
  { column: 's.id', direction: 'asc' },
]
const byStart: SortOrder = [
  { column: 's.starts_at', direction: 'asc' },
  { column: 's.id', direction: 'asc' },
]

/** Filters by date sort by business date, others by start. */
function orderOf({ firstDay }: ShowtimeFilter): SortOrder {
  return firstDay === undefined ? byStart : byDay
}

export function showtimeKey(filter: ShowtimeFilter, row: ListedShowtime): CursorKey {
  return keyOfRow(orderOf(filter), row) as CursorKey
}

/** With more theaters, scanning by time is faster than looking up each theater. */
const theaterLookupMax = 400

/** One row more than `limit`, which tells whether there is a next page. */
export function readShowtimes(
  db: CinemaDb,
  filter: ShowtimeFilter,
  parts: ShowtimeParts,
  after: CursorKey | undefined,
  limit: number,
): ValueOrPromise<ListedShowtime[]> {
  const { conditions, values, shape } = compileFilter(db.engine, filter)
  const order = orderOf(filter)
  const key = (after ?? []).map((_, at) => `after${at}`)
  for (const [at, value] of (after ?? []).entries()) values[`after${at}`] = value
  const name = `cinema:showtimes:${shape}:${key.length}:${Number(parts.seats)}${Number(parts.movie)}${Number(parts.prices)}`
  return db.prepared<ListedShowtime>(
    name,
    (read, param) => {
      const where = conditions.map((condition) => condition(param))
      const keyParams = key.map((marker) => param(marker))
      if (after !== undefined) where.push(afterKey(order, keyParams))
      const whereAndOrder = sql`where ${sql.join(where, sql` and `)}
        order by ${orderByKeyset(order)} limit cast(${param<number>('limit')} as integer)`
      // With id lists many rows are sorted, so the documents are read afterwards.
      const text = hasIdLists(filter)
        ? sql`select ${selection(parts)} from showtime s ${joins(parts)}
            where s.id in (select s.id from showtime s ${whereAndOrder}) order by ${orderByKeyset(order)}`
        : sql`select ${selection(parts)} from showtime s ${joins(parts)} ${whereAndOrder}`
      return rawStatement(read, text)
    },
    { ...values, limit: limit + 1 },
  )
}

function hasIdLists({ theaterIds, movieIds, chainIds }: ShowtimeFilter): boolean {
  return theaterIds !== undefined || movieIds !== undefined || chainIds !== undefined
}

export function readShowtime(
  db: CinemaDb,
  id: string,
  parts: ShowtimeParts,
): ValueOrPromise<ListedShowtime | undefined> {
  const rows = db.prepared<ListedShowtime>(
    `cinema:showtime:${Number(parts.seats)}${Number(parts.movie)}${Number(parts.prices)}`,
    (read, param) => {
      const columns = selection(parts)
      const id = param<string>('id')
      return rawStatement(read, sql`select ${columns} from showtime s ${joins(parts)} where s.id = ${id}`)
    },
    { id },
  )
  return whenReady(rows, ([row]) => row)
}

function selection({ seats, movie, prices }: ShowtimeParts): RawBuilder<unknown> {
  const columns = [
    showtimeColumns,
    ...(seats ? ['s.seats_at, s.told'] : []),
    ...(movie ? ['m.doc as movie_doc'] : []),
    ...(prices ? ['l.doc as prices_doc'] : []),
  ]
  return sql.raw(columns.join(', '))
}

function joins({ movie, prices }: ShowtimeParts): RawBuilder<unknown> {
  const texts = [
    ...(movie ? ['left join movie m on m.id = s.movie_id'] : []),
    ...(prices
      ? ['left join showtime_prices p on p.showtime_id = s.id left join price_list l on l.id = p.list_id']
      : []),
  ]
  return sql.raw(texts.join(' '))
}

function compileFilter(engine: Engine, filter: ShowtimeFilter): SqlConditions {
  const where = new SqlConditions()
  where.conditions.push(() => sql<SqlBool>`s.gone_at is null`)
  where.add('t', 'theater', filter.theaterId, (param) => sql`s.theater_id = ${param('theater')}`)
  where.add('m', 'movie', filter.movieId, (param) => sql`s.movie_id = ${param('movie')}`)
  where.add('c', 'chain', filter.chainId, (param) => sql`s.chain_id = ${param('chain')}`)
  addTheaters(engine, filter, where)
  where.add('M', 'movies', json(filter.movieIds), (param) => {
    return sql`s.movie_id in ${idList(engine, param<string>('movies'))}`
  })
  where.add('C', 'chains', json(filter.chainIds), (param) => {
    return sql`s.chain_id in ${idList(engine, param<string>('chains'))}`
  })
  where.add('d', 'firstDay', filter.firstDay, (param) => sql`s.business_date >= ${param('firstDay')}`)
  where.add('e', 'lastDay', filter.lastDay, (param) => sql`s.business_date <= ${param('lastDay')}`)
  where.add('f', 'from', filter.from, (param) => sql`s.starts_at >= ${param('from')}`)
  where.add('g', 'to', filter.to, (param) => sql`s.starts_at <= ${param('to')}`)
  addCurrent(where, filter.current)
  addDayStart(where, filter.dayStartsUntil)
  const format = filter.format === undefined ? undefined : `% ${escapeLike(filter.format)} %`
  where.add('x', 'format', format, (param) => sql`s.formats like ${param('format')} escape '!'`)
  where.add('h', 'hasGrid', filter.hasGrid, (param) => sql`s.has_grid = ${param('hasGrid')}`)
  where.add('s', 'seating', filter.seating, (param) => sql`s.seating = ${param('seating')}`)
  return where
}

/** A short list is looked up theater by theater; a long one only filters the rows. */
function addTheaters(engine: Engine, filter: ShowtimeFilter, where: SqlConditions): void {
  const { theaterIds } = filter
  if (theaterIds === undefined) return
  const isShort = theaterIds.length <= theaterLookupMax && filter.movieId === undefined
  const column = isShort ? sql.raw('s.theater_id') : sql.raw(`(s.theater_id || '')`)
  where.add(isShort ? 'T' : 'U', 'theaters', JSON.stringify(theaterIds), (param) => {
    return sql`${column} in ${idList(engine, param<string>('theaters'))}`
  })
}

function json(ids: readonly string[] | undefined): string | undefined {
  return ids === undefined ? undefined : JSON.stringify(ids)
}

function escapeLike(text: string): string {
  return text.toLowerCase().replace(/[!%_]/g, '!$&')
}
