import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { describe, it } from 'node:test'
import { FakeClock } from '../../core/clock.ts'
import { createEvents, type EventName } from '../../core/events.ts'
import { startSyncThread } from './start-sync-thread.ts'

const entry = new URL('../../../test/support/programs/fake-sync-thread.ts', import.meta.url)
const hour = 60 * 60_000

describe('the sync thread', () => {
  it('tells its events here, and stops', async () => {
    await using thread = await start()
    await thread.hears('artifactsSwept')
  })

  it('does not start when the thread cannot', async () => {
    await assert.rejects(start('cannot start'), /no store/)
  })

  it('ends while nothing is due, and is started again when something is', async () => {
    const clock = new WatchedClock()
    await using thread = await start(clock.now() + hour, clock)
    await thread.hears('artifactsSwept')
    assert.equal(await clock.asleep, hour)
    clock.advance(hour)
    await thread.hears('artifactsSwept')
  })

  it('can be stopped while it rests', async () => {
    const clock = new WatchedClock()
    const thread = await start(clock.now() + hour, clock)
    await clock.asleep
    await thread[Symbol.asyncDispose]()
  })

  it('is replaced when it dies', async () => {
    const clock = new FakeClock()
    await using thread = await start('dies', clock)
    await thread.hears('artifactsSwept')
    await thread.hears('scheduleFailed')
    clock.advance(1_000)
    await thread.hears('artifactsSwept')
  })

  it('can be stopped while it waits to be replaced', async () => {
    const thread = await start('dies')
    await thread.hears('artifactsSwept')
    await thread.hears('scheduleFailed')
    await thread[Symbol.asyncDispose]()
  })

  it('is ended by force when it does not stop in time', async () => {
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

/** Tells how long the first sleep was to be. */
class WatchedClock extends FakeClock {
  readonly #asleep = Promise.withResolvers<number>()
  readonly asleep = this.#asleep.promise

  override sleep(ms: number, signal?: AbortSignal): Promise<void> {
    this.#asleep.resolve(ms)
    return super.sleep(ms, signal)
  }
}

async function start(workerData?: unknown, clock = new FakeClock()) {
  const told: EventName[] = []
  const heard = new EventEmitter()
  const events = createEvents((name) => {
    told.push(name)
    heard.emit('one')
  })
  const thread = await startSyncThread({ entry, workerData, events, stopTimeoutMs: 5_000, clock })
  return {
    /** Resolves when the thread has told the next event, which has to be this one. */
    async hears(name: EventName): Promise<void> {
      if (told.length === 0) await once(heard, 'one')
      assert.equal(told.shift(), name)
    },
    [Symbol.asyncDispose]: () => thread[Symbol.asyncDispose](),
  }
}
