/** A search as a page: a form, the filters in use, the jobs, and counts that narrow the search. It works without scripts. */

import { dateElement } from '../../../../http/pages/age-text.ts'
import { feedFormats, feedTypes } from '../../../../http/pages/feed.ts'
import { type Html, html } from '../../../../http/pages/html.ts'
import { lineChart, lineChartStyle } from '../../../../http/pages/line-chart.ts'
import { nothingCollected } from '../../../../http/pages/nothing-collected.ts'
import { renderPage } from '../../../../http/pages/page.ts'
import { scriptTags } from '../../../../http/pages/page-scripts.ts'
import { requestLink } from '../../../../http/pages/request-link.ts'
import type { Facets } from '../../queries/facets.ts'
import type { JobFilter } from '../../queries/filters.ts'
import type { FacetField, JobPosting, OpenDay } from '../../schema/job-posting.ts'
import type { Understood } from '../../schema/understood.ts'
import { fieldNames, formatNumber } from '../collection-pages/wording.ts'
import { type FilterName, statedFilters, toQueryString, withFilter, withoutFilter } from './search-links.ts'
import { jobPagesStyle } from './style.ts'
import { factsLine, filterNames, filterText, searchFacets, searchTitle } from './wording.ts'

export interface SearchPage {
  readonly filter: JobFilter
  readonly sort: string | undefined
  readonly jobs: readonly JobPosting[]
  readonly total: number
  /** Undefined without words. */
  readonly understood: Understood | undefined
  /** In the order of `searchFacets`. */
  readonly facets: readonly Facets[]
  /** Of a company; empty on other pages. */
  readonly openDays: readonly OpenDay[]
  readonly nextCursor: string | undefined
  /** Whether the page begins with the first job. */
  readonly isFirst: boolean
  /** Whether no board is known. */
  readonly isEmpty: boolean
  /** The public address of the page without its query. */
  readonly url: string
}

export function searchPage(page: SearchPage): string {
  const { filter, jobs, total, facets, sort, nextCursor, url, isFirst } = page
  const title = searchTitle(filter)
  const query = toQueryString(filter)
  const body = html`<header class="masthead">
<p class="kicker"><a href="/">Broadsheet</a> · <a href="collections">Jobs by department</a></p>
<h1>${title}</h1>
<p>${formatNumber(total)} ${filter.active ? 'active' : 'closed'} posting${total === 1 ? '' : 's'}</p>
</header>
<main id="content">
<form class="search" role="search" action="jobs">
<input type="search" name="q" value="${filter.q ?? ''}" data-suggest="v1/jobs/suggest?q=" data-text="q" data-notes="type" maxlength="400" placeholder="Title, company or place" aria-label="Words">
${hiddenFields(filter, sort)}<button>Search</button>
</form>
${chips(filter, sort)}
${jobs.length === 0 ? undefined : html`<p class="narrow"><a href="#narrow">Narrow the search</a></p>`}
<div class="results">
<section aria-label="Jobs">
${searchNotes(page)}${jobs.length === 0 ? noJobs(page) : jobList(jobs, filter)}
${isFirst && nextCursor === undefined ? undefined : html`<p class="pages">${isFirst ? undefined : html`<a href="jobs${toQueryString(filter, { sort })}">First jobs</a> `}${nextCursor === undefined ? undefined : html`<a rel="next" href="jobs${toQueryString(filter, { sort, cursor: nextCursor })}">Next jobs</a>`}</p>`}
</section>
<aside id="narrow" aria-label="Narrow the search">
${openChart(page.openDays)}${facets.map((counts, at) => facetSection(filter, searchFacets[at] as FacetField, counts))}
</aside>
</div>
</main>
<footer>${subscribeLink(filter)}<nav aria-label="Other formats">
${feedFormats.map((format) => html`<a href="feeds/${format}${query}">${format === 'json' ? 'JSON Feed' : format === 'rss' ? 'RSS' : 'Atom'}</a> · `)}${requestLink({ href: `v1/jobs/search${query}`, call: 'data.searchJobs' })} · <a href="collections">All departments</a></nav>
<p>A job with several places or types of employment counts for each of them, so counts may exceed the total.</p></footer>`
  const head = html`<meta name="description" content="${`${title}: ${formatNumber(total)} postings from public boards.`}">
<link rel="canonical" href="${url}${query}">
${feedFormats.map((format) => html`<link rel="alternate" type="${feedTypes[format]}" title="${title}" href="feeds/${format}${query}">\n`)}<style>${jobPagesStyle}${lineChartStyle}</style>
${scriptTags(['reader-times', 'type-ahead', 'copy-request'])}`
  return renderPage({ title: `${title} · Broadsheet`, head, body })
}

function openChart(days: readonly OpenDay[]): Html | undefined {
  const points = days.map(({ day, open }) => ({ at: Date.parse(day), value: open }))
  const chart = lineChart({ label: 'Open jobs', points, gapMs: 86_400_000, valueText: formatNumber })
  return chart && html`<section class="facet"><h2>Over time</h2>${chart}</section>\n`
}

/** Filters that a subscription to changes has too: with others, more would be sent than this page shows. */
const subscribedFilters: ReadonlySet<string> = new Set(['company', 'department', 'country', 'q'])

function subscribeLink(filter: JobFilter): Html | undefined {
  const stated = statedFilters(filter)
  if (!filter.active || stated.length === 0 || stated.some(([name]) => !subscribedFilters.has(name)))
    return undefined
  const filters = new URLSearchParams(Object.fromEntries(stated))
  return html`<p><a class="button quiet" href="/account#${new URLSearchParams({ subscribe: 'jobs', filters: `${filters}` }).toString()}">Get changes by e-mail</a></p>\n`
}

function searchNotes({ filter, sort, total, understood }: SearchPage): Html | undefined {
  const { corrections = [], place } = understood ?? {}
  const notes = corrections.map(({ from, to }) => html`“${from}” was also read as “${to}”. `)
  if (place?.applied === true) notes.push(html`Only jobs in ${place.label}. `)
  if (place?.reason === 'no_jobs') notes.push(html`No such job is in ${place.label}. `)
  if (notes.length === 0 || total === 0) return undefined
  const literal = toQueryString({ ...filter, literal: true }, { sort })
  return html`<p class="note" role="status">${notes}<a href="jobs${literal}">Search for the words as they are written</a></p>`
}

function noJobs({ filter, isEmpty }: SearchPage): Html {
  if (isEmpty) return nothingCollected('job boards')
  if (statedFilters(filter).length > 0)
    return html`<p>No job matches. Remove a filter, or use fewer words.</p>`
  return filter.active
    ? html`<p>No board lists a job now. <a href="jobs?active=false">Closed jobs</a></p>`
    : html`<p>No job has been closed since this server began to collect. <a href="jobs">Active jobs</a></p>`
}

/** The form changes the words and keeps the other filters. */
function hiddenFields(filter: JobFilter, sort: string | undefined): Html[] {
  const fields: (readonly [string, string])[] = statedFilters(filter).filter(([name]) => name !== 'q')
  if (!filter.active) fields.push(['active', 'false'])
  if (sort !== undefined && sort !== 'relevance') fields.push(['sort', sort])
  return fields.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">\n`)
}

function chips(filter: JobFilter, sort: string | undefined): Html | undefined {
  const stated = statedFilters(filter)
  if (stated.length === 0) return undefined
  const hrefWithout = (name: FilterName) => {
    const query = withoutFilter(filter, name)
    return sort === undefined || sort === 'relevance'
      ? query
      : toQueryString({ ...filter, [name]: undefined }, { sort })
  }
  return html`<ul class="chips" aria-label="Filters">
${stated.map(([name, value]) => {
  const text = `${filterNames[name] ?? name}: ${filterText(name, value)}`
  return html`<li><a href="jobs${hrefWithout(name)}" aria-label="Remove ${text}">${text} <span aria-hidden="true">×</span></a></li>\n`
})}</ul>`
}

function jobList(jobs: readonly JobPosting[], filter: JobFilter): Html {
  return html`<ol class="jobs">
${jobs.map(
  (job) => html`<li>
<h2><a href="jobs/${job.id}">${job.title}</a></h2>
<p>${factsLine(job, filter)}</p>
<p class="soft">${job.posted === null ? 'First seen' : 'Posted'} ${dateElement(job.posted ?? job.first_seen)}</p>
</li>
`,
)}</ol>`
}

function facetSection(
  filter: JobFilter,
  field: FacetField,
  { rows, values, not_stated }: Facets,
): Html | undefined {
  if (rows.length === 0 || filter[field] !== undefined) return undefined
  const largest = Math.max(1, rows[0]?.count ?? 1, not_stated)
  const bar = (count: number) => html`<i style="width:${Math.round((100 * count) / largest)}%"></i>`
  return html`<section class="facet">
<h2>${titleOf(field)}</h2>
<ol>
${rows.map(
  ({ value, count }) =>
    html`<li><a href="jobs${withFilter(filter, field, value)}">${value}</a> <span class="n">${formatNumber(count)}</span>${bar(count)}</li>\n`,
)}${not_stated > 0 ? html`<li>Not stated <span class="n">${formatNumber(not_stated)}</span>${bar(not_stated)}</li>\n` : undefined}</ol>
${values > rows.length ? html`<p class="soft">${facetRemainder(filter, field, rows.length, values)}</p>` : undefined}
</section>
`
}

/** Of all values, only the departments have a page, and only without other filters. */
function facetRemainder(filter: JobFilter, field: FacetField, shown: number, values: number): Html {
  return field === 'department' && filter.active && statedFilters(filter).length === 0
    ? html`<a href="collections">All ${formatNumber(values)} departments</a>`
    : html`The ${shown} most frequent of ${formatNumber(values)}`
}

function titleOf(field: FacetField): string {
  if (field in fieldNames) return fieldNames[field as keyof typeof fieldNames].title
  return {
    department: 'Departments',
    company: 'Companies',
    country: 'Countries',
    job_function: 'Functions',
    seniority: 'Seniority',
    ats: 'Applicant-tracking systems',
  }[field as 'ats']
}
