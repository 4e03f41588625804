/** Searches and counts jobs. The rows, the total and the counts of a result are always consistent with each other. */

import type { Kysely } from 'kysely'
import { roundMiles } from '../../../core/places/distance.ts'
import type { CursorKey } from '../../../http/cursor.ts'
import { Statement } from '../../../store/statements/statement.ts'
import { toDayNumber } from '../schema/block.ts'
import type { FacetField, JobsFreshness } from '../schema/job-posting.ts'
import { type JobsDatabase, type JobsReadModelTables, withJobTables } from '../schema/tables.ts'
import type { Understood } from '../schema/understood.ts'
import { payCurrencyDefault } from './blocks/yearly-pay.ts'
import { type Facets, noFacets, toFacets } from './facets.ts'
import { type JobFilter, toJobQuery } from './filters.ts'
import { type AgedRow, addAge, agedColumns } from './job-age.ts'
import type { FoundPostings, JobOrder, JobQuery } from './job-search.ts'
import { type JobListRow, readNewest, type SortName, sortColumns } from './newest-jobs.ts'
import { toCountedField } from './place-filters.ts'
import { jobSearchOf } from './search-engine.ts'

export interface SearchOptions {
  /** Default: `posted`. */
  readonly sort?: SortName | undefined
  readonly after?: CursorKey | undefined
  /** The number of rows; 0 if only counts are needed. */
  readonly limit: number
  /** What to count, and the number of rows of each count. */
  readonly facets?: { readonly fields: readonly FacetField[]; readonly limit: number }
  /** Ends a search that nobody waits for. */
  readonly signal?: AbortSignal | undefined
}

interface FoundJobs {
  readonly rows: readonly JobListRow[]
  readonly total: number
  /** How `q` was understood; undefined without words. */
  readonly understood?: Understood | undefined
  /** In the order of the fields. */
  readonly facets: readonly Facets[]
}

export interface SearchResult extends FoundJobs {
  /** Of the rows; undefined if no time is known. */
  readonly freshness: JobsFreshness | undefined
}

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
  const { facets, limit, after, signal } = options
  const query = toJobQuery(filter)
  if (query === undefined) return { rows: [], total: 0, facets: facets?.fields.map(() => noFacets) ?? [] }
  signal?.throwIfAborted()
  const { sort: stated = 'posted' } = options
  const isPossible =
    (stated !== 'relevance' || query.text !== undefined) &&
    (stated !== 'distance' || filter.location !== undefined)
  const sort = isPossible ? stated : 'posted'
  const hasConditions = query.text !== undefined || query.conditions.length > 0
  if (!hasConditions && facets === undefined && sort !== 'salary') {
    const rows = await readNewest(db, { active: filter.active, sort, after, limit: limit + 1 })
    // A page behind the last row has no row that carries the total.
    if (rows[0] !== undefined) return { rows, total: rows[0].total, facets: [] }
  }
  return await db.snapshot((read) =>
    findInSnapshot(withJobTables(read), db, filter, { ...query, signal }, { ...options, sort }),
  )
}

async function findInSnapshot(
  read: Kysely<JobsReadModelTables>,
  db: JobsDatabase,
  filter: JobFilter,
  query: JobQuery,
  { sort, after, limit, facets, signal }: SearchOptions & { readonly sort: SortName },
): Promise<FoundJobs> {
  const counted = (facets?.fields ?? []).map((field) => ({ field, from: toCountedField(field, filter) }))
  const found = await jobSearchOf(db).find(read, query, {
    fields: new Set(counted.map(({ from }) => from.field)),
    order: limit === 0 ? undefined : toOrder(sort, after, limit + 1, filter.salary_currency),
  })
  const { total, understood } = found
  signal?.throwIfAborted()
  const counts: Facets[] = []
  for (const { field, from } of counted)
    counts.push(
      await toFacets(read, field, found.countByKey(from.field, from.toKeys), {
        total,
        limit: facets?.limit ?? 0,
      }),
    )
  return { rows: await readRows(read, found.rows, sort), total, understood, facets: counts }
}

const blockOrders = {
  posted: 'listed',
  first_seen: 'first_seen',
  changed: 'changed',
  relevance: 'relevance',
  distance: 'distance',
} as const

function toOrder(
  sort: SortName,
  after: CursorKey | undefined,
  limit: number,
  currency = payCurrencyDefault,
): JobOrder {
  const rank = isRanked(sort) ? Number(after?.[0]) : toDayNumber(String(after?.[0]))
  const range = { after: after && { rank, id: String(after[1]) }, limit }
  return sort === 'salary' ? { ...range, by: 'pay', currency } : { ...range, by: blockOrders[sort] }
}

/** Whether rows are sorted by a number that is not one of their columns. */
function isRanked(sort: SortName): boolean {
  return sort === 'relevance' || sort === 'salary' || sort === 'distance'
}

interface SlotRow extends AgedRow {
  readonly slot: number
  readonly listed_on: string
  readonly first_seen: string
  readonly changed_on: string
}

/** The slots are numbered from 0. */
const jobsBySlot = new Statement<JobsReadModelTables, Readonly<Record<string, number>>, SlotRow>(
  (jobs, param, { has }) => {
    const slots: number[] = []
    while (has(String(slots.length))) slots.push(param(String(slots.length)))
    return jobs
      .selectFrom('job')
      .select(['job.slot', 'job.listed_on', 'job.first_seen', 'job.changed_on', ...agedColumns])
      .where('job.slot', 'in', slots)
  },
)

async function readRows(
  read: Kysely<JobsReadModelTables>,
  found: FoundPostings['rows'],
  sort: SortName,
): Promise<JobListRow[]> {
  if (found.length === 0) return []
  const stored = await jobsBySlot.runIn(read, Object.fromEntries(found.map(({ slot }, at) => [at, slot])))
  const rowsBySlot = new Map(stored.map((row) => [Number(row.slot), row]))
  return found.flatMap(({ slot, id, rank, miles }): JobListRow[] => {
    const row = rowsBySlot.get(slot)
    if (row === undefined || (id !== undefined && id !== row.id)) return []
    const doc = withDistance(row.doc, miles)
    return [{ ...row, doc, sort: isRanked(sort) ? rank : row[sortColumns[sort]] }]
  })
}

function withDistance(doc: string, miles: number | undefined): string {
  return miles === undefined ? doc : `${doc.slice(0, -1)},"distance_miles":${roundMiles(miles)}}`
}
