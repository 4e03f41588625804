import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  assertValidRecord,
  recordingsSkipReason,
  replayRecordings,
  singleMemberSource,
  testMember,
} from '../../../../../../test/support/cinema/replay-recordings.ts'
import { testSource } from '../../../../../../test/support/sync/test-source.ts'
import { recordsOfType } from '../../../schema/records.ts'
import { quickbook } from './quickbook.ts'

const member = testMember({
  site: '103',
  timezone: 'Europe/London',
  base: 'https://www.silver.example/uk',
  options: { details: 'yes', tenant: '10103', lang: 'en_GB' },
})
const at = '/uk/data-api-service/v1'

const event = {
  id: '98629',
  filmId: 'ho00011332',
  cinemaId: '103',
  businessDay: '2026-03-07',
  eventDateTime: '2026-03-08T00:25:00',
  attributeIds: ['2d', 'imax', 'pg', 'reserved-selected'],
  bookingLink: 'https://book.silver.example/?id=98629',
  compositeBookingLink: { blockOnlineSales: null, blockOnlineSalesUntil: null },
  soldOut: false,
  auditorium: '4',
  availabilityRatio: 0.4,
}

const upstream = {
  [`${at}/quickbook/10103/dates/in-cinema/103/until/2027-03-07?attr=&lang=en_GB`]: {
    body: { body: { dates: ['2026-03-07'] } },
  },
  [`${at}/quickbook/10103/film-events/in-cinema/103/at-date/2026-03-07?attr=&lang=en_GB`]: {
    body: {
      body: {
        films: [
          {
            id: 'ho00011332',
            name: 'M4J: Captain Comet',
            length: 91,
            posterLink: 'https://x.example/p.jpg',
            releaseDate: '2026-03-06T00:00:00',
            attributeIds: ['pg'],
          },
        ],
        events: [
          event,
          event,
          { ...event, id: '98630', soldOut: true, availabilityRatio: null },
          { ...event, id: '98631', filmId: 'ho404' },
          { ...event, id: '98632', cinemaId: '077' },
          { ...event, id: '98633', eventDateTime: '' },
          null,
        ],
      },
    },
  },
  [`${at}/10103/films/byDistributorCode/ho00011332?lang=en_GB`]: {
    body: {
      body: {
        filmDetails: {
          id: 'ho00011332',
          name: 'M4J: Captain Comet',
          length: 92,
          cast: 'Ada Almeida, Bruno Brandt',
          directors: 'Gwen Grady',
          synopsis: 'A comet.',
          ageRestrictionName: 'pg',
          posterLink: 'https://x.example/p.jpg',
          dateStarted: '2026-03-06T00:00:00',
        },
      },
    },
  },
}

const showtime = {
  type: 'showtime' as const,
  site: '103',
  session: '98629',
  film: 'ho00011332',
  startsAt: Date.parse('2026-03-08T00:25:00Z'),
  startsAtLocal: '2026-03-08T00:25:00+00:00',
  timezone: 'Europe/London',
  businessDate: '2026-03-07',
  state: 'on_sale' as const,
  auditorium: '4',
  formats: ['2d', 'imax', 'kids'],
  rawFormats: ['2d', 'imax', 'reserved-selected'],
  seating: 'reserved' as const,
  bookingUrl: 'https://book.silver.example/?id=98629',
  rawIds: { session: '98629', film: 'ho00011332', site: '103' },
}

testSource(singleMemberSource(quickbook, member), {
  now: '2026-03-07T12:00:00Z',
  upstream,
  empty: ({ path }) => ({
    body: { body: path.includes('/dates/') ? { dates: [] } : { films: [], events: [] } },
  }),
  check: assertValidRecord,
  dropped: {
    'listed twice': 1,
    'no film, or a private hire': 1,
    'of another cinema': 1,
    'no start': 1,
    'not an event': 1,
  },
  records: [
    {
      type: 'theater',
      site: '103',
      name: 'The Test',
      slug: 'the-test',
      address: { country: 'GB' },
      timezone: 'Europe/London',
      rawIds: { site: '103' },
    },
    {
      type: 'horizon',
      site: '103',
      firstDate: '2026-03-07',
      lastDate: '2026-03-07',
    },
    {
      type: 'movie',
      film: 'ho00011332',
      title: 'M4J: Captain Comet',
      releaseOn: '2026-03-06',
      runtimeMinutes: 92,
      rating: 'PG',
      synopsis: 'A comet.',
      images: { poster: 'https://x.example/p.jpg' },
      cast: ['Ada Almeida', 'Bruno Brandt'],
      directors: ['Gwen Grady'],
      ids: {},
      grade: 'rich',
      rawIds: { film: 'ho00011332' },
    },
    showtime,
    {
      ...showtime,
      session: '98630',
      state: 'sold_out',
      lacks: ['occupancy_rate'],
      rawIds: { ...showtime.rawIds, session: '98630' },
    },
    { type: 'listed', site: '103', session: '98631' },
    { type: 'listed', site: '103', session: '98633' },
    {
      type: 'availability',
      site: '103',
      session: '98629',
      capturedAt: Date.parse('2026-03-07T12:00:00Z'),
      seating: 'reserved',
      grade: 'rate',
      confidence: 'low',
      counts: {
        capacity: null,
        available: null,
        sold: null,
        held: null,
        blocked: null,
        broken: null,
        occupancy_rate: 0.6,
      },
    },
    {
      type: 'failed_part',
      part: 'films',
      code: 'upstream_changed',
      message: 'The source responded with the unexpected status 404.',
    },
  ],
})

describe('quickbook', () => {
  const map = (changes: Readonly<Record<string, unknown>>) => {
    const film = { id: 'ho1', name: 'Captain Comet', attributeIds: ['15-plus', 'animation', '2d'] }
    const row = { ...event, filmId: 'ho1', ...changes }
    const body = { body: { films: [film], events: [row] } }
    const responses = [{ kind: 'events', url: 'https://x.example/', fetchedAt: 0, body }]
    const records = [...quickbook.toRecords(responses, { member, nowMs: 0, drop: assert.fail })]
    return {
      movie: recordsOfType(records, 'movie')[0],
      showtime: recordsOfType(records, 'showtime')[0],
      occupancy: recordsOfType(records, 'availability')[0]?.counts.occupancy_rate,
    }
  }

  it('takes formats and languages from the attributes, and leaves ages and genres to the film', () => {
    const attributeIds = ['2d', 'animation', 'dubbed', 'dubbed-lang-pl', 'laser-barco', '15-plus', 'na']
    const { movie, showtime } = map({ attributeIds })
    assert.deepEqual([movie?.rating, movie?.genres], ['15+', ['Animation']])
    assert.deepEqual([showtime?.formats, showtime?.language], [['2d', 'dubbed', 'laser'], 'pl'])
    assert.deepEqual(showtime?.rawFormats, ['2d', 'dubbed', 'dubbed-lang-pl', 'laser-barco'])
  })

  it('takes languages from the field for them', () => {
    const languages = { original: ['en'], dubbed: [], voiceover: [], subtitles: ['cs'] }
    const { showtime } = map({ attributeIds: ['2d'], languages })
    assert.deepEqual([showtime?.language, showtime?.subtitleLanguage], ['en', 'cs'])
  })

  it('takes a little more than all seats for all, and no rate from what cannot be a share', () => {
    const occupancyOf = (availabilityRatio: number) => map({ availabilityRatio }).occupancy
    assert.deepEqual([1, 1.02, 1.2, -0.1].map(occupancyOf), [0, 0, undefined, undefined])
  })

  it('links to the page for people', () => {
    const bookingLink = 'https://tickets.silver.example/api/order/98629?lang=cs'
    assert.equal(
      map({ bookingLink }).showtime?.bookingUrl,
      'https://tickets.silver.example/order/98629?lang=cs',
    )
    const bookingRouterLaunchLink = 'https://www.silver.example/booking-router/launch/98629'
    assert.equal(map({ bookingLink, bookingRouterLaunchLink }).showtime?.bookingUrl, bookingRouterLaunchLink)
  })

  it('is not requested without its tenant, which nobody can guess', async () => {
    const { tenant: _, ...options } = member.options
    const source = singleMemberSource(quickbook, { ...member, options })
    const http = { request: () => assert.fail('a request was sent') }
    const context = { http, member: { ...member, options }, baseUrl: source.baseUrl, nowMs: 0 }
    await assert.rejects(
      Array.fromAsync(source.fetch({ ...context, signal: AbortSignal.timeout(600_000) })),
      /has no option tenant/,
    )
  })
})

describe('quickbook: recordings', { skip: recordingsSkipReason }, () => {
  const of = (site: string, events: string) =>
    replayRecordings(quickbook, testMember({ site, timezone: 'Europe/London' }), '2025-01-24T12:00:00Z', [
      { kind: 'dates', file: 'cineworld-quickbook/103-dates.json' },
      { kind: 'events', file: `cineworld-quickbook/${events}.json` },
    ])

  it('lists 38 showtimes of 12 films, none sold out, on 34 days', async () => {
    const { records, dropped } = await of('103', '103-film-events-2025-01-25')
    for (const record of records) assertValidRecord(record)
    assert.deepEqual(
      [recordsOfType(records, 'movie').length, recordsOfType(records, 'showtime').length, dropped],
      [12, 38, {}],
    )
    assert.ok(
      recordsOfType(records, 'showtime').every(
        ({ state, seating }) => state === 'on_sale' && seating === 'reserved',
      ),
    )
  })

  it('assigns the show at 02:25 to the day before', async () => {
    const { records } = await of('077', 'film-events-after-midnight')
    assert.deepEqual(
      [recordsOfType(records, 'movie').length, recordsOfType(records, 'showtime').length],
      [12, 13],
    )
    const [first] = recordsOfType(records, 'showtime')
    assert.deepEqual(
      [first?.businessDate, first?.startsAt],
      ['2025-01-26', Date.parse('2025-01-27T02:25:00Z')],
    )
  })

  it('reads the languages, links and rates of Poland', async () => {
    const { records, dropped } = await replayRecordings(
      quickbook,
      testMember({ site: '1090', timezone: 'Europe/Warsaw' }),
      '2026-08-04T06:00:00Z',
      [{ kind: 'events', file: '../cinema-2/quickbook/pl-1090-film-events-2026-08-04.json' }],
    )
    const showtimes = recordsOfType(records, 'showtime')
    assert.deepEqual([showtimes.length, recordsOfType(records, 'movie').length, dropped], [30, 16, {}])
    assert.equal(recordsOfType(records, 'availability').length, 30)
    for (const { bookingUrl, language, rawFormats } of showtimes) {
      assert.match(bookingUrl ?? '', /\/booking-router\/launch\//)
      assert.match(language ?? '', /^[a-z]{2}$/)
      assert.ok(!rawFormats.some((tag) => ['na', 'animation', 'family', '10-plus'].includes(tag)))
    }
  })

  it('describes a film by its details', async () => {
    const { records } = await replayRecordings(
      quickbook,
      testMember({ site: '103', timezone: 'Europe/London' }),
      '2025-01-24T12:00:00Z',
      [{ kind: 'details', file: 'cineworld-quickbook/film-details.json' }],
    )
    const [film] = recordsOfType(records, 'movie')
    assert.deepEqual(
      [film?.film, film?.grade, film?.directors, film?.rating],
      ['ho00012538', 'rich', ['Thomas Lee', 'Daniel Ho'], '12A'],
    )
  })
})
