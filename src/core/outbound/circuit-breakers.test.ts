import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FakeClock } from '../../../test/support/fake-clock.ts'
import { createEvents, silentEvents } from '../events.ts'
import { CircuitBreakers } from './circuit-breakers.ts'

const hour = 60 * 60_000
const options = {
  requestsMax: 20,
  requestsMin: 5,
  windowMs: 300_000,
  failureShare: 0.5,
  probeIntervalMs: 10_000,
}
const seats = { host: 'a', group: 'seats' }
const listings = { host: 'a', group: 'listings' }

function open(clock = new FakeClock()) {
  return { clock, breakers: new CircuitBreakers(options, clock, silentEvents) }
}

function fail(breakers: CircuitBreakers, times: number, key = seats): void {
  for (let count = 0; count < times; count++) breakers.recordFailure(key)
}

describe('an open circuit', () => {
  for (const stepMs of [-hour, 0, hour]) {
    it(`admits a probe after the interval if the clock is set by ${stepMs} ms meanwhile`, () => {
      const { clock, breakers } = open()
      fail(breakers, 5)
      clock.stepWallClock(stepMs)
      clock.advance(9_999)
      assert.throws(() => breakers.check(seats), { retryAfterSeconds: 1 })
      clock.advance(1)
      breakers.check(seats)
    })
  }

  it('closes with the first success and starts to judge anew', () => {
    const { clock, breakers } = open()
    fail(breakers, 5)
    clock.advance(10_000)
    breakers.admit(seats)
    breakers.recordSuccess(seats)
    fail(breakers, 4)
    breakers.check(seats)
    fail(breakers, 1)
    assert.throws(() => breakers.check(seats))
  })

  it('is that of one group of endpoints', () => {
    const { breakers } = open()
    fail(breakers, 5)
    assert.throws(() => breakers.check(seats))
    breakers.check(listings)
    breakers.check({ host: 'a' })
  })

  it('names its host, its group and the requests that opened it', () => {
    const seen: unknown[] = []
    const events = createEvents((name, event) => seen.push([name, event]))
    const breakers = new CircuitBreakers(options, new FakeClock(), events)
    breakers.recordSuccess(seats)
    fail(breakers, 4)
    breakers.recordSuccess(seats)
    assert.deepEqual(seen, [
      ['breakerOpened', { ...seats, failures: 4, requests: 5, probeInMs: 10_000 }],
      ['breakerClosed', seats],
    ])
  })
})

describe('a closed circuit', () => {
  it('stays closed while fewer than half of the requests fail', () => {
    const { breakers } = open()
    for (let round = 0; round < 30; round++) {
      breakers.recordSuccess(seats)
      breakers.recordSuccess(seats)
      fail(breakers, 1)
      breakers.check(seats)
    }
  })

  it('opens when half of the requests fail, even if no two failures are consecutive', () => {
    const { breakers } = open()
    for (let round = 0; round < 3; round++) {
      breakers.recordSuccess(seats)
      fail(breakers, 1)
    }
    assert.throws(() => breakers.check(seats))
  })

  it('judges only the latest requests', () => {
    const { breakers } = open()
    for (let count = 0; count < 500; count++) breakers.recordSuccess(seats)
    fail(breakers, 9)
    breakers.check(seats)
    fail(breakers, 1)
    assert.throws(() => breakers.check(seats))
  })

  for (const stepMs of [-hour, 0, hour]) {
    it(`forgets failures after the window if the clock is set by ${stepMs} ms meanwhile`, () => {
      const { clock, breakers } = open()
      fail(breakers, 4)
      clock.stepWallClock(stepMs)
      clock.advance(299_999)
      const { breakers: other, clock: otherClock } = open()
      fail(other, 4)
      otherClock.advance(300_000)
      fail(other, 1)
      other.check(seats)
      fail(breakers, 1)
      assert.throws(() => breakers.check(seats))
    })
  }
})

describe('circuits of many hosts', () => {
  it('are bounded, and open ones are forgotten last', () => {
    const { breakers } = open()
    fail(breakers, 5)
    for (let index = 0; index < 5000; index++) breakers.recordSuccess({ host: `host-${index}` })
    assert.throws(() => breakers.check(seats))
  })
})
