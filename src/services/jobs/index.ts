/** The jobs service: search, counts and a page per department over the job boards of many employers. */

import { Type } from 'typebox'
import { type Clock, systemClock } from '../../core/clock.ts'
import type { SharedBuffers } from '../../core/shared-buffers.ts'
import { changeRoutes } from '../../http/changes/change-routes.ts'
import { anyChangeSource } from '../../http/changes/change-source.ts'
import { collectionWarnings, commonMeta, NearPlace } from '../../http/openapi/meta.ts'
import type { Service } from '../../http/service.ts'
import { limitBlocks, shareBlocks } from './queries/blocks/block-cache.ts'
import { readFacets } from './queries/read-facets.ts'
import { searchJobs } from './queries/search-jobs.ts'
import { jobChangeRoutes } from './routes/changes.ts'
import { collectionRoutes } from './routes/collections.ts'
import { feedRoutes } from './routes/feeds.ts'
import { newestJobs } from './routes/front-page-news.ts'
import { historyRoutes } from './routes/history.ts'
import { jobRoutes } from './routes/jobs.ts'
import { jobPageRoutes } from './routes/pages.ts'
import { postingChanges } from './routes/posting-changes.ts'
import { jobSearches } from './routes/search-sections.ts'
import { listSitemaps, sitemapRoutes } from './routes/sitemaps.ts'
import { suggestRoutes } from './routes/suggest.ts'
import { JobsFreshness } from './schema/job-posting.ts'
import type { JobsDatabase } from './schema/tables.ts'
import { Understood } from './schema/understood.ts'

const JobsMeta = Type.Object(
  {
    ...commonMeta,
    field: Type.Optional(Type.String({ description: 'The counted field.' })),
    values: Type.Optional(Type.Integer({ description: 'Number of distinct values.' })),
    left_out: Type.Optional(Type.Integer({ description: 'Values omitted because of `limit`.' })),
    not_stated: Type.Optional(Type.Integer({ description: 'Number of matching jobs without a value.' })),
    near: Type.Optional(NearPlace),
    understood: Type.Optional(Understood),
    freshness: Type.Optional(JobsFreshness),
    warnings: collectionWarnings,
  },
  { $id: 'Meta' },
)

interface JobsOptions {
  /** If other threads serve it too. */
  readonly buffers?: SharedBuffers | undefined
  /** For the columns of postings that searches read; further ones are read for every search. Default: all of ten million postings. */
  readonly bytesMax?: number | undefined
  /** How many days closed postings stay. Default: 31, the least that can be set. */
  readonly closedDays?: number | undefined
}

/** `url`: the public address of the service, for feeds, sitemaps and canonical links. */
export function jobsService(
  db: JobsDatabase,
  url: string,
  { buffers, bytesMax, closedDays = 31 }: JobsOptions = {},
  clock: Clock = systemClock,
): Service {
  if (buffers !== undefined) shareBlocks(db, buffers)
  if (bytesMax !== undefined) limitBlocks(db, { blocks: bytesMax, words: bytesMax })
  const changes = postingChanges(db)
  return {
    id: 'jobs',
    scopes: ['jobs'],
    desk: {
      neverHeld: 'Job boards are not here: a second short list confirms the first.',
      addsByName: true,
    },
    title: 'Job postings',
    about: 'Public job postings of many employers: search, counts, and a page per department.',
    version: '0.1.0',
    description: 'Public job postings, read from the boards of applicant-tracking systems.',
    tags: [
      { name: 'Job postings', description: 'Search, count and read jobs.' },
      { name: 'Support', description: 'Health, index and this document.' },
    ],
    routes: [
      // Before the route of a job: `suggest` is no id.
      ...suggestRoutes(db),
      ...jobRoutes(db),
      ...historyRoutes(db, closedDays),
      ...changeRoutes(changes, { db, clock }),
      ...jobChangeRoutes(db),
      ...collectionRoutes(db),
      ...jobPageRoutes(db, url, closedDays),
      ...feedRoutes(db, url),
      ...sitemapRoutes(db, url),
    ],
    changes: anyChangeSource(changes),
    meta: JobsMeta,
    examples: [
      {
        path: '/job-postings/v1/jobs/search?department=Engineering&limit=3',
        shows: 'the newest engineering jobs',
      },
      { path: '/job-postings/v1/jobs/facets?field=city&limit=5', shows: 'the cities with the most jobs' },
      { path: '/job-postings/collections/Engineering?format=markdown', shows: 'a department as a page' },
      { path: '/job-postings/feeds/rss?q=engineer', shows: 'the newest jobs of a search as a feed' },
    ],
    pages: [
      { path: '/job-postings/jobs', title: 'all jobs' },
      { path: '/job-postings/collections', title: 'jobs by department' },
      { path: '/job-postings/companies', title: 'jobs by company' },
    ],
    sitemaps: () => listSitemaps(db),
    frontPage: (request) => newestJobs(db, request),
    searches: jobSearches(db),
    async readIds() {
      const { rows } = await searchJobs(db, { active: true }, { limit: 1 })
      return rows[0] === undefined ? {} : { job_id: rows[0].id }
    },
    async counts() {
      const [jobs, companies] = await Promise.all([
        searchJobs(db, { active: true }, { limit: 1 }),
        readFacets(db, 'company', { active: true }, 1),
      ])
      return { employers: companies.values, job_postings: jobs.total }
    },
  }
}
