import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FakeClock } from '../../../../test/support/fake-clock.ts'
import { FlushQueue } from './flush-queue.ts'

describe('readers that have something to read', () => {
  it('are served at once after a pause, then together, every 20 milliseconds', () => {
    const clock = new FakeClock()
    using queue = new FlushQueue(clock)
    const served: string[] = []
    const reader = (name: string) => ({ flush: () => served.push(name) })
    const [first, second] = [reader('first'), reader('second')]
    queue.add(first)
    queue.add(second)
    queue.add(first)
    assert.deepEqual(served, [])
    clock.advance(0)
    assert.deepEqual(served.splice(0), ['first', 'second'])

    clock.advance(5)
    queue.add(second)
    clock.advance(14)
    queue.add(first)
    assert.deepEqual(served, [])
    clock.advance(1)
    assert.deepEqual(served.splice(0), ['second', 'first'])

    clock.advance(20)
    assert.deepEqual(served, [])
    queue.add(first)
    clock.advance(0)
    assert.deepEqual(served, ['first'])
  })
})
