import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as nextTick } from 'node:timers/promises'
import { FakeClock } from '../../../../test/support/fake-clock.ts'
import { isFailure } from '../../errors.ts'
import { HostQueue, type Politeness, type TurnRequest } from './host-queue.ts'

const never = new AbortController().signal
const pool = { name: 'shared', atOnce: 2 }

/** Requests by name, and the order in which they started. */
function requestsIn(queue: HostQueue) {
  const started: string[] = []
  const ends = new Map<string, () => void>()
  return {
    started,
    async join(
      name: string,
      host: string,
      politeness: Politeness,
      { signal = never, waitMsMax = 60_000, ...turn }: Partial<TurnRequest> = {},
    ): Promise<void> {
      ends.set(name, await queue.acquire(host, politeness, { signal, waitMsMax, ...turn }))
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
    const aborted = join('aborted', 'a', politeness, { signal: controller.signal })
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

/** A request of one caller, named after it. */
function callerNamed(caller: string): { callers: ReadonlySet<string> } {
  return { callers: new Set([caller]) }
}

describe('callers of one host', () => {
  const oneAtATime = { atOnce: 1, gapMs: 0 }

  it('take turns, however many requests one of them has', async () => {
    const { started, join, end } = requestsIn(new HostQueue(new FakeClock()))
    for (let index = 0; index < 5; index++)
      void join(`greedy ${index}`, 'a', oneAtATime, callerNamed('greedy'))
    for (let index = 0; index < 2; index++)
      void join(`modest ${index}`, 'a', oneAtATime, callerNamed('modest'))
    void join('late', 'a', oneAtATime, callerNamed('late'))
    await nextTick()
    for (let index = 0; index < 7; index++) await end(started.at(-1) ?? '')
    assert.deepEqual(started, [
      'greedy 0',
      'modest 0',
      'late',
      'greedy 1',
      'modest 1',
      'greedy 2',
      'greedy 3',
      'greedy 4',
    ])
  })

  it('start a request that another one waits for at the turn of either', async () => {
    const { started, join, end } = requestsIn(new HostQueue(new FakeClock()))
    const shared = new Set(['greedy'])
    for (let index = 0; index < 3; index++)
      void join(`greedy ${index}`, 'a', oneAtATime, callerNamed('greedy'))
    void join('shared', 'a', oneAtATime, { callers: shared })
    shared.add('modest')
    await nextTick()
    await end('greedy 0')
    assert.deepEqual(started, ['greedy 0', 'shared'])
  })

  it('do not get the last slot if they already have one', async () => {
    const { started, join } = requestsIn(new HostQueue(new FakeClock()))
    for (let index = 0; index < 5; index++) {
      void join(`greedy ${index}`, 'a', { atOnce: 3, gapMs: 0 }, callerNamed('greedy'))
    }
    await nextTick()
    assert.deepEqual(started, ['greedy 0', 'greedy 1'])
    void join('modest', 'a', { atOnce: 3, gapMs: 0 }, callerNamed('modest'))
    await nextTick()
    assert.deepEqual(started, ['greedy 0', 'greedy 1', 'modest'])
  })

  it('do not get the last slot of a pool either', async () => {
    const { started, join } = requestsIn(new HostQueue(new FakeClock()))
    const politeness = { atOnce: 8, gapMs: 0, pool }
    for (const host of ['a', 'b']) void join(`greedy ${host}`, host, politeness, callerNamed('greedy'))
    void join('modest', 'b', politeness, callerNamed('modest'))
    await nextTick()
    assert.deepEqual(started, ['greedy a', 'modest'])
  })

  it('have a limited number of waiting requests each: 429', async () => {
    const { join } = requestsIn(new HostQueue(new FakeClock()))
    const politeness = { ...oneAtATime, waitingPerCaller: 2 }
    for (let index = 0; index < 3; index++)
      void join(`greedy ${index}`, 'a', politeness, callerNamed('greedy'))
    await assert.rejects(
      join('too many', 'a', politeness, callerNamed('greedy')),
      (thrown) => isFailure(thrown, 'rate_limited') && thrown.retryAfterSeconds === 1,
    )
    void join('modest', 'a', politeness, callerNamed('modest'))
  })

  it('are refused at once if the expected wait is too long: 503 with the expected wait', async () => {
    const { join } = requestsIn(new HostQueue(new FakeClock()))
    const politeness = { atOnce: 8, gapMs: 1000 }
    for (let index = 0; index < 4; index++) {
      void join(`greedy ${index}`, 'a', politeness, { ...callerNamed('greedy'), waitMsMax: 3000 })
    }
    await assert.rejects(
      join('hopeless', 'a', politeness, { ...callerNamed('greedy'), waitMsMax: 3000 }),
      (thrown) => isFailure(thrown, 'overloaded') && thrown.retryAfterSeconds === 4,
    )
    void join('modest', 'a', politeness, { ...callerNamed('modest'), waitMsMax: 3000 })
  })

  it('are refused at once if the requests ahead of them take too long', async () => {
    const clock = new FakeClock()
    const { join, end } = requestsIn(new HostQueue(clock))
    await join('slow', 'a', oneAtATime, callerNamed('greedy'))
    clock.advance(20_000)
    await end('slow')
    void join('running', 'a', oneAtATime, callerNamed('greedy'))
    await assert.rejects(
      join('hopeless', 'a', oneAtATime, { ...callerNamed('modest'), waitMsMax: 3000 }),
      (thrown) => isFailure(thrown, 'overloaded') && thrown.retryAfterSeconds === 4,
    )
  })

  for (const stepMs of [-90_000, 0, 90_000]) {
    it(`are refused when they have waited too long, if the clock is set by ${stepMs} ms meanwhile`, async () => {
      const clock = new FakeClock()
      const { started, join } = requestsIn(new HostQueue(clock))
      void join('running', 'a', oneAtATime)
      const waiting = join('waiting', 'a', oneAtATime, { waitMsMax: 3000 })
      clock.stepWallClock(stepMs)
      clock.advance(2999)
      await nextTick()
      clock.advance(1)
      await assert.rejects(waiting, (thrown) => isFailure(thrown, 'overloaded'))
      assert.deepEqual(started, ['running'])
    })
  }
})

describe('a host that asked for a pause', () => {
  const politeness = { atOnce: 8, gapMs: 0 }

  for (const stepMs of [-90_000, 0, 90_000]) {
    it(`gets the next request after it, if the clock is set by ${stepMs} ms meanwhile`, async () => {
      const clock = new FakeClock()
      const queue = new HostQueue(clock)
      const { started, join } = requestsIn(queue)
      queue.pause({ host: 'a' }, 5000)
      void join('patient', 'a', politeness)
      void join('elsewhere', 'b', politeness)
      clock.stepWallClock(stepMs)
      clock.advance(4999)
      await nextTick()
      assert.deepEqual(started, ['elsewhere'])
      clock.advance(1)
      await nextTick()
      assert.deepEqual(started, ['elsewhere', 'patient'])
    })
  }

  it('for one group of endpoints gets the requests to the others', async () => {
    const clock = new FakeClock()
    const queue = new HostQueue(clock)
    const { started, join } = requestsIn(queue)
    queue.pause({ host: 'a', group: 'seats' }, 5000)
    void join('seats', 'a', politeness, { group: 'seats' })
    void join('listings', 'a', politeness, { group: 'listings' })
    void join('other', 'a', politeness)
    await nextTick()
    assert.deepEqual(started, ['listings', 'other'])
    queue.pause({ host: 'a' }, 3000)
    void join('late', 'a', politeness)
    clock.advance(3000)
    await nextTick()
    assert.deepEqual(started, ['listings', 'other', 'late'])
    clock.advance(2000)
    await nextTick()
    assert.deepEqual(started, ['listings', 'other', 'late', 'seats'])
  })

  it('refuses requests that cannot wait until its end, new and waiting ones', async () => {
    const queue = new HostQueue(new FakeClock())
    const { join } = requestsIn(queue)
    void join('running', 'a', { atOnce: 1, gapMs: 0 })
    const waiting = join('waiting', 'a', { atOnce: 1, gapMs: 0 })
    queue.pause({ host: 'a' }, 3_600_000)
    const isPause = (thrown: unknown) =>
      isFailure(thrown, 'upstream_unavailable') && thrown.retryAfterSeconds === 3600
    await assert.rejects(waiting, isPause)
    await assert.rejects(join('new', 'a', { atOnce: 1, gapMs: 0 }), isPause)
  })
})
