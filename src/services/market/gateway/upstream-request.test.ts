import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { getSymbolNews } from '../products/news/news.ts'
import { getNewsFlow } from '../products/news/news-flow.ts'
import type { Product } from '../products/product.ts'
import { searchScreener } from '../products/screener.ts'
import { getContract } from './contracts.ts'
import { buildUpstreamRequest, cacheKey, jsonBody, requestUrl } from './upstream-request.ts'

const scan = getContract('scanner.scan')
const template = `https://scanner.example${scan.path}`
const nowMs = Date.parse('2026-11-15T12:00:00Z')

describe('cacheKey', () => {
  it('does not depend on the order of parameters or of JSON members', () => {
    const one = buildUpstreamRequest(scan, {
      query: { a: 1, b: 2 },
      body: jsonBody({ columns: ['x'], sort: { by: 'x', order: 'asc' } }),
    })
    const other = buildUpstreamRequest(scan, {
      query: { b: 2, a: 1 },
      body: jsonBody({ sort: { order: 'asc', by: 'x' }, columns: ['x'] }),
    })
    assert.equal(cacheKey(one), cacheKey(other))
  })

  it('treats an omitted default as the default', () => {
    assert.equal(
      cacheKey(buildUpstreamRequest(scan, {})),
      cacheKey(buildUpstreamRequest(scan, { path: { market: 'america' } })),
    )
  })

  it('depends on everything else', () => {
    const keys = [
      buildUpstreamRequest(scan, {}),
      buildUpstreamRequest(scan, { path: { market: 'uk' } }),
      buildUpstreamRequest(scan, { query: { a: 1 } }),
      buildUpstreamRequest(scan, { body: jsonBody({ columns: ['x', 'y'] }) }),
      buildUpstreamRequest(scan, { body: jsonBody({ columns: ['y', 'x'] }) }),
      buildUpstreamRequest(getContract('scanner.scan.global'), {}),
    ].map(cacheKey)
    assert.equal(new Set(keys).size, keys.length)
  })

  it('ignores whitespace, member order and spelling of the content type of a raw body', () => {
    const key = (type: string, text: string) =>
      cacheKey({ ...buildUpstreamRequest(scan, {}), body: { contentType: type, text } })
    const usual = cacheKey(
      buildUpstreamRequest(scan, { body: jsonBody({ columns: ['a "b" c'], range: [0, 1] }) }),
    )
    assert.equal(key('application/json', '{ "range": [0,\n1], "columns": ["a \\"b\\" c"] }'), usual)
    assert.equal(key('Application/JSON; charset=UTF-8', '{"columns":["a \\"b\\" c"],"range":[0,1]}'), usual)
    assert.notEqual(key('application/json', '{"columns":["a \\"b\\"c"],"range":[0,1]}'), usual)
  })

  it('depends on the content type, and on what parsing would lose', () => {
    const json = 'application/json'
    const keys = [
      [json, '{"a":9007199254740992}'],
      [json, '{"a":9007199254740993}'],
      ['text/plain', '{"a":9007199254740992}'],
      [json, '{"a":1}'],
      [json, '{"a":2,"a":1}'],
      ['application/x-www-form-urlencoded', '{"a":1}'],
    ].map(([type = '', text = '']) =>
      cacheKey({ ...buildUpstreamRequest(scan, {}), body: { contentType: type, text } }),
    )
    assert.equal(new Set(keys).size, keys.length)
  })

  it('keeps the order of the values of one parameter', () => {
    const flow = getContract('news.flow.v2')
    const request = (...filters: string[]) => ({
      ...buildUpstreamRequest(flow, {}),
      query: filters.map((value) => ['filter', value] as const),
    })
    assert.notEqual(cacheKey(request('a', 'b')), cacheKey(request('b', 'a')))
  })

  it('is equal for equivalent requests', () => {
    const key = (product: Product, query: object, params: object = {}) =>
      cacheKey(
        product.toUpstreamRequest(product.parseRequest({ query, params, body: undefined, nowMs } as never)),
      )
    const news = { section: 'all', limit: 50, lang: 'en' }
    assert.equal(
      key(getSymbolNews, { ...news, exchange: 'nasdaq' }, { symbol: 'aapl' }),
      key(getSymbolNews, { ...news, limit: 10 }, { symbol: 'NASDAQ:AAPL' }),
    )
    const flow = { version: 'v2', limit: 50, lang: 'en' }
    assert.equal(
      key(getNewsFlow, { ...flow, symbols: 'nyse:ibm, NASDAQ:AAPL', market: 'stock,etf' }),
      key(getNewsFlow, { ...flow, symbols: 'NASDAQ:AAPL,NYSE:IBM,NYSE:IBM', market: 'etf,stock' }),
    )
    const scanned = { limit: 50, offset: 0, lang: 'en', nulls_first: false }
    assert.equal(
      key(searchScreener, { ...scanned, filter: 'close > 100' }, { market: 'AMERICA' }),
      key(searchScreener, { ...scanned, filter: 'close>1e2', order: 'desc' }, { market: 'america' }),
    )
  })
})

describe('requestUrl', () => {
  it('appends to the parameters of the operator’s URL', () => {
    const request = buildUpstreamRequest(getContract('news.headlines.latest'), { query: { lang: 'de' } })
    assert.equal(
      requestUrl(request, 'https://news.example/?key=1'),
      'https://news.example/?key=1&client=web&lang=de',
    )
  })

  it('encodes every value', () => {
    for (const hostile of [
      '../../etc/passwd',
      'a/b',
      'x?y=1',
      '@evil.example',
      'a#b',
      '%2e%2e',
      '\r\nHost: evil',
    ]) {
      const url = new URL(
        requestUrl(
          buildUpstreamRequest(scan, { path: { market: hostile }, query: { [hostile]: hostile } }),
          template,
        ),
      )
      assert.equal(url.host, 'scanner.example')
      assert.equal(url.pathname.split('/').length, 3)
      assert.equal(url.hash, '')
      assert.deepEqual([...url.searchParams], [[hostile, hostile]])
    }
  })
})
