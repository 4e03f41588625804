import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Clock, FakeClock } from '../core/clock.ts'
import { Failure } from '../core/errors.ts'
import { type EventName, eventsTo } from '../core/events.ts'
import { startSyncThread } from './thread.ts'

const signal = new AbortController().signal
const entry = new URL('../../test/sync-thread-program.ts', import.meta.url)

describe('the sync thread', () => {
  it('runs a source when asked, tells its events here, and stops', async () => {
    const told: [EventName, unknown][] = []
    await using thread = await start(undefined, (name, event) => told.push([name, event]))
    const report = await thread.run('towns', { members: ['ash', 'bow'] }, signal)
    assert.deepEqual(report, { status: 'skipped', sourceId: 'towns', why: 'busy' })
    assert.deepEqual(told, [
      ['runStarted', { service: 'notices', sourceId: 'towns', mode: 'manual', runId: 'r1', planned: 2 }],
    ])
  })

  it('passes failures on as what they were', async () => {
    await using thread = await start()
    await assert.rejects(
      thread.run('nothing', {}, signal),
      (thrown) =>
        thrown instanceof Failure && thrown.code === 'not_found' && String(thrown.details?.known) === 'towns',
    )
  })

  it('aborts one run without touching another', async () => {
    await using thread = await start()
    const stop = new AbortController()
    const endless = thread.run('endless', {}, stop.signal)
    const other = thread.run('towns', {}, signal)
    stop.abort()
    await assert.rejects(endless, /the caller has gone/)
    assert.equal((await other).status, 'skipped')
  })

  it('does not start when the thread cannot', async () => {
    await assert.rejects(start('cannot start'), /no store/)
  })

  it('is replaced when it dies, and those who waited hear of it', async () => {
    const clock = new FakeClock()
    const died = Promise.withResolvers<void>()
    await using thread = await start(undefined, (name) => name === 'scheduleFailed' && died.resolve(), clock)
    await assert.rejects(thread.run('crash', {}, signal), { code: 'overloaded' })
    await died.promise
    await assert.rejects(thread.run('towns', {}, signal), { code: 'overloaded' })
    clock.advance(1_000)
    for (;;) {
      const report = await thread.run('towns', {}, signal).catch(() => undefined)
      if (report) break
      await new Promise(setImmediate)
    }
  })

  it('can be stopped while it waits to be replaced', async () => {
    const died = Promise.withResolvers<void>()
    const thread = await start(
      undefined,
      (name) => name === 'scheduleFailed' && died.resolve(),
      new FakeClock(),
    )
    await assert.rejects(thread.run('crash', {}, signal))
    await died.promise
    await thread[Symbol.asyncDispose]()
  })

  it('is ended by force when it does not stop in time', async () => {
    const clock = new FakeClock()
    const thread = await start('cannot stop', () => {}, clock)
    let ended = false
    const stopped = thread[Symbol.asyncDispose]().then(() => {
      ended = true
    })
    while (!ended) {
      clock.advance(5_000)
      await new Promise(setImmediate)
    }
    await stopped
    await assert.rejects(thread.run('towns', {}, signal), { code: 'overloaded' })
  })
})

function start(
  workerData?: string,
  tell: (name: EventName, event: unknown) => void = () => {},
  clock?: Clock,
) {
  return startSyncThread({
    entry,
    workerData,
    events: eventsTo(tell),
    stopWithinMs: 5_000,
    ...(clock ? { clock } : {}),
  })
}
