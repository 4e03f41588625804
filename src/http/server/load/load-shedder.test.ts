import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { isFailure } from '../../../core/errors.ts'
import { LoadShedder } from './load-shedder.ts'

function stall(ms: number): void {
  const until = performance.now() + ms
  while (performance.now() < until);
}

describe('a lagging event loop', () => {
  it('rejects nothing after a single bad second', async () => {
    using shed = open()
    // Ends right after the first measurement, which has the same length and started earlier.
    const measured = pause(1000)
    for (let n = 0; n < 2; n += 1) {
      stall(450)
      await pause(1)
    }
    await measured
    assert.equal(shed.hasCapacity(), true)
  })

  it('rejects requests while it lasts, except health and metrics, and accepts them again afterwards', async () => {
    using shed = open()
    // Without a limit of their own: how soon two seconds in a row are bad, and good, depends on the machine.
    while (shed.hasCapacity()) {
      stall(500)
      await pause(1)
    }
    assert.throws(
      () => shed.check('/v1/things'),
      (thrown) => isFailure(thrown, 'overloaded') && thrown.retryAfterSeconds === 2,
    )
    for (const route of ['/health', '/healthz', '/metrics']) shed.check(route)
    while (!shed.hasCapacity()) await pause(100)
    shed.check('/v1/things')
  })
})

function open(): LoadShedder & Disposable {
  const shedding = new LoadShedder({ inFlightMax: 10, lagMsMax: 60 })
  return Object.assign(shedding, { [Symbol.dispose]: () => shedding.close() })
}
