import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { describe, it } from 'node:test'
import type { Worker } from 'node:worker_threads'
import { FakeClock, passTime } from '../../../test/support/fake-clock.ts'
import { createEvents, type EventName } from '../../core/events.ts'
import { startSyncThread, ThreadKilled } from './start-sync-thread.ts'

const entry = new URL('../../../test/support/programs/fake-sync-thread.ts', import.meta.url)
const hour = 60 * 60_000
const stallMs = 60_000

describe('the sync thread', () => {
  it('forwards its events, and stops', async () => {
    await using thread = await start()
    await thread.expectEvent('artifactsSwept')
  })

  it('has a limited heap', async () => {
    const started = once(process, 'worker')
    await using _thread = await start()
    const [worker] = (await started) as [Worker]
    const { maxOldGenerationSizeMb = 0 } = worker.resourceLimits ?? {}
    assert.ok(maxOldGenerationSizeMb > 0 && maxOldGenerationSizeMb <= 1024, `${maxOldGenerationSizeMb} MiB`)
  })

  it('rejects when the thread cannot start', async () => {
    await assert.rejects(start('cannot start'), /no store/)
  })

  it('can be stopped before it is ready, at any time', async () => {
    const stop = new AbortController()
    const starting = start('starts for ever', new FakeClock(), stop.signal)
    stop.abort()
    const thread = await starting
    await thread[Symbol.asyncDispose]()
    const late = await start('starts for ever', new FakeClock(), stop.signal)
    await late[Symbol.asyncDispose]()
  })

  it('stops with the signal, and not only when the server has closed everything else', {
    timeout: 600_000,
  }, async () => {
    const stop = new AbortController()
    await using thread = await start('reports its stop', new FakeClock(), stop.signal)
    await thread.expectEvent('artifactsSwept')
    stop.abort()
    await thread.expectEvent('artifactsSwept')
  })

  it('ends while nothing is due, and restarts when something is', async () => {
    const clock = new WatchedClock()
    await using thread = await start(clock.now() + hour, clock)
    await thread.expectEvent('artifactsSwept')
    assert.equal(await clock.asleep, hour)
    clock.advance(hour)
    await thread.expectEvent('artifactsSwept')
  })

  it('restarts soon after a change of the sources, although nothing is due', async () => {
    const clock = new WatchedClock()
    let version = 'first'
    await using thread = await start(clock.now() + hour, clock, undefined, () => version)
    await thread.expectEvent('artifactsSwept')
    const checkMs = await clock.asleep
    assert.ok(checkMs <= 10_000, `the first check is after ${checkMs} ms`)
    version = 'second'
    clock.advance(checkMs)
    await thread.expectEvent('artifactsSwept')
  })

  it('restarts at once when it is woken', async () => {
    const clock = new WatchedClock()
    await using thread = await start(clock.now() + hour, clock)
    await thread.expectEvent('artifactsSwept')
    await clock.asleep
    thread.wake()
    await thread.expectEvent('artifactsSwept')
  })

  it('restarts at once when it is woken after it has decided to end', async () => {
    const clock = new WatchedClock()
    await using thread = await start(clock.now() + hour, clock)
    // The fake schedule decides as soon as it has reported this; the thread has not ended yet.
    await thread.expectEvent('artifactsSwept')
    thread.wake()
    await thread.expectEvent('artifactsSwept')
  })

  it('can be stopped while it is idle', async () => {
    const clock = new WatchedClock()
    const thread = await start(clock.now() + hour, clock)
    await clock.asleep
    await thread[Symbol.asyncDispose]()
  })

  it('restarts after a crash', async () => {
    const clock = new FakeClock()
    await using thread = await start('dies', clock)
    await thread.expectEvent('artifactsSwept')
    await thread.expectEvent('scheduleFailed')
    clock.advance(1_000)
    await thread.expectEvent('artifactsSwept')
  })

  it('of a command is not started for ever: the next request rejects when it cannot restart', async () => {
    const clock = new FakeClock()
    const received: EventName[] = []
    const events = createEvents((name) => void received.push(name))
    const options = { stopTimeoutMs: 5_000, stallMs, clock, events, isCommand: true }
    await using thread = await startSyncThread({ entry, workerData: 'stalls at a request', ...options })
    const killed = assert.rejects(thread.request({ kind: 'artifactIds' }), ThreadKilled)
    await passTime(clock, 0, () => received.includes('artifactsSwept'))
    await passTime(clock, stallMs / 6, () => received.includes('syncThreadKilled'))
    await killed
    clock.advance(1_000)
    await assert.rejects(thread.request({ kind: 'artifactIds' }), /no store/)
    assert.deepEqual(received, ['artifactsSwept', 'syncThreadKilled'])
  })

  it('can be stopped before it restarts', async () => {
    const thread = await start('dies')
    await thread.expectEvent('artifactsSwept')
    await thread.expectEvent('scheduleFailed')
    await thread[Symbol.asyncDispose]()
  })

  it('is terminated when it does not stop in time', async () => {
    const clock = new FakeClock()
    const thread = await start('cannot stop', clock)
    let ended = false
    const stopped = thread[Symbol.asyncDispose]().then(() => {
      ended = true
    })
    while (!ended) {
      clock.advance(5_000)
      await new Promise(setImmediate)
    }
    await stopped
  })
})

/** Records the length of the first sleep that is not a check of the heartbeat. */
class WatchedClock extends FakeClock {
  readonly #asleep = Promise.withResolvers<number>()
  readonly asleep = this.#asleep.promise

  override sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (ms !== stallMs / 6) this.#asleep.resolve(ms)
    return super.sleep(ms, signal)
  }
}

async function start(
  workerData?: unknown,
  clock = new FakeClock(),
  stop = new AbortController().signal,
  sourcesVersion?: () => string,
) {
  const received: EventName[] = []
  const emitter = new EventEmitter()
  const events = createEvents((name) => {
    received.push(name)
    emitter.emit('one')
  })
  const thread = await startSyncThread({
    entry,
    workerData,
    events,
    stopTimeoutMs: 5_000,
    stallMs,
    clock,
    stop,
    ...(sourcesVersion ? { sourcesVersion } : {}),
  })
  return {
    /** Resolves when the next event has arrived, which must be this one. */
    async expectEvent(name: EventName): Promise<void> {
      if (received.length === 0) await once(emitter, 'one')
      assert.equal(received.shift(), name)
    },
    wake: () => thread.wake(),
    [Symbol.asyncDispose]: () => thread[Symbol.asyncDispose](),
  }
}
