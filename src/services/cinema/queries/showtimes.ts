/** Reads showtimes: an index range, in the order of cinema days or of instants. */

import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { CursorKey } from '../../../http/cursor.ts'
import { afterKey, keyOfRow, orderByKeyset, type SortOrder } from '../../../store/keyset.ts'
import type { Bindable, Engine, ParamMarker } from '../../../store/store.ts'
import type { CinemaDb } from '../schema/tables.ts'
import { idList } from './id-list.ts'
import { type ListedShowtime, showtimeColumns } from './showtime-json.ts'

/** How long after its start a screening still counts as current. */
export const currentWindowMs = 3 * 3_600_000
const dayMs = 86_400_000

export interface ShowtimeFilter {
  readonly theaterId?: string | undefined
  readonly movieId?: string | undefined
  readonly chainId?: string | undefined
  /** Only these theaters; the list may be long. */
  readonly theaterIds?: readonly string[] | undefined
  readonly movieIds?: readonly string[] | undefined
  readonly chainIds?: readonly string[] | undefined
  /** Cinema days, both included. */
  readonly firstDay?: string | undefined
  readonly lastDay?: string | undefined
  /** Instants, both included. */
  readonly from?: number | undefined
  readonly to?: number | undefined
  /** Cinema days that have begun before this instant, each on its theater's wall. */
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

/** Questions about days are answered day by day, questions about time in the order of starts. */
function orderOf({ firstDay }: ShowtimeFilter): SortOrder {
  return firstDay === undefined ? byStart : byDay
}

export function showtimeKey(filter: ShowtimeFilter, row: ListedShowtime): CursorKey {
  return keyOfRow(orderOf(filter), row) as CursorKey
}

/** Beyond so many theaters it is faster to walk through time than through theaters. */
const theaterLookupMax = 400

/** One row more than `limit`, so that the caller sees whether there is a next page. */
export async function readShowtimes(
  db: CinemaDb,
  filter: ShowtimeFilter,
  parts: ShowtimeParts,
  after: CursorKey | undefined,
  limit: number,
): Promise<ListedShowtime[]> {
  const { conditions, values, shape } = compileFilter(db.engine, filter)
  const order = orderOf(filter)
  const key = (after ?? []).map((_, at) => `after${at}`)
  for (const [at, value] of (after ?? []).entries()) values[`after${at}`] = value
  const name = `cinema:showtimes:${shape}:${key.length}:${Number(parts.seats)}${Number(parts.movie)}${Number(parts.prices)}`
  return await db.prepared<ListedShowtime>(
    name,
    (read, param) => {
      const where = conditions.map((condition) => condition(param))
      if (after !== undefined)
        where.push(
          afterKey(
            order,
            key.map((marker) => param(marker)),
          ),
        )
      const whereAndOrder = sql`where ${sql.join(where, sql` and `)}
        order by ${orderByKeyset(order)} limit ${param<number>('limit')}`
      // Of many places more is sorted than shown, so that the documents are read afterwards.
      const text = hasIdLists(filter)
        ? sql`select ${selection(parts)} from showtime s ${joins(parts)}
            where s.id in (select s.id from showtime s ${whereAndOrder}) order by ${orderByKeyset(order)}`
        : sql`select ${selection(parts)} from showtime s ${joins(parts)} ${whereAndOrder}`
      return { compile: () => text.compile(read) }
    },
    { ...values, limit: limit + 1 },
  )
}

function hasIdLists({ theaterIds, movieIds, chainIds }: ShowtimeFilter): boolean {
  return theaterIds !== undefined || movieIds !== undefined || chainIds !== undefined
}

export async function readShowtime(
  db: CinemaDb,
  id: string,
  parts: ShowtimeParts,
): Promise<ListedShowtime | undefined> {
  const rows = await db.prepared<ListedShowtime>(
    `cinema:showtime:${Number(parts.seats)}${Number(parts.movie)}${Number(parts.prices)}`,
    (read, param) => {
      const text = sql`select ${selection(parts)} from showtime s ${joins(parts)} where s.id = ${param<string>('id')}`
      return { compile: () => text.compile(read) }
    },
    { id },
  )
  return rows[0]
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

type Condition = (param: ParamMarker) => Expression<SqlBool>

interface CompiledFilter {
  readonly conditions: readonly Condition[]
  readonly values: Record<string, Bindable>
  /** Names the text. */
  readonly shape: string
}

function compileFilter(engine: Engine, filter: ShowtimeFilter): CompiledFilter {
  const conditions: Condition[] = [() => sql<SqlBool>`s.gone_at is null`]
  const values: Record<string, Bindable> = {}
  let shape = ''
  const add = (letter: string, name: string, value: Bindable | undefined, condition: Condition) => {
    if (value === undefined) return
    conditions.push(condition)
    values[name] = value
    shape += letter
  }
  add('t', 'theater', filter.theaterId, (param) => sql`s.theater_id = ${param('theater')}`)
  add('m', 'movie', filter.movieId, (param) => sql`s.movie_id = ${param('movie')}`)
  add('c', 'chain', filter.chainId, (param) => sql`s.chain_id = ${param('chain')}`)
  addTheaters(engine, filter, add)
  add('M', 'movies', json(filter.movieIds), (param) => {
    return sql`s.movie_id in ${idList(engine, param<string>('movies'))}`
  })
  add('C', 'chains', json(filter.chainIds), (param) => {
    return sql`s.chain_id in ${idList(engine, param<string>('chains'))}`
  })
  add('d', 'firstDay', filter.firstDay, (param) => sql`s.business_date >= ${param('firstDay')}`)
  add('e', 'lastDay', filter.lastDay, (param) => sql`s.business_date <= ${param('lastDay')}`)
  add('f', 'from', filter.from, (param) => sql`s.starts_at >= ${param('from')}`)
  add('g', 'to', filter.to, (param) => sql`s.starts_at <= ${param('to')}`)
  add(
    'n',
    'dayUntil',
    filter.dayStartsUntil,
    (param) => sql`s.day_starts_at <= ${param('dayUntil')} and s.starts_at <= ${param('startUntil')}`,
  )
  // A cinema day ends well within two days of its beginning; the bound is there for the index.
  if (filter.dayStartsUntil !== undefined) values.startUntil = filter.dayStartsUntil + 2 * dayMs
  const format = filter.format === undefined ? undefined : `% ${escapeLike(filter.format)} %`
  add('x', 'format', format, (param) => sql`s.formats like ${param('format')} escape '!'`)
  add('h', 'hasGrid', filter.hasGrid, (param) => sql`s.has_grid = ${param('hasGrid')}`)
  add('s', 'seating', filter.seating, (param) => sql`s.seating = ${param('seating')}`)
  return { conditions, values, shape }
}

/** A short list is looked up theater by theater, a long one is only asked whether it holds the row's theater. */
function addTheaters(
  engine: Engine,
  filter: ShowtimeFilter,
  add: (letter: string, name: string, value: Bindable | undefined, condition: Condition) => void,
): void {
  const { theaterIds } = filter
  if (theaterIds === undefined) return
  const isShort = theaterIds.length <= theaterLookupMax && filter.movieId === undefined
  const column = isShort ? sql.raw('s.theater_id') : sql.raw(`(s.theater_id || '')`)
  add(isShort ? 'T' : 'U', 'theaters', JSON.stringify(theaterIds), (param) => {
    return sql`${column} in ${idList(engine, param<string>('theaters'))}`
  })
}

function json(ids: readonly string[] | undefined): string | undefined {
  return ids === undefined ? undefined : JSON.stringify(ids)
}

function escapeLike(text: string): string {
  return text.toLowerCase().replace(/[!%_]/g, '!$&')
}
