import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, describe, it } from 'node:test'
import { assertErrorEnvelope } from '../../../test/support/server/assert-error-envelope.ts'
import { type ExampleServer, openExampleServer } from '../../../test/support/server/example-server.ts'
import {
  RawConnection,
  type RawResponse,
  rawRequest,
  sendRaw,
} from '../../../test/support/server/raw-connection.ts'
import { assertCached } from '../../../test/support/server/until-cached.ts'

const json = { 'content-type': 'application/json' }

describe('invalid input on a raw connection', () => {
  let server: ExampleServer
  before(async () => {
    server = await openExampleServer()
  })
  after(() => server[Symbol.asyncDispose]())

  async function expectError(bytes: string | Uint8Array, status: number, code: string): Promise<RawResponse> {
    const response = await sendRaw(server.port, bytes)
    assert.ok(response, 'no response')
    assertErrorEnvelope(response, status, code)
    return response
  }

  function rejects(bytes: string | Uint8Array, status: number, code: string): () => Promise<void> {
    return async () => {
      await expectError(bytes, status, code)
    }
  }

  describe('heads', () => {
    const malformed: [string, string][] = [
      ['nonsense', 'HELLO\r\n\r\n'],
      ['an unknown version', 'GET / HTTP/9.9\r\n\r\n'],
      ['no Host', 'GET /things HTTP/1.1\r\n\r\n'],
      ['a Host with markup in it', 'GET /things HTTP/1.1\r\nhost: x"><script>\r\n\r\n'],
      ['a Host with a path', 'GET /things HTTP/1.1\r\nhost: x/y\r\n\r\n'],
      ['a NUL byte in the URL', 'GET /things\0 HTTP/1.1\r\nhost: x\r\n\r\n'],
      ['a NUL byte in a header', 'GET /things HTTP/1.1\r\nhost: x\r\nx-y: a\0b\r\n\r\n'],
      ['a header without a name', 'GET /things HTTP/1.1\r\nhost: x\r\n: y\r\n\r\n'],
      ['a space before the colon', 'GET /things HTTP/1.1\r\nhost: x\r\nx-y : z\r\n\r\n'],
      ['a folded header', 'GET /things HTTP/1.1\r\nhost: x\r\nx-y: a\r\n b\r\n\r\n'],
      [
        'two kinds of length',
        'POST /echo HTTP/1.1\r\nhost: x\r\ncontent-length: 3\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      ],
      ['a length that is not a number', 'POST /echo HTTP/1.1\r\nhost: x\r\ncontent-length: abc\r\n\r\n'],
      ['two lengths', 'POST /echo HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}'],
      ['an unknown transfer coding', 'POST /echo HTTP/1.1\r\nhost: x\r\ntransfer-encoding: nonsense\r\n\r\n'],
      ['two hosts', 'GET /things?limit=1 HTTP/1.1\r\nhost: x\r\nHost: y\r\n\r\n'],
      [
        'two credentials in one header',
        'GET /things?limit=1 HTTP/1.1\r\nhost: x\r\nauthorization: Bearer a\r\nauthorization: Bearer b\r\n\r\n',
      ],
      ['a fragment after the path', rawRequest('GET', '/things#limit=1')],
      ['a fragment after the query', rawRequest('GET', '/things?limit=1#top')],
      ['an asterisk as the path', rawRequest('GET', '*')],
      ['an asterisk before a path', rawRequest('GET', '*things?limit=1')],
      ['the URL of another protocol', rawRequest('GET', 'ftp://localhost/things?limit=1')],
      ['a TLS greeting', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
      ['raw bytes above ASCII in the path', 'GET /things/\xff\xfe HTTP/1.1\r\nhost: x\r\n\r\n'],
      ['raw bytes above ASCII in the query', 'GET /things?kind=\xc3\xa4 HTTP/1.1\r\nhost: x\r\n\r\n'],
      ['a bad escape in the path', rawRequest('GET', '/things/%zz')],
      ['a bad escape in an unknown path', rawRequest('GET', '/no/%zz')],
      ['invalid UTF-8 in the path', rawRequest('GET', '/things/%ff')],
      ['invalid UTF-8 in the query', rawRequest('GET', '/things?kind=%c3%28')],
      ['NUL in the path', rawRequest('GET', '/things/%00')],
      ['a control character in the path', rawRequest('GET', '/things/a%1fb')],
      ['NUL in the query', rawRequest('GET', '/things?kind=%00')],
    ]
    for (const [what, bytes] of malformed) {
      it(`with ${what}: 400 malformed_request`, rejects(bytes, 400, 'malformed_request'))
    }

    it('that are no HTTP have the usual words in the status line', async () => {
      using connection = await RawConnection.open(server.port)
      connection.send('nonsense\r\n\r\n')
      const [head] = await once(connection.socket, 'data')
      assert.match(String(head), /^HTTP\/1\.1 400 Bad Request\r\n/)
    })

    it('with an empty id: 404 with the path of the list', async () => {
      const response = await server.request('GET', '/things/')
      assertErrorEnvelope(response, 404, 'not_found')
      assert.equal(JSON.parse(response.body.toString()).error.details.did_you_mean, '/things')
    })

    for (const version of ['0.9', '2.0']) {
      it(`in HTTP/${version}: 400 malformed_request, even if the response is cached`, async () => {
        await server.requestCached('/things?limit=1')
        await expectError(`GET /things?limit=1 HTTP/${version}\r\nhost: x\r\n\r\n`, 400, 'malformed_request')
      })
    }

    it('with a URL of 8,192 bytes are accepted, with one more byte: 414', async () => {
      const fits = `/things/${'a'.repeat(1000)}?kind=`
      const response = await server.request('GET', fits + 'a'.repeat(8192 - fits.length))
      assertErrorEnvelope(response, 400, 'invalid_request')
      await expectError(rawRequest('GET', fits + 'a'.repeat(8193 - fits.length)), 414, 'uri_too_long')
    })

    it(
      'with a URL of 20 kB: 414',
      rejects(rawRequest('GET', `/things?kind=${'a'.repeat(20_000)}`), 414, 'uri_too_long'),
    )

    it('with a URL that never ends: 414', rejects(`GET /${'a'.repeat(70_000)}`, 414, 'uri_too_long'))

    it(
      'with a path segment that is too long: 414',
      rejects(rawRequest('GET', `/things/${'a'.repeat(2000)}`), 414, 'uri_too_long'),
    )

    for (const kilobytes of [17, 40, 100]) {
      it(
        `with ${kilobytes} kB of headers and a short URL: 431`,
        rejects(
          rawRequest('GET', '/things', { 'x-large': 'a'.repeat(kilobytes * 1024) }),
          431,
          'headers_too_large',
        ),
      )
    }

    it('with many small headers: 431, even if the response is cached', async () => {
      const target = '/things?limit=1'
      assert.equal((await server.requestCached(target)).status, 200)
      const headers = Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`x-${index}`, '']))
      await expectError(rawRequest('GET', target, headers), 431, 'headers_too_large')
    })

    it('with 16,384 bytes of headers are accepted, with one more byte: 431', async () => {
      const target = '/things?limit=2'
      const withPad = (bytes: number) => rawRequest('GET', target, { 'x-pad': 'a'.repeat(bytes) })
      const lineAndEnd = `GET ${target} HTTP/1.1\r\n`.length + '\r\n'.length
      const padBytes = 16_384 - (withPad(0).length - lineAndEnd)
      const fresh = await sendRaw(server.port, withPad(padBytes))
      await server.requestCached(target)
      const cached = await sendRaw(server.port, withPad(padBytes))
      assert.deepEqual([fresh?.status, cached?.status], [200, 200])
      assert.equal(cached?.headers['server-timing'], 'cache;desc=hit')
      await expectError(withPad(padBytes + 1), 431, 'headers_too_large')
    })

    it('with a repeated singleton header are rejected even if the response is cached', async () => {
      assert.equal((await server.requestCached('/things')).status, 200)
      for (const twice of ['host: x', 'authorization: Bearer a', 'x-api-key: a', 'X-Service-Key: a']) {
        const others = twice.startsWith('host') ? '' : 'host: x\r\n'
        const text = `GET /things HTTP/1.1\r\n${others}${twice}\r\n${twice}\r\n\r\n`
        await expectError(text, 400, 'malformed_request')
      }
    })

    it('without Host are rejected even if the response is cached, but accepted in HTTP/1.0', async () => {
      assert.equal((await server.requestCached('/things')).status, 200)
      await expectError('GET /things HTTP/1.1\r\n\r\n', 400, 'malformed_request')
      assert.equal((await sendRaw(server.port, 'GET /things HTTP/1.0\r\n\r\n'))?.status, 200)
    })

    it('with a transfer coding in HTTP/1.0 are answered, and end the connection', async () => {
      assert.equal((await server.requestCached('/things')).status, 200)
      for (const [target, status] of [
        ['GET /things', 200],
        ['GET /nowhere', 404],
        ['POST /nowhere', 404],
      ] as const) {
        using connection = await RawConnection.open(server.port)
        const head = `${target} HTTP/1.0\r\nconnection: keep-alive\r\ntransfer-encoding: chunked\r\n\r\n`
        // A proxy that does not know the coding takes the second request for the body of the first.
        connection.send(`${head}0\r\n\r\n${rawRequest('GET', '/things')}`)
        const response = await connection.expectResponse()
        assert.deepEqual([response.status, response.headers.connection], [status, 'close'], target)
        assert.equal(await connection.readResponse(), undefined, target)
      }
    })

    it('with an unknown expectation are accepted', async () => {
      assert.equal((await server.request('GET', '/things', { expect: 'a-miracle' })).status, 200)
    })

    it(
      'that request a tunnel: 405',
      rejects('CONNECT example.org:443 HTTP/1.1\r\nhost: x\r\n\r\n', 405, 'method_not_allowed'),
    )
  })

  describe('parameters', () => {
    const invalid = [
      '/things?limit=abc',
      '/things?limit=1.5',
      '/things?limit=0',
      '/things?limit=51',
      '/things?limit=99999999999999999999',
      '/things?limit=',
      '/things?min=1e999',
      '/things?limit=1&limit=2',
      '/things?limit=1&%6cimit=2',
      '/things?kind=other',
      '/things?colour=red',
      '/things?__proto__=1',
      '/things?constructor=1',
      '/things/th_001?colour=red',
      '/health?colour=red',
    ]
    for (const target of invalid) {
      it(`${target}: 400 invalid_request`, async () => {
        const response = await expectError(rawRequest('GET', target), 400, 'invalid_request')
        assert.ok(JSON.parse(response.body.toString()).error.details.parameter !== undefined)
      })
    }

    it('that are misspelled are rejected with a suggestion', async () => {
      const response = await expectError(rawRequest('GET', '/things?knid=odd'), 400, 'invalid_request')
      assert.equal(JSON.parse(response.body.toString()).error.details.did_you_mean, 'kind')
    })
  })

  describe('bodies', () => {
    const malformed: [string, string][] = [
      ['truncated JSON', '{"name":'],
      ['nothing but a space', ' '],
      ['invalid UTF-8', '{"name":"\xff"}'],
      ['a NUL byte', '{"name":"\0"}'],
      ['a NUL character', '{"name":"\\u0000"}'],
      ['an infinite number', '{"name":"x","inner":{"size":1e999}}'],
      ['a prototype', '{"__proto__":{}}'],
      ['deeply nested brackets', '['.repeat(100_000)],
    ]
    for (const [what, body] of malformed) {
      it(
        `with ${what}: 400 malformed_request`,
        rejects(rawRequest('POST', '/echo', json, body), 400, 'malformed_request'),
      )
    }

    const invalid: [string, string][] = [
      ['another type', '[]'],
      ['a missing field', '{}'],
      ['a number instead of a string', '{"name":5}'],
      ['a number too large to be exact', '{"name":"x","count":99999999999999999999}'],
      ['an unknown field', '{"name":"x","nam":1}'],
      ['an unknown nested field', '{"name":"x","inner":{"size":1,"sized":2}}'],
    ]
    for (const [what, body] of invalid) {
      it(
        `with ${what}: 400 invalid_request`,
        rejects(rawRequest('POST', '/echo', json, body), 400, 'invalid_request'),
      )
    }

    it(
      'that are empty despite a JSON content type: 400 malformed_request',
      rejects(rawRequest('POST', '/echo', { ...json, 'content-length': '0' }), 400, 'malformed_request'),
    )

    it(
      'that are null where they may be missing: 400 invalid_request',
      rejects(rawRequest('POST', '/secrets', json, 'null'), 400, 'invalid_request'),
    )

    it('that are missing: 400 invalid_request', rejects(rawRequest('POST', '/echo'), 400, 'invalid_request'))

    for (const type of [
      'text/plain',
      'application/xml',
      'multipart/form-data; boundary=x',
      'nonsense',
      'application/x-www-form-urlencoded',
    ]) {
      it(`of type ${type}: 415 with the accepted type`, async () => {
        const response = await expectError(
          rawRequest('POST', '/echo', { 'content-type': type }, '{"name":"x"}'),
          415,
          'unsupported_media_type',
        )
        assert.equal(response.headers['accept-post'], 'application/json')
      })
    }

    for (const [named, headers] of [
      ['compressed', { 'content-type': 'application/json', 'content-encoding': 'gzip' }],
      ['in UTF-16', { 'content-type': 'application/json; charset=utf-16' }],
    ] as const) {
      it(
        `${named}: 415`,
        rejects(rawRequest('POST', '/echo', headers, '{"name":"x"}'), 415, 'unsupported_media_type'),
      )
    }

    it('declared as UTF-8 and uncompressed are accepted', async () => {
      using connection = await RawConnection.open(server.port)
      const headers = { 'content-type': 'application/json; charset="UTF-8"', 'content-encoding': 'identity' }
      connection.send(rawRequest('POST', '/echo', headers, '{"name":"x"}'))
      assert.equal((await connection.expectResponse()).status, 200)
    })

    it(
      'without a type: 415',
      rejects(rawRequest('POST', '/echo', {}, '{"name":"x"}'), 415, 'unsupported_media_type'),
    )

    it(
      'with a content type but no length: 400 immediately',
      rejects(
        'POST /echo HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n\r\n',
        400,
        'invalid_request',
      ),
    )

    it('of 2 MiB: 413 with the limit, and the connection stays usable', async () => {
      using connection = await RawConnection.open(server.port)
      connection.send(
        rawRequest('POST', '/echo', json, JSON.stringify({ name: 'x'.repeat(2 * 1024 * 1024) })),
      )
      const response = await connection.expectResponse()
      assertErrorEnvelope(response, 413, 'payload_too_large')
      assert.equal(JSON.parse(response.body.toString()).error.details.bytes_max, 1_048_576)
      connection.send(rawRequest('GET', '/things'))
      assert.equal((await connection.expectResponse()).status, 200)
    })

    it('of 2 MiB in chunks: 413 before all chunks are sent', async () => {
      using connection = await RawConnection.open(server.port)
      connection.send(
        'POST /echo HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n',
      )
      const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`
      for (let i = 0; i < 32; i++) connection.send(chunk)
      assertErrorEnvelope(await connection.expectResponse(), 413, 'payload_too_large')
      connection.send('0\r\n\r\n')
      connection.send(rawRequest('GET', '/things'))
      assert.equal((await connection.expectResponse()).status, 200)
    })

    it('announced with Expect: 100-continue get 100 from routes that accept a body', async () => {
      using connection = await RawConnection.open(server.port)
      const body = '{"name":"x"}'
      const headers = { ...json, expect: '100-continue', 'content-length': String(body.length) }
      connection.send(rawRequest('POST', '/echo', headers))
      const [interim] = await once(connection.socket, 'data')
      assert.equal(String(interim), 'HTTP/1.1 100 Continue\r\n\r\n')
      connection.send(body)
      assert.equal((await connection.expectResponse()).status, 200)
    })

    for (const [why, path, length, status] of [
      ['are too large', '/echo', 1_048_577, 413],
      ['have no route', '/nowhere', 12, 404],
    ] as const) {
      it(`announced with Expect: 100-continue that ${why}: ${status} immediately`, async () => {
        using connection = await RawConnection.open(server.port)
        const headers = { ...json, expect: '100-continue', 'content-length': String(length) }
        connection.send(rawRequest('POST', path, headers))
        const [head] = await once(connection.socket, 'data')
        assert.match(String(head), new RegExp(`^HTTP/1.1 ${status} `))
      })
    }

    it('above 16 KiB: 413 from a route without a limit of its own, in one piece or in chunks', async () => {
      const body = JSON.stringify({ pad: 'x'.repeat(16_384) })
      const chunked = `${rawRequest('POST', '/secrets', { ...json, 'transfer-encoding': 'chunked' })}${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
      for (const request of [rawRequest('POST', '/secrets', json, body), chunked]) {
        const response = await expectError(request, 413, 'payload_too_large')
        assert.equal(JSON.parse(response.body.toString()).error.details.bytes_max, 16_384)
      }
      const accepted = JSON.stringify({ pad: 'x'.repeat(16_384 - 10) })
      assert.equal(accepted.length, 16_384)
      assert.equal((await server.request('POST', '/secrets', json, accepted)).status, 201)
    })

    it('above the limit of a route: 413 with that limit', async () => {
      const response = await expectError(
        rawRequest('PATCH', '/echo', json, JSON.stringify({ name: 'x'.repeat(100) })),
        413,
        'payload_too_large',
      )
      assert.equal(JSON.parse(response.body.toString()).error.details.bytes_max, 64)
    })

    it(
      'with an invalid chunk: 400 malformed_request',
      rejects(
        'POST /echo HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n',
        400,
        'malformed_request',
      ),
    )

    it('to a path that does not exist: 404, whatever the body', async () => {
      await expectError(rawRequest('POST', '/nowhere', json, '{"half'), 404, 'not_found')
      await expectError(
        rawRequest('POST', '/nowhere', { 'content-type': 'text/plain' }, 'x'.repeat(2_000_000)),
        404,
        'not_found',
      )
    })
  })

  it('is never logged as a warning or error', () => {
    assert.deepEqual(
      server.logLines.filter((line) => Number(line.level) >= 40),
      [],
    )
  })
})

describe('pipelined requests', () => {
  it('get responses in order, cached or not', async () => {
    await using server = await openExampleServer()
    const hot = '/things?limit=1'
    await server.requestCached(hot)
    using connection = await RawConnection.open(server.port)
    const targets = ['/things?limit=2', hot, '/nowhere', '/things/th_003', hot]
    connection.send(
      targets
        .map((target, index) => rawRequest('GET', target, { 'x-request-id': `pipelined-${index}` }))
        .join(''),
    )
    for (const [index, status] of [200, 200, 404, 200, 200].entries()) {
      const response = await connection.expectResponse()
      assert.deepEqual([response.headers['x-request-id'], response.status], [`pipelined-${index}`, status])
      if (targets[index] === hot) assertCached(response)
    }
  })

  it('of a client that reads late keep their ids while others are served', async () => {
    await using server = await openExampleServer()
    const target = '/things?limit=50'
    await server.requestCached(target)
    using late = await RawConnection.open(server.port)
    late.socket.pause()
    const ids = Array.from({ length: 3000 }, (_, index) => `reads-late-${index}`)
    late.send(ids.map((id) => rawRequest('GET', target, { 'x-request-id': id })).join(''))
    for (let turn = 0; turn < 50; turn++) {
      const response = await server.request('GET', target, { 'x-request-id': `in-between-${turn}` })
      assert.equal(JSON.parse(response.body.toString()).meta.request_id, `in-between-${turn}`)
    }
    late.socket.resume()
    let bytes = 0
    for (const id of ids) {
      const response = await late.expectResponse()
      bytes += response.body.length
      assert.deepEqual(
        [response.status, response.headers['server-timing']],
        [200, 'cache;desc=hit'],
        response.body.toString().slice(0, 300),
      )
      assert.equal(JSON.parse(response.body.toString()).meta.request_id, id)
    }
    assert.ok(bytes > 8_000_000, `${bytes} bytes fit into the socket buffers: nothing had to wait`)
  })

  for (const target of ['/things?limit=1', '/things?limit=2']) {
    it(`followed by invalid data in the same packet all get responses before the error: ${target}`, async () => {
      await using server = await openExampleServer()
      await server.requestCached('/things?limit=1')
      using connection = await RawConnection.open(server.port)
      connection.send(`${rawRequest('GET', target).repeat(3)}NONSENSE\r\n\r\n`)
      for (const status of [200, 200, 200, 400])
        assert.equal((await connection.expectResponse()).status, status)
      assert.equal(await connection.readResponse(), undefined)
    })
  }

  it('after a request for another protocol: the connection ends instead of hanging', async () => {
    await using server = await openExampleServer()
    await server.requestCached('/things')
    using connection = await RawConnection.open(server.port)
    const upgrade = { connection: 'upgrade', upgrade: 'h2c' }
    connection.send(rawRequest('GET', '/things', upgrade) + rawRequest('GET', '/things'))
    const response = await connection.expectResponse()
    assert.deepEqual([response.status, response.headers.connection], [200, 'close'])
    assert.equal(await connection.readResponse(), undefined)
  })

  it('after the last of a connection are ignored, cached or not', async () => {
    await using server = await openExampleServer()
    await server.requestCached('/things?limit=1')
    for (const target of ['/things?limit=1', '/things?limit=2']) {
      using connection = await RawConnection.open(server.port)
      connection.send(rawRequest('GET', target, { connection: 'close' }) + rawRequest('GET', target))
      assert.equal((await connection.expectResponse()).status, 200)
      assert.equal(await connection.readResponse(), undefined)
    }
  })

  it('followed by invalid data: the response comes first, then the error', async () => {
    await using server = await openExampleServer()
    using connection = await RawConnection.open(server.port)
    const entered = server.slowRoute.entered()
    connection.send(`${rawRequest('GET', '/slow')}NONSENSE\r\n\r\n`)
    await entered
    server.slowRoute.release()
    assert.equal((await connection.expectResponse()).status, 200)
    assertErrorEnvelope(await connection.expectResponse(), 400, 'malformed_request')
    assert.equal(await connection.readResponse(), undefined)
  })
})

describe('slow clients', () => {
  it('that never finish their headers: 408, then the connection ends', async () => {
    await using server = await openExampleServer({ requestTimeoutMs: 300 })
    using connection = await RawConnection.open(server.port)
    connection.send('GET /things HTTP/1.1\r\nhost: x\r\nx-slow: ')
    assertErrorEnvelope(await connection.expectResponse(), 408, 'request_timeout')
    assert.equal(await connection.readResponse(), undefined)
  })

  it('that never finish their body: 408, then the connection ends', async () => {
    await using server = await openExampleServer({ requestTimeoutMs: 300 })
    using connection = await RawConnection.open(server.port)
    connection.send(
      'POST /echo HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"name":',
    )
    assertErrorEnvelope(await connection.expectResponse('POST'), 408, 'request_timeout')
    assert.equal(await connection.readResponse(), undefined)
  })

  it('that keep sending after an error get one response and are disconnected in time', async () => {
    await using server = await openExampleServer({ requestTimeoutMs: 300 })
    using connection = await RawConnection.open(server.port)
    connection.send(
      'POST /echo HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9000000\r\n\r\n',
    )
    assertErrorEnvelope(await connection.expectResponse('POST'), 413, 'payload_too_large')
    assert.equal(await connection.readResponse(), undefined)
  })
})
