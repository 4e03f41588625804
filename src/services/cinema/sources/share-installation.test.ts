import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  openCinemaSandbox,
  sandboxCinemaSources,
  sandboxMember,
} from '../../../../test/support/cinema/cinema-sandbox.ts'
import { FakeClock } from '../../../../test/support/fake-clock.ts'
import { type CinemaRecord, recordKey, recordsOfType } from '../schema/records.ts'
import type { CinemaMember } from './cinema-member.ts'

const start = '2026-11-15T12:00:00Z'

/** Theaters of the first chain of a platform. */
function theatersOf(platform: string, count: number): CinemaMember[] {
  const { source, member } = sandboxMember(platform)
  return source.members.filter(({ chain }) => chain === member.chain).slice(0, count)
}

function sourceOf(platform: string) {
  const source = sandboxCinemaSources.find(({ id }) => id === platform)
  assert.ok(source)
  return source
}

/** How many requests of a run match, and the records of each theater. */
async function syncTogether(
  platform: string,
  theaters: readonly CinemaMember[],
  faults: Parameters<typeof openCinemaSandbox>[1] = [],
) {
  await using world = await openCinemaSandbox(new FakeClock(start), faults)
  const run = world.shareRun(theaters)
  const source = sourceOf(platform)
  const results = await Promise.all(theaters.map((member) => world.sync(source, member, undefined, run)))
  return { sent: world.sent.map(({ url }) => url), results }
}

async function syncAlone(platform: string, member: CinemaMember) {
  await using world = await openCinemaSandbox(new FakeClock(start))
  return await world.sync(sourceOf(platform), member)
}

/** Films are in the order of the requests for them. */
function byKey(records: readonly CinemaRecord[] = []): Map<string, CinemaRecord> {
  return new Map(records.map((record) => [recordKey(record), record]))
}

const listingCalls: Readonly<Record<string, RegExp>> = {
  webedia: /\/schedule\?/,
  'vista-ocapi': /film-screening-dates|by-business-date/,
}

for (const [platform, listingCall] of Object.entries(listingCalls)) {
  describe(`${platform}: theaters of one installation`, () => {
    it('are listed by the same requests, and give the same records as alone', async () => {
      const theaters = theatersOf(platform, 4)
      const { sent, results } = await syncTogether(platform, theaters)
      const alone = await syncAlone(platform, theaters[2] as CinemaMember)
      assert.deepEqual(byKey(results[2]?.records), byKey(alone.records))
      const listings = sent.filter((url) => listingCall.test(url))
      assert.equal(new Set(listings).size, listings.length)
      for (const url of listings)
        for (const { site } of theaters) assert.ok(url.includes(encodeURIComponent(site)), url)
    })

    it('are requested alone if a request for several is not understood', async () => {
      const [first, ...others] = theatersOf(platform, 3)
      assert.ok(first)
      const { host } = new URL(first.base)
      const path = listingPaths[platform] ?? ''
      const { results } = await syncTogether(
        platform,
        [first, ...others],
        [{ kind: 'status', status: 500, host, path, times: 1 }],
      )
      for (const { records } of results) assert.ok(recordsOfType(records, 'showtime').length > 80)
    })
  })
}

const listingPaths: Readonly<Record<string, string>> = {
  webedia: '*/schedule?*',
  'vista-ocapi': '*/film-screening-dates?*',
}

it('requests what a whole installation shares once per run', async () => {
  for (const [platform, path] of [
    ['webedia', '/page-data/sq/d/2506275789.json'],
    ['cineplex', '/theatrical/api/v1/movies?language=en'],
  ] as const) {
    const { sent, results } = await syncTogether(platform, theatersOf(platform, 3))
    assert.equal(sent.filter((url) => url.includes(path)).length, 1, platform)
    for (const { records } of results) {
      assert.ok(recordsOfType(records, 'movie').length > 20, platform)
      assert.ok(recordsOfType(records, 'movie').every(({ isPartial }) => !isPartial))
    }
  }
})

for (const [platform, list] of [
  ['vista-ocapi', '/ocapi/v1/sites'],
  ['cineplex', '/theatrical/api/v1/theatres?language=en'],
] as const) {
  it(`reports a theater that its ${platform} installation does not know, and costs the others nothing`, async () => {
    const theaters = theatersOf(platform, 2)
    const unknown = ['97', '98'].map((site) => ({
      ...(theaters[0] as CinemaMember),
      id: `unknown.${site}`,
      site,
    }))
    await using world = await openCinemaSandbox(new FakeClock(start))
    const run = world.shareRun([...theaters, ...unknown])
    const sync = (member: CinemaMember) => world.sync(sourceOf(platform), member, undefined, run)
    for (const member of unknown)
      await assert.rejects(sync(member), {
        code: 'upstream_changed',
        message: `The platform no longer lists ${member.name}.`,
      })
    for (const member of theaters)
      assert.ok(recordsOfType((await sync(member)).records, 'showtime').length > 80)
    assert.equal(world.sent.filter(({ url }) => url.endsWith(list)).length, 1)
  })
}

/** How each platform is asked about a theater, and for the list of its theaters. */
const closedSites = {
  'vista-ocapi': { asked: '*?*siteIds=97*', list: '*/ocapi/v1/sites' },
  webedia: { asked: '*/schedule?*%2297%22*', list: '*/2506275789.json' },
} as const

for (const [platform, { asked, list }] of Object.entries(closedSites))
  for (const [refusal, status, isListRead] of [
    ['400, and its list of sites names those that are open', 400, true],
    ['500, and its list of sites names those that are open', 500, true],
    ['400, and its list of sites cannot be read', 400, false],
  ] as const) {
    it(`splits no request for all because of one closed site, which ${platform} refuses with ${refusal}`, async () => {
      const theaters = theatersOf(platform, 8)
      const closed = { ...(theaters[0] as CinemaMember), id: 'closed.97', site: '97' }
      const members = [...theaters.slice(0, 5), closed, ...theaters.slice(5)]
      const host = '*'
      const faults = [
        { kind: 'status', host, status, path: asked },
        ...(isListRead ? [] : [{ kind: 'status', host, status: 500, path: list }]),
      ] as Parameters<typeof openCinemaSandbox>[1]
      await using healthy = await openCinemaSandbox(new FakeClock(start))
      await using world = await openCinemaSandbox(new FakeClock(start), faults)
      const listingsOf = async ({ sync, shareRun, sent }: typeof world, all: readonly CinemaMember[]) => {
        const run = shareRun(all)
        const results = await Promise.allSettled(
          all.map((member) => sync(sourceOf(platform), member, undefined, run)),
        )
        for (const [index, { status }] of results.entries())
          assert.equal(status, all[index] === closed ? 'rejected' : 'fulfilled')
        return sent.filter(({ url }) => listingCalls[platform]?.test(url)).length
      }
      const usual = await listingsOf(healthy, theaters)
      const now = await listingsOf(world, members)
      // Each half that can be read has all days of its own.
      const most = isListRead ? usual + 2 : 3 * usual + 8
      assert.ok(now <= most, `${now} requests, usually ${usual}`)
    })
  }

it('believes a theater that shows nothing, also if the list of theaters cannot be read', async () => {
  const [member] = theatersOf('vista-ocapi', 1) as [CinemaMember]
  const empty = { kind: 'empty', host: '*', path: '*/film-screening-dates?*' } as const
  const broken = { kind: 'status', host: '*', status: 500, path: '*/ocapi/v1/sites' } as const
  for (const faults of [[empty], [empty, broken]]) {
    await using world = await openCinemaSandbox(new FakeClock(start), faults)
    const { records } = await world.sync(sourceOf('vista-ocapi'), member)
    assert.deepEqual(recordsOfType(records, 'showtime'), [])
    assert.equal(world.sent.filter(({ url }) => url.endsWith('/ocapi/v1/sites')).length, 1)
  }
})

it('reads days that lie further ahead than a month or two', async () => {
  const [member] = theatersOf('cineplex', 1)
  assert.ok(member)
  const { records } = await syncAlone('cineplex', member)
  const days = recordsOfType(records, 'showtime').map(({ businessDate }) => businessDate)
  assert.ok((days.sort().at(-1) ?? '') > '2027-01-14', days.at(-1))
})

it('repeats the parameter for every film, forty at a time', async () => {
  const { sent, results } = await syncTogether('webedia', theatersOf('webedia', 4))
  const calls = sent.filter((url) => url.includes('/movies?')).map((url) => new URL(url).searchParams)
  assert.ok(calls.length > 1)
  for (const query of calls) {
    assert.ok(query.getAll('ids').length <= 40)
    for (const id of query.getAll('ids')) assert.match(id, /^\w+$/)
  }
  for (const { records, dropped } of results) {
    assert.equal(dropped['no film'], undefined)
    assert.deepEqual(recordsOfType(records, 'listed'), [])
  }
})
