/** The page of one posting, for people and search engines. */

import { ageText, dateElement } from '../../../../http/pages/age-text.ts'
import { externalLink } from '../../../../http/pages/external-link.ts'
import { Html, html, jsonForScript } from '../../../../http/pages/html.ts'
import { renderPage } from '../../../../http/pages/page.ts'
import { scriptTags } from '../../../../http/pages/page-scripts.ts'
import { requestLink } from '../../../../http/pages/request-link.ts'
import { toFilterValue } from '../../queries/filter-values.ts'
import type { JobPosting } from '../../schema/job-posting.ts'
import { postingFacts } from '../collection-pages/wording.ts'
import { allPlacesText, placeText } from './place-text.ts'
import { toQueryString } from './search-links.ts'
import { toStructuredData } from './structured-data.ts'
import { jobPagesStyle } from './style.ts'
import { factsLine, payText } from './wording.ts'

/** `url`: the public address of the page. */
export function postingPage(job: JobPosting, url: string, nowMs: number): string {
  const { title, company, role_group, status, captured_at } = job
  const summary = factsLine(job)
  const isOpen = status === 'active'
  const { description } = job
  const data = isOpen ? toStructuredData(job) : undefined
  const related = [
    {
      text: `All jobs at ${company}`,
      query: toQueryString({ active: true, company: toFilterValue(company) }),
    },
    ...(role_group === ''
      ? []
      : [
          {
            text: `${role_group} jobs`,
            query: toQueryString({ active: true, department: toFilterValue(role_group) }),
          },
        ]),
  ]
  const body = html`<header class="masthead">
<p class="kicker"><a href="/">Broadsheet</a> · <a href="../jobs">Jobs</a></p>
<h1>${title}</h1>
<p>${[company, placeText(job)].filter((text) => text !== '').join(' · ')}</p>
</header>
<main id="content">
${
  isOpen
    ? html`<p>${externalLink(job.url, `View and apply at ${company}`, 'apply')}</p>`
    : html`<p><strong>This posting closed on ${job.closed_on === null ? 'an unknown day' : dateElement(job.closed_on)}.</strong></p>`
}
<h2>Facts</h2>
<dl class="facts">${postingFacts(inWords(job), dateElement).map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>\n`)}${captured_at === null ? undefined : html`<dt>Last read</dt><dd><time datetime="${captured_at}">${ageText(nowMs - Date.parse(captured_at))}</time></dd>\n`}</dl>
<h2>Description</h2>
${
  description == null
    ? html`<p class="soft">No description of this job is available.</p>`
    : html`<div class="description">${new Html(description.html)}</div>`
}
<h2>More jobs</h2>
<ul>
${related.map(({ text, query }) => html`<li><a href="../jobs${query}">${text}</a></li>\n`)}</ul>
</main>
<footer><nav aria-label="Other formats">${requestLink({ href: `../v1/jobs/${job.id}`, call: 'data.getJob', path: '/job-postings/v1/jobs/{job_id}' })} · <a href="../collections">All departments</a></nav></footer>`
  const head = html`<meta name="description" content="${summary}">
<link rel="canonical" href="${url}">
<meta property="og:description" content="${summary}">
<meta property="og:url" content="${url}">
<style>${jobPagesStyle}</style>
${data === undefined ? undefined : html`<script type="application/ld+json">${jsonForScript(data)}</script>`}
${scriptTags(['reader-times', 'type-ahead', 'copy-request'])}`
  return renderPage({ title: `${title} at ${company} · Broadsheet`, head, body })
}

/** With all places, and the pay as one text. */
function inWords(job: JobPosting): JobPosting {
  return { ...job, location: allPlacesText(job), salary: payText(job) }
}
