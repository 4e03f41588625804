import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { anyCharacter } from '../../../../../test/support/any-character.ts'
import { parseQuery } from './parse-query.ts'

/** `node js|nodejs` are the phrases of a clause, `*` marks a beginning, `~` a word in which a letter may differ. */
function written(text: string): string[] | undefined {
  return parseQuery(text)?.clauses.map(
    ({ phrases, mayDiffer }) =>
      (mayDiffer ? '~' : '') +
      phrases
        .map((phrase) => phrase.map((word) => word.text + (word.isPrefix ? '*' : '')).join(' '))
        .join('|'),
  )
}

describe('parseQuery', () => {
  for (const [text, clauses] of [
    ['Senior data', ['~senior', '~data']],
    ['"Data Engineer" lond*', ['data engineer', 'lond*']],
    ['node.js', ['node js|nodejs']],
    ['nodejs', ['~nodejs|node js']],
    ['full-stack', ['full stack|fullstack']],
    ['full-st*', ['full st*|fullst*']],
    ['C++ c# .NET go', ['c++', 'c#', '~dotnet', 'go']],
    ['a*', ['a']],
    ['"unclosed phrase', ['unclosed phrase']],
    ['"a b" "e" "long words" j', ['a b', 'e', 'long words', 'j']],
    ['AND title:data', ['and', 'title data|titledata']],
  ] as const) {
    it(`reads ${text}`, () => assert.deepEqual(written(text), clauses))
  }

  it('finds nothing to search for in punctuation', () => {
    for (const text of ['', ' ', '"', '""', '***', '()&|!', '\u0301', '🎬'])
      assert.equal(parseQuery(text), undefined)
  })

  it('accepts any text, and limits the number of words', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        assert.ok((parseQuery(text)?.clauses.length ?? 0) <= 16)
      }),
    )
    const query = parseQuery(`"${'word '.repeat(1000)}" ${'more '.repeat(1000)}`)
    assert.equal(query?.wordCount, 32)
  })
})
