import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Stopped } from './exit.ts'
import { unlessStopped } from './stop-signal.ts'

describe('a stop', () => {
  it('ends the wait for work that never ends, also if it came before', async () => {
    const stop = new AbortController()
    const reason = new Stopped('SIGTERM')
    const waiting = unlessStopped(stop.signal, new Promise(() => {}))
    stop.abort(reason)
    await assert.rejects(waiting, reason)
    await assert.rejects(unlessStopped(stop.signal, new Promise(() => {})), reason)
  })

  it('that does not come leaves the work its result', async () => {
    const { signal } = new AbortController()
    assert.equal(await unlessStopped(signal, Promise.resolve(3)), 3)
    await assert.rejects(unlessStopped(signal, Promise.reject(new TypeError('x'))), TypeError)
  })
})
