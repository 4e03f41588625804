import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fetchMarketExamples } from '../../../scripts/market-examples.ts'
import examples from '../../../src/services/market/products/examples.json' with { type: 'json' }
import { products } from '../../../src/services/market/products/index.ts'
import { openMarketFixture } from '../../support/market/market-fixture.ts'

describe('examples in the API document of the market', () => {
  it('match the sandbox; if not, run `node scripts/market-examples.ts && npm run format`', async () => {
    assert.deepEqual(await fetchMarketExamples(), examples)
  })

  it('exist for every product route', async () => {
    await using fixture = await openMarketFixture()
    const { paths } = (await fixture.get('/v1/openapi.json')).json
    for (const { name, path, methods } of products) {
      for (const method of methods) {
        const { example } = paths[path][method.toLowerCase()].responses['200'].content['application/json']
        assert.deepEqual(example, examples[name], `${method} ${path}`)
      }
    }
  })
})
