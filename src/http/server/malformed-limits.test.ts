import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertErrorEnvelope } from '../../../test/support/server/assert-error-envelope.ts'
import { type ExampleServer, openExampleServer } from '../../../test/support/server/example-server.ts'
import { RawConnection, rawRequest, sendRaw } from '../../../test/support/server/raw-connection.ts'
import { Failure } from '../../core/errors.ts'
import { type AccessControl, unrestricted } from '../access-control.ts'

const malformed: Readonly<Record<string, string>> = {
  'percent-encoding that is none': rawRequest('GET', '/%zz'),
  'a query that is not encoded': rawRequest('GET', '/things?limit=%zz'),
  'a NUL byte in the URL': 'GET /things\0 HTTP/1.1\r\nhost: x\r\n\r\n',
  'bytes above ASCII in the URL': 'GET /things\xff HTTP/1.1\r\nhost: x\r\n\r\n',
  'a long URL': rawRequest('GET', `/${'a'.repeat(9000)}`),
  'a URL longer than any head': rawRequest('GET', `/${'a'.repeat(60_000)}`),
  'a long path segment': rawRequest('GET', `/things/${'a'.repeat(2000)}`),
  'long headers': rawRequest('GET', '/things', { 'x-pad': 'a'.repeat(20_000) }),
  'no Host': 'GET /things HTTP/1.1\r\n\r\n',
  'two hosts': 'GET /things HTTP/1.1\r\nhost: x\r\nhost: y\r\n\r\n',
  'no HTTP at all': 'HELLO\r\n\r\n',
  'an unknown version': 'GET / HTTP/9.9\r\n\r\n',
  CONNECT: 'CONNECT x:443 HTTP/1.1\r\nhost: x:443\r\n\r\n',
}

/** Refuses everybody, and remembers whom. */
class RefusingControl implements AccessControl {
  readonly refused: string[] = []
  admitSync(): undefined {}
  async admit({ address }: { readonly address: string }): Promise<never> {
    this.refused.push(address)
    throw new Failure('rate_limited', 'Too many requests.')
  }
}

describe('malformed requests', () => {
  const accessControl = new RefusingControl()
  let server: ExampleServer
  before(async () => {
    server = await openExampleServer({ accessControl })
  })
  after(() => server[Symbol.asyncDispose]())

  for (const [name, bytes] of Object.entries(malformed)) {
    it(`with ${name} are rate-limited once each`, async () => {
      accessControl.refused.length = 0
      const response = await sendRaw(server.port, bytes)
      assert.ok(response)
      assertErrorEnvelope(response, 429, 'rate_limited')
      assert.deepEqual(accessControl.refused, ['127.0.0.1'])
    })
  }

  it('from a trusted proxy do not use up the limit of its clients', async () => {
    const proxied = new RefusingControl()
    await using behindProxy = await openExampleServer({
      accessControl: proxied,
      trustedProxies: ['127.0.0.1'],
    })
    const response = await sendRaw(behindProxy.port, malformed['no HTTP at all'] ?? '')
    assert.equal(response?.status, 400)
    assert.deepEqual(proxied.refused, [])
  })

  it('get their own error if the decision takes too long', async () => {
    const undecided: AccessControl = {
      admitSync: () => undefined,
      admit: () => new Promise(() => {}),
    }
    await using slow = await openExampleServer({ accessControl: undecided })
    const responded = sendRaw(slow.port, malformed['no HTTP at all'] ?? '')
    const advancing = setInterval(() => slow.clock.advance(1000), 10)
    try {
      assert.equal((await responded)?.status, 400)
    } finally {
      clearInterval(advancing)
    }
  })
})

describe('a body that is refused before it was read', () => {
  const head = (bytes: number) =>
    `POST /echo HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${bytes}\r\n\r\n`
  let server: ExampleServer
  before(async () => {
    server = await openExampleServer({
      requestTimeoutMs: 60_000,
      accessControl: { admitSync: () => unrestricted, admit: async () => unrestricted },
    })
  })
  after(() => server[Symbol.asyncDispose]())

  it('is not read on for longer than a moment', async () => {
    using connection = await RawConnection.open(server.port)
    connection.send(`${head(9_000_000)}{`)
    assertErrorEnvelope(await connection.expectResponse('POST'), 413, 'payload_too_large')
    await connection.waitForEnd()
  })

  it('is not read on without end, however fast it arrives', async () => {
    using connection = await RawConnection.open(server.port)
    connection.send(head(1_000_000_000))
    assertErrorEnvelope(await connection.expectResponse('POST'), 413, 'payload_too_large')
    let sent = 0
    const chunk = Buffer.alloc(64 * 1024, 'x')
    connection.socket.on('error', () => {})
    while (connection.socket.writable && sent < 500_000_000) {
      sent += chunk.length
      if (!connection.socket.write(chunk)) await new Promise((resolve) => setImmediate(resolve))
    }
    assert.ok(sent < 500_000_000, 'everything was read')
  })
})
