/** The texts that the pages and feeds of jobs share. */

import type { JobFilter } from '../../queries/filters.ts'
import type { FacetField, JobPosting } from '../../schema/job-posting.ts'
import { placeText } from './place-text.ts'
import type { FilterName } from './search-links.ts'

/** The facets beside a search, in the order of the page. */
export const searchFacets = [
  'department',
  'country',
  'city',
  'company',
  'workplace_type',
  'employment_type',
  'job_function',
  'seniority',
] as const satisfies readonly FacetField[]

export const filterNames: Readonly<Partial<Record<FilterName, string>>> = {
  q: 'Words',
  department: 'Department',
  company: 'Company',
  city: 'City',
  region: 'Region',
  country: 'Country',
  workplace_type: 'Work model',
  employment_type: 'Employment type',
  ats: 'System',
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

/** `Engineering jobs in Berlin: "data engineer"`. */
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
  const subject = [active ? undefined : 'Closed', department, 'jobs'].filter(Boolean).join(' ')
  const place = [city, region, country].filter(Boolean).join(', ')
  return [
    subject.charAt(0).toUpperCase() + subject.slice(1),
    company === undefined ? '' : ` at ${company}`,
    place === '' ? '' : ` in ${place}`,
    near === undefined ? '' : ` near ${near}`,
    q === undefined ? '' : `: ${q}`,
  ].join('')
}

/** `EUR 125,000–149,000 / year`. */
export function payText({ pay, salary }: JobPosting): string | null {
  if (pay?.currency == null) return salary
  const amounts = [...new Set([pay.min, pay.max])].filter((amount) => amount !== null)
  return `${pay.currency} ${amounts.map((amount) => amount.toLocaleString('en')).join('–')} / ${pay.period}`
}

/** The facts of a posting as one line of text. `search`: what it was found by. */
export function factsLine(job: JobPosting, search?: JobFilter): string {
  return [job.company, placeText(job, search), job.workplace_type, job.employment_type, payText(job)]
    .filter(Boolean)
    .join(' · ')
}
