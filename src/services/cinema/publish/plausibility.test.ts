import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testMember } from '../../../../test/support/cinema/replay-recordings.ts'
import { openPlausibilityGate } from '../../../sync/plausibility.ts'
import type { CinemaRecord, MovieRecord, ShowtimeRecord } from '../schema/records.ts'
import { cinemaPlausibility } from './plausibility.ts'

const member = testMember({
  site: 'a1',
  timezone: 'Europe/London',
  currency: 'GBP',
  geo: { lat: 51.5, lon: -0.12 },
  address: { country: 'GB' },
})
const capturedAt = Date.parse('2026-11-15T12:00:00Z')

function judge(...records: CinemaRecord[]) {
  const gate = openPlausibilityGate(cinemaPlausibility, { member, capturedAt })
  return { passed: records.map((record) => gate.pass(record)), held: gate.held }
}

const movie: MovieRecord = {
  type: 'movie',
  film: 'f1',
  title: 'The Long Harvest',
  synopsis: 'A harvest takes long.',
  ids: {},
  grade: 'partial',
  rawIds: {},
}

const showtime: ShowtimeRecord = {
  type: 'showtime',
  site: 'a1',
  session: 's1',
  film: 'f1',
  startsAt: Date.parse('2026-11-16T01:30:00Z'),
  startsAtLocal: '2026-11-16T01:30:00+00:00',
  timezone: 'Europe/London',
  businessDate: '2026-11-15',
  state: 'on_sale',
  formats: [],
  rawFormats: [],
  seating: 'unknown',
  rawIds: {},
}
const listed = { type: 'listed', site: 'a1', session: 's1', isHeld: true }

describe('the plausibility of cinema records', () => {
  it('accepts the local day of the start, and the day before', () => {
    for (const businessDate of ['2026-11-15', '2026-11-16'])
      assert.deepEqual(judge({ ...showtime, businessDate }).held, {})
  })

  for (const [reason, changes] of [
    ['the business date is not that of the start', { businessDate: '0001-01-01' }],
    ['the business date is not that of the start', { businessDate: '9999-12-31' }],
    ['the business date is not that of the start', { businessDate: '2026-11-17' }],
    ['the business date is not that of the start', { businessDate: 'tomorrow' }],
    ['the start is out of range', { startsAt: capturedAt - 8 * 86_400_000 }],
    ['the start is out of range', { startsAt: capturedAt + 401 * 86_400_000 }],
    ['the time zone is not the registered one', { timezone: 'Pacific/Auckland' }],
    ['auditorium is too long', { auditorium: 'x'.repeat(1001) }],
  ] as const) {
    it(`lists a showtime without its details, because ${reason}: ${JSON.stringify(changes).slice(0, 40)}`, () => {
      const { passed, held } = judge({ ...showtime, ...changes })
      assert.deepEqual(passed, [listed])
      assert.deepEqual(held, { [reason]: 1 })
    })
  }

  it('holds a film with an endless title, and its showtimes', () => {
    const { passed, held } = judge({ ...movie, title: 'x'.repeat(200_000) }, showtime)
    assert.deepEqual(passed, [undefined, listed])
    assert.deepEqual(held, { 'title is too long': 1, 'the film is held': 1 })
  })

  it('holds a film whose title is not legible, and a theater of such a name', () => {
    const { passed, held } = judge({ ...movie, title: '\ufffd' }, showtime)
    assert.deepEqual(passed, [undefined, listed])
    assert.deepEqual(held, { 'title is not legible': 1, 'the film is held': 1 })
    const theater = {
      type: 'theater',
      site: 'a1',
      timezone: 'Europe/London',
      address: {},
      rawIds: {},
    } as const
    const [registered] = judge({ ...theater, name: '\ufffd \u200b' }).passed
    assert.equal(registered?.type === 'theater' && registered.name, member.name)
    assert.deepEqual(judge({ ...movie, title: '?' }, { ...movie, film: 'f2', title: '君の名は' }).held, {})
  })

  it('keeps the title of a film with another value that cannot be true', () => {
    const { passed } = judge({ ...movie, runtimeMinutes: 90_000 }, showtime)
    assert.deepEqual(passed, [
      {
        type: 'movie',
        film: 'f1',
        title: movie.title,
        ids: {},
        grade: 'title_only',
        isPartial: true,
        rawIds: { film: 'f1' },
      },
      showtime,
    ])
  })

  it('holds a position far from the registered one, and keeps the theater', () => {
    const theater = { type: 'theater', site: 'a1', name: 'A', timezone: 'Europe/London', rawIds: {} } as const
    assert.deepEqual(judge({ ...theater, geo: { lat: 51.4, lon: -0.3 } }).held, {})
    const { passed, held } = judge({ ...theater, geo: { lat: 40.7, lon: -74 } })
    assert.deepEqual(held, { 'the position is far from the registered one': 1 })
    const [kept] = passed
    assert.ok(kept?.type === 'theater' && kept.isPartial)
    assert.deepEqual(kept.geo, member.geo)
  })

  it('holds prices in another currency or out of range', () => {
    const quote = {
      ticketTypeId: 'a',
      label: 'Adult',
      amount: 12,
      currency: 'GBP',
      audience: 'adult',
    } as const
    const prices = (changes: object) =>
      judge({ type: 'prices', site: 'a1', session: 's1', capturedAt, quotes: [{ ...quote, ...changes }] })
    assert.deepEqual(prices({}).held, {})
    for (const changes of [{ currency: 'USD' }, { amount: -1 }, { amount: Number.NaN }, { amount: 1e9 }])
      assert.deepEqual(prices(changes).passed, [undefined], JSON.stringify(changes))
  })

  it('holds counts of more seats than there are, and seats of a held layout', () => {
    const counts = { capacity: 10, available: 11, sold: null, held: null, blocked: null, broken: null }
    const availability = {
      type: 'availability',
      site: 'a1',
      session: 's1',
      capturedAt,
      seating: 'reserved',
      grade: 'count',
      confidence: 'low',
      counts: { ...counts, occupancy_rate: null },
    } as const
    const layout = { type: 'layout', site: 'a1', layout: 'l1', sections: [], seats: [] } as const
    const { held } = judge(
      availability,
      { ...layout, screen: 'x'.repeat(2000) },
      { ...availability, layout: 'l1', counts: { ...availability.counts, capacity: 20 } },
    )
    assert.deepEqual(held, {
      'more seats than the capacity': 1,
      'screen is too long': 1,
      'the seat layout is held': 1,
    })
  })

  it('holds listed days that no platform publishes', () => {
    const horizon = { type: 'horizon', site: 'a1' } as const
    assert.deepEqual(judge({ ...horizon, firstDate: '2026-11-15', lastDate: '9999-12-31' }).passed, [
      undefined,
    ])
  })
})
