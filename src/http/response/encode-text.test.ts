import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { anyCharacter } from '../../../test/support/any-character.ts'
import { createListEncoder, encodeList, encodeText } from './encode-text.ts'

/** Text has one character per byte. */
function toBytes(encoded: string | Buffer): Buffer {
  return typeof encoded === 'string' ? Buffer.from(encoded, 'latin1') : encoded
}

describe('an encoded list', () => {
  it('has the bytes of the joined text, whatever its letters', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: anyCharacter })), (rows) => {
        const joined = Buffer.from(`é[${rows.join(',')}]“`)
        assert.deepEqual(toBytes(encodeList('é[', rows, ']“')), joined)
      }),
    )
  })

  it('has the same bytes if all letters are ASCII, short or long', () => {
    for (const count of [0, 1, 3, 2000]) {
      const rows = Array.from({ length: count }, (_, index) => `{"row":${index}}`)
      assert.deepEqual(toBytes(encodeList('[', rows, ']')), Buffer.from(`[${rows.join(',')}]`))
    }
  })
})

describe('the lists of a route', () => {
  it('have the bytes of the joined text, whatever the list before had', () => {
    const rows = fc.array(
      fc.oneof(fc.string(), fc.string({ unit: anyCharacter }), fc.constant('x'.repeat(40_000))),
      {
        maxLength: 4,
      },
    )
    fc.assert(
      fc.property(fc.array(rows), (lists) => {
        const encode = createListEncoder()
        for (const list of lists)
          assert.ok(toBytes(encode('[', list, ']')).equals(Buffer.from(`[${list.join(',')}]`)))
      }),
    )
  })
})

describe('an encoded text', () => {
  it('has the bytes of the text', () => {
    for (const text of [
      '',
      'plain',
      'café',
      'Łódź',
      '\ud800',
      'x'.repeat(20_000),
      'x'.repeat(70_000),
      '“'.repeat(65_536),
    ])
      assert.deepEqual(toBytes(encodeText(text)), Buffer.from(text))
  })
})
