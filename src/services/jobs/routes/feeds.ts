/** Any search as a feed. */

import { Type } from 'typebox'
import { limit, oneOf } from '../../../http/openapi/fields.ts'
import {
  type Feed,
  type FeedFormat,
  type FeedItem,
  feedFormats,
  feedReply,
  feedTypes,
} from '../../../http/pages/feeds/feed.ts'
import { type AnyRoute, defineRoute } from '../../../http/route.ts'
import { payText } from '../normalise/pay.ts'
import type { JobFilter } from '../queries/filters.ts'
import { searchJobs } from '../queries/search-jobs.ts'
import type { JobPosting } from '../schema/job-posting.ts'
import type { JobsDatabase } from '../schema/tables.ts'
import { filterParameters, resolveFilter } from './filter-parameters.ts'
import { toQueryString } from './job-pages/search-links.ts'
import { searchTitle } from './job-pages/wording.ts'
import { jobsCache } from './jobs.ts'

/** `url`: the public address of the service. */
export function feedRoutes(db: JobsDatabase, url: string): AnyRoute[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/job-postings/feeds/:format',
      id: 'getJobFeed',
      tag: 'Job postings',
      hidden: true,
      summary: 'Get a feed of jobs',
      description: 'The newest jobs of a search, for feed readers. Takes the filters of the search.',
      params: Type.Object({
        format: oneOf(feedFormats, { description: 'RSS 2.0, Atom or JSON Feed 1.1.' }),
      }),
      query: Type.Object({ limit: limit(200, 50), ...filterParameters }),
      response: { body: Type.String(), type: feedTypes.rss },
      acceptsAny: true,
      access: 'optional',
      cache: jobsCache,
      handle: async ({ params: { format }, query: { limit, ...filter }, signal }) => {
        const located = resolveFilter(filter)
        return feedReply(format, await readFeed(db, format, { ...located, limit }, url, signal))
      },
    }),
  ]
}

/** The newest jobs of a search. */
export async function readFeed(
  db: JobsDatabase,
  format: FeedFormat,
  { limit, location, ...filter }: JobFilter & { readonly limit: number },
  url: string,
  signal?: AbortSignal,
): Promise<Feed> {
  const pages = `${url}/job-postings`
  const { rows } = await searchJobs(db, { ...filter, location }, { sort: 'posted', limit, signal })
  const search = toQueryString(filter)
  const jobs = rows.slice(0, limit).map(({ doc }) => JSON.parse(doc) as JobPosting)
  return {
    title: searchTitle(filter),
    pageUrl: `${pages}/jobs${search}`,
    feedUrl: `${pages}/feeds/${format}${search}`,
    items: jobs.map((job) => toItem(job, pages)),
    newestDay: jobs.length === 0 ? await readNewestDay(db, signal) : undefined,
  }
}

/** Until this day, a search that finds nothing has been without a match. */
async function readNewestDay(db: JobsDatabase, signal: AbortSignal | undefined): Promise<string | undefined> {
  const { rows } = await searchJobs(db, { active: true }, { sort: 'posted', limit: 1, signal })
  return rows[0] && (JSON.parse(rows[0].doc) as JobPosting).changed
}

function toItem(job: JobPosting, pages: string): FeedItem {
  const { id, title, company, location, workplace_type, employment_type, role_group } = job
  return {
    url: `${pages}/jobs/${id}`,
    title: `${title}, ${company}`,
    summary: [location, workplace_type, employment_type, payText(job)].filter(Boolean).join(' · '),
    author: company,
    publishedOn: job.posted ?? job.first_seen,
    updatedOn: job.changed,
    tags: role_group === '' ? [] : [role_group],
  }
}
