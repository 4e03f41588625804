import assert from 'node:assert/strict'
import { it } from 'node:test'
import { isForeignList, type UpcomingShowtime } from './assess-absences.ts'

const dayMs = 86_400_000
const nowMs = Date.parse('2026-11-15T12:00:00Z')

function showtimes(firstDay: number, absentAt: number | null = null): UpcomingShowtime[] {
  return Array.from({ length: 20 }, (_, day) => ({
    id: `st_${day}`,
    movieId: 'mv_a',
    startsAt: nowMs + (firstDay + day) * dayMs,
    absentAt,
  }))
}

it('a second list is believed, unless all of it is far ahead: that has another year', () => {
  const yesterday = nowMs - dayMs
  assert.equal(isForeignList(showtimes(1), showtimes(40), nowMs), true)
  assert.equal(isForeignList(showtimes(1, yesterday), showtimes(40), nowMs), false)
  assert.equal(isForeignList(showtimes(1, yesterday), showtimes(366), nowMs), true)
  assert.equal(isForeignList(showtimes(1).slice(0, 7), showtimes(366), nowMs), false, 'the season has ended')
})
