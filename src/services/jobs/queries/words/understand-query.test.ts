import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseQuery } from './parse-query.ts'
import { understandQuery, type WordCounts } from './understand-query.ts'

const noWords: WordCounts = {
  has: () => false,
  count: () => 0,
  similarTo: () => [],
  lessSimilarTo: () => [],
  countInTexts: async () => 0,
  isInCompany: () => false,
}

describe('a phrase', () => {
  for (const [q, isPlace] of [
    ['"new york"', true],
    ['"são paulo"', true],
    ['"new york recruiter"', false],
    ['"reading"', false],
    ['"product manager"', false],
  ] as const)
    it(`${q} is ${isPlace ? 'the' : 'no'} name of a place`, async () => {
      const query = parseQuery(q)
      assert.ok(query)
      const { text, conditions } = await understandQuery(query, noWords)
      assert.deepEqual([text.clauses.map((clause) => clause.isPlace), conditions], [[isPlace], []])
    })

  it('is no name of a place if it is to be taken literally', async () => {
    const query = parseQuery('"new york"', true)
    assert.ok(query)
    assert.equal((await understandQuery(query, noWords)).text.clauses[0]?.isPlace, false)
  })
})

describe('a query of unknown words', () => {
  it('lets the event loop turn between them, because each is compared with all words', async () => {
    let compared = 0
    let comparedInTurn = 0
    let most = 0
    const compare = () => {
      compared += 1
      comparedInTurn += 1
      most = Math.max(most, comparedInTurn)
      setImmediate(() => {
        comparedInTurn = 0
      })
      return []
    }
    const counts: WordCounts = { ...noWords, similarTo: compare }
    const words = Array.from({ length: 16 }, (_, n) => `qzxwvk${String.fromCharCode(97 + n).repeat(3)}`)
    const query = parseQuery(words.join(' '))
    assert.ok(query)
    assert.deepEqual((await understandQuery(query, counts)).understood.corrections, [])
    assert.deepEqual([compared, most], [16, 1])
  })
})
