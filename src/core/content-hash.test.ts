import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { canonicalJson, contentHash } from './content-hash.ts'

describe('contentHash', () => {
  it('is the version, a dot and 22 characters', () => {
    assert.match(contentHash(3, { title: 'x' }), /^3\.[\w-]{22}$/)
  })

  it('does not depend on the order of keys', () => {
    assert.equal(contentHash(1, { a: 1, b: { c: 2, d: 3 } }), contentHash(1, { b: { d: 3, c: 2 }, a: 1 }))
  })

  it('treats undefined members as absent', () => {
    assert.equal(contentHash(1, { a: 1, b: undefined }), contentHash(1, { a: 1 }))
    assert.notEqual(contentHash(1, { a: 1, b: null }), contentHash(1, { a: 1 }))
  })

  it('changes with the version, with any value and with the order of a list', () => {
    const hashes = [
      contentHash(1, { a: [1, 2] }),
      contentHash(2, { a: [1, 2] }),
      contentHash(1, { a: [2, 1] }),
      contentHash(1, { a: ['1', 2] }),
    ]
    assert.equal(new Set(hashes).size, hashes.length)
  })

  it('rejects values that JSON would alter silently', () => {
    for (const value of [
      new Date(0),
      Number.NaN,
      Number.POSITIVE_INFINITY,
      1n,
      () => 1,
      new Map(),
      undefined,
    ]) {
      assert.throws(() => contentHash(1, { value: [value] }), TypeError)
    }
  })
})

describe('canonicalJson', () => {
  it('parses to the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        assert.deepEqual(JSON.parse(canonicalJson(value)), JSON.parse(JSON.stringify(value)))
      }),
    )
  })
})
