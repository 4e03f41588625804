import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { it } from 'node:test'
import { RequestDeadline } from './request-deadline.ts'

it('each request has a deadline of its own', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const pass = (ms: number) => t.mock.timers.tick(ms)
  const start = () => {
    const deadline = new RequestDeadline(new EventEmitter() as ServerResponse, 200)
    assert.equal(deadline.signal.aborted, false)
    return deadline
  }
  const answered = start()
  pass(10)
  const first = start()
  pass(20)
  const second = start()
  answered.stop()
  const expired = () => [answered, first, second].map(({ signal }) => signal.aborted)
  pass(179)
  assert.deepEqual(expired(), [false, false, false])
  pass(1)
  assert.deepEqual(expired(), [false, true, false])
  pass(19)
  assert.deepEqual(expired(), [false, true, false])
  pass(1)
  assert.deepEqual(expired(), [false, true, true])

  const last = start()
  pass(199)
  assert.equal(last.signal.aborted, false)
  pass(1)
  assert.equal(last.signal.aborted, true)
})

it('the reason for the end comes before what the aborted work rejects with, also for later waits', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const deadline = new RequestDeadline(new EventEmitter() as ServerResponse, 200)
  const { signal } = deadline
  const work = new Promise((_, reject) =>
    signal.addEventListener('abort', () => reject(new Error('aborted'))),
  )
  const waited = deadline.wait(work)
  t.mock.timers.tick(200)
  await assert.rejects(waited, { code: 'deadline_exceeded' })
  await assert.rejects(deadline.wait(Promise.reject(new Error('later'))), { code: 'deadline_exceeded' })
})

it('a stopped deadline starts again with the next wait', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const deadline = new RequestDeadline(new EventEmitter() as ServerResponse, 200)
  assert.equal(await deadline.wait(1), 1)
  t.mock.timers.tick(150)
  deadline.stop()
  t.mock.timers.tick(100)
  const { promise } = Promise.withResolvers<void>()
  const waited = deadline.wait(promise)
  t.mock.timers.tick(199)
  assert.equal(deadline.signal.aborted, false)
  t.mock.timers.tick(1)
  await assert.rejects(waited, { code: 'deadline_exceeded' })
})
