import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { chunks } from './chunks.ts'

describe('chunks', () => {
  it('splits a list in order; the last chunk may be shorter', () => {
    assert.deepEqual([...chunks([1, 2, 3, 4, 5], 2)], [[1, 2], [3, 4], [5]])
    assert.deepEqual([...chunks([1, 2], 2)], [[1, 2]])
    assert.deepEqual([...chunks([])], [])
    assert.deepEqual(
      [...chunks(Array(501).keys())].map(({ length }) => length),
      [500, 1],
    )
  })

  it('reads no further than the chunk it yields', () => {
    let read = 0
    function* items() {
      for (; read < 10; read++) yield read
    }
    assert.deepEqual(chunks(items(), 3).next().value, [0, 1, 2])
    assert.equal(read, 2)
  })
})
