import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openTestMarket, type TestMarket } from '../../../test/support/sandbox/market-sandbox.ts'

let market: TestMarket
before(async () => {
  market = await openTestMarket()
})
after(() => market[Symbol.asyncDispose]())

interface Item {
  id: string
  published: number
  provider: { id: string } | string
  relatedSymbols: { symbol: string }[]
}

const flow = (query: string) => market.ask(`news-mediator/public/news-flow/v2/news?client=web&${query}`)
const headlines = (query: string) => market.ask(`news-headlines/v2/headlines?client=web&${query}`)

describe('headlines', () => {
  it('are sorted from newest to oldest, at most 200, none from the future', async () => {
    const { json } = await headlines('lang=en')
    const items: Item[] = json.items
    assert.equal(items.length, 200)
    for (const [at, item] of items.entries()) {
      assert.ok(item.published * 1000 <= market.clock.now())
      assert.ok(at === 0 || item.published <= (items[at - 1]?.published ?? 0))
    }
    assert.equal(new Set(items.map(({ id }) => id)).size, items.length)
  })

  it('are filtered by language, category, provider and symbol', async () => {
    const german: Item[] = (await headlines('lang=de')).json.items
    assert.ok(german.length > 0 && german.every(({ provider }) => provider === 'boersenbrief'))
    const coins: Item[] = (await headlines('category=crypto&provider=coinfold')).json.items
    assert.ok(coins.length > 0 && coins.every(({ provider }) => provider === 'coinfold'))
    const symbolView = 'news-headlines/v2/view/headlines/symbol?client=web'
    const apple: Item[] = (await market.ask(`${symbolView}&symbol=NASDAQ:AAPL`)).json.items
    assert.ok(apple.length > 20)
    assert.ok(apple.every(({ relatedSymbols }) => relatedSymbols[0]?.symbol === 'NASDAQ:AAPL'))
    assert.deepEqual((await market.ask(`${symbolView}&symbol=NO:SUCH`)).json, { items: [] })
  })

  it('require a client and a symbol', async () => {
    assert.equal((await market.ask('news-headlines/v2/headlines?lang=en')).status, 400)
    assert.equal((await market.ask('news-headlines/v2/view/headlines/symbol?client=web')).status, 400)
  })
})

describe('news flow', () => {
  it('is paged by cursors, with every story once', async () => {
    const seen = new Set<string>()
    let cursor = ''
    let pages = 0
    do {
      const symbols = 'NASDAQ:AAPL,NASDAQ:MSFT,NASDAQ:NVDA,NYSE:JPM'
      const { json } = await flow(`filter=lang:en&filter=symbol:${symbols}&cursor=${cursor}`)
      for (const { id } of json.items as Item[]) {
        assert.ok(!seen.has(id))
        seen.add(id)
      }
      cursor = encodeURIComponent(json.pagination?.cursor ?? '')
      pages++
    } while (cursor !== '' && pages < 20)
    assert.ok(pages > 1 && seen.size > 200, `${pages} pages, ${seen.size} stories`)
  })

  it('is filtered by market, country, sector and provider', async () => {
    const { json } = await flow('filter=lang:en&filter=market:crypto,forex&filter=provider:ledger-daily')
    assert.ok(json.items.length > 0)
    for (const item of json.items) assert.equal(item.provider.id, 'ledger-daily')
    const finance = await flow('filter=lang:en&filter=market_country:US&filter=sector:Finance')
    assert.ok(finance.json.items.length > 0)
  })

  it('refuses filters that are unsorted or invalid', async () => {
    const cases: readonly [string, number, RegExp][] = [
      ['filter=symbol:NASDAQ:AAPL&filter=lang:en', 400, /filters must be sorted/],
      ['filter=lang:en&filter=symbol:NYSE:JPM,NASDAQ:AAPL', 400, /filter values must be sorted/],
      ['filter=lang:xx', 400, /filter 'lang' has invalid values/],
      ['filter=market:stock', 400, /filter 'lang' has invalid values/],
      ['filter=lang:en&filter=provider:nobody', 400, /filter 'provider' has invalid values/],
      ['filter=lang:en&filter=symbol:AAPL', 422, /symbol/],
      ['filter=lang:en&cursor=!!!', 400, /cursor/],
    ]
    for (const [query, status, message] of cases) {
      const answer = await flow(query)
      assert.deepEqual([answer.status, answer.json.status], [status, 'error'], query)
      assert.match(answer.json.message, message)
    }
    assert.equal((await flow('filter=lang:en&filter=zap:1')).status, 200)
  })

  it('refuses other sites with an HTML page', async () => {
    const { status, headers } = await market.ask(
      'news-mediator/public/news-flow/v2/news?client=web&filter=lang:en',
      { headers: { origin: '' } },
    )
    assert.deepEqual([status, headers['content-type']], [403, 'text/html; charset=utf-8'])
  })

  it('has a first version that accepts any order and has no pages', async () => {
    const { status, json } = await market.ask(
      'news-mediator/news-flow/v1/news?filter=symbol:NYSE:JPM,NASDAQ:AAPL&filter=lang:en',
    )
    assert.equal(status, 200)
    assert.deepEqual(Object.keys(json), ['items'])
    assert.equal(typeof json.items[0].provider, 'string')
  })
})
