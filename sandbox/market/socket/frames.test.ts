import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { frame, unframe } from './frames.ts'

describe('frames', () => {
  it('are decoded as they were encoded, several at a time', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 8 }), (payloads) => {
        assert.deepEqual(unframe(payloads.map(frame).join('')), payloads)
      }),
    )
  })

  it('have a length in UTF-16 units', () => {
    assert.equal(frame('a😀'), '~m~3~m~a😀')
    assert.deepEqual(unframe('~m~4~m~~h~1'), ['~h~1'])
  })

  it('are rejected when incomplete', () => {
    for (const text of ['garbage', '~m~5~m~abc', '~m~x~m~', '~m~3~m~abcdef', '~m~-1~m~']) {
      assert.equal(unframe(text), undefined, text)
    }
  })
})
