/** Counts jobs per value of a field, from stored counts where they exist, otherwise in the blocks. */

import type { Kysely } from 'kysely'
import { rememberTexts } from '../../../core/text/remember.ts'
import { Statement } from '../../../store/statements/statement.ts'
import { fold } from '../normalise/fold.ts'
import { notStatedKey, totalField, valuesField } from '../schema/facets.ts'
import type { FacetField, FacetRow } from '../schema/job-posting.ts'
import { countryOfLabel } from '../schema/place-keys.ts'
import { type JobsDatabase, type JobsReadModelTables, withJobTables } from '../schema/tables.ts'
import { type EmploymentLabel, employmentLabels } from '../schema/vocabulary.ts'
import { type BlockCount, type BlockQuery, blockCacheOf } from './blocks/block-cache.ts'
import { type JobFilter, storedScope, toBlockQuery, toConditions } from './filters.ts'

export interface Facets {
  readonly rows: readonly FacetRow[]
  /** Number of matching jobs. */
  readonly total: number
  /** Number of distinct values among them, including those beyond the limit. */
  readonly values: number
  /** Number of matching jobs without a value. */
  readonly not_stated: number
  /** As `notSearched` of a search, if it is not 0. */
  readonly not_searched?: number
  /** As `isSimilar` of a search, if it is true. */
  readonly is_similar?: true
}

const noFacets: Facets = { rows: [], total: 0, values: 0, not_stated: 0 }

interface FacetOptions {
  /** For several queries that must see the same state. */
  readonly snapshot?: Kysely<JobsReadModelTables>
  /** Ends a count that nobody waits for. */
  readonly signal?: AbortSignal | undefined
}

export async function readFacets(
  db: JobsDatabase,
  field: FacetField,
  filter: JobFilter,
  limit: number,
  options: FacetOptions = {},
): Promise<Facets> {
  if (field !== 'employment_type') return await readKeyCounts(db, field, filter, limit, options)
  return toEmploymentFacets(await readKeyCounts(db, field, filter, employmentKeysMax, options), limit)
}

async function readKeyCounts(
  db: JobsDatabase,
  field: FacetField,
  filter: JobFilter,
  limit: number,
  { snapshot, signal }: FacetOptions,
): Promise<Facets> {
  const conditions = toConditions(filter)
  if (conditions === undefined) return noFacets
  const scope = storedScope(conditions)
  if (scope !== undefined) {
    const values = { active: filter.active ? 1 : 0, scope, field, limit }
    const rows = snapshot === undefined ? db.run(storedCounts, values) : storedCounts.runIn(snapshot, values)
    return toFacets(field, await rows)
  }
  const query = { ...toBlockQuery(filter, conditions), signal }
  const count = (read: Kysely<JobsReadModelTables>) => countInBlocks(read, db, field, query, limit)
  return await (snapshot === undefined ? db.snapshot((read) => count(withJobTables(read))) : count(snapshot))
}

/** Jobs are stored with their labels as one key, in the order of the vocabulary. */
const employmentKeysMax = 2 ** employmentLabels.length

/** A job with several labels counts for each of them, as the filter for one label finds it. */
function toEmploymentFacets({ rows, ...counted }: Facets, limit: number): Facets {
  const byLabel = new Map<EmploymentLabel, number>()
  for (const { value, count } of rows)
    for (const label of labelsIn(value)) byLabel.set(label, (byLabel.get(label) ?? 0) + count)
  const counts = [...byLabel]
    .map(([label, count]) => ({ label, count }))
    .sort((one, other) => other.count - one.count || (one.label < other.label ? -1 : 1))
  return {
    rows: counts
      .slice(0, limit)
      .map(({ label, count }) => toRow('employment_type', label, count, counted.total)),
    ...counted,
    values: counts.length,
  }
}

const labelsIn = rememberTexts((value): readonly EmploymentLabel[] => {
  const keys = new Set(value.split(', ').map(fold))
  return employmentLabels.filter((label) => keys.has(fold(label)))
})

interface StoredCountValues {
  readonly active: number
  readonly scope: string
  readonly field: string
  readonly limit: number
}

interface StoredCountRow {
  readonly key: string | null
  readonly n: number | null
  readonly label: string | null
  readonly total: number
  readonly values: number | null
  readonly not_stated: number | null
}

/** Starts from the total, which exists even if no job has a value. */
const storedCounts = new Statement<JobsReadModelTables, StoredCountValues, StoredCountRow>((read, param) => {
  const field = param('field')
  const inScope = read
    .selectFrom('job_count')
    .where('active', '=', param('active'))
    .where('scope', '=', param('scope'))
  const topRows = inScope
    .select(['key', 'n'])
    .where('field', '=', field)
    .where('key', '<>', notStatedKey)
    .orderBy('n', 'desc')
    .orderBy('key')
    .limit(param('limit'))
  return read
    .selectFrom(inScope.select('n').where('field', '=', totalField).where('key', '=', '').as('t'))
    .leftJoin(topRows.as('c'), (join) => join.onTrue())
    .leftJoin('job_label as l', (join) => join.on('l.field', '=', field).onRef('l.key', '=', 'c.key'))
    .select([
      'c.key',
      'c.n',
      'l.label',
      't.n as total',
      inScope.select('n').where('field', '=', valuesField).where('key', '=', field).as('values'),
      inScope.select('n').where('field', '=', field).where('key', '=', notStatedKey).as('not_stated'),
    ])
    .orderBy('c.n', 'desc')
    .orderBy('c.key')
})

function toFacets(field: FacetField, rows: readonly StoredCountRow[]): Facets {
  const [first] = rows
  if (first === undefined) return noFacets
  const { total } = first
  return {
    rows: rows.flatMap(({ key, n, label }) =>
      key === null || n === null ? [] : [toRow(field, label ?? key, n, total)],
    ),
    total,
    values: first.values ?? 0,
    not_stated: first.not_stated ?? 0,
  }
}

async function countInBlocks(
  read: Kysely<JobsReadModelTables>,
  db: JobsDatabase,
  field: FacetField,
  query: BlockQuery,
  limit: number,
): Promise<Facets> {
  const count = await blockCacheOf(db).count(read, query, field)
  return await toTopFacets(read, field, count, limit)
}

async function toTopFacets(
  read: Kysely<JobsReadModelTables>,
  field: FacetField,
  { byKey, total, notStated, notSearched, isSimilar }: BlockCount,
  limit: number,
): Promise<Facets> {
  const top = [...byKey]
    .sort(([key, n], [otherKey, otherN]) => otherN - n || (key < otherKey ? -1 : 1))
    .slice(0, limit)
  const labels = await readLabels(
    read,
    field,
    top.map(([key]) => key),
  )
  return {
    rows: top.map(([key, n]) => toRow(field, labels.get(key) ?? key, n, total)),
    total,
    values: byKey.size,
    not_stated: notStated,
    ...(notSearched === 0 ? {} : { not_searched: notSearched }),
    ...(isSimilar ? { is_similar: true } : {}),
  }
}

async function readLabels(
  read: Kysely<JobsReadModelTables>,
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

function toRow(field: FacetField, value: string, count: number, total: number): FacetRow {
  const country = countryOfLabel(field, value)
  return {
    value,
    ...(country === undefined ? {} : { country_code: country }),
    count,
    share: share(count, total),
  }
}

function share(n: number, total: number): number | null {
  return total > 0 ? Math.round((100 * n) / total) : null
}
