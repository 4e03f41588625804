import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { encodeList } from './encode-list.ts'

describe('an encoded list', () => {
  it('has the bytes of the joined text, whatever its letters', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' })), (rows) => {
        const joined = Buffer.from(`é[${rows.join(',')}]“`)
        assert.ok(encodeList('é[', rows, ']“').equals(joined))
      }),
    )
  })
})
