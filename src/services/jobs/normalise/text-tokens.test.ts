import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { TextTokenReader, toTextToken } from './text-tokens.ts'
import { toWords } from './words.ts'

function read(text: string): string[] {
  return new TextTokenReader((token) => token).read(text)
}

describe('the tokens of a text', () => {
  it('are separated by every white space, and by nothing else', () => {
    for (let code = 0; code <= 0xffff; code++) {
      const text = `tailor${String.fromCharCode(code)}roof`
      const parts = text.split(/\s+/).map((part) => read(part))
      assert.deepEqual(read(text), [...new Set(parts.flat())], `U+${code.toString(16)}`)
    }
  })

  it('are distinct, also of words at the ends and between several spaces', () => {
    assert.deepEqual(read('  node.js  \n tailor node tailor '), ['node', 'js', 'nodej', 'tailor'])
    assert.deepEqual(read(''), [])
  })

  it('begin with the first letter of their word', () => {
    const ending = fc.constantFrom(
      '',
      's',
      'ies',
      'ing',
      'ying',
      'ically',
      'innen',
      'euse',
      'trice',
      'ation',
      'ös',
      'y',
    )
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ maxLength: 5 }), ending, (any, start, end) => {
        for (const word of [...toWords(any), ...toWords(start + end)])
          assert.equal(toTextToken(word)[0], word[0], word)
      }),
      { numRuns: 2000 },
    )
  })

  it('are the first four thousand', () => {
    const words = Array.from({ length: 5000 }, (_, at) => `w${at}`)
    assert.equal(read(words.join(' ')).length, 4000)
  })
})
