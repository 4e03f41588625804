/** iCIMS career sites on hosts of the employers (Jibe): pages of a hundred rows, which say everything. */

import { type Static, Type } from 'typebox'
import { typeGuard } from '../../../../../core/type-guard.ts'
import type { RawPosting } from '../../../normalise/to-posting.ts'
import { boardStatusRules } from '../../board-statuses.ts'
import { defineBoardSource } from '../../define-board-source.ts'
import { fetchListResponse, fetchResponse } from '../../fetch-board.ts'
import { listAt, nullish, numberAt, pathPart, text, tryParseJson } from '../../formats/json-fields.ts'
import type { Board } from '../../members/boards.ts'

/** More are refused. */
const pageSize = 100
const pagesMax = 100

const Page = Type.Object({ totalCount: Type.Integer({ minimum: 0 }), jobs: Type.Array(Type.Unknown()) })

const amount = nullish(Type.Union([text, Type.Number()]))

const Row = Type.Object({
  data: Type.Object({
    slug: Type.String({ minLength: 1 }),
    req_id: nullish(text),
    title: text,
    posted_date: nullish(text),
    full_location: nullish(text),
    hiring_organization: nullish(text),
    categories: nullish(Type.Array(Type.Unknown())),
    employment_type: nullish(text),
    description: nullish(text),
    salary_min_value: amount,
    salary_max_value: amount,
  }),
})
type Row = Static<typeof Row>
const isRow = typeGuard(Row)

export const jibe = defineBoardSource({
  id: 'jibe',
  about: {
    name: 'iCIMS Career Sites',
    home: 'https://www.icims.com/products/attract/career-sites/',
    terms: 'Public list of a career site, which its own pages read.',
  },
  atsName: 'iCIMS',
  baseUrl: 'https://www.jibeapply.com',
  hostsOf: ({ key }) => [key],
  polite: { atOnce: 1, gapMs: 1000 },
  statusRules: boardStatusRules({ vendorSites: ['icims.com', 'jibeapply.com'] }),
  careersPage: (board) => `${homeOf(board)}/jobs`,
  raw: { page: Page },

  async *fetch(context) {
    for (let page = 1; page <= pagesMax; page++) {
      const url = `${homeOf(context.member)}/api/jobs?page=${page}&limit=${pageSize}`
      const request = { kind: 'page', url }
      const response = await (page === 1
        ? fetchListResponse(context, request)
        : fetchResponse(context, request))
      yield response
      const body = tryParseJson(response.body)
      if (page * pageSize >= numberAt(body, 'totalCount') || listAt(body, 'jobs').length === 0) return
    }
  },

  isRow,
  idOf: ({ data }) => (data instanceof Object ? (data as Record<string, unknown>).slug : undefined),
  readRows(responses, board) {
    const pages = responses.filter(({ kind }) => kind === 'page')
    return {
      rows: pages.flatMap(({ body }) => body.jobs),
      total: pages[0]?.body.totalCount,
      toRaw: ({ data }) => toRaw(data, board),
    }
  },
})

function homeOf({ key }: Board): string {
  return `https://${key}`
}

function toRaw(job: Row['data'], board: Board): RawPosting {
  return {
    // The name of its page: numbers of iCIMS are those of one of several sites, which only some rows name.
    nativeId: job.slug,
    requisitionId: job.req_id,
    url: `${homeOf(board)}/jobs/${pathPart(job.slug)}`,
    title: job.title,
    company: job.hiring_organization,
    department: job.categories?.map(nameOf).find(Boolean),
    places: (job.full_location ?? '').split(';').map((place) => ({ text: place })),
    employment: [job.employment_type?.replaceAll('_', ' ')],
    pay: [{ min: job.salary_min_value, max: job.salary_max_value, hourlyBelow: 1001 }],
    posted: job.posted_date,
    body: job.description,
  }
}

const isNamed = typeGuard(Type.Object({ name: text }))

function nameOf(category: unknown): string {
  return isNamed(category) ? category.name.trim() : ''
}
