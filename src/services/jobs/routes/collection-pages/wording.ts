/** The texts that the HTML and Markdown pages share. */

import type { Collection, PageField } from '../../queries/collections.ts'
import type { Facets } from '../../queries/facets.ts'
import type { JobPosting } from '../../schema/job-posting.ts'

export const fieldNames: Readonly<Record<PageField, { readonly one: string; readonly title: string }>> = {
  city: { one: 'Top city', title: 'Cities' },
  region: { one: 'Top region', title: 'Regions' },
  workplace_type: { one: 'Top work model', title: 'Work models' },
  employment_type: { one: 'Top employment type', title: 'Employment types' },
}

/** The fields of a job, without absent ones. Programs read the names in Markdown. */
export function postingFacts(job: JobPosting): (readonly [name: string, value: string])[] {
  const facts: [string, string | null][] = [
    ['Company', job.company],
    ['Location', job.location],
    ['Role group', job.role_group],
    ['ATS', job.ats],
    ['Status', job.status],
    ['Work model', job.workplace_type],
    ['Employment type', job.employment_type],
    ['Salary', job.salary],
    ['Posted', job.posted],
    ['First seen', job.first_seen],
    ['Changed', job.changed],
  ]
  return facts.filter((fact): fact is [string, string] => fact[1] !== null && fact[1] !== '')
}

export function formatPercent(share: number | null): string {
  return share === null ? '-' : `${share}%`
}

export function topRow({ rows }: Facets): { value: string; count: number; share: string } | undefined {
  const [top] = rows
  return top === undefined
    ? undefined
    : { value: top.value, count: top.count, share: formatPercent(top.share) }
}

/** What the rows of a breakdown lack to all matching jobs. A job with several places or types of employment has several rows, so others cannot be counted. */
export function remainderRows(
  field: PageField,
  { rows, total, values, not_stated }: Facets,
): { label: string; count: number; share: string }[] {
  const isSingle = field === 'workplace_type'
  const counted = rows.reduce((sum, { count }) => sum + count, 0)
  return [
    ...(isSingle && values > rows.length ? [{ label: 'Others', count: total - not_stated - counted }] : []),
    ...(not_stated > 0 ? [{ label: 'Not stated', count: not_stated }] : []),
  ].map((row) => ({ ...row, share: formatPercent(Math.round((100 * row.count) / total)) }))
}

export function headline({ department }: Collection): string {
  return `${department} jobs`
}

export function summary({ department, matched, jobs, breakdowns }: Collection): string {
  const city = topRow(breakdowns.city)
  const most = city === undefined ? '' : ` Most are in ${city.value} (${city.share}).`
  return `${formatNumber(matched)} active ${department} job${matched === 1 ? '' : 's'} from public boards; the newest ${jobs.length} are listed.${most}`
}

export function formatNumber(value: number): string {
  return value.toLocaleString('en')
}

export function formatLongDate(date: string): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' }).format(
    Date.parse(`${date}T00:00:00Z`),
  )
}

export function pathSegment(department: string): string {
  return encodeURIComponent(department)
}
