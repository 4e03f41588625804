import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openCinemaSandbox, sandboxCinemaSources } from '../../../../test/support/cinema/cinema-sandbox.ts'
import { singleMemberSource, testMember } from '../../../../test/support/cinema/replay-recordings.ts'
import { FakeClock } from '../../../../test/support/fake-clock.ts'
import { isFailure } from '../../../core/errors.ts'
import type { OutboundResponse } from '../../../core/outbound/outbound.ts'
import { parseResponses } from '../../../sync/publish/parse-responses.ts'
import { type CinemaRecord, recordsOfType } from '../schema/records.ts'
import { cineplex } from './adapters/cineplex/cineplex.ts'
import { evt } from './adapters/evt/evt.ts'
import { jsonLd } from './adapters/json-ld/json-ld.ts'
import { quickbook } from './adapters/quickbook/quickbook.ts'
import { scare } from './adapters/scare/scare.ts'
import { vistaOcapi } from './adapters/vista-ocapi/vista-ocapi.ts'
import { webedia } from './adapters/webedia/webedia.ts'
import type { CinemaMember } from './cinema-member.ts'
import type { CinemaAdapter } from './define-cinema-source.ts'

const nowMs = Date.parse('2026-11-15T12:00:00Z')

/** Syncs one member against a host that answers every request like this. */
async function syncWith(
  adapter: CinemaAdapter,
  member: CinemaMember,
  reply: (url: URL) => unknown,
): Promise<{ records: CinemaRecord[]; requests: number }> {
  const source = singleMemberSource(adapter, member)
  let requests = 0
  const http = {
    async request(url: string): Promise<OutboundResponse> {
      requests += 1
      const body = reply(new URL(url))
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      return { status: 200, url, headers: {}, body: text, receivedAt: nowMs }
    },
  }
  const signal = AbortSignal.timeout(600_000)
  const responses = source.fetch({ http, member, baseUrl: source.baseUrl, nowMs, signal })
  const parsed = await parseResponses(source as never, responses, (kind) =>
    (source.secondaryKinds ?? []).includes(kind),
  )
  return { records: [...source.toRecords(parsed, { member, nowMs, drop: () => {} })], requests }
}

const member = testMember({
  site: 'X0712',
  timezone: 'Europe/London',
  token: 'token',
  options: { tenant: '10103', lang: 'pl_PL', pages: '/', follow: '/film/' },
})

/** Every day from now on for years. */
function manyDays(count: number): string[] {
  return Array.from({ length: count }, (_, day) =>
    new Date(nowMs + day * 86_400_000).toISOString().slice(0, 10),
  )
}

describe('hosts that answer more than anybody can read', () => {
  it('OCAPI: days without end are cut off, reported, and nothing is absent from the rest', async () => {
    const dates = manyDays(3000)
    const { records, requests } = await syncWith(vistaOcapi, member, ({ pathname }) => {
      if (pathname.endsWith('film-screening-dates'))
        return { filmScreeningDates: dates.map((businessDate) => ({ businessDate })) }
      const businessDate = pathname.split('/').at(-1)
      const schedule = { businessDate, startsAt: `${businessDate}T20:00:00+00:00` }
      const film = { id: 'f', title: { text: 'Captain Comet' } }
      const showtime = { id: businessDate, siteId: 'X0712', filmId: 'f', schedule }
      return { showtimes: [showtime], relatedData: { films: [film] } }
    })
    assert.ok(requests < 300, String(requests))
    const [failed] = recordsOfType(records, 'failed_part').filter(({ part }) => part === 'days')
    assert.equal(failed?.days?.length, 3000 - recordsOfType(records, 'showtime').length)
  })

  it('Cineplex: so are bookable days', async () => {
    const { requests } = await syncWith(cineplex, member, ({ pathname }) =>
      pathname.endsWith('/dates/bookable') ? manyDays(3000) : { items: [] },
    ).catch((error: unknown) => {
      assert.ok(isFailure(error, 'upstream_changed'))
      return { requests: 0 }
    })
    assert.ok(requests < 300, String(requests))
  })

  it('quickbook: so are dates without end', async () => {
    const film = { id: 'f', name: 'Captain Comet' }
    const { records, requests } = await syncWith(quickbook, member, ({ pathname }) => {
      if (pathname.includes('/dates/')) return { body: { dates: manyDays(3000) } }
      const businessDay = pathname.split('/').at(-1)
      const event = { id: businessDay, filmId: 'f', cinemaId: 'X0712', businessDay }
      return { body: { films: [film], events: [{ ...event, eventDateTime: `${businessDay}T20:00:00` }] } }
    })
    assert.ok(requests < 300, String(requests))
    assert.equal(recordsOfType(records, 'failed_part')[0]?.days?.length, 2800)
  })

  it('Event: so are dates without end', async () => {
    const dates = manyDays(3000)
    const { records, requests } = await syncWith(evt, member, ({ searchParams }) => {
      const date = searchParams.get('date') ?? dates[0]
      const session = { Id: date, CinemaId: 'X0712', StartTime: `${date}T20:00` }
      const movie = { Id: 1, Name: 'Captain Comet', CinemaModels: [{ Id: 'X0712', Sessions: [session] }] }
      return { Data: { Movies: [movie], Dates: dates, SelectedDate: date } }
    })
    assert.ok(requests < 300, String(requests))
    const [failed] = recordsOfType(records, 'failed_part').filter(({ part }) => part === 'days')
    assert.equal(failed?.days?.length, 3000 - recordsOfType(records, 'showtime').length)
  })

  it('Data Ciné Indés: pages without end are no list', async () => {
    let pages = 0
    const endless = syncWith(scare, member, ({ href }) => {
      pages += 1
      return { total: 1, results: [{ cineid: 'X0712' }], next: `${href}&after=${pages}` }
    })
    await assert.rejects(endless, { code: 'upstream_changed', message: /more than 20 pages/ })
    assert.equal(pages, 20)
  })

  it('Webedia: films without end are requested up to a limit, and the rest is reported', async () => {
    const show = { startsAt: '2026-11-16T20:00:00', data: null }
    const films = Object.fromEntries(
      Array.from({ length: 3000 }, (_, index) => [`f${index}`, { '2026-11-16': [show] }]),
    )
    const { records, requests } = await syncWith(webedia, member, ({ pathname, searchParams }) => {
      if (pathname.endsWith('/schedule')) return { X0712: { schedule: films } }
      if (pathname.endsWith('/movies')) return searchParams.getAll('ids').map((id) => ({ id, title: id }))
      return { data: { allMovie: { nodes: [] }, allTheater: { nodes: [] } } }
    })
    assert.ok(requests < 40, String(requests))
    assert.match(recordsOfType(records, 'failed_part')[0]?.message ?? '', /1000 of 3000 films/)
    assert.equal(recordsOfType(records, 'showtime').length + recordsOfType(records, 'listed').length, 3000)
  })

  it('JSON-LD: links without end are followed up to a limit, and the list is incomplete', async () => {
    const links = Array.from({ length: 3000 }, (_, index) => `<a href="/film/${index}">x</a>`).join('')
    const event = {
      '@type': 'ScreeningEvent',
      name: 'Captain Comet',
      startDate: '2026-11-16T20:00:00Z',
      url: '/film/1',
    }
    const page = `<script type="application/ld+json">${JSON.stringify(event)}</script>`
    const { records, requests } = await syncWith(jsonLd, member, ({ pathname }) =>
      pathname === '/' ? page + links : '<p></p>',
    )
    assert.ok(requests <= 80, String(requests))
    assert.equal(recordsOfType(records, 'failed_part')[0]?.days, 'all')
    // Some of them may be of the programme.
    const elsewhere = '<a href="/about">x</a>'.repeat(2001)
    const cut = await syncWith(jsonLd, member, () => page + elsewhere)
    assert.match(recordsOfType(cut.records, 'failed_part')[0]?.message ?? '', /^1 links? beyond the limit/)
  })
})

/** Their responses have no id of a theater, so those of another one cannot be recognised. */
const namingNoTheater = new Set(['veezi', 'json-ld', 'ingresso'])

describe('hosts that answer the data of another', () => {
  it('give no showtimes, so that the sync holds the list back', async () => {
    await using world = await openCinemaSandbox(new FakeClock('2026-11-15T12:00:00Z'))
    for (const source of sandboxCinemaSources) {
      const [first, second] = source.members
      if (first === undefined || second === undefined || namingNoTheater.has(source.id)) continue
      const responses: unknown[] = []
      await world.sync(source, second, (response) => {
        responses.push(response)
        return response
      })
      const dropped: string[] = []
      const records = [
        ...source.toRecords(responses as never, {
          member: { ...first, site: `${first.site}9` },
          nowMs,
          drop: (reason) => dropped.push(reason),
        }),
      ]
      assert.deepEqual(recordsOfType(records, 'showtime'), [], source.id)
    }
  })
})
