import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type PlacedSeat, seatsTogether } from '../../normalise/seats-together.ts'
import { rowText } from './seat-plan.ts'

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

  it('are not in the front row while others are free, in halls of any size', () => {
    for (const [rows, columns] of [
      [2, 6],
      [3, 8],
      [6, 60],
      [20, 30],
      [30, 10],
    ] as const) {
      const found = labels(hall(...Array.from({ length: rows }, () => '.'.repeat(columns))), 2, rows)
      assert.equal(found.at(-1)?.[0], 'A', `${rows} rows of ${columns}`)
      const [, best = 0] = /^(.)/.exec(found[0] ?? '') ?? []
      const depth = (String(best).charCodeAt(0) - 65) / (rows - 1)
      assert.ok(depth >= 0.5 && (depth < 0.8 || rows === 2), `${rows} rows of ${columns}: ${found[0]}`)
    }
  })

  it('are at the side of a good row rather than in the middle of the front row', () => {
    const sold = 'x'.repeat(24)
    const side = `..${'x'.repeat(20)}..`
    assert.deepEqual(labels(hall('.'.repeat(24), sold, sold, sold, side, sold, sold), 2), [
      'E0 E1',
      'A11 A12',
    ])
    assert.deepEqual(labels(hall('....', 'xxxx', 'xxxx', '.xx.', 'xxxx'), 1), ['D0', 'A1'])
  })

  it('are where the rows are, whatever the first numbers of a plan and wherever its aisles are', () => {
    const rows = ['.... ....', '.... ....', '', '.... ....', '.... ....', '.... ....', '.... ....']
    const shifted = hall(...rows).map((seat) => ({ ...seat, x: seat.x + 40, y: seat.y + 12 }))
    assert.deepEqual(labels(shifted, 2, 2), labels(hall(...rows), 2, 2))
    assert.deepEqual(labels(shifted, 2, 1), ['E2 E3'])
  })

  it('are found in curved rows, whose seats are not on one line', () => {
    const rows = Array.from({ length: 6 }, () => '.........')
    const curve = [4, 3, 2, 1, 0, 1, 2, 3, 4]
    const curved = hall(...rows).map((seat) => ({ ...seat, y: seat.y * 2 + (curve[seat.x] ?? 0) }))
    assert.deepEqual(labels(curved, 3, 1), ['E3 E4 E5'])
    assert.equal(labels(curved, 3).length, 6)
  })

  it('are found in plans with two columns for each seat', () => {
    const wide = hall('.....', '.....', '. . .', '.....').map((seat) => ({ ...seat, x: seat.x * 2 }))
    assert.deepEqual(labels(wide, 2, 1), ['B1 B2'])
    assert.deepEqual(
      labels(wide, 2).filter((text) => text.startsWith('C')),
      [],
    )
  })

  it('are not seats of two blocks whose rows have the same name', () => {
    const [stalls, balcony] = [hall('. . .'), hall(' . . ').map((seat) => ({ ...seat, y: 9 }))]
    assert.deepEqual(labels([...stalls, ...balcony, ...hall('', '...')], 2), ['B1 B2'])
  })

  it('are not seats whose place is not known', () => {
    const unplaced = hall('....').map((seat) => ({ ...seat, row: '?', y: 9 }))
    assert.deepEqual(labels([...hall('...'), ...unplaced], 2), ['A0 A1'])
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
