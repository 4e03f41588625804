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
  title: string
  published: number
  provider: { id: string } | string
  relatedSymbols?: { symbol: string }[]
  storyPath: string
}

const flow = (query: string) => market.ask(`news-mediator/public/news-flow/v2/news?client=web&${query}`)

describe('headlines', () => {
  it('come newest first, at most two hundred, none from tomorrow', async () => {
    const { json } = await market.ask('news-headlines/v2/headlines?client=web&lang=en&category=base')
    const items: Item[] = json.items
    assert.equal(items.length, 200)
    for (const [at, item] of items.entries()) {
      assert.ok(item.published * 1000 <= market.clock.now())
      assert.ok(at === 0 || item.published <= (items[at - 1]?.published ?? 0))
      assert.equal(typeof item.provider, 'string')
      assert.ok(item.storyPath.startsWith('/news/'))
    }
    assert.equal(new Set(items.map(({ id }) => id)).size, items.length)
  })

  it('are of a language, a category, a provider and a symbol', async () => {
    const german = await market.ask('news-headlines/v2/headlines?client=web&lang=de')
    assert.ok(german.json.items.length > 0)
    assert.ok(
      german.json.items.every(({ provider }: Item) =>
        ['boersenbrief', 'handelsfeder'].includes(String(provider)),
      ),
    )
    const coins = await market.ask('news-headlines/v2/headlines?client=web&category=crypto&provider=coinfold')
    assert.ok(
      coins.json.items.length > 0 && coins.json.items.every(({ provider }: Item) => provider === 'coinfold'),
    )
    const apple = await market.ask('news-headlines/v2/view/headlines/symbol?client=web&symbol=NASDAQ:AAPL')
    assert.ok(apple.json.items.length > 20)
    const none = await market.ask('news-headlines/v2/view/headlines/symbol?client=web&symbol=NO:SUCH')
    assert.deepEqual(none.json, { items: [] })
    assert.deepEqual((await market.ask('news-headlines/v2/headlines?client=web&lang=ko')).json, { items: [] })
  })

  it('want a client and a symbol where they must', async () => {
    assert.equal((await market.ask('news-headlines/v2/headlines?lang=en')).status, 400)
    assert.equal((await market.ask('news-headlines/v2/view/headlines/symbol?client=web')).status, 400)
  })

  it('of the oldest kind are a bare list with the text inside', async () => {
    const { json, headers } = await market.ask('news-headlines/headlines/?category=stock&lang=en')
    assert.ok(Array.isArray(json) && json.length > 0)
    assert.equal(json[0].astDescription.children[0].children[0], json[0].shortDescription)
    assert.equal(headers['x-sandbox-made-up'], 'true')
  })
})

describe('news flow', () => {
  it('is walked by cursors to the end, each story once', async () => {
    const seen = new Set<string>()
    let cursor: string | undefined
    let pages = 0
    do {
      const { json } = await flow(
        `filter=lang:en&filter=symbol:NASDAQ:AAPL,NASDAQ:MSFT,NASDAQ:NVDA,NYSE:JPM${cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
      )
      for (const { id, relatedSymbols = [] } of json.items as Item[]) {
        assert.ok(!seen.has(id))
        seen.add(id)
        assert.ok(
          relatedSymbols.some(({ symbol }) =>
            ['NASDAQ:AAPL', 'NASDAQ:MSFT', 'NASDAQ:NVDA', 'NYSE:JPM'].includes(symbol),
          ),
        )
      }
      cursor = json.pagination?.cursor
      pages++
    } while (cursor !== undefined && pages < 20)
    assert.ok(pages > 1 && seen.size > 200, `${pages} pages, ${seen.size} stories`)
  })

  it('has a cursor only while there is more, and a channel only when streaming', async () => {
    const { json } = await flow('filter=lang:en&filter=symbol:NASDAQ:AAPL')
    assert.deepEqual(
      [json.items.length < 200, 'pagination' in json, 'streaming' in json],
      [true, false, false],
    )
    const streaming = await flow('filter=lang:en&streaming=true')
    assert.deepEqual(Object.keys(streaming.json), ['items', 'streaming', 'pagination'])
    const { _id, pubdate } = JSON.parse(Buffer.from(streaming.json.pagination.cursor, 'base64').toString())
    assert.deepEqual(
      [_id, pubdate],
      [streaming.json.items.at(-1).id, streaming.json.items.at(-1).published * 1000],
    )
  })

  it('agrees with the headlines of a symbol', async () => {
    const one = await flow('filter=lang:en&filter=symbol:NASDAQ:AAPL')
    const other = await market.ask(
      'news-headlines/v2/view/headlines/symbol?client=web&symbol=NASDAQ:AAPL&lang=en',
    )
    assert.deepEqual(
      one.json.items.map(({ id }: Item) => id),
      other.json.items.map(({ id }: Item) => id),
    )
  })

  it('filters by market, country, sector and provider', async () => {
    const { json } = await flow('filter=lang:en&filter=market:crypto,forex&filter=provider:ledger-daily')
    assert.ok(json.items.length > 0)
    for (const item of json.items) assert.equal(item.provider.id, 'ledger-daily')
    const finance = await flow('filter=lang:en&filter=market_country:US&filter=sector:Finance')
    assert.ok(finance.json.items.length > 0)
  })

  it('wants its filters in order', async () => {
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
    assert.equal((await market.ask('news-mediator/public/news-flow/v2/news?filter=lang:en')).status, 400)
  })

  it('survives cursors from anywhere', async () => {
    for (const pubdate of [1e300, -1e300, 0, 9e15]) {
      const cursor = Buffer.from(JSON.stringify({ _id: 'x', pubdate })).toString('base64')
      assert.equal((await flow(`filter=lang:en&cursor=${encodeURIComponent(cursor)}`)).status, 200)
    }
  })

  it('refuses strangers in HTML', async () => {
    const { status, headers } = await market.ask(
      'news-mediator/public/news-flow/v2/news?client=web&filter=lang:en',
      { headers: { origin: '' } },
    )
    assert.deepEqual([status, headers['content-type']], [403, 'text/html; charset=utf-8'])
  })

  it('of the first version does not mind the order and has no paging', async () => {
    const { status, json } = await market.ask(
      'news-mediator/news-flow/v1/news?filter=symbol:NYSE:JPM,NASDAQ:AAPL&filter=lang:en&streaming=false',
    )
    assert.equal(status, 200)
    assert.deepEqual(Object.keys(json), ['items'])
    assert.equal(typeof json.items[0].provider, 'string')
  })
})
