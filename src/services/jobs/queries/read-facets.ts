/** How many postings there are per value of a field: read where it is kept, counted in the blocks where it is not. */

import { type Kysely, sql } from 'kysely'
import { fromBars, scopedFields, scopeOf, totalField, valuesField } from '../publish/count-changes.ts'
import type { FacetField, FacetRow } from '../schema/job-posting.ts'
import { type AllTables, type JobsDatabase, withJobs } from '../schema/tables.ts'
import { keptBlocks } from './blocks/block-cache.ts'
import { areWordsSearched, type Condition, conditionsOf, type JobFilter } from './filters.ts'
import { isActive } from './search-jobs.ts'

export interface Facets {
  readonly rows: readonly FacetRow[]
  /** Postings that match the filters. */
  readonly total: number
  /** Values of the field among them, shown or not. */
  readonly values: number
}

const nothing: Facets = { rows: [], total: 0, values: 0 }

const columns = {
  city: 'cities',
  region: 'regions',
  country: 'countries',
  department: 'department_key',
  company: 'company_key',
  workplace_type: 'workplace_key',
  employment_type: 'employment_key',
  ats: 'ats_key',
} as const satisfies Record<FacetField, string>

export async function readFacets(
  db: JobsDatabase,
  field: FacetField,
  filter: JobFilter,
  limit: number,
): Promise<Facets> {
  const conditions = conditionsOf(filter, db.dialect)
  if (conditions === undefined) return nothing
  const scope = keptScope(conditions)
  if (scope === undefined && areWordsSearched(conditions))
    return await countFound(withJobs(db.heavy), field, filter, conditions, limit)
  if (scope === undefined)
    return await db.snapshot((read) => countPacked(withJobs(read), db, field, filter, conditions, limit))
  const rows = await db.prepared<KeptRow>(
    'jobs:facets',
    (read, param) =>
      kept(withJobs(read), {
        active: param<number>('active'),
        scope: param<string>('scope'),
        field: param<string>('field'),
        limit: param<number>('limit'),
      }),
    { active: filter.active ? 1 : 0, scope, field, limit },
  )
  return asFacets(rows)
}

/** In a snapshot, where several reads have to see one state. */
export async function facetsIn(
  read: Kysely<AllTables>,
  db: JobsDatabase,
  field: FacetField,
  filter: JobFilter,
  limit: number,
): Promise<Facets> {
  const conditions = conditionsOf(filter, db.dialect)
  if (conditions === undefined) return nothing
  const scope = keptScope(conditions)
  if (scope === undefined)
    return areWordsSearched(conditions)
      ? await countFound(read, field, filter, conditions, limit)
      : await countPacked(read, db, field, filter, conditions, limit)
  return asFacets(await kept(read, { active: filter.active ? 1 : 0, scope, field, limit }).execute())
}

/** Counts are kept for all postings and for one value of some fields. */
function keptScope(conditions: readonly Condition[]): string | undefined {
  const [only, ...others] = conditions
  if (only === undefined) return ''
  if (others.length > 0 || !scopedFields.some((field) => field === only.field)) return undefined
  return scopeOf(only.field as string, only.values[only.field as string] as string)
}

interface KeptRow {
  readonly key: string | null
  readonly n: number | null
  readonly label: string | null
  readonly total: number
  readonly values: number | null
}

/** From the total, which is there even where no posting has a value. */
function kept(
  read: Kysely<AllTables>,
  given: { active: number; scope: string; field: string; limit: number },
) {
  const { active, scope, field } = given
  const inScope = read.selectFrom('job_count').where('active', '=', active).where('scope', '=', scope)
  const most = inScope
    .select(['key', 'n'])
    .where('field', '=', field)
    .orderBy('n', 'desc')
    .orderBy('key')
    .limit(given.limit)
  return read
    .selectFrom(inScope.select('n').where('field', '=', totalField).where('key', '=', '').as('t'))
    .leftJoin(most.as('c'), (join) => join.onTrue())
    .leftJoin('job_label as l', (join) => join.on('l.field', '=', field).onRef('l.key', '=', 'c.key'))
    .select([
      'c.key',
      'c.n',
      'l.label',
      't.n as total',
      inScope.select('n').where('field', '=', valuesField).where('key', '=', field).as('values'),
    ])
    .orderBy('c.n', 'desc')
    .orderBy('c.key')
}

function asFacets(rows: readonly KeptRow[]): Facets {
  const [first] = rows
  if (first === undefined) return nothing
  const { total } = first
  return {
    rows: rows.flatMap(({ key, n, label }) =>
      key === null || n === null ? [] : [{ value: label ?? key, count: n, share: share(n, total) }],
    ),
    total,
    values: first.values ?? 0,
  }
}

async function countPacked(
  read: Kysely<AllTables>,
  db: JobsDatabase,
  field: FacetField,
  filter: JobFilter,
  conditions: readonly Condition[],
  limit: number,
): Promise<Facets> {
  const question = { active: filter.active, tests: conditions.flatMap(({ test }) => test ?? []) }
  const { total, byKey } = await keptBlocks(db).count(read, question, field)
  return await mostFrequent(read, field, byKey, total, limit)
}

/** Words lead to the rows. A posting with several values stands in one group, under all of them. */
async function countFound(
  read: Kysely<AllTables>,
  field: FacetField,
  filter: JobFilter,
  conditions: readonly Condition[],
  limit: number,
): Promise<Facets> {
  let query = read
    .selectFrom('job')
    .select([`job.${columns[field]} as keys`, sql<number>`count(*)`.as('n')])
    .where(isActive(conditions, filter.active ? 1 : 0))
  for (const condition of conditions) {
    query = query.where((eb) => condition.where(eb, (name) => condition.values[name] as string))
  }
  const groups = await query.groupBy(`job.${columns[field]}`).execute()
  const byKey = new Map<string, number>()
  let total = 0
  for (const { keys, n } of groups) {
    total += n
    for (const key of fromBars(keys)) byKey.set(key, (byKey.get(key) ?? 0) + n)
  }
  return await mostFrequent(read, field, byKey, total, limit)
}

async function mostFrequent(
  read: Kysely<AllTables>,
  field: FacetField,
  byKey: ReadonlyMap<string, number>,
  total: number,
  limit: number,
): Promise<Facets> {
  const shown = [...byKey]
    .sort(([key, n], [otherKey, otherN]) => otherN - n || (key < otherKey ? -1 : 1))
    .slice(0, limit)
  const labels = await labelsOf(
    read,
    field,
    shown.map(([key]) => key),
  )
  return {
    rows: shown.map(([key, n]) => ({ value: labels.get(key) ?? key, count: n, share: share(n, total) })),
    total,
    values: byKey.size,
  }
}

async function labelsOf(
  read: Kysely<AllTables>,
  field: FacetField,
  keys: readonly string[],
): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map()
  const rows = await read
    .selectFrom('job_label')
    .select(['key', 'label'])
    .where('field', '=', field)
    .where('key', 'in', keys)
    .execute()
  return new Map(rows.map(({ key, label }) => [key, label]))
}

function share(n: number, total: number): number | null {
  return total > 0 ? Math.round((100 * n) / total) : null
}
