import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  assertValidRecord,
  recordingsSkipReason,
  replayRecordings,
  singleMemberSource,
  testMember,
} from '../../../../test/support/cinema/replay-recordings.ts'
import { testSource } from '../../../../test/support/sync/test-source.ts'
import { recordsOfType } from '../schema/records.ts'
import { quickbook } from './quickbook.ts'

const member = testMember({
  site: '103',
  timezone: 'Europe/London',
  base: 'https://www.silver.example/uk',
  options: { details: 'yes' },
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
  [`${at}/quickbook/10108/dates/in-cinema/103/until/2027-03-07?attr=&lang=en_GB`]: {
    body: { body: { dates: ['2026-03-07'] } },
  },
  [`${at}/quickbook/10108/film-events/in-cinema/103/at-date/2026-03-07?attr=&lang=en_GB`]: {
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
  [`${at}/10108/films/byDistributorCode/ho00011332?attr=&lang=en_GB`]: {
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
      horizonSource: 'source_reported',
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
        occupancyRate: 0.6,
      },
    },
  ],
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
