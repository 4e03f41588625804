import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { anyCharacter } from '../../../test/support/any-character.ts'
import { isFailure } from '../../core/errors.ts'
import { depthMax, parseJsonBody, valuesMax } from './json-body.ts'

describe('JSON bodies', () => {
  it('are parsed as JSON', () => {
    fc.assert(
      fc.property(fc.json({ stringUnit: anyCharacter }), (text) => {
        fc.pre(!text.includes('\\u0000') && !text.includes('__proto__'))
        assert.deepEqual(parseJsonBody(Buffer.from(text)), JSON.parse(text))
      }),
    )
  })

  it('with many values are rejected before they are parsed, even if they are not valid JSON', () => {
    const many = [
      `[${'0,'.repeat(valuesMax)}`,
      `[${'[],'.repeat(valuesMax)}`,
      `{${'"a":0,'.repeat(valuesMax)}`,
      '{"a":'.repeat(depthMax + 1),
    ]
    for (const text of many) {
      assert.throws(
        () => parseJsonBody(Buffer.from(text)),
        (thrown) => isFailure(thrown, 'malformed_request') && thrown.details?.values_max === valuesMax,
      )
    }
  })

  it('may have long texts with any characters, and as many values as allowed', () => {
    const text = JSON.stringify({ source: '[{"\\",\n'.repeat(10_000) })
    assert.deepEqual(parseJsonBody(Buffer.from(text)), JSON.parse(text))
    const list = Array.from({ length: valuesMax - 2 }, (_, n) => n)
    assert.deepEqual(parseJsonBody(Buffer.from(JSON.stringify(list))), list)
    const nested = '['.repeat(depthMax) + ']'.repeat(depthMax)
    assert.deepEqual(parseJsonBody(Buffer.from(nested)), JSON.parse(nested))
  })

  const malformed: [string, Buffer][] = [
    ['nothing', Buffer.alloc(0)],
    ['spaces', Buffer.from(' \r\n')],
    ['half an object', Buffer.from('{"a":')],
    ['two values', Buffer.from('{} {}')],
    ['a comment', Buffer.from('{/* */}')],
    ['not a number', Buffer.from('NaN')],
    ['an infinite number', Buffer.from('{"a":1e999}')],
    ['invalid UTF-8', Buffer.from([0x22, 0xff, 0xfe, 0x22])],
    ['a NUL character in a value', Buffer.from('{"a":"\\u0000"}')],
    ['a NUL character in a name', Buffer.from('{"a\\u0000":1}')],
    ['a raw NUL byte', Buffer.from([0x22, 0, 0x22])],
    ['a reach for the prototype', Buffer.from('{"__proto__":{"admin":true}}')],
    ['a tower of brackets', Buffer.from('['.repeat(200_000) + ']'.repeat(200_000))],
  ]
  for (const [what, bytes] of malformed) {
    it(`with ${what} are malformed`, () => {
      assert.throws(
        () => parseJsonBody(bytes),
        (thrown) => isFailure(thrown, 'malformed_request'),
      )
    })
  }
})
