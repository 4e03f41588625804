import assert from 'node:assert/strict'
import { it } from 'node:test'
import { decodeSeatSummary, encodeSeatSummary, unknownSeatSummary } from './seat-summary.ts'

const record = {
  type: 'availability',
  site: 's',
  session: '1',
  capturedAt: 0,
  seating: 'reserved',
  grade: 'grid',
  confidence: 'high',
  layout: 'main',
  codes: '',
  counts: { capacity: 150, available: 70, sold: 71, held: 4, blocked: 3, broken: 2, occupancyRate: 0.5 },
} as unknown as Parameters<typeof encodeSeatSummary>[0]

it('a seat summary is decoded to what was encoded, its counts as JSON', () => {
  const { counts, ...others } = decodeSeatSummary(encodeSeatSummary(record))
  assert.deepEqual(others, { grade: 'grid', confidence: 'high', isFull: false })
  assert.deepEqual(JSON.parse(`{${counts}}`), {
    capacity: 150,
    available: 70,
    sold: 71,
    held: 4,
    blocked: 3,
    broken: 2,
    occupancy_rate: 0.5,
  })
})

it('a seat summary is full if no seat is available, not if that is unknown', () => {
  const isFull = (available: number | null) =>
    decodeSeatSummary(encodeSeatSummary({ ...record, counts: { ...record.counts, available } })).isFull
  assert.deepEqual([0, 1, null].map(isFull), [true, false, false])
})

it('a seat summary without a capture has only nulls', () => {
  const { grade, confidence, counts } = unknownSeatSummary()
  assert.deepEqual([grade, confidence], ['none', 'unknown'])
  assert.deepEqual([...new Set(Object.values(JSON.parse(`{${counts}}`)))], [null])
})
