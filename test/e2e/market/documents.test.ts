import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type MarketFixture, openMarketFixture } from '../../support/market/market-fixture.ts'

let fixture: MarketFixture

before(async () => {
  fixture = await openMarketFixture()
})
after(() => fixture[Symbol.asyncDispose]())

describe('the documents of the market', () => {
  for (const path of ['/', '/v1', '/v1/catalog']) {
    it(`${path} is cacheable for five minutes, and 304 for a matching ETag`, async () => {
      const { status, headers } = await fixture.get(path)
      assert.deepEqual([status, headers.get('cache-control')], [200, 'public, max-age=300'])
      const again = await fixture.get(path, { 'if-none-match': headers.get('etag') ?? '' })
      assert.deepEqual([again.status, again.text], [304, ''])
      assert.equal(again.headers.get('cache-control'), 'public, max-age=300')
    })

    it(`${path} is private for requests with a credential`, async () => {
      const { headers } = await fixture.get(path, { 'x-service-key': 'anything' })
      assert.equal(headers.get('cache-control'), 'private, max-age=300')
    })
  }
})
