import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { MemoryLimiter, rateLimited } from './limiter.ts'
import { type Policy, toPolicy } from './policy.ts'

interface Passed {
  readonly subject: string
  readonly at: number
}

/** The `RateLimit` header by window. */
function parseRateLimit(text: string): Record<string, { r: number; t: number }> {
  return Object.fromEntries(
    text.split(', ').map((item) => {
      const [, name = '', r, t] = /^"(\w+)";r=(\d+);t=(\d+)$/.exec(item) ?? []
      return [name, { r: Number(r), t: Number(t) }]
    }),
  )
}

function within(passed: readonly Passed[], subject: string, from: number, to: number): number {
  return passed.filter((one) => one.subject === subject && one.at > from && one.at <= to).length
}

const steps = fc.array(
  fc.record({
    pauseMs: fc.oneof(
      fc.constant(0),
      fc.integer({ min: 0, max: 20 }),
      fc.integer({ min: 0, max: 1500 }),
      fc.integer({ min: 0, max: 70_000 }),
    ),
    subject: fc.constantFrom('a', 'b'),
  }),
  { maxLength: 120 },
)

const policies = fc
  .record({ perSecond: fc.integer({ min: 1, max: 6 }), perMinute: fc.integer({ min: 1, max: 12 }) })
  .map(toPolicy)

describe('MemoryLimiter', () => {
  it('agrees with a list of everything that passed, for any sequence of requests', () => {
    fc.assert(
      fc.property(policies, steps, (policy: Policy, calls) => {
        const limiter = new MemoryLimiter()
        const passed: Passed[] = []
        let now = 1_000_000
        for (const { pauseMs, subject } of calls) {
          now += pauseMs
          const decision = limiter.takeSync(subject, policy, now)
          const { refusedBy } = decision
          if (refusedBy) {
            // Nobody is refused before the quota is used up.
            assert.ok(within(passed, subject, now - refusedBy.lengthMs, now) >= refusedBy.quota)
          } else passed.push({ subject, at: now })
          for (const { name, quota, lengthMs } of policy.windows) {
            // Windows are exact to a hundredth of their length.
            assert.ok(within(passed, subject, now - lengthMs * 0.99, now) <= quota)
            const header = parseRateLimit(decision.rateLimit.state)[name]
            assert.ok(header && header.t <= lengthMs / 1000 && header.r <= quota)
            assert.ok(header.r >= quota - within(passed, subject, now - lengthMs, now))
          }
        }
      }),
      { numRuns: 200 },
    )
  })

  it('allows a refused caller after exactly Retry-After, and not a millisecond before the wait is over', () => {
    fc.assert(
      fc.property(policies, steps, (policy: Policy, calls) => {
        const limiter = new MemoryLimiter()
        let now = 1_000_000
        for (const { pauseMs, subject } of calls) {
          now += pauseMs
          const decision = limiter.takeSync(subject, policy, now)
          if (!decision.refusedBy) continue
          const early = limiter.takeSync(subject, policy, now + decision.waitMs - 1)
          assert.ok(early.refusedBy)
          const { retryAfterSeconds = 0, details } = rateLimited(decision)
          assert.ok(Number.isInteger(retryAfterSeconds) && retryAfterSeconds >= 1)
          assert.equal(details?.window, decision.refusedBy.name)
          now += retryAfterSeconds * 1000
          assert.equal(limiter.takeSync(subject, policy, now).refusedBy, undefined)
        }
      }),
      { numRuns: 200 },
    )
  })

  it('does not count refused requests', () => {
    const limiter = new MemoryLimiter()
    const policy = toPolicy({ perSecond: 2, perMinute: 5 })
    const take = (at: number) => limiter.takeSync('a', policy, at)
    assert.deepEqual(
      [take(0), take(0)].map(({ refusedBy }) => refusedBy?.name),
      [undefined, undefined],
    )
    for (let n = 0; n < 1000; n++) assert.equal(take(n % 1000).refusedBy?.name, 'second')
    assert.deepEqual(
      [take(1000), take(1000)].map(({ refusedBy }) => refusedBy?.name),
      [undefined, undefined],
    )
    assert.equal(take(2000).refusedBy, undefined)
    for (let at = 3000; at < 60_000; at += 500) assert.equal(take(at).refusedBy?.name, 'minute')
    assert.equal(take(60_000).refusedBy, undefined)
  })

  it('reports the policy and the remaining quota as structured fields', () => {
    const limiter = new MemoryLimiter()
    const policy = toPolicy({ perSecond: 40, perMinute: 1200 })
    const { rateLimit } = limiter.takeSync('a', policy, 5)
    assert.deepEqual(rateLimit, {
      policy: '"second";q=40;w=1, "minute";q=1200;w=60',
      state: '"second";r=39;t=1, "minute";r=1199;t=60',
    })
  })

  it('reports zero, not less, to a caller whose limits were lowered', () => {
    const limiter = new MemoryLimiter()
    for (let n = 0; n < 10; n++) limiter.takeSync('a', toPolicy({ perSecond: 10, perMinute: 20 }), 5)
    const { refusedBy, rateLimit } = limiter.takeSync('a', toPolicy({ perSecond: 4, perMinute: 8 }), 5)
    assert.equal(refusedBy?.name, 'minute')
    assert.equal(rateLimit.state, '"second";r=0;t=1, "minute";r=0;t=60')
  })

  it('locks nobody out when the clock is set back', () => {
    const limiter = new MemoryLimiter()
    const policy = toPolicy({ perSecond: 1, perMinute: 3 })
    assert.equal(limiter.takeSync('a', policy, 10_000_000).refusedBy, undefined)
    assert.equal(limiter.takeSync('a', policy, 1_000_000).refusedBy, undefined)
    assert.equal(limiter.takeSync('a', policy, 1_000_100).refusedBy?.name, 'second')
  })
})
