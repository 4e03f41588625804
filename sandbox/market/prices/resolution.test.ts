import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseResolution } from './resolution.ts'

describe('resolutions', () => {
  it('are minutes, seconds, days, weeks and months', () => {
    assert.deepEqual(parseResolution('60'), { unit: 'minute', barMs: 3_600_000 })
    assert.deepEqual(parseResolution('5S'), { unit: 'second', barMs: 5_000 })
    assert.deepEqual(parseResolution('D'), { unit: 'day', count: 1 })
    assert.deepEqual(parseResolution('1W'), { unit: 'week', count: 1 })
    assert.deepEqual(parseResolution('3M'), { unit: 'month', count: 3 })
  })

  it('are custom for paying callers, and undefined when invalid', () => {
    assert.equal(parseResolution('7'), 'custom')
    assert.equal(parseResolution('2D'), 'custom')
    for (const text of ['', 'XX', '0', '-5', '1.5', '1H', '99999'])
      assert.equal(parseResolution(text), undefined, text)
  })
})
