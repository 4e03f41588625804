import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { CinemaDb } from '../schema/tables.ts'
import { readSoldSeats } from './history.ts'

const start = Date.parse('2026-11-15T20:00:00Z')
const minuteMs = 60_000

describe('seats sold by hour', () => {
  it('are counted from long histories without keeping the thread busy', async () => {
    const points = Array.from({ length: 400 }, (_, n) => [
      start - (400 - n) * minuteMs,
      100,
      100 - n / 4,
      n / 4,
    ])
    const row = { starts_at: start, history: JSON.stringify(points) }
    const db = { runLong: async () => Array.from({ length: 501 }, () => row) } as unknown as CinemaDb
    let turns = 0
    const count = () => {
      turns += 1
      if (turns < 1000) next = setImmediate(count)
    }
    let next = setImmediate(count)
    const { showtimes, is_complete, hours } = await readSoldSeats(db, { from: 0, to: start }, start)
    clearImmediate(next)
    assert.ok(turns >= 10, `${turns} turns of the event loop`)
    assert.deepEqual([showtimes, is_complete, hours.length], [500, false, 7])
    assert.deepEqual(hours[0], { hours_before: 0, showtimes: 500, capacity: 50_000, sold: 49_875 })
  })
})
