import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { FakeClock } from '../clock.ts'
import { HostQueue, type Politeness } from './host-queue.ts'

const never = new AbortController().signal
const pool = { name: 'shared', atOnce: 2 }

/** Takes a turn as soon as it gets one, and tells which have been taken. */
function line(turns: HostQueue) {
  const taken: string[] = []
  const ends = new Map<string, () => void>()
  return {
    taken,
    async join(name: string, host: string, polite: Politeness, signal = never): Promise<void> {
      ends.set(name, await turns.acquire(host, polite, signal))
      taken.push(name)
    },
    async end(name: string): Promise<void> {
      ends.get(name)?.()
      await turn()
    },
  }
}

describe('turns in a pool', () => {
  it('are as many at once as the pool has, over all hosts', async () => {
    const { taken, join, end } = line(new HostQueue(new FakeClock()))
    for (const host of ['a', 'b', 'c', 'd']) void join(host, host, { atOnce: 8, gapMs: 0, pool })
    await turn()
    assert.deepEqual(taken, ['a', 'b'])
    await end('a')
    assert.deepEqual(taken, ['a', 'b', 'c'])
  })

  it('hold no place in it while they wait for their host', async () => {
    const { taken, join } = line(new HostQueue(new FakeClock()))
    for (let waiting = 0; waiting < 10; waiting++) {
      void join(`slow ${waiting}`, 'slow', { atOnce: 1, gapMs: 0, pool })
    }
    void join('quick', 'quick', { atOnce: 1, gapMs: 0, pool })
    await turn()
    assert.deepEqual(taken, ['slow 0', 'quick'])
  })

  it('hold no turn at their host while they wait for the pool', async () => {
    const { taken, join } = line(new HostQueue(new FakeClock()))
    for (let waiting = 0; waiting < 10; waiting++) {
      void join(`pooled ${waiting}`, 'host', { atOnce: 3, gapMs: 0, pool })
    }
    void join('free', 'host', { atOnce: 3, gapMs: 0 })
    await turn()
    assert.deepEqual(taken, ['pooled 0', 'pooled 1', 'free'])
  })

  it('go to who has waited longest, at whichever host', async () => {
    const { taken, join, end } = line(new HostQueue(new FakeClock()))
    const polite = { atOnce: 8, gapMs: 0, pool }
    for (const name of ['a1', 'a2']) void join(name, 'a', polite)
    void join('b1', 'b', polite)
    for (const name of ['a3', 'a4']) void join(name, 'a', polite)
    void join('c1', 'c', polite)
    await turn()
    for (const name of ['a1', 'a2', 'b1', 'a3']) await end(name)
    assert.deepEqual(taken, ['a1', 'a2', 'b1', 'a3', 'a4', 'c1'])
  })

  it('keep the gap of their host', async () => {
    const clock = new FakeClock()
    const { taken, join, end } = line(new HostQueue(clock))
    const polite = { atOnce: 8, gapMs: 100, pool: { name: 'one', atOnce: 1 } }
    for (const name of ['first', 'second']) void join(name, 'host', polite)
    await turn()
    await end('first')
    assert.deepEqual(taken, ['first'])
    clock.advance(100)
    await turn()
    assert.deepEqual(taken, ['first', 'second'])
  })

  it('are given up by who leaves the line, and by nobody else', async () => {
    const { taken, join, end } = line(new HostQueue(new FakeClock()))
    const polite = { atOnce: 8, gapMs: 0, pool: { name: 'one', atOnce: 1 } }
    const leaving = new AbortController()
    void join('first', 'a', polite)
    const left = join('left', 'a', polite, leaving.signal)
    void join('last', 'b', polite)
    leaving.abort(new Error('gone'))
    await assert.rejects(left, /gone/)
    assert.deepEqual(taken, ['first'])
    await end('first')
    assert.deepEqual(taken, ['first', 'last'])
  })
})
