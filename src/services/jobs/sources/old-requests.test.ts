/**
 * What the first version of each corrected adapter sent, and what it loses at the simulated platform, which answers it
 * as the real one does.
 */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { unusualKeys } from '../../../../sandbox/jobs/unusual-boards.ts'
import { type ReadBoard, SandboxBoards } from '../../../../test/support/jobs/sandbox-boards.ts'
import type { Rewrite } from '../../../../test/support/sandbox/recorded-requests.ts'
import { TestClient, type TestRequest } from '../../../../test/support/sandbox/sandbox-client.ts'
import { type ErrorCode, Failure, isFailure } from '../../../core/errors.ts'

let boards: SandboxBoards
/** When the list of Recruitee needs a token. */
let boardsIn2027: SandboxBoards
let client: TestClient
before(async () => {
  boards = await SandboxBoards.open()
  boardsIn2027 = await SandboxBoards.open('2027-02-10T06:00:00Z')
  client = new TestClient(boards)
})
after(async () => {
  await client[Symbol.asyncDispose]()
  await boards[Symbol.asyncDispose]()
  await boardsIn2027[Symbol.asyncDispose]()
})

interface OldRequest {
  readonly what: string
  readonly platform: string
  readonly key: string
  readonly in2027?: boolean
  readonly old: Rewrite
  /** Whether the details of postings are requested at all. */
  readonly withDetails?: boolean
  /** The board fails, reports that it is incomplete, or has less of something without a word. */
  readonly outcome:
    | { readonly fails: ErrorCode }
    | { readonly reports: RegExp }
    | { readonly loses: (board: ReadBoard) => number }
}

const oldUrl =
  (change: (url: string) => string): Rewrite =>
  (url, request) => [change(url), request]

/** Changes the body of a list request. */
const oldBody =
  (change: (body: { offset: number; appliedFacets: object }) => object): Rewrite =>
  (url, request) => {
    if (request.body === undefined) return [url, request]
    const body = JSON.parse(request.body)
    return [url, { ...request, body: JSON.stringify({ ...body, ...change(body) }) }]
  }

const postings = (board: ReadBoard) => board.postings.length
const postingsWithDetails = (board: ReadBoard) => board.postings.filter(({ isPartial }) => !isPartial).length
const distinctBodies = (board: ReadBoard) => new Set(board.postings.map(({ bodyHash }) => bodyHash)).size

const rows: readonly OldRequest[] = [
  {
    what: 'Workday: a body that lacks a field is refused',
    platform: 'workday',
    key: unusualKeys.workdayFlawless,
    old: oldBody(() => ({ searchText: undefined })),
    outcome: { fails: 'upstream_changed' },
  },
  {
    what: 'Workday: pages of more than twenty rows are refused',
    platform: 'workday',
    key: unusualKeys.workdayFlawless,
    old: oldBody(() => ({ limit: 50 })),
    outcome: { fails: 'upstream_changed' },
  },
  {
    what: 'Workday: a list with more than 2,000 rows is cut off by a reader that stops there',
    platform: 'workday',
    key: unusualKeys.workdayLong,
    old: oldBody(({ offset }) => (offset >= 2000 ? { offset: 1_000_000 } : {})),
    outcome: { reports: /received 2000 of 2\d\d\d/ },
  },
  {
    what: 'Workday: a capped list is not read completely by job families alone',
    platform: 'workday',
    key: unusualKeys.workdayNested,
    old: oldBody(({ appliedFacets }) => ('locations' in appliedFacets ? { appliedFacets: {} } : {})),
    outcome: { reports: /more than 2000 rows/ },
  },
  {
    what: 'Workday: details are refused unless the request asks for JSON',
    platform: 'workday',
    key: unusualKeys.workdayFlawless,
    withDetails: true,
    old: (url, request) => (request.method === 'POST' ? [url, request] : [url, { ...request, headers: {} }]),
    outcome: { loses: postingsWithDetails },
  },
  {
    what: 'Workday: a site answers only under the name of its tenant',
    platform: 'workday',
    key: unusualKeys.workdayTwoNames,
    old: oldUrl((url) => url.replace('/two_names/', '/two-names/')),
    outcome: { fails: 'upstream_refused' },
  },
  {
    what: 'Workday: the shared host has the tenant in the path',
    platform: 'workday',
    key: unusualKeys.workdaySharedHost,
    old: oldUrl((url) => url.replace('/wday/cxs/shared/', '/wday/cxs/wd5/')),
    outcome: { fails: 'upstream_refused' },
  },
  {
    what: 'Teamtailor: pages of thirty rows look like the last one to a reader that ignores next_url',
    platform: 'teamtailor',
    key: unusualKeys.teamtailorSmallPages,
    // An empty page, in place of one that was not requested.
    old: oldUrl((url) => url.replace(/\?page=\d+$/, '?page=1000')),
    outcome: { loses: postings },
  },
  {
    what: 'Teamtailor: the RSS feed without an offset has a hundred items',
    platform: 'teamtailor',
    key: unusualKeys.teamtailorLong,
    old: oldUrl((url) => url.replace(/\.rss\?.*/, '.rss')),
    outcome: { loses: postingsWithDetails },
  },
  {
    what: 'Teamtailor: the RSS feed ignores `page`',
    platform: 'teamtailor',
    key: unusualKeys.teamtailorLong,
    old: oldUrl((url) =>
      url.replace(/\.rss\?offset=(\d+).*/, (_, offset) => `.rss?page=${offset / 100 + 1}`),
    ),
    outcome: { loses: postingsWithDetails },
  },
  {
    what: 'Personio: without a language all descriptions are empty',
    platform: 'personio',
    key: 'saffron-motors',
    old: oldUrl((url) => url.replace('/xml?language=en', '/xml')),
    outcome: { loses: distinctBodies },
  },
  {
    what: 'Lever: the first host does not know European sites',
    platform: 'lever',
    key: unusualKeys.leverEurope,
    old: oldUrl((url) => url.replace('api.eu.lever.co', 'api.lever.co')),
    outcome: { fails: 'upstream_refused' },
  },
  {
    what: 'Recruitee: from 10 February 2027 the list needs a token',
    platform: 'recruitee',
    key: 'pebble-health',
    in2027: true,
    old: oldUrl((url) => url.replace('/api/feeds/offers.xml', '/api/offers/')),
    outcome: { fails: 'upstream_refused' },
  },
]

/** The details of long boards take long, and are not what most rows are about. */
const withoutDetails: Rewrite = (url, request) => {
  if (url.includes('/job/')) throw new Failure('upstream_unavailable', 'not now')
  return [url, request]
}

describe('with the requests of the first version, simulated platforms let the adapters fail or lose postings', () => {
  for (const { what, platform, key, in2027, withDetails, old, outcome } of rows) {
    it(what, async () => {
      const world = in2027 ? boardsIn2027 : boards
      const read = (rewrite: Rewrite) =>
        world.read(platform, key, {
          rewrite: (url, request) =>
            rewrite(...(withDetails ? ([url, request] as const) : withoutDetails(url, request))),
        })
      const run = read(old)
      if ('fails' in outcome) return assert.rejects(run, (error) => isFailure(error, outcome.fails))
      const board = await run
      if ('reports' in outcome) return assert.match(board.note?.reason ?? '', outcome.reports)
      const today = await read((url, request) => [url, request])
      assert.ok(outcome.loses(board) < outcome.loses(today), `${outcome.loses(board)}`)
    })
  }
})

/** Requests that did not change, or were not sent at all: the first version read the responses in another way. */
describe('simulated platforms answer what the first version took for something else', () => {
  const site = unusualKeys.siteNestedMaps
  const json = { 'content-type': 'application/json' }
  const listOf = (offset: number) => ({
    method: 'POST' as const,
    headers: json,
    body: JSON.stringify({ appliedFacets: {}, limit: 20, offset, searchText: '' }),
  })

  interface Answer {
    readonly what: string
    readonly address: string
    readonly request?: TestRequest
    readonly status: number
    readonly location?: string
    readonly body?: RegExp
  }

  for (const { what, address, request, status, location, body } of [
    {
      what: 'Workday: maintenance is a redirect with 303, which was taken for a board that is gone',
      address: 'maintenance.wd1.myworkdayjobs.com/wday/cxs/maintenance/External/jobs',
      request: listOf(0),
      status: 303,
      location: 'https://community.workday.com/maintenance-page',
    },
    {
      what: 'Workday: a closed posting is 403 with S22, which was taken for a failure',
      address: 'flawless.wd1.myworkdayjobs.com/wday/cxs/flawless/External/job/Nowhere/Nothing_JR0',
      request: { headers: { accept: 'application/json' } },
      status: 403,
      body: /"S22"/,
    },
    {
      what: 'Workday: a capped list reports exactly 2,000',
      address: 'capped.wd1.myworkdayjobs.com/wday/cxs/capped/External/jobs',
      request: listOf(0),
      status: 200,
      body: /"total":2000,/,
    },
    {
      what: 'Personio: a feed that is switched off is 404, which was taken for a board that is gone',
      address: `${unusualKeys.personioFeedOff}.jobs.personio.de/xml`,
      status: 404,
    },
    {
      what: 'Personio: the careers page of that board exists',
      address: `${unusualKeys.personioFeedOff}.jobs.personio.de/?language=en`,
      status: 200,
    },
    {
      what: 'Ashby: an interface that is switched off is 404, which was taken for a board that is gone',
      address: `api.ashbyhq.com/posting-api/job-board/${unusualKeys.ashbyApiOff}?includeCompensation=true`,
      status: 404,
    },
    {
      what: 'Ashby: the careers page of that board exists',
      address: `jobs.ashbyhq.com/${unusualKeys.ashbyApiOff}`,
      status: 200,
    },
    {
      what: 'Lever: robots.txt asks for a second between requests, which was not read',
      address: 'api.lever.co/robots.txt',
      status: 200,
      body: /^Crawl-delay: 1$/m,
    },
    {
      what: 'SmartRecruiters: robots.txt forbids everything, which was not read',
      address: 'api.smartrecruiters.com/robots.txt',
      status: 200,
      body: /^User-agent: \*\nDisallow: \/$/m,
    },
    {
      what: 'career sites: robots.txt names the sitemap, which was not read',
      address: `${site}/robots.txt`,
      status: 200,
      body: /^Sitemap: .+\/sitemap-index\.xml$/m,
    },
    {
      what: 'career sites: /sitemap.xml leads elsewhere on the host, which was taken for a board that is gone',
      address: `${site}/sitemap.xml`,
      status: 302,
      location: `https://${site}/sitemap-index.xml`,
    },
    {
      what: 'career sites: so does a child, whose postings vanished',
      address: `${site}/maps/jobs.xml`,
      status: 301,
      location: `https://${site}/maps/jobs-index.xml`,
    },
    {
      what: 'career sites: a child has children, which were not read',
      address: `${site}/maps/jobs-index.xml`,
      status: 200,
      body: /<sitemapindex/,
    },
    {
      what: 'career sites: a sitemap is compressed and no header says so, which failed the board',
      address: `${site}/maps/jobs-1.xml.gz`,
      status: 200,
      body: /^.\ufffd/s,
    },
    {
      what: 'career sites: a posting without its query leads elsewhere, which was taken for closed',
      address: `${site}/jobs/1`,
      status: 301,
      location: `https://${site}/jobs/1?in_iframe=1`,
    },
  ] satisfies readonly Answer[] as readonly Answer[]) {
    it(what, async () => {
      const answer = await client.ask(address, request)
      assert.deepEqual([answer.status, answer.headers.location], [status, location])
      if (body) assert.match(answer.body, body)
    })
  }

  it('Workday: beyond the cap the list begins again', async () => {
    const address = 'capped.wd1.myworkdayjobs.com/wday/cxs/capped/External/jobs'
    const rowsAt = async (offset: number) =>
      JSON.parse((await client.ask(address, listOf(offset))).body).jobPostings
    assert.deepEqual(await rowsAt(2000), await rowsAt(0))
  })
})
