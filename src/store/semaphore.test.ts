import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isFailure } from '../core/errors.ts'
import { Semaphore } from './semaphore.ts'

describe('Semaphore', () => {
  it('grants permits in order of arrival', async () => {
    const semaphore = new Semaphore({ permits: 1, waitingMax: 10, waitMs: 5_000, name: 'test' })
    const first = await semaphore.acquire()
    const order: number[] = []
    const others = [1, 2, 3].map(async (at) => {
      const release = await semaphore.acquire()
      order.push(at)
      release()
    })
    first()
    await Promise.all(others)
    assert.deepEqual(order, [1, 2, 3])
  })

  it('rejects immediately when the queue is full', async () => {
    const semaphore = new Semaphore({ permits: 1, waitingMax: 1, waitMs: 5_000, name: 'test' })
    const first = await semaphore.acquire()
    const second = semaphore.acquire()
    await assert.rejects(
      semaphore.acquire(),
      (error) => isFailure(error, 'overloaded') && error.retryAfterSeconds === 1,
    )
    first()
    const release = await second
    release()
  })

  it('gives up on timeout or abort without losing the permit', async () => {
    const semaphore = new Semaphore({ permits: 1, waitingMax: 10, waitMs: 10, name: 'test' })
    const first = await semaphore.acquire()
    await assert.rejects(semaphore.acquire(), (error) => isFailure(error, 'store_unavailable'))
    const stop = new AbortController()
    const aborted = semaphore.acquire(stop.signal)
    stop.abort(new Error('enough'))
    await assert.rejects(aborted, /enough/)
    first()
    first()
    const second = await semaphore.acquire()
    await assert.rejects(semaphore.acquire(), 'releasing twice must not add a permit')
    second()
  })
})
