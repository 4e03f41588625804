/** Why a search is empty: `q` has no words, a filter has a value that no job has, or there are no jobs near the place. */

import { countryNames, parseCountry } from '../../../core/places/countries.ts'
import { parseValues } from '../../../core/text/filter-values.ts'
import { type UnknownValue, unknownValue } from '../../../http/response/unknown-value.ts'
import { facetKey } from '../normalise/fold.ts'
import { toFilterValue } from '../queries/filter-values.ts'
import { type JobFilter, radiusMilesDefault } from '../queries/filters.ts'
import { readFacets } from '../queries/read-facets.ts'
import { searchJobs } from '../queries/search-jobs.ts'
import { parseQuery } from '../queries/words/parse-query.ts'
import { countryOfLabel } from '../schema/place-keys.ts'
import type { JobsDatabase } from '../schema/tables.ts'
import { jobFunctions, seniorities } from '../schema/vocabulary.ts'

type Warning = UnknownValue | { readonly code: 'no_jobs_nearby' | 'no_words'; readonly message: string }

/** Empty unless `total` is 0. Before the first sync there is nothing to compare with. */
export async function explainEmpty(
  db: JobsDatabase,
  filter: JobFilter,
  total: number,
): Promise<{ readonly warnings?: readonly Warning[] }> {
  if (total > 0 || (await countJobs(db, { active: true })) === 0) return {}
  const warnings = [
    ...wordWarnings(filter),
    ...(await unknownValues(db, filter)),
    ...(await placeWarnings(db, filter)),
  ]
  return warnings.length === 0 ? {} : { warnings }
}

export function wordWarnings({ q }: Pick<JobFilter, 'q'>): Warning[] {
  if (q === undefined || parseQuery(q) !== undefined) return []
  return [{ code: 'no_words', message: 'The parameter "q" has no words to search for.' }]
}

async function countJobs(db: JobsDatabase, filter: JobFilter): Promise<number> {
  return (await searchJobs(db, filter, { limit: 1 })).total
}

/** Its values are listed in the program, so that no query is needed. */
interface ClosedField {
  readonly field: 'country' | 'job_function' | 'seniority'
  isListed(value: string): boolean
  names(): Iterable<string>
}

const closedFields: readonly ClosedField[] = [
  { field: 'country', isListed: (value) => parseCountry(value) !== undefined, names: countryNames },
  toClosedField('job_function', jobFunctions),
  toClosedField('seniority', seniorities),
]

function toClosedField(field: 'job_function' | 'seniority', labels: readonly string[]): ClosedField {
  const keys = new Set(labels.map((label) => facetKey(field, label)))
  return { field, isListed: (value) => keys.has(facetKey(field, value)), names: () => labels }
}

/** Their values are whatever boards write. */
const openFields = ['department', 'company', 'city', 'region', 'ats'] as const
type OpenField = (typeof openFields)[number]

/** Each costs two look-ups in an index, and a comparison with the known values. */
const checkedValuesMax = 3
/** The most frequent values, among which the closest is looked for. */
const knownValuesMax = 1000

export async function unknownValues(db: JobsDatabase, filter: JobFilter): Promise<UnknownValue[]> {
  const warnings = unlistedValues(filter)
  const stated = openFields.flatMap((field) => valuesOf(filter, field).map((value) => ({ field, value })))
  const known = new Map<OpenField, readonly string[]>()
  for (const { field, value } of stated.slice(0, checkedValuesMax)) {
    if (await isKnown(db, field, value)) continue
    const values = known.get(field) ?? (await knownValues(db, field))
    known.set(field, values)
    warnings.push(unknownValue(field, value, values))
  }
  return warnings
}

function unlistedValues(filter: JobFilter): UnknownValue[] {
  return closedFields
    .flatMap(({ field, isListed, names }) =>
      valuesOf(filter, field)
        .filter((value) => !isListed(value))
        .map((value) => ({ field, value, names })),
    )
    .slice(0, checkedValuesMax)
    .map(({ field, value, names }) => unknownValue(field, value, names(), { isClosed: true }))
}

function valuesOf(filter: JobFilter, field: ClosedField['field'] | OpenField): string[] {
  return [...new Set(parseValues(filter[field] ?? '').included)]
}

/** A value that only closed jobs have is known. */
async function isKnown(db: JobsDatabase, field: OpenField, value: string): Promise<boolean> {
  const only = { [field]: toFilterValue(value) }
  return (
    (await countJobs(db, { active: true, ...only })) > 0 ||
    (await countJobs(db, { active: false, ...only })) > 0
  )
}

async function knownValues(db: JobsDatabase, field: OpenField): Promise<string[]> {
  const { rows } = await readFacets(db, field, { active: true }, knownValuesMax)
  // Cities are found with and without their country.
  return rows.flatMap(({ value }) =>
    field === 'city' && countryOfLabel(field, value) !== undefined
      ? [value.slice(0, value.lastIndexOf(',')), value]
      : [value],
  )
}

/** Each is one search, so there are few. The last is the greatest `radius_miles`. */
const radii = [100, 1000]

/** None if other filters exclude the jobs that are near. */
async function placeWarnings(db: JobsDatabase, filter: JobFilter): Promise<Warning[]> {
  const { active, near, location, radius_miles = radiusMilesDefault } = filter
  if (location === undefined) return []
  const countWithin = (miles: number) => countJobs(db, { active, near, location, radius_miles: miles })
  if ((await countWithin(radius_miles)) > 0) return []
  const text = `No job is within ${radius_miles} miles of ${location.label ?? 'this point'}.`
  for (const miles of radii.filter((one) => one > radius_miles)) {
    const count = await countWithin(miles)
    if (count === 0) continue
    const found = `${count.toLocaleString('en')} within ${miles.toLocaleString('en')} miles`
    const message = `${text} There ${count === 1 ? 'is' : 'are'} ${found}; use a larger radius_miles.`
    return [{ code: 'no_jobs_nearby', message }]
  }
  return [{ code: 'no_jobs_nearby', message: `${text} Use another place.` }]
}
