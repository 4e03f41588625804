import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { isFailure } from '../core/errors.ts'
import { createCursorCodec } from './cursor.ts'

const codec = createCursorCodec('test-secret', { epoch: () => 0 })
const isInvalidCursor = (thrown: unknown) => isFailure(thrown, 'invalid_cursor')

const keys = fc.array(fc.oneof(fc.string(), fc.integer(), fc.constant(null)), { minLength: 1, maxLength: 4 })
const queries = fc.dictionary(fc.constantFrom('town', 'category', 'sort', 'q'), fc.string(), { maxKeys: 4 })

describe('cursor', () => {
  it('decodes to the key it was encoded from', () => {
    fc.assert(
      fc.property(queries, keys, (query, key) => {
        assert.deepEqual(codec.decode(query, codec.encode(query, key)), key)
      }),
    )
  })

  it('is rejected after a change to any of its characters', () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    fc.assert(
      fc.property(queries, keys, fc.nat(), fc.nat(63), (query, key, place, letter) => {
        const cursor = codec.encode(query, key)
        const at = place % cursor.length
        const altered = cursor.slice(0, at) + alphabet[letter] + cursor.slice(at + 1)
        fc.pre(altered !== cursor)
        assert.throws(() => codec.decode(query, altered), isInvalidCursor)
      }),
    )
  })

  it('is rejected if shortened, lengthened or forged', () => {
    fc.assert(
      fc.property(queries, keys, fc.base64String(), (query, key, other) => {
        const cursor = codec.encode(query, key)
        for (const forged of [
          cursor.slice(0, -1),
          cursor.slice(1),
          `${cursor}A`,
          `${cursor}=`,
          ` ${cursor}`,
          other,
        ]) {
          assert.throws(() => codec.decode(query, forged), isInvalidCursor)
        }
      }),
    )
  })

  it('is rejected with other filters', () => {
    fc.assert(
      fc.property(queries, queries, keys, (query, other, key) => {
        fc.pre(JSON.stringify(Object.entries(query).sort()) !== JSON.stringify(Object.entries(other).sort()))
        assert.throws(() => codec.decode(other, codec.encode(query, key)), isInvalidCursor)
      }),
    )
  })

  it('does not depend on the order of filters, the page size or the previous cursor', () => {
    const cursor = codec.encode({ town: 'a', category: 'b', limit: 5 }, ['x'])
    assert.deepEqual(codec.decode({ category: 'b', town: 'a', limit: 50, cursor }, cursor), ['x'])
  })

  it('is rejected if it was issued for another read model', () => {
    let epoch = 1
    const changing = createCursorCodec('test-secret', { epoch: () => epoch })
    const cursor = changing.encode({}, ['x'])
    assert.deepEqual(changing.decode({}, cursor), ['x'])
    epoch = 2
    assert.throws(() => changing.decode({}, cursor), isInvalidCursor)
  })

  it('is rejected if it was signed with another secret', () => {
    const cursor = createCursorCodec('another secret', { epoch: () => 0 }).encode({}, ['x'])
    assert.throws(() => codec.decode({}, cursor), isInvalidCursor)
  })
})
