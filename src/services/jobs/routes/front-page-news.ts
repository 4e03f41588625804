/** The news of jobs on the front page: the newest postings. */

import { dateElement } from '../../../http/pages/age-text.ts'
import { html } from '../../../http/pages/html.ts'
import type { FrontPageNews, FrontPageRequest } from '../../../http/service.ts'
import { payText } from '../normalise/pay.ts'
import { searchJobs } from '../queries/search-jobs.ts'
import type { JobPosting } from '../schema/job-posting.ts'
import type { JobsDatabase } from '../schema/tables.ts'
import { placeText } from './job-pages/place-text.ts'

const jobsShown = 6

export async function newestJobs(db: JobsDatabase, { base }: FrontPageRequest): Promise<FrontPageNews> {
  const { rows, total } = await searchJobs(db, { active: true }, { sort: 'posted', limit: jobsShown })
  const jobs = rows.slice(0, jobsShown).map(({ doc }) => JSON.parse(doc) as JobPosting)
  const pages = `${base}/job-postings`
  return {
    heading: 'Newest jobs',
    api: {
      href: `${pages}/v1/jobs/search?active=true&sort=posted&limit=${jobsShown}`,
      call: 'data.searchJobs',
    },
    all: { href: `${pages}/jobs`, text: total === 0 ? 'Jobs' : `All ${total.toLocaleString('en')}` },
    body: html`${jobs.length === 0 ? html`<p>No job boards have been collected yet.</p>` : undefined}
<ul class="list">
${jobs.map(
  (job) => html`<li><h3><a href="${pages}/jobs/${job.id}">${job.title}</a></h3>
<p class="meta">${[payText(job), job.company, placeText(job)].filter(Boolean).join(' · ')} · ${dateElement(job.posted ?? job.first_seen)}</p></li>
`,
)}</ul>
<p class="meta"><a href="${pages}/collections">By department</a> · <a href="${pages}/companies">by company</a></p>`,
  }
}
