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
import { cineplex } from './cineplex.ts'

const member = testMember({
  site: '7130',
  timezone: 'America/Toronto',
  base: 'https://apis.aurora.example',
  token: 'key',
  address: { country: 'CA' },
  currency: 'CAD',
})
const now = '2026-07-30T12:00:00Z'

const session = {
  vistaSessionId: 441689,
  showStartDateTime: '2026-07-30T19:10:00',
  showStartDateTimeUtc: '2026-07-30T23:10:00Z',
  isReservedSeating: true,
  isShowtimeEnabledOnline: true,
  seatsRemaining: 1,
  isSoldOut: false,
  auditorium: 'AVX #7',
  deeplinkUrl: 'https://apis.aurora.example/deeplink?s=441689',
}
const movie = { id: 37997, name: 'Captain Comet', runtimeInMinutes: 145, genres: ['Action'] }
const open = {
  ...session,
  vistaSessionId: 441700,
  isReservedSeating: false,
  seatsRemaining: 80,
  auditorium: 'Hall',
  isShowtimeEnabledOnline: false,
}
const day = {
  theatreId: 7130,
  dates: [
    {
      startDate: '2026-07-30T00:00:00',
      movies: [
        {
          ...movie,
          experiences: [
            { experienceTypes: ['UltraAVX', 'D-BOX'], sessions: [session] },
            { experienceTypes: ['UltraAVX', '3D'], sessions: [session, { vistaSessionId: null }] },
            { experienceTypes: 'Regular', sessions: [open] },
          ],
        },
      ],
    },
  ],
}

const showtime = {
  type: 'showtime' as const,
  site: '7130',
  session: '441689',
  film: '37997',
  startsAt: Date.parse('2026-07-30T23:10:00Z'),
  startsAtLocal: '2026-07-30T19:10:00-04:00',
  timezone: 'America/Toronto',
  businessDate: '2026-07-30',
  state: 'on_sale' as const,
  auditorium: 'AVX #7',
  formats: ['3d', 'd_box', 'plf'],
  rawFormats: ['UltraAVX', 'D-BOX', '3D'],
  seating: 'reserved' as const,
  bookingUrl: 'https://apis.aurora.example/deeplink?s=441689',
  rawIds: { session: '441689', film: '37997', site: '7130' },
}

testSource(singleMemberSource(cineplex, member), {
  now,
  upstream: ({ path, headers }) => {
    if (path.startsWith('/prod/ticketing/api/v1/theatre/7130/showtime/441689/')) {
      return {
        body: path.endsWith('seat-layout')
          ? {
              standardSeats: {
                rows: [
                  {
                    physicalNumber: 17,
                    label: 'A',
                    seats: [
                      { id: '1_17_29', column: 3, label: 'A2', type: 'Standard' },
                      { id: '1_17_28', column: 4, label: 'A1', type: 'Wheelchair' },
                    ],
                  },
                  {
                    physicalNumber: 15,
                    label: 'B',
                    seats: [{ id: '1_15_29', column: 3, label: 'B1', type: 'Throne' }],
                  },
                ],
              },
            }
          : { seatAvailabilities: { '1_17_29': 'Occupied', '1_17_28': 'Available' }, isSoldOut: false },
      }
    }
    if (headers['ocp-apim-subscription-key'] !== 'key') return { status: 401, body: 'no' }
    if (path.includes('/movies?')) return { body: { totalCount: 1, items: [movie] } }
    if (path.includes('/dates/bookable?')) return { body: ['2026-07-30T00:00:00', '2026-08-02T00:00:00'] }
    // A day is a list or a bare object, and a day without shows has no body.
    return path.endsWith('date=2026-07-30') ? { body: day } : { body: '' }
  },
  empty: ({ path }) => ({ body: path.includes('/movies?') ? { totalCount: 0, items: [] } : '[]' }),
  check: assertValidRecord,
  dropped: { 'not a session': 1 },
  records: [
    {
      type: 'theater',
      site: '7130',
      name: 'The Test',
      slug: 'the-test',
      address: { country: 'CA' },
      timezone: 'America/Toronto',
      rawIds: { site: '7130' },
    },
    {
      type: 'horizon',
      site: '7130',
      firstDate: '2026-07-30',
      lastDate: '2026-08-02',
    },
    {
      type: 'movie',
      film: '37997',
      title: 'Captain Comet',
      runtimeMinutes: 145,
      genres: ['Action'],
      ids: {},
      grade: 'partial',
      rawIds: { film: '37997' },
    },
    showtime,
    {
      ...showtime,
      session: '441700',
      state: 'not_on_sale',
      auditorium: 'Hall',
      formats: [],
      rawFormats: ['Regular'],
      seating: 'general_admission',
      lacks: ['seat_grid'],
      rawIds: { ...showtime.rawIds, session: '441700' },
    },
    {
      type: 'layout',
      site: '7130',
      layout: '1.OeZY6p2SHG76V6ckrpPoha',
      screen: 'AVX #7',
      sections: [{ id: '1', label: 'Seats', row_count: 3, column_count: 2 }],
      seats: [
        { id: '1_17_29', label: 'A2', row: 'A', number: '2', section: 0, x: 0, y: 0, kind: 'standard' },
        { id: '1_17_28', label: 'A1', row: 'A', number: '1', section: 0, x: 1, y: 0, kind: 'wheelchair' },
        {
          id: '1_15_29',
          label: 'B1',
          row: 'B',
          number: '1',
          section: 0,
          x: 0,
          y: 2,
          kind: 'unknown',
          rawKind: 'Throne',
        },
      ],
    },
    {
      type: 'availability',
      site: '7130',
      session: '441689',
      capturedAt: Date.parse(now),
      seating: 'reserved',
      grade: 'grid',
      confidence: 'medium',
      layout: '1.OeZY6p2SHG76V6ckrpPoha',
      codes: 'sau',
      counts: {
        capacity: 3,
        available: 1,
        sold: 1,
        held: null,
        blocked: 0,
        broken: 0,
        occupancy_rate: 0.3333,
      },
    },
    {
      type: 'availability',
      site: '7130',
      session: '441700',
      capturedAt: Date.parse(now),
      seating: 'general_admission',
      grade: 'count',
      confidence: 'medium',
      counts: {
        capacity: null,
        available: 80,
        sold: null,
        held: null,
        blocked: null,
        broken: null,
        occupancy_rate: null,
      },
    },
  ],
})

it('counts the seats of every area of a room', () => {
  const seat = (id: string) => ({ id, column: 1, label: id, type: 'Standard' })
  const area = (physicalNumber: number, ...ids: string[]) => ({
    rows: [{ physicalNumber, label: 'A', seats: ids.map(seat) }],
  })
  const url = 'https://x.example/theatre/7130/showtime/441689/seat-layout'
  const body = { standardSeats: area(3, 'a'), dboxSeats: area(2, 'b', 'c'), balconySeats: area(1, 'd') }
  const statuses = { seatAvailabilities: { a: 'Available', b: 'Occupied', c: 'Available', d: 'Occupied' } }
  const records = [
    ...cineplex.toRecords(
      [
        { kind: 'layout', url, fetchedAt: 0, body },
        { kind: 'availability', url, fetchedAt: 0, body: statuses },
      ],
      { member, nowMs: 0, drop: assert.fail },
    ),
  ]
  const [layout] = recordsOfType(records, 'layout')
  const [seats] = recordsOfType(records, 'availability')
  assert.deepEqual(
    layout?.sections.map(({ label }) => label),
    ['Seats', 'D-BOX', 'Balcony'],
  )
  assert.deepEqual(
    [seats?.counts.capacity, seats?.counts.sold, seats?.counts.available, seats?.warnings],
    [4, 2, 2, undefined],
  )
})

describe('cineplex: recordings', { skip: recordingsSkipReason }, () => {
  const call = 'https://x.example/theatre/7130/showtime/441689'
  const of = () =>
    replayRecordings(cineplex, testMember({ site: '7130', timezone: 'America/Toronto' }), now, [
      { kind: 'movies', file: 'cineplex/movies.json' },
      { kind: 'showtimes', file: 'cineplex/showtimes.json' },
      { kind: 'layout', file: 'cineplex/seat-layout.json', url: `${call}/seat-layout` },
      { kind: 'availability', file: 'cineplex/seat-availability.json', url: `${call}/seat-availability` },
    ])

  it('merges 7 rows into 5 showtimes with the tags of both', async () => {
    const { records, dropped } = await of()
    for (const record of records) assertValidRecord(record)
    const showtimes = recordsOfType(records, 'showtime')
    assert.deepEqual([showtimes.length, dropped], [5, {}])
    const double = showtimes.find(({ session }) => session === '441689')
    assert.deepEqual(double?.formats, ['3d', 'd_box', 'dolby_atmos', 'plf'])
    assert.equal(recordsOfType(records, 'movie').length, 12)
  })

  it('parses 32 seats: 18 sold, 13 free, 1 broken; 3 wheelchair and 2 companion seats', async () => {
    const { records } = await of()
    const [layout] = recordsOfType(records, 'layout')
    const [grid] = recordsOfType(records, 'availability').filter(({ grade }) => grade === 'grid')
    const count = (kind: string) => layout?.seats.filter((seat) => seat.kind === kind).length
    assert.deepEqual([count('standard'), count('wheelchair'), count('companion')], [27, 3, 2])
    const { capacity, sold, available, broken } = grid?.counts ?? {}
    assert.deepEqual([capacity, sold, available, broken], [32, 18, 13, 1])
  })
})
