/** The fields that postings are counted by, and how their values are stored in rows and counts. */

import type { FacetField } from './job-posting.ts'
import { isCityInRegionKey } from './place-keys.ts'
import type { JobRow } from './tables.ts'

/** The column that holds the keys of a field: one key, or several in the form `|a|b|`. */
export const facetColumns = {
  city: 'cities',
  region: 'regions',
  country: 'countries',
  department: 'department_key',
  company: 'company_key',
  workplace_type: 'workplace_key',
  employment_type: 'employment_key',
  job_function: 'function_key',
  seniority: 'seniority_key',
  ats: 'ats_key',
} as const satisfies Record<FacetField, keyof JobRow>

export const countedColumns = ['active', 'title', ...Object.values(facetColumns)] as const
export type CountedColumns = Pick<JobRow, (typeof countedColumns)[number]>

export function facetKeysOf(row: CountedColumns, field: FacetField): string[] {
  return countedKeys(field, row[facetColumns[field]])
}

/** The keys of a stored text that are counted. */
export function countedKeys(field: string, list: string): string[] {
  const keys = splitPipes(list)
  return field === 'region' ? keys.filter((key) => !isCityInRegionKey(key)) : keys
}

export function splitPipes(list: string): string[] {
  return list.split('|').filter((key) => key !== '')
}

export function joinPipes(keys: readonly string[]): string {
  return keys.length === 0 ? '' : `|${keys.join('|')}|`
}

/** Counts are stored for all postings, and for the postings with one value of one of these fields. */
export const scopedFields = ['department', 'country', 'workplace_type', 'ats'] as const

/** The scope of the postings with one value, in `job_count.scope` and `job_place.term`. */
export function scopeKey(field: string, key: string): string {
  return `${field}:${key}`
}

/** `job_count.field` of titles, which are counted for suggestions: only of listed postings, in no scope. */
export const titleField = 'title'
/** `job_count.key` of the postings without a value of the field. */
export const notStatedKey = ''
/** `job_count.field` of the number of postings. */
export const totalField = '*'
/** `job_count.field` of the number of values; `key` is the field. */
export const valuesField = '#'
