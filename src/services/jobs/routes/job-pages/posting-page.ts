/** The page of one posting, for people and search engines. */

import { ageText, dateElement } from '../../../../http/pages/age-text.ts'
import { externalLink } from '../../../../http/pages/external-link.ts'
import { Html, html, jsonForScript } from '../../../../http/pages/html.ts'
import { renderPage } from '../../../../http/pages/page.ts'
import { facts, initials, sectionHead } from '../../../../http/pages/parts.ts'
import { requestLink } from '../../../../http/pages/request-link.ts'
import { payText } from '../../normalise/pay.ts'
import { toFilterValue } from '../../queries/filter-values.ts'
import type { JobPosting } from '../../schema/job-posting.ts'
import { allPlacesText, placeText } from './place-text.ts'
import { toQueryString } from './search-links.ts'
import { toStructuredData } from './structured-data.ts'
import { factsLine, valueText } from './wording.ts'

interface PostingPage {
  readonly job: JobPosting
  /** The newest at the same company. */
  readonly others: readonly JobPosting[]
  /** The public address of the page. */
  readonly url: string
  readonly nowMs: number
}

export function postingPage({ job, others, url, nowMs }: PostingPage): string {
  const { title, company, role_group, status, captured_at } = job
  const summary = [factsLine(job), payText(job)].filter(Boolean).join(' · ')
  const isOpen = status === 'active'
  const { description } = job
  const data = isOpen ? toStructuredData(job) : undefined
  const atCompany = toQueryString({ active: true, company: toFilterValue(company) })
  const inGroup = toQueryString({ active: true, department: toFilterValue(role_group) })
  const pay = payText(job)
  const allPlaces = allPlacesText(job)
  const body = html`${facts(
    [
      ['Pay', pay ?? html`<span class="none">not stated</span>`],
      ['Place', placeText(job)],
      ['Work model', job.workplace_type === null ? undefined : valueText(job.workplace_type)],
      ['Employment', job.employment_type === null ? undefined : valueText(job.employment_type)],
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
  ['All places', allPlaces === placeText(job) ? undefined : allPlaces],
  ['Role group', role_group === '' ? undefined : html`<a href="../jobs${inGroup}">${role_group}</a>`],
  ['Applicant-tracking system', job.ats],
  ['First seen', job.posted === null ? undefined : dateElement(job.first_seen)],
  ['Changed', job.changed === job.first_seen ? undefined : dateElement(job.changed)],
  [
    'Last read',
    captured_at === null
      ? undefined
      : html`<time datetime="${captured_at}">${ageText(nowMs - Date.parse(captured_at))}</time>`,
  ],
])}</section>
<section>${sectionHead(`More at ${company}`, { href: `../jobs${atCompany}`, text: 'All jobs' })}
${
  others.length === 0
    ? html`<p class="none">no other open job</p>`
    : html`<ul class="list">${others.map((other) => html`<li><h3><a href="${other.id}">${other.title}</a></h3><p class="meta">${[placeText(other), payText(other) ?? 'pay not stated'].filter(Boolean).join(' · ')}</p></li>\n`)}</ul>`
}</section></div>
</div>`
  return renderPage({
    title,
    fullTitle: `${title} at ${company}`,
    section: 'jobs',
    crumb: html`A job at <a href="../jobs${atCompany}">${company}</a>, among <a href="../jobs">all jobs</a>.`,
    lead: [company, placeText(job)].filter(Boolean).join(' · '),
    picture: initials(company, 'large'),
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
