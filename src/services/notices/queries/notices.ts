/** Queries of the `notice` table. */

import { type ValueOrPromise, whenReady } from '../../../core/when-ready.ts'
import type { CursorKey } from '../../../http/cursor.ts'
import type { Database } from '../../../store/store.ts'
import type { ReadModelTables } from '../../../store/tables.ts'

export interface NoticeFilter {
  readonly town?: string | undefined
  readonly category?: string | undefined
  readonly published_after?: string | undefined
}

interface NoticeListRow {
  readonly id: string
  readonly published_on: string
  readonly doc: string
}

/** Newest first. Returns one row more than `limit` if there is a next page. */
export function readNotices(
  db: Database<ReadModelTables>,
  filter: NoticeFilter,
  after: CursorKey | undefined,
  limit: number,
): ValueOrPromise<NoticeListRow[]> {
  const { town, category, published_after } = filter
  const statementName = `notices:${town ? 't' : ''}${category ? 'c' : ''}${published_after ? 'p' : ''}${after ? 'a' : ''}`
  return db.prepared<NoticeListRow>(
    statementName,
    (read, param) => {
      let query = read.selectFrom('notice').select(['id', 'published_on', 'doc'])
      if (town) query = query.where('town', '=', param<string>('town'))
      if (category) query = query.where('category', '=', param<string>('category'))
      if (published_after) query = query.where('published_on', '>', param<string>('published_after'))
      if (after) {
        query = query.where(({ eb, refTuple, tuple }) =>
          eb(refTuple('published_on', 'id'), '<', tuple(param<string>('afterDay'), param<string>('afterId'))),
        )
      }
      return query.orderBy('published_on', 'desc').orderBy('id', 'desc').limit(param<number>('limit'))
    },
    {
      limit: limit + 1,
      ...(town ? { town } : {}),
      ...(category ? { category } : {}),
      ...(published_after ? { published_after } : {}),
      ...(after ? { afterDay: String(after[0]), afterId: String(after[1]) } : {}),
    },
  )
}

/** The town as the notices spell it, ignoring case; the value itself if there is none. */
export async function spellTown(db: Database<ReadModelTables>, value: string): Promise<string> {
  const exact = await db.prepared<{ town: string }>(
    'notices:town',
    (read, param) =>
      read.selectFrom('notice').select('town').where('town', '=', param<string>('town')).limit(1),
    { town: value },
  )
  if (exact.length > 0) return value
  // Not in the statement: the engines know different letters.
  return (await readTowns(db)).find((town) => town.toLowerCase() === value.toLowerCase()) ?? value
}

export async function readTowns(db: Database<ReadModelTables>): Promise<string[]> {
  const towns = await db.prepared<{ town: string }>(
    'notices:towns',
    (read) => read.selectFrom('notice').select('town').distinct().orderBy('town'),
    {},
  )
  return towns.map(({ town }) => town)
}

export function readNotice(db: Database<ReadModelTables>, id: string): ValueOrPromise<string | undefined> {
  const rows = db.prepared<{ doc: string }>(
    'notice',
    (read, param) => read.selectFrom('notice').select('doc').where('id', '=', param<string>('id')),
    { id },
  )
  return whenReady(rows, ([row]) => row?.doc)
}

export async function countNotices(db: Database<ReadModelTables>): Promise<number> {
  const [row] = await db.prepared<{ count: number }>(
    'notices:count',
    (read) => read.selectFrom('notice').select((eb) => eb.fn.countAll<number>().as('count')),
    {},
  )
  return row?.count ?? 0
}
