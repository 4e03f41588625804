/** The rows of a facet: the most frequent values of a field, with the labels that employers use. */

import type { Kysely } from 'kysely'
import { rememberTexts } from '../../../core/text/remember.ts'
import { idList } from '../../../store/id-list.ts'
import { Statement } from '../../../store/statements/statement.ts'
import { fold } from '../normalise/fold.ts'
import type { FacetField, FacetRow } from '../schema/job-posting.ts'
import { countryOfLabel } from '../schema/place-keys.ts'
import type { JobsReadModelTables } from '../schema/tables.ts'
import { employmentLabels } from '../schema/vocabulary.ts'
import type { KeyCounts } from './job-search.ts'

export interface Facets {
  readonly rows: readonly FacetRow[]
  /** Number of matching jobs. */
  readonly total: number
  /** Number of distinct values among them, including those beyond the limit. */
  readonly values: number
  /** Number of matching jobs without a value. */
  readonly not_stated: number
}

export const noFacets: Facets = { rows: [], total: 0, values: 0, not_stated: 0 }

interface FacetOptions {
  readonly total: number
  readonly limit: number
}

/** Most frequent first. */
export async function toFacets(
  read: Kysely<JobsReadModelTables>,
  field: FacetField,
  { byKey, notStated }: KeyCounts,
  { total, limit }: FacetOptions,
): Promise<Facets> {
  const counts = field === 'employment_type' ? byLabel(byKey) : byKey
  const top = [...counts]
    .sort(([key, n], [otherKey, otherN]) => otherN - n || (key < otherKey ? -1 : 1))
    .slice(0, limit)
  const labels =
    field === 'employment_type'
      ? new Map<string, string>()
      : await readLabels(
          read,
          field,
          top.map(([key]) => key),
        )
  return {
    rows: top.map(([key, n]) => toRow(field, labels.get(key) ?? key, n, total)),
    total,
    values: counts.size,
    not_stated: notStated,
  }
}

/** A key has all labels of a job. The job counts for each of them, as the filter for one label finds it. */
function byLabel(byKey: KeyCounts['byKey']): Map<string, number> {
  const counts = new Map<string, number>()
  for (const [key, n] of byKey)
    for (const label of labelsIn(key)) counts.set(label, (counts.get(label) ?? 0) + n)
  return counts
}

const labelsIn = rememberTexts((key): readonly string[] => {
  const keys = new Set(key.split(', '))
  return employmentLabels.filter((label) => keys.has(fold(label)))
})

/** As employers write the values. */
export const labelsOf = new Statement<
  JobsReadModelTables,
  { field: string; keys: readonly string[] },
  { key: string; label: string }
>((read, param, { engine }) =>
  read
    .selectFrom('job_label')
    .select(['key', 'label'])
    .where('field', '=', param('field'))
    .where('key', 'in', idList(engine, param('keys'))),
)

async function readLabels(
  read: Kysely<JobsReadModelTables>,
  field: FacetField,
  keys: readonly string[],
): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map()
  const rows = await labelsOf.runIn(read, { field, keys })
  return new Map(rows.map(({ key, label }) => [key, label]))
}

function toRow(field: FacetField, value: string, count: number, total: number): FacetRow {
  const country = countryOfLabel(field, value)
  return {
    value,
    ...(country === undefined ? {} : { country_code: country }),
    count,
    share: total > 0 ? Math.round((100 * count) / total) : null,
  }
}
