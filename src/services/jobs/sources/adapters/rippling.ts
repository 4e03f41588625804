/** Rippling: a bare list with one row per place, and one more request per posting. */

import { type Static, Type } from 'typebox'
import { typeGuard } from '../../../../core/type-guard.ts'
import type { RawPosting } from '../../normalise/to-posting.ts'
import { boardStatusRules } from '../board-statuses.ts'
import { defineBoardSource } from '../define-board-source.ts'
import { fetchDueDetails, readDetails } from '../details/due-details.ts'
import { RecentBody } from '../details/recent-details.ts'
import { fetchListResponse, slowBoardTimeoutMs } from '../fetch-board.ts'
import { Labelled, nullish, pathPart, text, tryParseJson } from '../formats/json-fields.ts'

const Row = Type.Object({
  uuid: Type.String({ minLength: 1 }),
  name: text,
  department: Labelled,
  url: text,
  workLocation: Labelled,
})
type Row = Static<typeof Row>
const isRow = typeGuard(Row)

const Detail = Type.Object({
  uuid: nullish(text),
  name: nullish(text),
  companyName: nullish(text),
  employmentType: Labelled,
  createdOn: nullish(text),
  description: nullish(Type.Object({ company: nullish(text), role: nullish(text) })),
  payRangeDetails: nullish(
    Type.Array(
      Type.Object({
        currency: nullish(text),
        frequency: nullish(text),
        rangeStart: nullish(Type.Number()),
        rangeEnd: nullish(Type.Number()),
      }),
    ),
  ),
})
type Detail = Static<typeof Detail>
const isDetail = typeGuard(Detail)

/** As many as the pace allows within the time for a board, which shares the host with others; the rest follow later. */
const detailsMax = 100

export const rippling = defineBoardSource({
  id: 'rippling',
  about: {
    name: 'Rippling',
    home: 'https://www.rippling.com',
    terms: 'Public job board interface, meant for showing postings elsewhere.',
  },
  baseUrl: 'https://api.rippling.com',
  hosts: ['ats.rippling.com'],
  // The vendor states a hundred requests in ten minutes.
  polite: { atOnce: 1, gapMs: 6000 },
  memberTimeoutMs: slowBoardTimeoutMs,
  statusRules: boardStatusRules({ vendorSites: ['rippling.com'] }),
  careersPage: ({ key }) => `https://ats.rippling.com/${encodeURIComponent(key)}/jobs`,
  raw: { jobs: Type.Array(Type.Unknown()), detail: Type.Unknown(), recent: RecentBody },

  async *fetch(context) {
    const base = `${context.baseUrl}/platform/api/ats/v1/board/${encodeURIComponent(context.member.key)}/jobs`
    const list = await fetchListResponse(context, { kind: 'jobs', url: base })
    yield list
    if (list.kind === 'gone') return
    const jobs = tryParseJson(list.body)
    const rows = (Array.isArray(jobs) ? jobs : []).filter((job): job is Row => isRow(job))
    yield* fetchDueDetails(context, list, {
      rows: new Map(rows.map((row) => [row.uuid, row])),
      urlOf: ({ uuid }) => `${base}/${pathPart(uuid)}`,
      textOf: ({ name }) => name,
      countMax: detailsMax,
      find: findDetail,
    })
  },

  isRow,
  idOf: ({ uuid }) => uuid,
  readRows([list, ...responses]) {
    const rows: readonly unknown[] = list?.body
    const jobs = new Map(rows.filter((row) => isRow(row)).map((job) => [job.uuid, job]))
    const { details, recent, withoutDetails } = readDetails(responses, jobs, findDetail)
    return {
      rows,
      toRaw: (job) => ({
        ...toRaw(job, details.get(job.uuid)),
        hasRecentDetails: recent.has(job.uuid),
      }),
      withoutDetails,
    }
  },
})

function findDetail(body: unknown, { uuid, name }: Row): Detail | undefined {
  if (!isDetail(body)) return undefined
  const isSame = (body.uuid ?? uuid) === uuid && (body.name ?? name) === name
  return isSame && (body.createdOn || body.employmentType?.label || body.description?.role) ? body : undefined
}

function toRaw(job: Row, detail: Detail | undefined): RawPosting {
  return {
    nativeId: job.uuid,
    url: job.url,
    title: job.name,
    company: detail?.companyName,
    department: job.department?.label,
    places: [{ text: job.workLocation?.label }],
    employment: [detail?.employmentType?.label],
    pay: (detail?.payRangeDetails ?? []).map((pay) => ({
      min: pay.rangeStart,
      max: pay.rangeEnd,
      currency: pay.currency,
      period: pay.frequency,
    })),
    posted: detail?.createdOn,
    body: `${detail?.description?.role ?? ''}\n${detail?.description?.company ?? ''}`,
    isPartial: detail === undefined,
  }
}
