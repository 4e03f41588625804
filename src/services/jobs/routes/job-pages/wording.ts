/** The texts that the pages and feeds of jobs share. */

import { parseValues } from '../../../../core/text/filter-values.ts'
import { toFilterValue } from '../../queries/filter-values.ts'
import type { JobFilter } from '../../queries/filters.ts'
import type { FacetField, JobPosting } from '../../schema/job-posting.ts'
import { placeText } from './place-text.ts'
import type { FilterName } from './search-links.ts'

/** The facets beside a search, in the order of the page: first those of few values, which most readers have in mind. */
export const searchFacets = [
  'workplace_type',
  'employment_type',
  'department',
  'country',
  'city',
  'company',
  'job_function',
  'seniority',
] as const satisfies readonly FacetField[]

export const filterNames: Readonly<Partial<Record<FilterName, string>>> = {
  q: 'Words',
  literal: 'As written',
  department: 'Department',
  company: 'Company',
  city: 'City',
  region: 'Region',
  country: 'Country',
  workplace_type: 'Work model',
  employment_type: 'Employment type',
  ats: 'Applicant-tracking system',
  job_function: 'Function',
  seniority: 'Seniority',
  salary_min: 'Pay from',
  salary_currency: 'Currency',
  salary_period: 'Pay period',
  posted_after: 'Posted after',
  posted_before: 'Posted before',
  first_seen_after: 'First seen after',
  changed_after: 'Changed after',
  closed_since: 'Closed since',
  near: 'Near',
  radius_miles: 'Miles',
}

const namesWithValues: ReadonlySet<FilterName> = new Set<FilterName>([
  'department',
  'company',
  'city',
  'region',
  'country',
  'workplace_type',
  'employment_type',
  'ats',
  'job_function',
  'seniority',
])

/** Of the vocabulary of the API, as people write them. */
export function valueText(value: string): string {
  if (value === 'OTHER') return 'Other'
  return value.replaceAll(/\b(Full|Part) Time\b/g, '$1-time').replaceAll(/\bOn Site\b/g, 'On-site')
}

/** The values of a filter without `|` and `!`: `Germany or France, not Spain`. */
export function filterText(name: FilterName, value: string): string {
  if (name === 'literal') return value === 'true' ? 'yes' : 'no'
  if (!namesWithValues.has(name)) return value
  const { included, excluded } = parseValues(value)
  return [included.map(valueText).join(' or '), ...excluded.map((one) => `not ${valueText(one)}`)]
    .filter(Boolean)
    .join(', ')
}

/** `Engineering jobs in Berlin or Paris except Acme: "data engineer"`. */
export function searchTitle({
  active,
  q,
  department,
  company,
  city,
  region,
  country,
  near,
}: JobFilter): string {
  const included = (value = '') => parseValues(value).included.join(' or ')
  const subject = [active ? undefined : 'Closed', included(department), 'jobs'].filter(Boolean).join(' ')
  const place = [city, region, country]
    .map((value) => included(value))
    .filter(Boolean)
    .join(', ')
  const excluded = [department, company, city, region, country].flatMap(
    (value = '') => parseValues(value).excluded,
  )
  const employer = included(company)
  return [
    subject.charAt(0).toUpperCase() + subject.slice(1),
    employer === '' ? '' : ` at ${employer}`,
    place === '' ? '' : ` in ${place}`,
    near === undefined ? '' : ` near ${near}`,
    excluded.length === 0 ? '' : ` except ${excluded.join(', ')}`,
    q === undefined ? '' : `: ${q}`,
  ].join('')
}

/** The facts of a posting as one line of text. `search`: what it was found by. */
export function factsLine(job: JobPosting, search?: JobFilter): string {
  return [
    // One company alone is the subject of the page.
    search?.company === toFilterValue(job.company) ? '' : job.company,
    placeText(job, search),
    valueText(job.workplace_type ?? ''),
    valueText(job.employment_type ?? ''),
  ]
    .filter(Boolean)
    .join(' · ')
}
