import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  assertValidRecord,
  singleMemberSource,
  testMember,
} from '../../../../../../test/support/cinema/replay-recordings.ts'
import { testSource } from '../../../../../../test/support/sync/test-source.ts'
import { kinoheld } from './kinoheld.ts'

const member = testMember({
  site: '640',
  timezone: 'Europe/Berlin',
  base: 'https://next.lichtung.example',
  currency: 'EUR',
  address: { country: 'DE' },
  options: { page: 'neustadt/lichtung' },
})
const now = '2026-11-15T12:00:00Z'

const show = {
  id: '7001',
  beginning: '2026-11-16T20:15:00+01:00',
  isBookable: true,
  deeplink: null,
  cinema: { id: '640' },
  auditorium: { name: 'Saal 1', seatCount: 90 },
  audioLanguage: { name: 'Englisch' },
  subtitleLanguage: { name: 'Deutsch' },
  flags: [
    { name: 'OmU', category: 'LANGUAGE' },
    { name: 'Dolby Atmos', category: 'TECHNOLOGY' },
    { name: null },
  ],
  movie: {
    id: '31',
    title: 'Kapitän Komet',
    titleOriginal: 'Captain Comet',
    productionYear: '2026',
    duration: 90,
  },
}
const plain = {
  ...show,
  id: 7002,
  isBookable: false,
  deeplink: 'https://lichtung.example/karten/7002',
  auditorium: { name: 'Saal 1', seatCount: null },
  audioLanguage: null,
  subtitleLanguage: null,
  flags: null,
}
const shows = [
  show,
  show,
  plain,
  { ...show, id: '7003', cinema: { id: '641' } },
  { ...show, id: '7004', beginning: 'Montag' },
  { ...show, id: '7005', movie: null },
]
const reply = (data: unknown) => ({ body: { data: { shows: { data } } } })

const showtime = {
  type: 'showtime' as const,
  site: '640',
  session: '7001',
  film: '31',
  startsAt: Date.parse('2026-11-16T19:15:00Z'),
  startsAtLocal: '2026-11-16T20:15:00+01:00',
  timezone: 'Europe/Berlin',
  businessDate: '2026-11-16',
  state: 'on_sale' as const,
  auditorium: 'Saal 1',
  formats: ['dolby_atmos', 'original_language', 'subtitled'],
  rawFormats: ['OmU', 'Dolby Atmos'],
  language: 'en',
  subtitleLanguage: 'de',
  seating: 'unknown' as const,
  bookingUrl: 'https://www.kinoheld.de/kino/neustadt/lichtung/vorstellung/7001',
  rawIds: { session: '7001', film: '31', site: '640' },
}
const {
  auditorium: _auditorium,
  language: _language,
  subtitleLanguage: _subtitles,
  ...plainShowtime
} = showtime

testSource(singleMemberSource(kinoheld, member), {
  now,
  upstream: ({ method, path, body }) => {
    if (method !== 'POST' || path !== '/graphql') return undefined
    const { cinemaId, dates } = JSON.parse(body).variables
    if (cinemaId !== '640' || dates.length > 3) return { status: 400, body: { errors: [{ message: 'no' }] } }
    return reply(dates.includes('2026-11-16') ? shows : [])
  },
  empty: () => reply([]),
  check: assertValidRecord,
  dropped: { 'listed twice': 1, 'of another cinema': 1, 'no start': 1, 'not a show': 1 },
  records: [
    {
      type: 'theater',
      site: '640',
      name: 'The Test',
      slug: 'the-test',
      address: { country: 'DE' },
      timezone: 'Europe/Berlin',
      rawIds: { site: '640' },
    },
    {
      type: 'horizon',
      site: '640',
      firstDate: '2026-11-16',
      lastDate: '2026-11-16',
    },
    {
      type: 'movie',
      film: '31',
      title: 'Kapitän Komet',
      otherTitles: [{ title: 'Captain Comet', kind: 'original' }],
      year: 2026,
      runtimeMinutes: 90,
      ids: {},
      grade: 'partial',
      rawIds: { film: '31' },
    },
    showtime,
    {
      ...plainShowtime,
      session: '7002',
      state: 'unknown',
      formats: [],
      rawFormats: [],
      bookingUrl: 'https://lichtung.example/karten/7002',
      rawIds: { ...showtime.rawIds, session: '7002' },
    },
    { type: 'listed', site: '640', session: '7004' },
    { type: 'listed', site: '640', session: '7005' },
  ],
})

describe('kinoheld', () => {
  it('asks for four weeks, three days at a time and each day once', async () => {
    const source = singleMemberSource(kinoheld, member)
    const asked: string[][] = []
    const http = {
      async request(url: string, { body = '' }: { body?: string }) {
        asked.push(JSON.parse(body).variables.dates)
        return { status: 200, url, headers: {}, body: JSON.stringify(reply([]).body), receivedAt: 0 }
      },
    }
    const signal = AbortSignal.timeout(600_000)
    const nowMs = Date.parse('2026-11-15T23:30:00Z')
    await Array.fromAsync(source.fetch({ http, member, baseUrl: source.baseUrl, nowMs, signal }))
    assert.ok(asked.every((dates) => dates.length <= 3))
    assert.equal(new Set(asked.flat()).size, 28)
    // Today in Berlin.
    assert.equal(asked[0]?.[0], '2026-11-16')
  })
})
