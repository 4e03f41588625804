import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { collapseSpace } from './collapse-space.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
const unprintable = /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\ufeff\u202a-\u202e\u2066-\u2069]/g

/** The same, said by patterns. */
function byPatterns(text: string): string {
  return text
    .replaceAll(unprintable, '')
    .replaceAll(/[\s\u0085]+/g, ' ')
    .trim()
}

describe('collapseSpace', () => {
  it('does with every character what the patterns do', () => {
    for (let code = 0; code <= 0xffff; code++) {
      const character = String.fromCharCode(code)
      for (const text of [`a${character}b`, `a ${character}b`, `${character}a`, `a${character} `, character])
        assert.equal(collapseSpace(text), byPatterns(text), `U+${code.toString(16)}`)
    }
  })

  it('does with any text what the patterns do', () => {
    const character = fc.constantFrom(
      ...'ab  \t\n\v\u0007\u0085\u00a0\u00e9\u2003\u2028\u202e\u3000\ufeff\ud83d',
    )
    fc.assert(
      fc.property(fc.string({ unit: character, maxLength: 12 }), (text) => {
        assert.equal(collapseSpace(text), byPatterns(text))
      }),
      { numRuns: 3000 },
    )
  })
})
