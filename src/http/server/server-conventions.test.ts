import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { Type } from 'typebox'
import { assertErrorEnvelope } from '../../../test/support/server/assert-error-envelope.ts'
import { type ExampleServer, openExampleServer, things } from '../../../test/support/server/example-server.ts'
import type { RawResponse } from '../../../test/support/server/raw-connection.ts'
import { publishedOnce } from '../../../test/support/server/test-server.ts'
import { assertCached } from '../../../test/support/server/until-cached.ts'
import { type ErrorCode, errorKinds } from '../../core/errors.ts'
import { bareSite } from '../pages/site.ts'
import { docReply } from '../reply.ts'
import { bodylessEntry } from '../response/response-entry.ts'
import { type AnyRoute, defineRoute } from '../route.ts'

const varyingHeaders = ['x-request-id', 'server-timing', 'date']

/** The headers that are the same on every response. */
function stableHeaders({ headers }: RawResponse): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !varyingHeaders.includes(name)))
}

function ids(response: RawResponse): string[] {
  return JSON.parse(response.body.toString()).data.map((row: { id: string }) => row.id)
}

describe('every response', () => {
  let server: ExampleServer
  before(async () => {
    server = await openExampleServer()
  })
  after(() => server[Symbol.asyncDispose]())

  it('wraps data in an envelope with request id and time', async () => {
    const response = await server.request('GET', '/things/th_001', { 'x-request-id': 'my-request-1' })
    assert.equal(response.status, 200)
    assert.deepEqual(JSON.parse(response.body.toString()), {
      data: things[1],
      meta: { request_id: 'my-request-1', generated_at: '2026-11-15T12:00:00.000Z', credits_charged: 0 },
    })
    assert.equal(response.headers['x-request-id'], 'my-request-1')
  })

  it('has the same security and CORS headers on success, error and empty responses', async () => {
    const expected = {
      'access-control-allow-origin': '*',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'cross-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      vary: 'Accept, Accept-Encoding, Authorization, Origin, X-Api-Key, X-Service-Key',
    }
    const responses = [
      await server.request('GET', '/things'),
      await server.request('GET', '/things'),
      await server.request('GET', '/nowhere'),
      await server.request('GET', '/broken'),
      await server.request('OPTIONS', '/things'),
      await server.request('NONSENSE /', '/'),
    ]
    for (const { status, headers } of responses) {
      for (const [name, value] of Object.entries(expected))
        assert.equal(headers[name], value, `${name} of ${status}`)
      assert.equal(headers['access-control-expose-headers'], '*')
      assert.equal(headers.server ?? headers['x-powered-by'], undefined)
      assert.ok(headers['x-request-id'])
      assert.ok(headers['cache-control'])
    }
  })

  it('leaves the policy of a page as it is if nothing has changed', async () => {
    const { headers } = bodylessEntry(304, { cacheControl: 'no-cache', etag: '"1"' })
    assert.ok(headers.includes('x-content-type-options'))
    assert.ok(!headers.includes('content-security-policy'))
    // Once more, when the response is in the cache.
    for (const _ of [1, 2]) {
      const answer = await server.request('GET', '/things', { 'if-none-match': '*' })
      assert.equal(answer.status, 304)
      assert.equal(answer.headers['x-content-type-options'], 'nosniff')
      assert.equal(answer.headers['content-security-policy'], undefined)
    }
  })

  it('replaces a request id that is unsafe in a header', async () => {
    for (const id of [
      'a b c d e f g h',
      'x'.repeat(300),
      'abc\tdefgh',
      'ünïcödé-id-here',
      'a%0d%0aset-cookie:x=1',
    ]) {
      const response = await server.request('GET', '/things', { 'x-request-id': id })
      assert.match(response.headers['x-request-id'] ?? '', /^[0-9a-f]{18}-[0-9a-z]{6}$/)
      assert.equal(response.headers['set-cookie'], undefined)
    }
  })

  describe('methods', () => {
    const allMethods = [
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
      it(`other than ${methods.join(', ')} are rejected at ${path} with Allow`, async () => {
        for (const method of allMethods.filter((name) => !methods.includes(name))) {
          const response = await server.request(method, path)
          if (method === 'HEAD') assert.equal(response.status, 405)
          else assertErrorEnvelope(response, 405, 'method_not_allowed')
          assert.equal(response.headers.allow, methods.join(', '), method)
        }
      })
    }

    it('of any kind get 404 at an unknown path', async () => {
      for (const method of allMethods.filter((name) => name !== 'HEAD')) {
        assertErrorEnvelope(await server.request(method, '/nowhere/at/all'), 404, 'not_found')
      }
      assert.equal((await server.request('HEAD', '/nowhere')).status, 404)
    })

    it('of the whole server are listed for OPTIONS *', async () => {
      const response = await server.request('OPTIONS', '*')
      assert.equal(response.status, 204)
      assert.equal(response.headers.allow, 'GET, HEAD, OPTIONS, PATCH, POST')
    })

    it('treat a URL in absolute form as its path', async () => {
      assert.equal((await server.request('GET', 'http://example.org/things')).status, 200)
      assertErrorEnvelope(
        await server.request('DELETE', 'http://example.org/things'),
        405,
        'method_not_allowed',
      )
    })

    it('HEAD: the headers of GET including the length, and no body, cached or not', async () => {
      for (const target of [
        '/things?limit=7',
        '/things/th_002',
        '/health',
        '/things/unknown',
        '/things?limit=x',
      ]) {
        const head = await server.request('HEAD', target)
        const get = await server.request('GET', target)
        const cachedHead = await server.request('HEAD', target)
        assert.equal(head.status, get.status)
        assert.deepEqual(stableHeaders(head), stableHeaders(get), target)
        assert.deepEqual(stableHeaders(cachedHead), stableHeaders(get), target)
        if (get.headers.etag !== undefined) assertCached(cachedHead, target)
        assert.equal(Number(head.headers['content-length']), get.body.length)
        assert.equal(head.body.length, 0)
      }
    })

    it('OPTIONS: a preflight lists what may be sent and may be cached', async () => {
      const response = await server.request('OPTIONS', '/echo', {
        origin: 'https://example.org',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type, x-api-key',
      })
      assert.equal(response.status, 204)
      assert.equal(response.headers['access-control-allow-origin'], '*')
      assert.equal(response.headers['access-control-allow-methods'], 'OPTIONS, PATCH, POST')
      assert.match(response.headers['access-control-allow-headers'] ?? '', /Content-Type.*X-Api-Key/)
      assert.ok(Number(response.headers['access-control-max-age']) >= 600)
      assert.equal(response.headers['access-control-allow-credentials'], undefined)
    })
  })

  describe('errors', () => {
    for (const code of Object.keys(errorKinds) as ErrorCode[]) {
      it(`${code}: the error envelope, or problem+json on request`, async () => {
        const { status, meaning } = errorKinds[code]
        assertErrorEnvelope(await server.request('GET', `/fails/${code}`), status, code)
        const response = await server.request('GET', `/fails/${code}`, { accept: 'application/problem+json' })
        assert.equal(response.status, status)
        assert.equal(response.headers['content-type'], 'application/problem+json; charset=utf-8')
        assert.deepEqual(JSON.parse(response.body.toString()), {
          type: `/docs/errors#${code}`,
          title: meaning,
          status,
          detail: 'As requested.',
          instance: response.headers['x-request-id'],
          code,
          details: { parameter: 'code' },
        })
      })
    }

    it('of a sandbox say so in meta, like successes', async () => {
      await using sandbox = await openExampleServer({ site: { ...bareSite, isSandbox: true } })
      for (const path of ['/things/th_001', '/fails/not_found', '/no-such-path']) {
        const response = await sandbox.request('GET', path)
        assert.equal(JSON.parse(response.body.toString()).meta.sandbox, true, path)
      }
      const live = await server.request('GET', '/fails/not_found')
      assert.equal('sandbox' in JSON.parse(live.body.toString()).meta, false)
    })

    it('do not expose an internal cause, which is logged under the request id', async () => {
      const response = await server.request('GET', '/broken')
      assertErrorEnvelope(response, 500, 'internal')
      assert.doesNotMatch(response.body.toString(), /SELECT|password|srv|secret\.ts|Error/)
      const line = server.logLines.find(
        (entry) => entry.request_id === response.headers['x-request-id'] && entry.err,
      )
      assert.match(JSON.stringify(line), /SELECT password/)
    })
  })

  describe('an empty list', () => {
    it('says before the first sync that nothing was collected yet', async () => {
      const route = defineRoute({
        method: 'GET',
        path: '/empty',
        id: 'listNothing',
        tag: 'Test',
        summary: 'List nothing',
        response: { rows: Type.Object({}) },
        access: 'none',
        cache: { scope: 'empty', maxAgeSeconds: 60 },
        handle: () => ({ rows: [] }),
      })
      const warnings = async (publishedAt: number, path: string) => {
        const publications = { ...publishedOnce, publishedAt: () => publishedAt }
        await using early = await openExampleServer({ publications, routes: [route] })
        return JSON.parse((await early.request('GET', path)).body.toString()).meta.warnings
      }
      const [warning] = (await warnings(0, '/empty')) ?? []
      assert.equal(warning?.code, 'not_yet_collected')
      assert.equal(await warnings(1, '/empty'), undefined)
      assert.equal(await warnings(0, '/things'), undefined)
    })
  })

  describe('media types', () => {
    it('that are not offered get 406 with those that are', async () => {
      const response = await server.request('GET', '/things', { accept: 'image/png' })
      assertErrorEnvelope(response, 406, 'not_acceptable')
      assert.deepEqual(JSON.parse(response.body.toString()).error.details.offered, [
        'application/json',
        'application/x-ndjson',
        'text/csv',
      ])
      assertErrorEnvelope(
        await server.request('GET', '/things/th_001', { accept: 'text/csv' }),
        406,
        'not_acceptable',
      )
    })

    it('of browsers make an error a page, and of programs JSON', async () => {
      const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8'
      const response = await server.request('GET', '/things?limt=<b>', { accept: browser })
      const page = response.body.toString()
      assert.equal(response.status, 400)
      assert.equal(response.headers['content-type'], 'text/html; charset=utf-8')
      assert.match(response.headers['content-security-policy'] ?? '', /default-src 'none'/)
      assert.ok(page.includes(response.headers['x-request-id'] ?? '-'))
      assert.match(
        page,
        /href="\/".*Did you mean &quot;limit&quot;\?.*href="\/docs\/errors#invalid_request"/s,
      )
      assert.doesNotMatch(page, /<b>/)
      const meant = await server.request('GET', '/things/', { accept: browser })
      assert.match(meant.body.toString(), /<dt>Did you mean<\/dt><dd><a href="\/things">\/things<\/a>/)
      const lost = await server.request('GET', '/%3Cb%3E', { accept: browser })
      assert.deepEqual([lost.status, lost.headers['content-type']], [404, 'text/html; charset=utf-8'])
      for (const accept of [
        '*/*',
        'application/json',
        'text/html, application/json',
        'application/json, */*;q=0.1',
      ])
        assertErrorEnvelope(await server.request('GET', '/nothing', { accept }), 404, 'not_found')
    })

    it('for errors do not cause a 406', async () => {
      const response = await server.request('GET', '/things', { accept: 'application/problem+json' })
      assert.equal(response.headers['content-type'], 'application/json; charset=utf-8')
    })

    it('application/x-ndjson: one row per line, cached or not', async () => {
      const target = '/things?limit=3'
      const headers = { accept: 'application/x-ndjson' }
      const fresh = await server.request('GET', target, headers)
      for (const response of [fresh, await server.requestCached(target, headers)]) {
        assert.equal(response.headers['content-type'], 'application/x-ndjson; charset=utf-8')
        assert.equal(response.headers['content-disposition'], 'attachment; filename="things.ndjson"')
        const rows = response.body
          .toString()
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line))
        assert.deepEqual(rows, things.slice(0, 3))
        assert.match(response.headers.link ?? '', /rel="next"/)
      }
    })

    it('text/csv: a header line, every field, and no formulas', async () => {
      const response = await server.request('GET', '/things?limit=5', { accept: 'text/csv' })
      assert.equal(response.headers['content-type'], 'text/csv; charset=utf-8; header=present')
      assert.equal(response.headers['content-disposition'], 'attachment; filename="things.csv"')
      const [header, ...lines] = response.body.toString().trimEnd().split('\r\n')
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
    const decompressors = { gzip: gunzipSync, br: brotliDecompressSync, zstd: zstdDecompressSync } as const
    for (const [index, [encoding, decompress]] of Object.entries(decompressors).entries()) {
      it(`${encoding}: the same body, smaller, cached or not`, async () => {
        const target = `/things?limit=30&min=${index}`
        const headers = { 'x-request-id': 'the-same-id' }
        const compressing = { ...headers, 'accept-encoding': encoding }
        const fresh = await server.request('GET', target, compressing)
        const cached = await server.requestCached(target, compressing)
        const plain = await server.requestCached(target, headers)
        for (const response of [fresh, cached, await server.requestCached(target, compressing)]) {
          assert.equal(response.headers['content-encoding'], encoding)
          assert.equal(plain.headers['content-encoding'], undefined)
          assert.deepEqual(decompress(response.body), plain.body)
          assert.ok(response.body.length < plain.body.length / 3)
          assert.equal(response.headers.etag, plain.headers.etag)
        }
      })
    }

    for (const accept of ['gzip, identity;q=0', 'gzip, *;q=0']) {
      it(`is immediate for ${accept}, even if only the uncompressed response is cached`, async () => {
        await using server = await openExampleServer()
        await server.requestCached('/things')
        const compressed = await server.request('GET', '/things', { 'accept-encoding': accept })
        assert.equal(compressed.headers['content-encoding'], 'gzip')
        const { data } = JSON.parse(gunzipSync(compressed.body).toString())
        assert.equal(data.length, 20)
      })
    }

    it('of a cached response happens in the background of the first request for it', async () => {
      const target = '/things?limit=31'
      await server.requestCached(target)
      const plain = await server.request('GET', target, { 'accept-encoding': 'gzip' })
      assert.equal(plain.headers['content-encoding'], undefined)
      let compressed = plain
      while (compressed.headers['content-encoding'] === undefined) {
        compressed = await server.request('GET', target, { 'accept-encoding': 'gzip' })
      }
      assert.deepEqual(
        JSON.parse(gunzipSync(compressed.body).toString()).data,
        JSON.parse(plain.body.toString()).data,
      )
    })

    it('is skipped where it saves nothing or the response may contain a secret', async () => {
      const accept = { 'accept-encoding': 'gzip, br, zstd' }
      assert.equal(
        (await server.request('GET', '/things/th_001', accept)).headers['content-encoding'],
        undefined,
      )
      const secret = await server.request('POST', '/secrets', accept)
      assert.equal(secret.status, 201)
      assert.ok(secret.body.length > 4000)
      assert.equal(secret.headers['content-encoding'], undefined)
    })
  })

  describe('lists', () => {
    it('can be paged to the end by link or cursor, each row once', async () => {
      let target: string | undefined = '/things?limit=7'
      const seen: string[] = []
      while (target !== undefined) {
        const response = await server.request('GET', target)
        seen.push(...ids(response))
        const { pagination } = JSON.parse(response.body.toString()).meta
        const link: string | undefined = /^<([^>]+)>; rel="next"$/.exec(response.headers.link ?? '')?.[1]
        assert.equal(link === undefined, pagination.next_cursor === null)
        if (link) assert.equal(new URL(link, 'http://x').searchParams.get('cursor'), pagination.next_cursor)
        target = link
      }
      assert.deepEqual(
        seen,
        things.map((thing) => thing.id),
      )
    })

    it('reject a cursor that was altered or comes with other filters', async () => {
      const first = await server.request('GET', '/things?limit=2&kind=plain')
      const cursor = JSON.parse(first.body.toString()).meta.pagination.next_cursor
      assert.deepEqual(ids(await server.request('GET', `/things?limit=1&kind=plain&cursor=${cursor}`)), [
        'th_004',
      ])
      assertErrorEnvelope(
        await server.request('GET', `/things?limit=2&kind=odd&cursor=${cursor}`),
        400,
        'invalid_cursor',
      )
      assertErrorEnvelope(
        await server.request('GET', `/things?limit=2&cursor=${cursor}`),
        400,
        'invalid_cursor',
      )
      assertErrorEnvelope(
        await server.request('GET', `/things?limit=2&kind=plain&cursor=${cursor}A`),
        400,
        'invalid_cursor',
      )
      assertErrorEnvelope(await server.request('GET', '/things?cursor=nonsense'), 400, 'invalid_cursor')
    })
  })
})

describe('headers set by a handler', () => {
  function headerRoute(path: string, headers: Record<string, string>): AnyRoute {
    return defineRoute({
      method: 'GET',
      path,
      id: 'getHeaders',
      tag: 'Things',
      summary: 'Set headers',
      response: { data: Type.Object({}) },
      access: 'optional',
      cache: 'no-store',
      handle: () => ({ data: '{}', headers }),
    })
  }

  it('override the usual ones, and are private for requests with a credential', async () => {
    const headers = { 'cache-control': 'public, max-age=5', 'referrer-policy': 'same-origin' }
    await using server = await openExampleServer({ routes: [headerRoute('/headers', headers)] })
    const open = await server.request('GET', '/headers')
    assert.equal(open.headers['cache-control'], 'public, max-age=5')
    assert.equal(open.headers['referrer-policy'], 'same-origin')
    const own = await server.request('GET', '/headers', { 'x-api-key': 'k' })
    assert.equal(own.headers['cache-control'], 'private, max-age=5')
  })

  it('cause a 500 and not a hanging request if they are invalid', async () => {
    await using server = await openExampleServer({ routes: [headerRoute('/headers', { link: 'a\nb' })] })
    assertErrorEnvelope(await server.request('GET', '/headers'), 500, 'internal')
  })
})

describe('conditional requests', () => {
  it('get 304 with the same caching headers and no body if nothing has changed, cached or not', async () => {
    await using server = await openExampleServer()
    const target = '/things?limit=2'
    const cold = await server.request('GET', target, { 'if-none-match': '"something else"' })
    assert.equal(cold.status, 200)
    const tag = cold.headers.etag ?? ''
    assert.match(tag, /^W\/"/)
    const tags = [tag, tag.slice(2), `"x", ${tag}`]
    for (const isCached of [false, true]) {
      if (isCached) await server.requestCached(target)
      const calls = server.handlerCalls.get('/things')
      // Whether anything matches a star is known only once there is a response.
      for (const ifNoneMatch of isCached ? [...tags, '*'] : tags) {
        for (const method of ['GET', 'HEAD']) {
          const response = await server.request(method, target, { 'if-none-match': ifNoneMatch })
          assert.equal(response.status, 304, ifNoneMatch)
          assert.equal(response.headers['server-timing'] === 'cache;desc=hit', isCached)
          assert.equal(response.body.length, 0)
          assert.equal(response.headers['content-length'], undefined)
          for (const name of ['etag', 'cache-control', 'vary'])
            assert.equal(response.headers[name], cold.headers[name])
        }
      }
      assert.equal(server.handlerCalls.get('/things'), calls)
    }
  })

  it('get the same 304 whether or not the response is cached', async () => {
    await using warm = await openExampleServer()
    await using cold = await openExampleServer()
    const { headers } = await warm.requestCached('/things')
    const conditional = { 'if-none-match': headers.etag ?? '' }
    const [cached, fresh] = [
      await warm.request('GET', '/things', conditional),
      await cold.request('GET', '/things', conditional),
    ]
    assert.deepEqual([cached.status, fresh.status], [304, 304])
    assertCached(cached)
    assert.deepEqual(stableHeaders(cached), stableHeaders(fresh))
    assert.equal(cold.handlerCalls.get('/things'), undefined)
  })

  it('see a different tag for each resource, filter, page and representation', async () => {
    await using server = await openExampleServer()
    const targets: [string, string][] = [
      ['/things', '*/*'],
      ['/things', 'text/csv'],
      ['/things', 'application/x-ndjson'],
      ['/things?kind=odd', '*/*'],
      ['/things?limit=3', '*/*'],
      ['/things/th_001', '*/*'],
      ['/things/th_002', '*/*'],
    ]
    const tags = new Set<string | undefined>()
    for (const [target, accept] of targets)
      tags.add((await server.request('GET', target, { accept })).headers.etag)
    assert.equal(tags.size, targets.length)
    assert.ok(!tags.has(undefined))
  })

  it('with a star do not reveal whether a resource exists', async () => {
    await using server = await openExampleServer()
    assertErrorEnvelope(
      await server.request('GET', '/things/unknown', { 'if-none-match': '*' }),
      404,
      'not_found',
    )
    assert.equal((await server.request('GET', '/things/th_001', { 'if-none-match': '*' })).status, 304)
  })
})

describe('cached responses', () => {
  it('equal fresh ones byte for byte, except for id, time and timing', async () => {
    await using server = await openExampleServer()
    for (const target of ['/things', '/things?limit=3&kind=odd', '/things/th_007', '/minute']) {
      const headers = { 'x-request-id': 'the-same-id' }
      const fresh = await server.request('GET', target, headers)
      const cached = await server.requestCached(target, headers)
      assert.deepEqual(stableHeaders(cached), stableHeaders(fresh))
      assert.deepEqual(cached.body, fresh.body)
    }
  })

  it('equal fresh ones when they are long, compressed or requested with HEAD', async () => {
    const long = longRoute(() => 'naïve – 日本語 '.repeat(3000))
    await using server = await openExampleServer({ routes: [long] })
    const headers = { 'x-request-id': 'the-same-id' }
    const fresh = await server.request('GET', '/long', headers)
    const cached = await server.requestCached('/long', headers)
    assert.ok(fresh.body.length > 50_000)
    assert.deepEqual(stableHeaders(cached), stableHeaders(fresh))
    assert.deepEqual(cached.body, fresh.body)
    const head = await server.request('HEAD', '/long', headers)
    assertCached(head)
    assert.deepEqual([head.headers['content-length'], head.body.length], [String(fresh.body.length), 0])
    const compressing = { ...headers, 'accept-encoding': 'gzip' }
    await server.request('GET', '/long', compressing)
    let compressed = await server.request('GET', '/long', compressing)
    while (compressed.headers['content-encoding'] === undefined)
      compressed = await server.request('GET', '/long', compressing)
    assert.deepEqual(gunzipSync(compressed.body), fresh.body)
  })

  it('are never compressed from stale data', async () => {
    let text = ''
    const long = longRoute(() => text)
    await using server = await openExampleServer({ routes: [long], cacheBytesMax: 64 * 1024 * 1024 })
    const compressing = { 'accept-encoding': 'br' }
    text = randomBytes(500_000).toString('hex')
    await server.requestCached('/long')
    // Compression starts after this response and takes longer than the next two requests.
    await server.request('GET', '/long', compressing)
    text = 'new'.repeat(1000)
    server.bumpVersion('things')
    await server.request('GET', '/long')
    let compressed = await server.request('GET', '/long', compressing)
    while (compressed.headers['content-encoding'] === undefined)
      compressed = await server.request('GET', '/long', compressing)
    assert.equal(JSON.parse(brotliDecompressSync(compressed.body).toString()).data.text, text)
  })

  it('contain the id and the time of each request', async () => {
    await using server = await openExampleServer()
    await server.requestCached('/things')
    server.clock.advance(1234)
    const response = await server.request('GET', '/things', { 'x-request-id': 'another-one' })
    const { meta } = JSON.parse(response.body.toString())
    assertCached(response)
    assert.deepEqual([meta.request_id, meta.generated_at], ['another-one', '2026-11-15T12:00:01.234Z'])
  })

  it('are private for requests with a credential and public for others', async () => {
    await using server = await openExampleServer()
    const controls: (string | undefined)[] = []
    for (const headers of [
      {},
      {},
      {},
      { 'x-api-key': 'k' },
      { 'x-service-key': 'k' },
      { authorization: 'Bearer t' },
      {},
    ]) {
      controls.push((await server.request('GET', '/things', headers)).headers['cache-control'])
    }
    const [shared, own] = ['public, max-age=60', 'private, max-age=60']
    assert.deepEqual(controls, [shared, shared, shared, own, own, own, shared])
    const first = await server.request('GET', '/things?limit=9', { 'x-api-key': 'k' })
    assert.equal(first.headers['cache-control'], own)
    const cached = await server.requestCached('/things?limit=9', { 'x-api-key': 'k' })
    assert.equal(cached.headers['cache-control'], own)
    const other = await server.request('GET', '/things?limit=9')
    assertCached(other)
    assert.equal(other.headers['cache-control'], shared)
  })

  it('are invalidated by a publication in their own scope and no other', async () => {
    await using server = await openExampleServer()
    const before = await server.requestCached('/things')
    const calls = server.handlerCalls.get('/things') ?? 0
    server.bumpVersion('minute')
    assertCached(await server.request('GET', '/things'))
    assert.equal(server.handlerCalls.get('/things'), calls)
    server.bumpVersion('things')
    const after = await server.request('GET', '/things', { 'if-none-match': before.headers.etag ?? '' })
    assert.equal(after.status, 200)
    assert.notEqual(after.headers.etag, before.headers.etag)
    assert.equal(server.handlerCalls.get('/things'), calls + 1)
  })

  it('expire with the minute where they depend on the clock', async () => {
    await using server = await openExampleServer()
    const first = await server.requestCached('/minute')
    const calls = server.handlerCalls.get('/minute') ?? 0
    server.clock.advance(59_999)
    assert.equal((await server.request('GET', '/minute')).headers.etag, first.headers.etag)
    assert.equal(server.handlerCalls.get('/minute'), calls)
    server.clock.advance(1)
    const second = await server.request('GET', '/minute', { 'if-none-match': first.headers.etag ?? '' })
    assert.equal(second.status, 200)
    assert.equal(server.handlerCalls.get('/minute'), calls + 1)
    const minutes = [first, second].map((response) => JSON.parse(response.body.toString()).data.minute)
    assert.equal(minutes[1] - minutes[0], 1)
  })

  it('are counted and logged like any other', async () => {
    await using server = await openExampleServer({ logRequests: 'all' })
    for (let i = 0; i < 5; i++) await server.request('GET', '/things')
    await server.request('GET', '/things', { 'if-none-match': '*' })
    const text = await server.metrics.text()
    assert.match(text, /^broadsheet_http_requests_total\{route="GET \/things",status="200"\} 5$/m)
    assert.match(text, /^broadsheet_http_requests_total\{route="GET \/things",status="304"\} 1$/m)
    assert.equal(server.logLines.filter((line) => line.msg === 'request completed').length, 6)
  })

  it('stay within the memory limit', async () => {
    await using server = await openExampleServer({ cacheBytesMax: 100_000 })
    const requestAll = async () => {
      for (let i = 1; i <= 40; i++) await server.request('GET', `/things?limit=${i}`)
    }
    await requestAll()
    await requestAll()
    const calls = server.handlerCalls.get('/things') ?? 0
    await requestAll()
    assert.ok((server.handlerCalls.get('/things') ?? 0) > calls + 20)
  })
})

function longRoute(text: () => string): AnyRoute {
  return defineRoute({
    method: 'GET',
    path: '/long',
    id: 'getLong',
    tag: 'Things',
    summary: 'Get a long text',
    response: { data: Type.Object({ text: Type.String() }) },
    access: 'optional',
    cache: { scope: 'things', maxAgeSeconds: 60 },
    handle: () => docReply(JSON.stringify({ text: text() })),
  })
}
