/** Searches jobs. The rows and the total of a result are always consistent with each other. */

import { type Expression, expressionBuilder, type Kysely, type SqlBool, sql } from 'kysely'
import type { CursorKey } from '../../../http/cursor.ts'
import { afterKey, orderByKeyset, type SortOrder } from '../../../store/keyset.ts'
import { scopeKey, totalField } from '../schema/facets.ts'
import { type JobsDatabase, type JobsReadModelTables, withJobTables } from '../schema/tables.ts'
import { blockCacheOf } from './blocks/block-cache.ts'
import {
  type Condition,
  type FilterValue,
  hasFullText,
  type JobFilter,
  storedScope,
  toBlockQuery,
  toConditions,
} from './filters.ts'
import { type AgedRow, type AgedRows, ageColumns, withAge } from './job-age.ts'

export const sortOrders = ['posted', 'first_seen', 'changed', 'relevance'] as const
export type SortName = (typeof sortOrders)[number]

export interface SearchOptions {
  /** Default: `posted`. */
  readonly sort?: SortName
  readonly after?: CursorKey | undefined
  readonly limit: number
  /** For several queries that must see the same state. */
  readonly snapshot?: Kysely<JobsReadModelTables>
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
  const { limit, snapshot = withJobTables(db.read) } = options
  const page = await withAge(snapshot, rows.slice(0, limit))
  // The row of the next page has no part in the age of this one.
  return { rows: [...page.rows, ...rows.slice(limit)], total, freshness: page.freshness }
}

async function findJobs(db: JobsDatabase, filter: JobFilter, options: SearchOptions): Promise<FoundJobs> {
  const conditions = toConditions(filter, db.dialect)
  if (conditions === undefined) return { rows: [], total: 0 }
  const { sort = 'posted', after, limit, snapshot } = options
  const plan: Plan = {
    filter,
    conditions,
    sort: sort === 'relevance' && filter.q === undefined ? 'posted' : sort,
    after,
    limit: limit + 1,
  }
  if (!isIndexed(plan) && !hasFullText(conditions))
    return snapshot === undefined
      ? await db.snapshot((read) => searchBlocks(withJobTables(read), db, plan))
      : await searchBlocks(snapshot, db, plan)
  const rows =
    isIndexed(plan) && snapshot === undefined
      ? await readIndexed(db, plan)
      : await buildStatement(snapshot ?? withJobTables(db.heavy), plan, db, toBindings(plan)).execute()
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
}

/** Whether an index returns the rows in order and the total is stored or cheap to count. */
function isIndexed({ conditions, sort }: Plan): boolean {
  if (sort !== 'posted') return conditions.length === 0
  const [only, ...others] = conditions
  return others.length === 0 && (only === undefined || only.field !== undefined)
}

const blockDayFields = { posted: 'listed', first_seen: 'first_seen', changed: 'changed' } as const
const sortColumns = { posted: 'listed_on', first_seen: 'first_seen', changed: 'changed_on' } as const

/** Any combination of filters in any order: the blocks tell which rows to read. */
async function searchBlocks(
  read: Kysely<JobsReadModelTables>,
  db: JobsDatabase,
  plan: Plan,
): Promise<FoundJobs> {
  const { filter, conditions, after, limit } = plan
  const sort = plan.sort === 'relevance' ? 'posted' : plan.sort
  const { total, slots } = await blockCacheOf(db).find(read, toBlockQuery(filter, conditions), {
    by: blockDayFields[sort],
    after: after && { day: String(after[0]), id: String(after[1]) },
    limit,
  })
  if (slots.length === 0) return { rows: [], total }
  const rows = await read
    .selectFrom('job')
    .select(['job.id', 'job.doc', ...ageColumns, `job.${sortColumns[sort]} as sort`])
    .where('job.slot', 'in', slots)
    .orderBy('sort', 'desc')
    .orderBy('job.id', 'desc')
    .execute()
  return { rows, total }
}

interface CountedListRow extends JobListRow {
  readonly total: number
}

async function readIndexed(db: JobsDatabase, plan: Plan): Promise<CountedListRow[]> {
  const { conditions, after, sort, limit } = plan
  const statementName = `jobs:${sort}:${conditions.map(({ name }) => name).join('+')}${after ? ':after' : ''}`
  return await db.prepared<CountedListRow>(
    statementName,
    (read, param) =>
      buildStatement(withJobTables(read), plan, db, {
        value: (name) => param<string>(name),
        limit: param<number>('limit'),
      }),
    { ...valuesOf(plan), limit },
  )
}

interface Bindings {
  value(name: string): FilterValue
  readonly limit: number
}

function toBindings(plan: Plan): Bindings {
  const values = valuesOf(plan)
  return { value: (name) => values[name] as FilterValue, limit: plan.limit }
}

/** The values of the conditions, of `<field>_scope` for each field, and of the cursor. */
function valuesOf({ filter, conditions, after }: Plan): Record<string, FilterValue> {
  const values: Record<string, FilterValue> = { active: filter.active ? 1 : 0 }
  for (const condition of conditions) {
    Object.assign(values, condition.values)
    const { field } = condition
    if (field !== undefined) values[`${field}_scope`] = scopeKey(field, condition.values[field] as string)
  }
  if (after) [values.after0, values.after1] = [after[0] as FilterValue, after[1] as FilterValue]
  return values
}

/** Driven by the full-text index, by a place, or by an index of `job`. */
function buildStatement(read: Kysely<JobsReadModelTables>, plan: Plan, db: JobsDatabase, bindings: Bindings) {
  const order = sortOrderOf(plan)
  const { conditions } = plan
  let query = read
    .selectFrom('job')
    .select([
      'job.id',
      'job.doc',
      ...ageColumns,
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

/** A place as the only condition: `job_place` drives the list. */
function onlyPlaceCondition([only, ...others]: readonly Condition[]): Condition | undefined {
  const isPlace = only?.field === 'city' || only?.field === 'region' || only?.field === 'country'
  return isPlace && others.length === 0 ? only : undefined
}

/** With full text, the unary plus stops SQLite from choosing the `active` index. */
export function isActive(conditions: readonly Condition[], active: FilterValue): Expression<SqlBool> {
  const column = sql.ref('job.active')
  return hasFullText(conditions) ? sql`+${column} = ${active}` : sql`${column} = ${active}`
}

function totalExpression({ conditions }: Plan, bindings: Bindings) {
  const active = bindings.value('active')
  if (storedScope(conditions) !== undefined) {
    const [only] = conditions
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
