import assert from 'node:assert/strict'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { after, before, beforeEach, describe, it } from 'node:test'
import { Type } from 'typebox'
import { FakeClock } from '../../../test/support/fake-clock.ts'
import { openEventStream, openStreamSocket } from '../../../test/support/server/event-reader.ts'
import { openTestServer, type TestServer } from '../../../test/support/server/test-server.ts'
import { Failure } from '../../core/errors.ts'
import type { AccessControl, Caller } from '../access-control.ts'
import { defineRoute } from '../route.ts'
import type { LiveConnection } from './live-connection.ts'
import { LiveEvent } from './live-event.ts'

const limits = { anonymous: 2, identified: 3, total: 4 }

/** `key` is valid until it is revoked; messages beyond the allowed number are refused. */
class TestAccess implements AccessControl {
  isRevoked = false
  admissionsMax = Number.POSITIVE_INFINITY
  admissions = 0

  admitSync() {
    return undefined
  }

  async admit({ apiKey, authorization, address }: Caller) {
    const isIdentified = (apiKey ?? authorization) !== undefined
    this.admissions += 1
    if (this.admissions > this.admissionsMax) throw new Failure('rate_limited', 'Too many.')
    if (isIdentified) this.#check()
    const credential = isIdentified ? ('key' as const) : ('none' as const)
    const identityId = isIdentified ? 'id_1' : undefined
    const networks = [{ subject: 'network', factor: 1.5 }]
    return {
      rateLimit: undefined,
      principal: {
        subject: identityId ?? address,
        networks: isIdentified ? [] : networks,
        identityId,
        credential,
      },
    }
  }

  async verify() {
    this.#check()
  }

  #check(): void {
    if (this.isRevoked) throw new Failure('unauthenticated', 'This key was revoked.')
  }
}

const clock = new FakeClock()
const access = new TestAccess()
const connections: LiveConnection[] = []
const messages: string[] = []
let readyCount = 0
let server: TestServer

const shared = {
  method: 'GET',
  tag: 'Streams',
  summary: 'Stream',
  access: 'optional',
  cache: 'no-store',
  handle: () => ({
    live: (connection: LiveConnection) => {
      connections.push(connection)
      return {
        onReady: () => {
          readyCount += 1
        },
        onMessage: async (text: string) => {
          if (text === 'bug') throw new TypeError('a bug')
          messages.push(text)
          if (text === 'authenticate') await identify(connection)
          else connection.send([new LiveEvent('echo', JSON.stringify(text))])
        },
      }
    },
  }),
} as const

async function identify(connection: LiveConnection): Promise<void> {
  await connection.authenticate('key')
  connection.send([new LiveEvent('identity', JSON.stringify(connection.principal.identityId))])
}

const text = Type.String()

before(async () => {
  server = await openTestServer({
    clock,
    accessControl: access,
    streamLimits: limits,
    routes: [
      defineRoute({
        ...shared,
        path: '/events',
        id: 'events',
        live: 'events',
        response: { body: text, type: 'text/event-stream' },
      }),
      defineRoute({
        ...shared,
        path: '/socket',
        id: 'socket',
        live: 'socket',
        acceptsAny: true,
        response: { body: text },
      }),
    ],
  })
})
after(() => server[Symbol.asyncDispose]())

beforeEach(() => {
  access.isRevoked = false
  access.admissions = 0
  access.admissionsMax = Number.POSITIVE_INFINITY
  connections.length = 0
  messages.length = 0
})

const key = { 'x-api-key': 'key' }
const events = () => openEventStream(`${server.origin}/events`)
const socket = (headers = {}) => openStreamSocket(`${server.origin}/socket`, headers)

async function ended(connection: LiveConnection | undefined): Promise<void> {
  if (connection && !connection.signal.aborted)
    await new Promise((resolve) => connection.signal.addEventListener('abort', resolve, { once: true }))
}

/** All streams of the test are gone, so that the next starts without. */
async function endAll(): Promise<void> {
  for (const connection of connections) {
    connection.end()
    await ended(connection)
  }
}

/** Loopback has many addresses on Linux only. */
const skip = process.platform !== 'linux' && 'one address only'

describe('streams', () => {
  it('are limited for the networks around a caller too', { skip }, async () => {
    const open = async (localAddress: string): Promise<number> => {
      const request = get(`${server.origin}/events`, { localAddress, agent: false })
      const [response] = (await once(request, 'response')) as [IncomingMessage]
      return response.statusCode ?? 0
    }
    const statuses: number[] = []
    for (const address of ['127.0.0.1', '127.0.0.1', '127.0.0.2', '127.0.0.2'])
      statuses.push(await open(address))
    assert.deepEqual(statuses, [200, 200, 200, 429])
    await endAll()
  })

  it('carry the same events as text and over a WebSocket', async () => {
    using text = await events()
    using messages = await socket()
    for (const connection of connections)
      connection.send([new LiveEvent('a', '{"name":"Zürich – 東京 😀"}', 'id-1'), new LiveEvent('b', '2')])
    for (const { log } of [text, messages]) {
      await log.until(() => log.events.length === 2)
      const [a, b] = log.events
      assert.deepEqual([a?.event, a?.id, a?.data], ['a', 'id-1', { name: 'Zürich – 東京 😀' }])
      assert.deepEqual([b?.event, b?.id, b?.data], ['b', undefined, 2])
    }
    await endAll()
    await text.log.untilClosed()
    await messages.log.untilClosed()
  })

  it('have a head without a stream', async () => {
    const response = await fetch(`${server.origin}/events`, { method: 'HEAD' })
    assert.equal(response.headers.get('content-type'), 'text/event-stream')
    assert.equal(await response.text(), '')
    assert.equal(connections.length, 0)
  })

  it('are limited per caller and in all; one that ends makes room', async () => {
    using _first = await events()
    using second = await socket()
    for (const path of ['/events', '/socket']) {
      const headers = path === '/socket' ? upgradeHeaders : {}
      const { status, code, retryAfter } = await refusal(path, headers)
      assert.deepEqual([status, code, retryAfter], [429, 'rate_limited', '5'])
    }
    using _third = await socket(key)
    using _fourth = await socket(key)
    assert.deepEqual((await refusal('/events', key)).code, 'overloaded')
    second[Symbol.dispose]()
    await ended(connections[1])
    using _fifth = await events()
    await endAll()
  })

  it('end when their credential is revoked; those of others go on', async () => {
    using open = await events()
    using keyed = await openEventStream(`${server.origin}/events`, key)
    using keyedSocket = await socket(key)
    access.isRevoked = true
    for (let seconds = 0; seconds < 3; seconds += 1) {
      clock.advance(1000)
      await new Promise((resolve) => setImmediate(resolve))
    }
    for (const { log } of [keyed, keyedSocket]) {
      const { data } = await log.find(({ event }) => event === 'error')
      assert.deepEqual([data.error.code, data.retry], ['unauthenticated', false])
      await log.untilClosed()
    }
    connections[0]?.send([new LiveEvent('still', '1')])
    await open.log.find(({ event }) => event === 'still')
    await endAll()
  })

  for (const kind of ['events', 'socket']) {
    it(`(${kind}) of a reader that never reads hold a bounded amount, and end`, async () => {
      const tcp = connect(server.port, '127.0.0.1')
      const headers = kind === 'socket' ? upgradeHeaders : {}
      const lines = Object.entries({ host: 'x', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
      tcp.write(`GET /${kind} HTTP/1.1\r\n${lines.join('')}\r\n`)
      tcp.pause()
      while (connections.length === 0) await new Promise((resolve) => setImmediate(resolve))
      const [connection] = connections
      assert.ok(connection)
      const event = new LiveEvent('large', JSON.stringify('x'.repeat(50_000)))
      let sent = 0
      while (!connection.isBehind && sent < 1000) {
        connection.send([event])
        sent += 1
        await new Promise((resolve) => setImmediate(resolve))
      }
      assert.ok(connection.isBehind && sent < 1000)
      clock.advance(30_000)
      clock.advance(1000)
      await ended(connection)
      tcp.destroy()
    })
  }

  it('tell their producer when the reader has caught up', async () => {
    readyCount = 0
    using reader = await events()
    const [connection] = connections
    assert.ok(connection)
    const event = new LiveEvent('large', JSON.stringify('x'.repeat(500_000)))
    while (!connection.isBehind) connection.send([event])
    await reader.log.until(() => readyCount > 0)
    assert.equal(connection.isBehind, false)
    await endAll()
  })

  it('end with the server, or when it drains', async () => {
    await using other = await openTestServer({
      clock,
      routes: [
        defineRoute({
          ...shared,
          path: '/events',
          id: 'events',
          live: 'events',
          response: { body: text, type: 'text/event-stream' },
        }),
      ],
    })
    using first = await openEventStream(`${other.origin}/events`)
    other.loadShedder.drain()
    clock.advance(1000)
    await first.log.untilClosed()
    const { status } = await other.get('/events')
    assert.equal(status, 503)
  })
})

describe('messages', () => {
  it('count as requests; what is wrong with one is an event', async () => {
    using reader = await socket()
    access.admissionsMax = 3
    for (const message of ['a', 'bug', 'b']) reader.send(message)
    await reader.log.until(() => reader.log.events.length === 3)
    assert.deepEqual(
      reader.log.events.map(({ event, data }) => [event, data.error?.code ?? data]),
      [
        ['echo', 'a'],
        ['error', 'internal'],
        ['error', 'rate_limited'],
      ],
    )
    assert.doesNotMatch(JSON.stringify(reader.log.events), /a bug/)
    await endAll()
  })

  it('may bring the key, which then counts, and ends the stream when it is revoked', async () => {
    using anonymous = await socket()
    using first = await socket()
    first.send('authenticate')
    await first.log.find(({ event, data }) => event === 'identity' && data === 'id_1')
    // Its place among those without a key is free again.
    using _other = await socket()
    first.send('authenticate')
    const { data } = await first.log.find(({ event }) => event === 'error')
    assert.equal(data.error.code, 'invalid_request')
    access.isRevoked = true
    for (let seconds = 0; seconds < 3; seconds += 1) {
      clock.advance(1000)
      await new Promise((resolve) => setImmediate(resolve))
    }
    await first.log.untilClosed()
    access.isRevoked = false
    anonymous.send('still')
    await anonymous.log.find(({ event }) => event === 'echo')
    await endAll()
  })

  it('with a key that is not valid end the connection; one without room for the stream keeps it', async () => {
    using refused = await socket()
    access.isRevoked = true
    refused.send('authenticate')
    await refused.log.untilClosed()
    access.isRevoked = false
    using _first = await socket(key)
    using _second = await socket(key)
    using _third = await socket(key)
    using full = await socket()
    full.send('authenticate')
    const { data } = await full.log.find(({ event }) => event === 'error')
    assert.equal(data.error.code, 'rate_limited')
    await endAll()
  })

  it('that are too many at once, or too long, end the connection', async () => {
    using flood = await socket()
    for (let n = 0; n < 200; n += 1) flood.send(`${n}`)
    await flood.log.untilClosed()
    assert.ok(messages.length <= 33, String(messages.length))
    using long = await socket()
    long.send('x'.repeat(300_000))
    await long.log.untilClosed()
    await endAll()
  })

  it('wait while the reader does not take them, wherever they are on the way, and go on when it does', async () => {
    using reader = await openStreamSocket(`${server.origin}/socket`)
    reader.send('hello')
    await reader.log.find(({ event }) => event === 'echo')
    const [connection] = connections
    assert.ok(connection)
    reader.pause()
    const sendPrice = (price: number) => connection.send([new LiveEvent('price', String(price))])
    let price = 0
    // Few bytes, all of which the operating system takes.
    for (; !connection.isBehind && price < 100; price += 1) {
      sendPrice(price)
      clock.advance(100)
    }
    assert.ok(price > 2 && price < 10, String(price))
    const before = readyCount
    reader.resume()
    while (connection.isBehind) await new Promise((resolve) => setImmediate(resolve))
    assert.equal(readyCount, before + 1)
    sendPrice(1000)
    await reader.log.find(({ event, data }) => event === 'price' && data === 1000)
    assert.equal(reader.log.events.filter(({ event }) => event === 'price').length, price + 1)
    await endAll()
  })

  it('are acknowledged by the response to the last of several pings', async () => {
    using reader = await openStreamSocket(`${server.origin}/socket`, {}, { autoPong: false })
    const pings: Buffer[] = []
    reader.socket.on('ping', (data) => pings.push(data))
    const [connection] = connections
    assert.ok(connection)
    for (let price = 0; !connection.isBehind && price < 100; price += 1) {
      connection.send([new LiveEvent('price', String(price))])
      clock.advance(100)
    }
    while (pings.length < 2) await new Promise((resolve) => setImmediate(resolve))
    reader.socket.pong(pings[1])
    reader.send('hello')
    await reader.log.find(({ event }) => event === 'echo')
    assert.equal(connection.isBehind, false)
    await endAll()
  })

  it('need a reader that responds to pings', async () => {
    using reader = await openStreamSocket(`${server.origin}/socket`, {}, { autoPong: false })
    clock.advance(15_000)
    clock.advance(15_000)
    clock.advance(1000)
    await reader.log.untilClosed()
  })

  it('of another kind than WebSocket are not expected: other upgrades are ignored', async () => {
    const { status, headers } = await fetchRaw('/events', {
      connection: 'upgrade',
      upgrade: 'h2c',
    })
    assert.equal(status, 200)
    assert.match(headers, /text\/event-stream/)
    await endAll()
    const { status: refused } = await fetchRaw('/socket', { ...upgradeHeaders, 'sec-websocket-version': '1' })
    assert.equal(refused, 400)
  })
})

const upgradeHeaders = {
  connection: 'upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
}

/** A response whose body may have no end. */
async function fetchRaw(path: string, headers: Readonly<Record<string, string>>) {
  const tcp = connect(server.port, '127.0.0.1')
  const lines = Object.entries({ host: 'x', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  tcp.write(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
  let received = ''
  for await (const chunk of tcp) {
    received += chunk
    const [head = '', body = ''] = received.split(/\r\n\r\n(.*)/s)
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
    if (received.includes('\r\n\r\n') && body.length >= length) {
      tcp.destroy()
      return { status: Number(head.split(' ')[1]), headers: head, body }
    }
  }
  throw new Error(`no response: ${received}`)
}

async function refusal(path: string, headers: Readonly<Record<string, string>>) {
  const { status, headers: head, body } = await fetchRaw(path, headers)
  const retryAfter = /retry-after: (\d+)/i.exec(head)?.[1]
  return { status, code: JSON.parse(body).error?.code, retryAfter }
}
