import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { getSymbolNews } from '../products/news.ts'
import { getNewsFlow } from '../products/news-flow.ts'
import type { Product } from '../products/product.ts'
import { searchScreener } from '../products/screener.ts'
import { getContract } from './contracts.ts'
import { buildUpstreamRequest, cacheKey, jsonBody, requestUrl } from './upstream-request.ts'

const scan = getContract('scanner.scan')
const template = `https://scanner.example${scan.path}`
const nowMs = Date.parse('2026-11-15T12:00:00Z')

describe('key of an ask', () => {
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

  it('takes a default for what it stands for', () => {
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

  it('takes blanks, order of members and spelling of the type of a raw body for the same', () => {
    const key = (type: string, text: string) =>
      cacheKey({ ...buildUpstreamRequest(scan, {}), body: { contentType: type, text } })
    const usual = cacheKey(
      buildUpstreamRequest(scan, { body: jsonBody({ columns: ['a "b" c'], range: [0, 1] }) }),
    )
    assert.equal(key('application/json', '{ "range": [0,\n1], "columns": ["a \\"b\\" c"] }'), usual)
    assert.equal(key('Application/JSON; charset=UTF-8', '{"columns":["a \\"b\\" c"],"range":[0,1]}'), usual)
    assert.notEqual(key('application/json', '{"columns":["a \\"b\\"c"],"range":[0,1]}'), usual)
  })

  it('depends on the type of the body, and on what parsing would lose', () => {
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

  it('keeps the order of values of one parameter, which the provider cares about', () => {
    const flow = getContract('news.flow.v2')
    const ask = (...filters: string[]) => ({
      ...buildUpstreamRequest(flow, {}),
      query: filters.map((value) => ['filter', value] as const),
    })
    assert.notEqual(cacheKey(ask('a', 'b')), cacheKey(ask('b', 'a')))
  })

  it('is the same however a wish is written', () => {
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

describe('address of an ask', () => {
  it('adds parameters to those an operator wrote', () => {
    const ask = buildUpstreamRequest(getContract('news.headlines.latest'), { query: { lang: 'de' } })
    assert.equal(
      requestUrl(ask, 'https://news.example/?key=1'),
      'https://news.example/?key=1&client=web&lang=de',
    )
  })

  it('keeps every value in its place', () => {
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
