import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertErrorEnvelope } from '../../../test/support/server/assert-error-envelope.ts'
import { RawConnection, rawRequest } from '../../../test/support/server/raw-connection.ts'
import { openTestServer, type TestServer } from '../../../test/support/server/test-server.ts'
import { Failure } from '../../core/errors.ts'
import { type Access, type AccessControl, type Admission, anonymous, type Caller } from '../access-control.ts'

/** Asks for what takes its time and waits until its handler runs. */
async function startSlow(edge: TestServer): Promise<RawConnection> {
  const wire = await RawConnection.open(edge.port)
  const entered = edge.slowRoute.entered()
  wire.send(rawRequest('GET', '/slow'))
  await entered
  return wire
}

function aborted(signal: AbortSignal | undefined): Promise<unknown> {
  assert.ok(signal)
  if (signal.aborted) return Promise.resolve(signal.reason)
  return new Promise((resolve) =>
    signal.addEventListener('abort', () => resolve(signal.reason), { once: true }),
  )
}

describe('too much in flight', () => {
  it('is refused with Retry-After, hot answers included, while health and metrics answer', async () => {
    await using edge = await openTestServer({ inFlightMax: 2 })
    for (let i = 0; i < 2; i++) assert.equal((await edge.request('GET', '/things')).status, 200)
    using first = await startSlow(edge)
    using second = await startSlow(edge)
    assertErrorEnvelope(await edge.request('GET', '/things/th_001'), 503, 'overloaded')
    assertErrorEnvelope(await edge.request('GET', '/things'), 503, 'overloaded')
    for (const path of ['/health', '/healthz', '/metrics'])
      assert.equal((await edge.request('GET', path)).status, 200)
    edge.slowRoute.release()
    assert.equal((await first.expectResponse()).status, 200)
    assert.equal((await second.expectResponse()).status, 200)
    assert.equal((await edge.request('GET', '/things')).status, 200)
    assert.equal(edge.loadShedder.inFlight, 0)
  })

  it('cannot be reached by a burst that passes the first look together', async () => {
    await using edge = await openTestServer({ inFlightMax: 3 })
    using wire = await RawConnection.open(edge.port)
    const entered = [edge.slowRoute.entered(), edge.slowRoute.entered(), edge.slowRoute.entered()]
    wire.send(rawRequest('GET', '/slow').repeat(10))
    await Promise.all(entered)
    assert.equal((await edge.request('GET', '/health')).status, 200)
    assert.equal(edge.slowRoute.signals.length, 3)
    edge.slowRoute.release()
    const statuses: number[] = []
    for (let i = 0; i < 10; i++) statuses.push((await wire.expectResponse()).status)
    assert.deepEqual(statuses, [200, 200, 200, 503, 503, 503, 503, 503, 503, 503])
  })

  it('does not count refusals, defects and callers who leave', async () => {
    await using edge = await openTestServer()
    await edge.request('GET', '/broken')
    await edge.request('GET', '/things/unknown')
    await edge.request('GET', '/things', { accept: 'text/html' })
    const wire = await startSlow(edge)
    wire.socket.destroy()
    await aborted(edge.slowRoute.signals[0])
    assert.equal((await edge.request('GET', '/health')).status, 200)
    assert.equal(edge.loadShedder.inFlight, 0)
  })
})

describe('time', () => {
  it('that runs out: 503 deadline_exceeded with Retry-After, and the work is called off', async () => {
    await using edge = await openTestServer({ requestTimeoutMs: 200 })
    assertErrorEnvelope(await edge.request('GET', '/slow'), 503, 'deadline_exceeded')
    assert.ok(edge.slowRoute.signals[0]?.aborted)
  })

  it('is not spent on callers who went away, and nobody calls that a failure', async () => {
    await using edge = await openTestServer()
    const wire = await startSlow(edge)
    wire.socket.destroy()
    assert.match(String(await aborted(edge.slowRoute.signals[0])), /client disconnected/)
    await edge.request('GET', '/health')
    assert.match(await edge.metrics.text(), /route="GET \/slow",status="499"\} 1$/m)
    assert.deepEqual(
      edge.logLines.filter((line) => Number(line.level) >= 40),
      [],
    )
  })

  it('of a gate that does not answer runs out too', async () => {
    const gate: AccessControl = { admitSync: () => undefined, admit: () => new Promise(() => {}) }
    await using edge = await openTestServer({ requestTimeoutMs: 200, accessControl: gate })
    assertErrorEnvelope(await edge.request('GET', '/things'), 503, 'deadline_exceeded')
    assert.equal(edge.loadShedder.inFlight, 0)
  })
})

describe('a store out of reach', () => {
  it('is 503 also where an answer is at hand, and forgotten when it is back', async () => {
    let isGone = false
    const versionOf = () => {
      if (isGone) throw new Failure('store_unavailable', 'The database cannot be reached.')
      return 1
    }
    await using edge = await openTestServer({ versionOf })
    for (let i = 0; i < 2; i++) assert.equal((await edge.request('GET', '/things')).status, 200)
    isGone = true
    assertErrorEnvelope(await edge.request('GET', '/things'), 503, 'store_unavailable')
    isGone = false
    assert.equal((await edge.request('GET', '/things')).headers['server-timing'], 'cache;desc=hit')
  })
})

describe('shutdown', () => {
  it('lets requests in flight finish, tells connections to close, and resets none', async () => {
    const edge = await openTestServer()
    const wires = await Promise.all([startSlow(edge), startSlow(edge), startSlow(edge)])
    const idle = await RawConnection.open(edge.port)
    idle.send(rawRequest('GET', '/things'))
    assert.equal((await idle.expectResponse()).status, 200)
    edge.loadShedder.drain()
    idle.send(rawRequest('GET', '/things'))
    const last = await idle.expectResponse()
    assert.deepEqual([last.status, last.headers.connection], [200, 'close'])
    const closed = edge.server.app.close()
    edge.slowRoute.release()
    for (const wire of wires) {
      const answer = await wire.expectResponse()
      assert.deepEqual([answer.status, answer.headers.connection], [200, 'close'])
      assert.equal(await wire.readResponse(), undefined)
    }
    await closed
    assert.equal(await idle.readResponse(), undefined)
    await assert.rejects(RawConnection.open(edge.port))
    await edge[Symbol.asyncDispose]()
  })

  it('ends idle connections at once', async () => {
    const edge = await openTestServer()
    using idle = await RawConnection.open(edge.port)
    idle.send(rawRequest('GET', '/health'))
    assert.equal((await idle.expectResponse()).status, 200)
    await edge[Symbol.asyncDispose]()
    assert.equal(await idle.readResponse(), undefined)
  })

  it('ends connections on which nothing was ever asked at once', async () => {
    const edge = await openTestServer({ requestTimeoutMs: 60_000 })
    using silent = await RawConnection.open(edge.port)
    await edge.request('GET', '/health')
    await edge[Symbol.asyncDispose]()
    await silent.waitForEnd()
  })

  it('does not wait for ever for a caller who never finishes a request', async () => {
    const edge = await openTestServer({ requestTimeoutMs: 300 })
    using wire = await RawConnection.open(edge.port)
    wire.send('GET /things HTTP/1.1\r\n')
    await edge.request('GET', '/health')
    await edge[Symbol.asyncDispose]()
    await wire.waitForEnd()
  })

  it('is visible in readiness while it lasts', async () => {
    const shedding: { assertNotDraining(): void }[] = []
    await using edge = await openTestServer({ checkReady: async () => shedding[0]?.assertNotDraining() })
    shedding.push(edge.loadShedder)
    assert.equal((await edge.request('GET', '/healthz')).status, 200)
    edge.loadShedder.drain()
    assertErrorEnvelope(await edge.request('GET', '/healthz'), 503, 'overloaded')
    assert.equal((await edge.request('GET', '/health')).status, 200)
  })
})

/** Lets everyone in, remembers who they were, and counts them in a header. */
class RecordingGate implements AccessControl {
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

describe('the gate', () => {
  it('is asked once per request, hot or not, and its headers are on every answer', async () => {
    const gate = new RecordingGate()
    await using edge = await openTestServer({ accessControl: gate })
    const left: (string | undefined)[] = []
    for (const target of ['/things', '/things', '/things/unknown', '/broken']) {
      left.push((await edge.request('GET', target)).headers.ratelimit)
    }
    left.push((await edge.request('GET', '/things', { 'if-none-match': '*' })).headers.ratelimit)
    assert.deepEqual(left, [
      '"minute";r=99;t=60',
      '"minute";r=98;t=60',
      '"minute";r=97;t=60',
      '"minute";r=96;t=60',
      '"minute";r=95;t=60',
    ])
  })

  it('sees the credentials and the access of the route', async () => {
    const gate = new RecordingGate()
    await using edge = await openTestServer({ accessControl: gate })
    const headers = { authorization: 'Bearer t', 'x-api-key': 'k', 'x-service-key': 's' }
    for (let i = 0; i < 2; i++) await edge.request('GET', '/things', headers)
    await edge.request('GET', '/health')
    const seen = { address: '127.0.0.1', authorization: 'Bearer t', apiKey: 'k', serviceKey: 's' }
    const [first, second] = gate.callers.map(({ connection: _, ...told }) => told)
    assert.deepEqual([first, second], [seen, seen])
    assert.deepEqual(gate.accesses, ['optional', 'optional', 'none'])
  })

  it('knows which requests came over one connection', async () => {
    const gate = new RecordingGate()
    await using edge = await openTestServer({ accessControl: gate })
    using wire = await RawConnection.open(edge.port)
    for (let asked = 0; asked < 2; asked += 1) {
      wire.send(rawRequest('GET', '/things'))
      await wire.expectResponse()
    }
    await edge.request('GET', '/things')
    const [first, second, third] = gate.callers.map(({ connection }) => connection)
    assert.equal(first, second)
    assert.notEqual(second, third)
  })

  it('sees the address a trusted proxy tells, and the connection’s where none is trusted', async () => {
    const forwarded = { 'x-forwarded-for': '6.6.6.6, 198.51.100.1' }
    const open = new RecordingGate()
    await using plain = await openTestServer({ accessControl: open })
    for (let i = 0; i < 2; i++) await plain.request('GET', '/things', forwarded)
    assert.deepEqual(
      open.callers.map((caller) => caller.address),
      ['127.0.0.1', '127.0.0.1'],
    )
    const behind = new RecordingGate()
    await using proxied = await openTestServer({ accessControl: behind, trustedProxies: ['127.0.0.1'] })
    for (let i = 0; i < 2; i++) await proxied.request('GET', '/things', forwarded)
    assert.deepEqual(
      behind.callers.map((caller) => caller.address),
      ['198.51.100.1', '198.51.100.1'],
    )
  })

  it('refuses in the envelope, and a hot answer is not given behind its back', async () => {
    let closed = false
    const gate: AccessControl = {
      admitSync: () => (closed ? undefined : { rateLimit: undefined, principal: anonymous }),
      admit: async () => {
        if (closed) throw new Failure('overloaded', 'Not now.', { retryAfterSeconds: 7 })
        return { rateLimit: undefined, principal: anonymous }
      },
    }
    await using edge = await openTestServer({ accessControl: gate })
    for (let i = 0; i < 2; i++) assert.equal((await edge.request('GET', '/things')).status, 200)
    closed = true
    const answer = await edge.request('GET', '/things')
    assertErrorEnvelope(answer, 503, 'overloaded')
    assert.equal(answer.headers['retry-after'], '7')
  })
})
