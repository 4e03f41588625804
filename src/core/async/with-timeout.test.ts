import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as nextTick } from 'node:timers/promises'
import { FakeClock } from '../../../test/support/fake-clock.ts'
import { withTimeout } from './with-timeout.ts'

const tooLate = () => {
  throw new Error('too late')
}

describe('withTimeout', () => {
  it('settles as the work does and cancels its timer', async () => {
    const clock = new FakeClock()
    let timeouts = 0
    const count = () => ++timeouts
    assert.equal(await withTimeout(clock, 1000, Promise.resolve(-1), count), -1)
    await assert.rejects(withTimeout(clock, 1000, Promise.reject(new Error('broken')), count), /broken/)
    clock.advance(2000)
    assert.equal(timeouts, 0)
  })

  it('returns or throws what onTimeout does, and not before its time', async () => {
    const clock = new FakeClock()
    const work = Promise.withResolvers<string>()
    const returned = withTimeout(clock, 1000, work.promise, () => 'gave up')
    const thrown = withTimeout(clock, 1001, work.promise, tooLate)
    clock.advance(1000)
    assert.equal(await returned, 'gave up')
    clock.advance(1)
    await assert.rejects(thrown, /too late/)
    // An unhandled rejection would fail this test.
    work.reject(new Error('later still'))
    await nextTick()
  })

  it('prefers work that settles while onTimeout is still pending', async () => {
    const clock = new FakeClock()
    const work = Promise.withResolvers<string>()
    const result = withTimeout(clock, 1000, work.promise, async () => {
      await nextTick()
      return tooLate()
    })
    clock.advance(1000)
    work.resolve('just in time')
    assert.equal(await result, 'just in time')
    await nextTick()
  })
})
