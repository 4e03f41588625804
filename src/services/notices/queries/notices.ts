/** Queries of the `notice` table. */

import type { CursorKey } from '../../../http/cursor.ts'
import { Statement } from '../../../store/statements/statement.ts'
import type { Database } from '../../../store/store.ts'
import type { ReadModelTables } from '../../../store/tables.ts'

type NoticesDb = Database<ReadModelTables>

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

interface NoticeListValues extends NoticeFilter {
  readonly afterDay: string | undefined
  readonly afterId: string | undefined
  readonly limit: number
}

const noticeList = new Statement<ReadModelTables, NoticeListValues, NoticeListRow>((read, param, { has }) => {
  let query = read.selectFrom('notice').select(['id', 'published_on', 'doc'])
  if (has('town')) query = query.where('town', '=', param('town'))
  if (has('category')) query = query.where('category', '=', param('category'))
  if (has('published_after')) query = query.where('published_on', '>', param('published_after'))
  if (has('afterId'))
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('published_on', 'id'), '<', tuple(param('afterDay'), param('afterId'))),
    )
  return query.orderBy('published_on', 'desc').orderBy('id', 'desc').limit(param('limit'))
})

/** Newest first. Returns one row more than `limit` if there is a next page. */
export async function readNotices(
  db: NoticesDb,
  { town, category, published_after }: NoticeFilter,
  after: CursorKey | undefined,
  limit: number,
): Promise<NoticeListRow[]> {
  return await db.run(noticeList, {
    town,
    category,
    published_after,
    afterDay: after && String(after[0]),
    afterId: after && String(after[1]),
    limit: limit + 1,
  })
}

type CountedValues = NoticeFilter & { readonly limit: number }

const noticeTotal = new Statement<ReadModelTables, CountedValues, { total: number }>(
  (read, param, { has }) => {
    let query = read.selectFrom('notice').select('id')
    if (has('town')) query = query.where('town', '=', param('town'))
    if (has('category')) query = query.where('category', '=', param('category'))
    if (has('published_after')) query = query.where('published_on', '>', param('published_after'))
    return read
      .selectFrom(query.limit(param('limit')).as('counted'))
      .select((eb) => eb.fn.countAll<number>().as('total'))
  },
)

/** At most `max`. */
export async function countListed(
  db: NoticesDb,
  { town, category, published_after }: NoticeFilter,
  max: number,
): Promise<number> {
  const [row] = await db.run(noticeTotal, { town, category, published_after, limit: max })
  return row?.total ?? 0
}

const noticeOfTown = new Statement<ReadModelTables, { town: string }, { town: string }>((read, param) =>
  read.selectFrom('notice').select('town').where('town', '=', param('town')).limit(1),
)

/** The town as the notices spell it, ignoring case; the value itself if there is none. */
export async function spellTown(db: NoticesDb, value: string): Promise<string> {
  if ((await db.run(noticeOfTown, { town: value })).length > 0) return value
  // Not in the statement: the engines know different letters.
  return (await readTowns(db)).find((town) => town.toLowerCase() === value.toLowerCase()) ?? value
}

const allTowns = new Statement<ReadModelTables, object, { town: string }>((read) =>
  read.selectFrom('notice').select('town').distinct().orderBy('town'),
)

export async function readTowns(db: NoticesDb): Promise<string[]> {
  return (await db.run(allTowns, {})).map(({ town }) => town)
}

const noticeById = new Statement<ReadModelTables, { id: string }, { doc: string }>((read, param) =>
  read.selectFrom('notice').select('doc').where('id', '=', param('id')),
)

export async function readNotice(db: NoticesDb, id: string): Promise<string | undefined> {
  const [row] = await db.run(noticeById, { id })
  return row?.doc
}

const noticeCount = new Statement<ReadModelTables, object, { count: number }>((read) =>
  read.selectFrom('notice').select((eb) => eb.fn.countAll<number>().as('count')),
)

export async function countNotices(db: NoticesDb): Promise<number> {
  const [row] = await db.run(noticeCount, {})
  return row?.count ?? 0
}
