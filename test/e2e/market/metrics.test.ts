import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { SharedHostState } from '../../../src/core/outbound/hosts/host-states.ts'
import { addHostMetrics } from '../../../src/http/metrics/store-metrics.ts'
import { FakeClock } from '../../support/fake-clock.ts'
import { type MarketFixture, openMarketFixture } from '../../support/market/market-fixture.ts'

const host = 'scanner.tradingview.com'
const path = '/v1/screeners/america/search?columns=name&limit=1'

/** The value of a series; undefined if it is missing. */
async function figureOf({ metrics }: MarketFixture, series: string): Promise<number | undefined> {
  const line = (await metrics.text()).split('\n').find((candidate) => candidate.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length + 1))
}

async function lookupsOf(fixture: MarketFixture): Promise<Record<string, number>> {
  const outcomes = ['hit', 'stale', 'miss', 'joined', 'failed']
  const counts = await Promise.all(
    outcomes.map((outcome) => figureOf(fixture, `broadsheet_market_lookups_total{outcome="${outcome}"}`)),
  )
  return Object.fromEntries(outcomes.map((outcome, index) => [outcome, counts[index] ?? 0]))
}

describe('metrics of the market gateway', () => {
  it('count lookups by outcome, and reused responses', async () => {
    const clock = new FakeClock()
    await using fixture = await openMarketFixture({ clock })
    fixture.sandbox.faults.set({ kind: 'latency', host, ms: 50 })
    // The clock and the provider stand still: the second request joins the first.
    const first = fixture.get(path)
    while (fixture.sandbox.requests.list(host).length === 0) await new Promise(setImmediate)
    const second = fixture.get(path)
    await fixture.get('/healthz')
    fixture.sandbox.faults.clear()
    clock.advance(50)
    await Promise.all([first, second])
    assert.deepEqual(await lookupsOf(fixture), { hit: 0, stale: 0, miss: 1, joined: 1, failed: 0 })
    for (let times = 0; times < 4; times++) await fixture.get(path)
    assert.deepEqual(await lookupsOf(fixture), { hit: 2, stale: 0, miss: 1, joined: 1, failed: 0 })
    const route = 'GET /v1/screeners/:market/search'
    assert.equal(await figureOf(fixture, `broadsheet_http_kept_total{route="${route}"}`), 2)
    clock.advance(300_001)
    await fixture.get(path)
    assert.equal((await lookupsOf(fixture)).stale, 1)
    assert.equal(await figureOf(fixture, 'broadsheet_market_kept_answers'), 1)
    assert.ok(((await figureOf(fixture, 'broadsheet_market_kept_bytes')) ?? 0) > 0)
  })

  it('report failures and the states of hosts', async () => {
    const clock = new FakeClock()
    const states = new Map<string, SharedHostState>()
    const sharedStates = {
      read: async () => [],
      save: async (state: SharedHostState) => void states.set(`${state.host} ${state.group}`, state),
    }
    await using fixture = await openMarketFixture({ clock, outbound: { attemptsMax: 1, sharedStates } })
    addHostMetrics(fixture.metrics, async () =>
      [...states.values()].map(({ group: endpoints = '', ...state }) => ({ ...state, endpoints })),
    )
    const failing = `broadsheet_upstream_host_state{host="${host}",group="scanner.scan",state="failing"}`
    fixture.sandbox.faults.set({ kind: 'status', host, status: 503 })
    for (let offset = 0; offset < 7; offset++) await fixture.get(`${path}&offset=${offset}`)
    const calls = (outcome: string) =>
      figureOf(fixture, `broadsheet_upstream_calls_total{host="${host}",outcome="${outcome}"}`)
    assert.equal(await calls('upstream_unavailable'), 5)
    assert.equal(await figureOf(fixture, failing), 1)
    assert.equal((await lookupsOf(fixture)).failed, 7)
    fixture.sandbox.faults.clear()
    clock.advance(30_000)
    assert.equal((await fixture.get(path)).status, 200)
    assert.equal(await calls('ok'), 1)
    assert.equal(await figureOf(fixture, failing), undefined)
  })
})
