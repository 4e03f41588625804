/** Finds movies by words, by when they are shown and where. */

import { type Expression, type SqlBool, sql } from 'kysely'
import type { CursorKey } from '../../../http/cursor.ts'
import { parseSearch } from '../../../store/full-text.ts'
import { afterKey, orderByKeyset, type SortOrder } from '../../../store/keyset.ts'
import type { Bindable, ParamMarker } from '../../../store/store.ts'
import { type CinemaDb, withCinemaTables } from '../schema/tables.ts'
import { idList } from './id-list.ts'

export interface MovieFilter {
  readonly q?: string | undefined
  /** Shown at or after this instant. */
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

type Condition = (param: ParamMarker) => Expression<SqlBool>

export async function readMovies(
  db: CinemaDb,
  filter: MovieFilter,
  after: CursorKey | undefined,
  limit: number,
): Promise<ListedMovie[]> {
  const search = filter.q === undefined ? undefined : parseSearch(filter.q)
  if (search !== undefined && search.length === 0) return []
  const values: Record<string, Bindable> = { limit: limit + 1 }
  const showtimeConditions: Condition[] = []
  let shape = ''
  const add = (letter: string, name: string, value: Bindable | undefined, condition: Condition) => {
    if (value === undefined) return
    showtimeConditions.push(condition)
    values[name] = value
    shape += letter
  }
  const theaters = filter.theaterIds === undefined ? undefined : JSON.stringify(filter.theaterIds)
  add('f', 'from', filter.from, (param) => sql`s.starts_at >= ${param('from')}`)
  add('d', 'firstDay', filter.firstDay, (param) => sql`s.business_date >= ${param('firstDay')}`)
  add('e', 'lastDay', filter.lastDay, (param) => sql`s.business_date <= ${param('lastDay')}`)
  add('c', 'chain', filter.chainId, (param) => sql`s.chain_id = ${param('chain')}`)
  add('t', 'theaters', theaters, (param) => {
    return sql`s.theater_id in ${idList(db.engine, param<string>('theaters'))}`
  })
  if (search !== undefined) values.match = db.dialect.fullText.toMatch(search)
  if (after !== undefined) {
    values.afterTitle = String(after[0])
    values.afterId = String(after[1])
  }
  const hasTheaters = theaters !== undefined
  return await db.prepared<ListedMovie>(
    `cinema:movies:${shape}${search ? 'q' : ''}${after ? 'a' : ''}`,
    (read, param) => {
      const where: Expression<SqlBool>[] = []
      if (search) where.push(db.dialect.fullText.matches('movie', param<string>('match')))
      if (showtimeConditions.length > 0) {
        const conditions = sql.join(
          [sql`s.gone_at is null`, ...showtimeConditions.map((one) => one(param))],
          sql` and `,
        )
        // A place has few showtimes and a movie has few: begin with whichever was named.
        where.push(
          hasTheaters
            ? sql`movie.id in (select s.movie_id from showtime s where ${conditions})`
            : sql`exists (select 1 from showtime s where s.movie_id = movie.id and ${conditions})`,
        )
      }
      if (after) where.push(afterKey(order, [param('afterTitle'), param('afterId')]))
      const text = sql`select movie.id, movie.title_key, movie.doc from movie
        ${where.length === 0 ? sql`` : sql`where ${sql.join(where, sql` and `)}`}
        order by ${orderByKeyset(order)} limit ${param<number>('limit')}`
      return { compile: () => text.compile(read) }
    },
    values,
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
