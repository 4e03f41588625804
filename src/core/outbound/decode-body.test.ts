import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { decodeCharset, isPlainUtf8 } from './decode-body.ts'

describe('the bytes of a body', () => {
  const cases: readonly [what: string, bytes: Buffer, contentType: string | undefined, isPlain: boolean][] = [
    ['UTF-8', Buffer.from('{"a":"café – 🗞️"}'), 'application/json', true],
    ['UTF-8 that the header names', Buffer.from('café'), 'text/plain; charset=UTF8', true],
    ['a byte order mark', Buffer.from('\ufeff{}'), 'application/json; charset=utf-8', false],
    ['a sequence that is not valid', Buffer.from([0x7b, 0xe9, 0x7d]), 'application/json', false],
    ['half a character, encoded', Buffer.from([0xed, 0xa0, 0xbd]), 'application/json', false],
    ['valid bytes that the header calls Latin-1', Buffer.from('café'), 'text/plain; charset=latin1', false],
    [
      'valid bytes that the document calls Latin-1',
      Buffer.from('<meta charset=latin1>é'),
      'text/html',
      false,
    ],
  ]
  for (const [what, bytes, contentType, isPlain] of cases) {
    it(`stand for the text only if encoding it gives them: ${what}`, () => {
      assert.equal(isPlainUtf8(bytes, contentType), isPlain)
      assert.equal(Buffer.from(decodeCharset(bytes, contentType)).equals(bytes), isPlain)
    })
  }
})
