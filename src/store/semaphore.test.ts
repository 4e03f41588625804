import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isFailure } from '../core/errors.ts'
import { Semaphore } from './semaphore.ts'

describe('slots', () => {
  it('serves in the order of asking', async () => {
    const slots = new Semaphore({ permits: 1, waitingMax: 10, waitMs: 5_000, name: 'test' })
    const first = await slots.acquire()
    const order: number[] = []
    const others = [1, 2, 3].map(async (at) => {
      const giveBack = await slots.acquire()
      order.push(at)
      giveBack()
    })
    first()
    await Promise.all(others)
    assert.deepEqual(order, [1, 2, 3])
  })

  it('refuses at once when too many wait', async () => {
    const slots = new Semaphore({ permits: 1, waitingMax: 1, waitMs: 5_000, name: 'test' })
    const first = await slots.acquire()
    const second = slots.acquire()
    await assert.rejects(
      slots.acquire(),
      (error) => isFailure(error, 'overloaded') && error.retryAfterSeconds === 1,
    )
    first()
    const giveBack = await second
    giveBack()
  })

  it('gives up after its deadline or on a signal, and the place is not lost', async () => {
    const slots = new Semaphore({ permits: 1, waitingMax: 10, waitMs: 10, name: 'test' })
    const first = await slots.acquire()
    await assert.rejects(slots.acquire(), (error) => isFailure(error, 'store_unavailable'))
    const stop = new AbortController()
    const aborted = slots.acquire(stop.signal)
    stop.abort(new Error('enough'))
    await assert.rejects(aborted, /enough/)
    first()
    first()
    const second = await slots.acquire()
    await assert.rejects(slots.acquire(), 'giving back twice must not make a second place')
    second()
  })
})
