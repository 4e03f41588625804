import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FakeClock } from '../../../test/support/fake-clock.ts'
import { silentEvents } from '../events.ts'
import { CircuitBreakers } from './circuit-breakers.ts'

const hour = 60 * 60_000

describe('an open circuit', () => {
  for (const stepMs of [-hour, 0, hour]) {
    it(`admits a probe after the interval if the clock is set by ${stepMs} ms meanwhile`, () => {
      const clock = new FakeClock()
      const breakers = new CircuitBreakers({ failuresMax: 1, probeIntervalMs: 10_000 }, clock, silentEvents)
      breakers.recordFailure('a')
      clock.stepWallClock(stepMs)
      clock.advance(9_999)
      assert.throws(() => breakers.check('a'), { retryAfterSeconds: 1 })
      clock.advance(1)
      breakers.check('a')
    })
  }
})
