import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as nextTick } from 'node:timers/promises'
import { FakeClock } from '../../../test/support/fake-clock.ts'
import { HostQueue, type Politeness } from './host-queue.ts'

const never = new AbortController().signal
const pool = { name: 'shared', atOnce: 2 }

/** Requests by name, and the order in which they started. */
function requestsIn(queue: HostQueue) {
  const started: string[] = []
  const ends = new Map<string, () => void>()
  return {
    started,
    async join(name: string, host: string, politeness: Politeness, signal = never): Promise<void> {
      ends.set(name, await queue.acquire(host, politeness, signal))
      started.push(name)
    },
    async end(name: string): Promise<void> {
      ends.get(name)?.()
      await nextTick()
    },
  }
}

describe('requests in a pool', () => {
  it('run as many at once as the pool allows, across hosts', async () => {
    const { started, join, end } = requestsIn(new HostQueue(new FakeClock()))
    for (const host of ['a', 'b', 'c', 'd']) void join(host, host, { atOnce: 8, gapMs: 0, pool })
    await nextTick()
    assert.deepEqual(started, ['a', 'b'])
    await end('a')
    assert.deepEqual(started, ['a', 'b', 'c'])
  })

  it('do not occupy the pool while they wait for their host', async () => {
    const { started, join } = requestsIn(new HostQueue(new FakeClock()))
    for (let waiting = 0; waiting < 10; waiting++) {
      void join(`slow ${waiting}`, 'slow', { atOnce: 1, gapMs: 0, pool })
    }
    void join('quick', 'quick', { atOnce: 1, gapMs: 0, pool })
    await nextTick()
    assert.deepEqual(started, ['slow 0', 'quick'])
  })

  it('do not occupy their host while they wait for the pool', async () => {
    const { started, join } = requestsIn(new HostQueue(new FakeClock()))
    for (let waiting = 0; waiting < 10; waiting++) {
      void join(`pooled ${waiting}`, 'host', { atOnce: 3, gapMs: 0, pool })
    }
    void join('free', 'host', { atOnce: 3, gapMs: 0 })
    await nextTick()
    assert.deepEqual(started, ['pooled 0', 'pooled 1', 'free'])
  })

  it('start in order of arrival, across hosts', async () => {
    const { started, join, end } = requestsIn(new HostQueue(new FakeClock()))
    const politeness = { atOnce: 8, gapMs: 0, pool }
    for (const name of ['a1', 'a2']) void join(name, 'a', politeness)
    void join('b1', 'b', politeness)
    for (const name of ['a3', 'a4']) void join(name, 'a', politeness)
    void join('c1', 'c', politeness)
    await nextTick()
    for (const name of ['a1', 'a2', 'b1', 'a3']) await end(name)
    assert.deepEqual(started, ['a1', 'a2', 'b1', 'a3', 'a4', 'c1'])
  })

  it('keep the gap of their host', async () => {
    const clock = new FakeClock()
    const { started, join, end } = requestsIn(new HostQueue(clock))
    const politeness = { atOnce: 8, gapMs: 100, pool: { name: 'one', atOnce: 1 } }
    for (const name of ['first', 'second']) void join(name, 'host', politeness)
    await nextTick()
    await end('first')
    assert.deepEqual(started, ['first'])
    clock.advance(100)
    await nextTick()
    assert.deepEqual(started, ['first', 'second'])
  })

  it('leave the queue when they are aborted, without affecting others', async () => {
    const { started, join, end } = requestsIn(new HostQueue(new FakeClock()))
    const politeness = { atOnce: 8, gapMs: 0, pool: { name: 'one', atOnce: 1 } }
    const controller = new AbortController()
    void join('first', 'a', politeness)
    const aborted = join('aborted', 'a', politeness, controller.signal)
    void join('last', 'b', politeness)
    controller.abort(new Error('gone'))
    await assert.rejects(aborted, /gone/)
    assert.deepEqual(started, ['first'])
    await end('first')
    assert.deepEqual(started, ['first', 'last'])
  })
})

describe('requests to one host', () => {
  for (const stepMs of [-90_000, 0, 90_000]) {
    it(`follow each other after the gap if the clock is set by ${stepMs} ms meanwhile`, async () => {
      const clock = new FakeClock()
      const { started, join, end } = requestsIn(new HostQueue(clock))
      await join('first', 'a', { atOnce: 1, gapMs: 500 })
      await end('first')
      clock.stepWallClock(stepMs)
      void join('second', 'a', { atOnce: 1, gapMs: 500 })
      clock.advance(499)
      await nextTick()
      assert.deepEqual(started, ['first'])
      clock.advance(1)
      await nextTick()
      assert.deepEqual(started, ['first', 'second'])
    })
  }
})
