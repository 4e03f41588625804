/** Routes for searching, counting and reading jobs. */

import { Type } from 'typebox'
import { Failure } from '../../../core/errors.ts'
import { cursor, day, limit, oneOf, withDefault } from '../../../http/openapi/fields.ts'
import { docReply, pageReply, type Reply } from '../../../http/reply.ts'
import { type AnyRoute, defineRoute } from '../../../http/route.ts'
import type { JobFilter } from '../queries/filters.ts'
import { readBoardsFreshness } from '../queries/job-age.ts'
import { readFacets } from '../queries/read-facets.ts'
import { readJob } from '../queries/read-job.ts'
import { searchJobs, sortOrders } from '../queries/search-jobs.ts'
import { type FacetField, FacetRow, facetFields, JobPosting, pageFields } from '../schema/job-posting.ts'
import type { JobsDatabase } from '../schema/tables.ts'
import { employmentLabels, payPeriods } from '../schema/vocabulary.ts'

export const jobsCache = { scope: 'jobs', maxAgeSeconds: 60 }

function labelParameter(description: string, example?: string) {
  return Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description, ...(example ? { examples: [example] } : {}) }),
  )
}

export const filterParameters = {
  active: withDefault(Type.Boolean({ description: '`true`: open jobs. `false`: closed jobs.' }), true),
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 400,
      description:
        'Words in title, company, department or place, in any form of the word. All words must match. Use quotes for phrases and `word*` for prefixes. If nothing matches, one letter of a word may differ.',
      examples: ['"data engineer" lond*'],
    }),
  ),
  department: labelParameter(
    'Department as named by the employer, ignoring case, character width and spacing.',
    'Engineering',
  ),
  company: labelParameter('Name of the employer.'),
  city: labelParameter(
    'Name of a city, with or without accents, and optionally its country: `London, Canada`. City, region and country match one and the same place.',
    'Berlin',
  ),
  region: labelParameter('ISO 3166-2 code of a region, with or without the country: `US-CA`.', 'CA'),
  country: labelParameter('Name of a country, or its code of two or three letters.', 'United States'),
  workplace_type: Type.Optional(
    oneOf(['On Site', 'Remote', 'Hybrid', 'on_site', 'remote', 'hybrid'], {
      description: 'Workplace type.',
    }),
  ),
  employment_type: Type.Optional(
    Type.String({
      pattern: `^(${employmentLabels.join('|')})(, (${employmentLabels.join('|')}))*$`,
      maxLength: 200,
      description:
        'One label matches every job that has it. A comma-separated list matches exactly that combination.',
      examples: ['Full Time'],
    }),
  ),
  ats: labelParameter('Name of the applicant-tracking system.', 'Greenhouse'),
  salary_min: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 1e9,
      description: 'Jobs whose maximum pay is at least this amount per `salary_period`.',
    }),
  ),
  salary_currency: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z]{3}$',
      description: 'ISO 4217 code. Amounts are not converted.',
      examples: ['USD'],
    }),
  ),
  salary_period: Type.Optional(
    oneOf(payPeriods, { description: 'Pay period. Default: `year` if `salary_min` is set.' }),
  ),
  posted_after: Type.Optional(day({ description: 'Posted after this date.' })),
  posted_before: Type.Optional(day({ description: 'Posted before this date.' })),
  first_seen_after: Type.Optional(day({ description: 'First seen after this date.' })),
  changed_after: Type.Optional(day({ description: 'Changed after this date.' })),
}

const facetRouteDefaults = {
  method: 'GET',
  tag: 'Job postings',
  summary: 'Count jobs by field',
  description:
    'Most frequent first. A job with several places counts once for each of its cities, and jobs without a value are not counted, so shares may not add up to 100.',
  response: { rows: FacetRow },
  access: 'optional',
  cache: jobsCache,
} as const satisfies Partial<AnyRoute>

async function toFacetsReply(
  db: JobsDatabase,
  field: FacetField,
  filter: JobFilter,
  limit: number,
): Promise<Reply> {
  const [{ rows, total, values }, freshness] = await Promise.all([
    readFacets(db, field, filter, limit),
    readBoardsFreshness(db),
  ])
  return {
    rows: rows.map((row) => JSON.stringify(row)),
    meta: { field, total, values, left_out: Math.max(0, values - rows.length), freshness },
  }
}

export function jobRoutes(db: JobsDatabase): AnyRoute[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/job-postings/v1/jobs/search',
      id: 'searchJobs',
      tag: 'Job postings',
      summary: 'Search jobs',
      description: 'Newest first by default. `meta.total` is the number of matching jobs.',
      query: Type.Object({
        limit: limit(200, 25),
        ...filterParameters,
        sort: Type.Optional(
          oneOf(sortOrders, {
            description:
              'Descending order. Default: `relevance` with `q`, otherwise `posted`. `relevance` requires `q`.',
          }),
        ),
        cursor: Type.Optional(cursor()),
      }),
      defaults: ({ q, sort = q === undefined ? 'posted' : 'relevance' }) => ({ sort }),
      response: { rows: JobPosting },
      errors: ['invalid_cursor'],
      access: 'optional',
      cache: jobsCache,
      handle: async ({ query, after }) => {
        const { limit, sort = 'posted', cursor: _, ...filter } = query
        const { rows, total, freshness } = await searchJobs(db, filter, { sort, after: after(), limit })
        return pageReply({
          rows,
          limit,
          doc: (row) => row.doc,
          key: (row) => [row.sort, row.id],
          meta: { total, freshness },
        })
      },
    }),
    defineRoute({
      ...facetRouteDefaults,
      path: '/job-postings/v1/jobs/facets',
      id: 'jobFacets',
      query: Type.Object({
        field: oneOf(pageFields, { description: 'The field to count by.' }),
        limit: limit(1000, 25),
        ...filterParameters,
      }),
      handle: async ({ query: { field, limit, ...filter } }) => await toFacetsReply(db, field, filter, limit),
    }),
    defineRoute({
      ...facetRouteDefaults,
      path: '/job-postings/v1/jobs/facets/:by',
      id: 'jobFacetsBy',
      params: Type.Object({ by: oneOf(facetFields, { description: 'The field to count by.' }) }),
      query: Type.Object({ limit: limit(1000, 25), ...filterParameters }),
      handle: async ({ params, query: { limit, ...filter } }) =>
        await toFacetsReply(db, params.by, filter, limit),
    }),
    defineRoute({
      method: 'GET',
      path: '/job-postings/v1/jobs/:job_id',
      id: 'getJob',
      tag: 'Job postings',
      summary: 'Get a job',
      params: Type.Object({ job_id: Type.String({ maxLength: 64, description: '`id` of the posting.' }) }),
      response: { data: JobPosting },
      access: 'optional',
      cache: jobsCache,
      handle: async ({ params }) => {
        const { rows, freshness } = await readJob(db, params.job_id)
        const [job] = rows
        if (job === undefined)
          throw new Failure('not_found', 'There is no job with this id.', {
            details: { parameter: 'job_id' },
          })
        return docReply(job.doc, { freshness })
      },
    }),
  ]
}
