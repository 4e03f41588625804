import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openTestMarket, type TestMarket } from '../../../test/support/sandbox/market-sandbox.ts'

let market: TestMarket
before(async () => {
  market = await openTestMarket()
})
after(() => market[Symbol.asyncDispose]())

describe('ideas', () => {
  it('are at most a thousand, in linked pages', async () => {
    const { json } = await market.ask('www/api/v1/ideas/')
    assert.deepEqual([json.count, json.page_size, json.page_count, json.results.length], [1000, 20, 50, 20])
    assert.equal(json.next, 'https://www.tradingview.com/api/v1/ideas/?page=2')
    assert.equal((await market.ask('www/api/v1/ideas/?page=50')).json.next, null)
    assert.equal((await market.ask('www/api/v1/ideas/?page=51')).status, 404)
    assert.equal((await market.ask('www/api/v1/ideas/?page=x')).status, 404)
  })

  it('are filtered by symbol, author and text, and sorted by likes or date', async () => {
    const apple = await market.ask('www/api/v1/ideas/?symbol=NASDAQ:AAPL&sort=recent')
    assert.ok(apple.json.count > 3)
    let before = Number.POSITIVE_INFINITY
    for (const idea of apple.json.results) {
      assert.equal(idea.symbol.name, 'NASDAQ:AAPL')
      assert.ok(idea.date_timestamp <= before && idea.date_timestamp * 1000 <= market.clock.now())
      before = idea.date_timestamp
    }
    const { username } = apple.json.results[0].user
    const by = await market.ask(`www/api/v1/ideas/?by=${username}`)
    assert.ok(by.json.results.every(({ user }: { user: { username: string } }) => user.username === username))
    const { results } = (await market.ask('www/api/v1/ideas/?sort=trending')).json
    const likes: number[] = results.map((idea: { likes_count: number }) => idea.likes_count)
    assert.deepEqual(
      likes,
      likes.toSorted((one, other) => other - one),
    )
    assert.equal((await market.ask('www/api/v1/ideas/?q=no-such-title')).json.count, 0)
  })

  it('refuse a sort order that the provider does not know, and list the newest first without one', async () => {
    assert.equal((await market.ask('www/api/v1/ideas/?sort=popular')).status, 400)
    const [unsorted, recent] = [
      await market.ask('www/api/v1/ideas/'),
      await market.ask('www/api/v1/ideas/?sort=recent'),
    ]
    assert.deepEqual(unsorted?.json.results, recent?.json.results)
  })

  it('require a user agent', async () => {
    const { status, text } = await market.ask('www/api/v1/ideas/', { headers: { 'user-agent': '' } })
    assert.equal(status, 403)
    assert.match(text, /<html>/)
  })
})

describe('scripts', () => {
  it('can be read at the Pine host where they are open', async () => {
    const { json } = await market.ask('www/api/v1/scripts/?per_page=100')
    for (const access of [1, 2]) {
      const script = json.results.find(
        ({ script_access }: { script_access: number }) => script_access === access,
      )
      const id = encodeURIComponent(script.script_id_part)
      const answer = await market.ask(`pine-facade/pine-facade/get/${id}/last`)
      assert.equal(answer.status, access === 1 ? 200 : 401)
      if (access === 1) assert.equal(answer.json.scriptName, script.name)
    }
  })
})
