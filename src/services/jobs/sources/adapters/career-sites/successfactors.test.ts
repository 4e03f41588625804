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
import { successfactors } from './successfactors.ts'

const key = 'careers.acme.example'
const home = `https://${key}`
const welder = '/job/Toledo-Welder-OH-43604/1300000100/'
const fitter = '/acme/job/Fitter/42017-en_US/'

const microdata = (content: string) =>
  `<html><body><div itemscope itemtype="http://schema.org/JobPosting">${content}</div></body></html>`
const welderPage = microdata(`<h1 itemprop="title">Welder &amp; Fitter</h1>
<meta itemprop="datePosted" content="Fri Oct 02 02:00:00 UTC 2026"><meta itemprop="hiringOrganization" content="Acme Tools">
<span itemprop="jobLocation" itemscope itemtype="http://schema.org/Place"><span itemprop="address" itemscope itemtype="http://schema.org/PostalAddress"><meta itemprop="streetAddress" content="TOLEDO, OH, US, 43604"></span></span>
<span itemprop="description"><p>Weld</p></span>`)
const map = (paths: readonly string[]) =>
  `<urlset>${paths.map((path) => `<url><loc>${home}${path}</loc><lastmod>2026-10-02</lastmod></url>`).join('')}</urlset>`

const posting = {
  type: 'posting' as const,
  nativeId: '1300000100',
  url: `${home}${welder}`,
  title: 'Welder & Fitter',
  company: 'Acme Tools',
  places: [{ city: 'Toledo', region: 'OH', country: 'US' }],
  employment: [],
  posted: '2026-10-02',
  body: '<p>Weld</p>',
  bodyHash: 'PUzd0HZ9WZH2Ir6xuomigW',
}

testSource(singleBoardSource(successfactors, key), {
  now: '2026-11-15T08:00:00Z',
  check: assertValidPosting,
  notFound: 'nothing',
  upstream: {
    '/sitemap.xml': { body: map(['/', welder, fitter, '/job/no-number/', '/topjobs/job/a/1/b/c/']) },
    [welder]: { body: welderPage },
    [fitter]: { body: '<html><body>The position is filled.</body></html>' },
  },
  empty: { '/sitemap.xml': { body: '<urlset></urlset>' } },
  dropped: { 'not a posting': 1 },
  records: [posting],
})

const item = (title: string, fields = '') =>
  `<item><title>${title}</title><link>${home}${welder}?feedId=null&amp;utm_source=x</link><pubDate>Fri, 02 Oct 2026 7:00:00 GMT</pubDate>
<description>&lt;p&gt;Weld&lt;/p&gt;</description>${fields}</item>`

testSource(singleBoardSource(successfactors, key), {
  now: '2026-11-15T08:00:00Z',
  check: assertValidPosting,
  notFound: 'nothing',
  upstream: {
    '/sitemap.xml': {
      body: `<rss><channel>${item('Welder &amp;amp; Fitter', '<g:location>TOLEDO, OH, US, 43604</g:location><g:employer>Acme Tools</g:employer>')}
<item><title>No address</title></item></channel></rss>`,
    },
  },
  empty: { '/sitemap.xml': { body: '<rss><channel></channel></rss>' } },
  dropped: { 'not a posting': 1 },
  records: [posting],
})

describe('SuccessFactors', () => {
  let boards: SandboxBoards
  before(async () => {
    boards = await SandboxBoards.open()
  })
  after(() => boards[Symbol.asyncDispose]())

  it('is read by its search where it has no sitemap, up to the number that the search states', async () => {
    const { sent, postings, note } = await boards.read('successfactors', unusualKeys.successfactorsSearch)
    const searches = sent.filter(({ request }) => request.includes('/search/'))
    assert.deepEqual(
      searches.map(({ request }) => request.split('=').at(-1)),
      ['0', '25', '50'],
    )
    assert.ok(postings.length > 50 && postings.every(({ isPartial }) => !isPartial))
    assert.equal(note, undefined)
  })

  it('needs one request where its sitemap is a feed', async () => {
    const { sent, postings } = await boards.read('successfactors', unusualKeys.successfactorsFeed)
    assert.equal(sent.length, 2)
    assert.ok(postings.every(({ places, posted, department }) => places.length > 0 && posted && department))
  })
})

describe('recordings of SuccessFactors', { skip: skipReason('recordings', folder) }, () => {
  it('have the place after the title in a feed, and addresses with parameters', async () => {
    const result = await replay(successfactors, 'US', 'careers.qorvo.com', [
      ['feed', 'successfactors/feeds_rss.xml'],
    ])
    assert.equal(result.verdict, 'complete')
    assert.deepEqual(summarize(result), [
      'Principal Research Scientist | Richardson, TX, United States | - | -',
      'Principal Research Scientist - RF MMIC Design | Richardson, TX, United States | - | -',
    ])
    assert.deepEqual(
      result.postings.map(({ nativeId, posted, url }) => [nativeId, posted, url.includes('?')]),
      [
        ['1397790900', '2026-10-02', false],
        ['1397710500', '2026-10-02', false],
      ],
    )
  })

  it('have titles twice in a search, and places that are not all said', async () => {
    const result = await replay(successfactors, 'US', 'careers.example.com', [
      ['search', 'successfactors/search_rows.html'],
    ])
    assert.equal(result.verdict, 'complete')
    assert.deepEqual(summarize(result), [
      'Sr Product Manager | Chicago, IL, United States | - | -',
      'Lead UX Designer | Lake Forest, IL, United States | - | -',
      'Warehouse Associate (Days) | Bordentown, NJ, United States | - | -',
    ])
    assert.ok(result.postings.every(({ isPartial }) => isPartial))
  })
})
