import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertErrorEnvelope } from '../../../test/support/server/assert-error-envelope.ts'
import { byApiKey } from '../../../test/support/server/by-api-key.ts'
import { type ExampleServer, openExampleServer } from '../../../test/support/server/example-server.ts'
import { RawConnection, rawRequest } from '../../../test/support/server/raw-connection.ts'
import { publishedOnce } from '../../../test/support/server/test-server.ts'
import { assertCached } from '../../../test/support/server/until-cached.ts'
import { Failure } from '../../core/errors.ts'
import { type Access, type AccessControl, type Admission, anonymous, type Caller } from '../access-control.ts'

/** Requests the slow route and waits until its handler runs. */
async function startSlow(server: ExampleServer): Promise<RawConnection> {
  const connection = await RawConnection.open(server.port)
  const entered = server.slowRoute.entered()
  connection.send(rawRequest('GET', '/slow'))
  await entered
  return connection
}

function aborted(signal: AbortSignal | undefined): Promise<unknown> {
  assert.ok(signal)
  if (signal.aborted) return Promise.resolve(signal.reason)
  return new Promise((resolve) =>
    signal.addEventListener('abort', () => resolve(signal.reason), { once: true }),
  )
}

describe('too much in flight', () => {
  it('is rejected with Retry-After, while cached responses, health and metrics are sent', async () => {
    await using server = await openExampleServer({ inFlightMax: 2 })
    assert.equal((await server.requestCached('/things')).status, 200)
    using first = await startSlow(server)
    using second = await startSlow(server)
    assertErrorEnvelope(await server.request('GET', '/things/th_001'), 503, 'overloaded')
    assertCached(await server.request('GET', '/things'))
    for (const path of ['/health', '/healthz', '/metrics'])
      assert.equal((await server.request('GET', path)).status, 200)
    server.slowRoute.release()
    assert.equal((await first.expectResponse()).status, 200)
    assert.equal((await second.expectResponse()).status, 200)
    assert.equal((await server.request('GET', '/things')).status, 200)
    assert.equal(server.loadShedder.inFlight, 0)
  })

  it('is logged once a second, with the number of lines that were left out', async () => {
    await using server = await openExampleServer({ inFlightMax: 1 })
    using slow = await startSlow(server)
    for (let n = 0; n < 20; n += 1) await server.request('GET', '/things/th_001')
    server.clock.advance(1000)
    await server.request('GET', '/things/th_001')
    const lines = server.logLines.filter((line) => Number(line.level) >= 40)
    assert.deepEqual(
      lines.map(({ msg, repeated }) => [msg, repeated]),
      [
        ['Too many requests in flight.', undefined],
        ['request completed', undefined],
        ['Too many requests in flight.', 19],
        ['request completed', 19],
      ],
    )
    server.slowRoute.release()
    await slow.expectResponse()
  })

  it('counts a request of a caller from its head on, for that caller', async () => {
    await using server = await openExampleServer({ accessControl: byApiKey })
    using stack = new DisposableStack()
    const head = rawRequest('POST', '/echo', {
      'content-type': 'application/json',
      'content-length': '10',
    })
    // As many as an anonymous caller may have.
    for (let n = 0; n < 32; n += 1) {
      const connection = stack.use(await RawConnection.open(server.port))
      connection.send(head)
    }
    let status = 200
    while (status === 200) status = (await server.request('GET', '/things/th_001')).status
    assert.equal(status, 503)
    assert.equal(server.loadShedder.inFlight, 0)
    assert.equal((await server.request('GET', '/things/th_001', { 'x-api-key': 'b' })).status, 200)
  })

  it('cannot be exceeded by a burst that passes the first check together', async () => {
    await using server = await openExampleServer({ inFlightMax: 3 })
    const entered = [server.slowRoute.entered(), server.slowRoute.entered(), server.slowRoute.entered()]
    const responses = Array.from({ length: 10 }, () => server.request('GET', '/slow'))
    await Promise.all(entered)
    await Promise.all(Array.from({ length: 10 }, () => server.request('GET', '/health')))
    assert.equal(server.slowRoute.signals.length, 3)
    server.slowRoute.release()
    const statuses = (await Promise.all(responses)).map(({ status }) => status)
    assert.deepEqual(statuses.toSorted(), [200, 200, 200, 503, 503, 503, 503, 503, 503, 503])
  })

  it('does not count rejected, failed and disconnected requests', async () => {
    await using server = await openExampleServer()
    await server.request('GET', '/broken')
    await server.request('GET', '/things/unknown')
    await server.request('GET', '/things', { accept: 'text/html' })
    const connection = await startSlow(server)
    connection.socket.destroy()
    await aborted(server.slowRoute.signals[0])
    assert.equal((await server.request('GET', '/health')).status, 200)
    assert.equal(server.loadShedder.inFlight, 0)
  })
})

describe('the deadline', () => {
  it('responds with 503 deadline_exceeded and Retry-After, and aborts the work', async () => {
    await using server = await openExampleServer({ requestTimeoutMs: 200 })
    assertErrorEnvelope(await server.request('GET', '/slow'), 503, 'deadline_exceeded')
    assert.ok(server.slowRoute.signals[0]?.aborted)
  })

  it('applies to each request, also if one before it was answered or has expired', async () => {
    await using server = await openExampleServer({ requestTimeoutMs: 200 })
    assert.equal((await server.request('GET', '/things')).status, 200)
    for (const _ of [1, 2])
      assertErrorEnvelope(await server.request('GET', '/slow'), 503, 'deadline_exceeded')
  })

  it('does not apply to disconnected clients, which are not logged as failures', async () => {
    await using server = await openExampleServer()
    const connection = await startSlow(server)
    connection.socket.destroy()
    assert.match(String(await aborted(server.slowRoute.signals[0])), /client disconnected/)
    await server.request('GET', '/health')
    assert.match(await server.metrics.text(), /route="GET \/slow",status="499"\} 1$/m)
    assert.deepEqual(
      server.logLines.filter((line) => Number(line.level) >= 40),
      [],
    )
  })

  it('covers access control that hangs', async () => {
    const accessControl: AccessControl = { admitSync: () => undefined, admit: () => new Promise(() => {}) }
    await using server = await openExampleServer({ requestTimeoutMs: 200, accessControl })
    assertErrorEnvelope(await server.request('GET', '/things'), 503, 'deadline_exceeded')
    assert.equal(server.loadShedder.inFlight, 0)
  })
})

describe('an unreachable store', () => {
  it('causes 503 even if the response is cached, until it is back', async () => {
    let isGone = false
    const stamp = () => {
      if (isGone) throw new Failure('store_unavailable', 'The database cannot be reached.')
      return '1'
    }
    await using server = await openExampleServer({ publications: { ...publishedOnce, stamp } })
    assert.equal((await server.requestCached('/things')).status, 200)
    isGone = true
    assertErrorEnvelope(await server.request('GET', '/things'), 503, 'store_unavailable')
    isGone = false
    assertCached(await server.request('GET', '/things'))
  })
})

describe('shutdown', () => {
  it('lets requests in flight finish, closes connections gracefully, and resets none', async () => {
    const server = await openExampleServer()
    const connections = await Promise.all([startSlow(server), startSlow(server), startSlow(server)])
    await server.requestCached('/things')
    const idle = await RawConnection.open(server.port)
    idle.send(rawRequest('GET', '/things'))
    assert.equal((await idle.expectResponse()).status, 200)
    server.loadShedder.drain()
    idle.send(rawRequest('GET', '/things'))
    const last = await idle.expectResponse()
    assert.deepEqual([last.status, last.headers.connection], [200, 'close'])
    const closed = server.server.close()
    server.slowRoute.release()
    for (const connection of connections) {
      const response = await connection.expectResponse()
      assert.deepEqual([response.status, response.headers.connection], [200, 'close'])
      assert.equal(await connection.readResponse(), undefined)
    }
    await closed
    assert.equal(await idle.readResponse(), undefined)
    await assert.rejects(RawConnection.open(server.port))
    await server[Symbol.asyncDispose]()
  })

  it('ends idle connections immediately', async () => {
    const server = await openExampleServer()
    using idle = await RawConnection.open(server.port)
    idle.send(rawRequest('GET', '/health'))
    assert.equal((await idle.expectResponse()).status, 200)
    await server[Symbol.asyncDispose]()
    assert.equal(await idle.readResponse(), undefined)
  })

  it('ends connections that never sent a request immediately', async () => {
    const server = await openExampleServer({ requestTimeoutMs: 60_000 })
    using silent = await RawConnection.open(server.port)
    await server.request('GET', '/health')
    await server[Symbol.asyncDispose]()
    await silent.waitForEnd()
  })

  it('does not wait forever for a client that never finishes a request', async () => {
    const server = await openExampleServer({ requestTimeoutMs: 300 })
    using connection = await RawConnection.open(server.port)
    connection.send('GET /things HTTP/1.1\r\n')
    await server.request('GET', '/health')
    await server[Symbol.asyncDispose]()
    await connection.waitForEnd()
  })

  it('is visible in readiness', async () => {
    const shedding: { assertNotDraining(): void }[] = []
    await using server = await openExampleServer({ checkReady: async () => shedding[0]?.assertNotDraining() })
    shedding.push(server.loadShedder)
    assert.equal((await server.request('GET', '/healthz')).status, 200)
    server.loadShedder.drain()
    assertErrorEnvelope(await server.request('GET', '/healthz'), 503, 'overloaded')
    assert.equal((await server.request('GET', '/health')).status, 200)
  })
})

/** Admits everyone, records the callers, and counts them in a header. */
class RecordingAccessControl implements AccessControl {
  readonly callers: Caller[] = []
  readonly accesses: Access[] = []

  admitSync(caller: Caller, access: Access): Admission {
    this.callers.push(caller)
    this.accesses.push(access)
    const state = `"minute";r=${100 - this.callers.length};t=60`
    return { rateLimit: { policy: '"minute";q=100;w=60', state }, principal: anonymous }
  }

  async admit(caller: Caller, access: Access): Promise<Admission> {
    return this.admitSync(caller, access)
  }
}

describe('access control', () => {
  it('is consulted once per request, cached or not, and its headers are on every response', async () => {
    const accessControl = new RecordingAccessControl()
    await using server = await openExampleServer({ accessControl })
    const states: (string | undefined)[] = []
    for (const target of ['/things', '/things', '/things/unknown', '/broken']) {
      states.push((await server.request('GET', target)).headers.ratelimit)
    }
    for (const headers of [{}, { 'if-none-match': '*' }]) {
      const cached = await server.request('GET', '/things', headers)
      assertCached(cached)
      states.push(cached.headers.ratelimit)
    }
    assert.deepEqual(states, [
      '"minute";r=99;t=60',
      '"minute";r=98;t=60',
      '"minute";r=97;t=60',
      '"minute";r=96;t=60',
      '"minute";r=95;t=60',
      '"minute";r=94;t=60',
    ])
  })

  it('sees the credentials and the access of the route', async () => {
    const accessControl = new RecordingAccessControl()
    await using server = await openExampleServer({ accessControl })
    const headers = { authorization: 'Bearer t', 'x-api-key': 'k', 'x-service-key': 's' }
    await server.requestCached('/things', headers)
    await server.request('GET', '/health')
    const seen = { address: '127.0.0.1', authorization: 'Bearer t', apiKey: 'k', serviceKey: 's' }
    assert.deepEqual(accessControl.callers.slice(0, 3), [seen, seen, seen])
    assert.deepEqual(accessControl.accesses, ['optional', 'optional', 'optional', 'none'])
  })

  it('sees the address from a trusted proxy, or else that of the connection', async () => {
    const forwarded = { 'x-forwarded-for': '6.6.6.6, 198.51.100.1' }
    const open = new RecordingAccessControl()
    await using plain = await openExampleServer({ accessControl: open })
    await plain.requestCached('/things', forwarded)
    assert.deepEqual(
      open.callers.map((caller) => caller.address),
      ['127.0.0.1', '127.0.0.1', '127.0.0.1'],
    )
    const behind = new RecordingAccessControl()
    await using proxied = await openExampleServer({ accessControl: behind, trustedProxies: ['127.0.0.1'] })
    await proxied.requestCached('/things', forwarded)
    assert.deepEqual(
      behind.callers.map((caller) => caller.address),
      ['198.51.100.1', '198.51.100.1', '198.51.100.1'],
    )
  })

  it('rejects with the error envelope, even if the response is cached', async () => {
    let closed = false
    const accessControl: AccessControl = {
      admitSync: () => (closed ? undefined : { rateLimit: undefined, principal: anonymous }),
      admit: async () => {
        if (closed) throw new Failure('overloaded', 'Not now.', { retryAfterSeconds: 7 })
        return { rateLimit: undefined, principal: anonymous }
      },
    }
    await using server = await openExampleServer({ accessControl })
    assert.equal((await server.requestCached('/things')).status, 200)
    closed = true
    const response = await server.request('GET', '/things')
    assertErrorEnvelope(response, 503, 'overloaded')
    assert.equal(response.headers['retry-after'], '7')
  })
})
