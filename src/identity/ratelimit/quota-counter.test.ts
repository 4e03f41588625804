import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { QuotaCounter, type QuotaRequest } from './quota-counter.ts'

describe('QuotaCounter', () => {
  const limits = [{ lengthMs: 1000, quota: 40 }]

  it('grants what is needed, a quarter of the rest ahead, and takes back what was not used', () => {
    const counter = new QuotaCounter()
    function take(request: QuotaRequest, now: number) {
      const { windows, ...grant } = counter.take('a', limits, request, now)
      return { ...grant, ...windows[0] }
    }
    assert.deepEqual(take({ need: 1, want: 100, unused: 0 }, 0), {
      granted: 10,
      refusedBy: -1,
      waitMs: 0,
      remaining: 30,
      resetMs: 1000,
    })
    assert.deepEqual(take({ need: 20, want: 20, unused: 0 }, 0), {
      granted: 20,
      refusedBy: -1,
      waitMs: 0,
      remaining: 10,
      resetMs: 1000,
    })
    assert.deepEqual(take({ need: 15, want: 15, unused: 5 }, 0), {
      granted: 15,
      refusedBy: -1,
      waitMs: 0,
      remaining: 0,
      resetMs: 1000,
    })
    assert.deepEqual(take({ need: 1, want: 1, unused: 0 }, 400), {
      granted: 0,
      refusedBy: 0,
      waitMs: 600,
      remaining: 0,
      resetMs: 600,
    })
    assert.deepEqual(take({ need: 1, want: 1, unused: 0 }, 1000), {
      granted: 1,
      refusedBy: -1,
      waitMs: 0,
      remaining: 39,
      resetMs: 1000,
    })
  })

  it('starts afresh when the number of windows of a subject changes', () => {
    const counter = new QuotaCounter()
    const request = { need: 40, want: 40, unused: 0 }
    assert.equal(counter.take('a', limits, request, 0).granted, 40)
    const { granted } = counter.take('a', [...limits, { lengthMs: 60_000, quota: 90 }], request, 0)
    assert.equal(granted, 40)
  })
})
