/** Workday: pages of twenty rows by POST, one more request per posting, departments only as a facet. */

import { type Static, Type } from 'typebox'
import { typeGuard } from '../../../core/type-guard.ts'
import type { ParsedResponse, UpstreamResponse } from '../../../sync/source.ts'
import type { RawPosting } from '../normalise/to-posting.ts'
import { boardStatusRules } from './board-statuses.ts'
import { defineBoardSource } from './define-board-source.ts'
import {
  type BoardContext,
  countMissing,
  fetchDetails,
  fetchListResponse,
  fetchResponse,
  slowBoardTimeoutMs,
} from './fetch-board.ts'
import { listAt, nullish, numberAt, text, tryParseJson } from './json-fields.ts'
import type { Board } from './members/boards.ts'
import { type AppliedFacets, cappedTotal, chooseSplit, facetsOf } from './workday-facets.ts'

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
  raw: { page: Page, family: Page, split: Page, detail: Type.Unknown() },

  async *fetch(context) {
    const paths = new Set<string>()
    const first = await fetchListResponse(context, listRequest(context.member, 0))
    yield first
    if (first.kind === 'gone') return
    const head = tryParseJson(first.body)
    yield* fetchRemainingPages(context, first, paths, {})
    const isCapped = numberAt(head, 'total') === cappedTotal
    const listed = new Set(paths)
    const byFamily = new Set<string>()
    yield* fetchFamilies(context, head, byFamily)
    // A capped board lists its remaining postings only by facet.
    if (isCapped) {
      for (const path of byFamily) paths.add(path)
      if (!listed.isSubsetOf(byFamily)) yield* fetchSplit(context, head, paths, {})
    }
    const site = siteOf(context.member)
    const urls = dueDetails([...paths], context.nowMs).map((path) => detailUrl(site, path))
    const options = { accept: 'application/json' }
    for await (const detail of fetchDetails(context, 'detail', urls, options))
      if (tryParseJson(detail.body) !== undefined) yield detail
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
    return {
      rows,
      toRaw: (job) =>
        toRaw(job, site, infos.get(detailUrl(site, job.externalPath)), departments.get(job.externalPath)),
      total: isCapped ? undefined : total,
      incomplete: isCapped ? gapInParts(listed, responses) : undefined,
      withoutDetails: countMissing(jobs.size - infos.size),
    }
  },
})

/** An error or the details of another posting must not replace what is known. */
function describes({ externalUrl, title, startDate, jobDescription }: Detail, job: Row): boolean {
  const isSame = externalUrl ? nativeId(externalUrl) === nativeId(job.externalPath) : title === job.title
  return isSame && Boolean(startDate || jobDescription)
}

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
  paths: Set<string>,
  facets: AppliedFacets,
): AsyncGenerator<UpstreamResponse> {
  const total = numberAt(tryParseJson(first.body), 'total')
  const [firstPath] = collectPaths(first, paths)
  for (let page = 1; page < pagesMax && page * pageSize < total; page++) {
    const response = await fetchResponse(context, listRequest(context.member, page * pageSize, facets))
    const [path] = collectPaths(response, new Set())
    if (path === undefined || path === firstPath) return
    collectPaths(response, paths)
    yield { ...response, kind: first.kind, url: first.url }
  }
}

function collectPaths({ body }: UpstreamResponse, paths: Set<string>): string[] {
  const rows = listAt(tryParseJson(body), 'jobPostings').filter((value): value is Row => isRow(value))
  const found = rows.map(({ externalPath }) => externalPath)
  for (const path of found) paths.add(path)
  return found
}

/** One request per job family, since postings do not name theirs. */
async function* fetchFamilies(
  context: BoardContext,
  head: unknown,
  paths: Set<string>,
): AsyncGenerator<UpstreamResponse> {
  const values = facetsOf(head).find(({ parameter }) => parameter === 'jobFamilyGroup')?.values ?? []
  if (values.length > familiesMax) return
  for (const { id, name } of values)
    yield* fetchPart(context, 'family', { jobFamilyGroup: [id] }, encodeURIComponent(name), paths)
}

/** The rows of a capped list by the values of a facet; values that are capped too by a second facet. */
async function* fetchSplit(
  context: BoardContext,
  head: unknown,
  paths: Set<string>,
  applied: AppliedFacets,
): AsyncGenerator<UpstreamResponse> {
  const groups = chooseSplit(facetsOf(head), ({ parameter }) => parameter in applied) ?? []
  for (const group of groups) {
    const facets = { ...applied, ...group }
    const label = encodeURIComponent(JSON.stringify(facets))
    const responses = fetchPart(context, 'split', facets, label, paths)
    const { value: first } = await responses.next()
    if (first === undefined) continue
    const part = tryParseJson(first.body)
    const isDivisible = numberAt(part, 'total') === cappedTotal && Object.keys(applied).length === 0
    if (isDivisible) {
      await responses.return(undefined)
      yield* fetchSplit(context, part, paths, facets)
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
  paths: Set<string>,
): AsyncGenerator<UpstreamResponse> {
  const response = await fetchResponse(context, listRequest(context.member, 0, facets))
  const first = { ...response, kind, url: `${response.url}#${label}` }
  yield first
  yield* fetchRemainingPages(context, first, paths, facets)
}

/** All, or those whose turn it is. */
function dueDetails(paths: readonly string[], nowMs: number): string[] {
  const turns = Math.ceil(paths.length / detailsMax)
  const turn = Math.floor(nowMs / dayMs) % Math.max(1, turns)
  return paths.toSorted().filter((_, at) => at % Math.max(1, turns) === turn)
}

const partKinds = ['family', 'split']

/** The listed postings, followed by those that only the parts have. */
function withParts(listed: readonly unknown[], responses: readonly ParsedResponse[]): unknown[] {
  const seen = new Set(listed.map(pathOf))
  const rows = [...listed]
  for (const { kind, body } of responses) {
    if (!partKinds.includes(kind)) continue
    for (const job of body.jobPostings) {
      const path = pathOf(job)
      if (!seen.has(path)) rows.push(job)
      seen.add(path)
    }
  }
  return rows
}

/** Why postings of a capped board may be missing. Undefined if the parts of one kind are complete and cover the list. */
function gapInParts(listed: readonly unknown[], responses: readonly ParsedResponse[]): string | undefined {
  const gaps = partKinds.map((kind) =>
    gapIn(
      listed,
      responses.filter((response) => response.kind === kind),
    ),
  )
  return gaps.includes(undefined) ? undefined : (gaps.find((gap) => gap !== noParts) ?? noParts)
}

const noParts = `the board has more than ${cappedTotal} rows, and no facet splits them`

function gapIn(listed: readonly unknown[], responses: readonly ParsedResponse[]): string | undefined {
  if (responses.length === 0) return noParts
  const parts = Map.groupBy(responses, ({ url }) => url)
  const covered = new Set<unknown>()
  for (const pages of parts.values()) {
    const total: number = pages[0]?.body.total ?? 0
    const jobs: unknown[] = pages.flatMap(({ body }) => body.jobPostings)
    if (total === cappedTotal) return `a part of the board has more than ${cappedTotal} rows`
    if (jobs.length !== total) return `received ${jobs.length} of ${total} rows of a part of the board`
    for (const job of jobs) covered.add(pathOf(job))
  }
  const isCovered = listed.every((job) => covered.has(pathOf(job)))
  return isCovered
    ? undefined
    : `the board has more than ${cappedTotal} rows, and its parts do not cover them`
}

function pathOf(job: unknown): unknown {
  return job instanceof Object && 'externalPath' in job ? job.externalPath : undefined
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
    workplace: { stated: info?.remoteType },
    employment: [info?.timeType],
    posted: info?.startDate,
    body: info?.jobDescription,
    isPartial: info === undefined,
  }
}
