import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { GateBackoff } from './gate-backoff.ts'

const dayMs = 86_400_000

/** The days on which a daily run requests a gated center. */
function askedDays(patience: GateBackoff<{ body: string }>, days: number): number[] {
  const attempts: number[] = []
  for (let day = 0; day < days; day++) {
    if (patience.activePause('a', day * dayMs)) continue
    attempts.push(day)
    patience.recordGate('a', [{ body: 'gate' }], day * dayMs)
  }
  return attempts
}

describe('GateBackoff', () => {
  it('grows to a week', () => {
    assert.deepEqual(askedDays(new GateBackoff(), 30), [0, 1, 3, 7, 14, 21, 28])
  })

  it('ends when the gate disappears', () => {
    const patience = new GateBackoff<{ body: string }>()
    askedDays(patience, 8)
    patience.clear('a')
    assert.equal(patience.activePause('a', 8 * dayMs), undefined)
    assert.deepEqual(askedDays(patience, 3), [0, 1])
  })

  it('counts attempts on one day as one', () => {
    const patience = new GateBackoff<{ body: string }>()
    for (const hour of [0, 1, 2]) patience.recordGate('a', [{ body: 'gate' }], hour * 3_600_000)
    assert.equal(patience.activePause('a', 3 * 3_600_000), undefined)
  })

  it('tracks centers separately, without large pages', () => {
    const patience = new GateBackoff<{ body: string }>()
    for (const day of [0, 1]) {
      patience.recordGate('a', [{ body: 'gate' }], day * dayMs)
      patience.recordGate('b', [{ body: 'x'.repeat(70_000) }], day * dayMs)
    }
    assert.equal(patience.activePause('a', 2 * dayMs)?.at, dayMs)
    assert.equal(patience.activePause('b', 2 * dayMs), undefined)
    assert.equal(patience.activePause('c', 2 * dayMs), undefined)
  })
})
