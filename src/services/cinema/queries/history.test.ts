import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { archiveShowtimesWith } from '../schema/showtime-archive.ts'
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
    const { showtimes, is_complete, hours } = await readSoldSeats(db, { from: 0, to: start })
    clearImmediate(next)
    assert.ok(turns >= 10, `${turns} turns of the event loop`)
    assert.deepEqual([showtimes, is_complete, hours.length], [500, false, 7])
    assert.deepEqual(hours[0], { hours_before: 0, showtimes: 500, capacity: 50_000, sold: 49_875 })
  })

  it('are looked for in the archive exactly before what the database has, whatever it is to keep by now', async () => {
    const row = { id: 'st_a', starts_at: start, history: '[]' }
    const db = {
      runLong: async () => [row],
      run: async () => [{ starts_at: start }],
    } as unknown as CinemaDb
    const excepted: unknown[] = []
    archiveShowtimesWith(db, {
      keep: () => assert.fail(),
      dropOld: () => assert.fail(),
      readHistory: () => assert.fail(),
      async sumSoldSeats({ except }) {
        excepted.push(except)
        return { showtimes: 2, hours: [{ hours_before: 0, showtimes: 2, capacity: 20, sold: 9 }] }
      },
    })
    const query = { from: start, to: start + minuteMs }
    assert.equal((await readSoldSeats(db, query)).showtimes, 1)
    const { showtimes, hours } = await readSoldSeats(db, { ...query, from: start - 1 })
    assert.deepEqual([showtimes, hours[0]?.sold, excepted], [3, 9, [['st_a']]])
  })
})
