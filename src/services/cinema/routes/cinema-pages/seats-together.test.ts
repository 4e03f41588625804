import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { rowText } from './seat-map-svg.ts'
import { type PlacedSeat, seatsTogether } from './seats-together.ts'

/** One row per text: `.` free, `x` sold, `w` a free wheelchair space, a blank for no seat. */
function hall(...rows: string[]): PlacedSeat[] {
  return rows.flatMap((row, y) =>
    [...row].flatMap((letter, x): PlacedSeat[] => {
      if (letter === ' ') return []
      const name = String.fromCharCode(65 + y)
      return [
        {
          id: `${name}${x}`,
          label: `${name}${x}`,
          row: name,
          number: String(x),
          x,
          y,
          status: letter === 'x' ? 'sold' : 'available',
          seat_type: letter === 'w' ? 'wheelchair' : 'standard',
        },
      ]
    }),
  )
}

const labels = (seats: readonly PlacedSeat[], size: number, max = 9) =>
  seatsTogether(seats, size, max).map((group) => group.seats.map(({ label }) => label).join(' '))

describe('seats next to each other', () => {
  it('are not separated by an aisle or a sold seat', () => {
    assert.deepEqual(labels(hall('.. ..x.'), 2), ['A3 A4'])
    assert.deepEqual(labels(hall('.. ..x.'), 3), [])
  })

  it('leave wheelchair spaces to those who need them', () => {
    assert.deepEqual(labels(hall('.ww.'), 2), [])
  })

  it('are suggested from the middle towards the sides, one group per row, the best row first', () => {
    assert.deepEqual(labels(hall('......', '......', '......', '......'), 2), [
      'C2 C3',
      'B2 B3',
      'D2 D3',
      'A2 A3',
    ])
    assert.equal(labels(hall('......', '......', '......'), 2, 1).length, 1)
  })

  it('are none in an empty hall', () => {
    assert.deepEqual(labels([], 2), [])
  })
})

describe('a row as text', () => {
  it('joins neighbours, and says when nothing is free', () => {
    assert.equal(rowText(hall('..x...')), 'Row A: 5 of 6 free: 0, 1, 3 to 5')
    assert.equal(rowText(hall('xx')), 'Row A: 0 of 2 free')
  })
})
