/** Searches jobs. The rows and the total of a result are always consistent with each other. */

import { type Kysely, sql } from 'kysely'
import type { CursorKey } from '../../../http/cursor.ts'
import { afterKey, orderByKeyset, type SortOrder } from '../../../store/keyset.ts'
import { toDayNumber, toIdRank } from '../schema/block.ts'
import { facetColumns, scopeKey, totalField } from '../schema/facets.ts'
import type { FacetField } from '../schema/job-posting.ts'
import { type JobsDatabase, type JobsReadModelTables, withJobTables } from '../schema/tables.ts'
import { blockCacheOf } from './blocks/block-cache.ts'
import {
  type Condition,
  type FieldCondition,
  type JobFilter,
  onlyField,
  storedScope,
  toBlockQuery,
  toConditions,
} from './filters.ts'
import { type AgedRow, type AgedRows, addAge, ageColumns } from './job-age.ts'

export const sortOrders = ['posted', 'first_seen', 'changed', 'relevance'] as const
export type SortName = (typeof sortOrders)[number]

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

export interface JobListRow extends AgedRow {
  readonly id: string
  readonly sort: string | number
}

interface FoundJobs {
  readonly rows: readonly JobListRow[]
  readonly total: number
}

export type SearchResult = FoundJobs & AgedRows<JobListRow>

/** Returns one row more than `limit` if there is a next page. */
export async function searchJobs(
  db: JobsDatabase,
  filter: JobFilter,
  options: SearchOptions,
): Promise<SearchResult> {
  const { rows, total } = await findJobs(db, filter, options)
  const { limit } = options
  const page = addAge(rows.slice(0, limit))
  // The row of the next page has no part in the age of this one.
  return { rows: [...page.rows, ...rows.slice(limit)], total, freshness: page.freshness }
}

async function findJobs(db: JobsDatabase, filter: JobFilter, options: SearchOptions): Promise<FoundJobs> {
  const conditions = toConditions(filter)
  if (conditions === undefined) return { rows: [], total: 0 }
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
  const rows =
    snapshot === undefined
      ? await readIndexed(db, plan)
      : await buildStatement(snapshot, plan, toBindings(plan)).execute()
  const [first] = rows
  if (first !== undefined || after === undefined) return { rows, total: first?.total ?? 0 }
  // A page behind the last row has no row that carries the total.
  return { rows, total: (await findJobs(db, filter, { ...options, after: undefined, limit: 1 })).total }
}

interface Plan {
  readonly filter: JobFilter
  readonly conditions: readonly Condition[]
  readonly sort: SortName
  readonly after: CursorKey | undefined
  readonly limit: number
  readonly signal: AbortSignal | undefined
}

/** Fields without an index of their own. */
const unindexedFields: ReadonlySet<string> = new Set<FacetField>(['job_function', 'seniority'])

/** Whether an index returns the rows in order and the total is stored or cheap to count. */
function isIndexed({ conditions, sort }: Plan): boolean {
  if (conditions.length === 0) return true
  const only = onlyField(conditions)
  return sort === 'posted' && only !== undefined && !unindexedFields.has(only.field)
}

const blockOrders = {
  posted: 'listed',
  first_seen: 'first_seen',
  changed: 'changed',
  relevance: 'relevance',
} as const
const sortColumns = {
  posted: 'listed_on',
  first_seen: 'first_seen',
  changed: 'changed_on',
  relevance: 'listed_on',
} as const

/** Any combination of filters in any order: the blocks tell which rows to read. */
async function searchBlocks(
  read: Kysely<JobsReadModelTables>,
  db: JobsDatabase,
  plan: Plan,
): Promise<FoundJobs> {
  const { filter, conditions, after, limit, sort, signal } = plan
  const isRanked = sort === 'relevance'
  const query = { ...toBlockQuery(filter, conditions), signal }
  const { total, rows: found } = await blockCacheOf(db).find(read, query, {
    by: blockOrders[sort],
    after: after && {
      rank: isRanked ? Number(after[0]) : toDayNumber(String(after[0])),
      id: String(after[1]),
    },
    limit,
  })
  if (found.length === 0) return { rows: [], total }
  signal?.throwIfAborted()
  const stored = await read
    .selectFrom('job')
    .select(['job.slot', ...ageColumns, `job.${sortColumns[sort]} as sort`])
    .where(
      'job.slot',
      'in',
      found.map(({ slot }) => slot),
    )
    .execute()
  const rowsBySlot = new Map(stored.map(({ slot, ...row }) => [Number(slot), row]))
  const rows = found.flatMap(({ slot, rank }): JobListRow[] => {
    const row = rowsBySlot.get(slot)
    return row === undefined ? [] : [isRanked ? { ...row, sort: rank } : row]
  })
  return { rows, total }
}

interface CountedListRow extends JobListRow {
  readonly total: number
}

async function readIndexed(db: JobsDatabase, plan: Plan): Promise<CountedListRow[]> {
  const { conditions, after, sort, limit } = plan
  const statementName = `jobs:${sort}:${onlyField(conditions)?.field ?? ''}${after ? ':after' : ''}`
  return await db.prepared<CountedListRow>(
    statementName,
    (read, param) =>
      buildStatement(withJobTables(read), plan, {
        value: (name) => param<string>(name),
        limit: param<number>('limit'),
      }),
    { ...valuesOf(plan), limit },
  )
}

type BoundValue = string | number

interface Bindings {
  value(name: string): BoundValue
  readonly limit: number
}

function toBindings(plan: Plan): Bindings {
  const values = valuesOf(plan)
  return { value: (name) => values[name] as BoundValue, limit: plan.limit }
}

/** The values of the condition and of the cursor. */
function valuesOf({ filter, conditions, after }: Plan): Record<string, BoundValue> {
  const values: Record<string, BoundValue> = { active: filter.active ? 1 : 0 }
  const only = onlyField(conditions)
  if (only !== undefined) Object.assign(values, { key: only.key, scope: scopeKey(only.field, only.key) })
  if (after) {
    const [sort, id] = after as readonly [BoundValue, BoundValue]
    Object.assign(values, { afterSort: sort, afterRank: toIdRank(String(id)), afterId: id })
  }
  return values
}

/** Driven by a place, or by an index of `job`. */
function buildStatement(read: Kysely<JobsReadModelTables>, plan: Plan, bindings: Bindings) {
  const order = sortOrderOf(plan)
  const only = onlyField(plan.conditions)
  let query = read
    .selectFrom('job')
    .select([
      ...ageColumns,
      totalExpression(plan, bindings).as('total'),
      sql<string | number>`${sql.ref(order[0].column)}`.as('sort'),
    ])
  if (isPlace(only)) {
    query = query
      .innerJoin('job_place', 'job_place.slot', 'job.slot')
      .where('job_place.term', '=', bindings.value('scope') as string)
      .where('job_place.active', '=', bindings.value('active') as number) as typeof query
  } else {
    query = query.where('job.active', '=', bindings.value('active') as number)
    if (only !== undefined)
      query = query.where(`job.${facetColumns[only.field]}`, '=', bindings.value('key') as string)
  }
  if (plan.after) {
    const key = order.length === 2 ? ['afterSort', 'afterId'] : ['afterSort', 'afterRank', 'afterId']
    query = query.where(afterKey(order, key.map(bindings.value)))
  }
  return query.orderBy(orderByKeyset(order)).limit(bindings.limit)
}

/** The order by id, with its rank before it where an index has the rank: the id decides only between equal ranks. */
function sortOrderOf({ sort, conditions }: Plan): SortOrder {
  if (isPlace(onlyField(conditions)))
    return [desc('job_place.listed_on'), desc('job_place.id_rank'), desc('job.id')]
  const column = desc(`job.${sortColumns[sort]}`)
  return sort === 'changed' ? [column, desc('job.id')] : [column, desc('job.id_rank'), desc('job.id')]
}

function desc(column: string): { column: string; direction: 'desc' } {
  return { column, direction: 'desc' }
}

/** A place drives the list through `job_place`. */
function isPlace(condition: FieldCondition | undefined): boolean {
  const field = condition?.field
  return field === 'city' || field === 'region' || field === 'country'
}

function totalExpression({ conditions }: Plan, bindings: Bindings) {
  const active = bindings.value('active')
  const only = onlyField(conditions)
  if (storedScope(conditions) !== undefined) {
    const scope = only === undefined ? '' : bindings.value('scope')
    return sql<number>`(select n from job_count where active = ${active} and scope = ${scope} and field = ${totalField} and key = '')`
  }
  if (isPlace(only))
    return sql<number>`(select count(*) from job_place where term = ${bindings.value('scope')} and active = ${active})`
  const column = sql.ref(`job.${facetColumns[(only as FieldCondition).field]}`)
  return sql<number>`(select count(*) from job where active = ${active} and ${column} = ${bindings.value('key')})`
}
