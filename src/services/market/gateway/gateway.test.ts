import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { createClient } from 'redis'
import { redisUrl, skipReason } from '../../../../test/support/backends.ts'
import { FakeClock } from '../../../../test/support/fake-clock.ts'
import { Failure, isFailure } from '../../../core/errors.ts'
import { products } from '../products/index.ts'
import { getContract } from './contracts.ts'
import { failureCacheMs, Gateway } from './gateway.ts'
import { connectSharedCache, type SharedCache } from './shared-cache.ts'
import type { UpstreamResponse } from './upstream-client.ts'
import { buildUpstreamRequest } from './upstream-request.ts'

const never = new AbortController().signal

/** A provider that counts, fails when told to, and can be held back. */
class Provider {
  calls = 0
  failure: Failure | undefined
  gate: Promise<void> = Promise.resolve()
  readonly #clock: FakeClock

  constructor(clock: FakeClock) {
    this.#clock = clock
  }

  async fetch(): Promise<UpstreamResponse> {
    this.calls += 1
    const body = JSON.stringify({ call: this.calls })
    await this.gate
    if (this.failure) throw this.failure
    return {
      status: 200,
      url: 'https://provider.example/',
      headers: { 'content-type': 'application/json' },
      body,
      json: JSON.parse(body),
      receivedAt: this.#clock.now(),
    }
  }
}

function fixture(shared?: SharedCache, bytesMax = 1_048_576) {
  const clock = new FakeClock()
  const upstream = new Provider(clock)
  const gateway = new Gateway({ upstream, clock, bytesMax, ...(shared ? { sharedCache: shared } : {}) })
  return { clock, upstream, gateway }
}

const ideas = buildUpstreamRequest(getContract('ideas.list'), {})
const down = new Failure('upstream_unavailable', 'Down.')

/** Lets work that was started in the background come to its end. */
async function settled(): Promise<void> {
  for (let turns = 0; turns < 10; turns++) await turn()
}

const redis = redisUrl()
const prefix = `test:${randomUUID()}:`

function openTestCache(): Promise<SharedCache> {
  return connectSharedCache({ url: redis ?? '', prefix, onWarning: () => {}, timeoutMs: 5000 })
}

/** The connection is made in the background. */
async function whenReady(shared: SharedCache): Promise<void> {
  const probe = { body: 'probe', contentType: 'text/plain', fetchedAt: 1, bodyHash: '' }
  for (;;) {
    await shared.set('probe', probe, 60_000)
    if (await shared.get('probe')) return
    await turn()
  }
}

for (const product of products) {
  const { path } = product
  const contract = getContract(product.contract)
  const { max_age_seconds: fresh, stale_while_revalidate_seconds: stale } = contract.freshness
  const ask = buildUpstreamRequest(contract, { query: { of: randomUUID() } })

  describe(`kept answers of ${path}`, () => {
    it(`are fresh for ${fresh} s, stale for ${stale} s more, and gone after that`, async () => {
      const { clock, upstream, gateway } = fixture()
      assert.equal((await gateway.lookUp(ask, never)).status, 'miss')
      clock.advance(fresh * 1000)
      assert.equal((await gateway.lookUp(ask, never)).status, 'hit')
      assert.equal(upstream.calls, 1)
      upstream.failure = down
      clock.advance(1)
      assert.equal((await gateway.lookUp(ask, never)).status, 'stale')
      clock.advance(stale * 1000 - 1)
      const last = await gateway.lookUp(ask, never)
      assert.equal(last.status, 'stale')
      assert.equal(last.entry.body, '{"call":1}')
      await settled()
      clock.advance(failureCacheMs)
      await assert.rejects(gateway.lookUp(ask, never), (thrown) => thrown === down)
    })

    it('have the same bounds on another node that shares them', {
      skip: skipReason('Redis', redis),
    }, async () => {
      await using first = await openTestCache()
      await using second = await openTestCache()
      await Promise.all([whenReady(first), whenReady(second)])
      const clock = new FakeClock()
      const upstream = new Provider(clock)
      const node = (shared: SharedCache) =>
        new Gateway({ upstream, clock, bytesMax: 1_048_576, sharedCache: shared })
      assert.equal((await node(first).lookUp(ask, never)).status, 'miss')
      clock.advance(fresh * 1000)
      assert.equal((await node(second).lookUp(ask, never)).status, 'hit')
      assert.equal(upstream.calls, 1)
      upstream.failure = down
      clock.advance(1)
      assert.equal((await node(second).lookUp(ask, never)).status, 'stale')
      clock.advance(stale * 1000 - 1)
      assert.equal((await node(second).lookUp(ask, never)).status, 'stale')
      clock.advance(1)
      await assert.rejects(node(second).lookUp(ask, never), (thrown) => thrown === down)
    })
  })
}

describe('gateway', () => {
  it('makes one request for a thousand that wait', async () => {
    const { upstream, gateway } = fixture()
    const { promise, resolve } = Promise.withResolvers<void>()
    upstream.gate = promise
    const waiting = Array.from({ length: 1000 }, () => gateway.lookUp(ideas, never))
    resolve()
    const found = await Promise.all(waiting)
    assert.equal(upstream.calls, 1)
    assert.deepEqual([...new Set(found.map(({ status }) => status))].sort(), ['joined', 'miss'])
  })

  it('refreshes once behind a thousand stale answers, and serves the new one after', async () => {
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

  it('asks a failing provider once in five seconds, for misses and for refreshes', async () => {
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
    for (let asked = 0; asked < 50; asked++) {
      assert.equal((await gateway.lookUp(ideas, never)).status, 'stale')
      await settled()
    }
    assert.equal(upstream.calls, 3)
  })

  it('lets a caller leave without ending the work for the others', async () => {
    const { upstream, gateway } = fixture()
    const { promise, resolve } = Promise.withResolvers<void>()
    upstream.gate = promise
    const leaving = new AbortController()
    const left = gateway.lookUp(ideas, leaving.signal)
    const staying = gateway.lookUp(ideas, never)
    leaving.abort(new Error('gone'))
    await assert.rejects(left, /gone/)
    resolve()
    assert.equal((await staying).entry.body, '{"call":1}')
    assert.equal(upstream.calls, 1)
  })

  it('asked by who has gone already leaves no failure that nobody hears of', async () => {
    const { upstream, gateway } = fixture()
    upstream.failure = down
    await assert.rejects(gateway.lookUp(ideas, AbortSignal.abort(new Error('Gone.'))), /Gone/)
    await settled()
    assert.equal(upstream.calls, 1)
  })

  it('holds no more bytes than it was given', async () => {
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

  it('does not remember that it was too busy', async () => {
    const { upstream, gateway } = fixture()
    upstream.failure = new Failure('overloaded', 'Busy.')
    await assert.rejects(gateway.lookUp(ideas, never), (thrown) => isFailure(thrown, 'overloaded'))
    upstream.failure = undefined
    assert.equal((await gateway.lookUp(ideas, never)).status, 'miss')
  })

  it('works alone while the shared cache is out of reach, and says so once', async () => {
    const warnings: string[] = []
    await using shared = await connectSharedCache({
      url: 'redis://127.0.0.1:1',
      prefix,
      onWarning: (message) => warnings.push(message),
    })
    const { upstream, gateway } = fixture(shared)
    assert.equal((await gateway.lookUp(ideas, never)).status, 'miss')
    assert.equal((await gateway.lookUp(ideas, never)).status, 'hit')
    while (warnings.length === 0) await turn()
    assert.equal(warnings.length, 1)
    assert.equal(upstream.calls, 1)
  })

  it('takes a newer answer of another node instead of asking again', {
    skip: skipReason('Redis', redis),
  }, async () => {
    await using shared = await openTestCache()
    await whenReady(shared)
    const clock = new FakeClock()
    const upstream = new Provider(clock)
    const ask = buildUpstreamRequest(getContract('ideas.list'), { query: { of: randomUUID() } })
    const first = new Gateway({ upstream, clock, bytesMax: 1_048_576, sharedCache: shared })
    const second = new Gateway({ upstream, clock, bytesMax: 1_048_576, sharedCache: shared })
    await first.lookUp(ask, never)
    await second.lookUp(ask, never)
    clock.advance(121_000)
    await first.lookUp(ask, never)
    while (upstream.calls < 2 || (await first.lookUp(ask, never)).status === 'stale') await turn()
    assert.equal((await second.lookUp(ask, never)).status, 'stale')
    while ((await second.lookUp(ask, never)).status === 'stale') await turn()
    assert.equal(upstream.calls, 2)
  })
})

after(async () => {
  if (redis === undefined) return
  const client = await createClient({ url: redis }).connect()
  for await (const keys of client.scanIterator({ MATCH: `${prefix}*`, COUNT: 500 })) {
    if (keys.length > 0) await client.del(keys)
  }
  client.destroy()
})
