/** Searches jobs. The rows and the total of a result are always consistent with each other. */

import type { Kysely } from 'kysely'
import type { CursorKey } from '../../../http/cursor.ts'
import { Statement } from '../../../store/statements/statement.ts'
import { toDayNumber } from '../schema/block.ts'
import { type JobsDatabase, type JobsReadModelTables, withJobTables } from '../schema/tables.ts'
import { blockCacheOf } from './blocks/block-cache.ts'
import { type JobFilter, toBlockQuery, toConditions } from './filters.ts'
import {
  isIndexed,
  type JobListRow,
  type Plan,
  readIndexed,
  type SortName,
  sortKeyOf,
} from './indexed-list.ts'
import { type AgeColumns, type AgedRows, addAge, ageColumns, toAgedRow } from './job-age.ts'

export interface SearchOptions {
  /** Default: `posted`. */
  readonly sort?: SortName
  readonly after?: CursorKey | undefined
  readonly limit: number
  /** For several queries that must see the same state. */
  readonly snapshot?: Kysely<JobsReadModelTables>
  /** Ends a search that nobody waits for. */
  readonly signal?: AbortSignal | undefined
}

interface FoundJobs {
  readonly rows: readonly JobListRow[]
  readonly total: number
  /** Number of jobs that also match if their description has a phrase, which was not read: there were too many. */
  readonly notSearched: number
  /** Whether nothing has the words as they are written, so that one letter of each may differ. */
  readonly isSimilar: boolean
}

const exact = { notSearched: 0, isSimilar: false } as const

export type SearchResult = FoundJobs & AgedRows<JobListRow>

/** Returns one row more than `limit` if there is a next page. */
export async function searchJobs(
  db: JobsDatabase,
  filter: JobFilter,
  options: SearchOptions,
): Promise<SearchResult> {
  const { rows, ...found } = await findJobs(db, filter, options)
  const { limit } = options
  const page = addAge(rows.slice(0, limit))
  // The row of the next page has no part in the age of this one.
  return { ...found, rows: [...page.rows, ...rows.slice(limit)], freshness: page.freshness }
}

async function findJobs(db: JobsDatabase, filter: JobFilter, options: SearchOptions): Promise<FoundJobs> {
  const conditions = toConditions(filter)
  if (conditions === undefined) return { rows: [], total: 0, ...exact }
  const { sort = 'posted', after, limit, snapshot, signal } = options
  signal?.throwIfAborted()
  const plan: Plan = {
    filter,
    conditions,
    sort: sort === 'relevance' && filter.q === undefined ? 'posted' : sort,
    after,
    limit: limit + 1,
    signal,
  }
  if (!isIndexed(plan))
    return snapshot === undefined
      ? await db.snapshot((read) => searchBlocks(withJobTables(read), db, plan))
      : await searchBlocks(snapshot, db, plan)
  const rows = await readIndexed(db, plan, snapshot)
  const [first] = rows
  if (first !== undefined || after === undefined) return { rows, total: first?.total ?? 0, ...exact }
  // A page behind the last row has no row that carries the total.
  return { ...(await findJobs(db, filter, { ...options, after: undefined, limit: 1 })), rows }
}

const blockOrders = {
  posted: 'listed',
  first_seen: 'first_seen',
  changed: 'changed',
  relevance: 'relevance',
} as const

/** The slots are numbered from 0. */
const jobsBySlot = new Statement<
  JobsReadModelTables,
  Readonly<Record<string, number>>,
  AgeColumns & { readonly slot: number }
>((jobs, param, { has }) => {
  const slots: number[] = []
  while (has(String(slots.length))) slots.push(param(String(slots.length)))
  return jobs
    .selectFrom('job')
    .select(['job.slot', ...ageColumns])
    .where('job.slot', 'in', slots)
})

/** Any combination of filters in any order: the blocks tell which rows to read. */
async function searchBlocks(
  read: Kysely<JobsReadModelTables>,
  db: JobsDatabase,
  plan: Plan,
): Promise<FoundJobs> {
  const { filter, conditions, after, limit, sort, signal } = plan
  const isRanked = sort === 'relevance'
  const query = { ...toBlockQuery(filter, conditions), signal }
  const { rows: found, ...matching } = await blockCacheOf(db).find(read, query, {
    by: blockOrders[sort],
    after: after && {
      rank: isRanked ? Number(after[0]) : toDayNumber(String(after[0])),
      id: String(after[1]),
    },
    limit,
  })
  if (found.length === 0) return { rows: [], ...matching }
  signal?.throwIfAborted()
  const stored = await jobsBySlot.runIn(read, Object.fromEntries(found.map(({ slot }, at) => [at, slot])))
  const rowsBySlot = new Map(stored.map((row) => [Number(row.slot), row]))
  const rows = found.flatMap(({ slot, rank }): JobListRow[] => {
    const columns = rowsBySlot.get(slot)
    if (columns === undefined) return []
    const row = toAgedRow(columns)
    return [{ ...row, sort: isRanked ? rank : sortKeyOf(row, sort) }]
  })
  return { rows, ...matching }
}
