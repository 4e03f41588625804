import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { TextTokenReader } from './text-tokens.ts'

function read(text: string): string[] {
  return new TextTokenReader((token) => token).read(text)
}

describe('the tokens of a text', () => {
  it('are distinct, also of words at the ends and between several spaces', () => {
    assert.deepEqual(read('  node.js  \n tailor node tailor '), ['node', 'js', 'nodej', 'tailor'])
    assert.deepEqual(read(''), [])
  })

  it('are the first four thousand', () => {
    const words = Array.from({ length: 5000 }, (_, at) => `w${at}`)
    assert.equal(read(words.join(' ')).length, 4000)
  })
})
