import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import { FakeClock } from '../../../test/support/fake-clock.ts'
import { Metrics } from '../metrics/metrics.ts'
import { ClientErrors } from './client-errors.ts'
import type { Connections, Received } from './load/connections.ts'

/** A connection with a request that is handled, behind which another has begun to arrive and is not read. */
async function open(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const sent: string[] = []
  const socket = Object.assign(new EventEmitter(), {
    writable: true,
    end: (text: string) => sent.push(text),
    resume: () => socket,
    destroy: () => {},
  })
  const response = Object.assign(new EventEmitter(), { closed: false })
  let latest = { request: { complete: true }, response } as unknown as Received
  const errors = new ClientErrors({
    clock: new FakeClock(),
    meter: new Metrics().meter('unmatched'),
    connections: { latest: () => latest } as unknown as Connections,
    requestTimeoutMs: 10_000,
    limit: async () => undefined,
  })
  const error = Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
  errors.handle(error, socket as unknown as Socket)
  response.closed = true
  response.emit('close')
  await Promise.resolve()
  return {
    sent,
    receive: () => {
      latest = { ...latest }
    },
    async wait(ms: number) {
      t.mock.timers.tick(ms)
      await Promise.resolve()
    },
  }
}

describe('a request that is late because another was handled before it', () => {
  it('has all its time again, and is answered if it arrives', async (t) => {
    const { sent, receive, wait } = await open(t)
    await wait(9_999)
    assert.deepEqual(sent, [])
    receive()
    await wait(10_000)
    assert.deepEqual(sent, [])
  })

  it('is 408 if it does not arrive', async (t) => {
    const { sent, wait } = await open(t)
    await wait(10_000)
    assert.match(sent.join(), /^HTTP\/1\.1 408 /)
  })
})
