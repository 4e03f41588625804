import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { targetHash, targetText } from './request-target.ts'

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

describe('the hash of a text', () => {
  it('has 14 characters and differs between similar texts', () => {
    const texts = Array.from({ length: 50_000 }, (_, at) => `&lat=${at / 1000}&lon=-${at % 90}&limit=20`)
    const hashes = new Set(texts.map(targetHash))
    assert.equal(hashes.size, new Set(texts).size)
    for (const hash of [targetHash(''), ...hashes]) assert.match(hash, /^[0-9a-z]{14}$/)
  })

  it('stays what it is, so that nodes agree', () => {
    assert.equal(targetHash('&limit=20'), targetHash('&limit=20'))
    const halves = (text: string) => [targetHash(text).slice(0, 7), targetHash(text).slice(7)]
    const seen = [new Set<string>(), new Set<string>()]
    for (let at = 0; at < 2000; at += 1) halves(`&id:3:${at}`).map((half, side) => seen[side]?.add(half))
    assert.deepEqual(
      seen.map(({ size }) => size),
      [2000, 2000],
    )
  })
})
