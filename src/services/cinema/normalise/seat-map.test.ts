import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { SeatStatus } from '../schema/index.ts'
import type { LayoutRecord } from '../schema/records.ts'
import { countSeats, seatCode, seatStatusOf, withRate } from './seat-codes.ts'
import {
  isLayoutMismatch,
  mergeLayouts,
  mergeRepeatedLayouts,
  type SeatCell,
  type SeatPlan,
  toSeatRecords,
} from './seat-map.ts'

function cell(id: string, x: number, y: number, own: Partial<SeatCell> = {}): SeatCell {
  return {
    id,
    label: id,
    row: id.slice(0, 1),
    number: id.slice(1),
    section: 0,
    x,
    y,
    kind: 'standard',
    status: 'available',
    ...own,
  }
}

function plan(cells: readonly SeatCell[], own: Partial<SeatPlan> = {}): SeatPlan {
  return {
    site: 's',
    session: '1',
    sections: [{ id: 'a', label: 'Stalls' }],
    cells,
    seating: 'reserved',
    capturedAt: 0,
    confidence: 'high',
    distinguishesHeld: false,
    ...own,
  }
}

describe('seat codes', () => {
  it('map statuses to letters and back', () => {
    const statuses: SeatStatus[] = ['available', 'sold', 'held', 'blocked', 'broken', 'gap', 'unknown']
    assert.equal(statuses.map(seatCode).join(''), 'ashbxgu')
    assert.deepEqual([...'ashbxgu?'].map(seatStatusOf), [...statuses, 'unknown'])
  })

  it('are counted without gaps; the rate ignores seats that cannot be sold', () => {
    assert.deepEqual(countSeats('aassshbxgu', true), {
      capacity: 9,
      available: 2,
      sold: 3,
      held: 1,
      blocked: 1,
      broken: 1,
      occupancy_rate: 0.5714,
    })
    assert.equal(countSeats('as', false).held, null)
  })

  it('have no rate if nothing can be sold or counts are missing', () => {
    assert.equal(countSeats('bx', true).occupancy_rate, null)
    const nothing = { capacity: null, available: 3, sold: null, held: null, blocked: null, broken: null }
    assert.equal(withRate(nothing).occupancy_rate, null)
    assert.equal(
      withRate({ ...nothing, capacity: 120, available: 80, held: 2, blocked: 4, sold: 34 }).occupancy_rate,
      0.3103,
    )
  })
})

describe('a seat plan', () => {
  const cells = [
    cell('B1', 4, 7),
    cell('A2', 5, 6, { status: 'sold' }),
    cell('A1', 4, 6),
    cell('A', 6, 6, { status: 'gap' }),
    cell('B4', 8, 7),
  ]

  it('becomes a layout sorted from the front left, and one code per seat', () => {
    const [layout, availability] = toSeatRecords(plan(cells))
    assert.deepEqual(
      layout?.seats.map(({ id, x, y }) => [id, x, y]),
      [
        ['A1', 0, 0],
        ['A2', 1, 0],
        ['B1', 0, 1],
        ['B4', 4, 1],
      ],
    )
    assert.deepEqual([availability?.codes, availability?.layout], ['asaa', layout?.layout])
    assert.deepEqual(layout?.sections, [{ id: 'a', label: 'Stalls', row_count: 2, column_count: 5 }])
  })

  it('leaves gaps out and describes each seat', () => {
    const [layout] = toSeatRecords(plan(cells))
    assert.deepEqual(layout?.seats[1], {
      id: 'A2',
      label: 'A2',
      row: 'A',
      number: '2',
      section: 0,
      x: 1,
      y: 0,
      kind: 'standard',
    })
    assert.equal(layout.seats.length, 4)
  })

  it('has the same layout for all statuses, and another if a seat moves', () => {
    const seats = cells.filter(({ status }) => status !== 'gap')
    const key = (others: readonly SeatCell[]) => toSeatRecords(plan(others))[0]?.layout
    assert.equal(key(seats.map((one) => ({ ...one, status: 'sold', kind: 'unknown' }))), key(seats))
    assert.notEqual(key([cell('A1', 0, 0), cell('A2', 2, 0)]), key([cell('A1', 0, 0), cell('A2', 1, 0)]))
  })

  it('makes ids unique that repeat in every row', () => {
    const repeated = ['A', 'B'].flatMap((row, y) =>
      [1, 2].map((id) => cell(String(id), id, y, { row, label: `${row}${id}` })),
    )
    const [layout] = toSeatRecords(plan([...repeated, ...repeated]))
    assert.deepEqual(
      layout?.seats.map(({ id }) => id),
      ['A-1', 'A-2', 'B-1', 'B-2'],
    )
  })

  it('keeps the ids and the layout if a response lists every seat twice', () => {
    const seats = [cell('A1', 0, 0), cell('A2', 1, 0), cell('B1', 0, 1)]
    assert.deepEqual(toSeatRecords(plan([...seats, ...seats])), toSeatRecords(plan(seats)))
  })

  it('keeps the sections and the layout if a response lists every section twice', () => {
    const stalls = { id: 'a', label: 'Stalls' }
    const balcony = { id: 'b', label: 'Balcony' }
    const cells = [cell('A1', 0, 0), cell('B1', 0, 1, { section: 1 })]
    const [once] = toSeatRecords(plan(cells, { sections: [stalls, balcony] }))
    const later = [...cells, cell('A1', 0, 0, { section: 2 }), cell('B1', 0, 1, { section: 3 })]
    const [twice] = toSeatRecords(plan(later, { sections: [stalls, balcony, stalls, balcony] }))
    assert.deepEqual(twice, once)
    assert.deepEqual(
      once?.seats.map(({ section }) => section),
      [0, 1],
    )
  })

  it('does not match statuses of other seats, or a layout with many seats that have none', () => {
    const ids = (count: number) => new Set(Array.from({ length: count }, (_, index) => `A${index}`))
    assert.equal(isLayoutMismatch(ids(40), ids(40)), false)
    assert.equal(isLayoutMismatch(ids(40), ids(37)), false)
    assert.equal(isLayoutMismatch(ids(40), ids(41)), true)
    assert.equal(isLayoutMismatch(ids(40), ids(30)), true)
  })

  it('yields nothing without seats, or with more than any auditorium has', () => {
    assert.deepEqual(toSeatRecords(plan([cell('A', 0, 0, { status: 'gap' })])), [])
    assert.deepEqual(
      toSeatRecords(plan(Array.from({ length: 5001 }, (_, index) => cell(`A${index}`, index, 0)))),
      [],
    )
  })

  it('converts pixel coordinates to ranks', () => {
    const [layout] = toSeatRecords(plan([cell('A1', 1e9, 5), cell('A2', -1e9, 5), cell('B1', 0, 1e6)]))
    assert.deepEqual(
      layout?.seats.map(({ id, x, y }) => [id, x, y]),
      [
        ['A2', 0, 0],
        ['A1', 2, 0],
        ['B1', 1, 1],
      ],
    )
  })

  it('fills unknown seat kinds from another capture', () => {
    const [sold] = toSeatRecords(
      plan([cell('A1', 0, 0, { kind: 'unknown', status: 'sold' }), cell('A2', 1, 0)]),
    )
    const [free] = toSeatRecords(plan([cell('A1', 0, 0, { kind: 'wheelchair' }), cell('A2', 1, 0)]))
    const kinds = (layout: LayoutRecord | undefined) => layout?.seats.map(({ kind }) => kind)
    assert.ok(sold && free)
    assert.deepEqual(kinds(mergeLayouts(sold, free)), ['wheelchair', 'standard'])
    const [joined, ...others] = mergeRepeatedLayouts([sold, free])
    assert.deepEqual([kinds(joined as LayoutRecord), others], [['wheelchair', 'standard'], []])
  })
})
