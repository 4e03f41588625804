/** What simulated platforms do as the real ones: maintenance, feeds that are switched off, caps, pages and paces. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { companyAt } from '../../../../sandbox/jobs/companies.ts'
import { unusualKeys } from '../../../../sandbox/jobs/unusual-boards.ts'
import { vacanciesOf } from '../../../../sandbox/jobs/vacancies.ts'
import { createWorld } from '../../../../sandbox/world.ts'
import { type ReadBoard, SandboxBoards } from '../../../../test/support/jobs/sandbox-boards.ts'
import type { Rewrite } from '../../../../test/support/sandbox/recorded-requests.ts'
import { type ErrorCode, Failure, isFailure } from '../../../core/errors.ts'
import type { MemberNotes } from '../../../sync/source.ts'

let boards: SandboxBoards
before(async () => {
  boards = await SandboxBoards.open()
})
after(() => boards[Symbol.asyncDispose]())

async function failureOf(result: Promise<unknown>, code: ErrorCode): Promise<string> {
  const thrown = await result.then(
    () => assert.fail('it did not fail'),
    (error: unknown) => error,
  )
  assert.ok(isFailure(thrown, code), String(thrown))
  return thrown.message
}

const oldUrl =
  (change: (url: string) => string): Rewrite =>
  (url, request) => [change(url), request]

function expectedCount(platform: 'workday' | 'teamtailor' | 'jobposting', key: string): number {
  const world = createWorld({ seed: 'spring', clock: boards.clock })
  const company = companyAt(world, platform, key)
  assert.ok(company)
  return vacanciesOf(world, company).length
}

/** Details are not what these tests are about. */
const withoutDetails: Rewrite = (url, request) => {
  if (url.includes('/job/')) throw new Failure('upstream_unavailable', 'not now')
  return [url, request]
}

describe('Workday', () => {
  it('is unavailable during maintenance, not gone', async () => {
    await failureOf(boards.read('workday', unusualKeys.workdayMaintenance), 'upstream_unavailable')
  })

  for (const [what, key] of [
    ['stops at 2,000 rows', unusualKeys.workdayCapped],
    ['stops at 2,000 rows and has only nested facets', unusualKeys.workdayNested],
    ['counts more than 2,000 rows', unusualKeys.workdayLong],
  ] as const) {
    it(`is read completely where its list ${what}`, async () => {
      const { postings, note } = await boards.read('workday', key, { rewrite: withoutDetails })
      const expected = expectedCount('workday', key)
      assert.ok(expected > 2000)
      assert.equal(postings.length, expected)
      assert.equal(note?.verdict, 'details', note?.reason)
    })
  }

  it('may have closed postings in its list, which cost no other details', async () => {
    let details = 0
    const rewrite = oldUrl((url) => {
      if (!url.includes('/job/')) return url
      details += 1
      return details <= 10 ? url.replace('_JR', '_JR0') : url
    })
    const { postings } = await boards.read('workday', unusualKeys.workdayFlawless, { rewrite })
    assert.equal(postings.filter(({ isPartial }) => isPartial).length, 10)
  })
})

describe('Teamtailor', () => {
  it('is read by next_url, with the details of every page of the RSS feed', async () => {
    const key = unusualKeys.teamtailorLong
    const { postings, note } = await boards.read('teamtailor', key)
    assert.equal(note, undefined)
    assert.equal(postings.length, expectedCount('teamtailor', key))
    assert.ok(postings.every(({ department, isPartial }) => department !== undefined && !isPartial))
  })

  it('may have pages of any length', async () => {
    const { postings, note } = await boards.read('teamtailor', unusualKeys.teamtailorSmallPages)
    assert.equal(note, undefined)
    assert.equal(postings.length, expectedCount('teamtailor', unusualKeys.teamtailorSmallPages))
  })

  it('is incomplete if next_url never ends, or leads to another host', async () => {
    const endless = await boards.read('teamtailor', unusualKeys.teamtailorEndless)
    assert.equal(endless.postings.length, 100)
    assert.deepEqual(endless.note, {
      type: 'note',
      verdict: 'incomplete',
      reason: 'the feed has more than 100 pages',
    })
    const foreign = await boards.read('teamtailor', unusualKeys.teamtailorForeign)
    assert.equal(foreign.note?.reason, 'the next page of the feed is at another host')
  })
})

describe('a list that is missing although the careers page exists', () => {
  for (const [platform, key] of [
    ['personio', unusualKeys.personioFeedOff],
    ['ashby', unusualKeys.ashbyApiOff],
  ] as const) {
    it(`means that it is switched off: ${platform}`, async () => {
      assert.match(await failureOf(boards.read(platform, key), 'upstream_refused'), /switched the list off/)
    })
  }
})

describe('Recruitee', () => {
  it('is read from its XML feed where the list needs a token', async () => {
    const { sent, postings } = await boards.read('recruitee', unusualKeys.recruiteeToken)
    assert.deepEqual(
      sent.map(({ request }) => request.replace('https://token.recruitee.com', '')),
      ['GET /robots.txt', 'GET /api/offers/', 'GET /api/feeds/offers.xml'],
    )
    assert.ok(postings.length > 5)
    assert.ok(postings.every(({ places, department }) => places.length > 0 && department !== undefined))
  })

  it('has the same postings in both', async () => {
    const rewrite = oldUrl((url) => url.replace('/api/offers/', '/nowhere/'))
    await failureOf(boards.read('recruitee', 'pebble-health', { rewrite }), 'upstream_refused')
    const withoutPay = ({ postings }: ReadBoard) => postings.map(({ pay: _, ...posting }) => posting)
    const list = withoutPay(await boards.read('recruitee', 'pebble-health'))
    await using later = await SandboxBoards.open('2027-02-10T06:00:00Z')
    const feed = await later.read('recruitee', 'pebble-health')
    assert.deepEqual(
      feed.sent.map(({ request }) => request.replace('https://pebble-health.recruitee.com', '')),
      ['GET /robots.txt', 'GET /api/feeds/offers.xml'],
    )
    assert.ok(feed.postings.length > 5)
    assert.deepEqual(Object.keys(withoutPay(feed)[0] ?? {}), Object.keys(list[0] ?? {}))
  })

  it('is reported if it has moved to another host', async () => {
    await failureOf(boards.read('recruitee', unusualKeys.recruiteeMoved), 'upstream_changed')
  })
})

describe('SmartRecruiters', () => {
  it('is read only if the operator decides so, because its robots.txt forbids it', async () => {
    const read = boards.read('smartrecruiters', 'DriftAnalytics', { robotsExceptions: [] })
    assert.match(await failureOf(read, 'upstream_refused'), /robots\.txt/)
  })

  for (const [what, pageFails] of [
    ['has a careers page', false],
    ['has a careers page that cannot be read', true],
  ] as const)
    it(`has no postings, and is not gone, if its list is empty and it ${what}`, async () => {
      const rewrite: Rewrite = (url, request) => {
        if (pageFails && url.includes('careers.')) throw new Failure('upstream_unavailable', 'not now')
        return [url.replace('companies/DriftAnalytics', 'companies/Nobody'), request]
      }
      const { postings, note } = await boards.read('smartrecruiters', 'DriftAnalytics', { rewrite })
      assert.deepEqual([postings, note], [[], undefined])
    })
})

function memory(): MemberNotes {
  let note: string | undefined
  return {
    read: async () => note,
    async write(text) {
      note = text
    },
  }
}

describe('Rippling', () => {
  it('allows a hundred requests in ten minutes', async () => {
    await using paced = await SandboxBoards.open()
    const { postings } = await paced.read('rippling', unusualKeys.ripplingLong, { gapMs: 6000 })
    assert.equal(postings.filter(({ isPartial }) => !isPartial).length, 100)
    await using hasty = await SandboxBoards.open()
    const old = await hasty.read('rippling', unusualKeys.ripplingLong, { gapMs: 500 })
    assert.ok(old.postings.filter(({ isPartial }) => !isPartial).length < 100)
  })
})

for (const [platform, key, detailPath] of [
  ['rippling', unusualKeys.ripplingShort, /\/jobs\/(.+)$/],
  ['workday', unusualKeys.workdayFlawless, /\/job\/.*_(.+)$/],
] as const)
  describe(`${platform} boards`, () => {
    it('are asked for the details of new postings, and of others once a week', async () => {
      await using own = await SandboxBoards.open()
      const notes = memory()
      const requested = ({ sent }: ReadBoard) =>
        sent.flatMap(({ request }) => request.match(detailPath)?.[1] ?? [])
      const listed = ({ postings }: ReadBoard) => new Set(postings.map(({ nativeId }) => nativeId))
      const first = await own.read(platform, key, { notes })
      assert.ok(listed(first).size > 3)
      assert.deepEqual(new Set(requested(first)), listed(first))
      let always = listed(first)
      const later: string[] = []
      for (let day = 1; day <= 7; day++) {
        const run = await own.read(platform, key, { notes })
        later.push(...requested(run))
        always = always.intersection(listed(run))
        assert.ok(run.postings.every(({ isPartial, hasRecentDetails }) => !isPartial || hasRecentDetails))
        assert.equal(run.note, undefined)
        own.clock.advance(86_400_000)
      }
      assert.ok(always.isSubsetOf(new Set(later)))
      assert.ok(later.length < listed(first).size * 2, `${later.length} requests in a week`)
    })
  })

describe('career sites', () => {
  it('are read through robots.txt, redirects, nested indexes and compressed sitemaps', async () => {
    const key = unusualKeys.siteNestedMaps
    const { sent, postings, note } = await boards.read('jobposting', key)
    assert.equal(note, undefined)
    assert.equal(postings.length, expectedCount('jobposting', key))
    assert.deepEqual(
      sent.slice(0, 5).map(({ request }) => request.replace(`https://${key}`, '')),
      [
        'GET /robots.txt',
        'GET /sitemap-index.xml',
        'GET /maps/jobs.xml',
        'GET /maps/jobs-index.xml',
        'GET /maps/jobs-1.xml.gz',
      ],
    )
  })

  it('are read through redirected pages of postings', async () => {
    const rewrite = oldUrl((url) => url.replace('?utm_source=map', ''))
    const { postings } = await boards.read('jobposting', unusualKeys.siteNestedMaps, { rewrite })
    assert.equal(postings.length, expectedCount('jobposting', unusualKeys.siteNestedMaps))
  })

  it('end where a sitemap lists itself, or redirects to itself', async () => {
    const { sent, postings } = await boards.read('jobposting', unusualKeys.siteMapOfItself)
    assert.deepEqual([sent.length, postings.length], [2, 0])
    const loop = boards.read('jobposting', unusualKeys.siteRedirectLoop)
    assert.match(await failureOf(loop, 'upstream_changed'), /redirects too many times/)
  })

  it('are incomplete if they have more sitemaps than are read', async () => {
    const { sent, note } = await boards.read('jobposting', unusualKeys.siteManyMaps)
    assert.equal(note?.reason, 'the site has more than 50 sitemaps')
    assert.ok(sent.length < 120)
  })
})
