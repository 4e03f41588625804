import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { redisUrl, skipReason } from '../../test/support/backends.ts'
import { FakeClock } from '../../test/support/fake-clock.ts'
import { openIdentityFixture } from '../../test/support/server/identity-fixture.ts'
import { testEngines } from '../../test/support/store/test-engines.ts'

const counters = [
  { where: 'in memory', skip: false, redis: () => undefined },
  {
    where: 'in Redis',
    skip: skipReason('Redis', redisUrl()),
    redis: () => ({ url: redisUrl() ?? '', keyPrefix: `t${randomUUID()}:` }),
  },
] as const

for (const engine of testEngines) {
  describe(`${engine.name}: access control`, { skip: engine.skip }, () => {
    for (const { where, skip, redis } of counters) {
      it(`counts requests ${where}, whatever happens to the wall clock`, { skip }, async () => {
        await using database = await engine.createDatabase()
        await using store = await database.openStore()
        const clock = new FakeClock()
        const rates = { anonymous: { perSecond: 100, perMinute: 3 } }
        await using server = await openIdentityFixture({ store, clock, rates, redis: redis() })
        const send = () => server.request('GET', '/v1/things')
        for (let n = 0; n < 3; n += 1) assert.equal((await send()).status, 200)
        for (const stepMs of [0, 61_000, -122_000, 40 * 86_400_000, -80 * 86_400_000]) {
          clock.stepWallClock(stepMs)
          const { status, headers } = await send()
          assert.equal(status, 429, `after a step of ${stepMs} ms`)
          assert.ok(Number(headers.get('retry-after')) <= 60, `${headers.get('retry-after')} seconds`)
        }
      })
    }
  })
}
