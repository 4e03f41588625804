import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { targetText } from './request-target.ts'

const value = fc.oneof(
  fc.string(),
  fc.integer(),
  fc.boolean(),
  fc.constantFrom('', '&a:1:x', '1:x&a', '?&a=1', '=1', 'true'),
)
const values = fc.dictionary(fc.constantFrom('a', 'b', 'ab'), value)

describe('the text of a request’s parameters', () => {
  it('is the same for the same parameters, and another for others', () => {
    const target = fc.tuple(values, values)
    fc.assert(
      fc.property(target, target, (one, other) => {
        const isSame = JSON.stringify(one) === JSON.stringify(other)
        assert.equal(targetText(...one) === targetText(...other), isSame)
        assert.equal(targetText(...one), targetText({ ...one[0] }, { ...one[1] }))
      }),
    )
  })

  it('tells a path parameter from one of the query', () => {
    assert.notEqual(targetText({ a: 1 }, {}), targetText({}, { a: 1 }))
  })
})
