import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, describe, it } from 'node:test'
import { assertErrorEnvelope } from '../../../test/support/server/assert-error-envelope.ts'
import {
  RawConnection,
  type RawResponse,
  rawRequest,
  sendRaw,
} from '../../../test/support/server/raw-connection.ts'
import { openTestServer, type TestServer } from '../../../test/support/server/test-server.ts'

const json = { 'content-type': 'application/json' }

describe('bad input over a bare connection', () => {
  let edge: TestServer
  before(async () => {
    edge = await openTestServer()
  })
  after(() => edge[Symbol.asyncDispose]())

  async function refusal(bytes: string | Uint8Array, status: number, code: string): Promise<RawResponse> {
    const answer = await sendRaw(edge.port, bytes)
    assert.ok(answer, 'no answer')
    assertErrorEnvelope(answer, status, code)
    return answer
  }

  function refuses(bytes: string | Uint8Array, status: number, code: string): () => Promise<void> {
    return async () => {
      await refusal(bytes, status, code)
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
        'both ways of telling a length',
        'POST /echo HTTP/1.1\r\nhost: x\r\ncontent-length: 3\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      ],
      ['a length that is no number', 'POST /echo HTTP/1.1\r\nhost: x\r\ncontent-length: abc\r\n\r\n'],
      ['two lengths', 'POST /echo HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}'],
      ['an unknown transfer coding', 'POST /echo HTTP/1.1\r\nhost: x\r\ntransfer-encoding: nonsense\r\n\r\n'],
      ['two hosts', 'GET /things?limit=1 HTTP/1.1\r\nhost: x\r\nHost: y\r\n\r\n'],
      [
        'two credentials in one header',
        'GET /things?limit=1 HTTP/1.1\r\nhost: x\r\nauthorization: Bearer a\r\nauthorization: Bearer b\r\n\r\n',
      ],
      ['a fragment behind the path', rawRequest('GET', '/things#limit=1')],
      ['a fragment behind the query', rawRequest('GET', '/things?limit=1#top')],
      ['an asterisk for a path', rawRequest('GET', '*')],
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
      it(`with ${what}: 400 malformed_request`, refuses(bytes, 400, 'malformed_request'))
    }

    for (const version of ['0.9', '2.0']) {
      it(
        `in HTTP/${version}: 400 malformed_request, also where the answer is at hand`,
        refuses(`GET /things?limit=1 HTTP/${version}\r\nhost: x\r\n\r\n`, 400, 'malformed_request'),
      )
    }

    it('with a URL of 8,192 bytes are read, with one more refused: 414', async () => {
      const fits = `/things/${'a'.repeat(1000)}?kind=`
      const answer = await edge.request('GET', fits + 'a'.repeat(8192 - fits.length))
      assertErrorEnvelope(answer, 400, 'invalid_request')
      await refusal(rawRequest('GET', fits + 'a'.repeat(8193 - fits.length)), 414, 'uri_too_long')
    })

    it(
      'with a URL of 20 kB: 414',
      refuses(rawRequest('GET', `/things?kind=${'a'.repeat(20_000)}`), 414, 'uri_too_long'),
    )

    it('with a URL that never ends: 414', refuses(`GET /${'a'.repeat(70_000)}`, 414, 'uri_too_long'))

    it(
      'with a part of the path that is too long: 414',
      refuses(rawRequest('GET', `/things/${'a'.repeat(2000)}`), 414, 'uri_too_long'),
    )

    for (const kilobytes of [17, 40, 100]) {
      it(
        `with ${kilobytes} kB of headers and a short URL: 431`,
        refuses(
          rawRequest('GET', '/things', { 'x-large': 'a'.repeat(kilobytes * 1024) }),
          431,
          'headers_too_large',
        ),
      )
    }

    it('with many small headers: 431, also where the answer is at hand', async () => {
      const target = '/things?limit=1'
      for (let i = 0; i < 2; i++) assert.equal((await edge.request('GET', target)).status, 200)
      const headers = Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`x-${index}`, '']))
      await refusal(rawRequest('GET', target, headers), 431, 'headers_too_large')
    })

    it('with 16,384 bytes of headers are read, with one more refused: 431', async () => {
      const target = '/things?limit=2'
      const withPad = (bytes: number) => rawRequest('GET', target, { 'x-pad': 'a'.repeat(bytes) })
      const lineAndEnd = `GET ${target} HTTP/1.1\r\n`.length + '\r\n'.length
      const room = 16_384 - (withPad(0).length - lineAndEnd)
      for (const way of ['slow', 'hot'])
        assert.equal((await sendRaw(edge.port, withPad(room)))?.status, 200, way)
      await refusal(withPad(room + 1), 431, 'headers_too_large')
    })

    it('with a header twice that may come once are refused also where the answer is at hand', async () => {
      for (let i = 0; i < 2; i++) assert.equal((await edge.request('GET', '/things')).status, 200)
      for (const twice of ['host: x', 'authorization: Bearer a', 'x-api-key: a', 'X-Service-Key: a']) {
        const others = twice.startsWith('host') ? '' : 'host: x\r\n'
        const text = `GET /things HTTP/1.1\r\n${others}${twice}\r\n${twice}\r\n\r\n`
        await refusal(text, 400, 'malformed_request')
      }
    })

    it('without Host are refused also where the answer is at hand, but fine in HTTP/1.0', async () => {
      for (let i = 0; i < 2; i++) assert.equal((await edge.request('GET', '/things')).status, 200)
      await refusal('GET /things HTTP/1.1\r\n\r\n', 400, 'malformed_request')
      assert.equal((await sendRaw(edge.port, 'GET /things HTTP/1.0\r\n\r\n'))?.status, 200)
    })

    it('with an expectation nobody knows are answered all the same', async () => {
      assert.equal((await edge.request('GET', '/things', { expect: 'a-miracle' })).status, 200)
    })

    it(
      'that ask to be a tunnel: 405',
      refuses('CONNECT example.org:443 HTTP/1.1\r\nhost: x\r\n\r\n', 405, 'method_not_allowed'),
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
        const answer = await refusal(rawRequest('GET', target), 400, 'invalid_request')
        assert.ok(JSON.parse(answer.body.toString()).error.details.parameter !== undefined)
      })
    }

    it('with a typo are refused with the name that was meant', async () => {
      const answer = await refusal(rawRequest('GET', '/things?knid=odd'), 400, 'invalid_request')
      assert.equal(JSON.parse(answer.body.toString()).error.details.did_you_mean, 'kind')
    })
  })

  describe('bodies', () => {
    const malformed: [string, string][] = [
      ['half a JSON', '{"name":'],
      ['nothing but a space', ' '],
      ['invalid UTF-8', '{"name":"\xff"}'],
      ['a NUL byte', '{"name":"\0"}'],
      ['a NUL character', '{"name":"\\u0000"}'],
      ['an infinite number', '{"name":"x","inner":{"size":1e999}}'],
      ['a prototype', '{"__proto__":{}}'],
      ['a tower of brackets', '['.repeat(100_000)],
    ]
    for (const [what, body] of malformed) {
      it(
        `with ${what}: 400 malformed_request`,
        refuses(rawRequest('POST', '/echo', json, body), 400, 'malformed_request'),
      )
    }

    const invalid: [string, string][] = [
      ['another type', '[]'],
      ['a missing field', '{}'],
      ['a number for a text', '{"name":5}'],
      ['a number too large to be exact', '{"name":"x","count":99999999999999999999}'],
      ['an unknown field', '{"name":"x","nam":1}'],
      ['an unknown field inside', '{"name":"x","inner":{"size":1,"sized":2}}'],
    ]
    for (const [what, body] of invalid) {
      it(
        `with ${what}: 400 invalid_request`,
        refuses(rawRequest('POST', '/echo', json, body), 400, 'invalid_request'),
      )
    }

    it(
      'that are missing where JSON was announced: 400 malformed_request',
      refuses(rawRequest('POST', '/echo', { ...json, 'content-length': '0' }), 400, 'malformed_request'),
    )

    it(
      'that are missing altogether: 400 invalid_request',
      refuses(rawRequest('POST', '/echo'), 400, 'invalid_request'),
    )

    for (const type of [
      'text/plain',
      'application/xml',
      'multipart/form-data; boundary=x',
      'nonsense',
      'application/x-www-form-urlencoded',
    ]) {
      it(`of type ${type}: 415 with what is taken`, async () => {
        const answer = await refusal(
          rawRequest('POST', '/echo', { 'content-type': type }, '{"name":"x"}'),
          415,
          'unsupported_media_type',
        )
        assert.equal(answer.headers['accept-post'], 'application/json')
      })
    }

    for (const [named, headers] of [
      ['packed', { 'content-type': 'application/json', 'content-encoding': 'gzip' }],
      ['in UTF-16', { 'content-type': 'application/json; charset=utf-16' }],
    ] as const) {
      it(
        `${named}: 415`,
        refuses(rawRequest('POST', '/echo', headers, '{"name":"x"}'), 415, 'unsupported_media_type'),
      )
    }

    it('that say that they are UTF-8 and unpacked: taken', async () => {
      using wire = await RawConnection.open(edge.port)
      const headers = { 'content-type': 'application/json; charset="UTF-8"', 'content-encoding': 'identity' }
      wire.send(rawRequest('POST', '/echo', headers, '{"name":"x"}'))
      assert.equal((await wire.expectResponse()).status, 200)
    })

    it(
      'without a type: 415',
      refuses(rawRequest('POST', '/echo', {}, '{"name":"x"}'), 415, 'unsupported_media_type'),
    )

    it(
      'that are announced by a type alone: 400, at once',
      refuses(
        'POST /echo HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n\r\n',
        400,
        'invalid_request',
      ),
    )

    it('of 2 MiB: 413 with the limit, and the caller can go on on the same connection', async () => {
      using wire = await RawConnection.open(edge.port)
      wire.send(rawRequest('POST', '/echo', json, JSON.stringify({ name: 'x'.repeat(2 * 1024 * 1024) })))
      const answer = await wire.expectResponse()
      assertErrorEnvelope(answer, 413, 'payload_too_large')
      assert.equal(JSON.parse(answer.body.toString()).error.details.bytes_max, 1_048_576)
      wire.send(rawRequest('GET', '/things'))
      assert.equal((await wire.expectResponse()).status, 200)
    })

    it('of 2 MiB in chunks: 413, however much is still to come', async () => {
      using wire = await RawConnection.open(edge.port)
      wire.send(
        'POST /echo HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n',
      )
      const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`
      for (let i = 0; i < 32; i++) wire.send(chunk)
      assertErrorEnvelope(await wire.expectResponse(), 413, 'payload_too_large')
      wire.send('0\r\n\r\n')
      wire.send(rawRequest('GET', '/things'))
      assert.equal((await wire.expectResponse()).status, 200)
    })

    it('that wait to be asked for: asked for by the routes that take them', async () => {
      using wire = await RawConnection.open(edge.port)
      const body = '{"name":"x"}'
      const headers = { ...json, expect: '100-continue', 'content-length': String(body.length) }
      wire.send(rawRequest('POST', '/echo', headers))
      const [asked] = await once(wire.socket, 'data')
      assert.equal(String(asked), 'HTTP/1.1 100 Continue\r\n\r\n')
      wire.send(body)
      assert.equal((await wire.expectResponse()).status, 200)
    })

    for (const [why, path, length, status] of [
      ['are too large', '/echo', 1_048_577, 413],
      ['are for nobody', '/nowhere', 12, 404],
    ] as const) {
      it(`that wait to be asked for and ${why}: ${status} at once`, async () => {
        using wire = await RawConnection.open(edge.port)
        const headers = { ...json, expect: '100-continue', 'content-length': String(length) }
        wire.send(rawRequest('POST', path, headers))
        const [told] = await once(wire.socket, 'data')
        assert.match(String(told), new RegExp(`^HTTP/1.1 ${status} `))
      })
    }

    it('that a route wants smaller than the others: 413 with its own limit', async () => {
      const answer = await refusal(
        rawRequest('PATCH', '/echo', json, JSON.stringify({ name: 'x'.repeat(100) })),
        413,
        'payload_too_large',
      )
      assert.equal(JSON.parse(answer.body.toString()).error.details.bytes_max, 64)
    })

    it(
      'with a chunk that is no chunk: 400 malformed_request',
      refuses(
        'POST /echo HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n',
        400,
        'malformed_request',
      ),
    )

    it('to a path that does not exist: 404, read or not', async () => {
      await refusal(rawRequest('POST', '/nowhere', json, '{"half'), 404, 'not_found')
      await refusal(
        rawRequest('POST', '/nowhere', { 'content-type': 'text/plain' }, 'x'.repeat(2_000_000)),
        404,
        'not_found',
      )
    })
  })

  it('never was a defect: nothing above is in the log as one', () => {
    assert.deepEqual(
      edge.logLines.filter((line) => Number(line.level) >= 40),
      [],
    )
  })
})

describe('pipelined requests', () => {
  it('are answered in their order, hot or not', async () => {
    await using edge = await openTestServer()
    await edge.request('GET', '/things?limit=1')
    using wire = await RawConnection.open(edge.port)
    const targets = ['/things?limit=2', '/things?limit=1', '/nowhere', '/things/th_003', '/things?limit=1']
    wire.send(
      targets
        .map((target, index) => rawRequest('GET', target, { 'x-request-id': `pipelined-${index}` }))
        .join(''),
    )
    for (const [index, status] of [200, 200, 404, 200, 200].entries()) {
      const answer = await wire.expectResponse()
      assert.deepEqual([answer.headers['x-request-id'], answer.status], [`pipelined-${index}`, status])
    }
  })

  it('of a caller who reads late keep their own ids, whoever is answered meanwhile', async () => {
    await using edge = await openTestServer()
    const target = '/things?limit=50'
    await edge.request('GET', target)
    using late = await RawConnection.open(edge.port)
    late.socket.pause()
    const ids = Array.from({ length: 3000 }, (_, index) => `reads-late-${index}`)
    late.send(ids.map((id) => rawRequest('GET', target, { 'x-request-id': id })).join(''))
    for (let turn = 0; turn < 50; turn++) {
      const answer = await edge.request('GET', target, { 'x-request-id': `in-between-${turn}` })
      assert.equal(JSON.parse(answer.body.toString()).meta.request_id, `in-between-${turn}`)
    }
    late.socket.resume()
    let bytes = 0
    for (const id of ids) {
      const answer = await late.expectResponse()
      bytes += answer.body.length
      assert.deepEqual(
        [answer.status, answer.headers['server-timing']],
        [200, 'cache;desc=hit'],
        answer.body.toString().slice(0, 300),
      )
      assert.equal(JSON.parse(answer.body.toString()).meta.request_id, id)
    }
    assert.ok(bytes > 8_000_000, `${bytes} bytes fit into the buffers of the machine: nobody had to wait`)
  })

  for (const target of ['/things?limit=1', '/things?limit=2']) {
    it(`followed by nonsense in the same packet are all answered before it is refused: ${target}`, async () => {
      await using edge = await openTestServer()
      await edge.request('GET', '/things?limit=1')
      using wire = await RawConnection.open(edge.port)
      wire.send(`${rawRequest('GET', target).repeat(3)}NONSENSE\r\n\r\n`)
      for (const status of [200, 200, 200, 400]) assert.equal((await wire.expectResponse()).status, status)
      assert.equal(await wire.readResponse(), undefined)
    })
  }

  it('behind one that asks for another protocol: the connection ends instead of hanging', async () => {
    await using edge = await openTestServer()
    await edge.request('GET', '/things')
    using wire = await RawConnection.open(edge.port)
    const upgrade = { connection: 'upgrade', upgrade: 'h2c' }
    wire.send(rawRequest('GET', '/things', upgrade) + rawRequest('GET', '/things'))
    const answer = await wire.expectResponse()
    assert.deepEqual([answer.status, answer.headers.connection], [200, 'close'])
    assert.equal(await wire.readResponse(), undefined)
  })

  it('after the last of a connection are not looked at, hot or not', async () => {
    await using edge = await openTestServer()
    await edge.request('GET', '/things?limit=1')
    for (const target of ['/things?limit=1', '/things?limit=2']) {
      using wire = await RawConnection.open(edge.port)
      wire.send(rawRequest('GET', target, { connection: 'close' }) + rawRequest('GET', target))
      assert.equal((await wire.expectResponse()).status, 200)
      assert.equal(await wire.readResponse(), undefined)
    }
  })

  it('followed by nonsense: the answer comes first, then the refusal', async () => {
    await using edge = await openTestServer()
    using wire = await RawConnection.open(edge.port)
    const entered = edge.slowRoute.entered()
    wire.send(`${rawRequest('GET', '/slow')}NONSENSE\r\n\r\n`)
    await entered
    edge.slowRoute.release()
    assert.equal((await wire.expectResponse()).status, 200)
    assertErrorEnvelope(await wire.expectResponse(), 400, 'malformed_request')
    assert.equal(await wire.readResponse(), undefined)
  })
})

describe('slow callers', () => {
  it('who never finish their headers: 408 in the envelope, then the end', async () => {
    await using edge = await openTestServer({ requestTimeoutMs: 300 })
    using wire = await RawConnection.open(edge.port)
    wire.send('GET /things HTTP/1.1\r\nhost: x\r\nx-slow: ')
    assertErrorEnvelope(await wire.expectResponse(), 408, 'request_timeout')
    assert.equal(await wire.readResponse(), undefined)
  })

  it('who never finish their body: 408 in the envelope, then the end', async () => {
    await using edge = await openTestServer({ requestTimeoutMs: 300 })
    using wire = await RawConnection.open(edge.port)
    wire.send(
      'POST /echo HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"name":',
    )
    assertErrorEnvelope(await wire.expectResponse('POST'), 408, 'request_timeout')
    assert.equal(await wire.readResponse(), undefined)
  })

  it('who were refused but go on sending get one answer and are cut off in time', async () => {
    await using edge = await openTestServer({ requestTimeoutMs: 300 })
    using wire = await RawConnection.open(edge.port)
    wire.send(
      'POST /echo HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9000000\r\n\r\n',
    )
    assertErrorEnvelope(await wire.expectResponse('POST'), 413, 'payload_too_large')
    assert.equal(await wire.readResponse(), undefined)
  })
})
