import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { costLimits } from '../../../src/services/market/gateway/upstream-client.ts'
import { type MarketFixture, openMarketFixture } from '../../support/market/market-fixture.ts'

let fixture: MarketFixture

before(async () => {
  fixture = await openMarketFixture()
})
after(() => fixture[Symbol.asyncDispose]())

describe('a page past the last one', () => {
  for (const path of [
    '/v1/ideas?q=zzzzqq&page=2',
    '/v1/ideas?symbol=NASDAQ:AAPL&page=50',
    '/v1/scripts?page=50&per_page=24',
  ]) {
    it(`is empty and the last page: ${path}`, async () => {
      const { status, json, text } = await fixture.get(path)
      assert.equal(status, 200, text)
      assert.deepEqual(json.data, [])
      const { returned, total, next_page } = json.meta.page
      assert.deepEqual({ returned, total, next_page }, { returned: 0, total: null, next_page: null })
    })
  }

  it('is 404 no_data in the raw route, cached or not', async () => {
    for (let times = 0; times < 2; times++) {
      const { status, json, headers } = await fixture.get('/v1/raw/ideas.list?page=99999')
      assert.deepEqual([status, json.error.code], [404, 'no_data'])
      assert.equal(json.error.details.parameter, 'page')
      assert.equal(headers.get('cache-control'), 'no-store')
    }
  })
})

describe('a response above the size limit', () => {
  it('is an error of the request, with the limit', async () => {
    const columns = Array.from({ length: 1500 }, () => 'description')
    const { status, json } = await fixture.post('/v1/raw/scanner.scan?market=america', {
      columns,
      range: [0, 1000],
    })
    assert.deepEqual([status, json.error.code], [400, 'invalid_request'])
    assert.equal(json.error.details.answer_bytes_max, costLimits.normal.bytesMax)
    assert.match(json.error.message, /larger than the 16777216 bytes/)
  })
})

describe('an internal error of the provider with status 200', () => {
  const paths = [
    '/v1/raw/PineFacade.GetScript?scriptId=STD;SMA',
    '/v1/raw/PineFacade.GetVersions?scriptId=STD;SMA',
    '/v1/pine/title?source=x',
    '/v1/pine/translate?source=x',
    '/v1/alerts/status',
  ]
  for (const path of paths) {
    it(`is 503 upstream_unavailable: ${path}`, async () => {
      await using other = await openMarketFixture()
      for (const host of ['pine-facade.tradingview.com', 'pricealerts.tradingview.com']) {
        other.sandbox.faults.set({ kind: 'lie', host })
      }
      const { status, json, text } = await other.get(path)
      assert.deepEqual([status, json.error.code], [503, 'upstream_unavailable'], text)
    })
  }
})
