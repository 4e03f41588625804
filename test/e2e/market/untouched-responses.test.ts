import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { json, route, type SandboxHost, type SandboxRequest } from '../../../sandbox/host.ts'
import { FakeClock } from '../../support/fake-clock.ts'
import { openMarketFixture } from '../../support/market/market-fixture.ts'
import { assertCached } from '../../support/server/until-cached.ts'

const scanner = 'scanner.tradingview.com'
const text = '{"fields":[{"n":"Größe","t":"text"}]}'

describe('the raw route', () => {
  for (const [what, type, bytes, sentType] of [
    ['UTF-8', 'application/json', Buffer.from(text), 'application/json; charset=utf-8'],
    ['a byte order mark', 'application/json', Buffer.from(`\ufeff${text}`), 'application/json'],
    [
      'another charset',
      'application/json; charset=iso-8859-1',
      Buffer.from(text, 'latin1'),
      'application/json; charset=iso-8859-1',
    ],
    ['invalid UTF-8', 'application/json', Buffer.from(text, 'latin1'), 'application/json'],
    ['UTF-16', 'text/plain', Buffer.from(`\ufeff${text}`, 'utf16le'), 'text/plain'],
  ] as const) {
    it(`passes on the provider's bytes untouched, cached or not: ${what}`, async () => {
      const host: SandboxHost = {
        host: scanner,
        routes: [
          route('GET /{market}/metainfo', () => ({
            headers: { 'content-type': type },
            body: bytes,
          })),
        ],
      }
      await using fixture = await openMarketFixture({ hosts: [host] })
      // From the provider, twice from the gateway, then from the response cache.
      for (let times = 0; times < 4; times++) {
        const response = await fetch(`${fixture.origin}/v1/raw/scanner.metainfo?market=america`)
        assert.equal(response.status, 200)
        if (times === 3) assertCached(response)
        assert.equal(response.headers.get('content-type'), sentType)
        assert.deepEqual(Buffer.from(await response.arrayBuffer()), bytes)
      }
      const { json: product } = await fixture.get('/v1/screeners/america/metadata')
      assert.equal(product.data[0].name, what === 'invalid UTF-8' ? 'Gr\ufffd\ufffde' : 'Größe')
    })
  }

  it('takes POST for metainfo, as published clients send it, with its body', async () => {
    const received: string[] = []
    const answer = ({ method, body }: SandboxRequest) => {
      received.push(`${method} ${body}`)
      return json({ fields: [] })
    }
    const routes = [route('GET /{market}/metainfo', answer), route('POST /{market}/metainfo', answer)]
    const host: SandboxHost = { host: scanner, routes }
    await using fixture = await openMarketFixture({ hosts: [host] })
    const path = '/v1/raw/scanner.metainfo?market=america'
    assert.equal((await fixture.post(path, { markets: ['america'] })).status, 200)
    assert.equal((await fixture.get(path)).status, 200)
    assert.deepEqual(received, ['POST {"markets":["america"]}', 'GET '])
  })

  it('takes a slash at the end of the path', async () => {
    await using fixture = await openMarketFixture()
    assert.equal((await fixture.get('/v1/raw/symbol.search/?text=apple')).status, 200)
    const scan = { columns: ['name'], range: [0, 1] }
    assert.equal((await fixture.post('/v1/raw/scanner.scan/?market=america', scan)).status, 200)
    assert.equal((await fixture.get('/v1/raw/symbol.search/x')).status, 404)
  })
})

describe('a row in an unexpected format', () => {
  it('is left out, reported in meta and counted in the metrics', async () => {
    const rows = [{ s: 'A:B', d: ['b'] }, { d: ['no symbol'] }, { s: 7, d: ['a number'] }]
    const host: SandboxHost = {
      host: scanner,
      routes: [
        route('POST /{market}/scan', () => ({
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ totalCount: 3, data: rows }),
        })),
      ],
    }
    await using fixture = await openMarketFixture({ hosts: [host] })
    for (let times = 0; times < 2; times++) {
      const {
        status,
        json: body,
        text: answer,
      } = await fixture.get('/v1/screeners/america/search?columns=name&limit=3')
      assert.equal(status, 200, answer.slice(0, 300))
      assert.deepEqual(
        body.data.map(({ symbol }: { symbol: string }) => symbol),
        ['A:B'],
      )
      assert.deepEqual([body.meta.skipped_rows, body.meta.page.returned], [2, 1])
    }
    assert.match(
      await fixture.metrics.text(),
      /broadsheet_market_skipped_rows_total\{contract="scanner.scan"\} 2/,
    )
  })
})

describe('the cursor of the news flow', () => {
  it('belongs to the request it was issued for', async () => {
    await using fixture = await openMarketFixture()
    const first = await fixture.get('/v1/news/flow?limit=20&market=stock')
    const cursor = encodeURIComponent(first.json.meta.pagination.next_cursor)
    assert.equal((await fixture.get(`/v1/news/flow?limit=30&market=stock&cursor=${cursor}`)).status, 200)
    const altered = `${cursor.slice(0, -4)}${cursor.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`
    const provider = Buffer.from('{"_id":"x","pubdate":1}').toString('base64')
    for (const path of [
      `/v1/news/flow?limit=20&market=crypto&cursor=${cursor}`,
      `/v1/news/flow?limit=20&lang=de&market=stock&cursor=${cursor}`,
      `/v1/news/flow?limit=20&market=stock&cursor=${altered}`,
      `/v1/news/flow?limit=20&market=stock&cursor=${encodeURIComponent(provider)}`,
      '/v1/news/flow?limit=20&market=stock&cursor=20~',
    ]) {
      const { status, json: body } = await fixture.get(path)
      assert.deepEqual([status, body.error?.code], [400, 'invalid_cursor'], path)
    }
  })
})

describe('an empty response', () => {
  it('is cached like any other', async () => {
    const clock = new FakeClock()
    const host: SandboxHost = {
      host: 'symbol-search.tradingview.com',
      routes: [route('GET /symbol_search/v3/', () => json({ symbols: [], symbols_remaining: 0 }))],
    }
    await using fixture = await openMarketFixture({ clock, hosts: [host] })
    const path = '/v1/symbols/search?q=nothing'
    assert.deepEqual((await fixture.get(path)).json.data, [])
    clock.advance(120_000)
    assert.equal((await fixture.get(path)).json.meta.cache.status, 'hit')
    assert.equal(fixture.sandbox.requests.list('symbol-search.tradingview.com').length, 1)
  })
})
