/** Reads showtimes as an index range, sorted by business date or by start. */

import { type RawBuilder, sql } from 'kysely'
import type { CursorKey } from '../../../http/cursor.ts'
import { idList } from '../../../store/id-list.ts'
import { afterKey, keyOfRow, orderByKeyset, type SortOrder } from '../../../store/keyset.ts'
import { type Shape, Statement } from '../../../store/statements/statement.ts'
import type { Engine } from '../../../store/store.ts'
import type { CinemaDb, CinemaReadModel } from '../schema/tables.ts'
import { areManyTheaters, type TimeFilter, timeConditions } from './current-showtimes.ts'
import { type ListedShowtime, showtimeColumns, showtimeTables } from './showtime-json.ts'
import { type Conditions, joinAnd, presentConditions } from './sql-conditions.ts'

export interface ShowtimeFilter extends TimeFilter {
  readonly theaterId?: string | undefined
  readonly movieId?: string | undefined
  readonly chainId?: string | undefined
  readonly chainIds?: readonly string[] | undefined
  readonly otherChainIds?: readonly string[] | undefined
  /** May be long. */
  readonly theaterIds?: readonly string[] | undefined
  readonly movieIds?: readonly string[] | undefined
  readonly otherMovieIds?: readonly string[] | undefined
  /** Instants, inclusive. */
  readonly from?: number | undefined
  readonly to?: number | undefined
  /** Of each list one must be there; of `no…` none. */
  readonly formats?: readonly string[] | undefined
  readonly noFormats?: readonly string[] | undefined
  readonly accessibility?: readonly string[] | undefined
  readonly noAccessibility?: readonly string[] | undefined
  readonly languages?: readonly string[] | undefined
  readonly noLanguages?: readonly string[] | undefined
  readonly subtitles?: readonly string[] | undefined
  readonly noSubtitles?: readonly string[] | undefined
  /** At least as many free seats, and next to each other. */
  readonly free?: number | undefined
  readonly together?: number | undefined
  readonly hasGrid?: boolean | undefined
  readonly seating?: string | undefined
  /** Miles by theater: only these theaters, the nearest first. */
  readonly miles?: ReadonlyMap<string, number> | undefined
}

export interface ShowtimeParts {
  readonly seats?: true | undefined
  readonly movie?: true | undefined
  readonly prices?: true | undefined
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

const byDistance: SortOrder = [{ column: 'd.miles', direction: 'asc' }, ...byStart]

/** Filters by date sort by business date, others by start. */
function orderOf(isBy: (name: 'miles' | 'firstDay') => boolean): SortOrder {
  if (isBy('miles')) return byDistance
  return isBy('firstDay') ? byDay : byStart
}

export function showtimeKey(filter: ShowtimeFilter, row: ListedShowtime): CursorKey {
  return keyOfRow(
    orderOf((name) => filter[name] !== undefined),
    row,
  ) as CursorKey
}

/** With more theaters, scanning by time is faster than looking up each theater. */
const theaterLookupMax = 400

type ShowtimeValues = Omit<ShowtimeFilter, 'miles'> &
  ShowtimeParts & {
    readonly miles: string | undefined
    readonly manyTheaterIds: readonly string[] | undefined
    readonly after0: string | number | null | undefined
    readonly after1: string | number | null | undefined
    readonly after2: string | number | null | undefined
    readonly limit: number
  }

const conditions: Conditions<ShowtimeValues> = {
  theaterId: (mark) => sql`s.theater_id = ${mark('theaterId')}`,
  movieId: (mark) => sql`s.movie_id = ${mark('movieId')}`,
  chainId: (mark) => sql`s.chain_id = ${mark('chainId')}`,
  chainIds: (mark, engine) => sql`s.chain_id in ${idList(engine, mark('chainIds'))}`,
  otherChainIds: (mark, engine) => sql`s.chain_id not in ${idList(engine, mark('otherChainIds'))}`,
  // A short list is looked up theater by theater; a long one only filters the rows.
  theaterIds: (mark, engine) => sql`s.theater_id in ${idList(engine, mark('theaterIds'))}`,
  manyTheaterIds: (mark, engine) => sql`(s.theater_id || '') in ${idList(engine, mark('manyTheaterIds'))}`,
  movieIds: (mark, engine) => sql`s.movie_id in ${idList(engine, mark('movieIds'))}`,
  otherMovieIds: (mark, engine) => sql`s.movie_id not in ${idList(engine, mark('otherMovieIds'))}`,
  ...timeConditions,
  from: (mark) => sql`s.starts_at >= ${mark('from')}`,
  to: (mark) => sql`s.starts_at <= ${mark('to')}`,
  formats: (mark, engine) => hasTag('s.formats', mark('formats'), engine),
  noFormats: (mark, engine) => sql`not ${hasTag('s.formats', mark('noFormats'), engine)}`,
  accessibility: (mark, engine) => hasTag('s.formats', mark('accessibility'), engine),
  noAccessibility: (mark, engine) => sql`not ${hasTag('s.formats', mark('noAccessibility'), engine)}`,
  languages: (mark, engine) => hasTag('s.languages', mark('languages'), engine),
  noLanguages: (mark, engine) => sql`not ${hasTag('s.languages', mark('noLanguages'), engine)}`,
  subtitles: (mark, engine) => hasTag('s.languages', mark('subtitles'), engine),
  noSubtitles: (mark, engine) => sql`not ${hasTag('s.languages', mark('noSubtitles'), engine)}`,
  free: (mark) => sql`s.free >= ${mark('free')}`,
  together: (mark) => sql`s.together >= ${mark('together')}`,
  hasGrid: (mark) => sql`s.has_grid = ${mark('hasGrid')}`,
  seating: (mark) => sql`s.seating = ${mark('seating')}`,
}

/** Whether the tags of a row, each between spaces, have one of these. */
function hasTag(column: string, tags: string, engine: Engine): RawBuilder<unknown> {
  const text = sql.ref(column)
  return engine === 'sqlite'
    ? sql`exists (select 1 from json_each(${tags}) v where instr(${text}, ' ' || v.value || ' ') > 0)`
    : sql`exists (select 1 from json_array_elements_text(${tags}::json) v(tag) where strpos(${text}, ' ' || v.tag || ' ') > 0)`
}

const idLists = ['theaterIds', 'manyTheaterIds', 'movieIds', 'miles'] as const

const showtimeList = new Statement<CinemaReadModel, ShowtimeValues, ListedShowtime>((_, param, shape) => {
  const order = orderOf(shape.has)
  const where = [sql`s.gone_at is null`, ...presentConditions(conditions, param, shape)]
  const key = [param('after0'), param('after1'), param('after2')].slice(0, order.length)
  const after = shape.has('after0') ? [afterKey(order, key)] : []
  const page = sql`where ${joinAnd([...where, ...after])}
    order by ${orderByKeyset(order)} limit cast(${param('limit')} as integer)`
  const nearest = shape.has('miles') ? withMiles(param('miles'), shape.engine) : sql``
  const select = sql`${selectShowtimes(shape)} ${nearest}`
  // With id lists many rows are sorted, so the documents are read afterwards.
  return idLists.some((name) => shape.has(name))
    ? sql`${select} where s.id in (select s.id from showtime s ${nearest} ${page}) order by ${orderByKeyset(order)}`
    : sql`${select} ${page}`
})

/** `miles` is a JSON object. */
function withMiles(miles: string, engine: Engine): RawBuilder<unknown> {
  const rows =
    engine === 'sqlite'
      ? sql`select key as theater_id, value as miles from json_each(${miles})`
      : sql`select key as theater_id, cast(value as double precision) as miles from json_each_text(${miles}::json)`
  return sql`join (${rows}) d on d.theater_id = s.theater_id`
}

/** One row more than `limit`, which tells whether there is a next page. */
export async function readShowtimes(
  db: CinemaDb,
  filter: ShowtimeFilter,
  parts: ShowtimeParts,
  after: CursorKey | undefined,
  limit: number,
): Promise<ListedShowtime[]> {
  const values = {
    ...withTheaterLists(filter),
    ...(filter.miles === undefined ? {} : { theaterIds: undefined, manyTheaterIds: undefined }),
    miles: filter.miles && JSON.stringify(Object.fromEntries(filter.miles)),
    ...parts,
    after0: after?.[0],
    after1: after?.[1],
    after2: after?.[2],
    limit: limit + 1,
  }
  return isLongRead(filter) ? await db.runLong(showtimeList, values) : await db.run(showtimeList, values)
}

/** No index has the rows of these in order: if few match, all others are looked at. */
const scannedFilters = [
  'chainIds',
  'otherChainIds',
  'movieIds',
  'otherMovieIds',
  'formats',
  'noFormats',
  'accessibility',
  'noAccessibility',
  'languages',
  'noLanguages',
  'subtitles',
  'noSubtitles',
  'free',
  'together',
  'hasGrid',
  'seating',
] as const satisfies readonly (keyof ShowtimeFilter)[]

function isLongRead(filter: ShowtimeFilter): boolean {
  if (filter.theaterId !== undefined) return false
  return areManyTheaters(filter.theaterIds) ?? scannedFilters.some((name) => filter[name] !== undefined)
}

function withTheaterLists(filter: ShowtimeFilter) {
  const { miles: _, ...values } = filter
  const { theaterIds, movieId } = filter
  const isLong = (theaterIds?.length ?? 0) > theaterLookupMax || movieId !== undefined
  return {
    ...values,
    theaterIds: isLong ? undefined : theaterIds,
    manyTheaterIds: isLong ? theaterIds : undefined,
  }
}

type CountedValues = Pick<ShowtimeValues, Exclude<keyof ShowtimeFilter, 'miles'> | 'manyTheaterIds' | 'limit'>

const showtimeCount = new Statement<CinemaReadModel, CountedValues, { total: number }>((_, param, shape) => {
  const where = [
    sql`s.gone_at is null`,
    ...presentConditions(conditions as Conditions<CountedValues>, param, shape),
  ]
  return sql`select count(*) as total from (select 1 from showtime s where ${joinAnd(where)}
    limit cast(${param('limit')} as integer)) counted`
})

/** At most `max`. */
export async function countShowtimes(db: CinemaDb, filter: ShowtimeFilter, max: number): Promise<number> {
  const [row] = await db.runLong(showtimeCount, { ...withTheaterLists(filter), limit: max })
  return Number(row?.total ?? 0)
}

const showtimeById = new Statement<CinemaReadModel, ShowtimeParts & { id: string }, ListedShowtime>(
  (_, param, shape) => sql`${selectShowtimes(shape)} where s.id = ${param('id')}`,
)

export async function readShowtime(
  db: CinemaDb,
  id: string,
  parts: ShowtimeParts,
): Promise<ListedShowtime | undefined> {
  const [row] = await db.run(showtimeById, { id, ...parts })
  return row
}

function selectShowtimes({ has }: Shape<ShowtimeParts & { readonly miles?: unknown }>): RawBuilder<unknown> {
  const columns = [
    showtimeColumns,
    ...(has('miles') ? ['d.miles'] : []),
    ...(has('seats') ? ['s.seats_at, s.seat_summary'] : []),
    ...(has('movie') ? ['m.doc as movie_doc'] : []),
    ...(has('prices') ? ['l.doc as prices_doc'] : []),
  ]
  const prices = has('prices')
    ? 'left join showtime_prices p on p.showtime_id = s.id left join price_list l on l.id = p.list_id'
    : ''
  return sql.raw(`select ${columns.join(', ')} from ${showtimeTables} ${prices}`)
}
