import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { fold, foldPlace } from './fold.ts'

const folded = (text: string) => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
const withoutAccents = (text: string) =>
  folded(text)
    .normalize('NFD')
    .replace(/[\u0300-\u036f.’']/g, '')
    .normalize('NFC')

describe('folding', () => {
  it('is the same for plain words as for any text', () => {
    const word = fc.string({ unit: fc.constantFrom(..."aZ9.,’'|- éÉﬁＡ\t") })
    fc.assert(
      fc.property(fc.oneof(word, fc.string({ unit: 'grapheme' })), (text) => {
        assert.equal(fold(text), folded(text))
        assert.equal(foldPlace(text), withoutAccents(text))
      }),
      { numRuns: 1000 },
    )
  })
})
