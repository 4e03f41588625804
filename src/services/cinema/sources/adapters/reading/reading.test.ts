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
import { readingCinemas } from './reading.ts'

const member = testMember({
  site: 'belmont',
  timezone: 'Australia/Perth',
  base: 'https://api.cross.example',
  currency: 'AUD',
  address: { country: 'AU' },
  options: { country: '1' },
})
const now = '2026-06-25T00:00:00Z'

const show = {
  id: '190222',
  ScheduledFilmId: 'HO1',
  date_time: '2026-06-25T10:00:00+08',
  auditorium: '',
  reservedSeating: 1,
  availableSeats: '304',
  totalNumberOfSeats: '307',
  enabled: true,
  soldout: false,
}
const film = {
  name: 'Captain Comet',
  slug: '10143',
  director: 'Gwen Grady ',
  distributor: 'Third Reel',
  length: '90',
  release_date: '2026-06-25',
  showdates: [
    {
      date: '2026-06-25',
      showtypes: [
        {
          type: 'Gold',
          amenities: ['Gold'],
          showtimes: [
            show,
            show,
            { ...show, id: '190223', reservedSeating: 0, availableSeats: '0', enabled: false },
            { ...show, id: null },
          ],
        },
      ],
    },
  ],
}
const cell = (seatId: string, seatType: string, row: number, column: number) => ({
  seatType,
  seatId,
  isAvailable: seatType !== 'Sold' && seatType !== 'Aisle',
  isBooked: seatType === 'Sold',
  row,
  column,
  areaNumber: 1,
  category: 'standard',
  areaCategoryCode: '2',
})
const ticket = (TicketTypeCode: string, Description: string, Price: string, loyalty = false) => ({
  AreaCategoryCode: '2',
  Description,
  TicketTypeCode,
  BookingFee: 1.5,
  Price,
  IsPackageTicket: false,
  QuantityAvailablePerOrder: 20,
  IsAvailableForLoyaltyMembersOnly: loyalty,
})
const plan = {
  data: {
    ticketType: [
      ticket('0186', 'Adult', '21.00'),
      ticket('0253', 'Boost Rewards Senior', '16.15', true),
      ticket('9', 'Broken', 'free'),
    ],
    seatLayout: [
      [cell('A1', 'Empty', 2, 3), cell('A', 'Aisle', 2, 2), cell('A2', 'Special', 2, 1)],
      [cell('B1', 'Sold', 1, 3), cell('B2', 'Companion', 1, 2), cell('B3', 'Odd', 1, 1)],
    ],
  },
}
const quote = { currency: 'AUD', feeAmount: 1.5, feesIncluded: false, areaId: '2', maxQuantity: 20 }
const showtime = {
  type: 'showtime' as const,
  site: 'belmont',
  session: '190222',
  film: 'HO1',
  startsAt: Date.parse('2026-06-25T02:00:00Z'),
  startsAtLocal: '2026-06-25T10:00:00+08:00',
  timezone: 'Australia/Perth',
  businessDate: '2026-06-25',
  state: 'on_sale' as const,
  formats: ['vip'],
  rawFormats: ['Gold'],
  seating: 'reserved' as const,
  rawIds: {
    session: '190222',
    film: 'HO1',
    site: 'belmont',
    screen_type: 'Gold',
    reserved_seating: '1',
  },
}

testSource(singleMemberSource(readingCinemas, member), {
  now,
  upstream: ({ method, path, headers, body }) => {
    if (path === '/settings/1') return { body: { data: { settings: { token: 'visitor' } } } }
    if (headers.authorization !== 'Bearer visitor') return { status: 401, body: 'no' }
    if (path === '/getcinemas?countryId=1')
      return {
        body: [
          {
            slug: 'belmont',
            name: 'Belmont',
            city: 'Belmont',
            stateCode: 'WA',
            latitude: '-31.96',
            longitude: '115.93',
          },
        ],
      }
    if (path === '/films?countryId=1&cinemaId=belmont&status=nowShowing')
      return { body: { statusCode: 200, data: [film, 'x'] } }
    const expectedBody = {
      requestType: 'seatPlan',
      countryId: '1',
      cinemaId: 'belmont',
      sessionId: '190222',
      reservedSeating: 1,
      screenType: 'Gold',
      covidFlag: 0,
      showLoyaltyTicket: true,
    }
    return method === 'POST' && body === JSON.stringify(expectedBody) ? { body: plan } : undefined
  },
  empty: ({ path }) => ({
    body: path.startsWith('/settings')
      ? { data: { token: 'visitor' } }
      : path.startsWith('/getcinemas')
        ? []
        : { data: [] },
  }),
  check: assertValidRecord,
  dropped: { 'listed twice': 1, 'not a showtime': 1, 'not a film': 1, 'not a ticket type': 1 },
  records: [
    {
      type: 'theater',
      site: 'belmont',
      name: 'The Test',
      slug: 'the-test',
      address: { city: 'Belmont', state: 'WA', country: 'AU' },
      geo: { lat: -31.96, lon: 115.93 },
      timezone: 'Australia/Perth',
      rawIds: { site: 'belmont' },
    },
    {
      type: 'horizon',
      site: 'belmont',
      firstDate: '2026-06-25',
      lastDate: '2026-06-25',
    },
    {
      type: 'movie',
      film: 'HO1',
      title: 'Captain Comet',
      releaseOn: '2026-06-25',
      runtimeMinutes: 90,
      directors: ['Gwen Grady'],
      distributors: ['Third Reel'],
      ids: {},
      grade: 'partial',
      rawIds: { film: 'HO1', slug: '10143' },
    },
    showtime,
    {
      ...showtime,
      session: '190223',
      state: 'sold_out',
      seating: 'general_admission',
      lacks: ['seat_grid'],
      rawIds: { ...showtime.rawIds, session: '190223', reserved_seating: '0' },
    },
    {
      type: 'layout',
      site: 'belmont',
      layout: '1.GAdqomypQlBcLnPHjfaU4L',
      sections: [{ id: '2', label: 'Standard', row_count: 2, column_count: 3 }],
      seats: [
        { id: 'A1', label: 'A1', row: 'A', number: '1', section: 0, x: 0, y: 0, kind: 'standard' },
        { id: 'A2', label: 'A2', row: 'A', number: '2', section: 0, x: 2, y: 0, kind: 'wheelchair' },
        { id: 'B1', label: 'B1', row: 'B', number: '1', section: 0, x: 0, y: 1, kind: 'unknown' },
        { id: 'B2', label: 'B2', row: 'B', number: '2', section: 0, x: 1, y: 1, kind: 'companion' },
        { id: 'B3', label: 'B3', row: 'B', number: '3', section: 0, x: 2, y: 1, kind: 'standard' },
      ],
    },
    {
      type: 'availability',
      site: 'belmont',
      session: '190222',
      capturedAt: Date.parse(now),
      seating: 'reserved',
      grade: 'grid',
      confidence: 'medium',
      layout: '1.GAdqomypQlBcLnPHjfaU4L',
      codes: 'aasau',
      rawStatuses: [[4, 'Odd']],
      counts: { capacity: 5, available: 3, sold: 1, held: null, blocked: 0, broken: 0, occupancy_rate: 0.2 },
    },
    {
      type: 'prices',
      site: 'belmont',
      session: '190222',
      capturedAt: Date.parse(now),
      quotes: [
        { ticketTypeId: '0186', label: 'Adult', amount: 21, audience: 'adult', ...quote },
        {
          ticketTypeId: '0253',
          label: 'Boost Rewards Senior',
          amount: 16.15,
          audience: 'loyalty',
          rules: ['senior'],
          ...quote,
        },
      ],
    },
    {
      type: 'availability',
      site: 'belmont',
      session: '190223',
      capturedAt: Date.parse(now),
      seating: 'general_admission',
      grade: 'count',
      confidence: 'medium',
      counts: {
        capacity: 307,
        available: 0,
        sold: 307,
        held: null,
        blocked: null,
        broken: null,
        occupancy_rate: 1,
      },
    },
  ],
})

describe('reading', () => {
  for (const [reservedSeating, seating, plan] of [
    [1, 'reserved', '1'],
    ['1', 'reserved', '1'],
    [0, 'general_admission', '0'],
    ['0', 'general_admission', '0'],
    [null, 'unknown', undefined],
  ] as const) {
    it(`takes reservedSeating ${JSON.stringify(reservedSeating)} for ${seating}`, () => {
      const showtypes = [{ type: 'Gold', showtimes: [{ ...show, reservedSeating }] }]
      const body = { data: [{ ...film, showdates: [{ date: '2026-06-25', showtypes }] }] }
      const responses = [{ kind: 'films', url: 'https://x.example/', fetchedAt: 0, body }]
      const context = { member, nowMs: Date.parse(now), drop: assert.fail }
      const [row] = recordsOfType([...readingCinemas.toRecords(responses, context)], 'showtime')
      assert.deepEqual([row?.seating, row?.rawIds.reserved_seating], [seating, plan])
    })
  }
})

describe('reading: recordings', { skip: recordingsSkipReason }, () => {
  const of = (session: string, seats: string) =>
    replayRecordings(
      readingCinemas,
      testMember({ site: 'belmont', timezone: 'Australia/Perth', currency: 'AUD' }),
      '2026-06-20T12:00:00Z',
      [
        { kind: 'cinemas', file: 'reading/cinemas.json' },
        { kind: 'films', file: 'reading/sessions.belmont.json' },
        {
          kind: 'plan',
          file: `reading/${seats}.json`,
          url: `https://x.example/ticketing/tickettypes#session=${session}`,
        },
      ],
    )

  it('parses Belmont: 119 seats and 49 gaps, 4 sold, 2 broken, 4 wheelchair and 4 companion seats', async () => {
    const { records, dropped } = await of('190163', 'seats.belmont-190163')
    for (const record of records) assertValidRecord(record)
    const [layout] = recordsOfType(records, 'layout')
    const [grid] = recordsOfType(records, 'availability')
    assert.ok(layout && grid?.codes)
    const { capacity, sold, broken, available } = grid.counts
    assert.deepEqual([capacity, available, sold, broken, dropped], [119, 113, 4, 2, {}])
    const span = (axis: 'x' | 'y') => Math.max(...layout.seats.map((seat) => seat[axis])) + 1
    assert.equal(span('x') * span('y') - layout.seats.length, 49)
    const count = (kind: string) => layout.seats.filter((seat) => seat.kind === kind).length
    assert.deepEqual([count('wheelchair'), count('companion'), count('unknown')], [4, 4, 6])
  })

  it('quotes 7 prices, 3 for loyalty members, and leaves concessions unknown', async () => {
    const { records } = await of('190163', 'seats.belmont-190163')
    const [prices] = recordsOfType(records, 'prices')
    const quoted = new Map(prices?.quotes.map(({ label, amount, audience }) => [label, [amount, audience]]))
    assert.equal(quoted.size, 7)
    assert.equal(prices?.quotes.filter(({ audience }) => audience === 'loyalty').length, 3)
    assert.deepEqual(quoted.get('Adult'), [21, 'adult'])
    assert.deepEqual(quoted.get('Boost Rewards Adult'), [17.85, 'loyalty'])
    assert.deepEqual(quoted.get('Concession (ID Required)'), [20, 'unknown'])
  })

  it('parses Auburn: 89 free seats, 7 prices', async () => {
    const { records } = await of('128342', 'seats.auburn-128342')
    const [grid] = recordsOfType(records, 'availability')
    assert.deepEqual([grid?.counts.capacity, grid?.counts.available], [89, 89])
    assert.deepEqual(
      recordsOfType(records, 'prices').map(({ quotes }) => quotes.length),
      [7],
    )
  })

  it('parses counts in text form', async () => {
    const { records } = await of('190163', 'seats.belmont-190163')
    const counted = recordsOfType(records, 'availability').find(({ session }) => session === '190222')
    assert.deepEqual(
      [counted?.counts.available, counted?.counts.capacity, counted?.grade],
      [304, 307, 'count'],
    )
    assert.equal(recordsOfType(records, 'showtime').length, 3)
  })
})
