import assert from 'node:assert/strict'
import { getEventListeners } from 'node:events'
import { describe, it } from 'node:test'
import { setImmediate as nextTick } from 'node:timers/promises'
import { abortable } from './abortable.ts'

const stopped = new Error('stopped')
const never = new Promise<never>(() => {})

describe('abortable', () => {
  it('settles as the work does and leaves no listener on the signal', async () => {
    const { signal } = new AbortController()
    assert.equal(await abortable(Promise.resolve('done')), 'done')
    assert.equal(await abortable(Promise.resolve('done'), signal), 'done')
    await assert.rejects(abortable(Promise.reject(stopped), signal), stopped)
    assert.equal(getEventListeners(signal, 'abort').length, 0)
  })

  it('rejects with the reason when the signal aborts, before or during the work', async () => {
    const controller = new AbortController()
    const waiting = abortable(never, controller.signal)
    controller.abort(stopped)
    await assert.rejects(waiting, stopped)
    await assert.rejects(abortable(never, controller.signal), stopped)
  })

  it('handles the rejection of work that fails after the abort', async () => {
    const work = Promise.withResolvers<never>()
    await assert.rejects(abortable(work.promise, AbortSignal.abort(stopped)), stopped)
    work.reject(new Error('late'))
    // An unhandled rejection would fail this test.
    await nextTick()
  })
})
