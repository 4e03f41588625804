/** Lists that an index has in order: all postings, or those with one value of a field. */

import { type Kysely, sql } from 'kysely'
import type { CursorKey } from '../../../http/cursor.ts'
import { afterKey, orderByKeyset, type SortColumn, type SortOrder } from '../../../store/keyset.ts'
import { type Param, Statement } from '../../../store/statements/statement.ts'
import { toIdRank } from '../schema/block.ts'
import { facetColumns, scopedFields, scopeKey, totalField } from '../schema/facets.ts'
import { type FacetField, facetFields } from '../schema/job-posting.ts'
import type { JobsDatabase, JobsReadModelTables } from '../schema/tables.ts'
import { type Condition, type JobFilter, onlyField } from './filters.ts'
import { type AgeColumns, type AgedRow, ageColumns, toAgedRow } from './job-age.ts'

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

interface ListValues {
  readonly active: number
  /** Of the field, if the list is of one value. */
  readonly key: string | undefined
  readonly scope: string | undefined
  readonly afterSort: CursorKey[number] | undefined
  readonly afterRank: number | undefined
  readonly afterId: string | undefined
  readonly limit: number
  /** Whether the database sorts equal ranks by id. */
  readonly isById: true | undefined
}

type ListStatement = Statement<JobsReadModelTables, ListValues, AgeColumns & { readonly total: number }>

async function readRows(
  db: JobsDatabase,
  { filter, conditions, after, sort, limit, isById }: Plan & { readonly isById: boolean },
  snapshot: Kysely<JobsReadModelTables> | undefined,
): Promise<CountedListRow[]> {
  const only = onlyField(conditions)
  const statement = statements.get(sort)?.get(only?.field) as ListStatement
  const values: ListValues = {
    active: filter.active ? 1 : 0,
    key: only?.key,
    scope: only && scopeKey(only.field, only.key),
    afterSort: after?.[0],
    afterRank: after && toIdRank(String(after[1])),
    afterId: after && String(after[1]),
    limit,
    isById: isById || undefined,
  }
  const rows = snapshot === undefined ? db.run(statement, values) : statement.runIn(snapshot, values)
  return (await rows).map((row) => {
    const job = toAgedRow(row)
    return { ...job, sort: sortKeyOf(job, sort), total: row.total }
  })
}

/** Driven by a place, or by an index of `job`. */
function listStatement(sort: SortName, field: FacetField | undefined): ListStatement {
  return new Statement((read, param, { has }) => {
    const order = sortOrderOf(sort, field)
    let query = read.selectFrom('job').select([...ageColumns, totalExpression(field, param).as('total')])
    if (isPlace(field)) {
      query = query
        .innerJoin('job_place', 'job_place.slot', 'job.slot')
        .where('job_place.term', '=', param('scope'))
        .where('job_place.active', '=', param('active')) as typeof query
    } else {
      query = query.where('job.active', '=', param('active'))
      if (field !== undefined) query = query.where(`job.${facetColumns[field]}`, '=', param('key'))
    }
    if (has('afterId')) {
      const rank = order.length === 2 ? [] : [param('afterRank')]
      query = query.where(afterKey(order, [param('afterSort'), ...rank, param('afterId')]))
    }
    const [day, rank, id] = order
    const sorted: SortOrder = has('isById') || id === undefined ? order : [day, rank as SortColumn]
    return query.orderBy(orderByKeyset(sorted)).limit(param('limit'))
  })
}

/** The order by id, with its rank before it where an index has the rank: the id decides only between equal ranks. */
function sortOrderOf(sort: SortName, field: FacetField | undefined): SortOrder {
  if (isPlace(field)) return [desc('job_place.listed_on'), desc('job_place.id_rank'), desc('job.id')]
  const column = desc(`job.${sortColumns[sort]}`)
  return sort === 'changed' ? [column, desc('job.id')] : [column, desc('job.id_rank'), desc('job.id')]
}

function desc(column: string): { column: string; direction: 'desc' } {
  return { column, direction: 'desc' }
}

/** A place drives the list through `job_place`. */
function isPlace(field: FacetField | undefined): boolean {
  return field === 'city' || field === 'region' || field === 'country'
}

function totalExpression(field: FacetField | undefined, param: Param<ListValues>) {
  const active = param('active')
  if (field === undefined || scopedFields.some((scoped) => scoped === field)) {
    const scope = field === undefined ? '' : param('scope')
    return sql<number>`(select n from job_count where active = ${active} and scope = ${scope} and field = ${totalField} and key = '')`
  }
  if (isPlace(field))
    return sql<number>`(select count(*) from job_place where term = ${param('scope')} and active = ${active})`
  const column = sql.ref(`job.${facetColumns[field]}`)
  return sql<number>`(select count(*) from job where active = ${active} and ${column} = ${param('key')})`
}

/** One for each order and field. */
const statements = new Map(
  sortOrders.map((sort) => [
    sort,
    new Map([undefined, ...facetFields].map((field) => [field, listStatement(sort, field)])),
  ]),
)
