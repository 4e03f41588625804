import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type MarketFixture, openMarketFixture } from '../../support/market/market-fixture.ts'

let fixture: MarketFixture

before(async () => {
  fixture = await openMarketFixture()
})
after(() => fixture[Symbol.asyncDispose]())

const scans = ['/v1/screeners/america/search', '/v1/events/earnings', '/v1/options/NASDAQ:AAPL/chain']

describe('the body of a scan', () => {
  for (const path of scans) {
    it(`to ${path} may have a column named like an inherited property`, async () => {
      const columns = ['name', 'constructor', 'toString']
      const body = { columns, ignore_unknown_fields: true, range: [0, 2] }
      const { status, json, text } = await fixture.post(path, body)
      assert.equal(status, 200, text)
      assert.deepEqual(json.meta.columns.slice(-2), ['constructor', 'toString'])
      assert.deepEqual([json.data[0].constructor, json.data[0].toString], [null, null])
    })

    it(`to ${path} cannot override the symbol of its rows`, async () => {
      const body = { columns: ['symbol'], ignore_unknown_fields: true, range: [0, 2] }
      const { status, json } = await fixture.post(path, body)
      assert.deepEqual([status, json.error?.details.parameter], [400, 'columns'])
    })
  }

  const filter = [{ left: 'close', operation: 'greater', right: 1 }]
  const wrong: readonly (readonly [parameter: string, body: object])[] = [
    ['filter', { filter: [{ left: 'close', operation: 'constructor' }] }],
    ['filter2', { filter, filter2: { expression: { left: 'close', operation: 'constructor' } } }],
    ['symbols', { filter, symbols: { tickers: 'NASDAQ:AAPL' } }],
    ['symbols', { filter, symbols: { query: 1 } }],
  ]
  for (const [parameter, body] of wrong) {
    it(`is invalid in ${parameter}: ${JSON.stringify(body)}`, async () => {
      const { status, json } = await fixture.post('/v1/screeners/america/search', body)
      assert.deepEqual([status, json.error?.details.parameter], [400, parameter])
    })
  }
})

it('a deeply nested raw scan is rejected without blocking the host', async () => {
  const pit = '['.repeat(100_000) + ']'.repeat(100_000)
  for (const body of [
    `{"filter":[{"left":"close","operation":"greater","right":${pit}}]}`,
    `{"sort":{"sortBy":"close","sortOrder":${pit}}}`,
    `{"range":${pit}}`,
  ]) {
    const { status, json } = await fixture.post('/v1/raw/scanner.scan', body)
    assert.deepEqual([status, json.error?.code], [400, 'invalid_request'])
  }
})

it('inputs of a script are equivalent in any order', async () => {
  const source = '//@version=5\nindicator("Inputs")\nplot(close)'
  const first = await fixture.post('/v1/pine/translate', {
    source,
    inputs: { in_0: 1, in_1: { a: 1, b: 2 } },
  })
  const second = await fixture.post('/v1/pine/translate', {
    source,
    inputs: { in_1: { b: 2, a: 1 }, in_0: 1 },
  })
  assert.equal(first.status, 200, first.text)
  assert.deepEqual([first.json.meta.cache.status, second.json.meta.cache.status], ['miss', 'hit'])
})
