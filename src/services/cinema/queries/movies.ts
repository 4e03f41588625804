/** Reads movies, filtered by when and where they are shown, sorted by title or by relevance. */

import { sql } from 'kysely'
import type { CursorKey } from '../../../http/cursor.ts'
import { idList } from '../../../store/id-list.ts'
import { afterKey, orderByKeyset, type SortOrder } from '../../../store/keyset.ts'
import { type CinemaDb, withCinemaTables } from '../schema/tables.ts'
import { addCurrent, addDayStart, type CurrentFilter } from './current-showtimes.ts'
import { compareRanked, type RankedMovie } from './rank-movies.ts'
import { type Condition, rawStatement, SqlConditions } from './sql-conditions.ts'

export interface MovieFilter {
  /** Only movies with screenings that have not ended. */
  readonly current?: CurrentFilter | undefined
  readonly firstDay?: string | undefined
  readonly lastDay?: string | undefined
  /** Business dates that begin before this instant in their theater's time zone. */
  readonly dayStartsUntil?: number | undefined
  readonly chainId?: string | undefined
  readonly theaterIds?: readonly string[] | undefined
  /** Whether these are a large part of all theaters. */
  readonly isWide?: boolean
}

export interface ListedMovie {
  readonly doc: string
  readonly key: CursorKey
}

const order: SortOrder = [
  { column: 'movie.title_key', direction: 'asc' },
  { column: 'movie.id', direction: 'asc' },
]

/** Sorted by title; one row more than `limit`. */
export async function readMovies(
  db: CinemaDb,
  filter: MovieFilter,
  after: CursorKey | undefined,
  limit: number,
): Promise<ListedMovie[]> {
  const { where, values, shape } = showtimeCondition(db, filter)
  const rows = await db.prepared<{ id: string; title_key: string; doc: string }>(
    `cinema:movies:${shape}${after ? 'a' : ''}`,
    (read, param) => {
      const conditions = [
        ...where.map((condition) => condition(param)),
        ...(after ? [afterKey(order, [param('afterTitle'), param('afterId')])] : []),
      ]
      return rawStatement(
        read,
        sql`select movie.id, movie.title_key, movie.doc from movie
        ${conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`}
        order by ${orderByKeyset(order)} limit cast(${param<number>('limit')} as integer)`,
      )
    },
    {
      ...values,
      limit: limit + 1,
      ...(after === undefined ? {} : { afterTitle: String(after[0]), afterId: String(after[1]) }),
    },
  )
  return rows.map(({ id, title_key, doc }) => ({ doc, key: [title_key, id] }))
}

/** Those of the ranked movies that the filter selects, most relevant first; one row more than `limit`. */
export async function readRankedMovies(
  db: CinemaDb,
  ranked: readonly RankedMovie[],
  filter: MovieFilter,
  after: CursorKey | undefined,
  limit: number,
): Promise<ListedMovie[]> {
  const selected = await selectMovieIds(db, ranked, filter)
  const last = after && toRanked(after)
  const page = ranked
    .filter((one) => (!selected || selected.has(one.movie.id)) && (!last || compareRanked(last, one) < 0))
    .slice(0, limit + 1)
  const docs = await readMovieDocs(
    db,
    page.map(({ movie }) => movie.id),
  )
  return page.flatMap(({ score, movie: { titleKey, id } }) => {
    const doc = docs.get(id)
    return doc === undefined ? [] : [{ doc, key: [score, titleKey, id] }]
  })
}

function toRanked([score, titleKey, id]: CursorKey): RankedMovie {
  return {
    score: Number(score),
    movie: { id: String(id), titleKey: String(titleKey), title: [], others: [] },
  }
}

/** Undefined if the filter selects all. */
async function selectMovieIds(
  db: CinemaDb,
  ranked: readonly RankedMovie[],
  filter: MovieFilter,
): Promise<ReadonlySet<string> | undefined> {
  const { where, values, shape } = showtimeCondition(db, filter)
  if (where.length === 0 || ranked.length === 0) return undefined
  const rows = await db.prepared<{ id: string }>(
    `cinema:movies-of:${shape}`,
    (read, param) => {
      const conditions = where.map((condition) => condition(param))
      const ids = idList(db.engine, param<string>('ids'))
      return rawStatement(
        read,
        sql`select movie.id from movie where movie.id in ${ids} and ${sql.join(conditions, sql` and `)}`,
      )
    },
    { ...values, ids: JSON.stringify(ranked.map(({ movie }) => movie.id)) },
  )
  return new Set(rows.map(({ id }) => id))
}

/** The documents of these movies, by id. */
export async function readMovieDocs(
  db: CinemaDb,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db.prepared<{ id: string; doc: string }>(
    'cinema:movie-docs',
    (read, param) =>
      rawStatement(
        read,
        sql`select id, doc from movie where id in ${idList(db.engine, param<string>('ids'))}`,
      ),
    { ids: JSON.stringify(ids) },
  )
  return new Map(rows.map(({ id, doc }) => [id, doc]))
}

/** The condition that a movie has showtimes which match the filter; none without a filter. */
function showtimeCondition(
  db: CinemaDb,
  filter: MovieFilter,
): { where: Condition[]; values: SqlConditions['values']; shape: string } {
  const showtimes = new SqlConditions()
  const theaters = filter.theaterIds === undefined ? undefined : JSON.stringify(filter.theaterIds)
  addCurrent(showtimes, filter.current)
  showtimes.add('d', 'firstDay', filter.firstDay, (param) => sql`s.business_date >= ${param('firstDay')}`)
  showtimes.add('e', 'lastDay', filter.lastDay, (param) => sql`s.business_date <= ${param('lastDay')}`)
  addDayStart(showtimes, filter.dayStartsUntil)
  showtimes.add('c', 'chain', filter.chainId, (param) => sql`s.chain_id = ${param('chain')}`)
  showtimes.add('t', 'theaters', theaters, (param) => {
    return sql`s.theater_id in ${idList(db.engine, param<string>('theaters'))}`
  })
  const { conditions, values, shape } = showtimes
  if (conditions.length === 0) return { where: [], values, shape }
  const exists: Condition = (param) => {
    const all = sql.join(
      [sql`s.gone_at is null`, ...conditions.map((condition) => condition(param))],
      sql` and `,
    )
    // Start with the theaters if they are few; otherwise one of the first showtimes of a movie is at one of them.
    return theaters === undefined || filter.isWide
      ? sql`exists (select 1 from showtime s where s.movie_id = movie.id and ${all})`
      : sql`movie.id in (select s.movie_id from showtime s where ${all})`
  }
  return { where: [exists], values, shape: filter.isWide ? `${shape}w` : shape }
}

export async function readMovie(db: CinemaDb, id: string): Promise<string | undefined> {
  const rows = await db.prepared<{ doc: string }>(
    'cinema:movie',
    (read, param) =>
      withCinemaTables(read).selectFrom('movie').select('doc').where('id', '=', param<string>('id')),
    { id },
  )
  return rows[0]?.doc
}
