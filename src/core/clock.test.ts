import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { FakeClock } from '../../test/support/fake-clock.ts'
import { createForwardTime, systemClock, toInstant } from './clock.ts'

/** A little more than the longest timer of Node.js. */
const longMs = 2 ** 31 + 999

describe('the system clock', () => {
  it('never goes back on its monotonic side', () => {
    const first = systemClock.monotonic()
    assert.ok(systemClock.monotonic() >= first)
  })

  it('reads on its monotonic side the clock that all processes of the machine share', () => {
    const shared = () => Number(process.hrtime.bigint()) / 1e6
    const before = shared()
    const reading = systemClock.monotonic()
    assert.ok(before <= reading && reading <= shared())
  })

  it('starts no timer that is longer than Node.js supports', async (t) => {
    const warnings: string[] = []
    const onWarning = ({ name }: Error) => warnings.push(name)
    process.on('warning', onWarning)
    t.after(() => process.off('warning', onWarning))
    const stop = new AbortController()
    const asleep = systemClock.sleep(longMs, stop.signal)
    for (const ms of [longMs, Number.POSITIVE_INFINITY]) systemClock.after(ms, () => {})()
    await turn()
    stop.abort(new Error('enough'))
    await assert.rejects(asleep, /enough/)
    assert.deepEqual(warnings, [])
  })

  it('calls back after more than 24.8 days, not before, and not if cancelled meanwhile', (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const calls: string[] = []
    systemClock.after(longMs, () => calls.push('kept'))
    const cancel = systemClock.after(longMs, () => calls.push('cancelled'))
    t.mock.timers.tick(2 ** 31 - 1)
    cancel()
    t.mock.timers.tick(999)
    assert.deepEqual(calls, [])
    t.mock.timers.tick(1)
    assert.deepEqual(calls, ['kept'])
  })
})

it('a time that goes forward follows the wall clock, but not back', () => {
  const clock = new FakeClock(1000)
  const now = createForwardTime(clock)
  clock.advance(5)
  assert.equal(now(), 1005)
  clock.stepWallClock(-500)
  clock.advance(10)
  assert.equal(now(), 1015)
  clock.stepWallClock(2000)
  assert.equal(now(), clock.now())
})

it('formats an instant as the runtime does, on either side of midnight and of the epoch', () => {
  const instants = [
    0, -1, 1.5, 86_399_999, 86_400_000, 1_763_450_000_123, -62_198_755_200_000, 253_402_300_800_000,
  ]
  for (const ms of instants) assert.equal(toInstant(ms), new Date(ms).toISOString())
  assert.throws(() => toInstant(Number.NaN), RangeError)
})
