import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { firstCharacters, oneLine } from './one-line.ts'

describe('text of others', () => {
  it('is one line without characters that turn it round', () => {
    assert.equal(oneLine(' Chef\r\n\u2028\u061c\u200e\u200f\u202e\u0000 \u0085now ', 40), 'Chef now')
  })

  it('is cut to its bound, and never within a character', () => {
    assert.equal(oneLine('abcdef', 6), 'abcdef')
    assert.equal(oneLine('abcdefg', 6), 'abcde…')
    assert.equal(oneLine('abcd😀efg', 6), 'abcd…')
    assert.equal(oneLine(`${'a'.repeat(7)}😀`, 2), 'a…')
    assert.equal(firstCharacters('a😀b', 2), 'a')
    assert.equal(firstCharacters('a😀b', 3), 'a😀')
    assert.equal(firstCharacters('a\ud800', 2), 'a\ud800')
    assert.equal(firstCharacters('', 0), '')
  })
})
