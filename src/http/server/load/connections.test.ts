import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import type { IncomingMessage, Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { describe, it } from 'node:test'
import { Type } from 'typebox'
import { FakeClock } from '../../../../test/support/fake-clock.ts'
import { assertErrorEnvelope } from '../../../../test/support/server/assert-error-envelope.ts'
import { byApiKey } from '../../../../test/support/server/by-api-key.ts'
import { type ExampleServer, openExampleServer } from '../../../../test/support/server/example-server.ts'
import { RawConnection, rawRequest } from '../../../../test/support/server/raw-connection.ts'
import { anonymous } from '../../access-control.ts'
import { dataReply } from '../../reply.ts'
import { defineRoute } from '../../route.ts'
import { Connections } from './connections.ts'

const megabyte = 1024 * 1024
/** More than the kernel takes. */
const answerBytes = 24 * megabyte

async function openLarge(): Promise<{ server: ExampleServer; handled: () => number }> {
  let handled = 0
  const large = defineRoute({
    method: 'GET',
    path: '/large',
    id: 'getLarge',
    tag: 'Test',
    summary: 'A long text',
    response: { data: Type.Object({}) },
    access: 'optional',
    cache: 'no-store',
    handle: async () => {
      handled += 1
      return dataReply({ text: 'x'.repeat(answerBytes) })
    },
  })
  const server = await openExampleServer({ routes: [large], accessControl: byApiKey })
  return { server, handled: () => handled }
}

/** Requests that the client does not read the responses to. */
async function requestUnread(server: ExampleServer, key: string, count = 1): Promise<Socket> {
  const socket = connect(server.port, '127.0.0.1')
  await once(socket, 'connect')
  socket.pause()
  socket.write(rawRequest('GET', '/large', { 'x-api-key': key }).repeat(count))
  return socket
}

/** Reads until the connection ends, or until there are as many bytes. */
async function countBytes(socket: Socket, bytesMax = Number.POSITIVE_INFINITY): Promise<number> {
  let bytes = 0
  for await (const chunk of socket) {
    bytes += (chunk as Buffer).length
    if (bytes >= bytesMax) break
  }
  return bytes
}

async function untilUnread(server: ExampleServer, isSo: (bytes: number) => boolean): Promise<void> {
  while (!isSo(await unreadBytes(server))) await server.request('GET', '/health')
}

/** As the server sees it when it next looks. */

async function unreadBytes(server: ExampleServer): Promise<number> {
  server.clock.advance(100)
  const text = await server.metrics.text()
  return Number(/^broadsheet_http_unread_bytes (\d+)$/m.exec(text)?.[1])
}

describe('a connection', () => {
  it('has one response in the making, however many requests it pipelines', async () => {
    await using server = await openExampleServer()
    using connection = await RawConnection.open(server.port)
    const entered = server.slowRoute.entered()
    connection.send(rawRequest('GET', '/slow').repeat(5))
    await entered
    for (let n = 0; n < 5; n += 1) await server.request('GET', '/health')
    assert.equal(server.slowRoute.signals.length, 1)
    for (let n = 1; n <= 5; n += 1) {
      const next = server.slowRoute.entered()
      server.slowRoute.release()
      assert.equal((await connection.expectResponse()).status, 200)
      if (n < 5) await next
    }
    assert.equal(server.slowRoute.signals.length, 5)
  })

  it('is not read on while a pipelined request waits', async () => {
    await using server = await openExampleServer()
    const accepted = once(server.server.nodeServer, 'connection')
    using connection = await RawConnection.open(server.port)
    const [socket] = (await accepted) as [Socket]
    const entered = server.slowRoute.entered()
    connection.send(rawRequest('GET', '/slow').repeat(2))
    await entered
    const { bytesRead } = socket
    connection.send(rawRequest('GET', '/slow').repeat(10_000))
    for (let n = 0; n < 20; n += 1) await server.request('GET', '/health')
    assert.ok(socket.bytesRead - bytesRead <= 65_536, `${socket.bytesRead - bytesRead} bytes more`)
  })
})

describe('a connection that pipelines more than any client would', () => {
  it('is closed, and what it requested is not handled', async () => {
    await using server = await openExampleServer()
    const accepted = once(server.server.nodeServer, 'connection')
    using connection = await RawConnection.open(server.port)
    const [socket] = (await accepted) as [Socket]
    const closed = once(socket, 'close')
    connection.send('GET /slow HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(3000))
    await closed
    for (let n = 0; n < 5; n += 1) await server.request('GET', '/health')
    assert.ok(server.slowRoute.signals.length <= 1)
  })
})

describe('responses that nobody reads', () => {
  it('are one per connection, and end it after a while', async () => {
    const { server, handled } = await openLarge()
    await using _server = server
    const socket = await requestUnread(server, 'a', 50)
    await untilUnread(server, (bytes) => bytes > megabyte)
    for (let second = 0; second <= 20; second += 1) server.clock.advance(1000)
    await untilUnread(server, (bytes) => bytes === 0)
    assert.ok((await countBytes(socket)) < answerBytes)
    assert.equal(handled(), 1)
  })

  it('do not end the connection of a client that reads on in time', async () => {
    const { server } = await openLarge()
    await using _server = server
    const socket = await requestUnread(server, 'a')
    await untilUnread(server, (bytes) => bytes > megabyte)
    for (let second = 0; second < 15; second += 1) server.clock.advance(1000)
    assert.ok((await countBytes(socket, answerBytes)) >= answerBytes)
    await untilUnread(server, (bytes) => bytes === 0)
  })

  it('end the connection of a client that reads a byte now and then', () => {
    const clock = new FakeClock()
    const server = new EventEmitter()
    const connections = new Connections(clock)
    connections.listen(server as Server)
    let isOpen = true
    const socket = Object.assign(new EventEmitter(), {
      writableLength: megabyte,
      bytesWritten: megabyte,
      destroy: () => {
        isOpen = false
      },
    })
    server.emit('connection', socket)
    connections.setCaller({ socket } as unknown as IncomingMessage, anonymous)
    const seconds = (count: number, bytesPerSecond: number) => {
      for (let second = 0; second < count; second += 1) {
        socket.writableLength -= bytesPerSecond
        clock.advance(1000)
      }
    }
    seconds(60, 5000)
    assert.ok(isOpen, 'a slow one')
    seconds(5, 1)
    assert.ok(isOpen)
    seconds(20, 1)
    assert.ok(!isOpen)
  })

  it('refuse further requests of their caller beyond 32 MB, and of nobody else', async () => {
    const { server } = await openLarge()
    await using _server = server
    const sockets: Socket[] = []
    while ((await unreadBytes(server)) <= 32 * megabyte) sockets.push(await requestUnread(server, 'a'))
    assertErrorEnvelope(
      await server.request('GET', '/things/th_001', { 'x-api-key': 'a' }),
      503,
      'overloaded',
    )
    assert.equal((await server.request('GET', '/things/th_001', { 'x-api-key': 'b' })).status, 200)
    for (const socket of sockets) socket.destroy()
  })
})
