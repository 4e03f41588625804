import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FakeClock } from '../../../test/support/fake-clock.ts'
import { startDeadline } from './deadline.ts'

const late = new Error('too late')

describe('a deadline', () => {
  it('aborts when its time has passed, and not before', () => {
    const clock = new FakeClock()
    using deadline = startDeadline(clock, 1000, () => late)
    assert.equal(deadline.at, clock.monotonic() + 1000)
    clock.advance(999)
    assert.equal(deadline.signal.aborted, false)
    clock.advance(1)
    assert.equal(deadline.signal.reason, late)
  })

  it('does not depend on the wall clock', () => {
    const clock = new FakeClock()
    using deadline = startDeadline(clock, 1000, () => late)
    clock.stepWallClock(-90_000)
    clock.advance(400)
    assert.equal(deadline.at - clock.monotonic(), 600)
  })

  it('aborts with the caller, for the same reason', () => {
    const caller = new AbortController()
    using deadline = startDeadline(new FakeClock(), 1000, () => late, caller.signal)
    const gone = new Error('gone')
    caller.abort(gone)
    assert.equal(deadline.signal.reason, gone)
  })

  it('is aborted from the start if the caller has already aborted', () => {
    const gone = new Error('gone')
    using deadline = startDeadline(new FakeClock(), 1000, () => late, AbortSignal.abort(gone))
    assert.equal(deadline.signal.reason, gone)
  })

  it('does nothing once it is disposed', () => {
    const clock = new FakeClock()
    const caller = new AbortController()
    const deadline = startDeadline(clock, 1000, () => late, caller.signal)
    deadline[Symbol.dispose]()
    clock.advance(2000)
    caller.abort()
    assert.equal(deadline.signal.aborted, false)
  })
})
