/** The department pages as HTML. They work without scripts, in print and for search engines. */

import { dateElement } from '../../../../http/pages/age-text.ts'
import { type Html, html, jsonForScript } from '../../../../http/pages/html.ts'
import { nothingCollected } from '../../../../http/pages/nothing-collected.ts'
import { renderPage } from '../../../../http/pages/page.ts'
import { meter, sectionHead, table } from '../../../../http/pages/parts.ts'
import { requestLink } from '../../../../http/pages/request-link.ts'
import { payText } from '../../normalise/pay.ts'
import type { Collection, DepartmentEntry, PageField } from '../../queries/collections.ts'
import type { Facets } from '../../queries/facets.ts'
import { toFilterValue } from '../../queries/filter-values.ts'
import { pageFields } from '../../schema/job-posting.ts'
import { withFilter } from '../job-pages/search-links.ts'
import { factsLine, valueText as writtenText } from '../job-pages/wording.ts'
import {
  fieldNames,
  formatLongDate,
  formatNumber,
  formatPercent,
  headline,
  pathSegment,
  remainderRows,
  summary,
  topRow,
} from './wording.ts'

/** In two columns, of which each has a long table and a short one. */
const drawnFields = [
  'city',
  'workplace_type',
  'region',
  'employment_type',
] as const satisfies readonly PageField[]

/** `regionText`: the name of a region by its code. */
export function collectionPage(collection: Collection, regionText: (code: string) => string): string {
  const valueText = (field: PageField, value: string) =>
    field === 'region' ? regionText(value) : writtenText(value)
  const { department, date, matched, jobs, breakdowns } = collection
  const title = headline(collection)
  const query = `?department=${pathSegment(toFilterValue(department))}&active=true&limit=25`
  const body = html`<dl class="facts strip">
${pageFields.map((field) => glanceItem(field, breakdowns[field], valueText))}
</dl>
<div class="flow two">
${drawnFields.map((field) => breakdownTable(department, field, breakdowns[field], valueText))}
</div>
<section>${sectionHead(`First ${jobs.length} jobs`, { href: `../jobs${withFilter({ active: true }, 'department', department)}`, text: `All ${formatNumber(matched)}` })}
<ol class="list flow">
${jobs.map(
  (job) => html`<li>
<h3><a href="../jobs/${job.id}">${job.title}</a></h3>
<p class="side">${payText(job) ?? html`<span class="none">pay not stated</span>`}</p>
<p>${factsLine(job)}</p>
<p class="meta">${job.posted === null ? 'First seen' : 'Posted'} ${dateElement(job.posted ?? job.first_seen)}</p>
</li>
`,
)}</ol></section>`
  return renderCollectionPage({
    title,
    fullTitle: `${title}: ${formatNumber(matched)} active postings`,
    crumb: html`One of the <a href="../collections">departments</a> of <a href="../jobs">all jobs</a>.`,
    lead: html`<time data-form="day" datetime="${date}">${formatLongDate(date)}</time> · ${formatNumber(matched)} active posting${matched === 1 ? '' : 's'}`,
    description: summary(collection),
    canonical: pathSegment(department),
    data: jsonLd(collection),
    body,
    forms: [
      requestLink({ href: `../v1/jobs/search${query}`, call: 'data.searchJobs' }),
      html`<a href="${pathSegment(department)}?format=markdown">Markdown</a> · <a href="${pathSegment(department)}?format=json">JSON</a>`,
    ],
    note: 'A job with several places or types of employment counts for each of them, so shares may not add up to 100.',
  })
}

export function indexPage(
  entries: readonly DepartmentEntry[],
  total: number,
  leftOut: number,
  date: string,
): string {
  const largest = entries[0]?.count ?? 1
  const body = html`${entries.length === 0 ? nothingCollected('job boards') : undefined}<div class="facets flow"><ul>
${entries.map(({ department, count }) => html`<li><a href="collections/${pathSegment(department)}">${department} <span class="count">${formatNumber(count)}</span>${meter(count / largest)}</a></li>\n`)}</ul></div>
${leftOut > 0 ? html`<p class="soft">${formatNumber(leftOut)} smaller departments are not listed.</p>` : undefined}`
  return renderCollectionPage({
    title: 'Jobs by department',
    fullTitle: `Jobs: ${formatNumber(total)} active postings by department`,
    crumb: html`All jobs, also as <a href="jobs">one search</a> and <a href="companies">by company</a>.`,
    lead: html`<time data-form="day" datetime="${date}">${formatLongDate(date)}</time> · ${formatNumber(total)} active postings`,
    forms: [
      requestLink({
        href: 'v1/jobs/facets/department?active=true',
        call: 'data.jobFacetsBy',
        path: '/job-postings/v1/jobs/facets/{by}',
      }),
      html`<a href="collections?format=markdown">Markdown</a> · <a href="collections?format=json">JSON</a>`,
    ],
    note: 'Departments as named by employers.',
    description: `${formatNumber(total)} active job postings from public boards, by department.`,
    canonical: 'collections',
    data: {
      '@context': 'https://schema.org',
      '@type': 'CollectionPage',
      name: 'Jobs',
      dateModified: date,
      mainEntity: {
        '@type': 'ItemList',
        numberOfItems: entries.length,
        itemListElement: entries.slice(0, 100).map(({ department }, at) => ({
          '@type': 'ListItem',
          position: at + 1,
          name: department,
          url: `collections/${pathSegment(department)}`,
        })),
      },
    },
    body,
  })
}

function renderCollectionPage({
  canonical,
  data,
  forms,
  ...page
}: {
  title: string
  fullTitle: string
  crumb: Html
  lead: Html
  description: string
  canonical: string
  data: unknown
  body: Html
  /** The same in other forms. */
  forms: readonly Html[]
  note: string
}): string {
  return renderPage({
    ...page,
    section: 'jobs',
    head: html`<link rel="canonical" href="${canonical}">
<script type="application/ld+json">${jsonForScript(data)}</script>`,
    data: forms,
  })
}

type ValueText = (field: PageField, value: string) => string

function glanceItem(field: PageField, breakdown: Facets, valueText: ValueText): Html | undefined {
  const top = topRow(breakdown)
  if (top === undefined) return undefined
  return html`<div><dt>${fieldNames[field].one}</dt><dd>${valueText(field, top.value)} <small>${formatNumber(top.count)} · ${top.share}</small></dd></div>
`
}

function breakdownTable(
  department: string,
  field: PageField,
  breakdown: Facets,
  valueText: ValueText,
): Html | undefined {
  const { rows, values } = breakdown
  if (rows.length === 0) return undefined
  const filter = { active: true, department: toFilterValue(department) }
  const remainder = remainderRows(field, breakdown)
  const largest = Math.max(rows[0]?.count ?? 1, ...remainder.map(({ count }) => count))
  const row = (name: Html | string, count: number, share: string) => [
    name,
    meter(count / largest),
    formatNumber(count),
    share,
  ]
  return html`<section>${sectionHead(fieldNames[field].title)}
${table({
  label: fieldNames[field].title,
  columns: [
    { name: values > rows.length ? `First ${rows.length} of ${formatNumber(values)}` : 'Value' },
    { name: html`<span class="unseen">Compared with the first</span>` },
    { name: 'Jobs', isNumber: true },
    { name: 'Share', isNumber: true },
  ],
  kind: '',
  rows: [
    ...rows.map(({ value, count, share }) =>
      row(
        html`<a href="../jobs${withFilter(filter, field, value)}">${valueText(field, value)}</a>`,
        count,
        formatPercent(share),
      ),
    ),
    ...remainder.map(({ label, count, share }) =>
      row(html`<span class="none">${label.toLowerCase()}</span>`, count, share),
    ),
  ],
})}</section>
`
}

function jsonLd(collection: Collection): unknown {
  return {
    '@context': 'https://schema.org',
    '@type': 'CollectionPage',
    name: headline(collection),
    description: summary(collection),
    dateModified: collection.date,
    mainEntity: {
      '@type': 'ItemList',
      numberOfItems: collection.matched,
      itemListElement: collection.jobs.map(({ title, url }, at) => ({
        '@type': 'ListItem',
        position: at + 1,
        name: title,
        url,
      })),
    },
  }
}
