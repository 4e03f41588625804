import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { FakeClock } from '../../../test/support/fake-clock.ts'
import { systemClock } from '../clock.ts'
import { heartbeatBytes, waitForStall } from './heartbeat.ts'

const entry = new URL('../../../test/support/programs/silent-thread.ts', import.meta.url)
const skip = existsSync('/proc/thread-self') ? false : 'not on Linux'

/** A thread that has beaten once, and then works or waits for ever. */
async function startSilentThread(behaviour: 'works' | 'waits') {
  const memory = new SharedArrayBuffer(heartbeatBytes)
  const thread = new Worker(entry, { workerData: { memory, behaviour } })
  const beats = new Int32Array(memory)
  while (Atomics.load(beats, 0) === 0) await turn()
  return { memory, [Symbol.asyncDispose]: async () => void (await thread.terminate()) }
}

describe('a thread without a heartbeat', () => {
  it('is stalled when it has used processor time', async () => {
    await using thread = await startSilentThread('works')
    const { signal } = new AbortController()
    const reason = await waitForStall(thread.memory, { clock: systemClock, stallMs: 600, signal })
    assert.match(reason, /^no progress for \d+ s$/)
    assert.notEqual(reason, 'no progress for 12 s', 'it was taken for one that waits')
  })

  it('is stalled after twenty times as long when it has used none: the machine may be busy', {
    skip,
  }, async () => {
    await using thread = await startSilentThread('waits')
    const clock = new FakeClock()
    const { signal } = new AbortController()
    let reason: string | undefined
    void waitForStall(thread.memory, { clock, stallMs: 60_000, signal }).then((found) => {
      reason = found
    })
    for (let minutes = 0; minutes < 20; minutes += 1) {
      assert.equal(reason, undefined, `after ${minutes} minutes`)
      for (let check = 0; check < 6; check += 1) {
        clock.advance(10_000)
        await turn()
      }
    }
    clock.advance(10_000)
    await turn()
    assert.equal(reason, 'no progress for 1200 s')
  })
})
