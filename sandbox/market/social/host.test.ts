import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openTestMarket, type TestMarket } from '../../../test/support/sandbox/market-sandbox.ts'

let market: TestMarket
before(async () => {
  market = await openTestMarket()
})
after(() => market[Symbol.asyncDispose]())

describe('ideas', () => {
  it('are a thousand at most, in pages that lead to the next', async () => {
    const { json } = await market.ask('www/api/v1/ideas/')
    assert.deepEqual([json.count, json.page_size, json.page_count, json.results.length], [1000, 20, 50, 20])
    assert.equal(json.next, 'https://www.tradingview.com/api/v1/ideas/?page=2')
    const last = await market.ask('www/api/v1/ideas/?page=50')
    assert.equal(last.json.next, null)
    assert.equal((await market.ask('www/api/v1/ideas/?page=51')).status, 404)
    assert.equal((await market.ask('www/api/v1/ideas/?page=x')).status, 404)
  })

  it('are by symbol, author and text, popular or recent', async () => {
    const apple = await market.ask('www/api/v1/ideas/?symbol=NASDAQ:AAPL&sort=recent')
    assert.ok(apple.json.count > 3)
    let before = Number.POSITIVE_INFINITY
    for (const idea of apple.json.results) {
      assert.deepEqual([idea.symbol.name, idea.is_script, idea.views_count], ['NASDAQ:AAPL', false, 0])
      assert.ok(idea.date_timestamp <= before && idea.date_timestamp * 1000 <= market.clock.now())
      before = idea.date_timestamp
    }
    const { username } = apple.json.results[0].user
    const by = await market.ask(`www/api/v1/ideas/?by=${username}`)
    assert.ok(by.json.results.every(({ user }: { user: { username: string } }) => user.username === username))
    const popular = (await market.ask('www/api/v1/ideas/')).json.results.map(
      ({ likes_count }: { likes_count: number }) => likes_count,
    )
    assert.deepEqual(
      popular,
      popular.toSorted((one: number, other: number) => other - one),
    )
    assert.equal((await market.ask('www/api/v1/ideas/?q=nothing-is-called-so')).json.count, 0)
  })

  it('are for those who say who they are', async () => {
    const { status, text } = await market.ask('www/api/v1/ideas/', { headers: { 'user-agent': '' } })
    assert.equal(status, 403)
    assert.match(text, /<html>/)
  })
})

describe('scripts', () => {
  it('have the same shape with their own fields filled, and are made up', async () => {
    const { json, headers } = await market.ask('www/api/v1/scripts/?per_page=100')
    assert.equal(headers['x-sandbox-made-up'], 'true')
    const accesses = new Set<number>()
    for (const script of json.results) {
      assert.deepEqual([script.is_script, /^PUB;[0-9a-f]{32}$/.test(script.script_id_part)], [true, true])
      assert.ok(['indicator', 'strategy', 'library'].includes(script.script_type))
      accesses.add(script.script_access)
    }
    assert.deepEqual([...accesses].sort(), [1, 2, 3])
  })

  it('can be read by their id where they are open', async () => {
    const { json } = await market.ask('www/api/v1/scripts/?per_page=100')
    for (const access of [1, 2]) {
      const script = json.results.find(
        ({ script_access }: { script_access: number }) => script_access === access,
      )
      const id = encodeURIComponent(script.script_id_part)
      const answer = await market.ask(`pine-facade/pine-facade/get/${id}/last`)
      assert.equal(answer.status, access === 1 ? 200 : 401)
      if (access === 1) assert.equal(answer.json.scriptName, script.name)
      assert.equal((await market.ask(`pine-facade/pine-facade/is_auth_to_get/${id}/last`)).json, access === 1)
    }
  })
})
