import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { SlidingWindow } from './sliding-window.ts'

describe('SlidingWindow', () => {
  it('counts correctly over many expired buckets', () => {
    const window = new SlidingWindow(1000)
    const passed: { at: number; count: number }[] = []
    for (let n = 0; n < 2000; n += 1) {
      const now = n * 11
      window.advance(now)
      const within = passed.filter(({ at }) => at + 1000 > now)
      assert.equal(
        window.total,
        within.reduce((sum, { count }) => sum + count, 0),
        `call ${n}`,
      )
      const count = 1 + (n % 3)
      window.add(count, now)
      passed.push({ at: now, count })
      if (passed.length > 200) passed.shift()
    }
  })

  it('keeps its count when the clock steps back by one bucket, and drops it when by more', () => {
    const window = new SlidingWindow(1000)
    window.advance(5000)
    window.add(5, 5000)
    window.advance(4990)
    assert.equal(window.total, 5)
    window.advance(4989)
    assert.equal(window.total, 0)
  })
})
