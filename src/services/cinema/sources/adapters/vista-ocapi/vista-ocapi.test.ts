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
import { isFailure } from '../../../../../core/errors.ts'
import { parseResponses } from '../../../../../sync/publish/parse-responses.ts'
import type { AnySource } from '../../../../../sync/source.ts'
import { recordsOfType } from '../../../schema/records.ts'
import { vistaOcapi } from './vista-ocapi.ts'

const member = testMember({
  site: '042',
  timezone: 'Europe/London',
  base: 'https://vwc.aurora.example/WSVistaWebClient',
  token: 'visitor',
  booking: 'https://aurora.example/book/{site}/{session}',
})
const at = '/WSVistaWebClient/ocapi/v1'

const showtime = {
  id: '042-7001',
  siteId: '042',
  filmId: 'HO00009999',
  screenId: '042-3',
  seatLayoutId: '042-3-11',
  schedule: { businessDate: '2026-03-07', startsAt: '2026-03-07T20:10:00+00:00' },
  isSoldOut: false,
  isAllocatedSeating: true,
  requires3dGlasses: true,
  areaCategories: [{ areaCategoryId: '042-0000000001', isAllocatedSeating: true }],
  attributeIds: ['0000000006'],
  restrictions: [],
}

const listing = {
  showtimes: [showtime, showtime, { ...showtime, id: '042-7002', filmId: 'HO404' }, { id: 7 }],
  relatedData: {
    sites: [
      {
        id: '042',
        name: { text: 'Aurora Bath' },
        location: { latitude: 51.38, longitude: -2.36 },
        ianaTimeZoneName: 'Europe/London',
      },
    ],
    films: [
      {
        id: 'HO00009999',
        title: { text: 'The Lamp &amp; the Moth (3D)', translations: [] },
        runtimeInMinutes: 101,
        releaseDate: '2026-03-06',
        censorRatingId: 'r',
        castAndCrew: [{ castAndCrewMemberId: 'p', roles: ['Director'] }],
        externalIds: { moviexchangeReleaseId: 'mx-1' },
      },
    ],
    castAndCrew: [{ id: 'p', name: { givenName: 'Ada', familyName: 'Almeida' } }],
    censorRatings: [{ id: 'r', classification: { text: '12A' } }],
    attributes: [{ id: '0000000006', name: { text: 'Dolby Atmos' } }],
    screens: [{ id: '042-3', name: { text: 'Screen 3' } }],
  },
}

const seat = (
  id: string,
  row: number,
  column: number,
  rowLabel: string,
  label: string,
  groups: string[] = [],
) => ({
  id,
  label,
  rowLabel,
  seatGroupIds: groups,
  position: { areaNumber: 1, rowNumber: row, columnNumber: column },
})

const layout = {
  seatLayout: {
    id: '042-3-11',
    areas: [
      {
        number: 2,
        areaCategoryId: '042-0000000002',
        name: { text: 'Sofa' },
        boundary: { left: 0, top: 20, right: 100, bottom: 50 },
        rows: [
          {
            number: 1,
            label: 'C',
            seats: [seat('2_1_4', 1, 4, 'C', '1', ['g1']), seat('2_1_3', 1, 3, 'C', '2', ['g1'])],
          },
        ],
      },
      {
        number: 1,
        areaCategoryId: '042-0000000001',
        name: { text: 'Standard' },
        boundary: { left: 0, top: 60, right: 100, bottom: 100 },
        rows: [
          { number: 1, label: 'B', seats: [seat('1_1_4', 1, 4, 'B', '1')] },
          { number: 2, label: 'A', seats: [seat('1_2_4', 2, 4, 'A', '1')] },
        ],
      },
    ],
  },
}

const availability = {
  seatAvailabilities: [
    { seatId: '1_2_4', status: 'Available' },
    { seatId: '1_1_4', status: 'Sold' },
    { seatId: '2_1_4', status: 'Broken' },
    { seatId: '2_1_3', status: 'SomethingNew' },
  ],
  summary: { totalCount: 4, availableCount: 1 },
  isSoldOut: false,
}

const prices = {
  ticketPrices: [
    {
      ticketTypeId: '042-0001',
      price: { valueIncludingTax: 12.5, tax: 2.08 },
      bookingFee: { valueIncludingTax: 0.75 },
      restrictions: [],
    },
    {
      ticketTypeId: '042-0002',
      price: { valueIncludingTax: 9, tax: 1.5 },
      bookingFee: null,
      restrictions: ['Member'],
    },
    { ticketTypeId: '042-0003', price: { valueIncludingTax: 1, tax: 0 }, restrictions: ['NotYetKnown'] },
  ],
  relatedData: {
    ticketTypes: [
      { id: '042-0001', name: { text: 'Adult' } },
      { id: '042-0002', name: { text: 'Club Adult' } },
      { id: '042-0003', name: { text: 'Odd' } },
    ],
  },
}

const now = '2026-03-07T12:00:00Z'
const nowMs = Date.parse(now)

testSource(singleMemberSource(vistaOcapi, member), {
  now,
  upstream: ({ path, headers }) => {
    if (headers.authorization !== 'Bearer visitor') return { status: 401, body: 'no' }
    const bodies: Record<string, unknown> = {
      [`${at}/film-screening-dates?siteIds=042`]: {
        filmScreeningDates: [{ businessDate: '2026-03-07' }, { businessDate: '2026-03-09' }],
      },
      [`${at}/showtimes/by-business-date/2026-03-07?siteIds=042`]: listing,
      [`${at}/showtimes/by-business-date/2026-03-09?siteIds=042`]: { status: 404 },
      [`${at}/seat-layouts/042-3-11`]: layout,
      [`${at}/showtimes/042-7001/seat-availability`]: availability,
      [`${at}/showtimes/042-7001/ticket-prices`]: prices,
    }
    return path in bodies ? { body: bodies[path] } : undefined
  },
  empty: ({ path }) =>
    path.includes('film-screening-dates') ? { body: { filmScreeningDates: [] } } : undefined,
  check: assertValidRecord,
  dropped: { 'listed twice': 1, 'no film, or a private hire': 1, 'not a showtime': 1 },
  records: [
    {
      type: 'theater',
      site: '042',
      name: 'Aurora Bath',
      slug: 'aurora-bath',
      address: { country: 'GB' },
      geo: { lat: 51.38, lon: -2.36 },
      timezone: 'Europe/London',
      rawIds: { site: '042' },
    },
    {
      type: 'horizon',
      site: '042',
      firstDate: '2026-03-07',
      lastDate: '2026-03-09',
    },
    {
      type: 'movie',
      film: 'HO00009999',
      title: 'The Lamp & the Moth (3D)',
      releaseOn: '2026-03-06',
      runtimeMinutes: 101,
      rating: '12A',
      directors: ['Ada Almeida'],
      ids: { moviexchange: 'mx-1' },
      grade: 'partial',
      rawIds: { film: 'HO00009999' },
    },
    {
      type: 'showtime',
      site: '042',
      session: '042-7001',
      film: 'HO00009999',
      startsAt: Date.parse('2026-03-07T20:10:00Z'),
      startsAtLocal: '2026-03-07T20:10:00+00:00',
      timezone: 'Europe/London',
      businessDate: '2026-03-07',
      state: 'on_sale',
      auditorium: 'Screen 3',
      screen: '042-3',
      formats: ['3d', 'dolby_atmos'],
      rawFormats: ['Dolby Atmos', 'requires3dGlasses'],
      seating: 'reserved',
      bookingUrl: 'https://aurora.example/book/042/042-7001',
      rawIds: { session: '042-7001', film: 'HO00009999', site: '042', screen: '042-3', layout: '042-3-11' },
    },
    { type: 'listed', site: '042', session: '042-7002' },
    { type: 'listed', site: '042', session: '7' },
    {
      type: 'layout',
      site: '042',
      layout: '042-3-11',
      screen: '042-3',
      sections: [
        { id: '042-0000000001', label: 'Standard', row_count: 2, column_count: 1 },
        { id: '042-0000000002', label: 'Sofa', row_count: 1, column_count: 2 },
      ],
      seats: [
        { id: '1_2_4', label: 'A1', row: 'A', number: '1', section: 0, x: 0, y: 0, kind: 'standard' },
        { id: '1_1_4', label: 'B1', row: 'B', number: '1', section: 0, x: 0, y: 1, kind: 'standard' },
        {
          id: '2_1_4',
          label: 'C1',
          row: 'C',
          number: '1',
          section: 1,
          x: 0,
          y: 2,
          kind: 'sofa',
        },
        {
          id: '2_1_3',
          label: 'C2',
          row: 'C',
          number: '2',
          section: 1,
          x: 1,
          y: 2,
          kind: 'sofa',
        },
      ],
    },
    {
      type: 'availability',
      site: '042',
      session: '042-7001',
      capturedAt: nowMs,
      seating: 'reserved',
      grade: 'grid',
      confidence: 'medium',
      layout: '042-3-11',
      codes: 'asxu',
      rawStatuses: [[3, 'SomethingNew']],
      counts: {
        capacity: 4,
        available: 1,
        sold: 1,
        held: null,
        blocked: 0,
        broken: 1,
        occupancy_rate: 0.3333,
      },
    },
    {
      type: 'prices',
      site: '042',
      session: '042-7001',
      capturedAt: nowMs,
      quotes: [
        {
          ticketTypeId: '042-0001',
          label: 'Adult',
          amount: 12.5,
          currency: 'GBP',
          audience: 'adult',
          taxAmount: 2.08,
          feeAmount: 0.75,
          feesIncluded: false,
        },
        {
          ticketTypeId: '042-0002',
          label: 'Club Adult',
          amount: 9,
          currency: 'GBP',
          audience: 'member',
          taxAmount: 1.5,
          feeAmount: null,
          feesIncluded: false,
        },
      ],
    },
    {
      type: 'failed_part',
      part: 'days',
      code: 'upstream_changed',
      message: 'The source left out a part (status 200).',
      days: ['2026-03-09'],
    },
  ],
})

describe('vista-ocapi', () => {
  const response = (kind: string, path: string, body: unknown) => ({
    kind,
    url: `https://x.example${at}/${path}`,
    fetchedAt: nowMs,
    body: JSON.stringify(body),
  })
  async function mapped(...answers: ReturnType<typeof response>[]) {
    async function* all() {
      yield* answers
    }
    const parsed = await parseResponses(vistaOcapi as unknown as AnySource, all())
    return [...vistaOcapi.toRecords(parsed, { member, nowMs, drop: () => {} })]
  }

  it('fails without a token and names the missing one', async () => {
    const { token: _, ...bare } = { ...member, tokenName: 'AURORA_TOKEN' }
    const source = singleMemberSource(vistaOcapi, bare)
    const http = { request: () => assert.fail('unexpected request') }
    const fetched = Array.fromAsync(
      source.fetch({
        http,
        member: bare,
        baseUrl: source.baseUrl,
        nowMs,
        signal: AbortSignal.timeout(600_000),
      }),
    )
    await assert.rejects(
      fetched,
      (error) => isFailure(error, 'upstream_refused') && error.message.includes('AURORA_TOKEN'),
    )
  })

  it('counts an auditorium without numbered seats', async () => {
    const [record] = await mapped(
      response('availability', 'showtimes/042-1/seat-availability', {
        seatAvailabilities: [],
        summary: { totalCount: 80, availableCount: 20 },
      }),
    )
    assert.deepEqual(record, {
      type: 'availability',
      site: '042',
      session: '042-1',
      capturedAt: nowMs,
      seating: 'unknown',
      grade: 'count',
      confidence: 'medium',
      counts: {
        capacity: 80,
        available: 20,
        sold: 60,
        held: null,
        blocked: null,
        broken: null,
        occupancy_rate: 0.75,
      },
    })
  })

  it('puts seats missing from the layout in a separate section, so that no other seat moves', async () => {
    const stray = {
      ...availability,
      seatAvailabilities: [...availability.seatAvailabilities, { seatId: '9_9_9', status: 'Sold' }],
    }
    const records = await mapped(
      response('layout', 'seat-layouts/042-3-11', layout),
      response('availability', 'showtimes/042-7001/seat-availability', stray),
    )
    const [plan] = recordsOfType(records, 'layout')
    const [state] = recordsOfType(records, 'availability')
    assert.deepEqual(state?.warnings, ['layout_mismatch'])
    assert.equal(state?.codes, 'asxus')
    assert.notEqual(plan?.layout, '042-3-11')
    assert.deepEqual(plan?.sections.at(-1), {
      id: 'overflow',
      label: 'Unplaced',
      row_count: 1,
      column_count: 1,
    })
  })

  it("is not on sale before the film's booking period opens", async () => {
    const held = { ...showtime, restrictions: ['FilmAdvanceBookingRule'], filmAdvanceBookingRuleId: 'rule' }
    const periods = (startsAt: string) => ({
      showtimes: [held],
      relatedData: {
        ...listing.relatedData,
        filmAdvanceBookingRules: [{ id: 'rule', bookingPeriods: [{ startsAt }] }],
      },
    })
    const path = 'showtimes/by-business-date/2026-03-07'
    const [before] = recordsOfType(
      await mapped(response('showtimes', path, periods('2026-03-08T09:00:00Z'))),
      'showtime',
    )
    const [after] = recordsOfType(
      await mapped(response('showtimes', path, periods('2026-03-01T09:00:00Z'))),
      'showtime',
    )
    assert.deepEqual(
      [before?.state, before?.salesStartAt, after?.state],
      ['not_on_sale', Date.parse('2026-03-08T09:00:00Z'), 'on_sale'],
    )
  })

  it('does not list private hires', async () => {
    const hired = structuredClone(listing)
    for (const film of hired.relatedData.films) film.title.text = 'THEATRE LET'
    assert.deepEqual(recordsOfType(await mapped(response('showtimes', 'x', hired)), 'showtime'), [])
  })
})

describe('vista-ocapi: recordings', { skip: recordingsSkipReason }, () => {
  const of = (site: string, ...files: string[]) =>
    replayRecordings(
      vistaOcapi,
      testMember({ site, timezone: 'Europe/London' }),
      '2025-01-24T12:00:00Z',
      files.map((file) => ({
        kind: file.includes('dates') ? 'dates' : 'showtimes',
        file: `vista-ocapi/${file}.json`,
      })),
    )

  it('lists 19 showtimes of 9 films in Leicester Square, none sold out', async () => {
    const { records, dropped } = await of(
      '153',
      'odeon-153-film-screening-dates',
      'odeon-153-showtimes-2025-01-26',
    )
    const showtimes = recordsOfType(records, 'showtime')
    for (const record of records) assertValidRecord(record)
    assert.deepEqual([showtimes.length, recordsOfType(records, 'movie').length, dropped], [19, 9, {}])
    assert.deepEqual(
      [showtimes[0]?.session, showtimes[0]?.startsAtLocal],
      ['153-27534', '2025-01-26T11:00:00+00:00'],
    )
    assert.ok(showtimes.every(({ state, seating }) => state === 'on_sale' && seating === 'reserved'))
    assert.deepEqual(recordsOfType(records, 'horizon')[0], {
      type: 'horizon',
      site: '153',
      firstDate: '2025-01-24',
      lastDate: '2025-02-20',
    })
  })

  it('lists 5 of 10 as sold out, in Mandarin', async () => {
    const { records } = await of('158', 'odeon-158-showtimes-2025-01-31-soldout')
    const showtimes = recordsOfType(records, 'showtime')
    assert.deepEqual([showtimes.length, recordsOfType(records, 'movie').length], [10, 2])
    assert.equal(showtimes.filter(({ state }) => state === 'sold_out').length, 5)
    assert.deepEqual(new Set(showtimes.map(({ language }) => language)), new Set(['zh']))
  })

  it("prefers the showtime's allocation flag over its areas'", async () => {
    const { records } = await of('593', 'odeon-593-showtimes-2025-01-27-unallocated')
    const showtimes = recordsOfType(records, 'showtime')
    assert.equal(showtimes.length, 7)
    assert.deepEqual(
      showtimes
        .filter(({ seating }) => seating !== 'reserved')
        .map(({ session, seating }) => [session, seating]),
      [['593-54153', 'general_admission']],
    )
  })

  it('parses both sides of the clock change', async () => {
    const [winter] = recordsOfType(
      (await of('BLO1', 'curzon-BLO1-showtimes-2025-03-29-gmt')).records,
      'showtime',
    )
    const [summer] = recordsOfType(
      (await of('BLO1', 'curzon-BLO1-showtimes-2025-04-01-bst')).records,
      'showtime',
    )
    assert.deepEqual(
      [winter?.startsAt, summer?.startsAt],
      [Date.parse('2025-03-29T15:00:00Z'), Date.parse('2025-04-01T18:15:00Z')],
    )
  })

  it('reports the horizon of Aldgate', async () => {
    const { records } = await of('ALD1', 'curzon-ALD1-film-screening-dates')
    assert.deepEqual(
      recordsOfType(records, 'horizon').map(({ firstDate, lastDate }) => [firstDate, lastDate]),
      [['2025-01-23', '2025-05-22']],
    )
  })
})
