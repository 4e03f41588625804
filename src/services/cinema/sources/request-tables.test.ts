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

/** `{date}` and `{id}` stand for values that differ between requests. Everything else is compared as text. */
interface RequestRow {
  readonly request: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly evidence: string
}

const ocapi = 'https://vwc.meridian.cinema.sandbox/WSVistaWebClient/ocapi/v1'
const ocapiHeaders = { authorization: 'Bearer sandbox-meridian', accept: 'application/json' }
const veezi = 'https://api.veezi.cinema.sandbox'
const veeziHeaders = { VeeziAccessToken: 'sandbox-veezi-corner-1', accept: 'application/json' }
const veeziEvidence = 'the authentication page of the vendor, and libraries in Rust and Go with every path'
const orbis = 'https://www.orbis.cinema.sandbox/cz/data-api-service/v1'
const lantern = 'https://www.lantern.cinema.sandbox'
const southern = 'https://api.southern-cross.cinema.sandbox'
const visitor = { authorization: 'Bearer sandbox-visitor' }
const northern = 'https://apis.northern-lights.cinema.sandbox/prod'
const key = { 'ocp-apim-subscription-key': 'sandbox-subscription' }
const skylight = 'https://www.skylight.cinema.sandbox'
const moon = 'https://www.paper-moon.cinema.sandbox'
const html = { accept: 'text/html' }

const tables: Readonly<Record<string, readonly RequestRow[]>> = {
  'vista-ocapi': [
    {
      request: `GET ${ocapi}/film-screening-dates?siteIds=101`,
      headers: ocapiHeaders,
      evidence: '8 clients, and recorded calls of 28 sites with exactly these two headers',
    },
    {
      request: `GET ${ocapi}/showtimes/by-business-date/{date}?siteIds=101`,
      headers: ocapiHeaders,
      evidence: 'more than 12 clients, and the same recordings',
    },
    { request: `GET ${ocapi}/seat-layouts/{id}`, headers: ocapiHeaders, evidence: '3 clients' },
    {
      request: `GET ${ocapi}/showtimes/{id}/seat-availability`,
      headers: ocapiHeaders,
      evidence: '5 clients',
    },
    {
      request: `GET ${ocapi}/showtimes/{id}/ticket-prices`,
      headers: ocapiHeaders,
      evidence: '1 client, and the documentation of the vendor',
    },
  ],
  veezi: ['v1/site', 'v1/websession', 'v1/screen', 'v1/attribute', 'v4/film', 'v1/filmpackage'].map(
    (path) => ({ request: `GET ${veezi}/${path}`, headers: veeziHeaders, evidence: veeziEvidence }),
  ),
  quickbook: [
    {
      request: `GET ${orbis}/quickbook/10101/dates/in-cinema/1030/until/{date}?attr=&lang=cs_CZ`,
      evidence: 'more than 12 clients and recordings of 12 cinemas; a year ahead: 5 clients',
    },
    {
      request: `GET ${orbis}/quickbook/10101/film-events/in-cinema/1030/at-date/{date}?attr=&lang=cs_CZ`,
      evidence: 'the same clients and recordings',
    },
    {
      request: `GET ${orbis}/10101/films/byDistributorCode/{id}?lang=cs_CZ`,
      evidence: '4 clients without a query and 2 with the language; none with attr',
    },
  ],
  webedia: [
    {
      request: `GET ${lantern}/api/gatsby-source-boxofficeapi/schedule?theaters=%7B%22id%22%3A%22X1WL%22%2C%22timeZone%22%3A%22America%2FNew_York%22%7D&from={date}T03%3A00%3A00&to={date}T03%3A00%3A00&includeAllMovies=true`,
      evidence: '3 clients: capitals, JSON without blanks; 1 client: windows of 730 days',
    },
    {
      request: `GET ${lantern}/api/gatsby-source-boxofficeapi/movies?basic=false&castingLimit=3&ids={id}`,
      evidence: '11 clients repeat ids, 20 to 50 a call; none joins them',
    },
    {
      request: `GET ${lantern}/page-data/sq/d/3836549025.json`,
      evidence: 'nine sites with the same number',
    },
    {
      request: `GET ${lantern}/page-data/sq/d/2506275789.json`,
      evidence: 'nine sites with the same number',
    },
  ],
  reading: [
    { request: `GET ${southern}/settings/1`, evidence: '4 clients of the Australian host' },
    {
      request: `GET ${southern}/films?countryId=1&cinemaId=sc-1&status=nowShowing`,
      headers: visitor,
      evidence: '4 clients of the Australian host, 2 of the American one',
    },
    { request: `GET ${southern}/getcinemas?countryId=1`, headers: visitor, evidence: '4 clients' },
    {
      request: `POST ${southern}/ticketing/tickettypes`,
      headers: { ...visitor, 'content-type': 'application/json' },
      body: '{"requestType":"seatPlan","countryId":"1","cinemaId":"sc-1","sessionId":"{id}","reservedSeating":{id},"screenType":"{id}","covidFlag":0,"showLoyaltyTicket":true}',
      evidence: '1 client, checked against the live service in 2026: eight fields',
    },
  ],
  cineplex: [
    {
      request: `GET ${northern}/cpx/theatrical/api/v1/dates/bookable?language=en&locationId=7100`,
      headers: key,
      evidence: '8 clients',
    },
    {
      request: `GET ${northern}/cpx/theatrical/api/v1/showtimes?language=en&locationId=7100&date={date}`,
      headers: key,
      evidence: '8 clients; this form of the date: 3',
    },
    {
      request: `GET ${northern}/cpx/theatrical/api/v1/movies?language=en`,
      headers: key,
      evidence: '2 clients, July 2026; a newer one uses v2',
    },
    {
      request: `GET ${northern}/ticketing/api/v1/theatre/7100/showtime/{id}/seat-layout`,
      evidence: '10 clients; without a key: 2, checked in July 2026',
    },
    {
      request: `GET ${northern}/ticketing/api/v1/theatre/7100/showtime/{id}/seat-availability`,
      evidence: '10 clients; without a key: 2, checked in July 2026',
    },
  ],
  filmbot: [
    {
      request: `GET ${skylight}/175/wp-json/nj/v1/showtime/listings`,
      evidence: '7 clients, without a special header',
    },
  ],
  'json-ld': [
    {
      request: `GET ${moon}/house-1`,
      headers: html,
      evidence: 'the start page of a house is its own: see the registry',
    },
    { request: `GET ${moon}/house-1/film/{id}`, headers: html, evidence: 'links of the start page' },
  ],
}

function withoutValues({ method, url, headers, body }: SentRequest): Omit<RequestRow, 'evidence'> {
  const request = `${method} ${url}`
    .replace(/\d{4}-\d\d-\d\d/g, '{date}')
    .replace(/(showtimes?)\/[\w-]*\d[\w-]*\//, '$1/{id}/')
    .replace(/(byDistributorCode|seat-layouts|film)\/[^/?]+/, '$1/{id}')
    .replace(/(&ids=\w+)+/, '&ids={id}')
  const plainBody = body?.replace(/("(?:sessionId|screenType)":")[^"]+|("reservedSeating":)\d/g, '$1$2{id}')
  return {
    request,
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
    ...(plainBody === undefined ? {} : { body: plainBody }),
  }
}

describe('the requests of each platform', () => {
  for (const [platform, rows] of Object.entries(tables)) {
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
  const seats = `${northern}/ticketing/api/v1/theatre/7100/showtime/{id}`
  const liveTables: Readonly<Record<string, readonly Pick<RequestRow, 'request' | 'evidence'>[]>> = {
    'vista-ocapi': [
      { request: `GET ${ocapi}/showtimes/{id}/seat-availability`, evidence: '5 clients' },
      { request: `GET ${ocapi}/seat-layouts/{id}`, evidence: '3 clients' },
      {
        request: `GET ${ocapi}/showtimes/{id}/ticket-prices`,
        evidence: '1 client, and the documentation of the vendor',
      },
    ],
    cineplex: [
      { request: `GET ${seats}/seat-layout`, evidence: '10 clients; without a key: 2' },
      { request: `GET ${seats}/seat-availability`, evidence: '10 clients; without a key: 2' },
    ],
    reading: [
      { request: `GET ${southern}/settings/1`, evidence: '4 clients of the Australian host' },
      {
        request: `POST ${southern}/ticketing/tickettypes`,
        evidence: '1 client, checked against the live service in 2026: eight fields',
      },
    ],
    veezi: [{ request: `GET ${veezi}/v1/session/{id}`, evidence: veeziEvidence }],
  }
  for (const [platform, table] of Object.entries(liveTables)) {
    it(`are those of the table, with what the listing says about a showtime: ${platform}`, async () => {
      const source = sandboxCinemaSources.find(({ id }) => id === platform)
      const [member] = source?.members ?? []
      assert.ok(source && member)
      const clock = new FakeClock('2026-11-15T12:00:00Z')
      await using world = await openCinemaSandbox(clock)
      const { records } = await world.sync(source, member)
      const show = recordsOfType(records, 'showtime').find(
        ({ seating, startsAt }) =>
          (seating === 'reserved' || platform === 'veezi') && startsAt > clock.now() + 86_400_000,
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
