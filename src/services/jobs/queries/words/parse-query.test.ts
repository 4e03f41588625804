import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { anyCharacter } from '../../../../../test/support/any-character.ts'
import { parseQuery, type QueryTerm } from './parse-query.ts'

/** Phrases in quotes, `*` after a beginning, `-` before what is excluded. */
function written(text: string, isLiteral = false): string[] | undefined {
  const toText = ({ words, isQuoted, isPrefix }: QueryTerm) =>
    (isQuoted ? `"${words.join(' ')}"` : words.join('+')) + (isPrefix ? '*' : '')
  const query = parseQuery(text, isLiteral)
  return query && [...query.terms.map(toText), ...query.excluded.map((term) => `-${toText(term)}`)]
}

describe('parseQuery', () => {
  for (const [text, terms] of [
    ['Senior data', ['senior', 'data']],
    ['"Data Engineer" lond*', ['"data engineer"', 'lond*']],
    ['node.js full-st*', ['node+js', 'full+st*']],
    ['C++ c# .NET go', ['c++', 'c#', 'dotnet', 'go']],
    ['a*', ['a']],
    ['"unclosed phrase', ['"unclosed phrase"']],
    ['java AND title:data', ['java', 'title+data']],
    ['engineer -senior !lead NOT staff', ['engineer', '-senior', '-lead', '-staff']],
    [
      '-"project manager" NOT "vice president" manager',
      ['manager', '-"project manager"', '-"vice president"'],
    ],
    ['sales manager not remote', ['sales', 'manager', '-remote']],
    ['nurse not for profit', ['nurse', 'not', 'for', 'profit']],
    ['full-stack - Berlin', ['full+stack', 'berlin']],
    ['not a NOT', ['not', 'a']],
    ['NOT NOT nurse', ['-nurse']],
    ['-senior', ['-senior']],
    ['-sen*', ['-sen*']],
    ['engineer -"unclosed phrase', ['engineer', '-"unclosed phrase"']],
    ['Entwickler:in (m/w/d)', ['entwickler']],
    ['Entwickler*innen m/w/d', ['entwickler']],
    ['Verkäufer/-in Mitarbeiter(in) Ingénieur·e (f/m/x)', ['verkaufer', 'mitarbeiter', 'ingenieur']],
    ['\u202enurse\u202c 🎬 berlin', ['nurse', 'berlin']],
  ] as const) {
    it(`reads ${text}`, () => assert.deepEqual(written(text), terms))
  }

  it('reads forms for genders as they are written if it must', () => {
    assert.deepEqual(written('Entwickler:in (m/w/d)', true), ['entwickler+in', 'm+w+d'])
  })

  it('reads not as a word if it must', () => {
    assert.deepEqual(written('manager not remote', true), ['manager', 'not', 'remote'])
  })

  it('finds nothing to search for in punctuation', () => {
    for (const text of ['', ' ', '"', '""', '***', '()&|!', '-', '-""', 'NOT', '\u0301', '🎬'])
      assert.equal(parseQuery(text), undefined)
  })

  it('accepts any text, and limits the number of words', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), fc.boolean(), (text, isLiteral) => {
        assert.ok((parseQuery(text, isLiteral)?.terms.length ?? 0) <= 16)
      }),
    )
    const query = parseQuery(Array.from({ length: 20 }, (_, at) => `word${at}`).join(' '))
    assert.equal(query?.terms.length, 16)
    assert.deepEqual(query?.ignored, ['word16', 'word17', 'word18', 'word19'])
    assert.equal(parseQuery(`"${'word '.repeat(40)}" nurse`)?.ignored.length, 1)
  })
})
