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
import { village } from './village.ts'

const member = testMember({
  site: '027',
  timezone: 'Australia/Melbourne',
  base: 'https://wattle.example',
  currency: 'AUD',
  address: { country: 'AU' },
})
const now = '2026-06-25T00:00:00Z'

const cinema = {
  cinemaId: '027',
  name: 'Wattle Grove',
  suburb: 'Wattle Grove',
  address: '3 Mill Lane, Wattle Grove VIC 3000',
  state: 'VIC',
  postcode: '3000',
  coordinates: { lat: -37.81, lon: 144.96 },
}
const hit = {
  sessionId: '801',
  showtime: '2026-06-25T15:30:00.000000+10:00',
  date: '2026-06-25',
  seatsAvailable: 3,
  isAllocatedSeating: true,
  hasCaptiview: true,
  cinema,
  movie: {
    title: 'Captain Comet',
    movieHoCode: 'HO7',
    director: 'Gwen Grady',
    releaseDate: '2026-06-18T00:00:00.000+10:00',
    duration: '90',
    classification: { id: 'M ', description: 'M' },
  },
  experience: { vistaAttributeCode: 'VPrem', label: 'Vpremium' },
  seatingAttributes: [{ label: 'Recliner' }, 'x'],
  accessibility: [],
}
const open = {
  ...hit,
  sessionId: '802',
  showtime: '2026-06-26T00:20:00.000000+10:00',
  seatsAvailable: 0,
  isAllocatedSeating: false,
  hasCaptiview: false,
  experience: { label: 'Standard' },
  seatingAttributes: [],
}
const hits = [
  hit,
  hit,
  open,
  { ...hit, sessionId: '803', showtime: 'soon' },
  { ...hit, sessionId: '804', cinema: { ...cinema, cinemaId: '028' } },
  { sessionId: '805' },
]
const cell = (
  seatId: string,
  row: number,
  column: number,
  status: number,
  isAvailable: boolean,
  flags = {},
) => ({
  seatId,
  row: seatId.slice(0, 1),
  position: { row, column },
  status,
  seatStatus: isAvailable ? 'available' : 'unavailable',
  isStandard: status === 0,
  ...flags,
})
const plan = [
  {
    areaCategoryCode: '0000000001',
    areaNumber: 1,
    description: 'Standard',
    rows: [
      { seats: [cell('A1', 1, 3, 0, true), cell('', 1, 2, -1, false), cell('A2', 1, 1, 0, false)] },
      {
        seats: [
          cell('B1', 0, 3, 2, false, { isStandard: true }),
          cell('B2', 0, 2, 3, true, { isWheelChair: true }),
          cell('B3', 0, 1, 7, true, { isCarerSeat: true }),
          { seatId: 'B4' },
        ],
      },
    ],
  },
]

const showtime = {
  type: 'showtime' as const,
  site: '027',
  session: '801',
  film: 'HO7',
  startsAt: Date.parse('2026-06-25T05:30:00Z'),
  startsAtLocal: '2026-06-25T15:30:00+10:00',
  timezone: 'Australia/Melbourne',
  businessDate: '2026-06-25',
  state: 'on_sale' as const,
  formats: ['closed_caption', 'recliner', 'vip'],
  rawFormats: ['Vpremium', 'Recliner', 'CaptiView'],
  seating: 'reserved' as const,
  rawIds: { session: '801', film: 'HO7', site: '027' },
}
const layout = '1.-dTNUZR7-UUSnMRnkOO2w1'

testSource(singleMemberSource(village, member), {
  now,
  upstream: ({ path }) => {
    if (path === '/api/algolia/sessions/hits?f.c=027')
      return { body: { hits, nbHits: 6, nbPages: 1, page: 0 } }
    return path === '/api/session/seat-map?cinemaId=027&sessionId=801' ? { body: plan } : undefined
  },
  empty: () => ({ body: { hits: [], nbHits: 0, nbPages: 0, page: 0 } }),
  check: assertValidRecord,
  dropped: { 'listed twice': 1, 'no start': 1, 'of another cinema': 1, 'not a session': 1, 'not a seat': 1 },
  records: [
    {
      type: 'theater',
      site: '027',
      name: 'The Test',
      slug: 'the-test',
      address: {
        line1: '3 Mill Lane',
        city: 'Wattle Grove',
        state: 'VIC',
        postal_code: '3000',
        country: 'AU',
      },
      geo: { lat: -37.81, lon: 144.96 },
      timezone: 'Australia/Melbourne',
      rawIds: { site: '027' },
    },
    {
      type: 'horizon',
      site: '027',
      firstDate: '2026-06-25',
      lastDate: '2026-06-25',
    },
    {
      type: 'movie',
      film: 'HO7',
      title: 'Captain Comet',
      releaseOn: '2026-06-18',
      runtimeMinutes: 90,
      rating: 'M',
      directors: ['Gwen Grady'],
      ids: {},
      grade: 'partial',
      rawIds: { film: 'HO7' },
    },
    showtime,
    {
      ...showtime,
      session: '802',
      startsAt: Date.parse('2026-06-25T14:20:00Z'),
      startsAtLocal: '2026-06-26T00:20:00+10:00',
      state: 'sold_out',
      formats: [],
      rawFormats: ['Standard'],
      seating: 'general_admission',
      lacks: ['seat_grid', 'seat_summary'],
      rawIds: { ...showtime.rawIds, session: '802' },
    },
    { type: 'listed', site: '027', session: '803' },
    { type: 'listed', site: '027', session: '805' },
    {
      type: 'layout',
      site: '027',
      layout,
      sections: [{ id: '0000000001', label: 'Standard', row_count: 2, column_count: 3 }],
      seats: [
        { id: 'A1', label: 'A1', row: 'A', number: '1', section: 0, x: 0, y: 0, kind: 'standard' },
        { id: 'A2', label: 'A2', row: 'A', number: '2', section: 0, x: 2, y: 0, kind: 'standard' },
        { id: 'B1', label: 'B1', row: 'B', number: '1', section: 0, x: 0, y: 1, kind: 'standard' },
        { id: 'B2', label: 'B2', row: 'B', number: '2', section: 0, x: 1, y: 1, kind: 'wheelchair' },
        { id: 'B3', label: 'B3', row: 'B', number: '3', section: 0, x: 2, y: 1, kind: 'companion' },
      ],
    },
    {
      type: 'availability',
      site: '027',
      session: '801',
      capturedAt: Date.parse(now),
      seating: 'reserved',
      grade: 'grid',
      confidence: 'medium',
      layout,
      codes: 'ashaa',
      rawStatuses: [[2, '2']],
      counts: { capacity: 5, available: 3, sold: 1, held: 1, blocked: 0, broken: 0, occupancy_rate: 0.4 },
    },
    {
      type: 'availability',
      site: '027',
      session: '802',
      capturedAt: Date.parse(now),
      seating: 'general_admission',
      grade: 'count',
      confidence: 'low',
      counts: {
        capacity: null,
        available: 0,
        sold: null,
        held: null,
        blocked: null,
        broken: null,
        occupancy_rate: null,
      },
    },
  ],
})

describe('village', () => {
  it('says that a list is incomplete if the index has more than it returned', async () => {
    const source = singleMemberSource(village, member, 0)
    const http = {
      async request(url: string) {
        return {
          status: 200,
          url,
          headers: {},
          body: JSON.stringify({ hits: [open], nbHits: 1200 }),
          receivedAt: 0,
        }
      },
    }
    const signal = AbortSignal.timeout(600_000)
    const context = { http, member, baseUrl: source.baseUrl, nowMs: Date.parse(now), signal }
    const kinds = (await Array.fromAsync(source.fetch(context))).map(({ kind }) => kind)
    assert.deepEqual(kinds, ['hits', 'failed_part'])
  })
})

describe('village: recordings', { skip: recordingsSkipReason }, () => {
  const replay = (site: string, recordings: Parameters<typeof replayRecordings>[3]) =>
    replayRecordings(
      village,
      testMember({ site, timezone: 'Australia/Melbourne', currency: 'AUD' }),
      '2026-06-24T00:00:00Z',
      recordings,
    )

  it('parses 5 hits of two cinemas: the first two are general admission with 114 and 100 free seats', async () => {
    const hits = { kind: 'hits', file: 'village/sessions.json' }
    const airport = await replay('272', [hits])
    const albury = await replay('027', [hits])
    assert.deepEqual(airport.dropped, { 'of another cinema': 3 })
    assert.deepEqual(albury.dropped, { 'of another cinema': 2 })
    assert.deepEqual(
      recordsOfType(airport.records, 'showtime').map(({ seating }) => seating),
      ['general_admission', 'general_admission'],
    )
    assert.deepEqual(
      recordsOfType(airport.records, 'availability').map(({ counts }) => counts.available),
      [114, 100],
    )
    assert.deepEqual(
      recordsOfType(albury.records, 'showtime').map(({ seating, startsAtLocal }) => [seating, startsAtLocal]),
      [
        ['reserved', '2026-06-24T15:30:00+10:00'],
        ['reserved', '2026-06-24T18:30:00+10:00'],
        ['reserved', '2026-06-24T21:15:00+10:00'],
      ],
    )
  })

  for (const [file, seats, sold, held, wheelchair, companion] of [
    ['albury-400853', 91, 10, 0, 2, 2],
    ['vpremium-329077', 72, 2, 2, 3, 3],
  ] as const) {
    it(`parses ${file}: ${seats} seats, ${sold} sold, ${held} held`, async () => {
      const url = 'https://recorded.invalid/api/session/seat-map?cinemaId=027&sessionId=1#session=1'
      const { records, dropped } = await replay('027', [
        { kind: 'seats', file: `village/seats.${file}.json`, url },
      ])
      assert.deepEqual(dropped, {})
      const [room] = recordsOfType(records, 'layout')
      const [seen] = recordsOfType(records, 'availability')
      const kinds = (kind: string) => room?.seats.filter((one) => one.kind === kind).length
      assert.deepEqual(
        [room?.seats.length, kinds('wheelchair'), kinds('companion')],
        [seats, wheelchair, companion],
      )
      assert.deepEqual([seen?.counts.sold, seen?.counts.held], [sold, held])
    })
  }
})
