/** Oracle Recruiting: pages of two hundred rows for a numbered site, and one more request per posting for its text. */

import { type Static, Type } from 'typebox'
import { typeGuard } from '../../../../core/type-guard.ts'
import type { RawPosting } from '../../normalise/to-posting.ts'
import { boardStatusRules } from '../board-statuses.ts'
import { defineBoardSource } from '../define-board-source.ts'
import { fetchDueDetails, readDetails } from '../details/due-details.ts'
import { RecentBody } from '../details/recent-details.ts'
import { fetchListResponse, fetchResponse, slowBoardTimeoutMs } from '../fetch-board.ts'
import { listAt, nullish, numberAt, pathPart, text, tryParseJson } from '../formats/json-fields.ts'
import type { Board } from '../members/boards.ts'

/** Fields that change by themselves, such as `Relevancy`, are not read. */
const Row = Type.Object({
  Id: Type.String({ pattern: '^[\\w-]{1,40}$' }),
  Title: text,
  PostedDate: nullish(text),
  PostingEndDate: nullish(text),
  PrimaryLocation: nullish(text),
  PrimaryLocationCountry: nullish(text),
  secondaryLocations: nullish(Type.Array(Type.Object({ Name: nullish(text), CountryCode: nullish(text) }))),
  WorkplaceTypeCode: nullish(text),
  WorkplaceType: nullish(text),
  Department: nullish(text),
  JobFamily: nullish(text),
  JobFunction: nullish(text),
  Organization: nullish(text),
  JobSchedule: nullish(text),
  WorkerType: nullish(text),
  JobType: nullish(text),
})
type Row = Static<typeof Row>
const isRow = typeGuard(Row)

const Detail = Type.Object({
  Id: text,
  Title: nullish(text),
  ExternalDescriptionStr: nullish(text),
  ExternalResponsibilitiesStr: nullish(text),
  ExternalQualificationsStr: nullish(text),
})
type Detail = Static<typeof Detail>
const isDetail = typeGuard(Detail)

const pageSize = 200
const pagesMax = 50
/** At one request per second, beside other work; the rest follow on the next days. */
const detailsMax = 500

const workplaces = { ORA_REMOTE: 'remote', ORA_HYBRID: 'hybrid', ORA_ON_SITE: 'onSite' } as const

export const oracle = defineBoardSource({
  id: 'oracle',
  about: {
    name: 'Oracle Recruiting',
    home: 'https://www.oracle.com/human-capital-management/recruiting/',
    terms: 'The public interface of a career site, which its own pages read.',
  },
  baseUrl: 'https://www.oraclecloud.com',
  hostsOf: (board) => [siteOf(board).host],
  polite: { atOnce: 1, gapMs: 1000 },
  memberTimeoutMs: slowBoardTimeoutMs,
  statusRules: boardStatusRules({ vendorSites: ['oracle.com'] }),
  careersPage: (board) => siteOf(board).home,
  raw: {
    page: Type.Object({ items: Type.Array(Type.Unknown()) }),
    detail: Type.Unknown(),
    recent: RecentBody,
  },

  async *fetch(context) {
    const rows = new Map<string, Row>()
    for (let page = 0; page < pagesMax; page++) {
      const request = { kind: 'page', url: listUrl(context.member, page * pageSize) }
      const response = await (page === 0
        ? fetchListResponse(context, request)
        : fetchResponse(context, request))
      yield response
      if (response.kind === 'gone') return
      const result = resultOf(tryParseJson(response.body))
      const listed = listAt(result, 'requisitionList')
      for (const row of listed.filter(isRow)) rows.set(row.Id, row)
      if (listed.length === 0 || (page + 1) * pageSize >= numberAt(result, 'TotalJobsCount')) break
    }
    yield* fetchDueDetails(
      context,
      { url: listUrl(context.member, 0), fetchedAt: context.nowMs },
      { rows, urlOf: ({ Id }) => detailUrl(context.member, Id), countMax: detailsMax, find: findDetail },
    )
  },

  isRow,
  idOf: ({ Id }) => Id,
  readRows(responses, board) {
    const pages = responses.filter(({ kind }) => kind === 'page').map(({ body }) => resultOf(body))
    const rows = pages.flatMap((page) => listAt(page, 'requisitionList'))
    const listed = new Map(rows.filter(isRow).map((row) => [row.Id, row]))
    const { details, recent, withoutDetails } = readDetails(responses, listed, findDetail)
    const total = numberAt(pages[0], 'TotalJobsCount')
    return {
      rows,
      total: total > 0 || pages.some(statesTotal) ? total : undefined,
      toRaw: (row) => ({
        ...toRaw(row, details.get(row.Id), board),
        hasRecentDetails: recent.has(row.Id),
      }),
      withoutDetails,
    }
  },
})

interface Site {
  readonly host: string
  readonly site: string
  readonly home: string
}

/** Keys have the form `acme.fa.us2.oraclecloud.com/CX_1`. */
function siteOf({ key }: Board): Site {
  const [host = '', site = ''] = key.split('/')
  return { host, site, home: `https://${host}/hcmUI/CandidateExperience/en/sites/${site}` }
}

function resourceUrl({ host }: Site, name: string, query: string): string {
  return `https://${host}/hcmRestApi/resources/latest/${name}?${query}`
}

/** Limit and offset are part of `finder`. Without `expand` there are no rows. */
function listUrl(board: Board, offset: number): string {
  const site = siteOf(board)
  const finder = `findReqs;siteNumber=${site.site},limit=${pageSize},offset=${offset},sortBy=POSTING_DATES_DESC`
  const query = `onlyData=true&expand=requisitionList.secondaryLocations&finder=${finder}`
  return resourceUrl(site, 'recruitingCEJobRequisitions', query)
}

function detailUrl(board: Board, id: string): string {
  const site = siteOf(board)
  const query = `expand=all&onlyData=true&finder=ById;Id=%22${id}%22,siteNumber=${site.site}`
  return resourceUrl(site, 'recruitingCEJobRequisitionDetails', query)
}

/** The list is the only item of the wrapper. */
function resultOf(body: unknown): unknown {
  return listAt(body, 'items')[0]
}

const statesTotal = typeGuard(Type.Object({ TotalJobsCount: Type.Integer({ minimum: 0 }) }))

/** In a wrapper or by itself. */
function findDetail(body: unknown, { Id }: Row): Detail | undefined {
  const detail = [resultOf(body), body].find(isDetail)
  return detail?.Id === Id ? detail : undefined
}

function toRaw(row: Row, detail: Detail | undefined, board: Board): RawPosting {
  const { Id, PrimaryLocation, PrimaryLocationCountry, secondaryLocations } = row
  const stated = workplaces[row.WorkplaceTypeCode as keyof typeof workplaces]
  const texts = [
    detail?.ExternalDescriptionStr,
    detail?.ExternalResponsibilitiesStr,
    detail?.ExternalQualificationsStr,
  ].filter(Boolean)
  return {
    nativeId: Id,
    requisitionId: Id,
    url: `${siteOf(board).home}/job/${pathPart(Id)}`,
    title: row.Title,
    department: [row.Department, row.JobFamily, row.JobFunction, row.Organization].find(Boolean),
    places: [
      { text: PrimaryLocation, country: PrimaryLocationCountry },
      ...(secondaryLocations ?? []).map(({ Name, CountryCode }) => ({ text: Name, country: CountryCode })),
    ],
    workplace: stated === undefined ? { stated: [row.WorkplaceType] } : { [stated]: true },
    employment: [row.JobSchedule, row.WorkerType, row.JobType],
    posted: row.PostedDate,
    closes: row.PostingEndDate,
    body: texts.length > 0 ? texts.join('\n') : undefined,
    isPartial: detail === undefined,
  }
}
