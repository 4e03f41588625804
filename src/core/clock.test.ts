import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import { systemClock, toInstant } from './clock.ts'

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

describe('an instant', () => {
  it('has the format of JSON, in any order of days and seconds', () => {
    const secondMs = 1000
    const dayMs = 86_400 * secondMs
    const near = fc.integer({ min: -2 * dayMs, max: 2 * dayMs })
    const any = fc.integer({ min: -8_640_000_000_000_000, max: 8_640_000_000_000_000 })
    fc.assert(
      fc.property(
        fc.array(fc.oneof(near, any, fc.constantFrom(-dayMs, -1000, 0, 999, 1000, dayMs - 1, dayMs))),
        (instants) => {
          for (const ms of instants) assert.equal(toInstant(ms), new Date(ms).toJSON())
        },
      ),
    )
  })

  it('is refused if no date has it', () => {
    for (const ms of [Number.NaN, Number.POSITIVE_INFINITY, 8_640_000_000_000_001, 9_000_000_000_000_000])
      assert.throws(() => toInstant(ms), RangeError)
  })
})
