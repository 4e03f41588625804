import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { createClient } from 'redis'
import { redisUrl, skipReason } from '../../../../test/support/backends.ts'
import { FakeClock } from '../../../../test/support/fake-clock.ts'
import { FakeProvider } from '../../../../test/support/market/fake-provider.ts'
import { Failure } from '../../../core/errors.ts'
import { getContract } from './contracts.ts'
import { Gateway } from './gateway.ts'
import { connectSharedCache, type SharedCache } from './shared-cache.ts'
import { buildUpstreamRequest } from './upstream-request.ts'

const never = { caller: { subject: 'anyone', networks: [] }, signal: new AbortController().signal }
const missesPerMinute = 1000
const down = new Failure('upstream_unavailable', 'Down.')
const redis = redisUrl()
const prefix = `test:${randomUUID()}:`

function openTestCache(): Promise<SharedCache> {
  return connectSharedCache({ url: redis ?? '', prefix, onWarning: () => {}, timeoutMs: 5000 })
}

/** The connection is made in the background. */
async function untilConnected(shared: SharedCache): Promise<void> {
  const probe = { body: 'probe', contentType: 'text/plain', fetchedAt: 1 }
  for (;;) {
    await shared.set('probe', probe, 60_000)
    if (await shared.get('probe')) return
    await turn()
  }
}

describe('a gateway that shares its cache', { skip: skipReason('Redis', redis) }, () => {
  after(async () => {
    const client = await createClient({ url: redis ?? '' }).connect()
    for await (const keys of client.scanIterator({ MATCH: `${prefix}*`, COUNT: 500 })) {
      if (keys.length > 0) await client.del(keys)
    }
    client.destroy()
  })

  it('keeps the bounds of a response on another node', async () => {
    const contract = getContract('ideas.list')
    const { max_age_seconds: fresh, stale_while_revalidate_seconds: stale } = contract.freshness
    const request = buildUpstreamRequest(contract, { query: { of: randomUUID() } })
    await using first = await openTestCache()
    await using second = await openTestCache()
    await Promise.all([untilConnected(first), untilConnected(second)])
    const clock = new FakeClock()
    const upstream = new FakeProvider(clock)
    const node = (shared: SharedCache) =>
      new Gateway({ upstream, clock, bytesMax: 1_048_576, missesPerMinute, sharedCache: shared })
    assert.equal((await node(first).lookUp(request, never)).status, 'miss')
    clock.advance(fresh * 1000)
    assert.equal((await node(second).lookUp(request, never)).status, 'hit')
    assert.equal(upstream.calls, 1)
    upstream.failure = down
    clock.advance(1)
    assert.equal((await node(second).lookUp(request, never)).status, 'stale')
    clock.advance(stale * 1000 - 1)
    assert.equal((await node(second).lookUp(request, never)).status, 'stale')
    clock.advance(1)
    await assert.rejects(node(second).lookUp(request, never), (thrown) => thrown === down)
  })

  it('uses a newer response of another node', async () => {
    await using shared = await openTestCache()
    await untilConnected(shared)
    const clock = new FakeClock()
    const upstream = new FakeProvider(clock)
    const request = buildUpstreamRequest(getContract('ideas.list'), { query: { of: randomUUID() } })
    const first = new Gateway({ upstream, clock, bytesMax: 1_048_576, missesPerMinute, sharedCache: shared })
    const second = new Gateway({ upstream, clock, bytesMax: 1_048_576, missesPerMinute, sharedCache: shared })
    await first.lookUp(request, never)
    await second.lookUp(request, never)
    clock.advance(121_000)
    await first.lookUp(request, never)
    while (upstream.calls < 2 || (await first.lookUp(request, never)).status === 'stale') await turn()
    assert.equal((await second.lookUp(request, never)).status, 'stale')
    while ((await second.lookUp(request, never)).status === 'stale') await turn()
    assert.equal(upstream.calls, 2)
  })
})
