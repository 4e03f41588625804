import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { GatePatience } from './gate-backoff.ts'

const dayMs = 86_400_000

/** The days on which a center is asked by a daily run, its gate standing. */
function askedDays(patience: GatePatience<{ body: string }>, days: number): number[] {
  const asked: number[] = []
  for (let day = 0; day < days; day++) {
    if (patience.recall('a', day * dayMs)) continue
    asked.push(day)
    patience.gated('a', [{ body: 'gate' }], day * dayMs)
  }
  return asked
}

describe('patience with gates', () => {
  it('grows to a week', () => {
    assert.deepEqual(askedDays(new GatePatience(), 30), [0, 1, 3, 7, 14, 21, 28])
  })

  it('ends when the gate is gone', () => {
    const patience = new GatePatience<{ body: string }>()
    askedDays(patience, 8)
    patience.open('a')
    assert.equal(patience.recall('a', 8 * dayMs), undefined)
    assert.deepEqual(askedDays(patience, 3), [0, 1])
  })

  it('takes looks on one day for one', () => {
    const patience = new GatePatience<{ body: string }>()
    for (const hour of [0, 1, 2]) patience.gated('a', [{ body: 'gate' }], hour * 3_600_000)
    assert.equal(patience.recall('a', 3 * 3_600_000), undefined)
  })

  it('knows centers apart, and remembers no large pages', () => {
    const patience = new GatePatience<{ body: string }>()
    for (const day of [0, 1]) {
      patience.gated('a', [{ body: 'gate' }], day * dayMs)
      patience.gated('b', [{ body: 'x'.repeat(70_000) }], day * dayMs)
    }
    assert.equal(patience.recall('a', 2 * dayMs)?.at, dayMs)
    assert.equal(patience.recall('b', 2 * dayMs), undefined)
    assert.equal(patience.recall('c', 2 * dayMs), undefined)
  })
})
