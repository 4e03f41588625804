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

  it('say how much each host of the provider gives, and which limits hold for cached responses only', async () => {
    const { json } = await fixture.get('/v1/catalog')
    const upstreams: { host: string }[] = json.upstreams
    const [search, socket] = ['symbol-search', 'data'].map((name) =>
      upstreams.find(({ host }) => host === `${name}.tradingview.com`),
    )
    const origin = { requires: ['origin', 'consent'], setting: 'MARKET_ORIGIN', is_ready: true }
    assert.deepEqual(search, {
      host: 'symbol-search.tradingview.com',
      families: ['search'],
      requests_per_second: 5,
      concurrent_requests: 8,
      ...origin,
      routes: ['/v1/symbols/search'],
    })
    assert.deepEqual(socket, {
      host: 'data.tradingview.com',
      families: ['socket'],
      requests_per_second: 2,
      concurrent_requests: 1,
      ...origin,
      routes: ['/v1/quotes', '/v1/bars/{symbol}', '/v1/stream', '/v1/stream/quotes', '/v1/stream/bars'],
    })
    assert.match(json.identity_policy.limits, /hold for responses from the cache/)
  })
})
