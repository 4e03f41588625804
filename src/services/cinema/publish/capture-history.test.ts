import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { SeatCounts } from '../schema/records.ts'
import { appendPrices, appendSeats } from './capture-history.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const begin = Date.UTC(2026, 10, 15, 12)

const counts = (sold: number): SeatCounts => ({
  capacity: 100,
  available: 100 - sold,
  sold,
  held: 0,
  blocked: 0,
  broken: 0,
  occupancy_rate: sold / 100,
})

function capture(everyMs: number, forMs: number): number[][] {
  let history: string | null = null
  let sold = 0
  for (let at = begin; at <= begin + forMs; at += everyMs)
    history = appendSeats(history, at, counts(sold++ % 100))
  return JSON.parse(history ?? '[]')
}

describe('the history of a showtime', () => {
  it('has every minute of three hours, every hour of three days, and every day before', () => {
    const points = capture(30 * minuteMs, 6 * dayMs)
    const newest = begin + 6 * dayMs
    const within = (from: number, to: number) =>
      points.filter(([at = 0]) => newest - at >= from && newest - at < to).length
    assert.equal(points.at(-1)?.[0], newest)
    assert.equal(within(0, 3 * hourMs), 6)
    assert.equal(within(3 * hourMs, 3 * dayMs), 70)
    assert.equal(within(3 * dayMs, 7 * dayMs), 4)
    // Each is a capture as it was: nothing is averaged.
    for (const [at = 0, capacity, , sold] of points)
      assert.deepEqual([capacity, sold], [100, ((at - begin) / (30 * minuteMs)) % 100])
  })

  it('has at most 400 points, however often and long it is captured', () => {
    assert.equal(capture(20_000, 5 * hourMs).length, 183)
    assert.equal(capture(12 * hourMs, 600 * dayMs).length, 400)
  })

  it('has the lowest and the highest price in one currency, and no point without a price', () => {
    const quotes = [
      { amount: 12, currency: 'EUR' },
      { amount: 9.5, currency: 'EUR' },
      { amount: 1, currency: 'CHF' },
      { amount: 0, currency: 'EUR', audience: 'companion' as const },
      { amount: 40, currency: 'EUR', min_quantity: 4 },
    ]
    assert.equal(appendPrices(null, 5, quotes), '[[5,9.5,12,"EUR"]]')
    assert.equal(appendPrices('[[5,9.5,12,"EUR"]]', 6, []), '[[5,9.5,12,"EUR"]]')
  })
})
