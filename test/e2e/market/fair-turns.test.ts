import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { silentEvents } from '../../../src/core/events.ts'
import { FakeClock } from '../../support/fake-clock.ts'
import { openMarketFixture } from '../../support/market/market-fixture.ts'
import { byApiKey } from '../../support/server/by-api-key.ts'

const host = 'symbol-search.tradingview.com'
const gapMs = 200

/** With the pauses between requests of the live profile, and time that passes only between responses. */
async function openFixture(missesPerMinute?: number) {
  const clock = new FakeClock()
  let received = 0
  const fixture = await openMarketFixture({
    clock,
    accessControl: byApiKey,
    outbound: {
      // Without pauses no time has to pass, and the budget is not filled up again on a busy machine.
      pauseBetweenRequests: missesPerMinute === undefined,
      events: { ...silentEvents, upstreamCall: () => void received++ },
    },
    ...(missesPerMinute === undefined ? {} : { missesPerMinute }),
  })
  const search = (caller: string, q: string) =>
    fixture.get(`/v1/symbols/search?q=${q}`, { 'x-api-key': caller })
  /** Requests of the callers, until all of them have a response. */
  async function settle<Result>(pending: readonly Promise<Result>[]): Promise<Result[]> {
    let isDone = false
    const results = Promise.all(pending).finally(() => {
      isDone = true
    })
    while (!isDone) {
      for (let turns = 0; turns < 20; turns++) await turn()
      if (received < fixture.sandbox.requests.list(host).length) continue
      clock.advance(gapMs)
    }
    return await results
  }
  return { fixture, clock, search, settle }
}

describe('one greedy caller of the market', () => {
  it('does not delay ten modest ones, and is refused at once what it cannot get in time', async () => {
    const { fixture, search, settle } = await openFixture()
    await using _ = fixture
    const greedy = Array.from({ length: 60 }, (_, index) => search('greedy', `greedy${index}`))
    while (fixture.sandbox.requests.list(host).length === 0) await turn()
    const modest = Array.from({ length: 10 }, (_, index) => search(`modest${index}`, `modest${index}`))
    const [answers, greedyAnswers] = await settle([Promise.all(modest), Promise.all(greedy)])
    for (const { status, text } of answers ?? []) assert.equal(status, 200, text)
    const refused = greedyAnswers?.filter(({ status }) => status !== 200) ?? []
    assert.ok(refused.length > 30 && refused.length < 60, `${refused.length} refused`)
    for (const { status, json, headers } of refused) {
      assert.deepEqual([status, json.error.code], [503, 'overloaded'])
      assert.ok(Number(headers.get('retry-after')) >= 1)
    }
    // No host is closed.
    const [later] = await settle([search('greedy', 'later')])
    assert.equal(later?.status, 200)
  })

  it('does not delay another one that waits for the same response', async () => {
    const { fixture, search, settle } = await openFixture()
    await using _ = fixture
    const greedy = Array.from({ length: 14 }, (_, index) => search('greedy', `greedy${index}`))
    while (fixture.sandbox.requests.list(host).length === 0) await turn()
    const last = greedy.at(-1)
    const joined = search('modest', 'greedy13')
    const order: string[] = []
    void last?.then(() => order.push('shared'))
    void greedy[5]?.then(() => order.push('sixth'))
    const answers = await settle([...greedy, joined])
    for (const { status, text } of answers) assert.equal(status, 200, text)
    assert.deepEqual(order, ['shared', 'sixth'])
  })

  it('has a budget of uncached requests: 429, while cached ones and other callers are served', async () => {
    const { fixture, clock, search } = await openFixture(3)
    await using _ = fixture
    for (const q of ['a', 'b', 'c']) assert.equal((await search('greedy', q)).status, 200)
    const [refused, cached, other] = await Promise.all([
      search('greedy', 'd'),
      search('greedy', 'a'),
      search('modest', 'e'),
    ])
    assert.deepEqual([refused?.status, refused?.json.error.code], [429, 'rate_limited'])
    assert.equal(refused?.json.error.details.limit, 3)
    assert.ok(Number(refused?.headers.get('retry-after')) >= 1)
    assert.deepEqual([cached?.status, other?.status], [200, 200])
    clock.advance(20_000)
    assert.equal((await search('greedy', 'd')).status, 200)
  })
})
