/** What earlier captures of showtimes showed, the same on both engines. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { stableId } from '../../../src/core/stable-id.ts'
import type { SeatStatus } from '../../../src/services/cinema/schema/index.ts'
import type { PricesRecord } from '../../../src/services/cinema/schema/records.ts'
import { openCinemaFixture } from '../../support/cinema/cinema-fixture.ts'
import { seatRecords, weekOfRecords } from '../../support/cinema/made-up-records.ts'
import { testEngines } from '../../support/store/test-engines.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const idOf = (session: string) => stableId('st', 'grid-platform', 'alpha', 'a1', session)

function seats(sold: number): SeatStatus[] {
  return Array.from({ length: 10 }, (_, at) => (at < sold ? 'sold' : 'available'))
}

function prices(session: string, capturedAt: number, amounts: readonly number[]): PricesRecord {
  const quotes = amounts.map((amount, at) => ({
    ticketTypeId: `t${at}`,
    label: `Ticket ${at}`,
    amount,
    currency: 'GBP',
    audience: 'adult' as const,
  }))
  return { type: 'prices', site: 'a1', session, capturedAt, quotes }
}

for (const engine of testEngines) {
  describe(`${engine.name}: the history of showtimes`, { skip: engine.skip }, () => {
    it('has what each capture showed, and nothing between captures', async () => {
      await using place = await engine.borrowDatabase()
      await using store = await place.openStore({ role: 'worker' })
      await using fixture = await openCinemaFixture(store)
      const member = fixture.members.get('alpha.a1') ?? assert.fail()
      const now = fixture.clock.now()
      const week = weekOfRecords(member, now)
      const publish = (at: number, sold: number, amounts: readonly number[]) =>
        fixture.publish(
          'alpha.a1',
          [...week, ...seatRecords('next', at, seats(sold)), prices('next', at, amounts)],
          at,
        )
      await publish(now, 1, [9, 12])
      await publish(now + 20 * minuteMs, 4, [9, 12])
      // Older than the last: not published, so not a point.
      await publish(now + 10 * minuteMs, 2, [9, 12])
      await publish(now + 50 * minuteMs, 10, [11, 12])
      const { status, json } = await fixture.request(`/v1/showtimes/${idOf('next')}/history`)
      assert.equal(status, 200)
      const at = (minutes: number) => new Date(now + minutes * minuteMs).toISOString()
      assert.deepEqual(json.data, {
        showtime_id: idOf('next'),
        starts_at: at(120),
        seats: [
          { captured_at: at(0), capacity: 10, available: 9, sold: 1, occupancy_rate: 0.1 },
          { captured_at: at(20), capacity: 10, available: 6, sold: 4, occupancy_rate: 0.4 },
          { captured_at: at(50), capacity: 10, available: 0, sold: 10, occupancy_rate: 1 },
        ],
        prices: [
          { captured_at: at(0), lowest: 9, highest: 12, currency: 'GBP' },
          { captured_at: at(20), lowest: 9, highest: 12, currency: 'GBP' },
          { captured_at: at(50), lowest: 11, highest: 12, currency: 'GBP' },
        ],
      })
      const page = await fixture.request(`/showtimes/${idOf('next')}`)
      assert.match(page.text, /Seats taken: from 10% to 100%, between 10% and 100%/)
      assert.match(page.text, /Lowest price: from £9.00 to £11.00/)
      assert.deepEqual((await fixture.request(`/v1/showtimes/${idOf('far')}/history`)).json.data.seats, [])
      const other = await fixture.request(`/showtimes/${idOf('far')}`)
      assert.doesNotMatch(other.text, /<figure class="line-chart">/)
      assert.equal((await fixture.request('/v1/showtimes/nothing/history')).status, 404)
    })

    it('sums the sold seats of a theater by hours before the start, without hours that nobody looked at', async () => {
      await using place = await engine.borrowDatabase()
      await using store = await place.openStore({ role: 'worker' })
      await using fixture = await openCinemaFixture(store)
      const member = fixture.members.get('alpha.a1') ?? assert.fail()
      const now = fixture.clock.now()
      await fixture.publish('alpha.a1', weekOfRecords(member, now))
      const capture = (session: string, at: number, sold: number) =>
        fixture.publish('alpha.a1', seatRecords(session, at, seats(sold)), at)
      const [next, tomorrow] = [now + 2 * hourMs, now + 24 * hourMs]
      await capture('next', next - 90 * minuteMs, 2)
      await capture('next', next - 70 * minuteMs, 3)
      await capture('next', next - 5 * minuteMs, 8)
      await capture('tomorrow', tomorrow - 10 * hourMs, 1)
      await capture('tomorrow', tomorrow - 10 * minuteMs, 5)
      // After the start it says nothing about the sale.
      await capture('tomorrow', tomorrow + minuteMs, 9)
      fixture.clock.advance(25 * hourMs)
      const { json } = await fixture.request(
        `/v1/sold-seats?theater_id=${stableId('th', 'grid-platform', 'alpha', 'a1')}`,
      )
      const { hours, showtimes, is_complete } = json.data
      assert.deepEqual({ showtimes, is_complete }, { showtimes: 2, is_complete: true })
      assert.deepEqual(hours, [
        { hours_before: 0, showtimes: 2, capacity: 20, sold: 13 },
        { hours_before: 1, showtimes: 1, capacity: 10, sold: 3 },
        { hours_before: 9, showtimes: 1, capacity: 10, sold: 1 },
      ])
      assert.ok((await fixture.request('/v1/sold-seats')).json.data.showtimes >= 2)
      const until = (at: number) => fixture.request(`/v1/sold-seats?days=1&to=${new Date(at).toISOString()}`)
      assert.equal((await until(next)).json.data.showtimes, 1)
      assert.equal((await until(next - minuteMs)).json.data.showtimes, 0)
      // Nothing is known of what is to come.
      assert.equal((await until(next + 90 * 24 * hourMs)).json.data.showtimes, 2)
      assert.equal((await until(Date.UTC(0, 0, 1))).json.data.showtimes, 0)
      assert.equal((await fixture.request('/v1/sold-seats?to=yesterday')).status, 400)
      assert.equal((await fixture.request('/v1/sold-seats?theater_id=nowhere')).status, 404)
      assert.equal((await fixture.request('/v1/sold-seats?movie_id=nothing')).status, 404)
    })
  })
}
