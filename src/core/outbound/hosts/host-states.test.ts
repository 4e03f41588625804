import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FakeClock } from '../../../../test/support/fake-clock.ts'
import { HostStates } from './host-states.ts'

const hour = 60 * 60_000
const rules = {
  requestsMax: 20,
  requestsMin: 5,
  windowMs: 300_000,
  failureShare: 0.5,
  probeIntervalMs: 10_000,
  refusalsMax: 3,
}
const seats = { host: 'a', group: 'seats' }
const listings = { host: 'a', group: 'listings' }

function open(clock = new FakeClock()) {
  return { clock, states: new HostStates(rules, clock) }
}

function record(
  states: HostStates,
  kind: 'failed' | 'answered' | 'refused',
  times = 1,
  key: { host: string; group?: string } = seats,
) {
  for (let count = 0; count < times; count++) states.record(key, { kind })
}

describe('a host that fails', () => {
  for (const stepMs of [-hour, 0, hour]) {
    it(`is probed after the interval if the clock is set by ${stepMs} ms meanwhile`, () => {
      const { clock, states } = open()
      record(states, 'failed', 5)
      clock.stepWallClock(stepMs)
      clock.advance(59_999)
      assert.throws(() => states.check(seats), { retryAfterSeconds: 1 })
      clock.advance(1)
      states.check(seats)
      assert.equal(states.admit(seats), undefined)
      assert.ok(states.admit(seats) instanceof Promise)
    })
  }

  it('is open after the first success, and judged anew', () => {
    const { clock, states } = open()
    record(states, 'failed', 5)
    clock.advance(60_000)
    states.admit(seats)
    assert.equal(states.record(seats, { kind: 'answered' })?.state, 'answering')
    record(states, 'failed', 4)
    states.check(seats)
    record(states, 'failed')
    assert.throws(() => states.check(seats))
  })

  it('is probed less often the longer it fails, but within a quarter of an hour', () => {
    const { clock, states } = open()
    record(states, 'failed', 5)
    const waits: number[] = []
    for (let round = 0; round < 12; round += 1) {
      clock.advance(waits.at(-1) ?? 60_000)
      states.admit(seats)
      waits.push(states.record(seats, { kind: 'failed' })?.closedMs ?? 0)
    }
    assert.deepEqual(waits.slice(0, 4), [60_000, 120_000, 240_000, 480_000])
    assert.equal(waits.at(-1), 15 * 60_000)
  })

  it('may do so in one group of endpoints only', () => {
    const { states } = open()
    record(states, 'failed', 5)
    assert.throws(() => states.check(seats))
    states.check(listings)
    states.check({ host: 'a' })
  })

  it('is open while fewer than half of the requests fail', () => {
    const { states } = open()
    for (let round = 0; round < 30; round++) {
      record(states, 'answered', 2)
      record(states, 'failed')
      states.check(seats)
    }
  })

  it('is closed when half of the requests fail, even if no two failures are consecutive', () => {
    const { states } = open()
    for (let round = 0; round < 3; round++) {
      record(states, 'answered')
      record(states, 'failed')
    }
    assert.throws(() => states.check(seats))
  })

  it('is judged by the latest requests', () => {
    const { states } = open()
    record(states, 'answered', 500)
    record(states, 'failed', 9)
    states.check(seats)
    record(states, 'failed')
    assert.throws(() => states.check(seats))
  })

  for (const stepMs of [-hour, 0, hour]) {
    it(`is judged by those within the window if the clock is set by ${stepMs} ms meanwhile`, () => {
      const { clock, states } = open()
      record(states, 'failed', 4)
      clock.stepWallClock(stepMs)
      clock.advance(299_999)
      const { states: other, clock: otherClock } = open()
      record(other, 'failed', 4)
      otherClock.advance(300_000)
      record(other, 'failed')
      other.check(seats)
      record(states, 'failed')
      assert.throws(() => states.check(seats))
    })
  }
})

describe('attempts that fail in a row', () => {
  it('are not repeated from the fifth on, until one succeeds or they are old', () => {
    const { clock, states } = open()
    const fail = (times: number) => {
      for (let count = 0; count < times; count += 1) states.recordAttempt(seats, true)
    }
    fail(4)
    assert.ok(states.mayRetry(seats))
    fail(1)
    assert.ok(!states.mayRetry(seats))
    assert.ok(states.mayRetry(listings))
    states.recordAttempt(seats, false)
    assert.ok(states.mayRetry(seats))
    fail(5)
    clock.advance(rules.windowMs)
    fail(1)
    assert.ok(states.mayRetry(seats))
  })
})

describe('a host that refuses', () => {
  it('is probed less often the longer it refuses, but within two hours', () => {
    const { clock, states } = open()
    record(states, 'refused', 3)
    assert.throws(() => states.check(seats), { code: 'upstream_refused', retryAfterSeconds: 900 })
    const waits: number[] = []
    for (let round = 0; round < 8; round += 1) {
      clock.advance((waits.at(-1) ?? 15) * 60_000)
      states.admit(seats)
      waits.push((states.record(seats, { kind: 'refused' })?.closedMs ?? 0) / 60_000)
    }
    assert.deepEqual(waits, [15, 30, 60, 120, 120, 120, 120, 120])
  })

  it('stays closed when a response arrives that was on its way', () => {
    const { states } = open()
    record(states, 'refused', 3)
    assert.equal(states.record(seats, { kind: 'answered' }), undefined)
    assert.throws(() => states.check(seats))
  })

  it('is probed again by the next request if the probe ended without a result', () => {
    const { clock, states } = open()
    record(states, 'refused', 3)
    clock.advance(900_000)
    assert.equal(states.admit(seats), undefined)
    states.endProbe(seats)
    assert.equal(states.admit(seats), undefined)
  })
})

describe('a host whose responses take long', () => {
  it('is slow, and answering once they are fast again', () => {
    const { states } = open()
    const seen: (string | undefined)[] = []
    for (let count = 0; count < 10; count += 1) seen.push(states.recordDuration(seats, 9_000)?.state)
    for (let count = 0; count < 20; count += 1) seen.push(states.recordDuration(seats, 100)?.state)
    assert.deepEqual(
      seen.filter((state) => state !== undefined),
      ['slow', 'answering'],
    )
    states.check(seats)
  })
})

describe('what another process has found out', () => {
  it('counts until this one knows better', () => {
    const { clock, states } = open()
    const shared = {
      ...seats,
      state: 'refusing',
      since: clock.now(),
      closedMs: hour,
      needsProbe: true,
    } as const
    states.adopt(shared)
    assert.throws(() => states.check(seats))
    clock.advance(hour)
    states.admit(seats)
    states.record(seats, { kind: 'answered' })
    states.adopt(shared)
    states.check(seats)
  })

  it('opens a host that this one had closed', () => {
    const { clock, states } = open()
    record(states, 'refused', 3)
    clock.advance(60_000)
    states.adopt({ ...seats, state: 'answering', since: clock.now(), closedMs: 0, needsProbe: false })
    states.check(seats)
  })
})

describe('the states of many hosts', () => {
  it('are bounded, and closed ones are forgotten last', () => {
    const { states } = open()
    record(states, 'failed', 5)
    for (let index = 0; index < 5000; index++) record(states, 'answered', 1, { host: `host-${index}` })
    assert.throws(() => states.check(seats))
  })
})
