/** Reads movies, filtered by when and where they are shown, sorted by title or by relevance. */

import { type RawBuilder, sql } from 'kysely'
import type { CursorKey } from '../../../../http/cursor.ts'
import { idList } from '../../../../store/id-list.ts'
import { afterKey, orderByKeyset, type SortOrder } from '../../../../store/keyset.ts'
import { type Param, type Shape, Statement } from '../../../../store/statements/statement.ts'
import type { CinemaDb, CinemaReadModel } from '../../schema/tables.ts'
import { areManyTheaters, type TimeFilter, timeConditions } from '../current-showtimes.ts'
import { type Conditions, joinAnd, presentConditions } from '../sql-conditions.ts'
import type { MovieIndex } from './movie-index.ts'
import { compareRanked, type RankedMovie } from './rank-movies.ts'

/** Of the screenings of a movie. */
export interface MovieFilter extends TimeFilter {
  readonly chainIds?: readonly string[] | undefined
  readonly otherChainIds?: readonly string[] | undefined
  readonly theaterIds?: readonly string[] | undefined
  /** If these are a large part of all theaters. */
  readonly isWide?: true | undefined
}

const conditions: Conditions<MovieFilter> = {
  ...timeConditions,
  chainIds: (mark, engine) => sql`s.chain_id in ${idList(engine, mark('chainIds'))}`,
  otherChainIds: (mark, engine) => sql`s.chain_id not in ${idList(engine, mark('otherChainIds'))}`,
  theaterIds: (mark, engine) => sql`s.theater_id in ${idList(engine, mark('theaterIds'))}`,
}

/** That a movie has showtimes which match the filter; none without a filter. */
function showtimeCondition(param: Param<MovieFilter>, shape: Shape<MovieFilter>): RawBuilder<unknown>[] {
  const present = presentConditions(conditions, param, shape)
  if (present.length === 0) return []
  const all = joinAnd([sql`s.gone_at is null`, ...present])
  // Start with the theaters if they are few; otherwise one of the first showtimes of a movie is at one of them.
  return shape.has('theaterIds') && !shape.has('isWide')
    ? [sql`movie.id in (select s.movie_id from showtime s where ${all})`]
    : [sql`exists (select 1 from showtime s where s.movie_id = movie.id and ${all})`]
}

export interface ListedMovie {
  readonly doc: string
  readonly key: CursorKey
}

const order: SortOrder = [
  { column: 'movie.title_key', direction: 'asc' },
  { column: 'movie.id', direction: 'asc' },
]

type MovieListValues = MovieFilter & {
  readonly afterTitle: string | undefined
  readonly afterId: string | undefined
  readonly limit: number
}

const movieList = new Statement<
  CinemaReadModel,
  MovieListValues,
  { id: string; title_key: string; doc: string }
>((_, param, shape) => {
  const where = [
    ...showtimeCondition(param, shape),
    ...(shape.has('afterId') ? [afterKey(order, [param('afterTitle'), param('afterId')])] : []),
  ]
  return sql`select movie.id, movie.title_key, movie.doc from movie
    ${where.length === 0 ? sql`` : sql`where ${joinAnd(where)}`}
    order by ${orderByKeyset(order)} limit cast(${param('limit')} as integer)`
})

/** Sorted by title; one row more than `limit`. */
export async function readMovies(
  db: CinemaDb,
  filter: MovieFilter,
  after: CursorKey | undefined,
  limit: number,
): Promise<ListedMovie[]> {
  const values = {
    ...filter,
    afterTitle: after && String(after[0]),
    afterId: after && String(after[1]),
    limit: limit + 1,
  }
  const rows = isLongRead(filter) ? await db.runLong(movieList, values) : await db.run(movieList, values)
  return rows.map(({ id, title_key, doc }) => ({ doc, key: [title_key, id] }))
}

/** No index has the chains of a movie: if it is shown at none of these, all its showtimes are looked at. */
function isLongRead({ chainIds, otherChainIds, theaterIds }: MovieFilter): boolean {
  return areManyTheaters(theaterIds) ?? (chainIds !== undefined || otherChainIds !== undefined)
}

type CountedValues = MovieFilter & { readonly limit: number }

const movieCount = new Statement<CinemaReadModel, CountedValues, { total: number }>((_, param, shape) => {
  const where = showtimeCondition(param as Param<MovieFilter>, shape as Shape<MovieFilter>)
  return sql`select count(*) as total from (select 1 from movie
    ${where.length === 0 ? sql`` : sql`where ${joinAnd(where)}`}
    limit cast(${param('limit')} as integer)) counted`
})

/** At most `max`. */
export async function countMovies(db: CinemaDb, filter: MovieFilter, max: number): Promise<number> {
  const [row] = await db.runLong(movieCount, { ...filter, limit: max })
  return Number(row?.total ?? 0)
}

/** A page of ranked movies, most relevant first; one row more than `limit`. */
export async function readRankedMovies(
  db: CinemaDb,
  ranked: readonly RankedMovie[],
  after: CursorKey | undefined,
  limit: number,
): Promise<ListedMovie[]> {
  const last = after && toRanked(after)
  const page = ranked.filter((one) => !last || compareRanked(last, one) < 0).slice(0, limit + 1)
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

type Ids = { readonly ids: readonly string[] }

const selectedMovies = new Statement<CinemaReadModel, MovieFilter & Ids, { id: string }>(
  (_, param, shape) => {
    const isListed = sql`movie.id in ${idList(shape.engine, param('ids'))}`
    return sql`select movie.id from movie where ${joinAnd([isListed, ...showtimeCondition(param, shape)])}`
  },
)

/** Those of the ranked movies that the filter selects. */
export async function selectRankedMovies(
  db: CinemaDb,
  ranked: readonly RankedMovie[],
  filter: MovieFilter,
): Promise<readonly RankedMovie[]> {
  const selectsAll = Object.values(filter).every((value) => value === undefined)
  if (selectsAll || ranked.length === 0) return ranked
  const values = { ...filter, ids: ranked.map(({ movie }) => movie.id) }
  const rows = isLongRead(filter)
    ? await db.runLong(selectedMovies, values)
    : await db.run(selectedMovies, values)
  const ids = new Set(rows.map(({ id }) => id))
  return ranked.filter(({ movie }) => ids.has(movie.id))
}

interface MovieListQuery {
  readonly q?: string | undefined
  readonly limit: number
  /** Up to where they are counted. Default: they are not. */
  readonly countMax?: number | undefined
}

interface FoundMovies {
  readonly rows: readonly ListedMovie[]
  /** Undefined unless requested. */
  readonly total: number | undefined
}

/** By relevance with `q`, otherwise by title; one row more than `limit`. `filter` is undefined if nothing can match. */
export async function findMovies(
  { db, movies }: { readonly db: CinemaDb; readonly movies: MovieIndex },
  { q, limit, countMax }: MovieListQuery,
  filter: MovieFilter | undefined,
  after: CursorKey | undefined,
): Promise<FoundMovies> {
  if (filter === undefined) return { rows: [], total: countMax && 0 }
  if (q === undefined) {
    const rows = await readMovies(db, filter, after, limit)
    return { rows, total: countMax && (await countMovies(db, filter, countMax)) }
  }
  const ranked = await selectRankedMovies(db, (await movies.current()).find(q), filter)
  return {
    rows: await readRankedMovies(db, ranked, after, limit),
    total: countMax && ranked.length,
  }
}

const movieDocs = new Statement<CinemaReadModel, Ids, { id: string; doc: string }>(
  (_, param, { engine }) => sql`select id, doc from movie where id in ${idList(engine, param('ids'))}`,
)

/** The documents of these movies, by id. */
export async function readMovieDocs(
  db: CinemaDb,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  return new Map((await db.run(movieDocs, { ids })).map(({ id, doc }) => [id, doc]))
}

const movieById = new Statement<CinemaReadModel, { id: string }, { doc: string }>((read, param) =>
  read.selectFrom('movie').select('doc').where('id', '=', param('id')),
)

export async function readMovie(db: CinemaDb, id: string): Promise<string | undefined> {
  const [row] = await db.run(movieById, { id })
  return row?.doc
}

/** In JSON text a quotation mark within a string is escaped, so this matches the field and nothing else. */
const aliasesField = /,"aliases":\[(?:[^"\]]|"(?:[^"\\]|\\.)*")*\]/

/** For lists. */
export function withoutAliases(doc: string): string {
  return doc.replace(aliasesField, '')
}
