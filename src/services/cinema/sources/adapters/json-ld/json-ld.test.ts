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
import { jsonLd } from './json-ld.ts'

/** Hashes of film and start: booking links may be missing. */
const firstSession = '1.ktai8ncyuO2ElRjAu6HF8u'
const secondSession = '1._51G0ogMF9hRMe71Zoi_Gy'

const member = testMember({
  site: 'moon',
  timezone: 'Europe/London',
  base: 'https://moon.example',
  options: { pages: '/whats-on', follow: '/film/' },
})
const now = '2026-03-07T12:00:00Z'
const block = (value: unknown) =>
  `<script type="application/ld+json">${typeof value === 'string' ? value : JSON.stringify(value)}</script>`
const page = (...blocks: unknown[]) =>
  `<!doctype html><html><head>${blocks.map(block).join('\n')}</head><body><a href="/film/7#times">Film</a><a href="https://elsewhere.example/film/8">No</a></body></html>`

const work = {
  '@type': 'Movie',
  '@id': 'https://moon.example/films/7',
  name: 'Captain Comet &amp; Co',
  duration: 'PT1H49M',
  datePublished: '2026-01-05',
  director: { name: 'Gwen Grady' },
  sameAs: ['https://www.imdb.com/title/tt0012345/'],
}
const event = {
  '@type': 'ScreeningEvent',
  '@id': 'https://moon.example/tickets/55',
  name: 'ignored',
  url: '/tickets/55',
  location: { '@id': '#venue' },
  startDate: '2026-03-07T19:00:00',
  workPresented: { '@id': 'https://moon.example/films/7' },
  inLanguage: 'fr',
  subtitleLanguage: 'en',
  videoFormat: '35mm',
  maximumAttendeeCapacity: 40,
  remainingAttendeeCapacity: 10,
  offers: [
    {
      '@type': 'Offer',
      url: 'https://moon.example/tickets/55',
      price: '9.50',
      priceCurrency: 'GBP',
      availability: 'https://schema.org/InStock',
    },
  ],
}
const venue = {
  '@type': 'MovieTheater',
  name: 'Paper Moon',
  address: { streetAddress: '1 Mill Lane', postalCode: 'BA1 1AA' },
  geo: { latitude: '51.38', longitude: '-2.36' },
}
const showtime = {
  type: 'showtime' as const,
  site: 'moon',
  session: firstSession,
  film: 'moon:7',
  startsAt: Date.parse('2026-03-07T19:00:00Z'),
  startsAtLocal: '2026-03-07T19:00:00+00:00',
  timezone: 'Europe/London',
  businessDate: '2026-03-07',
  state: 'on_sale' as const,
  formats: ['35mm'],
  rawFormats: ['35mm'],
  language: 'fr',
  subtitleLanguage: 'en',
  seating: 'unknown' as const,
  bookingUrl: 'https://moon.example/tickets/55',
  rawIds: { session: firstSession, film: '7', site: 'moon' },
}

testSource(singleMemberSource(jsonLd, member), {
  now,
  upstream: {
    '/whats-on': { body: page(venue, '{"@type": "Event", "name": "The "Old" Mill"}') },
    '/film/7': {
      body: page({
        '@graph': [
          work,
          event,
          event,
          {
            ...event,
            url: '/tickets/56',
            offers: undefined,
            '@type': ['Event'],
            workPresented: undefined,
            name: 'Nosferatu + Live Score',
            startDate: '2026-03-08T00:30:00+00:00',
            eventStatus: 'https://schema.org/EventCancelled',
            inLanguage: undefined,
            subtitleLanguage: undefined,
            videoFormat: undefined,
            remainingAttendeeCapacity: undefined,
          },
          { ...event, url: '/tickets/57', offers: undefined, startDate: '' },
          { '@type': 'Organization' },
        ],
      }),
    },
  },
  empty: () => ({ body: page() }),
  // Every page is text, so a malformed one looks like a page without markup.
  skip: ['wrong shape'],
  check: assertValidRecord,
  dropped: { 'a block that is not JSON': 1, 'listed twice': 1, 'no start, or a private hire': 1 },
  records: [
    {
      type: 'theater',
      site: 'moon',
      name: 'Paper Moon',
      slug: 'paper-moon',
      address: { line1: '1 Mill Lane', postal_code: 'BA1 1AA', country: 'GB' },
      geo: { lat: 51.38, lon: -2.36 },
      timezone: 'Europe/London',
      rawIds: { site: 'moon' },
    },
    {
      type: 'horizon',
      site: 'moon',
      firstDate: '2026-03-07',
      lastDate: '2026-03-07',
    },
    {
      type: 'movie',
      film: 'moon:7',
      title: 'Captain Comet & Co',
      year: 2026,
      releaseOn: '2026-01-05',
      runtimeMinutes: 109,
      directors: ['Gwen Grady'],
      ids: { imdb: 'tt0012345' },
      grade: 'partial',
      rawIds: { film: '7' },
    },
    {
      type: 'movie',
      film: 'moon:nosferatu-live-score',
      title: 'Nosferatu + Live Score',
      ids: {},
      grade: 'title_only',
      rawIds: { film: 'nosferatu-live-score' },
    },
    showtime,
    {
      type: 'showtime',
      site: 'moon',
      session: secondSession,
      film: 'moon:nosferatu-live-score',
      startsAt: Date.parse('2026-03-08T00:30:00Z'),
      startsAtLocal: '2026-03-08T00:30:00+00:00',
      timezone: 'Europe/London',
      businessDate: '2026-03-07',
      state: 'cancelled',
      formats: [],
      rawFormats: [],
      seating: 'unknown',
      bookingUrl: 'https://moon.example/tickets/56',
      lacks: ['occupancy_counts', 'occupancy_rate', 'prices'],
      rawIds: { session: secondSession, film: 'nosferatu-live-score', site: 'moon' },
    },
    {
      type: 'availability',
      site: 'moon',
      session: firstSession,
      capturedAt: Date.parse(now),
      seating: 'unknown',
      grade: 'count',
      confidence: 'medium',
      counts: {
        capacity: 40,
        available: 10,
        sold: 30,
        held: null,
        blocked: null,
        broken: null,
        occupancy_rate: 0.75,
      },
    },
    {
      type: 'prices',
      site: 'moon',
      session: firstSession,
      capturedAt: Date.parse(now),
      quotes: [
        {
          ticketTypeId: 'offer',
          label: 'Ticket',
          amount: 9.5,
          currency: 'GBP',
          audience: 'unknown',
          feesIncluded: null,
        },
      ],
    },
  ],
})

describe('json-ld', () => {
  const map = (offers: unknown, changes: Readonly<Record<string, unknown>> = {}) => {
    const body = page(work, { ...event, offers, ...changes })
    const response = { kind: 'page', url: 'https://moon.example/', fetchedAt: 0, body }
    return [...jsonLd.toRecords([response], { member, nowMs: 0, drop: () => {} })]
  }
  const offer = (name: string, price: string, availability = 'https://schema.org/InStock') => ({
    '@type': 'Offer',
    name,
    price,
    priceCurrency: 'GBP',
    availability,
  })

  it('quotes the offers that a range sums up, also with their price in a specification', () => {
    const specified = {
      '@type': 'Offer',
      name: 'Child',
      priceSpecification: { '@type': 'PriceSpecification', price: 7.5, priceCurrency: 'USD' },
    }
    const range = {
      '@type': 'AggregateOffer',
      lowPrice: '7.50',
      priceCurrency: 'USD',
      offers: [offer('Adult', '12.00'), specified],
    }
    const [prices] = recordsOfType(map(range), 'prices')
    assert.deepEqual(
      prices?.quotes.map(({ label, amount, audience }) => [label, amount, audience]),
      [
        ['Adult', 12, 'adult'],
        ['Child', 7.5, 'child'],
      ],
    )
  })

  it('takes a range that is sold out for a show that is', () => {
    const range = { '@type': 'AggregateOffer', lowPrice: '7.50', availability: 'https://schema.org/SoldOut' }
    assert.equal(recordsOfType(map(range), 'showtime')[0]?.state, 'sold_out')
  })

  it('quotes every offer', () => {
    const [prices] = recordsOfType(map([offer('Adult', '12.00'), offer('Child', '7.50')]), 'prices')
    assert.deepEqual(
      prices?.quotes.map(({ ticketTypeId, label, amount }) => [ticketTypeId, label, amount]),
      [
        ['offer-1', 'Adult', 12],
        ['offer-2', 'Child', 7.5],
      ],
    )
  })

  it('reads for whom a ticket is', () => {
    const labels = ['Senior (65+)', 'Military', 'Child', 'Ticket', 'Booking fee']
    const [prices] = recordsOfType(map(labels.map((label) => offer(label, '9.00'))), 'prices')
    assert.deepEqual(
      prices?.quotes.map(({ label, audience, rules }) => [label, audience, rules]),
      [
        ['Senior (65+)', 'senior', ['Age 65+']],
        ['Military', 'military', undefined],
        ['Child', 'child', undefined],
        ['Ticket', 'unknown', undefined],
      ],
    )
  })

  it('is sold out if any mark says so', () => {
    const stateOf = (records: ReturnType<typeof map>) => recordsOfType(records, 'showtime')[0]?.state
    const soldOut = offer('Adult', '12.00', 'https://schema.org/SoldOut')
    assert.equal(stateOf(map([offer('Child', '7.50'), soldOut])), 'sold_out')
    assert.equal(stateOf(map([offer('Adult', '12.00')], { remainingAttendeeCapacity: 0 })), 'sold_out')
    assert.equal(stateOf(map([offer('Adult', '12.00')])), 'on_sale')
    const later = offer('Adult', '12.00', 'https://schema.org/PreOrder')
    assert.equal(stateOf(map([later])), 'not_on_sale')
    assert.equal(stateOf(map([later, offer('Member', '9.00')])), 'on_sale')
  })
})

describe('json-ld: recordings', { skip: recordingsSkipReason }, () => {
  const of = (site: string, timezone: string, file: string, at = '2025-01-20T12:00:00Z') =>
    replayRecordings(jsonLd, testMember({ site, timezone }), at, [{ kind: 'page', file }])

  it('parses every screening of a page among other markup', async () => {
    for (const [file, count] of [
      ['castle-a-complete-unknown', 19],
      ['castle-babygirl', 11],
    ] as const) {
      const { records } = await of('castle', 'Europe/London', `schema-org/${file}.html`)
      for (const record of records) assertValidRecord(record)
      assert.deepEqual(
        [recordsOfType(records, 'showtime').length, recordsOfType(records, 'movie').length],
        [count, 1],
        file,
      )
    }
  })

  it('uses the UTC offsets of a page across the clock change', async () => {
    const { records } = await of(
      'roxy',
      'America/New_York',
      'veezi-public/roxy-sessions.html',
      '2026-10-15T12:00:00Z',
    )
    const showtimes = recordsOfType(records, 'showtime')
    assert.equal(showtimes.length, 9)
    for (const { startsAtLocal, warnings } of showtimes) {
      assert.equal(startsAtLocal.slice(-6), startsAtLocal < '2026-11-01' ? '-04:00' : '-05:00')
      assert.equal(warnings, undefined)
    }
    assert.ok(showtimes.some(({ formats }) => formats.includes('35mm')))
  })
})
