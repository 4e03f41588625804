/** Workday: pages of twenty rows by POST, one more request per posting, departments only as a facet. */

import { type Static, Type } from 'typebox'
import { typeGuard } from '../../../../../core/type-guard.ts'
import type { ParsedResponse, UpstreamResponse } from '../../../../../sync/source.ts'
import type { RawPosting } from '../../../normalise/to-posting.ts'
import { boardStatusRules } from '../../board-statuses.ts'
import { defineBoardSource } from '../../define-board-source.ts'
import { planDetails, RecentBody } from '../../details/recent-details.ts'
import {
  type BoardContext,
  countMissing,
  fetchDetails,
  fetchListResponse,
  fetchResponse,
  slowBoardTimeoutMs,
} from '../../fetch-board.ts'
import { listAt, nullish, numberAt, pathPart, text, tryParseJson } from '../../formats/json-fields.ts'
import type { Board } from '../../members/boards.ts'
import { type AppliedFacets, cappedTotal, chooseSplit, facetsOf } from './facets.ts'
import { gapInParts, withParts } from './parts.ts'

const pageSize = 20
/** Pages of one list; the largest known board has 920. */
const pagesMax = 2000
const familiesMax = 40
/** As many as fit in the time for a board. Larger boards take turns: some on each day. */
const detailsMax = 4000
const dayMs = 86_400_000

const Page = Type.Object({ total: nullish(Type.Integer()), jobPostings: Type.Array(Type.Unknown()) })

const Row = Type.Object({
  title: text,
  externalPath: Type.String({ pattern: '^/[^?#]*$' }),
  locationsText: nullish(text),
})
type Row = Static<typeof Row>
const isRow = typeGuard(Row)

const Detail = Type.Object({
  jobPostingInfo: Type.Object({
    title: nullish(text),
    jobDescription: nullish(text),
    location: nullish(text),
    additionalLocations: nullish(Type.Array(text)),
    startDate: nullish(text),
    timeType: nullish(text),
    remoteType: nullish(text),
    jobReqId: nullish(text),
    externalUrl: nullish(text),
    country: nullish(Type.Object({ descriptor: nullish(text) })),
    jobRequisitionLocation: nullish(
      Type.Object({ country: nullish(Type.Object({ alpha2Code: nullish(text) })) }),
    ),
  }),
})
type Detail = Static<typeof Detail>['jobPostingInfo']
const isDetail = typeGuard(Detail)

export const workday = defineBoardSource({
  id: 'workday',
  about: {
    name: 'Workday',
    home: 'https://www.workday.com',
    terms: 'Public careers sites; read at the pace of a person.',
  },
  baseUrl: 'https://myworkdayjobs.com',
  hosts: ['*.myworkdayjobs.com', '*.myworkdaysite.com'],
  polite: { atOnce: 2, gapMs: 500 },
  memberTimeoutMs: slowBoardTimeoutMs,
  statusRules: boardStatusRules({
    rules: [
      {
        statuses: [303],
        means: 'unavailable',
        evidence:
          'Maintenance: 303 to community.workday.com on 21 boards at once (jobseek 5715), a weekly window.',
      },
      {
        statuses: [403],
        kinds: ['detail'],
        bodyHas: ['"S22"'],
        means: 'gone',
        confirmedBy: 'the list, which must lack the posting',
        evidence: 'S22 means that the posting is closed: 15 of 15 (jobseek).',
      },
    ],
    vendorSites: ['workday.com'],
  }),
  careersPage: (board) => siteOf(board).home,
  raw: { page: Page, family: Page, split: Page, detail: Type.Unknown(), recent: RecentBody },

  async *fetch(context) {
    const rows: ListedRows = new Map()
    const first = await fetchListResponse(context, listRequest(context.member, 0))
    yield first
    if (first.kind === 'gone') return
    const head = tryParseJson(first.body)
    yield* fetchRemainingPages(context, first, rows, {})
    const isCapped = numberAt(head, 'total') === cappedTotal
    const listed = new Set(rows.keys())
    const byFamily: ListedRows = new Map()
    yield* fetchFamilies(context, head, byFamily)
    // A capped board lists its remaining postings only by facet.
    if (isCapped) {
      for (const [path, row] of byFamily) rows.set(path, row)
      if (!listed.isSubsetOf(byFamily)) yield* fetchSplit(context, head, rows, {})
    }
    yield* fetchDueDetails(context, rows, first)
  },

  isRow,
  idOf: ({ externalPath }) => (typeof externalPath === 'string' ? nativeId(externalPath) : undefined),
  readRows(responses, board) {
    const site = siteOf(board)
    const departments = departmentsOf(responses)
    const pages = responses.filter(({ kind }) => kind === 'page')
    const total = pages[0]?.body.total ?? 0
    const isCapped = total === cappedTotal
    const listed = pages.flatMap(({ body }) => body.jobPostings)
    const rows = isCapped ? withParts(listed, responses) : listed
    const jobs = new Map(rows.filter(isRow).map((job) => [detailUrl(site, job.externalPath), job]))
    const infos = new Map<string, Detail>()
    for (const { kind, url, body } of responses) {
      const job = jobs.get(url)
      if (kind === 'detail' && job !== undefined && isDetail(body) && describes(body.jobPostingInfo, job))
        infos.set(url, body.jobPostingInfo)
    }
    const recent = new Set<string>(responses.find(({ kind }) => kind === 'recent')?.body)
    const missing = jobs.entries().filter(([url, job]) => !infos.has(url) && !recent.has(job.externalPath))
    return {
      rows,
      toRaw: (job) => {
        const info = infos.get(detailUrl(site, job.externalPath))
        return {
          ...toRaw(job, site, info, departments.get(job.externalPath)),
          hasRecentDetails: recent.has(job.externalPath) && info === undefined,
        }
      },
      total: isCapped ? undefined : total,
      incomplete: isCapped ? gapInParts(listed, responses) : undefined,
      withoutDetails: countMissing([...missing].length),
    }
  },
})

/** An error or the details of another posting must not replace what is known. */
function describes({ externalUrl, title, startDate, jobDescription }: Detail, job: Row): boolean {
  const isSame = externalUrl ? nativeId(externalUrl) === nativeId(job.externalPath) : title === job.title
  return isSame && Boolean(startDate || jobDescription)
}

/** The listed rows by path. */
type ListedRows = Map<string, Row>

interface Site {
  /** Of the interface. */
  readonly base: string
  /** Of the public pages. */
  readonly home: string
}

/**
 * Keys have the form `tenant.wd5/Site`, or `host.wd5/tenant/Site` where the names differ, or
 * `wd5.myworkdaysite.com/tenant/Site`.
 */
function siteOf({ key }: Board): Site {
  const parts = key.split('/')
  const [name = ''] = parts
  const [tenant = '', site = ''] = parts.length > 2 ? parts.slice(1) : [name.split('.')[0], parts[1]]
  const isShared = name.endsWith('.myworkdaysite.com')
  const origin = isShared ? `https://${name}` : `https://${name}.myworkdayjobs.com`
  return {
    base: `${origin}/wday/cxs/${tenant}/${site}`,
    home: isShared ? `${origin}/recruiting/${tenant}/${site}` : `${origin}/${site}`,
  }
}

function detailUrl({ base }: Site, externalPath: string): string {
  return `${base}${externalPath}`
}

function listRequest(board: Board, offset: number, appliedFacets: AppliedFacets = {}) {
  return {
    kind: 'page',
    url: `${siteOf(board).base}/jobs`,
    post: { appliedFacets, limit: pageSize, offset, searchText: '' },
  }
}

/** Only the first page has the total. Ends with an empty page, and where the first page comes again. */
async function* fetchRemainingPages(
  context: BoardContext,
  first: UpstreamResponse,
  rows: ListedRows,
  facets: AppliedFacets,
): AsyncGenerator<UpstreamResponse> {
  const total = numberAt(tryParseJson(first.body), 'total')
  const [firstPath] = collectRows(first, rows)
  for (let page = 1; page < pagesMax && page * pageSize < total; page++) {
    const response = await fetchResponse(context, listRequest(context.member, page * pageSize, facets))
    const [path] = collectRows(response, new Map())
    if (path === undefined || path === firstPath) return
    collectRows(response, rows)
    yield { ...response, kind: first.kind, url: first.url }
  }
}

/** Returns the paths of this page. */
function collectRows({ body }: UpstreamResponse, rows: ListedRows): string[] {
  const found = listAt(tryParseJson(body), 'jobPostings').filter((value): value is Row => isRow(value))
  for (const row of found) rows.set(row.externalPath, row)
  return found.map(({ externalPath }) => externalPath)
}

/** One request per job family, since postings do not name theirs. */
async function* fetchFamilies(
  context: BoardContext,
  head: unknown,
  rows: ListedRows,
): AsyncGenerator<UpstreamResponse> {
  const values = facetsOf(head).find(({ parameter }) => parameter === 'jobFamilyGroup')?.values ?? []
  if (values.length > familiesMax) return
  for (const { id, name } of values)
    yield* fetchPart(context, 'family', { jobFamilyGroup: [id] }, pathPart(name), rows)
}

/** The rows of a capped list by the values of a facet; values that are capped too by a second facet. */
async function* fetchSplit(
  context: BoardContext,
  head: unknown,
  rows: ListedRows,
  applied: AppliedFacets,
): AsyncGenerator<UpstreamResponse> {
  const groups = chooseSplit(facetsOf(head), ({ parameter }) => parameter in applied) ?? []
  for (const group of groups) {
    const facets = { ...applied, ...group }
    const label = encodeURIComponent(JSON.stringify(facets))
    const responses = fetchPart(context, 'split', facets, label, rows)
    const { value: first } = await responses.next()
    if (first === undefined) continue
    const part = tryParseJson(first.body)
    const isDivisible = numberAt(part, 'total') === cappedTotal && Object.keys(applied).length === 0
    if (isDivisible) {
      await responses.return(undefined)
      yield* fetchSplit(context, part, rows, facets)
    } else {
      yield first
      yield* responses
    }
  }
}

async function* fetchPart(
  context: BoardContext,
  kind: string,
  facets: AppliedFacets,
  label: string,
  rows: ListedRows,
): AsyncGenerator<UpstreamResponse> {
  const response = await fetchResponse(context, listRequest(context.member, 0, facets))
  const first = { ...response, kind, url: `${response.url}#${label}` }
  yield first
  yield* fetchRemainingPages(context, first, rows, facets)
}

/** Details are one request each: those of new and changed rows are requested at once, the others once a week. */
async function* fetchDueDetails(
  context: BoardContext,
  rows: ListedRows,
  { url, fetchedAt }: UpstreamResponse,
): AsyncGenerator<UpstreamResponse> {
  const texts = rows.values().map((row) => [row.externalPath, `${row.title} ${row.locationsText}`] as const)
  const plan = await planDetails(new Map(texts), context)
  if (plan.recent.length > 0) yield { kind: 'recent', url, fetchedAt, body: JSON.stringify(plan.recent) }
  const site = siteOf(context.member)
  const due = new Map(dueDetails(plan.due, context.nowMs).map((path) => [detailUrl(site, path), path]))
  const read = new Set<string>()
  for await (const detail of fetchDetails(context, 'detail', due.keys(), { accept: 'application/json' })) {
    const body = tryParseJson(detail.body)
    if (body === undefined) continue
    const path = due.get(detail.url) ?? ''
    const row = rows.get(path)
    if (row !== undefined && isDetail(body) && describes(body.jobPostingInfo, row)) read.add(path)
    yield detail
  }
  await plan.save(read)
}

/** All, or those whose turn it is. */
function dueDetails(paths: readonly string[], nowMs: number): string[] {
  const turns = Math.ceil(paths.length / detailsMax)
  const turn = Math.floor(nowMs / dayMs) % Math.max(1, turns)
  return paths.toSorted().filter((_, at) => at % Math.max(1, turns) === turn)
}

function departmentsOf(responses: readonly ParsedResponse[]): Map<string, string> {
  const departments = new Map<string, string>()
  for (const { kind, url, body } of responses) {
    if (kind !== 'family') continue
    const name = decodeURIComponent(url.slice(url.indexOf('#') + 1))
    for (const job of body.jobPostings) if (isRow(job)) departments.set(job.externalPath, name)
  }
  return departments
}

function nativeId(externalPath: string): string {
  const segment = externalPath.split('/').at(-1) ?? ''
  return segment.includes('_') ? segment.slice(segment.lastIndexOf('_') + 1) : segment
}

function toRaw(job: Row, site: Site, info: Detail | undefined, department: string | undefined): RawPosting {
  const country = info?.jobRequisitionLocation?.country?.alpha2Code ?? info?.country?.descriptor
  const path = job.externalPath
    .split('/')
    .at(-2)
    ?.replaceAll('---', ' - ')
    .replace(/(?<! )-(?! )/g, ' ')
  const isPlaceCount =
    /^\d+ locations?$/i.test(job.locationsText ?? '') || /more\.{3}$/i.test(job.locationsText ?? '')
  return {
    nativeId: nativeId(job.externalPath),
    requisitionId: info?.jobReqId ?? nativeId(job.externalPath),
    url: info?.externalUrl || `${site.home}${job.externalPath}`,
    title: info?.title || job.title,
    department,
    places: info?.location
      ? [
          { text: info.location, country },
          ...(info.additionalLocations ?? []).map((place) => ({ text: place })),
        ]
      : [{ text: isPlaceCount ? path : job.locationsText }],
    workplace: { stated: [info?.remoteType] },
    employment: [info?.timeType],
    posted: info?.startDate,
    body: info?.jobDescription,
    isPartial: info === undefined,
  }
}
