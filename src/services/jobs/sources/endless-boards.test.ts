/** Boards that list more than anybody can read. Workday is in `adapters/workday/capped.test.ts`. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { OutboundResponse } from '../../../core/outbound/outbound.ts'
import { parseResponses } from '../../../sync/publish/parse-responses.ts'
import type { BoardRecord } from '../schema/records.ts'
import { rippling } from './adapters/rippling.ts'
import { smartrecruiters } from './adapters/smartrecruiters.ts'
import { teamtailor } from './adapters/teamtailor.ts'
import type { JobAdapter } from './define-board-source.ts'
import { jobposting } from './formats/jobposting.ts'

const nowMs = Date.UTC(2026, 10, 15)

interface Endless {
  readonly what: string
  readonly adapter: JobAdapter
  readonly key: string
  /** Undefined for what does not exist. */
  reply(url: URL): string | object | undefined
  readonly requestsMax: number
  readonly postings: number
  readonly reason: RegExp
}

function range<Row>(count: number, row: (at: number) => Row, from = 0): Row[] {
  return Array.from({ length: count }, (_, at) => row(from + at))
}

function sitemap(urls: readonly string[]): string {
  return `<urlset>${urls.map((url) => `<url><loc>${url}</loc></url>`).join('')}</urlset>`
}

function sitemapIndex(urls: readonly string[]): string {
  return `<sitemapindex>${urls.map((url) => `<sitemap><loc>${url}</loc></sitemap>`).join('')}</sitemapindex>`
}

const site = 'https://jobs.acme.example'
const jobPage = `<script type="application/ld+json">${JSON.stringify({ '@type': 'JobPosting', title: 'Welder' })}</script>`

const longSitemap = `<urlset><!--${'x'.repeat(16_000_000)}--></urlset>`

const boards: readonly Endless[] = [
  {
    what: 'SmartRecruiters: a million pages',
    adapter: smartrecruiters,
    key: 'Acme',
    reply: ({ searchParams }) => ({
      totalFound: 100_000_000,
      content: range(
        100,
        (id) => ({ id: String(id), name: 'Welder', company: { identifier: 'Acme', name: 'Acme' } }),
        Number(searchParams.get('offset')),
      ),
    }),
    requestsMax: 200,
    postings: 20_000,
    reason: /received 20000 of 100000000 rows/,
  },
  {
    what: 'Teamtailor: an RSS feed without end',
    adapter: teamtailor,
    key: 'acme',
    reply: ({ pathname, searchParams }) => {
      const item = (id: number) => ({ id: String(id), title: 'Welder', url: `https://acme.example/${id}` })
      if (pathname === '/jobs.json') return { title: 'Acme', items: range(30, item) }
      const guids = range(
        100,
        (id) => `<item><guid>${id}</guid></item>`,
        Number(searchParams.get('offset')) + 99,
      )
      return `<rss><channel>${guids.join('')}</channel></rss>`
    },
    requestsMax: 101,
    postings: 30,
    reason: /the RSS feed could not be read/,
  },
  {
    what: 'Rippling: as many details as a run has time for',
    adapter: rippling,
    key: 'acme',
    reply: ({ pathname }) =>
      pathname.endsWith('/jobs')
        ? range(5000, (id) => ({ uuid: `u${id}`, name: 'Welder', url: `https://acme.example/${id}` }))
        : undefined,
    requestsMax: 101,
    postings: 5000,
    reason: /the details of 5000 postings could not be read/,
  },
  {
    what: 'a career site: more pages than are read',
    adapter: jobposting,
    key: 'jobs.acme.example',
    reply: ({ pathname }) =>
      pathname === '/sitemap.xml' ? sitemap(range(20_000, (id) => `${site}/jobs/${id}`)) : jobPage,
    requestsMax: 5001,
    postings: 5000,
    reason: /the site lists more than 5000 postings/,
  },
  {
    what: 'a career site: an index in an index without end',
    adapter: jobposting,
    key: 'jobs.acme.example',
    reply: ({ pathname }) => sitemapIndex([`${site}/x${pathname}`]),
    requestsMax: 4,
    postings: 0,
    reason: /its sitemaps are nested too deep/,
  },
  {
    what: 'a career site: the last index that is read lists a hundred thousand others',
    adapter: jobposting,
    key: 'jobs.acme.example',
    reply: ({ pathname }) =>
      sitemapIndex(range(pathname.startsWith('/0/0/0/') ? 100_000 : 1, (at) => `${site}/${at}${pathname}`)),
    requestsMax: 4,
    postings: 0,
    reason: /its sitemaps are nested too deep/,
  },
  {
    what: 'a career site: every index lists a hundred others',
    adapter: jobposting,
    key: 'jobs.acme.example',
    reply: ({ pathname }) => sitemapIndex(range(100, (at) => `${site}/${at}${pathname}`)),
    requestsMax: 50,
    postings: 0,
    reason: /more than 50 sitemaps/,
  },
  {
    what: 'a career site: forty sitemaps of sixteen million characters',
    adapter: jobposting,
    key: 'jobs.acme.example',
    reply: ({ pathname }) =>
      pathname === '/sitemap.xml' ? sitemapIndex(range(40, (at) => `${site}/${at}.xml`)) : longSitemap,
    requestsMax: 10,
    postings: 0,
    reason: /its sitemaps are too long/,
  },
]

describe('a board without end', () => {
  for (const { what, adapter, key, reply, requestsMax, postings, reason } of boards) {
    it(`is read up to a limit, and reported: ${what}`, async () => {
      const member = { id: 'acme', key, name: 'Acme', home: 'US' }
      let requests = 0
      const http = {
        async request(url: string): Promise<OutboundResponse> {
          requests += 1
          const body = reply(new URL(url))
          const text = typeof body === 'object' ? JSON.stringify(body) : (body ?? '')
          return { status: body === undefined ? 404 : 200, url, headers: {}, body: text, receivedAt: nowMs }
        },
      }
      const signal = AbortSignal.timeout(600_000)
      const responses = adapter.fetch({ http, member, baseUrl: adapter.baseUrl, nowMs, signal })
      const parsed = await parseResponses(adapter as never, responses)
      assert.ok(parsed.length <= requestsMax + 1, `${parsed.length} responses`)
      const records: BoardRecord[] = [...adapter.toRecords(parsed, { member, nowMs, drop() {} })]
      const note = records.find((record) => record.type === 'note')
      assert.match(note?.reason ?? '', reason)
      assert.notEqual(note?.verdict, 'gone')
      assert.equal(records.length - 1, postings)
      assert.ok(requests <= requestsMax, `${requests} requests`)
    })
  }
})
