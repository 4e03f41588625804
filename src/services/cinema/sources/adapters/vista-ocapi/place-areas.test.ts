import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { placeAreas } from './place-areas.ts'
import type { AreaRow } from './vista-ocapi-schemas.ts'

type Rectangle = readonly [left: number, top: number, right: number, bottom: number]

/** `rows`: label, row number, column numbers of the seats. */
function area(
  [left, top, right, bottom]: Rectangle,
  [rowCount, columnCount]: readonly [number, number],
  rows: readonly (readonly [string, number, readonly number[]])[],
): AreaRow {
  return {
    number: 1,
    rowCount,
    columnCount,
    boundary: { left, top, right, bottom },
    rows: rows.map(([label, number, columns]) => ({
      number,
      label,
      seats: columns.map((columnNumber) => ({
        id: `${label}${columnNumber}`,
        position: { rowNumber: number, columnNumber },
      })),
    })),
  }
}

/** The plan as text: one line per row, the row nearest the screen first. */
function draw(areas: readonly AreaRow[]): string[] {
  const lines: string[][] = []
  for (const { area, x, y } of placeAreas(areas)) {
    for (const { number, label, seats } of area.rows) {
      for (const { position } of seats) {
        lines[y(number)] ??= []
        const line = lines[y(number)] ?? []
        assert.equal(line[x(position.columnNumber)], undefined, `two seats at one place in row ${label}`)
        line[x(position.columnNumber)] = label ?? '?'
      }
    }
  }
  return Array.from(lines, (line) => Array.from(line ?? [], (cell) => cell ?? '.').join(''))
}

describe('the place of areas', () => {
  it('continues the rows of the front area in the area behind it', () => {
    const back = area(
      [0, 85.83, 100, 91.66],
      [3, 3],
      [
        ['H', 1, [3]],
        ['G', 2, [3]],
        ['F', 3, [3, 2]],
      ],
    )
    const front = area(
      [0, 92, 100, 99.83],
      [5, 3],
      [
        ['E', 1, [3]],
        ['D', 2, [3]],
        ['C', 3, [3]],
        ['B', 4, [3]],
        ['A', 5, [3, 2, 1]],
      ],
    )
    assert.deepEqual(draw([back, front]), ['AAA', 'B', 'C', 'D', 'E', 'FF', 'G', 'H'])
  })

  it('joins areas that share a rectangle, and keeps aisles', () => {
    const standard = area(
      [0, 10, 100, 65],
      [5, 5],
      [
        ['A', 5, [5, 4, 3, 2, 1]],
        ['B', 4, [5, 1]],
        ['D', 1, [5, 1]],
      ],
    )
    const vip = area(
      [0, 10, 100, 65],
      [5, 5],
      [
        ['B', 4, [4, 3, 2]],
        ['C', 2, [4, 3, 2]],
      ],
    )
    const couple = area([0, 3.8, 100, 9.3], [1, 5], [['E', 1, [4, 3]]])
    assert.deepEqual(draw([standard, couple, vip]), ['AAAAA', 'BBBBB', '', '.CCC', 'D...D', '.EE'])
  })

  it('puts areas that are side by side side by side, seen from the seats', () => {
    const rows = (label: string) => [[label, 2, [2, 1]] as const, [label.toLowerCase(), 1, [2, 1]] as const]
    const planLeft = area([0, 0, 30, 40], [2, 2], rows('R'))
    const planRight = area([70, 0, 100, 40], [2, 2], rows('L'))
    const middle = area([30, 0, 70, 40], [2, 2], rows('M'))
    assert.match(draw([planLeft, middle, planRight])[0] ?? '', /^LL\.*MM\.*RR$/)
    assert.match(draw([planLeft, middle, planRight])[1] ?? '', /^ll\.*mm\.*rr$/)
  })

  it('joins rows of blocks with different depths when they are level', () => {
    const deep = area(
      [50, 0, 100, 60],
      [6, 2],
      [
        ['A', 6, [2, 1]],
        ['B', 5, [2, 1]],
        ['F', 1, [2, 1]],
      ],
    )
    const short = area(
      [0, 42, 50, 60],
      [2, 2],
      [
        ['a', 2, [2, 1]],
        ['b', 1, [2, 1]],
      ],
    )
    assert.deepEqual(draw([deep, short]), ['AAaa', 'BBbb', '', '', '', 'FF'])
  })

  it('stacks areas without a boundary behind the others', () => {
    const { boundary: _, ...unbounded } = area([0, 0, 0, 0], [1, 2], [['B', 1, [2, 1]]])
    assert.deepEqual(draw([unbounded, area([0, 0, 100, 10], [1, 2], [['A', 1, [2, 1]]])]), ['AA', 'BB'])
  })
})
