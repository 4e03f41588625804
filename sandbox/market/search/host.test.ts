import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openTestMarket, type TestMarket } from '../../../test/support/sandbox/market-sandbox.ts'

let market: TestMarket
before(async () => {
  market = await openTestMarket()
})
after(() => market[Symbol.asyncDispose]())

interface Hit {
  symbol: string
  description: string
  type: string
  exchange: string
  prefix?: string
  isin?: string
  cusip?: string
  country?: string
  found_by_isin: boolean
  found_by_cusip: boolean
}

async function search(query: string): Promise<{ symbols_remaining: number; symbols: Hit[] }> {
  const { status, json } = await market.ask(`symbol-search/symbol_search/v3/?${query}`)
  assert.equal(status, 200)
  return json
}

describe('symbol search', () => {
  it('finds by ticker first, the most famous listing before others', async () => {
    const { symbols } = await search('text=aapl')
    assert.deepEqual([symbols[0]?.symbol, symbols[0]?.exchange], ['AAPL', 'NASDAQ'])
    const abroad = symbols.find(({ prefix }) => prefix === 'BCBA')
    assert.deepEqual([abroad?.exchange, abroad?.type], ['BYMA', 'dr'])
  })

  it('finds by words of the name, with and without accents', async () => {
    const names = (await search('text=nestl%C3%A9')).symbols.map(({ description }) => description)
    assert.ok(names[0]?.startsWith('NESTLÉ'))
    assert.deepEqual((await search('text=nestle')).symbols[0]?.description, names[0])
  })

  it('finds by ISIN and CUSIP, and says so', async () => {
    const [apple] = (await search('text=AAPL')).symbols
    const byIsin = await search(`text=${apple?.isin}`)
    assert.ok(byIsin.symbols.every(({ found_by_isin }) => found_by_isin))
    assert.equal(byIsin.symbols[0]?.symbol, 'AAPL')
    assert.equal((await search(`text=${apple?.cusip}`)).symbols[0]?.found_by_cusip, true)
  })

  it('highlights matches', async () => {
    const { symbols } = await search('text=app&hl=1')
    assert.ok(symbols.some(({ description }) => description.includes('<em>App</em>le')))
    assert.equal((await search('text=%28%5B&hl=1')).symbols.length, 0)
  })

  it('has pages of fifty', async () => {
    const first = await search('text=&exchange=NYSE')
    const second = await search('text=&exchange=NYSE&start=50')
    assert.equal(first.symbols.length, 50)
    assert.equal(second.symbols_remaining, first.symbols_remaining - 50)
    const both = new Set([...first.symbols, ...second.symbols].map(({ symbol }) => symbol))
    assert.equal(both.size, 100)
  })

  it('filters by type, country and options', async () => {
    const coins = await search('text=btc&search_type=crypto')
    assert.ok(coins.symbols.every(({ type }) => type === 'spot' || type === 'swap'))
    assert.ok((await search('text=eur&search_type=forex')).symbols.every(({ type }) => type === 'forex'))
    assert.ok((await search('text=bank&country=IN')).symbols.every(({ country }) => country === 'IN'))
    assert.deepEqual((await search('text=AAPL&search_type=constructor')).symbols, [])
    assert.deepEqual((await search('text=AAPL&only_has_options=true')).symbols.length, 1)
    assert.deepEqual(await search('text='), { symbols_remaining: 0, symbols: [] })
  })

  it('refuses other sites with an HTML page', async () => {
    const { status, headers } = await market.ask('symbol-search/symbol_search/v3/?text=a', {
      headers: { origin: '' },
    })
    assert.deepEqual([status, headers['content-type']], [403, 'text/html; charset=utf-8'])
  })
})
