import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  openCinemaSandbox,
  sandboxCinemaSources,
} from '../../../../../../test/support/cinema/cinema-sandbox.ts'
import {
  assertValidRecord,
  recordingsSkipReason,
  replayRecordings,
  singleMemberSource,
  testMember,
} from '../../../../../../test/support/cinema/replay-recordings.ts'
import { FakeClock } from '../../../../../../test/support/fake-clock.ts'
import { testSource } from '../../../../../../test/support/sync/test-source.ts'
import { recordsOfType } from '../../../schema/records.ts'
import { evt } from './evt.ts'

const member = testMember({
  site: '51',
  timezone: 'Australia/Sydney',
  base: 'https://kookaburra.example',
  currency: 'AUD',
  address: { country: 'AU' },
})
const now = '2026-06-25T00:00:00Z'

const session = {
  Id: 9001,
  CinemaId: 51,
  StartTime: '2026-06-25T19:30',
  ScreenTypeName: 'V-Max',
  ScreenName: '7',
  SeatsAvailable: 4,
  SeatAllocation: true,
  Attributes: [{ Id: 1, Name: 'Recliner' }, { Id: 2, Name: 'No Free Tickets' }, 'x'],
  BookingUrl: 'https://kookaburra.example/Orders/Tickets#sessionId=9001',
}
const open = {
  ...session,
  Id: 9002,
  StartTime: '2026-06-26T00:15',
  SeatsAvailable: 0,
  SeatAllocation: false,
  Attributes: null,
}
const movie = {
  Id: 11,
  HOCode: 'HO11',
  Name: 'Captain Comet',
  RunningTime: 90,
  Rating: 'CTC',
  ReleasedAt: '2026-06-18T00:00',
  MainCast: 'Ada Brandt, Hugo Petrov',
  Director: 'Gwen Grady',
  Synopsis: 'A comet.',
  PosterUrl: 'https://kookaburra.example/11.jpg',
  MovieGenres: [{ Id: 1, Name: 'Drama' }],
}
const day = (date: string, Movies: unknown[]) => ({
  Success: true,
  Data: { CinemaIds: [51], Movies, Dates: ['2026-06-25', '2026-06-26'], SelectedDate: date },
})
const first = day('2026-06-25', [
  { ...movie, CinemaModels: [{ Id: 51, Name: 'Kookaburra', Sessions: [session, session, { Id: 9003 }] }] },
  {
    Id: 12,
    Name: null,
    CinemaModels: [{ Id: 51, Sessions: [{ ...session, Id: 9004, StartTime: '2026-06-25T22:00' }] }],
  },
])
const second = day('2026-06-26', [
  {
    ...movie,
    CinemaModels: [
      { Id: 51, Sessions: [open] },
      { Id: 52, Sessions: [{ ...session, Id: 9005, CinemaId: 52 }] },
    ],
  },
])
const cell = (SeatId: string, SeatName: string | undefined, Status: string, AreaId = 1, flags = {}) => ({
  SeatId,
  SeatName,
  Status,
  AreaId,
  ...flags,
})
const plan = {
  Success: true,
  Data: {
    Seats: {
      Rows: [
        {
          RowName: 'A',
          Seats: [
            cell('4|2|2|3', 'A1', 'Available', 5, { CoupleSeat: true }),
            cell('|0|2|2', undefined, 'Spacer'),
            cell('4|2|2|1', 'A2', 'Sold', 5, { CoupleSeat: true }),
          ],
        },
        {
          RowName: 'B',
          Seats: [
            cell('5|3|1|3', 'B1', 'Companion', 6),
            cell('5|3|1|2', 'B2', 'Special', 6, { Wheelchair: true }),
            cell('5|3|1|1', 'B3', 'Odd', 6),
            cell('nowhere', 'B4', 'Available'),
          ],
        },
      ],
    },
    Areas: [
      { Id: 5, Name: 'Double Daybed' },
      { Id: 6, Name: 'Full Recliner' },
    ],
  },
}
const showtime = {
  type: 'showtime' as const,
  site: '51',
  session: '9001',
  film: 'HO11',
  startsAt: Date.parse('2026-06-25T09:30:00Z'),
  startsAtLocal: '2026-06-25T19:30:00+10:00',
  timezone: 'Australia/Sydney',
  businessDate: '2026-06-25',
  state: 'on_sale' as const,
  auditorium: '7',
  formats: ['no_passes', 'plf', 'recliner'],
  rawFormats: ['V-Max', 'Recliner', 'No Free Tickets'],
  seating: 'reserved' as const,
  bookingUrl: 'https://kookaburra.example/Orders/Tickets#sessionId=9001',
  rawIds: { session: '9001', film: 'HO11', site: '51' },
}
const layout = '1.dCTCdWNKmmyKN7-xSxsBXl'

testSource(singleMemberSource(evt, member), {
  now,
  upstream: ({ path, headers }) => {
    if (headers['x-requested-with'] !== 'XMLHttpRequest') return undefined
    if (path === '/Cinemas/GetSessions?cinemaIds=51') return { body: first }
    if (path === '/Cinemas/GetSessions?cinemaIds=51&date=2026-06-26') return { body: second }
    return path === '/Ticketing/Order/GetSeating?sessionId=9001' ? { body: plan } : undefined
  },
  empty: () => ({ body: { Success: true, Data: { Movies: [], Dates: [], SelectedDate: null } } }),
  check: assertValidRecord,
  dropped: {
    'listed twice': 1,
    'no film': 1,
    'not a session': 1,
    'not a movie': 1,
    'of another cinema': 1,
    'not a seat': 1,
  },
  records: [
    {
      type: 'theater',
      site: '51',
      name: 'The Test',
      slug: 'the-test',
      address: { country: 'AU' },
      timezone: 'Australia/Sydney',
      rawIds: { site: '51' },
    },
    {
      type: 'horizon',
      site: '51',
      firstDate: '2026-06-25',
      lastDate: '2026-06-25',
    },
    {
      type: 'movie',
      film: 'HO11',
      title: 'Captain Comet',
      releaseOn: '2026-06-18',
      runtimeMinutes: 90,
      genres: ['Drama'],
      synopsis: 'A comet.',
      images: { poster: 'https://kookaburra.example/11.jpg' },
      cast: ['Ada Brandt', 'Hugo Petrov'],
      directors: ['Gwen Grady'],
      ids: {},
      grade: 'rich',
      rawIds: { film: 'HO11', movie: '11' },
    },
    showtime,
    {
      ...showtime,
      session: '9002',
      startsAt: Date.parse('2026-06-25T14:15:00Z'),
      startsAtLocal: '2026-06-26T00:15:00+10:00',
      state: 'sold_out',
      formats: ['plf'],
      rawFormats: ['V-Max'],
      seating: 'general_admission',
      lacks: ['seat_grid', 'seat_summary'],
      rawIds: { ...showtime.rawIds, session: '9002' },
    },
    { type: 'listed', site: '51', session: '9003' },
    { type: 'listed', site: '51', session: '9004' },
    {
      type: 'layout',
      site: '51',
      layout,
      sections: [
        { id: '5', label: 'Double Daybed', row_count: 1, column_count: 3 },
        { id: '6', label: 'Full Recliner', row_count: 1, column_count: 3 },
      ],
      seats: [
        { id: 'A1', label: 'A1', row: 'A', number: '1', section: 0, x: 0, y: 0, kind: 'sofa' },
        { id: 'A2', label: 'A2', row: 'A', number: '2', section: 0, x: 2, y: 0, kind: 'sofa' },
        { id: 'B1', label: 'B1', row: 'B', number: '1', section: 1, x: 0, y: 1, kind: 'companion' },
        { id: 'B2', label: 'B2', row: 'B', number: '2', section: 1, x: 1, y: 1, kind: 'wheelchair' },
        { id: 'B3', label: 'B3', row: 'B', number: '3', section: 1, x: 2, y: 1, kind: 'recliner' },
      ],
    },
    {
      type: 'availability',
      site: '51',
      session: '9001',
      capturedAt: Date.parse(now),
      seating: 'reserved',
      grade: 'grid',
      confidence: 'medium',
      layout,
      codes: 'asaau',
      rawStatuses: [[4, 'Odd']],
      counts: { capacity: 5, available: 3, sold: 1, held: null, blocked: 0, broken: 0, occupancy_rate: 0.2 },
    },
    {
      type: 'availability',
      site: '51',
      session: '9002',
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

describe('evt', () => {
  it('asks for the days of all cinemas of a run together, and gives each its own sessions', async () => {
    await using world = await openCinemaSandbox(new FakeClock('2026-11-15T12:00:00Z'))
    const source = sandboxCinemaSources.find(({ id }) => id === 'evt')
    assert.ok(source)
    const run = world.shareRun(source.members)
    const records = []
    for (const one of source.members) records.push(await world.sync(source, one, undefined, run))
    const days = world.sent.filter(({ url }) => url.includes('/GetSessions'))
    assert.equal(new Set(days.map(({ url }) => url)).size, days.length)
    assert.ok(days.every(({ url }) => url.includes('cinemaIds=51&cinemaIds=52')))
    for (const [index, { dropped, ...shared }] of records.entries()) {
      assert.deepEqual(dropped, {})
      const alone = await world.sync(source, source.members[index] as typeof member)
      const ids = (from: typeof alone) =>
        recordsOfType(from.records, 'showtime')
          .map(({ session: id }) => id)
          .sort()
      assert.deepEqual(ids({ dropped, ...shared }), ids(alone))
    }
  })
})

describe('evt: recordings', { skip: recordingsSkipReason }, () => {
  const burwood = testMember({ site: '58', timezone: 'Australia/Sydney', currency: 'AUD' })
  const replay = (recordings: Parameters<typeof replayRecordings>[3]) =>
    replayRecordings(evt, burwood, '2026-07-20T00:00:00Z', recordings)

  it('parses Burwood: 1 movie, 8 sessions in V-Max with reserved seats, 46 days', async () => {
    const { records, dropped } = await replay([{ kind: 'days', file: 'event/getsessions.burwood.json' }])
    assert.deepEqual(dropped, {})
    assert.equal(recordsOfType(records, 'movie').length, 1)
    const showtimes = recordsOfType(records, 'showtime')
    assert.equal(showtimes.length, 8)
    assert.ok(showtimes.every(({ seating, formats }) => seating === 'reserved' && formats.includes('plf')))
    assert.equal(showtimes[0]?.startsAtLocal, '2026-07-21T09:30:00+10:00')
    assert.equal(recordsOfType(records, 'availability')[0]?.counts.available, 156)
  })

  it('parses a plan of 156 seats, of which 4 are for wheelchairs and 4 for companions, and 44 gaps', async () => {
    const url = 'https://recorded.invalid/Ticketing/Order/GetSeating?sessionId=15433720#session=15433720'
    const { records, dropped } = await replay([
      { kind: 'seats', file: 'event/getseating.session-15433720.json', url },
    ])
    assert.deepEqual(dropped, {})
    const [room] = recordsOfType(records, 'layout')
    const kinds = (kind: string) => room?.seats.filter((one) => one.kind === kind).length
    assert.deepEqual(
      [room?.seats.length, kinds('wheelchair'), kinds('companion'), kinds('sofa')],
      [156, 4, 4, 10],
    )
    // One of the 11 rows is a gap.
    assert.equal(new Set(room?.seats.map(({ row }) => row)).size, 10)
    // Row A is nearest to the screen, and its seats count from the left.
    assert.deepEqual(
      room?.seats.slice(0, 2).map(({ label }) => label),
      ['A1', 'A2'],
    )
    assert.equal(recordsOfType(records, 'availability')[0]?.counts.available, 156)
  })
})
