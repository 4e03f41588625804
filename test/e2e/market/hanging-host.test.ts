import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { costLimits, waitMsMax } from '../../../src/services/market/gateway/upstream-client.ts'
import { FakeClock } from '../../support/fake-clock.ts'
import { type MarketFixture, openMarketFixture } from '../../support/market/market-fixture.ts'
import { byApiKey } from '../../support/server/by-api-key.ts'
import type { TestResponse } from '../../support/server/test-server.ts'

/** The clock stands still, so no deadline passes. */
async function openFixture(): Promise<{ fixture: MarketFixture; clock: FakeClock }> {
  const clock = new FakeClock()
  return {
    fixture: await openMarketFixture({ clock, accessControl: byApiKey, outbound: { attemptsMax: 1 } }),
    clock,
  }
}

/** Of one caller, who has a key: an anonymous one may not have as many in flight. */
function many(fixture: MarketFixture, count: number, path: string): Promise<TestResponse[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => get(fixture, path + index)))
}

function get(fixture: MarketFixture, path: string): Promise<TestResponse> {
  return fixture.get(path, { 'x-api-key': 'one' })
}

async function untilAsked(fixture: MarketFixture, host: string, times: number): Promise<void> {
  // Requests that were refused never arrive.
  const signal = AbortSignal.timeout(60_000)
  while (fixture.sandbox.requests.list(host).length < times) await turn(undefined, { signal })
  // Time for more requests, if there were any.
  for (let turns = 0; turns < 50; turns++) await turn()
  assert.equal(fixture.sandbox.requests.list(host).length, times)
}

const search = 'symbol-search.tradingview.com'
const site = 'www.tradingview.com'
const scanner = 'scanner.tradingview.com'

describe('market host that hangs with many callers', () => {
  it('does not block the other hosts', async () => {
    const { fixture, clock } = await openFixture()
    await using _ = fixture
    for (const host of [search, site]) fixture.sandbox.faults.set({ kind: 'hang', host })
    const hanging = [many(fixture, 40, '/v1/symbols/search?q=hang'), many(fixture, 40, '/v1/ideas?q=slow')]
    // The last slot of each host is for another caller.
    await untilAsked(fixture, search, 7)
    await untilAsked(fixture, site, 1)
    for (const path of ['/v1/calendar/economic?countries=JP', '/v1/screeners/japan/search']) {
      const { status, text } = await get(fixture, path)
      assert.equal(status, 200, text)
    }
    clock.advance(costLimits.normal.deadlineMs)
    await Promise.all(hanging)
  })

  it('is a timeout for the requests it received, and no failure of it for those that waited', async () => {
    const { fixture, clock } = await openFixture()
    await using _ = fixture
    fixture.sandbox.faults.set({ kind: 'hang', host: scanner, path: '/global/scan' })
    const hanging = many(fixture, 12, '/v1/screeners/global/search?markets=uk&columns=name&offset=')
    await untilAsked(fixture, scanner, costLimits.huge.atOnce - 1)
    // Queued global scans do not block scans of one market.
    assert.equal((await get(fixture, '/v1/screeners/america/search?columns=name&limit=1')).status, 200)
    clock.advance(waitMsMax)
    clock.advance(costLimits.huge.deadlineMs - waitMsMax)
    const codes = (await hanging).map(({ status, json }) => `${status} ${json.error.code}`)
    assert.equal(codes.filter((code) => code === '504 upstream_timeout').length, 1)
    assert.equal(codes.filter((code) => code === '503 overloaded').length, 11)
  })
})
