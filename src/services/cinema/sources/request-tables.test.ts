import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import {
  openCinemaSandbox,
  type SentRequest,
  sandboxCinemaSources,
} from '../../../../test/support/cinema/cinema-sandbox.ts'
import {
  recordingsSkipReason,
  singleMemberSource,
  testMember,
} from '../../../../test/support/cinema/replay-recordings.ts'
import { listRequests, liveRequests, type RequestRow } from '../../../../test/support/cinema/requests.ts'
import { FakeClock } from '../../../../test/support/fake-clock.ts'
import { recordingsDir } from '../../../../test/support/recordings.ts'
import { recordsOfType } from '../schema/records.ts'
import { filmbot } from './adapters/filmbot/filmbot.ts'
import { jsonLd } from './adapters/json-ld/json-ld.ts'
import { quickbook } from './adapters/quickbook/quickbook.ts'
import { vistaOcapi } from './adapters/vista-ocapi/vista-ocapi.ts'
import { webedia } from './adapters/webedia/webedia.ts'
import type { CinemaMember } from './cinema-member.ts'
import type { CinemaAdapter } from './define-cinema-source.ts'

function withoutValues({ method, url, headers, body }: SentRequest): Omit<RequestRow, 'evidence'> {
  const request = `${method} ${url}`
    .replace(/\d{4}-\d\d-\d\d/g, '{date}')
    .replace(/(showtimes?)\/[\w-]*\d[\w-]*\//, '$1/{id}/')
    .replace(/(byDistributorCode|seat-layouts|film)\/[^/?]+/, '$1/{id}')
    .replace(/(&ids=\w+)+/, '&ids={id}')
    .replace(/\/(Sys99-SE|layout\/sv)\/[\d-]+/, '/$1/{id}')
    .replace(/(&after=)\w+/, '$1{id}')
    .replace(/(sessionId=|\/seats\/\w+\/)\d+/, '$1{id}')
  const plainBody = body
    ?.replace(/\d{4}-\d\d-\d\d/g, '{date}')
    .replace(/("(?:sessionId|screenType)":")[^"]+|("reservedSeating":)\d/g, '$1$2{id}')
  return {
    request,
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
    ...(plainBody === undefined ? {} : { body: plainBody }),
  }
}

describe('the requests of each platform', () => {
  for (const [platform, rows] of Object.entries(listRequests)) {
    it(`are those of the table, in this order: ${platform}`, async () => {
      const source = sandboxCinemaSources.find(({ id }) => id === platform)
      const isWanted = ({ options }: CinemaMember) => platform !== 'quickbook' || options.details === 'yes'
      const member = source?.members.find(isWanted)
      assert.ok(source && member)
      await using world = await openCinemaSandbox(new FakeClock('2026-11-15T12:00:00Z'))
      await world.sync(source, member)
      const shapes = new Map(
        world.sent.map((sent) => [JSON.stringify(withoutValues(sent)), withoutValues(sent)]),
      )
      assert.deepEqual(
        [...shapes.values()],
        rows.map(({ evidence, ...row }) => {
          assert.notEqual(evidence, '')
          return row
        }),
      )
    })
  }
})

describe('the live requests of each platform', () => {
  for (const [platform, table] of Object.entries(liveRequests)) {
    it(`are those of the table, with what the listing says about a showtime: ${platform}`, async () => {
      const source = sandboxCinemaSources.find(({ id }) => id === platform)
      const [member] = source?.members ?? []
      assert.ok(source && member)
      const clock = new FakeClock('2026-11-15T12:00:00Z')
      await using world = await openCinemaSandbox(clock)
      const { records } = await world.sync(source, member)
      const show = recordsOfType(records, 'showtime').find(
        ({ seating, startsAt }) =>
          (seating === 'reserved' || platform === 'veezi' || platform === 'cinema-api') &&
          startsAt > clock.now() + 86_400_000,
      )
      assert.ok(show)
      world.sent.length = 0
      const { adapter } = source
      for (const fetchLive of [adapter.fetchSeatMap, adapter.fetchPrices])
        if (fetchLive) await Array.fromAsync(fetchLive(world.live(member, show)))
      const shapes = world.sent.map((sent) =>
        withoutValues(sent).request.replace(/session\/\d+$/, 'session/{id}'),
      )
      assert.deepEqual(
        [...new Set(shapes)],
        table.map(({ request }) => request),
      )
      const plan = world.sent.find(({ body }) => body !== undefined)
      if (plan !== undefined) assert.equal(JSON.parse(plan.body ?? '').screenType, show.rawIds.screen_type)
    })
  }
})

/** Requests for one member, answered by what is just enough to go on. */
async function requestsOf(
  adapter: CinemaAdapter,
  member: CinemaMember,
  now: string,
  /** Undefined: 404, as WordPress says that there is no such path. */
  reply: (url: string) => unknown,
): Promise<string[]> {
  const urls: string[] = []
  const source = singleMemberSource(adapter, member)
  const http = {
    async request(url: string) {
      urls.push(url)
      const body = reply(url)
      const text = typeof body === 'string' ? body : JSON.stringify(body ?? { code: 'rest_no_route' })
      return { status: body === undefined ? 404 : 200, url, headers: {}, body: text, receivedAt: 0 }
    },
  }
  const signal = AbortSignal.timeout(600_000)
  const context = { http, member, baseUrl: source.baseUrl, nowMs: Date.parse(now), signal }
  await Array.fromAsync(source.fetch(context))
  return urls
}

describe('the requests of a Filmbot site without listings', () => {
  it('are those of the table', async () => {
    const base = 'https://attic.example/wp-json/nj/v1'
    const table: readonly RequestRow[] = [
      { request: `GET ${base}/showtime/listings`, evidence: '7 clients, without a special header' },
      {
        request: `GET ${base}/showtime?per_page=100&page=1`,
        evidence: '1 client: posts, a hundred per page, from page 1; no recording',
      },
    ]
    const member = testMember({
      site: 'attic',
      timezone: 'America/New_York',
      base: 'https://attic.example',
    })
    const urls = await requestsOf(filmbot, member, '2026-11-15T12:00:00Z', (url) =>
      url.endsWith('/listings') ? undefined : [],
    )
    assert.deepEqual(
      urls.map((url) => `GET ${url}`),
      table.map(({ request }) => request),
    )
  })
})

describe('the requests of the recordings', { skip: recordingsSkipReason }, () => {
  /** Those that the index of the recordings names in full. */
  function recordedRequests(pattern: RegExp): string[] {
    const index = readFileSync(join(recordingsDir('cinema') ?? '', 'INDEX.md'), 'utf8')
    const all = [...index.matchAll(/^ {2}- request: `([^`]+)`$/gm)].map(([, request = '']) => request)
    return all.filter((request) => pattern.test(request))
  }

  it('are sent by the OCAPI adapter as they were recorded', async () => {
    const recorded = recordedRequests(/\/ocapi\/v1\//)
    assert.equal(recorded.length, 7)
    for (const request of recorded) {
      const { pathname, searchParams, origin } = new URL(request)
      const member = testMember({
        site: searchParams.get('siteIds') ?? '',
        timezone: 'Europe/London',
        base: origin + pathname.slice(0, pathname.indexOf('/ocapi/')),
        token: 'token',
      })
      const businessDate = /\d{4}-\d\d-\d\d/.exec(pathname)?.[0] ?? '2025-01-24'
      const sent = await requestsOf(vistaOcapi, member, '2025-01-24T12:00:00Z', (url) =>
        url.includes('film-screening-dates')
          ? { filmScreeningDates: [{ businessDate }] }
          : { showtimes: [], relatedData: {} },
      )
      assert.ok(sent.includes(request), request)
    }
  })

  it('are sent by the quickbook adapter as they were recorded, with the language of film details', async () => {
    const recorded = recordedRequests(/\/data-api-service\//)
    assert.equal(recorded.length, 4)
    for (const request of recorded) {
      const [, site = '103'] = /in-cinema\/(\d+)/.exec(request) ?? []
      const [, date = '2025-01-25'] = /at-date\/([\d-]+)/.exec(request) ?? []
      const member = testMember({
        site,
        timezone: 'Europe/London',
        base: 'https://www.cineworld.co.uk/uk',
        options: { tenant: '10108', lang: 'en_GB', details: 'yes' },
      })
      const sent = await requestsOf(quickbook, member, '2025-01-23T12:00:00Z', (url) => ({
        body: url.includes('/dates/')
          ? { dates: [date] }
          : { films: [{ id: 'ho00012538', name: 'x' }], events: [] },
      }))
      const isDetails = request.includes('byDistributorCode')
      assert.ok(sent.includes(isDetails ? `${request}?lang=en_GB` : request), request)
    }
  })

  it('are sent by the other adapters to the recorded paths', async () => {
    const now = '2025-01-23T12:00:00Z'
    const everyman = testMember({
      site: 'X0712',
      timezone: 'Europe/London',
      base: 'https://www.everymancinema.com',
    })
    const [schedule = ''] = recordedRequests(/^https:.*\/schedule$/)
    const toWebedia = await requestsOf(webedia, everyman, now, () => ({}))
    assert.ok(toWebedia[0]?.startsWith(`${schedule}?`), schedule)
    const brattle = testMember({ site: '192', timezone: 'America/New_York', base: 'https://brattlefilm.org' })
    const [listings] = recordedRequests(/showtime\/listings$/)
    assert.deepEqual(await requestsOf(filmbot, brattle, now, () => ({})), [brattle.base + listings])
    const castle = testMember({
      site: 'castle',
      timezone: 'Europe/London',
      base: 'https://thecastlecinema.com',
      options: { pages: '/calendar/', follow: '/programme/' },
    })
    const programme = recordedRequests(/thecastlecinema/)
    const links = programme.map((url) => `<a href="${new URL(url).pathname}">x</a>`).join('')
    assert.deepEqual(await requestsOf(jsonLd, castle, now, () => links), [
      'https://thecastlecinema.com/calendar/',
      ...programme,
    ])
  })
})
