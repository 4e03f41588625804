/** Both engines give the same order, and 2,000 random rows of facets lead to as many jobs as they count. */

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { testEngines } from '../support/store/test-engines.ts'
import { checkFacetRows } from './facet-rows.ts'
import { searchOurs } from './judge-search.ts'
import { publishCorpus } from './search-corpus.ts'
import { queryGroups } from './search-queries.ts'

const facetRows = 2000
let before: readonly string[][] | undefined

for (const engine of testEngines)
  it(`searches and facets on ${engine.name} are those of every engine`, {
    skip: engine.skip,
  }, async (test) => {
    await using place = await engine.borrowDatabase()
    await using store = await place.openStore()
    await publishCorpus(store)

    await test.test('the order is the same', async () => {
      const found: string[][] = []
      for (const { q } of Object.values(queryGroups).flat()) found.push(await searchOurs(store, q))
      assert.ok(found.flat().length > 600)
      assert.deepEqual(found, before ?? found)
      before = found
    })

    await test.test('a row of a facet has as many jobs as its search', () => checkFacetRows(store, facetRows))
  })
