/** Workday: pages of twenty rows by POST, one more request per posting, departments only as a facet. */

import { type Static, Type } from 'typebox'
import { typeGuard } from '../../../core/type-guard.ts'
import type { FetchContext, ParsedResponse, UpstreamResponse } from '../../../sync/source.ts'
import type { RawPosting } from '../normalise/to-posting.ts'
import { defineBoardSource } from './define-board-source.ts'
import { countMissing, fetchDetails, fetchResponse, slowBoardTimeoutMs } from './fetch-board.ts'
import { listAt, nullish, numberAt, text, tryParseJson } from './json-fields.ts'
import type { Board } from './members/boards.ts'

const pageSize = 20
/** Many tenants stop counting here and return the first page again; such boards are read by job family. */
const totalMax = 2000
const familiesMax = 40

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
  hosts: ['*.myworkdayjobs.com'],
  polite: { atOnce: 2, gapMs: 500 },
  memberTimeoutMs: slowBoardTimeoutMs,
  raw: { page: Page, family: Page, detail: Type.Unknown() },

  async *fetch(context) {
    const paths = new Set<string>()
    const first = await fetchResponse(context, { ...listRequest(context.member, 0), mayBeGone: true })
    yield first
    if (first.kind === 'gone') return
    const head = tryParseJson(first.body)
    yield* fetchRemainingPages(context, first, paths, {})
    // A capped board lists the remaining postings only by family.
    yield* fetchFamilies(context, head, numberAt(head, 'total') < totalMax ? new Set() : paths)
    const site = siteOf(context.member)
    const urls = paths.values().map((path) => detailUrl(site, path))
    for await (const detail of fetchDetails(context, 'detail', urls))
      if (tryParseJson(detail.body) !== undefined) yield detail
  },

  isRow,
  idOf: ({ externalPath }) => (typeof externalPath === 'string' ? nativeId(externalPath) : undefined),
  readRows(responses, board) {
    const site = siteOf(board)
    const departments = departmentsOf(responses)
    const pages = responses.filter(({ kind }) => kind === 'page')
    const total = pages[0]?.body.total ?? 0
    const isCapped = total >= totalMax
    const listed = pages.flatMap(({ body }) => body.jobPostings)
    const rows = isCapped ? withFamilies(listed, responses) : listed
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
      incomplete: isCapped ? gapInFamilies(listed, responses) : undefined,
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
  readonly host: string
  readonly tenant: string
  readonly site: string
}

/** Keys have the form `tenant.wd5/Site`. */
function siteOf({ key }: Board): Site {
  const [host = '', site = ''] = key.split('/')
  return { host: `${host}.myworkdayjobs.com`, tenant: host.split('.')[0] ?? '', site }
}

function listUrl({ host, tenant, site }: Site): string {
  return `https://${host}/wday/cxs/${tenant}/${site}/jobs`
}

function detailUrl({ host, tenant, site }: Site, externalPath: string): string {
  return `https://${host}/wday/cxs/${tenant}/${site}${externalPath}`
}

function listRequest(board: Board, offset: number, appliedFacets: object = {}) {
  return {
    kind: 'page',
    url: listUrl(siteOf(board)),
    post: { appliedFacets, limit: pageSize, offset, searchText: '' },
  }
}

/** Only the first page has the total. */
async function* fetchRemainingPages(
  context: FetchContext<Board>,
  first: UpstreamResponse,
  paths: Set<string>,
  facets: object,
): AsyncGenerator<UpstreamResponse> {
  const total = Math.min(numberAt(tryParseJson(first.body), 'total'), totalMax)
  collectPaths(first, paths)
  for (let offset = pageSize; offset < total; offset += pageSize) {
    const response = await fetchResponse(context, listRequest(context.member, offset, facets))
    yield { ...response, kind: first.kind, url: first.url }
    if (collectPaths(response, paths) === 0) return
  }
}

function collectPaths({ body }: UpstreamResponse, paths: Set<string>): number {
  const rows = listAt(tryParseJson(body), 'jobPostings').filter((value): value is Row => isRow(value))
  for (const { externalPath } of rows) paths.add(externalPath)
  return rows.length
}

/** One request per job family, since postings do not name theirs. */
async function* fetchFamilies(
  context: FetchContext<Board>,
  head: unknown,
  paths: Set<string>,
): AsyncGenerator<UpstreamResponse> {
  const facet = listAt(head, 'facets').find(
    (one) => (one as { facetParameter?: unknown })?.facetParameter === 'jobFamilyGroup',
  )
  const values = listAt(facet, 'values').filter(
    (value): value is { id: string; descriptor: string } =>
      typeof (value as { id?: unknown })?.id === 'string' &&
      typeof (value as { descriptor?: unknown })?.descriptor === 'string',
  )
  if (values.length > familiesMax) return
  for (const { id, descriptor } of values) {
    const facets = { jobFamilyGroup: [id] }
    const response = await fetchResponse(context, listRequest(context.member, 0, facets))
    const named = { ...response, kind: 'family', url: `${response.url}#${encodeURIComponent(descriptor)}` }
    yield named
    yield* fetchRemainingPages(context, named, paths, facets)
  }
}

/** The listed postings, followed by those that only the families have. */
function withFamilies(listed: readonly unknown[], responses: readonly ParsedResponse[]): unknown[] {
  const seen = new Set(listed.map(pathOf))
  const others = responses
    .filter(({ kind }) => kind === 'family')
    .flatMap(({ body }) => body.jobPostings as unknown[])
  return [...listed, ...others.filter((job) => !seen.has(pathOf(job)))]
}

/** Why postings of a capped board may be missing. Undefined if all families are complete and cover the list. */
function gapInFamilies(listed: readonly unknown[], responses: readonly ParsedResponse[]): string | undefined {
  const families = Map.groupBy(
    responses.filter(({ kind }) => kind === 'family'),
    ({ url }) => url,
  )
  const covered = new Set<unknown>()
  for (const pages of families.values()) {
    const total: number = pages[0]?.body.total ?? 0
    const jobs: unknown[] = pages.flatMap(({ body }) => body.jobPostings)
    if (total >= totalMax) return `a job family has more than ${totalMax} rows`
    if (jobs.length !== total) return `received ${jobs.length} of ${total} rows of a job family`
    for (const job of jobs) covered.add(pathOf(job))
  }
  const isCovered = listed.every((job) => covered.has(pathOf(job)))
  return isCovered
    ? undefined
    : `the board has more than ${totalMax} rows, and the job families do not cover them`
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
    url: info?.externalUrl || `https://${site.host}/${site.site}${job.externalPath}`,
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
