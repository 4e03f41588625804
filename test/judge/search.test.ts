/** The order of searches is better than that of bm25 in the mean, and in no group of queries worse; facets lead to what they count. */

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { testEngines } from '../support/store/test-engines.ts'
import { checkFacetRows } from './facet-rows.ts'
import { judgeSearch } from './judge-search.ts'
import { publishCorpus } from './search-corpus.ts'

/** `engines.fault.test.ts` opens more. */
const facetRows = 200

for (const engine of testEngines)
  it(`searches on ${engine.name} are judged on a corpus with known facts`, {
    skip: engine.skip,
  }, async (test) => {
    await using place = await engine.borrowDatabase()
    await using store = await place.openStore({ role: 'worker' })
    const facts = await publishCorpus(store)

    await test.test('they are in a better order than by bm25', async () => {
      const { groups, mean, queries } = await judgeSearch(store, facts)
      assert.ok(queries.length >= 60)
      assert.ok(mean.ours > mean.bm25 + 0.05, `${mean.ours} and ${mean.bm25}`)
      for (const { group, ours, bm25 } of groups) assert.ok(ours >= bm25, `${group}: ${ours} and ${bm25}`)
      // Titles that name the city are not better than those that name the role.
      const inCity = queries.find(({ q }) => q === '"new york" recruiter')
      assert.ok(inCity !== undefined && inCity.ours >= inCity.bm25, `${inCity?.ours} and ${inCity?.bm25}`)
    })

    await test.test('a row of a facet has as many jobs as its search', () => checkFacetRows(store, facetRows))
  })
