import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { Type } from 'typebox'
import { assertErrorEnvelope } from '../../../test/support/server/assert-error-envelope.ts'
import type { RawResponse } from '../../../test/support/server/raw-connection.ts'
import { openTestServer, type TestServer, things } from '../../../test/support/server/test-server.ts'
import { type ErrorCode, errorKinds } from '../../core/errors.ts'
import { docReply } from '../reply.ts'
import { type AnyRoute, defineRoute } from '../route.ts'

const changing = ['x-request-id', 'server-timing', 'date']

/** The headers that do not differ from answer to answer. */
function steady({ headers }: RawResponse): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !changing.includes(name)))
}

function ids(answer: RawResponse): string[] {
  return JSON.parse(answer.body.toString()).data.map((row: { id: string }) => row.id)
}

describe('the conventions of every answer', () => {
  let edge: TestServer
  before(async () => {
    edge = await openTestServer()
  })
  after(() => edge[Symbol.asyncDispose]())

  it('give success an envelope with id and time', async () => {
    const answer = await edge.request('GET', '/things/th_001', { 'x-request-id': 'my-request-1' })
    assert.equal(answer.status, 200)
    assert.deepEqual(JSON.parse(answer.body.toString()), {
      data: things[1],
      meta: { request_id: 'my-request-1', generated_at: '2026-11-15T12:00:00.000Z', credits_charged: 0 },
    })
    assert.equal(answer.headers['x-request-id'], 'my-request-1')
  })

  it('send the same security and sharing headers with success, refusal and nothing at all', async () => {
    const expected = {
      'access-control-allow-origin': '*',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'cross-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      vary: 'Accept, Accept-Encoding, Authorization, Origin, X-Api-Key, X-Service-Key',
    }
    const answers = [
      await edge.request('GET', '/things'),
      await edge.request('GET', '/things'),
      await edge.request('GET', '/nowhere'),
      await edge.request('GET', '/broken'),
      await edge.request('OPTIONS', '/things'),
      await edge.request('GET', '/things', { 'if-none-match': '*' }),
      await edge.request('NONSENSE /', '/'),
    ]
    for (const { status, headers } of answers) {
      for (const [name, value] of Object.entries(expected))
        assert.equal(headers[name], value, `${name} of ${status}`)
      assert.match(headers['access-control-expose-headers'] ?? '', /ETag.*Retry-After.*X-Request-Id/)
      assert.equal(headers.server ?? headers['x-powered-by'], undefined)
      assert.ok(headers['x-request-id'])
      assert.ok(headers['cache-control'])
    }
  })

  it('keep a request id out of the header block, whatever is in it', async () => {
    for (const id of [
      'a b c d e f g h',
      'x'.repeat(300),
      'abc\tdefgh',
      'ünïcödé-id-here',
      'a%0d%0aset-cookie:x=1',
    ]) {
      const answer = await edge.request('GET', '/things', { 'x-request-id': id })
      assert.match(answer.headers['x-request-id'] ?? '', /^[0-9a-f]{18}-[0-9a-z]{6}$/)
      assert.equal(answer.headers['set-cookie'], undefined)
    }
  })

  describe('methods', () => {
    const every = [
      'GET',
      'HEAD',
      'POST',
      'PUT',
      'PATCH',
      'DELETE',
      'OPTIONS',
      'TRACE',
      'PROPFIND',
      'QUERY',
      'LINK',
    ]
    const allowed: Record<string, string[]> = {
      '/things': ['GET', 'HEAD', 'OPTIONS'],
      '/things/th_001': ['GET', 'HEAD', 'OPTIONS'],
      '/minute': ['GET', 'HEAD', 'OPTIONS'],
      '/echo': ['OPTIONS', 'PATCH', 'POST'],
      '/secrets': ['OPTIONS', 'POST'],
      '/health': ['GET', 'HEAD', 'OPTIONS'],
      '/healthz': ['GET', 'HEAD', 'OPTIONS'],
      '/metrics': ['GET', 'HEAD', 'OPTIONS'],
    }
    for (const [path, methods] of Object.entries(allowed)) {
      it(`other than ${methods.join(', ')} are refused at ${path} with Allow`, async () => {
        for (const method of every.filter((name) => !methods.includes(name))) {
          const answer = await edge.request(method, path)
          if (method === 'HEAD') assert.equal(answer.status, 405)
          else assertErrorEnvelope(answer, 405, 'method_not_allowed')
          assert.equal(answer.headers.allow, methods.join(', '), method)
        }
      })
    }

    it('of any kind at an unknown path: 404', async () => {
      for (const method of every.filter((name) => name !== 'HEAD')) {
        assertErrorEnvelope(await edge.request(method, '/nowhere/at/all'), 404, 'not_found')
      }
      assert.equal((await edge.request('HEAD', '/nowhere')).status, 404)
    })

    it('of the server as a whole are told to OPTIONS *', async () => {
      const answer = await edge.request('OPTIONS', '*')
      assert.equal(answer.status, 204)
      assert.equal(answer.headers.allow, 'GET, HEAD, OPTIONS, PATCH, POST')
    })

    it('see a URL in absolute form as its path', async () => {
      assert.equal((await edge.request('GET', 'http://example.org/things')).status, 200)
      assertErrorEnvelope(
        await edge.request('DELETE', 'http://example.org/things'),
        405,
        'method_not_allowed',
      )
    })

    it('HEAD: the headers of GET, length included, and no body; hot or not', async () => {
      for (const target of [
        '/things?limit=7',
        '/things/th_002',
        '/health',
        '/things/unknown',
        '/things?limit=x',
      ]) {
        const head = await edge.request('HEAD', target)
        const get = await edge.request('GET', target)
        const hotHead = await edge.request('HEAD', target)
        assert.equal(head.status, get.status)
        assert.deepEqual(steady(head), steady(get), target)
        assert.deepEqual(steady(hotHead), steady(get), target)
        assert.equal(Number(head.headers['content-length']), get.body.length)
        assert.equal(head.body.length, 0)
      }
    })

    it('OPTIONS: a preflight is told what may be sent, and may remember it', async () => {
      const answer = await edge.request('OPTIONS', '/echo', {
        origin: 'https://example.org',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type, x-api-key',
      })
      assert.equal(answer.status, 204)
      assert.equal(answer.headers['access-control-allow-origin'], '*')
      assert.equal(answer.headers['access-control-allow-methods'], 'OPTIONS, PATCH, POST')
      assert.match(answer.headers['access-control-allow-headers'] ?? '', /Content-Type.*X-Api-Key/)
      assert.ok(Number(answer.headers['access-control-max-age']) >= 600)
      assert.equal(answer.headers['access-control-allow-credentials'], undefined)
    })
  })

  describe('errors', () => {
    for (const code of Object.keys(errorKinds) as ErrorCode[]) {
      it(`${code}: the envelope, or problem+json with the same facts for those who ask`, async () => {
        const { status, meaning } = errorKinds[code]
        assertErrorEnvelope(await edge.request('GET', `/fails/${code}`), status, code)
        const answer = await edge.request('GET', `/fails/${code}`, { accept: 'application/problem+json' })
        assert.equal(answer.status, status)
        assert.equal(answer.headers['content-type'], 'application/problem+json; charset=utf-8')
        assert.deepEqual(JSON.parse(answer.body.toString()), {
          type: `/docs/errors#${code}`,
          title: meaning,
          status,
          detail: 'As asked.',
          instance: answer.headers['x-request-id'],
          code,
          details: { parameter: 'code' },
        })
      })
    }

    it('of our own making say nothing of their cause, which is in the log under the request id', async () => {
      const answer = await edge.request('GET', '/broken')
      assertErrorEnvelope(answer, 500, 'internal')
      assert.doesNotMatch(answer.body.toString(), /SELECT|password|srv|secret\.ts|Error/)
      const line = edge.logLines.find(
        (entry) => entry.request_id === answer.headers['x-request-id'] && entry.err,
      )
      assert.match(JSON.stringify(line), /SELECT password/)
    })
  })

  describe('media types', () => {
    it('that are not offered: 406 with what is', async () => {
      const answer = await edge.request('GET', '/things', { accept: 'text/html' })
      assertErrorEnvelope(answer, 406, 'not_acceptable')
      assert.deepEqual(JSON.parse(answer.body.toString()).error.details.offered, [
        'application/json',
        'application/x-ndjson',
        'text/csv',
      ])
      assertErrorEnvelope(
        await edge.request('GET', '/things/th_001', { accept: 'text/csv' }),
        406,
        'not_acceptable',
      )
    })

    it('of errors are no reason to refuse an answer', async () => {
      const answer = await edge.request('GET', '/things', { accept: 'application/problem+json' })
      assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8')
    })

    it('application/x-ndjson: one row per line, hot or not', async () => {
      for (let i = 0; i < 2; i++) {
        const answer = await edge.request('GET', '/things?limit=3', { accept: 'application/x-ndjson' })
        assert.equal(answer.headers['content-type'], 'application/x-ndjson; charset=utf-8')
        assert.equal(answer.headers['content-disposition'], 'attachment; filename="things.ndjson"')
        const rows = answer.body
          .toString()
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line))
        assert.deepEqual(rows, things.slice(0, 3))
        assert.match(answer.headers.link ?? '', /rel="next"/)
      }
    })

    it('text/csv: a header line, every field, and nothing a spreadsheet would run', async () => {
      const answer = await edge.request('GET', '/things?limit=5', { accept: 'text/csv' })
      assert.equal(answer.headers['content-type'], 'text/csv; charset=utf-8; header=present')
      assert.equal(answer.headers['content-disposition'], 'attachment; filename="things.csv"')
      const [header, ...lines] = answer.body.toString().trimEnd().split('\r\n')
      assert.equal(header, 'id,kind,title,offset,tags')
      assert.deepEqual(
        lines.map((line) => line.split(',').slice(0, 4)),
        [
          ['th_000', 'odd', 'A title', '-20.5'],
          ['th_001', 'plain', "'=1+1", '-19.5'],
          ['th_002', 'plain', "'+cmd", '-18.5'],
          ['th_003', 'odd', "'-2", '-17.5'],
          ['th_004', 'plain', "'@SUM(A1)", '-16.5'],
        ],
      )
    })
  })

  describe('compression', () => {
    const unpackers = { gzip: gunzipSync, br: brotliDecompressSync, zstd: zstdDecompressSync } as const
    for (const [index, [encoding, unpack]] of Object.entries(unpackers).entries()) {
      it(`${encoding}: the same body, smaller, with and without a hot answer`, async () => {
        const target = `/things?limit=30&min=${index}`
        for (let i = 0; i < 3; i++) {
          const answer = await edge.request('GET', target, {
            'accept-encoding': encoding,
            'x-request-id': 'the-same-id',
          })
          const plain = await edge.request('GET', target, { 'x-request-id': 'the-same-id' })
          assert.equal(answer.headers['content-encoding'], encoding)
          assert.equal(plain.headers['content-encoding'], undefined)
          assert.deepEqual(unpack(answer.body), plain.body)
          assert.ok(answer.body.length < plain.body.length / 3)
          assert.equal(answer.headers.etag, plain.headers.etag)
        }
      })
    }

    for (const accept of ['gzip, identity;q=0', 'gzip, *;q=0']) {
      it(`is made at once for ${accept}, also where only the unpacked answer is at hand`, async () => {
        await using edge = await openTestServer()
        for (let i = 0; i < 2; i++) assert.equal((await edge.request('GET', '/things')).status, 200)
        const packed = await edge.request('GET', '/things', { 'accept-encoding': accept })
        assert.equal(packed.headers['content-encoding'], 'gzip')
        const { data } = JSON.parse(gunzipSync(packed.body).toString())
        assert.equal(data.length, 20)
      })
    }

    it('is made behind the first who asks for it where the answer is already at hand', async () => {
      const target = '/things?limit=31'
      await edge.request('GET', target)
      const plain = await edge.request('GET', target, { 'accept-encoding': 'gzip' })
      assert.equal(plain.headers['content-encoding'], undefined)
      let packed = plain
      while (packed.headers['content-encoding'] === undefined) {
        packed = await edge.request('GET', target, { 'accept-encoding': 'gzip' })
      }
      assert.deepEqual(
        JSON.parse(gunzipSync(packed.body).toString()).data,
        JSON.parse(plain.body.toString()).data,
      )
    })

    it('is left out where it saves nothing, and where the answer may hold a secret', async () => {
      const accept = { 'accept-encoding': 'gzip, br, zstd' }
      assert.equal(
        (await edge.request('GET', '/things/th_001', accept)).headers['content-encoding'],
        undefined,
      )
      const secret = await edge.request('POST', '/secrets', accept)
      assert.equal(secret.status, 201)
      assert.ok(secret.body.length > 4000)
      assert.equal(secret.headers['content-encoding'], undefined)
    })
  })

  describe('lists', () => {
    it('are walked to their end by link or cursor, each row once', async () => {
      let target: string | undefined = '/things?limit=7'
      const seen: string[] = []
      while (target !== undefined) {
        const answer = await edge.request('GET', target)
        seen.push(...ids(answer))
        const { pagination } = JSON.parse(answer.body.toString()).meta
        const link: string | undefined = /^<([^>]+)>; rel="next"$/.exec(answer.headers.link ?? '')?.[1]
        assert.equal(link === undefined, pagination.next_cursor === null)
        if (link) assert.equal(new URL(link, 'http://x').searchParams.get('cursor'), pagination.next_cursor)
        target = link
      }
      assert.deepEqual(
        seen,
        things.map((thing) => thing.id),
      )
    })

    it('refuse a cursor that was altered or comes with other filters', async () => {
      const first = await edge.request('GET', '/things?limit=2&kind=plain')
      const cursor = JSON.parse(first.body.toString()).meta.pagination.next_cursor
      assert.deepEqual(ids(await edge.request('GET', `/things?limit=1&kind=plain&cursor=${cursor}`)), [
        'th_004',
      ])
      assertErrorEnvelope(
        await edge.request('GET', `/things?limit=2&kind=odd&cursor=${cursor}`),
        400,
        'invalid_cursor',
      )
      assertErrorEnvelope(
        await edge.request('GET', `/things?limit=2&cursor=${cursor}`),
        400,
        'invalid_cursor',
      )
      assertErrorEnvelope(
        await edge.request('GET', `/things?limit=2&kind=plain&cursor=${cursor}A`),
        400,
        'invalid_cursor',
      )
      assertErrorEnvelope(await edge.request('GET', '/things?cursor=nonsense'), 400, 'invalid_cursor')
    })
  })
})

describe('conditional requests', () => {
  it('that know the newest state get 304 with the same caching headers and no body, hot or not', async () => {
    await using edge = await openTestServer()
    const target = '/things?limit=2'
    const cold = await edge.request('GET', target, { 'if-none-match': '"something else"' })
    assert.equal(cold.status, 200)
    const tag = cold.headers.etag ?? ''
    assert.match(tag, /^W\/"/)
    for (const known of [tag, tag.slice(2), `"x", ${tag}`, '*']) {
      for (const method of ['GET', 'HEAD']) {
        const answer = await edge.request(method, target, { 'if-none-match': known })
        assert.equal(answer.status, 304, known)
        assert.equal(answer.body.length, 0)
        assert.equal(answer.headers['content-length'], undefined)
        for (const name of ['etag', 'cache-control', 'vary'])
          assert.equal(answer.headers[name], cold.headers[name])
      }
    }
    assert.equal(edge.handlerCalls.get('/things'), 1)
  })

  it('get the same 304 whether or not the answer is at hand', async () => {
    await using warm = await openTestServer()
    await using cold = await openTestServer()
    const { headers } = await warm.request('GET', '/things')
    const asked = { 'if-none-match': headers.etag ?? '' }
    const [hot, slow] = [
      await warm.request('GET', '/things', asked),
      await cold.request('GET', '/things', asked),
    ]
    assert.deepEqual([hot.status, slow.status], [304, 304])
    assert.deepEqual(steady(hot), steady(slow))
    assert.equal(cold.handlerCalls.get('/things'), undefined)
  })

  it('have a tag of their own for each thing, filter, page and form of the answer', async () => {
    await using edge = await openTestServer()
    const questions: [string, string][] = [
      ['/things', '*/*'],
      ['/things', 'text/csv'],
      ['/things', 'application/x-ndjson'],
      ['/things?kind=odd', '*/*'],
      ['/things?limit=3', '*/*'],
      ['/things/th_001', '*/*'],
      ['/things/th_002', '*/*'],
    ]
    const tags = new Set<string | undefined>()
    for (const [target, accept] of questions)
      tags.add((await edge.request('GET', target, { accept })).headers.etag)
    assert.equal(tags.size, questions.length)
    assert.ok(!tags.has(undefined))
  })

  it('with a star are no way to learn of something that is not there', async () => {
    await using edge = await openTestServer()
    assertErrorEnvelope(
      await edge.request('GET', '/things/unknown', { 'if-none-match': '*' }),
      404,
      'not_found',
    )
    assert.equal((await edge.request('GET', '/things/th_001', { 'if-none-match': '*' })).status, 304)
  })
})

describe('hot answers', () => {
  it('are the slow ones byte for byte, but for id, time and timing', async () => {
    await using edge = await openTestServer()
    for (const target of ['/things', '/things?limit=3&kind=odd', '/things/th_007', '/minute']) {
      const asked = { 'x-request-id': 'the-same-id' }
      const slow = await edge.request('GET', target, asked)
      const hot = await edge.request('GET', target, asked)
      assert.equal(hot.headers['server-timing'], 'cache;desc=hit')
      assert.deepEqual(steady(hot), steady(slow))
      assert.deepEqual(hot.body, slow.body)
    }
  })

  it('are the slow ones when they are long, too, packed or for the head alone', async () => {
    const long = longRoute(() => 'naïve – 日本語 '.repeat(3000))
    await using edge = await openTestServer({ routes: [long] })
    const asked = { 'x-request-id': 'the-same-id' }
    const slow = await edge.request('GET', '/long', asked)
    const hot = await edge.request('GET', '/long', asked)
    assert.ok(slow.body.length > 50_000)
    assert.equal(hot.headers['server-timing'], 'cache;desc=hit')
    assert.deepEqual(steady(hot), steady(slow))
    assert.deepEqual(hot.body, slow.body)
    const head = await edge.request('HEAD', '/long', asked)
    assert.deepEqual([head.headers['content-length'], head.body.length], [String(slow.body.length), 0])
    const packing = { ...asked, 'accept-encoding': 'gzip' }
    await edge.request('GET', '/long', packing)
    let packed = await edge.request('GET', '/long', packing)
    while (packed.headers['content-encoding'] === undefined)
      packed = await edge.request('GET', '/long', packing)
    assert.deepEqual(gunzipSync(packed.body), slow.body)
  })

  it('are never packed from what was published before', async () => {
    let text = ''
    const long = longRoute(() => text)
    await using edge = await openTestServer({ routes: [long], cacheBytesMax: 64 * 1024 * 1024 })
    const packing = { 'accept-encoding': 'br' }
    text = randomBytes(500_000).toString('hex')
    await edge.request('GET', '/long')
    // Packing begins behind this answer, and takes longer than the next two requests.
    await edge.request('GET', '/long', packing)
    text = 'new'.repeat(1000)
    edge.bumpVersion('things')
    await edge.request('GET', '/long')
    let packed = await edge.request('GET', '/long', packing)
    while (packed.headers['content-encoding'] === undefined)
      packed = await edge.request('GET', '/long', packing)
    assert.equal(JSON.parse(brotliDecompressSync(packed.body).toString()).data.text, text)
  })

  it('carry the id and the time of each request', async () => {
    await using edge = await openTestServer()
    await edge.request('GET', '/things')
    edge.clock.advance(1234)
    const answer = await edge.request('GET', '/things', { 'x-request-id': 'another-one' })
    const { meta } = JSON.parse(answer.body.toString())
    assert.equal(edge.handlerCalls.get('/things'), 1)
    assert.deepEqual([meta.request_id, meta.generated_at], ['another-one', '2026-11-15T12:00:01.234Z'])
  })

  it('are private to those who show a credential, and public to the rest', async () => {
    await using edge = await openTestServer()
    const controls: (string | undefined)[] = []
    for (const headers of [
      {},
      {},
      { 'x-api-key': 'k' },
      { 'x-service-key': 'k' },
      { authorization: 'Bearer t' },
      {},
    ]) {
      controls.push((await edge.request('GET', '/things', headers)).headers['cache-control'])
    }
    const [open, own] = ['public, max-age=60', 'private, max-age=60']
    assert.deepEqual(controls, [open, open, own, own, own, open])
    const first = await edge.request('GET', '/things?limit=9', { 'x-api-key': 'k' })
    assert.equal(first.headers['cache-control'], own)
    assert.equal((await edge.request('GET', '/things?limit=9')).headers['cache-control'], open)
  })

  it('end with a publication of their own scope, and with no other', async () => {
    await using edge = await openTestServer()
    const before = await edge.request('GET', '/things')
    edge.bumpVersion('minute')
    await edge.request('GET', '/things')
    assert.equal(edge.handlerCalls.get('/things'), 1)
    edge.bumpVersion('things')
    const after = await edge.request('GET', '/things', { 'if-none-match': before.headers.etag ?? '' })
    assert.equal(after.status, 200)
    assert.notEqual(after.headers.etag, before.headers.etag)
    assert.equal(edge.handlerCalls.get('/things'), 2)
  })

  it('end with the minute where they depend on the clock', async () => {
    await using edge = await openTestServer()
    const first = await edge.request('GET', '/minute')
    edge.clock.advance(59_999)
    assert.equal((await edge.request('GET', '/minute')).headers.etag, first.headers.etag)
    assert.equal(edge.handlerCalls.get('/minute'), 1)
    edge.clock.advance(1)
    const second = await edge.request('GET', '/minute', { 'if-none-match': first.headers.etag ?? '' })
    assert.equal(second.status, 200)
    assert.equal(edge.handlerCalls.get('/minute'), 2)
    const minutes = [first, second].map((answer) => JSON.parse(answer.body.toString()).data.minute)
    assert.equal(minutes[1] - minutes[0], 1)
  })

  it('are counted and, when asked for, logged like any other', async () => {
    await using edge = await openTestServer({ logRequests: 'all' })
    for (let i = 0; i < 5; i++) await edge.request('GET', '/things')
    await edge.request('GET', '/things', { 'if-none-match': '*' })
    const text = await edge.metrics.text()
    assert.match(text, /^broadsheet_http_requests_total\{route="GET \/things",status="200"\} 5$/m)
    assert.match(text, /^broadsheet_http_requests_total\{route="GET \/things",status="304"\} 1$/m)
    assert.equal(edge.logLines.filter((line) => line.msg === 'answered').length, 6)
  })

  it('take no more memory than they are given', async () => {
    await using edge = await openTestServer({ cacheBytesMax: 100_000 })
    for (let i = 1; i <= 40; i++) await edge.request('GET', `/things?limit=${i}`)
    for (let i = 1; i <= 40; i++) await edge.request('GET', `/things?limit=${i}`)
    assert.ok((edge.handlerCalls.get('/things') ?? 0) > 60)
  })
})

function longRoute(text: () => string): AnyRoute {
  return defineRoute({
    method: 'GET',
    path: '/long',
    id: 'getLong',
    tag: 'Things',
    summary: 'A long text',
    response: { data: Type.Object({ text: Type.String() }) },
    access: 'optional',
    cache: { scope: 'things', maxAgeSeconds: 60 },
    handle: () => docReply(JSON.stringify({ text: text() })),
  })
}
