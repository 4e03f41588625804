/** The pages of jobs: a search, and one page per posting. */

import { Type } from 'typebox'
import { cursor, oneOf } from '../../../http/openapi/fields.ts'
import { htmlReply } from '../../../http/pages/page.ts'
import { type AnyRoute, defineRoute } from '../../../http/route.ts'
import { noFacets } from '../queries/facets.ts'
import { toFilterValue } from '../queries/filter-values.ts'
import type { JobFilter } from '../queries/filters.ts'
import { readBoardsFreshness } from '../queries/job-age.ts'
import { sortOrders } from '../queries/newest-jobs.ts'
import { readOpenDays } from '../queries/open-days.ts'
import { readDescriptions } from '../queries/read-descriptions.ts'
import { readJob } from '../queries/read-job.ts'
import { searchJobs } from '../queries/search-jobs.ts'
import type { FacetField, JobPosting } from '../schema/job-posting.ts'
import type { JobsDatabase } from '../schema/tables.ts'
import { filterParameters, resolveFilter } from './filter-parameters.ts'
import { historyFilters } from './history.ts'
import { facetPage } from './job-pages/facet-page.ts'
import { postingPage } from './job-pages/posting-page.ts'
import { statedFilters } from './job-pages/search-links.ts'
import { searchPage } from './job-pages/search-page.ts'
import { searchFacets } from './job-pages/wording.ts'
import { jobsCache, unknownJob } from './jobs.ts'

const jobsPerPage = 25
const facetRowsMax = 8
const facetPageRowsMax = 1000
const chartedDays = 90
/** Of the same company on the page of a job. */
const othersShown = 4

/** The page of a company, also of one of its departments or places. */
function hasChart(filter: JobFilter): boolean {
  if (filter.company === undefined || !filter.active) return false
  return statedFilters(filter).every(([name]) => name in historyFilters)
}

/** `url`: the public address of the service. `closedDays`: how long closed postings stay. */
export function jobPageRoutes(db: JobsDatabase, url: string, closedDays: number): AnyRoute[] {
  const pages = `${url}/job-postings/jobs`
  const routeDefaults = {
    method: 'GET',
    tag: 'Job postings',
    // For people: clients read the search and the job as JSON.
    hidden: true,
    response: { body: Type.String(), type: 'text/html' },
    access: 'optional',
    cache: jobsCache,
  } as const satisfies Partial<AnyRoute>
  const query = Type.Object({
    ...filterParameters,
    // A form sends the field of the words even if it is empty.
    q: Type.Optional(Type.String({ ...filterParameters.q, minLength: 0 })),
    sort: Type.Optional(oneOf(sortOrders, { description: 'As in the search.' })),
    cursor: Type.Optional(cursor()),
  })
  const facetReply = async (field: FacetField, filter: JobFilter, up: '' | '../', signal: AbortSignal) => {
    const { facets } = await searchJobs(db, resolveFilter(filter), {
      limit: 0,
      facets: { fields: [field], limit: facetPageRowsMax },
      signal,
    })
    const [counts = noFacets] = facets
    const isEmpty = counts.total === 0 && (await readBoardsFreshness(db)) === undefined
    return htmlReply(facetPage({ filter, field, facets: counts, up, isEmpty }))
  }
  return [
    defineRoute({
      ...routeDefaults,
      path: '/job-postings',
      id: 'getJobsPage',
      summary: 'Go to the search',
      query,
      errors: ['invalid_cursor'],
      handle: ({ rawQuery }) => ({
        ...htmlReply('', { location: `job-postings/jobs${rawQuery === '' ? '' : `?${rawQuery}`}` }),
        status: 302,
      }),
    }),
    defineRoute({
      ...routeDefaults,
      path: '/job-postings/jobs',
      id: 'getJobSearchPage',
      summary: 'Get a search as a page',
      query,
      errors: ['invalid_cursor'],
      handle: async (context) => {
        const { sort, cursor: _, q, ...others } = context.query
        const filter = { ...others, ...(q === undefined || q === '' ? {} : { q }) }
        const located = resolveFilter(filter)
        const { rows, total, understood, facets } = await searchJobs(db, located, {
          sort: sort ?? (filter.q === undefined ? 'posted' : 'relevance'),
          after: context.after(),
          limit: jobsPerPage,
          facets: { fields: searchFacets, limit: facetRowsMax },
          signal: context.signal,
        })
        const shown = rows.slice(0, jobsPerPage)
        const last = rows.length > jobsPerPage ? shown.at(-1) : undefined
        const page = searchPage({
          filter,
          sort,
          jobs: shown.map(({ doc }) => JSON.parse(doc) as JobPosting),
          total,
          understood,
          facets,
          nextCursor: last && context.cursorAfter([last.sort, last.id]),
          isFirst: context.query.cursor === undefined,
          openDays:
            context.query.cursor === undefined && hasChart(filter)
              ? await readOpenDays(db, {
                  filter: located,
                  days: Math.min(chartedDays, closedDays),
                  nowMs: context.nowMs,
                  signal: context.signal,
                })
              : [],
          isEmpty: rows.length === 0 && (await readBoardsFreshness(db)) === undefined,
          url: pages,
        })
        return htmlReply(page)
      },
    }),
    defineRoute({
      ...routeDefaults,
      path: '/job-postings/companies',
      id: 'getJobCompaniesPage',
      summary: 'Get the companies of a search as a page',
      query: Type.Object(filterParameters),
      handle: ({ query, signal }) => facetReply('company', query, '', signal),
    }),
    defineRoute({
      ...routeDefaults,
      path: '/job-postings/facets',
      id: 'getJobFacetsPage',
      summary: 'Go to the search, which has the fields',
      handle: () => ({ ...htmlReply('', { location: 'jobs' }), status: 302 }),
    }),
    defineRoute({
      ...routeDefaults,
      path: '/job-postings/facets/:field',
      id: 'getJobFacetPage',
      summary: 'Get all values of a field as a page',
      params: Type.Object({ field: oneOf(searchFacets, { description: 'The field.' }) }),
      query: Type.Object(filterParameters),
      handle: ({ params, query, signal }) => facetReply(params.field, query, '../', signal),
    }),
    defineRoute({
      ...routeDefaults,
      path: '/job-postings/jobs/:job_id',
      id: 'getJobPage',
      summary: 'Get a job as a page',
      description: 'Has the status 410 once the job is closed.',
      params: Type.Object({ job_id: Type.String({ maxLength: 64, description: '`id` of the posting.' }) }),
      handle: async ({ params, nowMs, signal }) => {
        const [row] = (await readJob(db, params.job_id)).rows
        if (row === undefined) throw unknownJob()
        const job = JSON.parse(row.doc) as JobPosting
        const description = (await readDescriptions(db, [job.id])).get(job.id) ?? null
        const { rows: atCompany } = await searchJobs(
          db,
          resolveFilter({ active: true, company: toFilterValue(job.company) }),
          { sort: 'posted', limit: othersShown, signal },
        )
        const others = atCompany.map(({ doc }) => JSON.parse(doc) as JobPosting)
        const page = htmlReply(
          postingPage({
            job: { ...job, description },
            others: others.filter(({ id }) => id !== job.id).slice(0, othersShown),
            url: `${pages}/${job.id}`,
            nowMs,
          }),
        )
        return job.status === 'closed' ? { ...page, status: 410 } : page
      },
    }),
  ]
}
