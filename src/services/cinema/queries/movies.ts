/** Reads movies, filtered by words and by when and where they are showtimes. */

import { type Expression, type SqlBool, sql } from 'kysely'
import type { CursorKey } from '../../../http/cursor.ts'
import { parseSearch } from '../../../store/full-text.ts'
import { idList } from '../../../store/id-list.ts'
import { afterKey, orderByKeyset, type SortOrder } from '../../../store/keyset.ts'
import { type CinemaDb, withCinemaTables } from '../schema/tables.ts'
import { rawStatement, SqlConditions } from './sql-conditions.ts'

export interface MovieFilter {
  readonly q?: string | undefined
  /** Showtimes at or after this instant. */
  readonly from?: number | undefined
  readonly firstDay?: string | undefined
  readonly lastDay?: string | undefined
  readonly chainId?: string | undefined
  readonly theaterIds?: readonly string[] | undefined
}

export interface ListedMovie {
  readonly id: string
  readonly title_key: string
  readonly doc: string
}

const order: SortOrder = [
  { column: 'movie.title_key', direction: 'asc' },
  { column: 'movie.id', direction: 'asc' },
]

export async function readMovies(
  db: CinemaDb,
  filter: MovieFilter,
  after: CursorKey | undefined,
  limit: number,
): Promise<ListedMovie[]> {
  const search = filter.q === undefined ? undefined : parseSearch(filter.q)
  if (search !== undefined && search.length === 0) return []
  const showtimes = new SqlConditions()
  const theaters = filter.theaterIds === undefined ? undefined : JSON.stringify(filter.theaterIds)
  showtimes.add('f', 'from', filter.from, (param) => sql`s.starts_at >= ${param('from')}`)
  showtimes.add('d', 'firstDay', filter.firstDay, (param) => sql`s.business_date >= ${param('firstDay')}`)
  showtimes.add('e', 'lastDay', filter.lastDay, (param) => sql`s.business_date <= ${param('lastDay')}`)
  showtimes.add('c', 'chain', filter.chainId, (param) => sql`s.chain_id = ${param('chain')}`)
  showtimes.add('t', 'theaters', theaters, (param) => {
    return sql`s.theater_id in ${idList(db.engine, param<string>('theaters'))}`
  })
  const hasTheaters = theaters !== undefined
  return await db.prepared<ListedMovie>(
    `cinema:movies:${showtimes.shape}${search ? 'q' : ''}${after ? 'a' : ''}`,
    (read, param) => {
      const where: Expression<SqlBool>[] = []
      if (search) where.push(db.dialect.fullText.matches('movie', param<string>('match')))
      if (showtimes.conditions.length > 0) {
        const conditions = sql.join(
          [sql`s.gone_at is null`, ...showtimes.conditions.map((condition) => condition(param))],
          sql` and `,
        )
        // A theater has few showtimes, and so has a movie: start with whichever is selective.
        where.push(
          hasTheaters
            ? sql`movie.id in (select s.movie_id from showtime s where ${conditions})`
            : sql`exists (select 1 from showtime s where s.movie_id = movie.id and ${conditions})`,
        )
      }
      if (after) where.push(afterKey(order, [param('afterTitle'), param('afterId')]))
      return rawStatement(
        read,
        sql`select movie.id, movie.title_key, movie.doc from movie
        ${where.length === 0 ? sql`` : sql`where ${sql.join(where, sql` and `)}`}
        order by ${orderByKeyset(order)} limit ${param<number>('limit')}`,
      )
    },
    {
      ...showtimes.values,
      limit: limit + 1,
      ...(search === undefined ? {} : { match: db.dialect.fullText.toMatch(search) }),
      ...(after === undefined ? {} : { afterTitle: String(after[0]), afterId: String(after[1]) }),
    },
  )
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
