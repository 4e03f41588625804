import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { unusualKeys } from '../../../../../../sandbox/jobs/unusual-boards.ts'
import { skipReason } from '../../../../../../test/support/backends.ts'
import { folder, replay, summarize } from '../../../../../../test/support/jobs/replay-recording.ts'
import { SandboxBoards } from '../../../../../../test/support/jobs/sandbox-boards.ts'
import {
  assertValidPosting,
  singleBoardSource,
} from '../../../../../../test/support/jobs/single-board-source.ts'
import { testSource } from '../../../../../../test/support/sync/test-source.ts'
import { isFailure } from '../../../../../core/errors.ts'
import { icims } from './icims.ts'

const key = 'careers-acme.icims.com'
const home = `https://${key}`

const page = (node: object) =>
  `<html><head><script type="application/ld+json">${JSON.stringify({ '@type': 'JobPosting', ...node })}</script></head><body></body></html>`
const address = (addressRegion: string) => ({
  address: { addressLocality: 'Toledo', addressRegion, addressCountry: 'US' },
})

const posting = {
  type: 'posting' as const,
  company: 'Acme',
  employment: [],
}

testSource(singleBoardSource(icims, key), {
  now: '2026-11-15T08:00:00Z',
  check: assertValidPosting,
  notFound: 'nothing',
  upstream: {
    '/sitemap.xml': {
      body: `<urlset>${[
        'search',
        '12/welder-%26-fitter/job',
        '13/baker/job',
        '14/miller/job',
        '15/intro',
        '12/a/job/login',
      ]
        .map(
          (path) => `<url><loc>${home}/jobs/${path}</loc><lastmod>2026-09-02T14:12:46-04:00</lastmod></url>`,
        )
        .join('')}</urlset>`,
    },
    '/jobs/12/welder-%26-fitter/job?in_iframe=1': {
      body: page({
        title: 'Welder &amp; Fitter',
        description: '<p>Weld</p>',
        datePosted: '2026-08-26T04:00:00.000Z',
        validThrough: '2026-12-24T08:00:00.123Z',
        occupationalCategory: 'Shop',
        jobLocation: [address('OH')],
        baseSalary: { currency: 'USD', minValue: 20, maxValue: 25 },
      }),
    },
    // Its date is made up.
    '/jobs/13/baker/job?in_iframe=1': {
      body: page({
        title: 'Baker',
        datePosted: '2024-11-15T08:00:00.417Z',
        jobLocation: address('UNAVAILABLE'),
        baseSalary: { currency: 'USD', value: { minValue: 50_000, maxValue: 60_000 } },
      }),
    },
    '/jobs/14/miller/job?in_iframe=1': { status: 410, body: 'closed' },
  },
  empty: { '/sitemap.xml': { body: `<urlset><url><loc>${home}/jobs/search</loc></url></urlset>` } },
  records: [
    {
      ...posting,
      nativeId: '12',
      url: `${home}/jobs/12/welder-%26-fitter/job`,
      title: 'Welder & Fitter',
      department: 'Shop',
      places: [{ city: 'Toledo', region: 'OH', country: 'US' }],
      pay: { min: 20, max: 25, currency: 'USD', period: 'hour' },
      posted: '2026-08-26',
      body: '<p>Weld</p>',
      bodyHash: 'PUzd0HZ9WZH2Ir6xuomigW',
    },
    {
      ...posting,
      nativeId: '13',
      url: `${home}/jobs/13/baker/job`,
      title: 'Baker',
      places: [{ city: 'Toledo', region: 'OH', country: 'US' }],
      pay: { min: 50_000, max: 60_000, currency: 'USD', period: 'year' },
    },
  ],
})

describe('iCIMS', () => {
  let boards: SandboxBoards
  before(async () => {
    boards = await SandboxBoards.open()
  })
  after(() => boards[Symbol.asyncDispose]())

  it('is read by its search where it has no sitemap, until a page has no new postings', async () => {
    const { sent, postings, note } = await boards.read('icims', unusualKeys.icimsSearch)
    const searches = sent.filter(({ request }) => request.includes('/jobs/search'))
    assert.ok(searches.length > 2, `${searches.length} pages`)
    assert.ok(postings.length > 25 && postings.every(({ isPartial }) => !isPartial))
    assert.ok(postings.every(({ posted, department }) => posted === undefined && department !== undefined))
    assert.equal(note, undefined)
  })

  it('sends nothing where its robots.txt forbids it', async () => {
    const read = boards.read('icims', unusualKeys.icimsClosed)
    await assert.rejects(
      read,
      (error) => isFailure(error, 'upstream_refused') && /robots/.test(String(error)),
    )
  })

  it('finds nothing in the frame around a page', async () => {
    const { postings, note } = await boards.read('icims', unusualKeys.icimsSearch, {
      rewrite: (url, request) => [url.replace('?in_iframe=1', ''), request],
    })
    assert.ok(postings.length > 25 && postings.every(({ isPartial }) => isPartial))
    assert.equal(note, undefined)
  })
})

describe('recordings of iCIMS', { skip: skipReason('recordings', folder) }, () => {
  it('have a country alone as the place, and a number that is not that of the address', async () => {
    const result = await replay(icims, 'US', 'careers-wipfli.icims.com', [
      ['search', 'icims/search_page.html'],
    ])
    assert.deepEqual(summarize(result), [
      'Payroll Tax Specialist | United States | - | -',
      'Payroll Support Specialist | United States | - | -',
    ])
    assert.deepEqual(
      result.postings.map(({ nativeId, requisitionId }) => [nativeId, requisitionId]),
      [
        ['8214', '2026-8214'],
        ['8212', '2026-8212'],
      ],
    )
  })

  it('have places with dashes, and a card of another site, which is left out', async () => {
    const result = await replay(icims, 'US', 'careers-acmefreight.icims.com', [
      ['search', 'icims/search_page_dash_locations.html'],
    ])
    assert.deepEqual(summarize(result), [
      'Director, Revenue Operations & Strategy | Edison, NJ, United States | - | -',
      'Forklift Operator | Fontana, CA, United States | - | -',
    ])
  })

  it('have seven postings in a sitemap that begins with another page', async () => {
    const key = 'canisiusuniversity-puzzlehr.icims.com'
    const url = `https://${key}/jobs/12165/human-resources-coordinator/job`
    const result = await replay(icims, 'US', key, [['sitemap', 'icims/sitemap.xml']])
    assert.equal(result.unvisited.length, 7)
    assert.ok(result.unvisited.includes(url))
  })
})
