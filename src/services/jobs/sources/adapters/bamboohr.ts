/**
 * BambooHR: a list without dates and texts, and one more request per posting. Where the list is switched off, the page for
 * embedding, which has titles, departments and places.
 */

import { type Static, Type } from 'typebox'
import { parseHtml } from '../../../../core/parse/parse-html.ts'
import { unreadable } from '../../../../core/parse/parse-limits.ts'
import { typeGuard } from '../../../../core/type-guard.ts'
import { readPayText } from '../../normalise/pay-text.ts'
import type { RawPlace } from '../../normalise/places/places.ts'
import type { RawPosting } from '../../normalise/to-posting.ts'
import { boardStatusRules } from '../board-statuses.ts'
import { defineBoardSource } from '../define-board-source.ts'
import { fetchDueDetails, readDetails } from '../details/due-details.ts'
import { RecentBody } from '../details/recent-details.ts'
import { fetchListResponse, slowBoardTimeoutMs } from '../fetch-board.ts'
import { listAt, nullish, text, tryParseJson } from '../formats/json-fields.ts'
import type { Board } from '../members/boards.ts'

const Location = nullish(
  Type.Object({
    city: nullish(text),
    state: nullish(text),
    province: nullish(text),
    country: nullish(text),
    addressCountry: nullish(text),
  }),
)

const Row = Type.Object({
  id: Type.String({ pattern: '^[0-9]{1,12}$' }),
  jobOpeningName: text,
  departmentLabel: nullish(text),
  employmentStatusLabel: nullish(text),
  /** Of the office. */
  location: Location,
  /** Of remote work, and of places that are no offices. */
  atsLocation: Location,
  locationType: nullish(text),
  /** On the page for embedding: the place as text. */
  place: nullish(text),
})
type Row = Static<typeof Row>
const isRow = typeGuard(Row)

const Detail = Type.Object({
  result: Type.Object({
    jobOpening: Type.Object({
      jobOpeningName: text,
      employmentStatusLabel: nullish(text),
      departmentLabel: nullish(text),
      description: nullish(text),
      compensation: nullish(text),
      datePosted: nullish(text),
      location: Location,
      atsLocation: Location,
      locationType: nullish(text),
    }),
  }),
})
type Detail = Static<typeof Detail>['result']['jobOpening']
const isDetail = typeGuard(Detail)

const detailsMax = 200
const onSite = '0'
const remote = '1'
const hybrid = '2'

export const bamboohr = defineBoardSource({
  id: 'bamboohr',
  about: {
    name: 'BambooHR',
    home: 'https://www.bamboohr.com',
    terms: 'Public list of a career site, meant for showing postings elsewhere.',
  },
  baseUrl: 'https://www.bamboohr.com',
  hosts: ['*.bamboohr.com'],
  polite: { atOnce: 2, gapMs: 500 },
  memberTimeoutMs: slowBoardTimeoutMs,
  statusRules: boardStatusRules({
    rules: [
      {
        statuses: [401, 403],
        kinds: ['list'],
        means: 'refused',
        evidence: 'One source says that lists stopped in 2024 (reference A.8); none has recorded the status.',
      },
      {
        statuses: [200],
        kinds: ['careers'],
        bodyIsEmpty: true,
        means: 'gone',
        confirmedBy: 'the list',
        evidence: 'Reference A.8: the page for embedding is empty for an unknown company.',
      },
    ],
    vendorSites: ['bamboohr.com'],
  }),
  careersPage: (board) => `${homeOf(board)}/jobs/embed2.php`,
  raw: {
    list: Type.Object({
      meta: Type.Object({ totalCount: Type.Integer({ minimum: 0 }) }),
      result: Type.Array(Type.Unknown()),
    }),
    embed: Type.String(),
    detail: Type.Unknown(),
    recent: RecentBody,
  },

  async *fetch(context) {
    const home = homeOf(context.member)
    const url = `${home}/careers/list`
    const list = await fetchListResponse(context, { kind: 'list', url, careersKind: 'embed' })
    yield list
    if (list.kind === 'gone') return
    const rows = toRows(list.kind, list.kind === 'list' ? tryParseJson(list.body) : list.body).filter(isRow)
    yield* fetchDueDetails(context, list, {
      rows: new Map(rows.map((row) => [row.id, row])),
      urlOf: ({ id }) => `${home}/careers/${id}/detail`,
      countMax: detailsMax,
      find: findDetail,
    })
  },

  isRow,
  idOf: ({ id }) => id,
  readRows([list, ...responses], board) {
    const rows = toRows(list?.kind, list?.body)
    const jobs = new Map(rows.filter(isRow).map((row) => [row.id, row]))
    const { details, recent, withoutDetails } = readDetails(responses, jobs, findDetail)
    return {
      rows,
      total: list?.kind === 'list' ? list.body.meta.totalCount : undefined,
      toRaw: (job) => ({
        ...toRaw(job, details.get(job.id), board),
        hasRecentDetails: recent.has(job.id),
      }),
      withoutDetails,
    }
  },
})

function homeOf({ key }: Board): string {
  return `https://${key}.bamboohr.com`
}

function toRows(kind: string | undefined, body: unknown): readonly unknown[] {
  return kind === 'embed' ? readEmbedPage(String(body)) : listAt(body, 'result')
}

const positionId = 'bhrPositionID_'

/** Throws `upstream_changed` for another page, and for one that is cut off. */
function readEmbedPage(page: string): unknown[] {
  if (!page.includes('BambooHR-ATS-board')) throw unreadable('it has no list of openings')
  if (page.split('<div').length !== page.split('</div>').length) throw unreadable('it is cut off')
  const $ = parseHtml(page)
  let departmentLabel = ''
  return $(`.BambooHR-ATS-Department-Header, [id^=${positionId}]`)
    .toArray()
    .flatMap((element) => {
      const { id = '' } = element.attribs
      const item = $(element)
      if (!id.startsWith(positionId)) {
        departmentLabel = item.text()
        return []
      }
      const jobOpeningName = item.find('a').first().text()
      const place = item.find('.BambooHR-ATS-Location').first().text()
      return [{ id: id.slice(positionId.length), jobOpeningName, departmentLabel, place }]
    })
}

/** An error or the details of another posting must not replace what is known. */
function findDetail(body: unknown, { jobOpeningName }: Row): Detail | undefined {
  if (!isDetail(body)) return undefined
  const { jobOpening } = body.result
  return jobOpening.jobOpeningName.trim() === jobOpeningName.trim() ? jobOpening : undefined
}

function toRaw(row: Row, detail: Detail | undefined, board: Board): RawPosting {
  const locationType = detail?.locationType ?? row.locationType
  const pay = readPayText(detail?.compensation)
  return {
    nativeId: row.id,
    url: `${homeOf(board)}/careers/${row.id}`,
    title: row.jobOpeningName,
    department: row.departmentLabel || detail?.departmentLabel,
    places: [toPlace(row, detail)],
    workplace: {
      hybrid: locationType === hybrid,
      remote: locationType === remote,
      onSite: locationType === onSite,
    },
    employment: [row.employmentStatusLabel || detail?.employmentStatusLabel],
    pay: pay === undefined ? [] : [pay],
    posted: detail?.datePosted,
    body: detail?.description,
    isPartial: detail === undefined,
  }
}

function toPlace(row: Row, detail: Detail | undefined): RawPlace {
  for (const place of [detail?.location, row.location, detail?.atsLocation, row.atsLocation]) {
    const region = place?.state || place?.province
    const country = place?.addressCountry || place?.country
    if (place?.city || region || country) return { city: place?.city, region, country }
  }
  return { text: row.place }
}
