/** Lists that an index has in order: all postings, or those with one value of a field. */

import { type Kysely, sql } from 'kysely'
import type { CursorKey } from '../../../http/cursor.ts'
import { afterKey, orderByKeyset, type SortColumn, type SortOrder } from '../../../store/keyset.ts'
import type { ParamMarker } from '../../../store/store.ts'
import { toIdRank } from '../schema/block.ts'
import { facetColumns, scopeKey, totalField } from '../schema/facets.ts'
import type { FacetField } from '../schema/job-posting.ts'
import { type JobsDatabase, type JobsReadModelTables, withJobTables } from '../schema/tables.ts'
import { type Condition, type FieldCondition, type JobFilter, onlyField, storedScope } from './filters.ts'
import { type AgeColumns, type AgedRow, ageColumns, toAgedRow } from './job-age.ts'
import { statementsOf } from './statements.ts'

export const sortOrders = ['posted', 'first_seen', 'changed', 'relevance'] as const
export type SortName = (typeof sortOrders)[number]

const sortColumns = {
  posted: 'listed_on',
  first_seen: 'first_seen',
  changed: 'changed_on',
  relevance: 'listed_on',
} as const

/** The value of the column that the list is sorted by. */
export function sortKeyOf({ posted_on, first_seen, changed_on }: AgedRow, sort: SortName): string {
  if (sort === 'changed') return changed_on
  return sort === 'first_seen' ? first_seen : (posted_on ?? first_seen)
}

export interface Plan {
  readonly filter: JobFilter
  readonly conditions: readonly Condition[]
  readonly sort: SortName
  readonly after: CursorKey | undefined
  readonly limit: number
  readonly signal: AbortSignal | undefined
}

export interface JobListRow extends AgedRow {
  readonly sort: string | number
}

interface CountedListRow extends JobListRow {
  readonly total: number
}

interface ListColumns extends AgeColumns {
  readonly total: number
}

/** Fields without an index of their own. */
const unindexedFields: ReadonlySet<string> = new Set<FacetField>(['job_function', 'seniority'])

/** Whether an index returns the rows in order and the total is stored or cheap to count. */
export function isIndexed({ conditions, sort }: Plan): boolean {
  if (conditions.length === 0) return true
  const only = onlyField(conditions)
  return sort === 'posted' && only !== undefined && !unindexedFields.has(only.field)
}

/**
 * Indexes have the rank of the id, and no order between equal ranks. These hardly occur, so they are sorted here: the database
 * would copy every row to sort them. Only if equal ranks span the end of the page, the database sorts.
 */
export async function readIndexed(
  db: JobsDatabase,
  plan: Plan,
  snapshot: Kysely<JobsReadModelTables> | undefined,
): Promise<CountedListRow[]> {
  const { limit } = plan
  const rows = await readRows(db, { ...plan, limit: limit + 1, isById: false }, snapshot)
  const [last, next] = rows.slice(limit - 1)
  if (last !== undefined && next !== undefined && haveEqualRanks(last, next))
    return await readRows(db, { ...plan, isById: true }, snapshot)
  if (next !== undefined) rows.pop()
  return areSorted(rows) ? rows : rows.sort(compareRows)
}

function haveEqualRanks(one: JobListRow, other: JobListRow): boolean {
  return one.sort === other.sort && toIdRank(one.id) === toIdRank(other.id)
}

function areSorted(rows: readonly JobListRow[]): boolean {
  for (let at = 1; at < rows.length; at++)
    if (compareRows(rows[at - 1] as JobListRow, rows[at] as JobListRow) > 0) return false
  return true
}

/** Descending. */
function compareRows(one: JobListRow, other: JobListRow): number {
  if (one.sort !== other.sort) return one.sort > other.sort ? -1 : 1
  return one.id > other.id ? -1 : 1
}

interface StatementPlan extends Plan {
  /** Whether the database sorts equal ranks by id. */
  readonly isById: boolean
}

async function readRows(
  db: JobsDatabase,
  plan: StatementPlan,
  snapshot: Kysely<JobsReadModelTables> | undefined,
): Promise<CountedListRow[]> {
  const { conditions, after, sort, limit, isById } = plan
  const values = { ...valuesOf(plan), limit }
  const statementName = `jobs:${sort}:${onlyField(conditions)?.field ?? ''}${after ? ':after' : ''}${isById ? ':by id' : ''}`
  const build = (read: Kysely<JobsReadModelTables>, param: ParamMarker) =>
    buildStatement(read, plan, { value: (name) => param<string>(name), limit: param<number>('limit') })
  const rows =
    snapshot === undefined
      ? await db.prepared<ListColumns>(
          statementName,
          (read, param) => build(withJobTables(read), param),
          values,
        )
      : await statementsOf(db).run<ListColumns>(snapshot, statementName, build, values)
  return rows.map((row) => {
    const job = toAgedRow(row)
    return { ...job, sort: sortKeyOf(job, sort), total: row.total }
  })
}

type BoundValue = string | number

interface Bindings {
  value(name: string): BoundValue
  readonly limit: number
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
function buildStatement(read: Kysely<JobsReadModelTables>, plan: StatementPlan, bindings: Bindings) {
  const order = sortOrderOf(plan)
  const only = onlyField(plan.conditions)
  let query = read.selectFrom('job').select([...ageColumns, totalExpression(plan, bindings).as('total')])
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
  const [day, rank, id] = order
  const sorted: SortOrder = plan.isById || id === undefined ? order : [day, rank as SortColumn]
  return query.orderBy(orderByKeyset(sorted)).limit(bindings.limit)
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
