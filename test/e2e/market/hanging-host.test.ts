import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { FakeClock } from '../../../src/core/clock.ts'
import { costLimits } from '../../../src/services/market/gateway/upstream-client.ts'
import {
  type MarketFixture,
  openMarketFixture,
  type TestResponse,
} from '../../support/market/market-fixture.ts'

/** The clock stands still, so nobody gets anywhere by a deadline. */
async function openHouse(): Promise<{ house: MarketFixture; clock: FakeClock }> {
  const clock = new FakeClock()
  return { house: await openMarketFixture({ clock, outbound: { attemptsMax: 1 } }), clock }
}

function many(house: MarketFixture, count: number, path: string): Promise<TestResponse[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => house.get(path + index)))
}

async function untilAsked(house: MarketFixture, host: string, times: number): Promise<void> {
  while (house.sandbox.requests.list(host).length < times) await turn()
  // Time for more than that, if there were more.
  for (let turns = 0; turns < 50; turns++) await turn()
  assert.equal(house.sandbox.requests.list(host).length, times)
}

const search = 'symbol-search.tradingview.com'
const site = 'www.tradingview.com'
const scanner = 'scanner.tradingview.com'

describe('market host that hangs with many callers', () => {
  it('keeps nobody from the other hosts', async () => {
    const { house, clock } = await openHouse()
    await using _ = house
    for (const host of [search, site]) house.sandbox.faults.set({ kind: 'hang', host })
    const hanging = [many(house, 40, '/v1/symbols/search?q=hang'), many(house, 40, '/v1/ideas?q=slow')]
    await untilAsked(house, search, 8)
    await untilAsked(house, site, 2)
    for (const path of ['/v1/calendar/economic?countries=JP', '/v1/screeners/japan/search']) {
      const { status, text } = await house.get(path)
      assert.equal(status, 200, text)
    }
    clock.advance(costLimits.normal.deadlineMs)
    await Promise.all(hanging)
  })

  it('tells all of them at the deadline that it did not answer, those still in line as well', async () => {
    const { house, clock } = await openHouse()
    await using _ = house
    house.sandbox.faults.set({ kind: 'hang', host: scanner, path: '/global/scan' })
    const hanging = many(house, 12, '/v1/screeners/global/search?markets=uk&columns=name&offset=')
    await untilAsked(house, scanner, costLimits.huge.atOnce)
    // Those in line for the whole world do not stand in the way of who scans one market.
    assert.equal((await house.get('/v1/screeners/america/search?columns=name&limit=1')).status, 200)
    clock.advance(costLimits.huge.deadlineMs)
    for (const { status, json } of await hanging) {
      assert.deepEqual([status, json.error.code], [504, 'upstream_timeout'])
    }
  })
})
