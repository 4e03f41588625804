/** A search as a page: a form, the filters in use, the jobs, and counts that narrow the search. It works without scripts. */

import { dateElement } from '../../../../http/pages/age-text.ts'
import { lineChart } from '../../../../http/pages/charts/line-chart.ts'
import { feedFormats, feedTypes } from '../../../../http/pages/feeds/feed.ts'
import { followLink } from '../../../../http/pages/follow-link.ts'
import { type Html, html } from '../../../../http/pages/html.ts'
import { nothingCollected } from '../../../../http/pages/nothing-collected.ts'
import { renderPage } from '../../../../http/pages/page.ts'
import { choices, emptyState, meter, paging, sectionHead } from '../../../../http/pages/parts.ts'
import { requestLink } from '../../../../http/pages/request-link.ts'
import { payText } from '../../normalise/pay.ts'
import type { Facets } from '../../queries/facets.ts'
import type { JobFilter } from '../../queries/filters.ts'
import type { FacetField, JobPosting, OpenDay } from '../../schema/job-posting.ts'
import type { Understood } from '../../schema/understood.ts'
import { payPeriods } from '../../schema/vocabulary.ts'
import { fieldNames, formatNumber } from '../collection-pages/wording.ts'
import { type FilterName, statedFilters, toQueryString, withFilter, withoutFilter } from './search-links.ts'
import { factsLine, filterNames, filterText, searchFacets, searchTitle, valueText } from './wording.ts'

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
  const { filter, jobs, total, sort, nextCursor, url, isFirst } = page
  const title = searchTitle(filter)
  const query = toQueryString(filter)
  const count = `${formatNumber(total)} ${filter.active ? 'active' : 'closed'} posting${total === 1 ? '' : 's'}`
  const body = html`<form class="ask" role="search" action="jobs">
<label class="wide">Words <input type="search" name="q" value="${filter.q ?? ''}" data-suggest="v1/jobs/suggest?q=" data-text="q" data-notes="type" maxlength="400" placeholder="Title, company or place"></label>
${hiddenFields(filter, sort)}<button class="button">Search</button>
</form>
${chips(filter, sort)}
<div class="grid">
<div class="c3">${narrowing(page)}</div>
<div class="c9 stack">${openChart(page.openDays)}<section aria-label="Jobs"><h2 class="unseen">Jobs</h2>
${orders(page)}
${searchNotes(page)}${jobs.length === 0 ? noJobs(page) : jobList(jobs, filter)}
${paging({
  next: nextCursor === undefined ? undefined : `jobs${toQueryString(filter, { sort, cursor: nextCursor })}`,
  more: isFirst ? [] : [html`<a href="jobs${toQueryString(filter, { sort })}">First jobs</a>`],
})}
</section></div>
</div>`
  return renderPage({
    title,
    section: 'jobs',
    crumb: html`A search of all jobs; they are also listed <a href="collections">by department</a> and <a href="companies">by company</a>.`,
    lead: count,
    description: `${title}: ${formatNumber(total)} postings from public boards.`,
    head: html`<link rel="canonical" href="${url}${query}">
${feedFormats.map((format) => html`<link rel="alternate" type="${feedTypes[format]}" title="${title}" href="feeds/${format}${query}">\n`)}`,
    body,
    data: [requestLink({ href: `v1/jobs/search${query}`, call: 'data.searchJobs' })],
    note: 'A job with several places or types of employment counts for each of them, so counts may exceed the total.',
  })
}

const orderNames = [
  ['relevance', 'Best first'],
  ['posted', 'Newest'],
  ['salary', 'Best paid'],
] as const

function orders({ filter, sort }: SearchPage): Html {
  const current = sort ?? (filter.q === undefined ? 'posted' : 'relevance')
  const shown = orderNames.filter(([name]) => name !== 'relevance' || filter.q !== undefined)
  return html`<div class="tools">${choices(
    'Order',
    'seg',
    shown.map(([name, text]) => ({
      href: `jobs${toQueryString(filter, { sort: name })}`,
      text,
      isCurrent: name === current,
    })),
  )}<p>${subscribeLink(filter)}${feedFormats.map((format) => html` <a href="feeds/${format}${toQueryString(filter)}">${feedNames[format]}</a>`)}</p></div>`
}

const feedNames: Readonly<Record<(typeof feedFormats)[number], string>> = {
  rss: 'RSS',
  atom: 'Atom',
  json: 'JSON Feed',
}

/** A column where there is room, otherwise a disclosure before the jobs. */
function narrowing({ filter, sort, facets }: SearchPage): Html {
  return html`<details class="facets"><summary>Narrow the search</summary>
${paySection(filter, sort)}${facets.map((counts, at) => facetSection(filter, searchFacets[at] as FacetField, counts))}</details>`
}

function openChart(days: readonly OpenDay[]): Html | undefined {
  const points = days.map(({ day, open }) => ({ at: Date.parse(day), value: open }))
  const [first] = days
  if (first === undefined) return undefined
  const chart = lineChart({ label: 'Open jobs', points, gapMs: 86_400_000, valueText: formatNumber })
  const start = html`<p>${formatNumber(first.open)} open on ${dateElement(first.day)}, the first day that was counted. From the second day on, this is a drawing.</p>`
  return html`<section>${sectionHead('Openings over time')}${chart ?? start}</section>\n`
}

const currencies = ['USD', 'EUR', 'GBP', 'CHF', 'CAD', 'AUD', 'SEK', 'PLN', 'INR', 'JPY']

function paySection(filter: JobFilter, sort: string | undefined): Html {
  const currency = filter.salary_currency ?? 'USD'
  const period = filter.salary_period ?? 'year'
  const rest = {
    ...filter,
    salary_min: undefined,
    salary_currency: undefined,
    salary_period: undefined,
    q: undefined,
  }
  return html`<section><h2>Pay</h2>
<form class="ask" action="jobs">${filter.q === undefined ? undefined : html`<input type="hidden" name="q" value="${filter.q}">`}${hiddenFields(rest, sort)}
<label class="wide">At least <input type="number" name="salary_min" min="0" max="1000000000" required value="${filter.salary_min ?? ''}" placeholder="60000"></label>
<label>Currency <select name="salary_currency">${(currencies.includes(currency) ? currencies : [currency, ...currencies]).map((each) => html`<option${each === currency ? html` selected` : undefined}>${each}</option>`)}</select></label>
<label>Per <select name="salary_period">${payPeriods.map((each) => html`<option${each === period ? html` selected` : undefined}>${each}</option>`)}</select></label>
<button class="button quiet">Show</button></form>
<p class="meta">Finds jobs whose highest stated pay is at least this, converted from other currencies and periods.</p></section>`
}

/** Filters that a subscription to changes has too: with others, more would be sent than this page shows. */
const subscribedFilters: ReadonlySet<string> = new Set(['company', 'department', 'country', 'q'])

function subscribeLink(filter: JobFilter): Html | undefined {
  const stated = statedFilters(filter)
  if (!filter.active || stated.length === 0 || stated.some(([name]) => !subscribedFilters.has(name)))
    return undefined
  return html`${followLink('jobs', Object.fromEntries(stated))}\n`
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
    return emptyState(html`No job matches. Remove a filter, or use fewer words. <a href="jobs">All jobs</a>`)
  return filter.active
    ? emptyState(html`No board lists a job now. <a href="jobs?active=false">Closed jobs</a>`)
    : emptyState(
        html`No job has been closed since this server began to collect. <a href="jobs">Active jobs</a>`,
      )
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
  return html`<ul class="chips removable" aria-label="Filters">
${stated.map(([name, value]) => {
  const text = `${filterNames[name] ?? name}: ${filterText(name, value)}`
  return html`<li><a href="jobs${hrefWithout(name)}" aria-label="Remove ${text}">${text} <span aria-hidden="true">×</span></a></li>\n`
})}</ul>`
}

function jobList(jobs: readonly JobPosting[], filter: JobFilter): Html {
  return html`<ol class="list">
${jobs.map(
  (job) => html`<li>
<h3><a href="jobs/${job.id}">${job.title}</a></h3>
<p class="side">${payText(job) ?? html`<span class="none">pay not stated</span>`}</p>
<p>${factsLine(job, filter)}</p>
<p class="meta">${job.posted === null ? 'First seen' : 'Posted'} ${dateElement(job.posted ?? job.first_seen)}</p>
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
  return html`<section>
<h2>${titleOf(field)}</h2>
${facetList(filter, field, rows, not_stated, '')}
${values > rows.length ? html`<p><a href="facets/${field}${toQueryString(filter)}">All ${formatNumber(values)}</a></p>` : undefined}
</section>
`
}

/** `up`: the relative path to the pages of jobs. */
export function facetList(
  filter: JobFilter,
  field: FacetField,
  rows: Facets['rows'],
  notStated: number,
  up: '' | '../',
): Html {
  const largest = Math.max(1, rows[0]?.count ?? 1, notStated)
  return html`<ol>
${rows.map(
  ({ value, count }) =>
    html`<li><a href="${up}jobs${withFilter(filter, field, value)}">${valueText(value)} <span class="count">${formatNumber(count)}</span>${meter(count / largest)}</a></li>\n`,
)}${notStated > 0 ? html`<li><span><span class="none">not stated</span> <span class="count">${formatNumber(notStated)}</span>${meter(notStated / largest)}</span></li>\n` : undefined}</ol>`
}

export function titleOf(field: FacetField): string {
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
