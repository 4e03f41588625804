import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads'
import { FakeClock } from '../../../test/support/fake-clock.ts'
import { eventsToPort } from './run-sync-thread.ts'
import type { ThreadMessage } from './thread-messages.ts'

const call = { host: 'a.example', method: 'GET', attempt: 1, durationMs: 1, bytes: 1 }

function open() {
  const { port1, port2 } = new MessageChannel()
  const clock = new FakeClock()
  const events = eventsToPort(port1, clock)
  /** The names of the events in each message that has arrived. */
  function receive(): string[][] {
    const messages: string[][] = []
    for (let next = receiveMessageOnPort(port2); next; next = receiveMessageOnPort(port2)) {
      const message: ThreadMessage = next.message
      if (message.kind === 'events') messages.push(message.events.map(({ name }) => name))
    }
    return messages
  }
  return { events, clock, receive, [Symbol.dispose]: () => port1.close() }
}

describe('events of the sync thread', () => {
  it('arrive at once, in their order', () => {
    using thread = open()
    thread.events.artifactsSwept({ removed: 1 })
    assert.deepEqual(thread.receive(), [['artifactsSwept']])
    thread.events.upstreamCall(call)
    assert.deepEqual(thread.receive(), [])
    thread.events.artifactsSwept({ removed: 1 })
    assert.deepEqual(thread.receive(), [['upstreamCall', 'artifactsSwept']])
    thread.clock.advance(1000)
    assert.deepEqual(thread.receive(), [])
  })

  it('arrive together soon after calls of upstreams, and sooner if there are many', () => {
    using thread = open()
    for (let at = 0; at < 10; at++) thread.events.upstreamCall(call)
    assert.deepEqual(thread.receive(), [])
    thread.clock.advance(100)
    assert.deepEqual(
      thread.receive().map(({ length }) => length),
      [10],
    )
    for (let at = 0; at < 1000; at++) thread.events.upstreamCall(call)
    const sent = thread.receive().flat().length
    assert.ok(sent > 900 && sent < 1000, `${sent}`)
  })
})
