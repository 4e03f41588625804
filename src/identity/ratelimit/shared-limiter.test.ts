import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FakeClock } from '../../../test/support/fake-clock.ts'
import type { Decision } from './limiter.ts'
import { toPolicy } from './policy.ts'
import { QuotaCounter, type QuotaRequest, type QuotaSource } from './quota-counter.ts'
import { SharedLimiter } from './shared-limiter.ts'

const silent = { onWarning: () => {} }

/** A quota source in memory that counts its calls and can be down. */
function memorySource(clock: FakeClock): QuotaSource & { calls: number; isDown: boolean } {
  const counter = new QuotaCounter()
  return {
    name: 'The source',
    timeoutMs: 500,
    calls: 0,
    isDown: false,
    async take(subject, limits, request) {
      this.calls += 1
      if (this.isDown) throw new Error('down')
      return counter.take(subject, limits, request, clock.monotonic())
    },
    close: async () => {},
  }
}

function passes(decisions: readonly Decision[]): number {
  return decisions.filter(({ refusedBy }) => refusedBy === undefined).length
}

describe('SharedLimiter', () => {
  const policy = toPolicy({ perSecond: 200, perMinute: 10_000 })

  it('holds two nodes to one limit, with far fewer calls to the source than requests', async () => {
    const clock = new FakeClock()
    const source = memorySource(clock)
    const nodes = [
      new SharedLimiter({ clock, ...silent }, source),
      new SharedLimiter({ clock, ...silent }, source),
    ]
    const decisions: Decision[] = []
    for (let ms = 0; ms < 1000; ms++) {
      clock.advance(1)
      for (const node of nodes) decisions.push(await node.take('a', policy, clock.monotonic()))
    }
    assert.ok(passes(decisions) <= 204 && passes(decisions) >= 196, `${passes(decisions)} passed`)
    assert.ok(source.calls < 200, `${source.calls} calls`)
  })

  it('counts time, not the wall clock: setting that back or forward changes no decision', async () => {
    const small = toPolicy({ perSecond: 2, perMinute: 5 })
    async function decide(stepMs: number): Promise<boolean[]> {
      const clock = new FakeClock()
      const source = memorySource(clock)
      const node = new SharedLimiter({ clock, ...silent }, source)
      const allowed: boolean[] = []
      for (let n = 0; n < 60; n++) {
        if (n % 10 === 5) clock.stepWallClock(stepMs)
        source.isDown = n > 40
        allowed.push((await node.take('a', small, clock.monotonic())).refusedBy === undefined)
        clock.advance(400)
      }
      return allowed
    }
    const steady = await decide(0)
    assert.ok(steady.includes(true) && steady.includes(false))
    for (const stepMs of [-90_000, -3_600_000, 90_000, 40 * 86_400_000])
      assert.deepEqual(await decide(stepMs), steady, String(stepMs))
  })

  it('allows a refused caller after the wait it announced', async () => {
    const clock = new FakeClock()
    const node = new SharedLimiter({ clock, ...silent }, memorySource(clock))
    const small = toPolicy({ perSecond: 2, perMinute: 5 })
    for (let n = 0; n < 40; n++) {
      const decision = await node.take('a', small, clock.monotonic())
      if (decision.refusedBy === undefined) continue
      clock.advance(Math.ceil(decision.waitMs / 1000) * 1000)
      assert.equal((await node.take('a', small, clock.monotonic())).refusedBy, undefined)
    }
  })

  it('serves concurrent requests with few calls', async () => {
    const clock = new FakeClock()
    const source = memorySource(clock)
    const node = new SharedLimiter({ clock, ...silent }, source)
    const first = node.take('a', policy, clock.monotonic())
    const rest = await Promise.all(
      Array.from({ length: 300 }, () => node.take('a', policy, clock.monotonic())),
    )
    assert.equal(passes([await first, ...rest]), 200)
    assert.ok(source.calls <= 3)
  })

  it('lets a node spend a grant within ten milliseconds, and nothing that it returned', async () => {
    const clock = new FakeClock()
    const source = memorySource(clock)
    let granted = 0
    const counting: QuotaSource = {
      ...source,
      async take(subject, limits, request) {
        const grant = await source.take(subject, limits, request)
        granted += grant.granted - request.unused
        return grant
      },
    }
    const node = new SharedLimiter({ clock, ...silent }, counting)
    const generous = toPolicy({ perSecond: 1000, perMinute: 60_000 })
    let passed = 0
    for (let n = 0; n < 400; n += 1) {
      const isLate = n % 5 === 4
      clock.advance(isLate ? 10 : 1)
      const callsBefore = source.calls
      passed += passes([await node.take('a', generous, clock.monotonic())])
      if (isLate) assert.ok(source.calls > callsBefore, `call ${n}`)
      assert.ok(passed <= granted, `${passed} passed, ${granted} were granted`)
    }
    assert.equal(passed, 400)
  })

  it('requests as much as is needed after requests were given back that an earlier refill had counted', async () => {
    const clock = new FakeClock()
    const source = memorySource(clock)
    const requests: QuotaRequest[] = []
    const recording: QuotaSource = {
      ...source,
      async take(subject, limits, request) {
        requests.push(request)
        return await source.take(subject, limits, request)
      },
    }
    const node = new SharedLimiter({ clock, ...silent }, recording)
    const generous = toPolicy({ perSecond: 1000, perMinute: 60_000 })
    const take = () => node.take('a', generous, clock.monotonic())
    await Promise.all(Array.from({ length: 20 }, take))
    clock.advance(10)
    await take()
    for (let n = 0; n < 20; n++) node.giveBack('a', generous, clock.monotonic())
    clock.advance(10)
    await take()
    for (const { need, want } of requests) assert.ok(want >= need, `${want} of ${need}`)
  })

  it('counts per node while the source is down, and shares again after', async () => {
    const clock = new FakeClock()
    const source = memorySource(clock)
    const warnings: string[] = []
    const node = new SharedLimiter({ clock, onWarning: (message) => warnings.push(message) }, source)
    source.isDown = true
    const decisions = await Promise.all(
      Array.from({ length: 300 }, () => node.take('a', policy, clock.monotonic())),
    )
    assert.equal(passes(decisions), 200)
    assert.equal(source.calls, 1)
    clock.advance(999)
    await node.take('b', policy, clock.monotonic())
    assert.equal(source.calls, 1)
    source.isDown = false
    clock.advance(1)
    assert.equal((await node.take('a', policy, clock.monotonic())).refusedBy, undefined)
    assert.equal(source.calls, 2)
    assert.deepEqual(
      warnings.map((warning) => warning.split(';')[0]),
      ['The source is unreachable', 'The source is reachable again'],
    )
  })
})
