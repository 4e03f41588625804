/** What the search over everything finds in the jobs. */

import { toQueryString as toQuery } from '../../../http/pages/page-query.ts'
import type { SearchSection } from '../../../http/service.ts'
import { searchJobs } from '../queries/search-jobs.ts'
import { suggest } from '../queries/suggest.ts'
import type { JobPosting } from '../schema/job-posting.ts'
import type { JobsDatabase } from '../schema/tables.ts'
import { placeText } from './job-pages/place-text.ts'
import { toQueryString, withFilter } from './job-pages/search-links.ts'

export function jobSearches(db: JobsDatabase): SearchSection[] {
  return [
    {
      id: 'jobs',
      title: 'Jobs',
      async find({ base, q, limit, signal }) {
        const filter = { active: true, q }
        const { rows } = await searchJobs(db, filter, { sort: 'relevance', limit, signal })
        const jobs = rows.slice(0, limit).map(({ doc }) => JSON.parse(doc) as JobPosting)
        return {
          hits: jobs.map((job) => ({
            title: job.title,
            note: [job.company, placeText(job, filter)].filter(Boolean).join(' · '),
            path: `${base}/job-postings/jobs/${job.id}`,
          })),
          all: `${base}/job-postings/jobs${toQueryString(filter)}`,
          api: {
            href: `${base}/job-postings/v1/jobs/search${toQueryString(filter, { limit: String(limit) })}`,
            call: 'data.searchJobs',
          },
        }
      },
    },
    {
      id: 'employers',
      title: 'Employers',
      async find({ base, q, limit, nowMs, signal }) {
        signal.throwIfAborted()
        const companies = await suggest(db, q, { types: new Set(['company']), limit, nowMs })
        return {
          hits: companies.map(({ value, count }) => ({
            title: value,
            note: `${count.toLocaleString('en')} job${count === 1 ? '' : 's'}`,
            path: `${base}/job-postings/jobs${withFilter({ active: true }, 'company', value)}`,
          })),
          api: {
            href: `${base}/job-postings/v1/jobs/suggest${toQuery({ q, type: 'company', limit })}`,
            call: 'data.suggestJobs',
          },
        }
      },
    },
  ]
}
