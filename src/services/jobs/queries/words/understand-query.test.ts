import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseQuery } from './parse-query.ts'
import { understandQuery, type WordCounts } from './understand-query.ts'

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
    const counts: WordCounts = {
      has: () => false,
      count: () => 0,
      similarTo: compare,
      lessSimilarTo: () => [],
      countInTexts: async () => 0,
      isInCompany: () => false,
    }
    const words = Array.from({ length: 16 }, (_, n) => `qzxwvk${String.fromCharCode(97 + n).repeat(3)}`)
    const query = parseQuery(words.join(' '))
    assert.ok(query)
    assert.deepEqual((await understandQuery(query, counts)).understood.corrections, [])
    assert.deepEqual([compared, most], [16, 1])
  })
})
