/**
 * What the first version of each corrected adapter sent, and what it loses at the simulated host, which answers it as
 * the real one does.
 */

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { request } from 'undici'
import { type ErrorCode, isFailure } from '../../../src/core/errors.ts'
import { createOutbound } from '../../../src/core/outbound/create-outbound.ts'
import { type CinemaRecord, recordsOfType } from '../../../src/services/cinema/schema/records.ts'
import { jsonLd } from '../../../src/services/cinema/sources/adapters/json-ld/json-ld.ts'
import type { CinemaMember } from '../../../src/services/cinema/sources/cinema-member.ts'
import type { CinemaSource } from '../../../src/services/cinema/sources/define-cinema-source.ts'
import { allowedHosts } from '../../../src/sync/define-source.ts'
import { openCinemaSandbox, sandboxMember } from '../../../test/support/cinema/cinema-sandbox.ts'
import { singleMemberSource, testMember } from '../../../test/support/cinema/replay-recordings.ts'
import { FakeClock } from '../../../test/support/fake-clock.ts'
import { projectRoot } from '../../../test/support/project-root.ts'
import { type Rewrite, recordRequests } from '../../../test/support/sandbox/recorded-requests.ts'
import { chains, type Theater } from '../chains.ts'
import { veeziPageHost } from './veezi-page.ts'

type Sandbox = Awaited<ReturnType<typeof openCinemaSandbox>>

const now = '2026-11-15T12:00:00Z'
let world: Sandbox
before(async () => {
  world = await openCinemaSandbox(new FakeClock(now))
})
after(() => world[Symbol.asyncDispose]())

interface OldRequest {
  readonly what: string
  readonly platform: string
  /** Default: the first theater, or the first with film details. */
  readonly site?: string
  readonly old: Rewrite
  /** The run fails, or it counts fewer of something; `reports` is what it says about that. */
  readonly outcome:
    | { readonly fails: ErrorCode }
    | { readonly loses: (records: readonly CinemaRecord[]) => readonly unknown[]; readonly reports?: RegExp }
}

const showtimes = (records: readonly CinemaRecord[]) => recordsOfType(records, 'showtime')

const oldUrl =
  (change: (url: string) => string): Rewrite =>
  (url, request) => [change(url), request]

/** Days from now to the date in the URL. */
function daysAhead(url: string): number {
  const [date = now] = /\d{4}-\d\d-\d\d/.exec(url) ?? []
  return (Date.parse(date) - Date.parse(now)) / 86_400_000
}

const rows: readonly OldRequest[] = [
  {
    what: 'Webedia: ids joined with commas are one unknown id, answered by 200 and nothing',
    platform: 'webedia',
    // There was no catalogue: its number is one that no site has any more.
    old: oldUrl((url) => {
      const [start, ...ids] = url.replace('/3836549025.json', '/4263366313.json').split('&ids=')
      return ids.length === 0 ? (start ?? url) : `${start}&ids=${ids.join(',')}`
    }),
    outcome: { fails: 'upstream_changed' },
  },
  {
    what: 'Webedia: some showtimes are more than 45 days ahead',
    platform: 'webedia',
    old: oldUrl((url) => url.replace(/(&to=)[\d-]+/, '$12026-12-30')),
    outcome: { loses: showtimes },
  },
  {
    what: 'Webedia: an id in small letters is answered by 500',
    platform: 'webedia',
    old: oldUrl((url) => url.replace('X1WL', 'x1wl')),
    outcome: { fails: 'upstream_unavailable' },
  },
  {
    what: 'Webedia: JSON with blanks is answered by 500',
    platform: 'webedia',
    old: oldUrl((url) => url.replaceAll('%3A%22', '%3A%20%22')),
    outcome: { fails: 'upstream_unavailable' },
  },
  {
    what: 'Webedia: a list of theaters in one parameter is answered by 500',
    platform: 'webedia',
    old: oldUrl((url) => url.replace('theaters=%7B', 'theaters=%5B%7B').replace('%7D&', '%7D%5D&')),
    outcome: { fails: 'upstream_unavailable' },
  },
  {
    what: 'Webedia: of more than ten theaters in a request the first ten are listed',
    platform: 'webedia',
    old: oldUrl((url) => {
      const other = `theaters=${encodeURIComponent('{"id":"X0000","timeZone":"Europe/London"}')}&`
      return url.replace('theaters=', `${other.repeat(10)}theaters=`)
    }),
    outcome: { loses: showtimes },
  },
  {
    what: 'Reading: a plan with four of eight fields is answered by 200 and the error of a function',
    platform: 'reading',
    old: (url, request) => {
      if (request.body === undefined) return [url, request]
      const { requestType, countryId, cinemaId, sessionId } = JSON.parse(request.body)
      return [url, { ...request, body: JSON.stringify({ requestType, countryId, cinemaId, sessionId }) }]
    },
    outcome: { loses: (records) => recordsOfType(records, 'layout'), reports: /left out a part/ },
  },
  {
    what: 'Cineplex: bookable days lie beyond sixty',
    platform: 'cineplex',
    // A day that has nothing, in place of one that was not requested.
    old: oldUrl((url) => (daysAhead(url) > 60 ? url.replace(/\d{4}-\d\d-\d\d/, '2020-01-01') : url)),
    outcome: { loses: showtimes },
  },
  {
    what: 'quickbook: details of a film with attr are answered by 400',
    platform: 'quickbook',
    old: oldUrl((url) => (url.includes('byDistributorCode') ? url.replace('?lang', '?attr=&lang') : url)),
    outcome: {
      loses: (records) => recordsOfType(records, 'movie').filter(({ directors }) => directors),
      reports: /400/,
    },
  },
  {
    what: 'quickbook: the tenant 10108 has left',
    platform: 'quickbook',
    old: oldUrl((url) => url.replace(/\/101\d\d\//, '/10108/')),
    outcome: { fails: 'upstream_changed' },
  },
  {
    what: 'Filmbot: some houses have posts and no listings',
    platform: 'filmbot',
    site: '177',
    old: oldUrl((url) => url.replace(/showtime\?.*/, 'showtime/listings')),
    outcome: { fails: 'upstream_changed' },
  },
  {
    what: 'Filmbot: a page has at most 100 posts',
    platform: 'filmbot',
    site: '177',
    old: oldUrl((url) => url.replace('per_page=100', 'per_page=500')),
    outcome: { fails: 'upstream_changed' },
  },
  {
    what: 'Ingresso: a seller without a contract lists nothing',
    platform: 'ingresso',
    site: '1201',
    old: oldUrl((url) => url.replace('/partnership/www', '/partnership/ingresso')),
    outcome: { loses: showtimes },
  },
  {
    what: 'Event: cinemas joined with commas are answered by 500',
    platform: 'evt',
    site: '51',
    old: oldUrl((url) => url.replace('cinemaIds=51', 'cinemaIds=51,52')),
    outcome: { fails: 'upstream_unavailable' },
  },
  {
    what: 'Kinoheld: more than three days are an error, with status 200',
    platform: 'kinoheld',
    site: '640',
    old: (url, request) => [
      url,
      {
        ...request,
        ...(request.body
          ? { body: request.body.replace('"dates":[', '"dates":["2026-11-15","2026-11-15",') }
          : {}),
      },
    ],
    outcome: { loses: showtimes, reports: /./ },
  },
  {
    what: 'Hoyts: the plan of a session at another cinema is answered like that of one that is sold out',
    platform: 'hoyts',
    site: 'BANKS1',
    old: oldUrl((url) => url.replace('/seats/BANKS1/', '/seats/BANKS2/')),
    outcome: { loses: (records) => recordsOfType(records, 'layout') },
  },
  {
    what: 'JSON-LD: the front page of a house does not link all of its programme',
    platform: 'json-ld',
    old: oldUrl((url) => url.replace(/\/house-1$/, '/')),
    outcome: { loses: showtimes },
  },
]

function withRequests(source: CinemaSource, rewrite: Rewrite): CinemaSource {
  return {
    ...source,
    fetch: (context) => source.fetch({ ...context, http: recordRequests(context.http, rewrite).http }),
  }
}

describe('with the requests of the first version, simulated hosts let the adapters fail or report a loss', () => {
  for (const { what, platform, site, old, outcome } of rows) {
    it(what, async () => {
      const { source, member: first } = sandboxMember(platform)
      const isMeant = (one: CinemaMember) =>
        site === undefined ? one.options.details === 'yes' : one.site === site
      const member = source.members.find(isMeant) ?? first
      const run = world.sync(withRequests(source, old), member)
      if ('fails' in outcome) return assert.rejects(run, (error) => isFailure(error, outcome.fails))
      const { records } = await run
      const today = await world.sync(source, member)
      const [left, all] = [outcome.loses(records).length, outcome.loses(today.records).length]
      assert.ok(left < all, `${left} of ${all}`)
      assert.deepEqual(recordsOfType(today.records, 'failed_part'), [])
      const messages = recordsOfType(records, 'failed_part').map(({ message }) => message)
      if (outcome.reports) assert.match(messages.join('\n'), outcome.reports)
    })
  }
})

/** Requests that did not change: the first version read the responses in another way. */
describe('simulated hosts answer what the first version took for something else', () => {
  async function get(url: string, headers: Readonly<Record<string, string>> = {}) {
    const { hostname, pathname, search } = new URL(url)
    const response = await request(`${world.sandbox.origin}${pathname}${search}`, {
      headers: { ...headers, host: hostname },
    })
    return { status: response.statusCode, bytes: Buffer.from(await response.body.arrayBuffer()) }
  }
  const json = async (...args: Parameters<typeof get>) => JSON.parse((await get(...args)).bytes.toString())

  const cineplexKey = { 'ocp-apim-subscription-key': 'sandbox-subscription' }
  const cineplexUrl = `${sandboxMember('cineplex').member.base}/prod/cpx/theatrical/api/v1`

  it('Cineplex: a body that is compressed twice, with one coding in the header', async () => {
    const { bytes } = await get(`${cineplexUrl}/dates/bookable?language=en&locationId=7100`, cineplexKey)
    assert.deepEqual([...gunzipSync(bytes).subarray(0, 2)], [0x1f, 0x8b])
  })

  it('Cineplex: 204 for a day without shows', async () => {
    const url = `${cineplexUrl}/showtimes?language=en&locationId=7100&date=2020-01-01`
    assert.equal((await get(url, cineplexKey)).status, 204)
  })

  it('Cineplex: seats that are in no row of the standard area', async () => {
    const { source } = sandboxMember('cineplex')
    const hasMotionSeats = ({ screens }: Theater) => screens.some(({ kind }) => kind === 'plf')
    const theater = chains.find(({ platform }) => platform === 'cineplex')?.theaters.find(hasMotionSeats)
    const member = source.members.find(({ site }) => site === theater?.site)
    assert.ok(member)
    const { records } = await world.sync(source, member)
    const show = recordsOfType(records, 'showtime').find(({ rawFormats }) => rawFormats.includes('UltraAVX'))
    assert.ok(show)
    const seats = `${member.base}/prod/ticketing/api/v1/theatre/${member.site}/showtime/${show.session}`
    const { standardSeats } = await json(`${seats}/seat-layout`)
    const { seatAvailabilities } = await json(`${seats}/seat-availability`)
    const standard: readonly unknown[] = standardSeats.rows.flatMap((row: { seats: unknown[] }) => row.seats)
    assert.ok(standard.length < Object.keys(seatAvailabilities).length)
  })

  it('OCAPI: a day without shows is 200 with a status in the body, and joined ids are one unknown site', async () => {
    const { base } = sandboxMember('vista-ocapi').member
    const headers = { authorization: 'Bearer sandbox-meridian', accept: 'application/json' }
    const day = `${base}/ocapi/v1/showtimes/by-business-date/2020-01-01?siteIds=101`
    assert.deepEqual(await json(day, headers), { status: 404 })
    const dates = `${base}/ocapi/v1/film-screening-dates`
    const closed = await get(`${dates}?siteIds=101,102`, headers)
    assert.equal(closed.status, 400)
    assert.match(String(closed.bytes), /Invalid site identifier/)
    assert.equal((await get(dates, headers)).status, 400)
  })

  it('Veezi: a check for browsers if a slash is before the question mark of the public page', async () => {
    const { site, timezone } = sandboxMember('veezi').member
    const pageMember = (pages: string) =>
      testMember({ site, timezone, base: `https://${veeziPageHost}`, options: { pages } })
    assert.ok((await readPage(pageMember(`/sessions?siteToken=${site}`))).length > 10)
    const old = readPage(pageMember(`/sessions/?siteToken=${site}`))
    await assert.rejects(old, (error) => isFailure(error, 'upstream_refused'))
  })

  async function readPage(member: CinemaMember) {
    const source = singleMemberSource(jsonLd, member)
    await using http = createOutbound({
      userAgent: 'Broadsheet/test',
      hosts: allowedHosts([source]),
      overrideOrigin: world.sandbox.resolve,
      attemptsMax: 1,
    })
    const { records } = await world.sync(
      { ...source, fetch: (context) => source.fetch({ ...context, http }) },
      member,
    )
    return recordsOfType(records, 'showtime')
  }
})

describe('the registry has no address that has moved', () => {
  it('Curzon, Cineworld and The Castle are where they are now', () => {
    const registry = (table: string) => readFileSync(join(projectRoot, 'registry', `${table}.tsv`), 'utf8')
    assert.doesNotMatch(registry('installations'), /vwc\.curzon\.com|tenant=10108/)
    assert.match(registry('installations'), /https:\/\/digital-api\.curzon\.com\t/)
    assert.match(registry('theaters'), /^castle-cinema\t.*pages=\/calendar\/;follow=\/programme\//m)
    assert.doesNotMatch(registry('theaters'), /sessions\/\?siteToken/)
  })
})
