import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { it } from 'node:test'
import { RequestDeadlines } from './request-deadline.ts'

it('each request has a deadline of its own', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const pass = (ms: number) => t.mock.timers.tick(ms)
  const deadlines = new RequestDeadlines(200)
  const start = () => {
    const deadline = deadlines.create(new EventEmitter() as ServerResponse)
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
