/** Routes for searching, counting and reading jobs. */

import { Type } from 'typebox'
import { Failure, notFound } from '../../../core/errors.ts'
import { fieldsParameter, splitFields } from '../../../http/list-fields.ts'
import { cursor, limit, oneOf } from '../../../http/openapi/fields.ts'
import { docReply, pageReply, type Reply } from '../../../http/reply.ts'
import { quote } from '../../../http/request/query-string.ts'
import { nearMeta } from '../../../http/response/near-meta.ts'
import { type AnyRoute, defineRoute } from '../../../http/route.ts'
import { toPayMeta } from '../queries/blocks/yearly-pay.ts'
import type { JobFilter } from '../queries/filters.ts'
import { readBoardsFreshness } from '../queries/job-age.ts'
import { sortOrders } from '../queries/newest-jobs.ts'
import { readDescriptions, readVersions } from '../queries/read-descriptions.ts'
import { readFacets } from '../queries/read-facets.ts'
import { readJob } from '../queries/read-job.ts'
import { searchJobs } from '../queries/search-jobs.ts'
import {
  type FacetField,
  FacetRow,
  facetFields,
  JobDescription,
  JobPosting,
  pageFields,
} from '../schema/job-posting.ts'
import type { JobsDatabase } from '../schema/tables.ts'
import type { Understood } from '../schema/understood.ts'
import { explainEmpty } from './explain-empty.ts'
import { filterParameters, resolveFilter } from './filter-parameters.ts'

export const jobsCache = { scope: 'jobs', maxAgeSeconds: 60 }

const facetRouteDefaults = {
  method: 'GET',
  tag: 'Job postings',
  description:
    'Most frequent first. A job with several places or types of employment counts for each of them. `meta.not_stated` is the number of jobs without a value.',
  response: { rows: FacetRow },
  access: 'optional',
  cache: jobsCache,
} as const satisfies Partial<AnyRoute>

async function toFacetsReply(
  db: JobsDatabase,
  field: FacetField,
  stated: JobFilter,
  limit: number,
  signal: AbortSignal,
): Promise<Reply> {
  const filter = resolveFilter(stated)
  const [{ rows, total, values, not_stated, understood }, freshness] = await Promise.all([
    readFacets(db, field, filter, limit, signal),
    readBoardsFreshness(db),
  ])
  return {
    rows: rows.map((row) => JSON.stringify(row)),
    meta: {
      field,
      total,
      values,
      left_out: Math.max(0, values - rows.length),
      not_stated,
      ...payMeta(filter),
      ...nearMeta(filter, filter.location),
      ...(understood === undefined ? {} : { understood }),
      freshness,
      ...(await searchWarnings(db, filter, total, understood)),
    },
  }
}

/** At which rates amounts were compared, if they were. */
function payMeta({ salary_min, salary_currency }: JobFilter, sort?: string) {
  return salary_min === undefined && sort !== 'salary' ? {} : { pay: toPayMeta(salary_currency) }
}

async function searchWarnings(
  db: JobsDatabase,
  filter: JobFilter,
  total: number,
  understood: Understood | undefined,
) {
  const { corrections = [] } = understood ?? {}
  if (total === 0 || corrections.length === 0) return await explainEmpty(db, filter, total)
  const read = corrections.map(({ from, to }) => `${quote(from)} was also read as ${quote(to)}`).join(', ')
  const message = `${read}, which is far more frequent. With literal=true it is not.`
  return { warnings: [{ code: 'similar_words', message }] }
}

const pageRowsMax = 200
/** With descriptions, the largest page has about six megabytes. */
const describedRowsMax = 50

function hasDescriptions(fields: unknown, include: unknown): boolean {
  return splitFields(fields as string | undefined)?.includes('description') ?? include !== undefined
}

/** Returns a function that adds the description to the document of one of these jobs. */
async function describe(
  db: JobsDatabase,
  jobs: readonly { readonly id: string }[],
): Promise<(job: { readonly id: string; readonly doc: string }) => string> {
  const descriptions = await readDescriptions(
    db,
    jobs.map(({ id }) => id),
  )
  return ({ id, doc }) => `${doc.slice(0, -1)},"description":${JSON.stringify(descriptions.get(id) ?? null)}}`
}

export function unknownJob(): Failure {
  return notFound('job', 'job_id')
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
        limit: limit(pageRowsMax, 25),
        ...filterParameters,
        sort: Type.Optional(
          oneOf(sortOrders, {
            description:
              'Descending order. Default: `relevance` with `q`, otherwise `posted`. `relevance` requires `q`. `salary`: by the maximum pay per year in one currency, see `meta.pay`; jobs without a comparable amount are last. `distance`: the nearest to `near` first.',
          }),
        ),
        include: Type.Optional(
          oneOf(['description'], {
            description: `Adds the descriptions. A page then has at most ${describedRowsMax} rows.`,
          }),
        ),
        fields: Type.Optional(fieldsParameter),
        cursor: Type.Optional(cursor()),
      }),
      defaults: ({ q, sort = q === undefined ? 'posted' : 'relevance' }) => ({ sort }),
      response: { rows: JobPosting },
      pageRowsMax: ({ fields, include }) =>
        hasDescriptions(fields, include) ? describedRowsMax : pageRowsMax,
      access: 'optional',
      cache: jobsCache,
      handle: async ({ query, after, signal }) => {
        const { limit, sort = 'posted', include, fields, cursor: _, ...stated } = query
        const filter = resolveFilter(stated)
        const isDescribed = hasDescriptions(fields, include)
        if (isDescribed && limit > describedRowsMax)
          throw new Failure(
            'invalid_request',
            `With descriptions, limit must be at most ${describedRowsMax}.`,
            { details: { parameter: 'limit' } },
          )
        if (sort === 'relevance' && filter.q === undefined) {
          throw new Failure('invalid_request', 'The parameter "sort" can be relevance only with "q".', {
            details: {
              parameter: 'sort',
              expected: 'posted, first_seen, changed or salary, relevance with q, or distance with near',
            },
          })
        }
        if (sort === 'distance' && filter.location === undefined)
          throw new Failure('invalid_request', 'The parameter "sort" can be distance only with "near".', {
            details: { parameter: 'sort', expected: 'a place in near, or another order' },
          })
        const found = await searchJobs(db, filter, { sort, after: after(), limit, signal })
        const { rows, total, understood, freshness } = found
        const addDescription = isDescribed ? await describe(db, rows.slice(0, limit)) : undefined
        return pageReply({
          rows,
          limit,
          doc: (row) => addDescription?.(row) ?? row.doc,
          key: (row) => [row.sort, row.id],
          meta: {
            total,
            ...payMeta(filter, sort),
            ...nearMeta(filter, filter.location),
            ...(understood === undefined ? {} : { understood }),
            freshness,
            ...(await searchWarnings(db, filter, total, understood)),
          },
        })
      },
    }),
    defineRoute({
      ...facetRouteDefaults,
      path: '/job-postings/v1/jobs/facets',
      id: 'jobFacets',
      summary: 'Count jobs by one of four fields',
      query: Type.Object({
        field: oneOf(pageFields, {
          description:
            'The field to count by. `/job-postings/v1/jobs/facets/{by}` has more: `department`, `company`, `country` and `ats`.',
        }),
        limit: limit(1000, 25),
        ...filterParameters,
      }),
      handle: async ({ query: { field, limit, ...filter }, signal }) =>
        await toFacetsReply(db, field, filter, limit, signal),
    }),
    defineRoute({
      ...facetRouteDefaults,
      path: '/job-postings/v1/jobs/facets/:by',
      id: 'jobFacetsBy',
      summary: 'Count jobs by any field',
      params: Type.Object({ by: oneOf(facetFields, { description: 'The field to count by.' }) }),
      query: Type.Object({ limit: limit(1000, 25), ...filterParameters }),
      handle: async ({ params, query: { limit, ...filter }, signal }) =>
        await toFacetsReply(db, params.by, filter, limit, signal),
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
      handle: async ({ params: { job_id: id } }) => {
        const { rows, freshness } = await readJob(db, id)
        const [job] = rows
        if (job === undefined) throw unknownJob()
        const addDescription = await describe(db, [{ id }])
        return docReply(addDescription({ id, doc: job.doc }), { freshness })
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/job-postings/v1/descriptions/:job_id',
      id: 'listJobDescriptions',
      tag: 'Job postings',
      summary: 'List the versions of a description',
      description: 'The last five, newest first. Empty if the board has no description.',
      params: Type.Object({ job_id: Type.String({ maxLength: 64, description: '`id` of the posting.' }) }),
      response: { rows: JobDescription },
      access: 'optional',
      cache: jobsCache,
      handle: async ({ params: { job_id: id } }) => {
        const [{ rows }, versions] = await Promise.all([readJob(db, id), readVersions(db, id)])
        if (rows.length === 0) throw unknownJob()
        return { rows: versions.map((version) => JSON.stringify(version)) }
      },
    }),
  ]
}
