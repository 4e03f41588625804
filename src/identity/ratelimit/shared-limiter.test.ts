import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { redisUrl, skipReason } from '../../../test/support/backends.ts'
import { FakeClock, systemClock } from '../../core/clock.ts'
import { type Decision, type Policy, toPolicy } from './limiter.ts'
import { QuotaCounter, type QuotaSource } from './quota-counter.ts'
import { redisQuota } from './redis-quota.ts'
import { SharedLimiter } from './shared-limiter.ts'

const silent = { onWarning: () => {} }

/** A lender in memory that tells how often it was asked, and can be away. */
function memorySource(clock: FakeClock): QuotaSource & { calls: number; isDown: boolean } {
  const counter = new QuotaCounter()
  return {
    name: 'The lender',
    timeoutMs: 500,
    calls: 0,
    isDown: false,
    async take(subject, numbers) {
      this.calls += 1
      if (this.isDown) throw new Error('away')
      return counter.take(subject, numbers, clock.now())
    },
    close: async () => {},
  }
}

function passes(decisions: readonly Decision[]): number {
  return decisions.filter(({ refusedBy }) => refusedBy === undefined).length
}

describe('lending requests', () => {
  it('gives those who wait what they need, others a quarter of the rest, and takes back what was not used', () => {
    const keeper = new QuotaCounter()
    assert.deepEqual(keeper.take('a', [1, 100, 0, 1000, 40], 0), [10, 0, 0, 30, 1000])
    assert.deepEqual(keeper.take('a', [20, 20, 0, 1000, 40], 0).slice(0, 4), [20, 0, 0, 10])
    assert.deepEqual(keeper.take('a', [15, 15, 5, 1000, 40], 0).slice(0, 4), [15, 0, 0, 0])
    assert.deepEqual(keeper.take('a', [1, 1, 0, 1000, 40], 400), [0, 600, 1, 0, 600])
    assert.deepEqual(keeper.take('a', [1, 1, 0, 1000, 40], 1000).slice(0, 2), [1, 0])
  })

  it('is the same arithmetic in memory and in Redis', { skip: skipReason('Redis', redisUrl()) }, async () => {
    const keeper = new QuotaCounter()
    const keyPrefix = `t${randomBytes(6).toString('hex')}:`
    const redis = await redisQuota({ url: redisUrl() ?? '', keyPrefix, clock: systemClock })
    try {
      let state = 7
      for (let n = 0; n < 200; n++) {
        state = (state * 48271) % 2147483647
        const need = state % 4
        const numbers = [need, need + (state % 7), n % 5 === 0 ? state % 3 : 0, 600_000, 90, 3_600_000, 300]
        const subject = `s${n % 2}`
        const [granted, , refusing, left, , leftLong] = await redis.take(subject, numbers)
        const [own, , ownRefusing, ownLeft, , ownLeftLong] = keeper.take(subject, numbers, 1_000_000)
        assert.deepEqual(
          [granted, refusing, left, leftLong],
          [own, ownRefusing, ownLeft, ownLeftLong],
          `call ${n}`,
        )
      }
    } finally {
      await redis.close()
    }
  })
})

describe('limits that are shared', () => {
  const policy: Policy = toPolicy({ perSecond: 200, perMinute: 10_000 })

  it('hold for two nodes together, and the lender is asked far less often than requests come', async () => {
    const clock = new FakeClock()
    const source = memorySource(clock)
    const nodes = [
      new SharedLimiter({ clock, ...silent }, source),
      new SharedLimiter({ clock, ...silent }, source),
    ]
    const decisions: Decision[] = []
    for (let ms = 0; ms < 1000; ms++) {
      clock.advance(1)
      for (const node of nodes) decisions.push(await node.take('a', policy, clock.now()))
    }
    assert.ok(passes(decisions) <= 204 && passes(decisions) >= 196, `${passes(decisions)} passed`)
    assert.ok(source.calls < 200, `asked ${source.calls} times`)
  })

  it('let a refused caller pass who waits as told', async () => {
    const clock = new FakeClock()
    const node = new SharedLimiter({ clock, ...silent }, memorySource(clock))
    const small = toPolicy({ perSecond: 2, perMinute: 5 })
    for (let n = 0; n < 40; n++) {
      const decision = await node.take('a', small, clock.now())
      if (decision.refusedBy === undefined) continue
      clock.advance(Math.ceil(decision.waitMs / 1000) * 1000)
      assert.equal((await node.take('a', small, clock.now())).refusedBy, undefined)
    }
  })

  it('answer everybody who asks at the same time with one call', async () => {
    const clock = new FakeClock()
    const source = memorySource(clock)
    const node = new SharedLimiter({ clock, ...silent }, source)
    const first = node.take('a', policy, clock.now())
    const rest = await Promise.all(Array.from({ length: 300 }, () => node.take('a', policy, clock.now())))
    assert.equal(passes([await first, ...rest]), 200)
    assert.ok(source.calls <= 3)
  })

  it('let a node spend what it was lent within ten milliseconds, and nothing that it gave back', async () => {
    const clock = new FakeClock()
    const source = memorySource(clock)
    let lent = 0
    const counting: QuotaSource = {
      ...source,
      async take(subject, numbers) {
        const reply = await source.take(subject, numbers)
        lent += (reply[0] ?? 0) - (numbers[2] ?? 0)
        return reply
      },
    }
    const node = new SharedLimiter({ clock, ...silent }, counting)
    const generous = toPolicy({ perSecond: 1000, perMinute: 60_000 })
    let passed = 0
    for (let n = 0; n < 400; n += 1) {
      const isLate = n % 5 === 4
      clock.advance(isLate ? 10 : 1)
      const askedBefore = source.calls
      passed += passes([await node.take('a', generous, clock.now())])
      if (isLate) assert.ok(source.calls > askedBefore, `call ${n}`)
      assert.ok(passed <= lent, `${passed} passed, ${lent} were lent`)
    }
    assert.equal(passed, 400)
  })

  it('are kept by each node alone while the lender is away, and shared again after', async () => {
    const clock = new FakeClock()
    const source = memorySource(clock)
    const warnings: string[] = []
    const node = new SharedLimiter({ clock, onWarning: (message) => warnings.push(message) }, source)
    source.isDown = true
    const alone = await Promise.all(Array.from({ length: 300 }, () => node.take('a', policy, clock.now())))
    assert.equal(passes(alone), 200)
    assert.equal(source.calls, 1)
    clock.advance(999)
    await node.take('b', policy, clock.now())
    assert.equal(source.calls, 1)
    source.isDown = false
    clock.advance(1)
    assert.equal((await node.take('a', policy, clock.now())).refusedBy, undefined)
    assert.equal(source.calls, 2)
    assert.deepEqual(
      warnings.map((warning) => warning.split(',')[0]),
      ['The lender is out of reach', 'The lender is back'],
    )
  })
})
