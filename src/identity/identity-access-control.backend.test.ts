import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { redisUrl, skipReason } from '../../test/support/backends.ts'
import { FakeClock } from '../../test/support/fake-clock.ts'
import { openIdentityFixture } from '../../test/support/server/identity-fixture.ts'
import { assertNetworksAreHeld } from '../../test/support/server/network-limits.ts'
import { sqlite } from '../../test/support/store/test-engines.ts'

describe('access control with Redis', { skip: skipReason('Redis', redisUrl()) }, () => {
  it('counts requests, whatever happens to the wall clock', async () => {
    await using database = await sqlite.borrowDatabase()
    await using store = await database.openStore()
    const clock = new FakeClock()
    const redis = { url: redisUrl() ?? '', keyPrefix: `t${randomUUID()}:` }
    const rates = { anonymous: { perSecond: 100, perMinute: 3 } }
    await using server = await openIdentityFixture({ store, clock, rates, redis })
    const send = () => server.request('GET', '/v1/things')
    for (let n = 0; n < 3; n += 1) assert.equal((await send()).status, 200)
    for (const stepMs of [0, 61_000, -122_000, 40 * 86_400_000, -80 * 86_400_000]) {
      clock.stepWallClock(stepMs)
      const { status, headers } = await send()
      assert.equal(status, 429, `after a step of ${stepMs} ms`)
      assert.ok(Number(headers.get('retry-after')) <= 60, `${headers.get('retry-after')} seconds`)
    }
  })

  it('holds the networks of a /56 and a /48 together', async () => {
    await using database = await sqlite.borrowDatabase()
    await using store = await database.openStore()
    const redis = { url: redisUrl() ?? '', keyPrefix: `t${randomUUID()}:` }
    const rates = { anonymous: { perSecond: 1000, perMinute: 3 } }
    await using server = await openIdentityFixture({ store, clock: new FakeClock(), rates, redis })
    await assertNetworksAreHeld(server)
  })
})
