import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import { createClient } from 'redis'
import { redisUrl, skipReason } from '../../../test/support/backends.ts'
import { systemClock } from '../../core/clock.ts'
import { QuotaCounter } from './quota-counter.ts'
import { quotaScript, redisQuota } from './redis-quota.ts'

describe('quota from Redis', { skip: skipReason('Redis', redisUrl()) }, () => {
  const url = redisUrl() ?? ''
  const keyPrefix = `t${randomUUID()}:`
  const client = createClient({ url })
  before(() => client.connect())
  after(() => client.destroy())

  // Long enough that no key expires in real time during a run.
  const windows = [
    { lengthMs: 10_000, quota: 6 },
    { lengthMs: 60_000, quota: 15 },
  ]
  const calls = fc.array(
    fc.record({
      // The same bucket, the next one, past either window, and a clock set back within and beyond a bucket.
      pauseMs: fc.oneof(
        fc.constant(0),
        fc.integer({ min: 0, max: 150 }),
        fc.integer({ min: 0, max: 12_000 }),
        fc.integer({ min: 0, max: 70_000 }),
        fc.integer({ min: -1500, max: -1 }),
      ),
      need: fc.integer({ min: 0, max: 5 }),
      prefetch: fc.integer({ min: 0, max: 6 }),
      unused: fc.integer({ min: 0, max: 3 }),
      quotaChange: fc.constantFrom(0, 0, 0, -4, -20, 5),
      windowCount: fc.constantFrom(2, 2, 2, 2, 1),
    }),
    { maxLength: 60 },
  )

  it('is granted by the same arithmetic as in memory', async () => {
    await fc.assert(
      fc.asyncProperty(calls, async (steps) => {
        const counter = new QuotaCounter()
        const key = keyPrefix + randomUUID()
        let now = 1_700_000_000_000
        for (const { pauseMs, need, prefetch, unused, quotaChange, windowCount } of steps) {
          now += pauseMs
          const limits = windows
            .slice(0, windowCount)
            .map(({ lengthMs, quota }) => ({ lengthMs, quota: quota + quotaChange }))
          const request = { need, want: need + prefetch, unused }
          const reply = await client.eval(quotaScript, {
            keys: [key],
            arguments: [JSON.stringify(limits), JSON.stringify(request), String(now)],
          })
          assert.deepEqual(JSON.parse(String(reply)), counter.take('a', limits, request, now))
        }
      }),
      { numRuns: 60 },
    )
  })

  it('uses the clock of the server, and loads the script when Redis does not have it', async () => {
    const quota = await redisQuota({ url, keyPrefix, clock: systemClock })
    try {
      await client.scriptFlush()
      const take = () => quota.take('a', windows, { need: 4, want: 4, unused: 0 })
      const first = await take()
      assert.deepEqual([first.granted, first.refusedBy, first.waitMs], [4, -1, 0])
      assert.deepEqual(
        first.windows.map(({ remaining, resetMs }) => [remaining, resetMs]),
        [
          [2, 10_000],
          [11, 60_000],
        ],
      )
      const second = await take()
      assert.deepEqual([second.granted, second.refusedBy], [2, 0])
      assert.ok(second.waitMs > 5000 && second.waitMs <= 10_000)
    } finally {
      await quota.close()
    }
  })
})
