import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it } from 'node:test'
import { type MarketFixture, openMarketFixture } from '../../support/market/market-fixture.ts'

/** A market whose provider sends the same response to every request. */
async function openFixture(body: string | Buffer, type = 'application/json'): Promise<MarketFixture> {
  const provider = createServer((_, response) => response.setHeader('content-type', type).end(body))
  provider.listen(0, '127.0.0.1')
  await once(provider, 'listening')
  const origin = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
  const fixture = await openMarketFixture({ outbound: { overrideOrigin: () => ({ origin }) } })
  return {
    ...fixture,
    async [Symbol.asyncDispose]() {
      await fixture[Symbol.asyncDispose]()
      provider.closeAllConnections()
      provider.close()
    },
  }
}

/** Throws on conversion to text. */
const junk = '{"toString":1,"valueOf":1}'
const depth = 100_000
const pit = '['.repeat(depth) + ']'.repeat(depth)

const readable: readonly (readonly [path: string, body: string, row: object])[] = [
  [
    '/v1/calendar/economic',
    `{"status":"ok","result":[{"id":${junk},"title":"A","importance":${junk},"category":"constructor"}]}`,
    { id: '', importance: null, importance_name: null, category: 'constructor' },
  ],
  [
    '/v1/calendar/economic/newsagency',
    '{"status":"ok","result":[{"id":7,"title":"A","importance":"__proto__"}]}',
    { id: '7', importance: null, importance_name: null },
  ],
  [
    '/v1/symbols/search?q=a',
    `{"symbols":[{"symbol":"A","type":"stock","description":${junk},"exchange":${junk}}]}`,
    { symbol: 'A', exchange: '', description: '' },
  ],
  ['/v1/scripts', `{"results":[{"id":1,"name":"A","version":${junk}}]}`, { id: 1, version: null }],
  [
    '/v1/screeners/america/metadata',
    `{"fields":[{"n":"a","t":"set","r":[{"id":${junk},"name":1}]}]}`,
    { values: [{ id: '', name: '1' }] },
  ],
  [
    '/v1/options/NASDAQ:AAPL/chain',
    `{"totalCount":1,"fields":["strike","bid","ask","option-type","expiration","root"],"symbols":[{"s":"A:B","f":["200.5",${junk},"",7,${junk},[]]}]}`,
    { strike: 200.5, bid: null, ask: null, type: null, expiration: null, root: null },
  ],
]

describe('a provider that sends junk instead of text', () => {
  for (const [path, body, row] of readable) {
    it(`does not affect the rest of the response: ${path}`, async () => {
      await using fixture = await openFixture(body)
      const { status, json, text } = await fixture.get(path)
      assert.equal(status, 200, text)
      assert.partialDeepStrictEqual(json.data, [row])
    })
  }
})

const unreadable: readonly (readonly [what: string, path: string, body: string])[] = [
  ['totals nest too deep', '/v1/options/NASDAQ:AAPL/underlying-aggregates', `{"a":${pit}}`],
  [
    'a cell nests too deep',
    '/v1/screeners/america/search?columns=name',
    `{"totalCount":1,"data":[{"s":"A:B","d":[${pit}]}]}`,
  ],
  [
    'a column has no name',
    '/v1/options/NASDAQ:AAPL/chain',
    `{"totalCount":1,"fields":[${junk}],"symbols":[{"s":"A:B","f":[1]}]}`,
  ],
]

describe('a provider with an invalid response', () => {
  for (const [what, path, body] of unreadable) {
    it(`is 502 upstream_changed: ${what}`, async () => {
      await using fixture = await openFixture(body)
      const { status, json, text } = await fixture.get(path)
      assert.deepEqual([status, json.error.code], [502, 'upstream_changed'], text)
    })
  }

  it('is 502 if no row is usable; one bad row is counted whatever the number of requested rows', async () => {
    await using fixture = await openFixture('[{"id":"1","title":"A"},{"id":"2"}]')
    for (const limit of [1, 2]) {
      const { status, json } = await fixture.get(`/v1/news/latest?limit=${limit}`)
      assert.deepEqual([status, json.data.length, json.meta.skipped_rows], [200, 1, 1])
    }
    await using other = await openFixture('[{"id":"1"},{"id":"2"}]')
    const { status, json } = await other.get('/v1/news/latest?limit=1')
    assert.deepEqual([status, json.error?.code], [502, 'upstream_changed'])
  })
})

it('accepts any number of rows with different delays', async () => {
  const rows = Array.from({ length: 200_000 }, (_, index) => `{"s":"A:B","d":["delayed_${index}"]}`)
  await using fixture = await openFixture(`{"totalCount":200000,"data":[${rows.join()}]}`)
  const { status, json } = await fixture.get('/v1/screeners/america/search?columns=update_mode')
  assert.deepEqual([status, json.meta?.delay.delay_seconds_max], [200, 199_999])
})

describe('the raw contract', () => {
  it('returns the response that is no_data for the product', async () => {
    const nothing = '{"real-ivs":[],"standard-ivs":[]}'
    await using fixture = await openFixture(nothing)
    const product = await fixture.get('/v1/options/NASDAQ:AAPL/implied-volatility')
    assert.deepEqual([product.status, product.json.error.code], [404, 'no_data'])
    const raw = await fixture.get('/v1/raw/OptionsCharting.GetInTimeIV?symbol=NASDAQ:AAPL')
    assert.deepEqual([raw.status, raw.text], [200, nothing])
  })

  it('declares the charset of the bytes that it passes on', async () => {
    const body = Buffer.from('{"symbols":[],"word":"déjà"}', 'latin1')
    await using fixture = await openFixture(body, 'application/json; charset=iso-8859-1')
    const response = await fetch(`${fixture.origin}/v1/raw/symbol.search?text=a`)
    assert.equal(response.headers.get('content-type'), 'application/json; charset=iso-8859-1')
    assert.deepEqual(Buffer.from(await response.arrayBuffer()), body)
  })
})

describe('a list longer than the maximum offset', () => {
  it('has no next page beyond the maximum offset', async () => {
    await using fixture = await openFixture(
      '{"totalCount":60000,"data":[{"s":"BINANCE:BTCUSDT","d":["BTCUSDT"]}]}',
    )
    for (const [offset, next] of [
      [49_999, 50_000],
      [50_000, null],
    ]) {
      const { json } = await fixture.get(`/v1/screeners/crypto/search?columns=name&limit=1&offset=${offset}`)
      assert.deepEqual([json.meta.page.total, json.meta.page.next_offset], [60_000, next])
    }
    const body = { columns: ['name'], range: [50_000, 50_001] }
    const { json } = await fixture.post('/v1/screeners/crypto/search', body)
    assert.equal(json.meta.page.next_offset, 50_001)
  })
})
