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
import { until } from '../../../../test/support/until.ts'
import { Failure, isFailure } from '../../../core/errors.ts'
import { anonymous } from '../../access-control.ts'
import { dataReply } from '../../reply.ts'
import { type CachePolicy, defineRoute } from '../../route.ts'
import { Connections } from './connections.ts'

const megabyte = 1024 * 1024
/** More than the kernel takes. */
const answerBytes = 24 * megabyte

async function openLarge(
  cache: CachePolicy = 'no-store',
): Promise<{ server: ExampleServer; handled: () => number }> {
  let handled = 0
  const large = defineRoute({
    method: 'GET',
    path: '/large',
    id: 'getLarge',
    tag: 'Test',
    summary: 'A long text',
    response: { data: Type.Object({}) },
    access: 'optional',
    cache,
    handle: async () => {
      handled += 1
      return dataReply({ text: 'x'.repeat(answerBytes) })
    },
  })
  const server = await openExampleServer({
    routes: [large],
    accessControl: byApiKey,
    cacheBytesMax: 20 * answerBytes,
  })
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

describe('a connection whose requests are refused again and again', () => {
  const refusing = defineRoute({
    method: 'GET',
    path: '/refusing',
    id: 'getRefusal',
    tag: 'Test',
    summary: 'A refusal',
    response: { data: Type.Object({}) },
    access: 'optional',
    cache: 'no-store',
    handle: async () => {
      throw new Failure('rate_limited', 'Too many requests.', { retryAfterSeconds: 1 })
    },
  })

  async function openRefused(
    options: { trustedProxies?: string[] } = {},
    headers: Record<string, string> = {},
  ) {
    const server = await openExampleServer({ routes: [refusing], ...options })
    const connection = await RawConnection.open(server.port)
    const request = async (path: string) => {
      connection.send(rawRequest('GET', path, headers))
      return (await connection.expectResponse()).status
    }
    for (let n = 0; n < 21; n += 1) assert.equal(await request('/refusing'), 429)
    return { server, connection, request, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
  }

  it('is read once a second, until others succeed; nobody else waits', async () => {
    await using refused = await openRefused()
    const { server, request } = refused
    let isAnswered = false
    const next = request('/things/th_001').finally(() => {
      isAnswered = true
    })
    for (let n = 0; n < 5; n += 1) assert.equal((await server.request('GET', '/things/th_002')).status, 200)
    assert.ok(!isAnswered)
    server.clock.advance(1000)
    assert.equal(await next, 200)
    assert.equal(await request('/things/th_001'), 200)
  })

  it('is read once a second also if it pipelines', async () => {
    await using refused = await openRefused()
    const { server, connection } = refused
    connection.send(rawRequest('GET', '/refusing').repeat(3))
    for (let n = 0; n < 3; n += 1) {
      let isAnswered = false
      const next = connection.expectResponse().finally(() => {
        isAnswered = true
      })
      for (let m = 0; m < 5; m += 1) await server.request('GET', '/things/th_002')
      assert.ok(!isAnswered)
      server.clock.advance(1000)
      assert.equal((await next).status, 429)
    }
  })

  it('does not wait on when it is closed', async () => {
    await using refused = await openRefused()
    const { server, connection } = refused
    const closedRequests = async () => /status="499"\} (\d+)/.exec(await server.metrics.text())?.[1]
    const before = await closedRequests()
    connection.send(rawRequest('GET', '/refusing'))
    await server.request('GET', '/things/th_002')
    connection.socket.destroy()
    await until(async () => (await closedRequests()) !== before)
  })

  it('does not wait if it is that of a proxy', async () => {
    await using refused = await openRefused(
      { trustedProxies: ['127.0.0.1'] },
      { 'x-forwarded-for': '198.51.100.7' },
    )
    assert.equal(await refused.request('/things/th_001'), 200)
  })
})

describe('behind many slow requests of a caller', () => {
  it('health and cached responses do not wait, also those of the same caller', async () => {
    await using server = await openExampleServer({ accessControl: byApiKey })
    const headers = { 'x-api-key': 'a' }
    await server.requestCached('/things/th_001', headers)
    const slow = Array.from({ length: 20 }, () => server.request('GET', '/slow', headers))
    while (server.slowRoute.signals.length < 8) await server.request('GET', '/health')
    let isAnswered = false
    const uncached = server.request('GET', '/things/th_002', headers).finally(() => {
      isAnswered = true
    })
    for (let n = 0; n < 5; n += 1) {
      assert.equal((await server.request('GET', '/health', headers)).status, 200)
      const cached = await server.request('GET', '/things/th_001', headers)
      assert.deepEqual([cached.status, cached.headers['server-timing']], [200, 'cache;desc=hit'])
    }
    assert.ok(!isAnswered)
    assert.equal(server.slowRoute.signals.length, 8)
    let isOver = false
    const all = Promise.all([uncached, ...slow]).finally(() => {
      isOver = true
    })
    while (!isOver) {
      server.slowRoute.release()
      await server.request('GET', '/health')
    }
    for (const { status } of await all) assert.equal(status, 200)
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

  it('end the connection too if they are from the cache', async () => {
    const { server, handled } = await openLarge({ scope: 'large', maxAgeSeconds: 60 })
    await using _server = server
    let before = -1
    while (handled() !== before) {
      before = handled()
      await countBytes(await requestUnread(server, 'a'), answerBytes)
    }
    const socket = await requestUnread(server, 'a')
    await untilUnread(server, (bytes) => bytes > megabyte)
    for (let second = 0; second <= 20; second += 1) server.clock.advance(1000)
    await untilUnread(server, (bytes) => bytes === 0)
    assert.ok((await countBytes(socket)) < answerBytes)
    assert.equal(handled(), before)
  })

  it('refuse further requests of those who have any, beyond 128 MB of all callers', () => {
    const clock = new FakeClock()
    const server = new EventEmitter()
    const connections = new Connections(clock)
    connections.listen(server as Server)
    const caller = (key: string) => ({ subject: key, networks: [] })
    const leaveUnread = (key: string, bytes: number) => {
      const socket = Object.assign(new EventEmitter(), { writableLength: bytes, bytesWritten: bytes })
      server.emit('connection', socket)
      connections.setCaller({ socket } as unknown as IncomingMessage, caller(key))
      clock.advance(100)
      return socket
    }
    for (const key of ['a', 'b', 'c', 'd']) leaveUnread(key, 30 * megabyte)
    connections.checkUnread(caller('a'))
    const last = leaveUnread('e', 9 * megabyte)
    for (const key of ['a', 'e'])
      assert.throws(
        () => connections.checkUnread(caller(key)),
        (thrown) => isFailure(thrown, 'overloaded'),
      )
    connections.checkUnread(caller('f'))
    last.emit('close')
    clock.advance(100)
    connections.checkUnread(caller('a'))
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
