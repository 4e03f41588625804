/** The order of searches is better than that of bm25 in the mean, and in no group of queries worse. */

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { testEngines } from '../support/store/test-engines.ts'
import { judgeSearch } from './judge-search.ts'

let before: readonly unknown[] | undefined

for (const engine of testEngines)
  it(`searches on ${engine.name} are in a better order than by bm25`, { skip: engine.skip }, async () => {
    await using place = await engine.borrowDatabase()
    await using store = await place.openStore()
    const { groups, mean, queries } = await judgeSearch(store)
    assert.ok(queries.length >= 60)
    assert.deepEqual(queries, before ?? queries, 'both engines have the same order')
    before = queries
    assert.ok(mean.ours > mean.bm25 + 0.05, `${mean.ours} and ${mean.bm25}`)
    for (const { group, ours, bm25 } of groups) assert.ok(ours >= bm25, `${group}: ${ours} and ${bm25}`)
  })
