import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { FakeClock } from '../../../../test/support/fake-clock.ts'
import { FakeProvider } from '../../../../test/support/market/fake-provider.ts'
import { Failure, isFailure } from '../../../core/errors.ts'
import { products } from '../products/index.ts'
import { getContract } from './contracts.ts'
import { failureCacheMs, Gateway } from './gateway.ts'
import { connectSharedCache, type SharedCache } from './shared-cache.ts'
import { buildUpstreamRequest } from './upstream-request.ts'

const never = { caller: { subject: 'anyone', networks: [] }, signal: new AbortController().signal }

const missesPerMinute = 1000

function fixture(shared?: SharedCache, bytesMax = 1_048_576) {
  const clock = new FakeClock()
  const upstream = new FakeProvider(clock)
  const gateway = new Gateway({
    upstream,
    clock,
    bytesMax,
    missesPerMinute,
    ...(shared ? { sharedCache: shared } : {}),
  })
  return { clock, upstream, gateway }
}

const ideas = buildUpstreamRequest(getContract('ideas.list'), {})
const down = new Failure('upstream_unavailable', 'Down.')

/** Waits for background work. */
async function settled(): Promise<void> {
  for (let turns = 0; turns < 10; turns++) await turn()
}

for (const product of products) {
  const { path } = product
  const contract = getContract(product.contract)
  const { max_age_seconds: fresh, stale_while_revalidate_seconds: stale } = contract.freshness
  const request = buildUpstreamRequest(contract, { query: { of: randomUUID() } })

  describe(`cached responses of ${path}`, () => {
    it(`are fresh for ${fresh} s, stale for ${stale} s more, then expired`, async () => {
      const { clock, upstream, gateway } = fixture()
      assert.equal((await gateway.lookUp(request, never)).status, 'miss')
      clock.advance(fresh * 1000)
      assert.equal((await gateway.lookUp(request, never)).status, 'hit')
      assert.equal(upstream.calls, 1)
      upstream.failure = down
      clock.advance(1)
      assert.equal((await gateway.lookUp(request, never)).status, 'stale')
      clock.advance(stale * 1000 - 1)
      const last = await gateway.lookUp(request, never)
      assert.equal(last.status, 'stale')
      assert.equal(last.entry.body, '{"call":1}')
      await settled()
      clock.advance(failureCacheMs)
      await assert.rejects(gateway.lookUp(request, never), (thrown) => thrown === down)
    })
  })
}

describe('gateway', () => {
  it('makes one request for a thousand waiting callers', async () => {
    const { upstream, gateway } = fixture()
    const { promise, resolve } = Promise.withResolvers<void>()
    upstream.gate = promise
    const waiting = Array.from({ length: 1000 }, () => gateway.lookUp(ideas, never))
    resolve()
    const found = await Promise.all(waiting)
    assert.equal(upstream.calls, 1)
    assert.deepEqual([...new Set(found.map(({ status }) => status))].sort(), ['joined', 'miss'])
  })

  it('refreshes once for a thousand stale responses, then serves the new one', async () => {
    const { clock, upstream, gateway } = fixture()
    await gateway.lookUp(ideas, never)
    clock.advance(121_000)
    const found = await Promise.all(Array.from({ length: 1000 }, () => gateway.lookUp(ideas, never)))
    assert.ok(found.every(({ status, entry }) => status === 'stale' && entry.body === '{"call":1}'))
    await settled()
    assert.equal(upstream.calls, 2)
    const next = await gateway.lookUp(ideas, never)
    assert.deepEqual([next.status, next.entry.body], ['hit', '{"call":2}'])
  })

  it('requests a failing provider once in five seconds, for misses and refreshes', async () => {
    const { clock, upstream, gateway } = fixture()
    upstream.failure = down
    await assert.rejects(gateway.lookUp(ideas, never))
    clock.advance(failureCacheMs - 1)
    await assert.rejects(gateway.lookUp(ideas, never))
    assert.equal(upstream.calls, 1)
    clock.advance(1)
    upstream.failure = undefined
    assert.equal((await gateway.lookUp(ideas, never)).status, 'miss')
    assert.equal(upstream.calls, 2)

    upstream.failure = down
    clock.advance(121_000)
    for (let count = 0; count < 50; count++) {
      assert.equal((await gateway.lookUp(ideas, never)).status, 'stale')
      await settled()
    }
    assert.equal(upstream.calls, 3)
  })

  it('lets a caller abort without ending the fetch for the others', async () => {
    const { upstream, gateway } = fixture()
    const { promise, resolve } = Promise.withResolvers<void>()
    upstream.gate = promise
    const leaving = new AbortController()
    const left = gateway.lookUp(ideas, { ...never, signal: leaving.signal })
    const staying = gateway.lookUp(ideas, never)
    leaving.abort(new Error('gone'))
    await assert.rejects(left, /gone/)
    resolve()
    assert.equal((await staying).entry.body, '{"call":1}')
    assert.equal(upstream.calls, 1)
  })

  it('leaves no unhandled rejection for an aborted caller', async () => {
    const { upstream, gateway } = fixture()
    upstream.failure = down
    const signal = AbortSignal.abort(new Error('Gone.'))
    await assert.rejects(gateway.lookUp(ideas, { ...never, signal }), /Gone/)
    await settled()
    assert.equal(upstream.calls, 1)
  })

  it('fetches for itself what was refused to the caller it joined', async () => {
    const { upstream, gateway } = fixture()
    const { promise, resolve } = Promise.withResolvers<void>()
    upstream.gate = promise
    upstream.failure = new Failure('rate_limited', 'Too many of your requests are waiting.')
    const greedy = gateway.lookUp(ideas, { ...never, caller: { subject: 'greedy', networks: [] } })
    const modest = gateway.lookUp(ideas, { ...never, caller: { subject: 'modest', networks: [] } })
    void greedy.catch(() => {
      upstream.failure = undefined
    })
    resolve()
    await assert.rejects(greedy, (thrown) => isFailure(thrown, 'rate_limited'))
    assert.deepEqual([(await modest).status, upstream.calls], ['miss', 2])
  })

  for (const stepMs of [-3_600_000, 3_600_000]) {
    it(`keeps its bounds when the clock is set by ${stepMs} ms, and shows times by the new one`, async () => {
      const { clock, upstream, gateway } = fixture()
      await gateway.lookUp(ideas, never)
      clock.advance(60_000)
      clock.stepWallClock(stepMs)
      clock.advance(60_000)
      const hit = await gateway.lookUp(ideas, never)
      assert.deepEqual([hit.status, hit.times.fetchedAt], ['hit', clock.now() - 120_000])
      clock.advance(1)
      assert.equal((await gateway.lookUp(ideas, never)).status, 'stale')
      await settled()
      assert.equal((await gateway.lookUp(ideas, never)).entry.body, '{"call":2}')

      upstream.failure = down
      const other = buildUpstreamRequest(getContract('ideas.list'), { query: { page: 2 } })
      await assert.rejects(gateway.lookUp(other, never))
      clock.stepWallClock(stepMs)
      clock.advance(failureCacheMs - 1)
      await assert.rejects(gateway.lookUp(other, never))
      assert.equal(upstream.calls, 3)
      clock.advance(1)
      await assert.rejects(gateway.lookUp(other, never))
      assert.equal(upstream.calls, 4)
    })
  }

  it('knows the age of a response of a node whose clock is two hours ahead', async () => {
    const lifetime = 1_560_000
    const ageMs = 121_000
    const shared: SharedCache = {
      get: async () => ({
        body: '{"shared":true}',
        contentType: 'application/json',
        fetchedAt: new FakeClock().now() + 7_200_000,
        keepMs: lifetime - ageMs,
      }),
      set: async () => {},
      [Symbol.asyncDispose]: async () => {},
    }
    const { clock, gateway } = fixture(shared)
    const { status, entry, times } = await gateway.lookUp(ideas, never)
    assert.deepEqual([status, entry.body], ['stale', '{"shared":true}'])
    assert.equal(times.fetchedAt, clock.now() - ageMs)
  })

  it('stays within its size limit', async () => {
    const { upstream, gateway } = fixture(undefined, 64_000)
    for (let index = 0; index < 200; index++) {
      await gateway.lookUp(buildUpstreamRequest(getContract('ideas.list'), { query: { index } }), never)
    }
    assert.equal(
      (await gateway.lookUp(buildUpstreamRequest(getContract('ideas.list'), { query: { index: 0 } }), never))
        .status,
      'miss',
    )
    assert.equal(upstream.calls, 201)
  })

  it('does not cache an overload', async () => {
    const { upstream, gateway } = fixture()
    upstream.failure = new Failure('overloaded', 'Busy.')
    await assert.rejects(gateway.lookUp(ideas, never), (thrown) => isFailure(thrown, 'overloaded'))
    upstream.failure = undefined
    assert.equal((await gateway.lookUp(ideas, never)).status, 'miss')
  })

  it('works without the shared cache, and warns once', async () => {
    const warnings: string[] = []
    await using shared = await connectSharedCache({
      url: 'redis://127.0.0.1:1',
      prefix: 'test:',
      onWarning: (message) => warnings.push(message),
    })
    const { upstream, gateway } = fixture(shared)
    assert.equal((await gateway.lookUp(ideas, never)).status, 'miss')
    assert.equal((await gateway.lookUp(ideas, never)).status, 'hit')
    while (warnings.length === 0) await turn()
    assert.equal(warnings.length, 1)
    assert.equal(upstream.calls, 1)
  })
})
