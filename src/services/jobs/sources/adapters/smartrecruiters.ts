/** SmartRecruiters: pages of a hundred rows; an unknown company looks like an empty one, except on its careers page. */

import { type Static, Type } from 'typebox'
import { typeGuard } from '../../../../core/type-guard.ts'
import type { RawPosting } from '../../normalise/to-posting.ts'
import { boardStatusRules } from '../board-statuses.ts'
import { defineBoardSource } from '../define-board-source.ts'
import { fetchGone, fetchListResponse, fetchResponse } from '../fetch-board.ts'
import { Labelled, listAt, nullish, numberAt, pathPart, text, tryParseJson } from '../formats/json-fields.ts'

const pageSize = 100
const pagesMax = 200

const Page = Type.Object({ totalFound: Type.Integer({ minimum: 0 }), content: Type.Array(Type.Unknown()) })

/** `creator` and `customField` contain names and internal figures, so they are not read. */
const Row = Type.Object({
  id: text,
  name: text,
  refNumber: nullish(text),
  company: Type.Object({ identifier: text, name: nullish(text) }),
  releasedDate: nullish(text),
  location: nullish(
    Type.Object({
      city: nullish(text),
      region: nullish(text),
      country: nullish(text),
      remote: nullish(Type.Boolean()),
      hybrid: nullish(Type.Boolean()),
    }),
  ),
  department: Labelled,
  function: Labelled,
  typeOfEmployment: Labelled,
})
type Row = Static<typeof Row>
const isRow = typeGuard(Row)

export const smartrecruiters = defineBoardSource({
  id: 'smartrecruiters',
  about: {
    name: 'SmartRecruiters',
    home: 'https://www.smartrecruiters.com',
    terms: 'Public posting interface, meant for showing postings elsewhere.',
  },
  // A company that has left the platform may look like a company without postings.
  zeroDaysMin: 3,
  baseUrl: 'https://api.smartrecruiters.com',
  hosts: ['careers.smartrecruiters.com'],
  robotsForbidHost: 'api.smartrecruiters.com',
  polite: { atOnce: 2, gapMs: 500 },
  statusRules: boardStatusRules({ vendorSites: ['smartrecruiters.com'] }),
  careersPage: ({ key }) => `https://careers.smartrecruiters.com/${encodeURIComponent(key)}`,
  raw: { page: Page },

  async *fetch(context) {
    const base = `${context.baseUrl}/v1/companies/${encodeURIComponent(context.member.key)}/postings`
    for (let page = 0; page < pagesMax; page++) {
      const offset = page * pageSize
      const url = `${base}?limit=${pageSize}&offset=${offset}`
      const request = { kind: 'page', url }
      const response = await (page === 0
        ? fetchListResponse(context, request)
        : fetchResponse(context, request))
      const body = tryParseJson(response.body)
      const isEmpty = page === 0 && response.kind === 'page' && isEmptyPage(body)
      const gone = isEmpty ? await fetchGone(context, response) : undefined
      yield gone ?? response
      if (gone !== undefined || response.kind === 'gone') return
      const isLast = offset + pageSize >= numberAt(body, 'totalFound')
      if (isLast || listAt(body, 'content').length === 0) return
    }
  },

  isRow,
  idOf: ({ id }) => id,
  readRows(responses) {
    const pages = responses.filter(({ kind }) => kind === 'page')
    return { rows: pages.flatMap(({ body }) => body.content), total: pages.at(-1)?.body.totalFound, toRaw }
  },
})

const isEmptyPage = typeGuard(
  Type.Object({ totalFound: Type.Literal(0), content: Type.Array(Type.Unknown(), { maxItems: 0 }) }),
)

function toRaw(job: Row): RawPosting {
  const { identifier, name } = job.company
  return {
    nativeId: job.id,
    requisitionId: job.refNumber,
    url: `https://jobs.smartrecruiters.com/${pathPart(identifier)}/${pathPart(job.id)}`,
    title: job.name,
    company: name,
    department: job.department?.label || job.function?.label,
    places: job.location
      ? [{ city: job.location.city, region: job.location.region, country: job.location.country }]
      : [],
    workplace: { hybrid: job.location?.hybrid, remote: job.location?.remote },
    employment: [job.typeOfEmployment?.label],
    posted: job.releasedDate,
  }
}
