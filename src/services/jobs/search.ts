/** Postings that match, in order, with how many there are in all: one statement, so both are of one moment. */

import { type Expression, expressionBuilder, type Kysely, type SqlBool, sql } from 'kysely'
import type { CursorKey } from '../../http/cursor.ts'
import { afterKey, inOrder, type SortOrder } from '../../store/keyset.ts'
import type { Bindable } from '../../store/store.ts'
import { scopedFields, scopeOf, totalField } from './counts.ts'
import { type Condition, conditionsOf, type FilterValue, type JobFilter } from './filters.ts'
import type { AllTables, JobsDatabase } from './tables.ts'
import { withJobs } from './tables.ts'

export const sortOrders = ['posted', 'first_seen', 'changed', 'relevance'] as const
export type SortName = (typeof sortOrders)[number]

export interface FoundJob {
  readonly id: string
  readonly sort: string | number
  readonly doc: string
  readonly total: number
}

export interface FoundJobs {
  readonly rows: readonly FoundJob[]
  readonly total: number
}

const sortColumns = { posted: 'listed_on', first_seen: 'first_seen', changed: 'changed_on' } as const

/** One row more than `limit`, so that the caller sees whether there is a next page. */
export async function searchJobs(
  db: JobsDatabase,
  filter: JobFilter,
  sort: SortName,
  after: CursorKey | undefined,
  limit: number,
): Promise<FoundJobs> {
  const conditions = conditionsOf(filter, db.dialect)
  if (conditions === undefined) return { rows: [], total: 0 }
  const plan: Plan = {
    filter,
    conditions,
    sort: sort === 'relevance' && filter.q === undefined ? 'posted' : sort,
    after,
    limit: limit + 1,
  }
  const rows = isShort(plan)
    ? await readShort(db, plan)
    : await statement(withJobs(db.heavy), plan, db, asGiven(plan)).execute()
  const total = rows[0]?.total ?? (after === undefined ? 0 : await countJobs(db, filter))
  return { rows: rows as FoundJob[], total: Number(total) }
}

/** In a snapshot, where several reads have to see one state. */
export async function searchIn(
  read: Kysely<AllTables>,
  db: JobsDatabase,
  filter: JobFilter,
  limit: number,
): Promise<FoundJobs> {
  const conditions = conditionsOf(filter, db.dialect)
  if (conditions === undefined) return { rows: [], total: 0 }
  const plan: Plan = { filter, conditions, sort: 'posted', after: undefined, limit }
  const rows = (await statement(read, plan, db, asGiven(plan)).execute()) as FoundJob[]
  return { rows, total: Number(rows[0]?.total ?? 0) }
}

async function countJobs(db: JobsDatabase, filter: JobFilter): Promise<number> {
  const { rows, total } = await searchJobs(db, filter, 'posted', undefined, 1)
  return rows.length === 0 ? 0 : total
}

interface Plan {
  readonly filter: JobFilter
  readonly conditions: readonly Condition[]
  readonly sort: SortName
  readonly after: CursorKey | undefined
  readonly limit: number
}

/** Whether an index gives the rows in order and the total is kept: then it is a matter of microseconds. */
function isShort({ conditions, sort }: Plan): boolean {
  if (sort !== 'posted') return conditions.length === 0
  const [only, ...others] = conditions
  return others.length === 0 && (only === undefined || only.field !== undefined)
}

async function readShort(db: JobsDatabase, plan: Plan): Promise<FoundJob[]> {
  const { conditions, after, sort } = plan
  const shape = `jobs:${sort}:${conditions.map(({ name }) => name).join('+')}${after ? ':after' : ''}`
  return await db.prepared<FoundJob>(
    shape,
    (read, param) =>
      statement(withJobs(read), plan, db, {
        value: (name) => param<string>(name),
        limit: param<number>('limit'),
      }),
    {
      active: plan.filter.active ? 1 : 0,
      limit: plan.limit,
      ...Object.assign({}, ...conditions.map(valuesOf)),
      ...(after ? { after0: after[0] as Bindable, after1: after[1] as Bindable } : {}),
    },
  )
}

interface Given {
  value(name: string): FilterValue
  readonly limit: number
}

function asGiven(plan: Plan): Given {
  const values: Record<string, FilterValue> = {
    active: plan.filter.active ? 1 : 0,
    ...Object.assign({}, ...plan.conditions.map(valuesOf)),
    ...(plan.after ? { after0: plan.after[0] as FilterValue, after1: plan.after[1] as FilterValue } : {}),
  }
  return { value: (name) => values[name] as FilterValue, limit: plan.limit }
}

/** What a condition may be given, with the scope and the term its value stands for. */
function valuesOf({ field, values }: Condition): Record<string, FilterValue> {
  if (field === undefined) return { ...values }
  const key = values[field] as string
  return { ...values, [`${field}_scope`]: scopeOf(field, key) }
}

function statement(read: Kysely<AllTables>, plan: Plan, db: JobsDatabase, given: Given) {
  const order = orderOf(plan)
  const { conditions } = plan
  let query = read
    .selectFrom('job')
    .select([
      'job.id',
      'job.doc',
      totalOf(plan, given).as('total'),
      sql<string | number>`${sql.ref(order[0].column)}`.as('sort'),
    ])
  const placed = placeOf(conditions)
  if (plan.sort === 'relevance') {
    query = query.innerJoin(
      sql<{ id: string; score: number }>`(
        select id, cast(score * 1000000 as ${sql.raw(db.engine === 'sqlite' ? 'integer' : 'bigint')}) as score
        from ${db.dialect.fullText.ranked('job', 'id', given.value('q') as string)} as found)`.as('ranked'),
      'ranked.id',
      'job.id',
    ) as typeof query
  } else if (placed !== undefined) {
    query = query
      .innerJoin('job_place', 'job_place.job_id', 'job.id')
      .where('job_place.term', '=', given.value(`${placed.field}_scope`) as string)
      .where('job_place.active', '=', given.value('active') as number) as typeof query
  }
  if (placed === undefined || plan.sort === 'relevance') query = query.where(isActive(conditions, given))
  for (const condition of conditions) {
    const isJoined = condition === placed || (condition.name === 'q' && plan.sort === 'relevance')
    if (!isJoined || (condition === placed && plan.sort === 'relevance'))
      query = query.where((eb) => condition.where(eb as never, given.value))
  }
  if (plan.after) query = query.where(afterKey(order, [given.value('after0'), given.value('after1')]))
  return query.orderBy(inOrder(order)).limit(given.limit)
}

function orderOf({ sort, conditions }: Plan): SortOrder {
  if (sort === 'relevance') return [desc('ranked.score'), desc('job.id')]
  if (sort === 'posted' && placeOf(conditions) !== undefined)
    return [desc('job_place.listed_on'), desc('job_place.job_id')]
  return [desc(`job.${sortColumns[sort]}`), desc('job.id')]
}

function desc(column: string): { column: string; direction: 'desc' } {
  return { column, direction: 'desc' }
}

/** The place a list is driven by: a city before anything, a region or country only where nothing narrower is asked. */
function placeOf(conditions: readonly Condition[]): Condition | undefined {
  const has = (field: string) => conditions.find((condition) => condition.field === field)
  const city = has('city')
  if (city !== undefined) return city
  if (has('department') ?? has('company')) return undefined
  if (conditions.some(({ name }) => name === 'q')) return undefined
  return has('region') ?? has('country')
}

/** Where words are searched, they lead to the rows: the plus keeps half the table from being walked through instead. */
export function isActive(conditions: readonly Condition[], given: Pick<Given, 'value'>): Expression<SqlBool> {
  const column = sql.ref('job.active')
  const bySearch = conditions.some(({ name }) => name === 'q')
  return bySearch ? sql`+${column} = ${given.value('active')}` : sql`${column} = ${given.value('active')}`
}

/** Kept where at most one of the counted fields is fixed; counted otherwise. */
function totalOf({ conditions }: Plan, given: Given) {
  const [only, ...others] = conditions
  const isKept =
    others.length === 0 && (only === undefined || scopedFields.some((field) => field === only.field))
  if (isKept) {
    const scope = only === undefined ? '' : (given.value(`${only.field}_scope`) as string)
    return sql<number>`(select n from job_count where active = ${given.value('active')} and scope = ${scope} and field = ${totalField} and key = '')`
  }
  const placed = placeOf(conditions)
  const wheres = conditions
    .filter((condition) => condition !== placed)
    .map((condition) => condition.where(jobs as never, given.value))
  if (placed === undefined) {
    const all = [isActive(conditions, given), ...wheres]
    return sql<number>`(select count(*) from job where ${sql.join(all, sql` and `)})`
  }
  const own = [
    sql`place.term = ${given.value(`${placed.field}_scope`)}`,
    sql`place.active = ${given.value('active')}`,
    ...wheres,
  ]
  const joined = wheres.length > 0 ? sql`join job on job.id = place.job_id` : sql``
  return sql<number>`(select count(*) from job_place as place ${joined} where ${sql.join(own, sql` and `)})`
}

const jobs = expressionBuilder<AllTables, 'job'>()
