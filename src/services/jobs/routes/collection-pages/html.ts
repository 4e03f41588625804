/** The department pages as HTML. They work without scripts, in print and for search engines. */

import { dateElement } from '../../../../http/pages/age-text.ts'
import { Html, html, jsonForScript } from '../../../../http/pages/html.ts'
import { nothingCollected } from '../../../../http/pages/nothing-collected.ts'
import { renderPage } from '../../../../http/pages/page.ts'
import { scriptTags } from '../../../../http/pages/page-scripts.ts'
import { requestLink } from '../../../../http/pages/request-link.ts'
import type { Collection, DepartmentEntry, PageField } from '../../queries/collections.ts'
import type { Facets } from '../../queries/facets.ts'
import { toFilterValue } from '../../queries/filter-values.ts'
import { pageFields } from '../../schema/job-posting.ts'
import { withFilter } from '../job-pages/search-links.ts'
import { payText } from '../job-pages/wording.ts'
import {
  fieldNames,
  formatLongDate,
  formatNumber,
  formatPercent,
  headline,
  pathSegment,
  postingFacts,
  remainderRows,
  summary,
  topRow,
} from './wording.ts'

const style = new Html(`
.kicker { text-transform: uppercase; letter-spacing: .14em; font-size: .8rem; margin: 0 0 .2rem } .kicker a { color: inherit }
.glance { display: grid; grid-template-columns: repeat(auto-fit, minmax(11rem, 1fr)); gap: .75rem 1.5rem; margin: 0 0 2rem; padding: .9rem 0; border-bottom: 1px solid var(--rule) }
.glance div { border-inline-start: 3px solid var(--accent); padding-inline-start: .7rem }
.glance dt { color: var(--soft); font-size: .85rem } .glance dd { margin: 0; font-size: 1.15rem; line-height: 1.3 } .glance small { display: block; font-size: .85rem; color: var(--soft) }
table { width: 100%; table-layout: fixed; border-collapse: collapse; font-variant-numeric: tabular-nums; margin-bottom: 1.5rem }
caption { text-align: start; font-size: 1.2rem; font-weight: 700; padding-bottom: .3rem }
.breakdowns { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(26rem, 100%), 1fr)); gap: 0 2.5rem }
th { font-weight: 400; text-align: start; overflow-wrap: anywhere } thead th, thead td { color: var(--soft); font-size: .8rem; border-bottom: 1px solid var(--rule) }
td, th { padding: .18rem .4rem .18rem 0; vertical-align: middle } td.count, th.count { text-align: end; width: 4.5rem } td.share, th.share { text-align: end; width: 3.6rem }
td.bar { width: 34% } @media (max-width: 30rem) { td.bar { width: 20% } td.count, th.count { width: 3.6rem } td.share, th.share { width: 2.8rem } } .bar i { display: block; height: .7rem; background: var(--accent); opacity: .75; min-width: 2px }
.jobs { list-style: none; padding: 0; margin: 0; columns: 2 24rem; column-gap: 2.5rem }
.jobs > li { break-inside: avoid; padding: .8rem 0; border-bottom: 1px solid var(--rule) } .jobs h3 { margin: 0 0 .2rem; font-size: 1.08rem; overflow-wrap: anywhere }
.jobs dl { font-size: .9rem } .jobs dd { overflow-wrap: anywhere }
.index { list-style: none; padding: 0; columns: 3 14rem; column-gap: 2rem } .index li { display: flex; justify-content: space-between; gap: 1rem; border-bottom: 1px dotted var(--rule); padding: .2rem 0; break-inside: avoid } .index a, h1, .glance dd { overflow-wrap: anywhere } .index a { min-width: 0 } .index span { color: var(--soft); font-variant-numeric: tabular-nums }
h2 { margin-top: 2rem }
@media print { .jobs, .index { columns: 2 } a { color: inherit; text-decoration: none } .bar i { print-color-adjust: exact } footer nav { display: none } }
`)

/** `regionText`: the name of a region by its code. */
export function collectionPage(collection: Collection, regionText: (code: string) => string): string {
  const valueText = (field: PageField, value: string) => (field === 'region' ? regionText(value) : value)
  const { department, date, matched, jobs, breakdowns } = collection
  const title = headline(collection)
  const query = `?department=${pathSegment(toFilterValue(department))}&active=true&limit=25`
  const body = html`<header class="masthead">
<p class="kicker"><a href="/">Broadsheet</a> · <a href="../jobs">Jobs</a></p>
<h1>${title}</h1>
<p><time data-form="day" datetime="${date}">${formatLongDate(date)}</time> · ${formatNumber(matched)} active posting${matched === 1 ? '' : 's'}</p>
</header>
<main id="content">
<h2>At a glance</h2>
<dl class="glance">
<div><dt>Collection</dt><dd>${department} <small>${formatNumber(matched)} active postings matched</small></dd></div>
${pageFields.map((field) => glanceItem(field, breakdowns[field], valueText))}
</dl>
<div class="breakdowns">
${pageFields.map((field) => breakdownTable(department, field, breakdowns[field], valueText))}
</div>
<h2>First ${jobs.length} jobs</h2>
<ol class="jobs">
${jobs.map(
  (job) => html`<li>
<h3><a href="../jobs/${job.id}">${job.title}</a></h3>
<dl class="facts">${postingFacts({ ...job, salary: payText(job) }, dateElement).map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
</li>
`,
)}</ol>
</main>
<footer><nav aria-label="Other formats">
<a href="../collections">All departments</a> · <a href="${pathSegment(department)}?format=markdown">Markdown</a> · <a href="${pathSegment(department)}?format=json">JSON</a> ·
${requestLink({ href: `../v1/jobs/search${query}`, call: 'data.searchJobs' })}</nav>
<p>A job with several places or types of employment counts for each of them, so shares may not add up to 100.</p></footer>`
  return renderCollectionPage({
    title: `${title}: ${formatNumber(matched)} active postings`,
    description: summary(collection),
    canonical: pathSegment(department),
    data: jsonLd(collection),
    body,
  })
}

export function indexPage(
  entries: readonly DepartmentEntry[],
  total: number,
  leftOut: number,
  date: string,
): string {
  const body = html`<header class="masthead">
<p class="kicker"><a href="/">Broadsheet</a> · <a href="jobs">Jobs</a></p>
<h1>Jobs by department</h1>
<p><time data-form="day" datetime="${date}">${formatLongDate(date)}</time> · ${formatNumber(total)} active postings</p>
</header>
<main id="content">
<h2>Departments</h2>
${entries.length === 0 ? nothingCollected('job boards') : undefined}<ul class="index">
${entries.map(({ department, count }) => html`<li><a href="collections/${pathSegment(department)}">${department}</a> <span>${formatNumber(count)}</span></li>\n`)}</ul>
${leftOut > 0 ? html`<p class="soft">${formatNumber(leftOut)} smaller departments are not listed.</p>` : undefined}
</main>
<footer><nav aria-label="Other formats">
<a href="collections?format=markdown">Markdown</a> · <a href="collections?format=json">JSON</a> ·
${requestLink({ href: 'v1/jobs/facets/department?active=true', call: 'data.jobFacetsBy', path: '/job-postings/v1/jobs/facets/{by}' })}</nav>
<p>Departments as named by employers.</p></footer>`
  return renderCollectionPage({
    title: `Jobs: ${formatNumber(total)} active postings by department`,
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

function renderCollectionPage(page: {
  title: string
  description: string
  canonical: string
  data: unknown
  body: Html
}): string {
  const head = html`<meta name="description" content="${page.description}">
<link rel="canonical" href="${page.canonical}">
<style>${style}</style>
<script type="application/ld+json">${jsonForScript(page.data)}</script>
${scriptTags(['reader-times', 'type-ahead', 'copy-request'])}`
  return renderPage({ title: page.title, head, body: page.body })
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
  const bar = (count: number) => html`<i style="width:${Math.round((100 * count) / largest)}%"></i>`
  return html`<section><table>
<caption>${fieldNames[field].title}</caption>
<thead><tr><th scope="col">${values > rows.length ? `First ${rows.length} of ${formatNumber(values)}` : 'Value'}</th><td></td><th scope="col" class="count">Jobs</th><th scope="col" class="share">Share</th></tr></thead>
<tbody>
${rows.map(
  ({
    value,
    count,
    share,
  }) => html`<tr><th scope="row"><a href="../jobs${withFilter(filter, field, value)}">${valueText(field, value)}</a></th><td class="bar">${bar(count)}</td><td class="count">${formatNumber(count)}</td><td class="share">${formatPercent(share)}</td></tr>
`,
)}${remainder.map(
  ({ label, count, share }) =>
    html`<tr class="soft"><th scope="row">${label}</th><td class="bar">${bar(count)}</td><td class="count">${formatNumber(count)}</td><td class="share">${share}</td></tr>
`,
)}</tbody>
</table></section>
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
