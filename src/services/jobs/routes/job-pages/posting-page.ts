/** The page of one posting, for people and search engines. */

import { ageText, dateElement } from '../../../../http/pages/age-text.ts'
import { externalLink } from '../../../../http/pages/external-link.ts'
import { Html, html, jsonForScript } from '../../../../http/pages/html.ts'
import { renderPage } from '../../../../http/pages/page.ts'
import { facts, sectionHead } from '../../../../http/pages/parts.ts'
import { requestLink } from '../../../../http/pages/request-link.ts'
import { toFilterValue } from '../../queries/filter-values.ts'
import type { JobPosting } from '../../schema/job-posting.ts'
import { postingFacts } from '../collection-pages/wording.ts'
import { allPlacesText, placeText } from './place-text.ts'
import { toQueryString } from './search-links.ts'
import { toStructuredData } from './structured-data.ts'
import { factsLine, payText } from './wording.ts'

/** `url`: the public address of the page. */
export function postingPage(job: JobPosting, url: string, nowMs: number): string {
  const { title, company, role_group, status, captured_at } = job
  const summary = [factsLine(job), payText(job)].filter(Boolean).join(' · ')
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
  const pay = payText(job)
  const body = html`${facts(
    [
      ['Pay', pay ?? html`<span class="none">not stated</span>`],
      ['Place', placeText(job)],
      ['Work model', job.workplace_type ?? undefined],
      ['Employment', job.employment_type ?? undefined],
      [job.posted === null ? 'First seen' : 'Posted', dateElement(job.posted ?? job.first_seen)],
    ],
    'strip',
  )}
<div class="grid">
<article class="c8 prose description">${
    description == null
      ? html`<p class="none">No description of this job is available.</p>`
      : new Html(description.html)
  }</article>
<div class="c4 tight"><section class="panel"><h2>${isOpen ? 'Apply' : 'Closed'}</h2>
${
  isOpen
    ? html`<p>${externalLink(job.url, `View and apply at ${company}`, 'button full')}</p><p class="meta">The employer’s own page; nothing is sent from here.</p>`
    : html`<p><strong>This posting closed on ${job.closed_on === null ? 'an unknown day' : dateElement(job.closed_on)}.</strong></p>`
}</section>
<section>${sectionHead('Facts')}
${facts([
  ...postingFacts(inWords(job), dateElement),
  [
    'Last read',
    captured_at === null
      ? undefined
      : html`<time datetime="${captured_at}">${ageText(nowMs - Date.parse(captured_at))}</time>`,
  ],
])}</section>
<section>${sectionHead('More jobs')}
<ul class="list">
${related.map(({ text, query }) => html`<li><h3><a href="../jobs${query}">${text}</a></h3></li>\n`)}</ul></section></div>
</div>`
  return renderPage({
    title,
    fullTitle: `${title} at ${company}`,
    section: 'jobs',
    crumb: html`A job at <a href="../jobs${related[0]?.query}">${company}</a>, among <a href="../jobs">all jobs</a>.`,
    lead: [company, placeText(job)].filter((text) => text !== '').join(' · '),
    description: summary,
    head: html`<link rel="canonical" href="${url}">
<meta property="og:description" content="${summary}">
<meta property="og:url" content="${url}">
${data === undefined ? undefined : html`<script type="application/ld+json">${jsonForScript(data)}</script>`}`,
    body,
    data: [
      requestLink({
        href: `../v1/jobs/${job.id}`,
        call: 'data.getJob',
        path: '/job-postings/v1/jobs/{job_id}',
      }),
    ],
  })
}

/** With all places, and the pay as one text. */
function inWords(job: JobPosting): JobPosting {
  return { ...job, location: allPlacesText(job), salary: payText(job) }
}
