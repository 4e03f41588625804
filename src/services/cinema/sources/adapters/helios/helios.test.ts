import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openCinemaSandbox, sandboxMember } from '../../../../../../test/support/cinema/cinema-sandbox.ts'
import {
  assertValidRecord,
  fromHeliosPage,
  recordingsSkipReason,
  replayRecordings,
  singleMemberSource,
  testMember,
} from '../../../../../../test/support/cinema/replay-recordings.ts'
import { FakeClock } from '../../../../../../test/support/fake-clock.ts'
import { testSource } from '../../../../../../test/support/sync/test-source.ts'
import { recordsOfType } from '../../../schema/records.ts'
import { helios } from './helios.ts'

const site = '7a470000-0000-4000-8000-000000000001'
const member = testMember({
  site,
  timezone: 'Europe/Warsaw',
  base: 'https://api.jantar.example/api/v1',
  booking: 'https://tickets.jantar.example/screen/{session}?cinemaId={site}',
  currency: 'PLN',
  address: { country: 'PL' },
  options: { number: '26', rest: 'https://api.jantar.example/tickets' },
})
const now = '2026-11-15T12:00:00Z'

const screening = {
  timeFrom: '2026-11-15 18:00:00',
  saleTimeTo: '2026-11-15 18:30:00',
  sourceId: 's-1',
  cinemaSourceId: site,
  settings: [],
  cinemaScreen: { feature: 'Dream' },
  moviePrint: { printType: '2D', printRelease: '2D/DUB/ATMOS', soundType: 'ATM' },
}
const comet = {
  id: 4421,
  title: 'Kapitan Kometa',
  titleOriginal: 'Captain Comet',
  duration: 112,
  age: 7,
  flags: [{ name: 'Wersja językowa UA' }],
  genres: [{ name: 'przygodowy' }],
  posterPhoto: { url: 'https://img.jantar.example/comet.jpg' },
}
const tide = { id: 4606, title: 'Długi odpływ', flags: [{ name: 'Film polski' }], genres: [], age: 0 }
const concert = { id: 2705, name: 'The Ravens w Jantarze', duration: 118 }
/** An event shows the film of the screening; one with several films, or none, is itself what is shown. */
const event = { ...screening, cinemaScreen: null, moviePrint: null, event: concert }
const repertoire = {
  screenings: {
    '2026-11-15': {
      m4421: {
        screenings: [
          screening,
          screening,
          { ...screening, sourceId: 's-8', timeFrom: '2026-11-15 21:00:00' },
          { ...screening, sourceId: 's-2', cinemaSourceId: 'another' },
          { ...screening, sourceId: 's-3', timeFrom: 'tonight' },
          { sourceId: 's-4' },
        ],
        flags: ['przedpremiera'],
      },
      m1: { screenings: [{ ...screening, sourceId: 's-5' }], flags: [] },
    },
    '2026-11-16': {
      e2705: {
        screenings: [
          {
            ...event,
            sourceId: 's-6',
            timeFrom: '2026-11-16 20:00:00',
            saleTimeTo: null,
            screeningMovies: [{ movie: tide, moviePrint: { printRelease: '2D/ORG' } }],
          },
          {
            ...event,
            sourceId: 's-7',
            timeFrom: '2026-11-16 23:00:00',
            screeningMovies: [{ movie: tide, moviePrint: { printRelease: '2D/NAP' } }, { movie: comet }],
          },
        ],
        flags: ['Jantar RePlay'],
      },
    },
  },
  movies: { m4421: comet },
  events: { e2705: concert },
}
const path = '/api/v1/cinemas/26/screenings'
const countsPath = `/tickets/cinema/${site}/screening?dateTimeFrom=2026-11-15T00:00:00&dateTimeTo=2026-11-16T23:59:59`
const occupancy = [
  { id: 's-1', audience: 40, maxOccupancy: 160, availabilityStatus: 1 },
  { id: 's-6', audience: 170, maxOccupancy: 160, availabilityStatus: 1 },
  { id: 's-7', audience: 0, maxOccupancy: 0 },
  { id: 'unknown', audience: 1, maxOccupancy: 2 },
  { id: 's-7', audience: 'many', maxOccupancy: 160 },
]

const showtime = {
  type: 'showtime' as const,
  site,
  session: 's-1',
  film: '4421',
  startsAt: Date.parse('2026-11-15T17:00:00Z'),
  startsAtLocal: '2026-11-15T18:00:00+01:00',
  timezone: 'Europe/Warsaw',
  businessDate: '2026-11-15',
  state: 'on_sale' as const,
  salesEndAt: Date.parse('2026-11-15T17:30:00Z'),
  formats: ['2d', 'dolby_atmos', 'dubbed', 'preview', 'recliner'],
  rawFormats: ['2D', 'DUB', 'ATMOS', 'Dream', 'przedpremiera'],
  language: 'uk',
  seating: 'unknown' as const,
  bookingUrl: `https://tickets.jantar.example/screen/s-1?cinemaId=${site}`,
  rawIds: { session: 's-1', film: '4421', site },
}
const { language: _, salesEndAt: __, ...withoutLanguage } = showtime
const counts = { held: null, blocked: null, broken: null }
const availability = {
  type: 'availability' as const,
  site,
  capturedAt: Date.parse(now),
  seating: 'unknown' as const,
  grade: 'count' as const,
  confidence: 'medium' as const,
}

testSource(singleMemberSource(helios, member), {
  now,
  upstream: { [path]: { body: { data: repertoire } }, [countsPath]: { body: occupancy } },
  empty: {
    [path]: { body: { data: { screenings: [], movies: [], events: [] } } },
    [countsPath]: { body: [] },
  },
  check: assertValidRecord,
  dropped: {
    'listed twice': 1,
    'of another cinema': 1,
    'no start': 1,
    'not a screening': 1,
    'no film': 1,
    'a showtime without its seat counts': 1,
  },
  records: [
    {
      type: 'theater',
      site,
      name: 'The Test',
      slug: 'the-test',
      address: { country: 'PL' },
      timezone: 'Europe/Warsaw',
      rawIds: { site },
    },
    {
      type: 'horizon',
      site,
      firstDate: '2026-11-15',
      lastDate: '2026-11-16',
    },
    {
      type: 'movie',
      film: '4421',
      title: 'Kapitan Kometa',
      otherTitles: [{ title: 'Captain Comet', kind: 'original' }],
      runtimeMinutes: 112,
      rating: '7+',
      genres: ['Przygodowy'],
      images: { poster: 'https://img.jantar.example/comet.jpg' },
      ids: {},
      grade: 'partial',
      rawIds: { film: '4421' },
    },
    {
      type: 'movie',
      film: '4606',
      title: 'Długi odpływ',
      ids: {},
      grade: 'title_only',
      rawIds: { film: '4606' },
    },
    {
      type: 'movie',
      film: 'e2705',
      title: 'The Ravens w Jantarze',
      runtimeMinutes: 118,
      ids: {},
      grade: 'partial',
      rawIds: { film: 'e2705' },
    },
    showtime,
    {
      ...withoutLanguage,
      session: 's-8',
      startsAt: Date.parse('2026-11-15T20:00:00Z'),
      startsAtLocal: '2026-11-15T21:00:00+01:00',
      language: 'uk',
      bookingUrl: `https://tickets.jantar.example/screen/s-8?cinemaId=${site}`,
      rawIds: { session: 's-8', film: '4421', site },
    },
    {
      ...withoutLanguage,
      session: 's-6',
      film: '4606',
      startsAt: Date.parse('2026-11-16T19:00:00Z'),
      startsAtLocal: '2026-11-16T20:00:00+01:00',
      businessDate: '2026-11-16',
      formats: ['2d', 'original_language'],
      rawFormats: ['2D', 'ORG'],
      language: 'pl',
      bookingUrl: `https://tickets.jantar.example/screen/s-6?cinemaId=${site}`,
      rawIds: { session: 's-6', film: '4606', site },
    },
    {
      ...withoutLanguage,
      session: 's-7',
      film: 'e2705',
      startsAt: Date.parse('2026-11-16T22:00:00Z'),
      startsAtLocal: '2026-11-16T23:00:00+01:00',
      businessDate: '2026-11-16',
      formats: ['2d', 'subtitled'],
      rawFormats: ['2D', 'NAP'],
      subtitleLanguage: 'pl',
      bookingUrl: `https://tickets.jantar.example/screen/s-7?cinemaId=${site}`,
      rawIds: { session: 's-7', film: 'e2705', site },
    },
    { type: 'listed', site, session: 's-3' },
    { type: 'listed', site, session: 's-4' },
    { type: 'listed', site, session: 's-5' },
    {
      ...availability,
      session: 's-1',
      counts: { ...counts, capacity: 160, available: 120, sold: 40, occupancy_rate: 0.25 },
    },
    {
      ...availability,
      session: 's-6',
      counts: { ...counts, capacity: 160, available: 0, sold: 160, occupancy_rate: 1 },
    },
  ],
})

describe('helios', () => {
  it('publishes its listing without the seat counts, which the ticket service may refuse', async () => {
    const { source, member: theater } = sandboxMember('helios')
    const host = new URL(theater.options.rest ?? '').host
    for (const [fault, failed] of [
      [{ kind: 'html' }, 0],
      [{ kind: 'wrong-shape' }, 0],
      [{ kind: 'status', status: 503 }, 1],
      [{ kind: 'status', status: 403 }, 1],
    ] as const) {
      await using world = await openCinemaSandbox(new FakeClock(now), [{ ...fault, host, path: '*' }])
      const { records } = await world.sync(source, theater)
      assert.ok(recordsOfType(records, 'showtime').length > 80)
      assert.deepEqual(recordsOfType(records, 'availability'), [])
      assert.equal(recordsOfType(records, 'failed_part').length, failed, fault.kind)
    }
  })

  it('counts the seats of today and tomorrow', async () => {
    const { source, member: theater } = sandboxMember('helios')
    await using world = await openCinemaSandbox(new FakeClock(now))
    const { records, dropped } = await world.sync(source, theater)
    assert.deepEqual(dropped, {})
    const counted = new Set(recordsOfType(records, 'availability').map(({ session }) => session))
    const days = new Set(
      recordsOfType(records, 'showtime')
        .filter(({ session }) => counted.has(session))
        .map(({ startsAtLocal }) => startsAtLocal.slice(0, 10)),
    )
    assert.deepEqual([...days].sort(), ['2026-11-15', '2026-11-16'])
  })
})

describe('helios: recordings', { skip: recordingsSkipReason }, () => {
  it('parses 44 screenings of 15 films on 4 days', async () => {
    const { records, dropped } = await replayRecordings(
      helios,
      testMember({
        site: '4ca060df-c4f2-4157-8905-bf46527aae58',
        timezone: 'Europe/Warsaw',
        currency: 'PLN',
        address: { country: 'PL' },
      }),
      '2026-08-09T06:00:00Z',
      [
        {
          kind: 'screenings',
          file: '../cinema-2/helios/repertoire-state-2026-08.json',
          toBody: fromHeliosPage,
        },
      ],
    )
    for (const record of records) assertValidRecord(record)
    assert.deepEqual(dropped, {})
    const showtimes = recordsOfType(records, 'showtime')
    assert.equal(showtimes.length, 44)
    assert.equal(new Set(showtimes.map(({ startsAtLocal }) => startsAtLocal.slice(0, 10))).size, 4)
    const movies = recordsOfType(records, 'movie')
    assert.equal(movies.length, 15)
    // The film of an evening, not the evening.
    assert.ok(movies.some(({ film, title }) => film === '4606' && title === 'Bodyguard'))
    assert.deepEqual(new Set(showtimes.map(({ language }) => language)), new Set(['uk', 'pl', undefined]))
  })
})
