import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { FakeClock } from '../../../../test/support/fake-clock.ts'
import { isFailure } from '../../../core/errors.ts'
import { Turns } from './turns.ts'

const isOverloaded = (thrown: unknown) => isFailure(thrown, 'overloaded') && thrown.retryAfterSeconds === 1

/** Takes turns and notes the callers in the order in which they are started. */
function open() {
  const clock = new FakeClock()
  const turns = new Turns(clock)
  const started: string[] = []
  function take(caller: string) {
    const turn = turns.take(caller)
    if (turn.started === undefined) started.push(caller)
    else void turn.started.then(() => started.push(caller))
    return turn
  }
  return { clock, take, started }
}

async function loops(count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) await setImmediate()
}

describe('turns', () => {
  it('are not waited for by a single request', () => {
    const { take } = open()
    assert.equal(take('a').started, undefined)
  })

  it('go first to callers with a single request, then round among all, however many requests each has', async () => {
    const { take, started } = open()
    for (const caller of ['a', 'a', 'a', 'a', 'b', 'c', 'b']) take(caller)
    await loops(10)
    assert.deepEqual(started, ['a', 'b', 'c', 'a', 'b', 'a', 'a'])
  })

  it('leave room in the event loop: one request is started at a time', async () => {
    const { take, started } = open()
    for (const caller of ['a', 'b', 'c']) take(caller)
    assert.deepEqual(started, ['a'])
    await loops(1)
    assert.deepEqual(started, ['a', 'b'])
  })

  it('are given to eight requests of a caller at once, and to the next when one of them ends', async () => {
    const { take, started } = open()
    const taken = Array.from({ length: 10 }, () => take('a'))
    take('b')
    await loops(20)
    assert.equal(started.filter((caller) => caller === 'a').length, 8)
    assert.ok(started.includes('b'))
    taken[0]?.[Symbol.dispose]()
    await loops(20)
    assert.equal(started.filter((caller) => caller === 'a').length, 9)
  })

  it('are refused to a caller with 128 requests in flight, and to no other', () => {
    const { take } = open()
    for (let n = 0; n < 128; n += 1) take('a')
    assert.throws(() => take('a'), isOverloaded)
    take('b')
  })

  it('are refused to a caller whose requests wait for more than 200 ms', async () => {
    const { clock, take } = open()
    const taken = Array.from({ length: 9 }, () => take('a'))
    await loops(20)
    clock.advance(200)
    taken.push(take('a'))
    clock.advance(1)
    assert.throws(() => take('a'), isOverloaded)
    take('b')
    for (const turn of taken) turn[Symbol.dispose]()
    take('a')
  })

  it('are not given to a request that has ended meanwhile', async () => {
    const { take, started } = open()
    take('a')
    take('a')[Symbol.dispose]()
    take('b')
    await loops(5)
    assert.deepEqual(started, ['a', 'b'])
  })
})
