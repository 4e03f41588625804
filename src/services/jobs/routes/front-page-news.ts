/** The news of jobs on the front page: the newest postings. */

import { html } from '../../../http/pages/html.ts'
import type { FrontPageNews, FrontPageRequest } from '../../../http/service.ts'
import { searchJobs } from '../queries/search-jobs.ts'
import type { JobPosting } from '../schema/job-posting.ts'
import type { JobsDatabase } from '../schema/tables.ts'

const jobsShown = 6

export async function newestJobs(db: JobsDatabase, { base }: FrontPageRequest): Promise<FrontPageNews> {
  const { rows, total } = await searchJobs(db, { active: true }, { sort: 'posted', limit: jobsShown })
  const jobs = rows.slice(0, jobsShown).map(({ doc }) => JSON.parse(doc) as JobPosting)
  const pages = `${base}/job-postings`
  return {
    heading: 'Newest jobs',
    body: html`${jobs.length === 0 ? html`<p>No job boards have been collected yet.</p>` : undefined}
<ul class="list">
${jobs.map(
  ({
    id,
    title,
    company,
    location,
    posted,
    first_seen,
  }) => html`<li><h3><a href="${pages}/jobs/${id}">${title}</a></h3>
<p>${[company, location].filter(Boolean).join(' · ')}</p>
<p class="soft"><time datetime="${posted ?? first_seen}">${posted ?? first_seen}</time></p></li>
`,
)}</ul>
<p><a href="${pages}/jobs">All ${total.toLocaleString('en')} jobs</a> · <a href="${pages}/collections">by department</a></p>`,
  }
}
