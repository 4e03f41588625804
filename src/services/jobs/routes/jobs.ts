/** Search and facets: what callers may ask, and what they get. */

import { Type } from 'typebox'
import { Failure } from '../../../core/errors.ts'
import { cursor, day, limit, oneOf, withDefault } from '../../../http/openapi/fields.ts'
import { docReply, pageReply, type Reply } from '../../../http/reply.ts'
import { type AnyRoute, defineRoute } from '../../../http/route.ts'
import type { JobFilter } from '../queries/filters.ts'
import { readFacets } from '../queries/read-facets.ts'
import { searchJobs, sortOrders } from '../queries/search-jobs.ts'
import {
  employmentLabels,
  type FacetField,
  FacetRow,
  facetFields,
  JobPosting,
  pageFields,
  payPeriods,
} from '../schema/job-posting.ts'
import { type JobsDatabase, withJobTables } from '../schema/tables.ts'

export const jobsCache = { scope: 'jobs', maxAgeSeconds: 60 }

function labelParameter(description: string, example?: string) {
  return Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description, ...(example ? { examples: [example] } : {}) }),
  )
}

/** The filters that search and facets share. */
const filterParameters = {
  active: withDefault(
    Type.Boolean({ description: 'Listed by its board now; `false` gives those that are closed.' }),
    true,
  ),
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 400,
      description:
        'Words in title, company, department or place: all have to occur, "words in quotes" together, `word*` as a beginning.',
      examples: ['"data engineer" lond*'],
    }),
  ),
  department: labelParameter(
    "The posting's own department label; case, width and spacing do not count.",
    'Engineering',
  ),
  company: labelParameter('The employer, by name.'),
  city: labelParameter('A city, with or without its accents.', 'Berlin'),
  region: labelParameter('A region by its ISO 3166-2 code without the country.', 'CA'),
  country: labelParameter('A country by name or by its code of two or three letters.', 'United States'),
  workplace_type: Type.Optional(
    oneOf(['On Site', 'Remote', 'Hybrid', 'on_site', 'remote', 'hybrid'], {
      description: 'Where people work.',
    }),
  ),
  employment_type: Type.Optional(
    Type.String({
      pattern: `^(${employmentLabels.join('|')})(, (${employmentLabels.join('|')}))*$`,
      maxLength: 200,
      description:
        'A label matches every posting that has it; labels joined by a comma match what is shown so.',
      examples: ['Full Time'],
    }),
  ),
  ats: labelParameter('The applicant-tracking system.', 'Greenhouse'),
  salary_min: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 1e9,
      description: 'Postings whose pay reaches this much per `salary_period`.',
    }),
  ),
  salary_currency: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z]{3}$',
      description: 'ISO 4217; amounts are not converted.',
      examples: ['USD'],
    }),
  ),
  salary_period: Type.Optional(oneOf(payPeriods, { description: '`year` with `salary_min` unless told.' })),
  posted_after: Type.Optional(day({ description: 'Posted on a later day.' })),
  posted_before: Type.Optional(day({ description: 'Posted on an earlier day.' })),
  first_seen_after: Type.Optional(day({ description: 'First seen on a later day.' })),
  changed_after: Type.Optional(day({ description: 'Changed on a later day.' })),
}

const facetRouteDefaults = {
  method: 'GET',
  tag: 'Job postings',
  summary: 'How many postings there are per value of a field',
  description:
    'Most frequent first. A posting with several places counts once in each of its cities, and absent values make no row, so shares need not add up to 100.',
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
  const { rows, total, values } = await readFacets(db, field, filter, limit)
  return {
    rows: rows.map((row) => JSON.stringify(row)),
    meta: { field, total, values, left_out: Math.max(0, values - rows.length) },
  }
}

export function jobRoutes(db: JobsDatabase): AnyRoute[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/job-postings/v1/jobs/search',
      id: 'searchJobs',
      tag: 'Job postings',
      summary: 'Job postings that match',
      description: 'Newest first unless sorted otherwise. `meta.total` counts all that match.',
      query: Type.Object({
        limit: limit(200, 25),
        ...filterParameters,
        sort: Type.Optional(
          oneOf(sortOrders, {
            description:
              'Latest first; `relevance` needs `q`. With `q` it is `relevance` unless told, otherwise `posted`.',
          }),
        ),
        cursor: Type.Optional(cursor()),
      }),
      response: { rows: JobPosting },
      errors: ['invalid_cursor'],
      access: 'optional',
      cache: jobsCache,
      handle: async ({ query, after }) => {
        const { limit: most, sort, cursor: _, ...filter } = query
        const { rows, total } = await searchJobs(
          db,
          filter,
          sort ?? (filter.q === undefined ? 'posted' : 'relevance'),
          after(),
          most,
        )
        return pageReply({
          rows,
          limit: most,
          doc: (row) => row.doc,
          key: (row) => [row.sort, row.id],
          meta: { total },
        })
      },
    }),
    defineRoute({
      ...facetRouteDefaults,
      path: '/job-postings/v1/jobs/facets',
      id: 'jobFacets',
      query: Type.Object({
        field: oneOf(pageFields, { description: 'What to count by.' }),
        limit: limit(1000, 25),
        ...filterParameters,
      }),
      handle: async ({ query: { field, limit: most, ...filter } }) =>
        await toFacetsReply(db, field, filter, most),
    }),
    defineRoute({
      ...facetRouteDefaults,
      path: '/job-postings/v1/jobs/facets/:by',
      id: 'jobFacetsBy',
      params: Type.Object({ by: oneOf(facetFields, { description: 'What to count by.' }) }),
      query: Type.Object({ limit: limit(1000, 25), ...filterParameters }),
      handle: async ({ params, query: { limit: most, ...filter } }) =>
        await toFacetsReply(db, params.by, filter, most),
    }),
    defineRoute({
      method: 'GET',
      path: '/job-postings/v1/jobs/:job_id',
      id: 'getJob',
      tag: 'Job postings',
      summary: 'One posting, active or closed',
      params: Type.Object({ job_id: Type.String({ maxLength: 64 }) }),
      response: { data: JobPosting },
      access: 'optional',
      cache: jobsCache,
      handle: async ({ params }) => {
        const [row] = await db.prepared<{ doc: string }>(
          'job',
          (read, param) =>
            withJobTables(read).selectFrom('job').select('doc').where('id', '=', param<string>('id')),
          { id: params.job_id },
        )
        if (row === undefined) {
          throw new Failure('not_found', 'No posting has this id.', { details: { parameter: 'job_id' } })
        }
        return docReply(row.doc)
      },
    }),
  ]
}
