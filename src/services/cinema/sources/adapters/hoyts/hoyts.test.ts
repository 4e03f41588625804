import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import {
  assertStorable,
  assertValidRecord,
  recordingsSkipReason,
  singleMemberSource,
  testMember,
} from '../../../../../../test/support/cinema/replay-recordings.ts'
import { recordingsDir } from '../../../../../../test/support/recordings.ts'
import { testSource } from '../../../../../../test/support/sync/test-source.ts'
import { recordsOfType } from '../../../schema/records.ts'
import { hoyts } from './hoyts.ts'

const member = testMember({
  site: 'BANKS1',
  timezone: 'Australia/Perth',
  base: 'https://apim.banksia.example',
  currency: 'AUD',
  address: { country: 'AU' },
  booking: 'https://banksia.example/orders?cinema={site}&session={session}',
  options: { formats: 'ss=sensory_friendly' },
})
const now = '2026-06-25T00:00:00Z'
const api = '/cinemaapi-au-live/api'

const session = {
  id: 701,
  cinemaId: 'BANKS1',
  movieId: 'HO7',
  date: '2026-06-25T10:30:00',
  utcDate: '2026-06-25T02:30:00+00:00',
  typeId: 'LUX',
  originalTags: ['RC', 'SS'],
  disabled: false,
  allocatedSeating: true,
  screenName: 'Lux 2',
}
const soldOut = { ...session, id: 702, date: '2026-06-25T12:30:00', utcDate: '2026-06-25T04:30:00+00:00' }
const open = { ...session, id: 703, movieId: 'HO8', allocatedSeating: false, disabled: true }
const sessions = [
  session,
  session,
  soldOut,
  { ...open, date: '2026-06-25T09:45:00', utcDate: '2026-06-25T02:30:00+00:00' },
  { ...soldOut, id: 704, movieId: 'HO99', utcDate: '2026-06-25T06:30:00+00:00' },
  { ...session, id: 705, cinemaId: 'OTHER' },
  { id: 706 },
]
const movies = [
  { vistaId: 'HO7, HO8', name: 'Captain Comet', runtime: { minutes: 90 } },
  { vistaId: 'HO50', name: 'Elsewhere' },
  { vistaId: 'HO7', name: 5 },
]
const seat = (name: string, id: number, typeId: string, flags = {}) => ({
  areaId: 1,
  name,
  number: name.slice(1),
  rowNumber: name.slice(0, 1),
  id,
  rowId: name.startsWith('A') ? 2 : 4,
  typeId,
  ...flags,
})
const gap = { typeId: 'gap' }
const plan = {
  areas: [{ id: 1, code: '0000000002', name: 'Recliner' }],
  rows: [
    {
      name: 'A',
      seats: [{ group: [seat('A2', 2, 'daybed'), seat('A1', 1, 'daybed')], typeId: 'daybed' }, gap, 'x'],
    },
    { name: '', seats: [gap, gap] },
    {
      name: 'B',
      seats: [
        seat('B3', 2, 'recliner', { sold: true }),
        seat('B2', 1, 'beanbag', { unavailable: true }),
        seat('B1', 0, 'wheelchair'),
      ],
    },
  ],
}

const showtime = {
  type: 'showtime' as const,
  site: 'BANKS1',
  session: '701',
  film: 'HO7',
  startsAt: Date.parse('2026-06-25T02:30:00Z'),
  startsAtLocal: '2026-06-25T10:30:00+08:00',
  timezone: 'Australia/Perth',
  businessDate: '2026-06-25',
  state: 'on_sale' as const,
  auditorium: 'Lux 2',
  formats: ['recliner', 'sensory_friendly', 'vip'],
  rawFormats: ['LUX', 'RC', 'SS'],
  seating: 'reserved' as const,
  bookingUrl: 'https://banksia.example/orders?cinema=BANKS1&session=701',
  rawIds: { session: '701', film: 'HO7', site: 'BANKS1' },
}
const movie = {
  type: 'movie' as const,
  film: 'HO7',
  title: 'Captain Comet',
  runtimeMinutes: 90,
  ids: {},
  grade: 'partial' as const,
  rawIds: { film: 'HO7' },
}
const layout = '1.Iz22vo1bY2m-GCLit3bTUw'

testSource(singleMemberSource(hoyts, member, 2), {
  now,
  upstream: ({ path }) => {
    if (path === `${api}/sessions/BANKS1?partnerId=ALL`) return { body: sessions }
    if (path === `${api}/movies`) return { body: movies }
    if (path === '/ticketing-au-live/api/v1/ticket/seats/BANKS1/701/') return { body: plan }
    if (path === '/ticketing-au-live/api/v1/ticket/seats/BANKS1/702/')
      return { status: 410, body: { title: 'Session sold out.' } }
    return undefined
  },
  empty: () => ({ body: [] }),
  check: assertValidRecord,
  dropped: {
    'listed twice': 1,
    'no film': 1,
    'of another cinema': 1,
    'not a session': 1,
    'not a movie': 1,
    'not a seat': 1,
  },
  records: [
    {
      type: 'theater',
      site: 'BANKS1',
      name: 'The Test',
      slug: 'the-test',
      address: { country: 'AU' },
      timezone: 'Australia/Perth',
      rawIds: { site: 'BANKS1' },
    },
    {
      type: 'horizon',
      site: 'BANKS1',
      firstDate: '2026-06-25',
      lastDate: '2026-06-25',
    },
    movie,
    { ...movie, film: 'HO8', rawIds: { film: 'HO8' } },
    showtime,
    {
      ...showtime,
      session: '702',
      startsAt: Date.parse('2026-06-25T04:30:00Z'),
      startsAtLocal: '2026-06-25T12:30:00+08:00',
      state: 'sold_out',
      bookingUrl: 'https://banksia.example/orders?cinema=BANKS1&session=702',
      rawIds: { ...showtime.rawIds, session: '702' },
    },
    {
      ...showtime,
      session: '703',
      film: 'HO8',
      state: 'not_on_sale',
      seating: 'general_admission',
      bookingUrl: 'https://banksia.example/orders?cinema=BANKS1&session=703',
      lacks: ['seat_grid', 'seat_summary', 'occupancy_counts', 'occupancy_rate'],
      warnings: ['offset_mismatch'],
      rawIds: { session: '703', film: 'HO8', site: 'BANKS1', local_start: '2026-06-25T09:45:00' },
    },
    { type: 'listed', site: 'BANKS1', session: '704' },
    { type: 'listed', site: 'BANKS1', session: '706' },
    {
      type: 'layout',
      site: 'BANKS1',
      layout,
      sections: [{ id: '1', label: 'Recliner', row_count: 3, column_count: 3 }],
      seats: [
        { id: 'A2', label: 'A2', row: 'A', number: '2', section: 0, x: 0, y: 0, kind: 'sofa' },
        { id: 'A1', label: 'A1', row: 'A', number: '1', section: 0, x: 1, y: 0, kind: 'sofa' },
        { id: 'B3', label: 'B3', row: 'B', number: '3', section: 0, x: 0, y: 2, kind: 'recliner' },
        {
          id: 'B2',
          label: 'B2',
          row: 'B',
          number: '2',
          section: 0,
          x: 1,
          y: 2,
          kind: 'unknown',
          rawKind: 'beanbag',
        },
        { id: 'B1', label: 'B1', row: 'B', number: '1', section: 0, x: 2, y: 2, kind: 'wheelchair' },
      ],
    },
    {
      type: 'availability',
      site: 'BANKS1',
      session: '701',
      capturedAt: Date.parse(now),
      seating: 'reserved',
      grade: 'grid',
      confidence: 'medium',
      layout,
      codes: 'aasba',
      counts: { capacity: 5, available: 3, sold: 1, held: null, blocked: 1, broken: 0, occupancy_rate: 0.25 },
    },
  ],
})

describe('hoyts: recordings', { skip: recordingsSkipReason }, () => {
  const read = (file: string) =>
    JSON.parse(readFileSync(join(recordingsDir('cinema') ?? '', 'hoyts', file), 'utf8'))

  async function replay(
    site: string,
    responses: readonly (readonly [kind: string, body: unknown, session?: string])[],
  ) {
    const midland = testMember({
      site,
      timezone: 'Australia/Perth',
      currency: 'AUD',
      address: { country: 'AU' },
    })
    const nowMs = Date.parse('2026-06-24T00:00:00Z')
    const parsed = responses.map(([kind, body, session = '']) => ({
      kind,
      url: `https://recorded.invalid/#session=${session}`,
      fetchedAt: nowMs,
      body,
    }))
    const records = [...hoyts.toRecords(parsed, { member: midland, nowMs, drop: assert.fail })]
    for (const record of records) assertValidRecord(record)
    await assertStorable(singleMemberSource(hoyts, midland), midland, records, nowMs)
    return records
  }

  it('parses Midland: 8 sessions, the first at 10:30 in Perth, which is 02:30 UTC', async () => {
    // The list of films is not recorded.
    const films = [{ vistaId: 'HO00008574', name: 'Recorded' }]
    const records = await replay('MIDCIN', [
      ['movies', films],
      ['sessions', read('sessions.midcin.json')],
    ])
    const showtimes = recordsOfType(records, 'showtime')
    assert.equal(showtimes.length, 8)
    assert.deepEqual(
      [showtimes[0]?.startsAtLocal, showtimes[0]?.startsAt, showtimes[0]?.warnings],
      ['2026-06-24T10:30:00+08:00', Date.parse('2026-06-24T02:30:00Z'), undefined],
    )
  })

  for (const [file, expected] of [
    ['seats.midcin-58337.json', { seats: 62, blocked: 1, sold: 0, sofa: 10, wheelchair: 3 }],
    ['seats.broadw-456373.json', { seats: 32, blocked: 0, sold: 2, sofa: 0, wheelchair: 1 }],
    ['seats.duplicate-seat-ids.json', { seats: 4, blocked: 0, sold: undefined, sofa: 0, wheelchair: 0 }],
  ] as const) {
    it(`parses ${expected.seats} seats of ${file}`, async () => {
      const records = await replay('MIDCIN', [['seats', read(file), '1']])
      const [room] = recordsOfType(records, 'layout')
      const [seen] = recordsOfType(records, 'availability')
      // A is the row nearest to the screen, and no two seats are in one place.
      const ofRows = Map.groupBy(room?.seats ?? [], ({ row }) => row)
      const rows = [...ofRows].map(([row, [first]]) => ({ row, y: first?.y ?? 0 }))
      assert.deepEqual(
        rows.toSorted((one, other) => (one.row < other.row ? -1 : 1)),
        rows.toSorted((one, other) => one.y - other.y),
      )
      assert.equal(new Set(room?.seats.map(({ x, y }) => `${x} ${y}`)).size, room?.seats.length)
      const kinds = (kind: string) => room?.seats.filter((one) => one.kind === kind).length
      assert.equal(room?.seats.length, expected.seats)
      assert.deepEqual([kinds('sofa'), kinds('wheelchair')], [expected.sofa, expected.wheelchair])
      assert.equal(seen?.counts.blocked, expected.blocked)
      if (expected.sold !== undefined) assert.equal(seen?.counts.sold, expected.sold)
    })
  }
})
