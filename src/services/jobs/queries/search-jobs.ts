/** Postings that match, in order, with how many there are in all; both are always of one moment. */

import { type Expression, expressionBuilder, type Kysely, type SqlBool, sql } from 'kysely'
import type { CursorKey } from '../../../http/cursor.ts'
import { afterKey, orderByKeyset, type SortOrder } from '../../../store/keyset.ts'
import type { Bindable } from '../../../store/store.ts'
import { scopedFields, scopeKey, totalField } from '../publish/count-changes.ts'
import type { JobsDatabase, JobsReadModelTables } from '../schema/tables.ts'
import { withJobTables } from '../schema/tables.ts'
import { blockCacheOf } from './blocks/block-cache.ts'
import { type Condition, type FilterValue, hasFullText, type JobFilter, toConditions } from './filters.ts'

export const sortOrders = ['posted', 'first_seen', 'changed', 'relevance'] as const
export type SortName = (typeof sortOrders)[number]

export interface JobListRow {
  readonly id: string
  readonly sort: string | number
  readonly doc: string
}

export interface SearchResult {
  readonly rows: readonly JobListRow[]
  readonly total: number
}

/** One row more than `limit`, so that the caller sees whether there is a next page. */
export async function searchJobs(
  db: JobsDatabase,
  filter: JobFilter,
  sort: SortName,
  after: CursorKey | undefined,
  limit: number,
): Promise<SearchResult> {
  const conditions = toConditions(filter, db.dialect)
  if (conditions === undefined) return { rows: [], total: 0 }
  const plan: Plan = {
    filter,
    conditions,
    sort: sort === 'relevance' && filter.q === undefined ? 'posted' : sort,
    after,
    limit: limit + 1,
  }
  if (isIndexed(plan)) return await withTotal(db, plan, await readIndexed(db, plan))
  if (hasFullText(conditions))
    return await withTotal(
      db,
      plan,
      await buildStatement(withJobTables(db.heavy), plan, db, toBindings(plan)).execute(),
    )
  return await db.snapshot((read) => searchBlocks(withJobTables(read), db, plan))
}

/** In a snapshot, where several reads have to see one state. */
export async function searchJobsIn(
  read: Kysely<JobsReadModelTables>,
  db: JobsDatabase,
  filter: JobFilter,
  limit: number,
): Promise<SearchResult> {
  const conditions = toConditions(filter, db.dialect)
  if (conditions === undefined) return { rows: [], total: 0 }
  const plan: Plan = { filter, conditions, sort: 'posted', after: undefined, limit }
  const rows = await buildStatement(read, plan, db, toBindings(plan)).execute()
  return { rows, total: rows[0]?.total ?? 0 }
}

interface Plan {
  readonly filter: JobFilter
  readonly conditions: readonly Condition[]
  readonly sort: SortName
  readonly after: CursorKey | undefined
  readonly limit: number
}

/** Whether an index gives the rows in order and the total is kept or quickly counted. */
function isIndexed({ conditions, sort }: Plan): boolean {
  if (sort !== 'posted') return conditions.length === 0
  const [only, ...others] = conditions
  return others.length === 0 && (only === undefined || only.field !== undefined)
}

const blockDayFields = { posted: 'listed', first_seen: 'first_seen', changed: 'changed' } as const
const sortColumns = { posted: 'listed_on', first_seen: 'first_seen', changed: 'changed_on' } as const

/** Any combination of filters, in any order: the blocks say which rows, however many there are. */
async function searchBlocks(
  read: Kysely<JobsReadModelTables>,
  db: JobsDatabase,
  plan: Plan,
): Promise<SearchResult> {
  const { filter, conditions, after, limit } = plan
  const sort = plan.sort === 'relevance' ? 'posted' : plan.sort
  const { total, slots } = await blockCacheOf(db).find(
    read,
    { active: filter.active, tests: conditions.flatMap(({ blockFilter }) => blockFilter ?? []) },
    {
      by: blockDayFields[sort],
      after: after && { day: String(after[0]), id: String(after[1]) },
      limit,
    },
  )
  if (slots.length === 0) return { rows: [], total }
  const rows = await read
    .selectFrom('job')
    .select(['job.id', 'job.doc', `job.${sortColumns[sort]} as sort`])
    .where('job.slot', 'in', slots)
    .orderBy('sort', 'desc')
    .orderBy('job.id', 'desc')
    .execute()
  return { rows, total }
}

interface CountedListRow extends JobListRow {
  readonly total: number
}

/** A page behind the last posting has no row to carry the total. */
async function withTotal(
  db: JobsDatabase,
  plan: Plan,
  rows: readonly CountedListRow[],
): Promise<SearchResult> {
  const { filter, after } = plan
  if (rows[0] !== undefined || after === undefined) return { rows, total: rows[0]?.total ?? 0 }
  return { rows, total: (await searchJobs(db, filter, plan.sort, undefined, 1)).total }
}

async function readIndexed(db: JobsDatabase, plan: Plan): Promise<CountedListRow[]> {
  const { conditions, after, sort } = plan
  const statementName = `jobs:${sort}:${conditions.map(({ name }) => name).join('+')}${after ? ':after' : ''}`
  return await db.prepared<CountedListRow>(
    statementName,
    (read, param) =>
      buildStatement(withJobTables(read), plan, db, {
        value: (name) => param<string>(name),
        limit: param<number>('limit'),
      }),
    {
      active: plan.filter.active ? 1 : 0,
      limit: plan.limit,
      ...Object.assign({}, ...conditions.map(bindingsOf)),
      ...(after ? { after0: after[0] as Bindable, after1: after[1] as Bindable } : {}),
    },
  )
}

interface Bindings {
  value(name: string): FilterValue
  readonly limit: number
}

function toBindings(plan: Plan): Bindings {
  const values: Record<string, FilterValue> = {
    active: plan.filter.active ? 1 : 0,
    ...Object.assign({}, ...plan.conditions.map(bindingsOf)),
    ...(plan.after ? { after0: plan.after[0] as FilterValue, after1: plan.after[1] as FilterValue } : {}),
  }
  return { value: (name) => values[name] as FilterValue, limit: plan.limit }
}

/** What a condition may be given, with the scope and the term its value stands for. */
function bindingsOf({ field, values }: Condition): Record<string, FilterValue> {
  if (field === undefined) return { ...values }
  const key = values[field] as string
  return { ...values, [`${field}_scope`]: scopeKey(field, key) }
}

/** Driven by words, by a place, or by one of the indexes over rows. */
function buildStatement(read: Kysely<JobsReadModelTables>, plan: Plan, db: JobsDatabase, bindings: Bindings) {
  const order = sortOrderOf(plan)
  const { conditions } = plan
  let query = read
    .selectFrom('job')
    .select([
      'job.id',
      'job.doc',
      totalExpression(plan, bindings).as('total'),
      sql<string | number>`${sql.ref(order[0].column)}`.as('sort'),
    ])
  const place = onlyPlaceCondition(conditions)
  const isRanked = plan.sort === 'relevance'
  if (isRanked) {
    query = query.innerJoin(
      sql<{ id: string; score: number }>`(
        select id, cast(score * 1000000 as ${sql.raw(db.engine === 'sqlite' ? 'integer' : 'bigint')}) as score
        from ${db.dialect.fullText.ranked('job', 'id', bindings.value('q') as string)} as found)`.as(
        'ranked',
      ),
      'ranked.id',
      'job.id',
    ) as typeof query
  }
  if (place === undefined) {
    query = query.where(isActive(conditions, bindings.value('active')))
  } else {
    query = query
      .innerJoin('job_place', 'job_place.job_id', 'job.id')
      .where('job_place.term', '=', bindings.value(`${place.field}_scope`) as string)
      .where('job_place.active', '=', bindings.value('active') as number) as typeof query
  }
  for (const condition of conditions) {
    const isJoined = condition === place || (isRanked && condition.name === 'q')
    if (!isJoined) query = query.where((eb) => condition.where(eb as never, bindings.value))
  }
  if (plan.after) query = query.where(afterKey(order, [bindings.value('after0'), bindings.value('after1')]))
  return query.orderBy(orderByKeyset(order)).limit(bindings.limit)
}

function sortOrderOf({ sort, conditions }: Plan): SortOrder {
  if (sort === 'relevance') return [desc('ranked.score'), desc('job.id')]
  if (onlyPlaceCondition(conditions) !== undefined)
    return [desc('job_place.listed_on'), desc('job_place.job_id')]
  return [desc(`job.${sortColumns[sort]}`), desc('job.id')]
}

function desc(column: string): { column: string; direction: 'desc' } {
  return { column, direction: 'desc' }
}

/** A place that is asked for alone drives the list. */
function onlyPlaceCondition([only, ...others]: readonly Condition[]): Condition | undefined {
  const isPlace = only?.field === 'city' || only?.field === 'region' || only?.field === 'country'
  return isPlace && others.length === 0 ? only : undefined
}

/** Where words are searched, they lead to the rows: the plus keeps half the table from being walked through instead. */
export function isActive(conditions: readonly Condition[], active: FilterValue): Expression<SqlBool> {
  const column = sql.ref('job.active')
  return hasFullText(conditions) ? sql`+${column} = ${active}` : sql`${column} = ${active}`
}

/** Kept where at most one of the counted fields is fixed; counted otherwise. */
function totalExpression({ conditions }: Plan, bindings: Bindings) {
  const [only, ...others] = conditions
  const isStored =
    others.length === 0 && (only === undefined || scopedFields.some((field) => field === only.field))
  const active = bindings.value('active')
  if (isStored) {
    const scope = only === undefined ? '' : (bindings.value(`${only.field}_scope`) as string)
    return sql<number>`(select n from job_count where active = ${active} and scope = ${scope} and field = ${totalField} and key = '')`
  }
  const place = onlyPlaceCondition(conditions)
  if (place !== undefined) {
    const term = bindings.value(`${place.field}_scope`)
    return sql<number>`(select count(*) from job_place where term = ${term} and active = ${active})`
  }
  const wheres = conditions.map((condition) => condition.where(jobExpressions as never, bindings.value))
  return sql<number>`(select count(*) from job where ${sql.join([isActive(conditions, active), ...wheres], sql` and `)})`
}

const jobExpressions = expressionBuilder<JobsReadModelTables, 'job'>()
