import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { createClient } from 'redis'
import { marketHosts } from '../../../sandbox/market/index.ts'
import { startSandbox } from '../../../sandbox/server.ts'
import { systemClock } from '../../../src/core/clock.ts'
import { redisUrl, skipReason } from '../../support/backends.ts'
import { type MarketFixture, openMarketFixture } from '../../support/market/market-fixture.ts'

const redis = redisUrl() ?? ''
const prefix = `test:${randomUUID()}:`

describe('market services on one Redis', { skip: skipReason('Redis', redisUrl()) }, () => {
  const client = createClient({ url: redis })
  before(() => client.connect())
  after(async () => {
    const keys = await client.keys(`${prefix}*`)
    if (keys.length > 0) await client.del(keys)
    client.destroy()
  })

  /** The connection is made in the background. */
  async function untilItShares(fixture: MarketFixture): Promise<void> {
    const before = (await client.keys(`${prefix}*`)).length
    for (let times = 0; times < 500; times++) {
      await fixture.get(`/v1/symbols/search?q=${randomUUID()}`)
      if ((await client.keys(`${prefix}*`)).length > before) return
    }
    assert.fail('nothing is shared')
  }

  it('do not share responses across installations or providers', async () => {
    await using sandbox = await startSandbox({ clock: systemClock, seed: 'market', hosts: marketHosts() })
    const shared = { sandbox, redisUrl: redis }
    const elsewhere = ['ideas.list=https://ideas.example.org/list']
    await using first = await openMarketFixture({ ...shared, cachePrefix: `${prefix}one:` })
    await using second = await openMarketFixture({ ...shared, cachePrefix: `${prefix}one:` })
    await using other = await openMarketFixture({ ...shared, cachePrefix: `${prefix}two:` })
    await using moved = await openMarketFixture({
      ...shared,
      cachePrefix: `${prefix}one:`,
      upstreams: elsewhere,
    })
    for (const fixture of [first, second, other, moved]) {
      await untilItShares(fixture)
      assert.equal((await fixture.get('/v1/alerts/status')).status, 200)
    }
    const kept = await client.keys(`${prefix}*:PriceAlerts.IsAlive:*`)
    const installations = kept.map((key) => key.slice(prefix.length).split(':')[0]).sort()
    assert.deepEqual(installations, ['one', 'one', 'two'])
  })
})
