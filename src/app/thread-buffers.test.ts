import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { MessageChannel } from 'node:worker_threads'
import { BufferHub, ThreadBuffers } from './thread-buffers.ts'

function bufferOf(...bytes: number[]): SharedArrayBuffer {
  const buffer = new SharedArrayBuffer(bytes.length)
  new Uint8Array(buffer).set(bytes)
  return buffer
}

/** Messages take a few turns from one thread through the hub to another. */
async function untilDelivered(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await nextTurn()
}

/** Several threads would only differ in that they run at the same time. */
function threads(count: number, bytesMax?: number) {
  const stack = new DisposableStack()
  const hub = stack.use(new BufferHub(bytesMax))
  const connect = () => stack.use(new ThreadBuffers(hub.connect(), bytesMax))
  return { connect, all: Array.from({ length: count }, connect), [Symbol.dispose]: () => stack.dispose() }
}

describe('buffers that threads share', () => {
  it('are memory in common, also for a thread that starts later', async () => {
    using group = threads(2)
    const [one, two] = group.all.map((buffers) => buffers.open('blocks', 7, () => {}))
    const buffer = bufferOf(1, 2)
    one?.put(3, 1, buffer)
    await untilDelivered()
    const later = group.connect().open('blocks', 7, () => {})
    new Uint8Array(buffer)[0] = 9
    for (const found of [two?.get(3, 1), later.get(3, 1)])
      assert.deepEqual(new Uint8Array(found ?? assert.fail()), new Uint8Array([9, 2]))
  })

  it('are found only under their epoch and revision', async () => {
    using group = threads(2)
    group.all[0]?.open('blocks', 7, () => {}).put(3, 1, bufferOf(1))
    await untilDelivered()
    const [, two] = group.all
    assert.equal(two?.open('blocks', 8, () => {}).get(3, 1), undefined)
    assert.equal(two?.open('words', 7, () => {}).get(3, 1), undefined)
    const blocks = two?.open('blocks', 7, () => {})
    assert.equal(blocks?.get(3, 2), undefined)
    assert.equal(blocks?.get(4, 1), undefined)
    assert.ok(blocks?.get(3, 1))
  })

  it('are one buffer in the end if two threads put the same at once', async () => {
    using group = threads(3)
    const arrived: string[] = []
    const sets = group.all.map((buffers, index) =>
      buffers.open('blocks', 7, (number) => arrived.push(`${number} in ${index}`)),
    )
    const [first, second] = [bufferOf(1), bufferOf(1)]
    sets[0]?.put(3, 1, first)
    sets[1]?.put(3, 1, second)
    assert.equal(sets[1]?.get(3, 1), second)
    await untilDelivered()
    new Uint8Array(first)[0] = 9
    assert.deepEqual(
      sets.map((set) => new Uint8Array(set.get(3, 1) ?? assert.fail())[0]),
      [9, 9, 9],
    )
    assert.ok(arrived.includes('3 in 1'), 'the second drops its own')
    assert.ok(!arrived.includes('3 in 0'), 'the first keeps its own')
  })

  it('are not replaced by what a slow reader puts later', async () => {
    using group = threads(3)
    const [one, two, three] = group.all.map((buffers) => buffers.open('blocks', 7, () => {}))
    one?.put(3, 2, bufferOf(2))
    await untilDelivered()
    two?.put(3, 1, bufferOf(1))
    await untilDelivered()
    assert.ok(three?.get(3, 2))
    assert.ok(one?.get(3, 2))
    assert.ok(two?.get(3, 2))
    two?.put(3, 3, bufferOf(3))
    await untilDelivered()
    assert.ok(one?.get(3, 3))
    assert.equal(one?.get(3, 2), undefined, 'nobody holds an old revision')
  })

  it('of a read model that is gone are dropped', async () => {
    using group = threads(2, 4)
    const old = group.all[0]?.open('blocks', 7, () => {})
    old?.put(1, 1, bufferOf(1, 1))
    old?.put(2, 1, bufferOf(1, 1))
    await untilDelivered()
    const [one, two] = group.all.map((buffers) => buffers.open('blocks', 8, () => {}))
    one?.put(1, 1, bufferOf(2, 2))
    await untilDelivered()
    assert.ok(two?.get(1, 1))
    assert.equal(old?.get(2, 1), undefined)
  })

  it('are bounded: what has no room is left to each thread', async () => {
    using group = threads(2, 4)
    const [one, two] = group.all.map((buffers) => buffers.open('blocks', 7, () => {}))
    one?.put(1, 1, bufferOf(1, 2, 3))
    one?.put(2, 1, bufferOf(4, 5))
    await untilDelivered()
    assert.ok(two?.get(1, 1))
    assert.equal(two?.get(2, 1), undefined)
  })

  it('are found by a thread that had no time to receive them', () => {
    const { port1, port2 } = new MessageChannel()
    using buffers = new ThreadBuffers(port2)
    port1.postMessage({ kind: 'blocks', epoch: 7, number: 3, revision: 1, buffer: bufferOf(1) })
    assert.ok(buffers.open('blocks', 7, () => {}).get(3, 1))
  })
})
