/** How a call is sent: retries, pauses, deadlines, tags, credentials, and what is thrown. */

import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it } from 'node:test'
import { errorKinds } from '../../../src/core/errors.ts'
import {
  ApiError,
  Broadsheet,
  type BroadsheetOptions,
  type Clock,
  ConnectionError,
  errorClasses,
  InvalidCursorError,
  NotFoundError,
  RateLimitedError,
  TimeoutError,
  UnexpectedResponseError,
  UpstreamUnavailableError,
} from '../src/index.ts'

/** Pauses pass at once and are written down; deadlines never come. */
class PassingClock implements Clock {
  readonly pauses: number[] = []
  #now = Date.parse('2026-11-15T12:00:00Z')

  now(): number {
    return this.#now
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (ms < 30_000) {
      this.pauses.push(ms)
      this.#now += ms
      return Promise.resolve()
    }
    return new Promise((_, reject) =>
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true }),
    )
  }
}

interface Sent {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

interface Host extends AsyncDisposable {
  readonly base: string
  readonly sent: Sent[]
  readonly clock: PassingClock
  client(options?: Partial<BroadsheetOptions>): Broadsheet
}

type Reply = (response: ServerResponse, number: number, sent: Sent) => void

async function host(reply: Reply): Promise<Host> {
  const sent: Sent[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      const one = { method, url, headers, body }
      sent.push(one)
      reply(response, sent.length, one)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const clock = new PassingClock()
  return {
    base,
    sent,
    clock,
    client: (options = {}) =>
      new Broadsheet({ baseUrl: base, clock, random: () => 0.5, ...options } as BroadsheetOptions),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function json(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

const refusal = (code: string) => ({
  error: { code, message: `about ${code}`, details: { hint: 1 } },
  meta: {},
})
const rows = (...data: unknown[]) => ({ data, meta: { pagination: { limit: 2, next_cursor: null } } })

describe('an answer', () => {
  it('is the body, and with it on demand what came along', async () => {
    await using server = await host((response) =>
      json(response, 200, rows('a'), {
        'x-request-id': 'r-1',
        etag: 'W/"1"',
        'ratelimit-policy': '"second";q=40;w=1, "minute";q=1200;w=60',
        ratelimit: '"second";r=39;t=1, "minute";r=1199;t=60',
      }),
    )
    const { body, response } = await server.client().notices.listNotices({ limit: 2 }).withResponse()
    assert.deepEqual(body.data, ['a'])
    const { status, requestId, etag, attempts, rateLimit } = response
    assert.deepEqual(
      { status, requestId, etag, attempts },
      { status: 200, requestId: 'r-1', etag: 'W/"1"', attempts: 1 },
    )
    assert.deepEqual(rateLimit, [
      { name: 'second', remaining: 39, resetSeconds: 1, limit: 40, windowSeconds: 1 },
      { name: 'minute', remaining: 1199, resetSeconds: 60, limit: 1200, windowSeconds: 60 },
    ])
    assert.equal(server.sent[0]?.url, '/notices/v1/notices?limit=2')
  })

  it('comes from what was kept when the server says that nothing has changed', async () => {
    await using server = await host((response, number, { headers }) => {
      if (headers['if-none-match'] === 'W/"1"')
        response.writeHead(304, { etag: 'W/"1"', 'x-request-id': 'r-2' }).end()
      else json(response, 200, rows(number), { etag: 'W/"1"' })
    })
    const client = server.client()
    const first = await client.notices.listNotices()
    ;(first.data as unknown[]).length = 0
    const { body, response } = await client.notices.listNotices().withResponse()
    assert.deepEqual(body.data, [1], 'what a caller does to an answer is not kept')
    assert.deepEqual([response.isRevalidated, response.requestId, response.status], [true, 'r-2', 304])
    await client.notices.listNotices({ limit: 5 })
    assert.equal(server.sent.at(-1)?.headers['if-none-match'], undefined, 'another question has another tag')
    await client.as({ key: 'k' }).notices.listNotices()
    assert.equal(server.sent.at(-1)?.headers['if-none-match'], undefined, 'another asker has another tag')
    await server.client({ cacheCharsMax: 0 }).notices.listNotices()
    assert.equal(server.sent.at(-1)?.headers['if-none-match'], undefined)
  })

  it('is kept only within the bound', async () => {
    await using server = await host((response) => json(response, 200, rows('x'.repeat(400)), { etag: '"e"' }))
    const client = server.client({ cacheCharsMax: 1500 })
    for (const limit of [1, 2, 3, 4]) await client.notices.listNotices({ limit })
    for (const limit of [4, 1]) await client.notices.listNotices({ limit })
    assert.deepEqual(
      server.sent.slice(4).map(({ headers }) => headers['if-none-match']),
      ['"e"', undefined],
    )
  })
})

describe('an answer larger than all that is kept', () => {
  it('drives out no other', async () => {
    await using server = await host((response, _, { url }) =>
      json(response, 200, rows('x'.repeat(url.includes('limit=9') ? 2000 : 10)), { etag: '"e"' }),
    )
    const client = server.client({ cacheCharsMax: 1500 })
    for (const limit of [1, 9, 1, 9]) await client.notices.listNotices({ limit })
    assert.deepEqual(
      server.sent.map(({ headers }) => headers['if-none-match']),
      [undefined, undefined, '"e"', undefined],
    )
  })
})

describe('a refusal', () => {
  it('has a class of its own for each code of the server, which says whether to try again', async () => {
    await using server = await host((response, number) => {
      const [code, { status }] = Object.entries(errorKinds)[number - 1] ?? ['none', { status: 500 }]
      json(response, status, refusal(code), { 'x-request-id': `r-${number}` })
    })
    const client = server.client({ retriesMax: 0 })
    for (const [code, kind] of Object.entries(errorKinds)) {
      await assert.rejects(client.notices.listNotices(), (error) => {
        assert.ok(error instanceof errorClasses[code as keyof typeof errorClasses], code)
        assert.ok(error instanceof ApiError)
        assert.deepEqual(
          [error.code, error.status, error.shouldRetry, error.message, error.details],
          [code, kind.status, kind.retry === true, `about ${code}`, { hint: 1 }],
        )
        assert.match(error.requestId ?? '', /^r-/)
        assert.equal(error.name, error.constructor.name)
        return true
      })
    }
  })

  it('with a code from the future is an ApiError', async () => {
    await using server = await host((response) => json(response, 418, refusal('teapot')))
    await assert.rejects(server.client().notices.listNotices(), (error) => {
      assert.ok(error instanceof ApiError)
      assert.deepEqual([error.constructor, error.code, error.shouldRetry], [ApiError, 'teapot', false])
      return true
    })
  })

  it('by something that is not the server is said to be unreadable', async () => {
    await using server = await host((response) => response.writeHead(502).end('<html>Bad Gateway</html>'))
    await assert.rejects(server.client({ retriesMax: 1 }).notices.listNotices(), (error) => {
      assert.ok(error instanceof UnexpectedResponseError)
      assert.deepEqual([error.status, error.shouldRetry], [502, true])
      return true
    })
    assert.equal(server.sent.length, 2)
  })

  it('of what cannot be sent comes before it is sent', async () => {
    await using server = await host((response) => json(response, 200, rows()))
    const { notices, market } = server.client()
    await assert.rejects(async () => notices.getNotice({ notice_id: '..' }), TypeError)
    await assert.rejects(async () => notices.getNotice({} as never), TypeError)
    await assert.rejects(async () => notices.listNotices({ limti: 5 } as never), /limti/)
    await market.getSymbolNews({ symbol: 'NASDAQ:A/B' })
    assert.deepEqual(
      server.sent.map(({ url }) => url),
      ['/market/v1/symbols/NASDAQ%3AA%2FB/news'],
    )
  })

  const unreadable: Record<string, Reply> = {
    'no JSON': (response) => response.writeHead(200).end('hello'),
    'half of it': (response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('{"data":')
      setImmediate(() => response.destroy())
    },
    'too long': (response) => json(response, 200, rows('x'.repeat(2000))),
    'too long, and not announced': (response) => {
      response.writeHead(200).write('x'.repeat(900))
      setImmediate(() => response.end('x'.repeat(900)))
    },
    'nothing at all': (response) => response.writeHead(200).end(),
    null: (response) => json(response, 200, null),
    'a text': (response) => json(response, 200, 'x'),
    'a list': (response) => json(response, 200, []),
  }
  for (const [what, reply] of Object.entries(unreadable)) {
    it(`is thrown for ${what}`, async () => {
      await using server = await host(reply)
      const asked = server.client({ retriesMax: 0, responseBytesMax: 1000 }).notices.listNotices()
      await assert.rejects(
        asked,
        (error) => error instanceof UnexpectedResponseError || error instanceof ConnectionError,
      )
    })
  }
})

describe('a redirect', () => {
  it('is neither followed nor asked for again, and says where it leads', async () => {
    await using server = await host((response) => response.writeHead(302, { location: '/elsewhere' }).end())
    await assert.rejects(server.client().notices.listNotices(), (error) => {
      assert.ok(error instanceof UnexpectedResponseError)
      assert.deepEqual([error.status, error.shouldRetry], [302, false])
      assert.match(error.message, /\/elsewhere/)
      return true
    })
    assert.equal(server.sent.length, 1)
  })

  it('that a browser hides is one too', async () => {
    const hidden = Object.defineProperty(Response.error(), 'type', { value: 'opaqueredirect' })
    const client = new Broadsheet({ baseUrl: 'http://example.org', fetch: async () => hidden })
    await assert.rejects(client.notices.listNotices(), (error) => {
      assert.ok(error instanceof UnexpectedResponseError)
      assert.equal(error.shouldRetry, false)
      return true
    })
  })
})

describe('a raw answer', () => {
  it('is whatever the provider says', async () => {
    await using server = await host((response) => json(response, 200, [1]))
    assert.deepEqual(await server.client().market.getRaw({ endpointId: 'x' }), [1])
  })
})

describe('a retry', () => {
  it('waits for as long as the server asks, and a little longer', async () => {
    await using server = await host((response, number) => {
      if (number < 3) json(response, 429, refusal('rate_limited'), { 'retry-after': '2' })
      else json(response, 200, rows('a'))
    })
    const { response } = await server.client().notices.listNotices().withResponse()
    assert.equal(response.attempts, 3)
    assert.deepEqual(server.clock.pauses, [2125, 2125])
  })

  it('understands a date', async () => {
    await using server = await host((response, number) => {
      const later = new Date(Date.parse('2026-11-15T12:00:05Z')).toUTCString()
      if (number < 2) json(response, 503, refusal('overloaded'), { 'retry-after': later })
      else json(response, 200, rows())
    })
    await server.client().notices.listNotices()
    assert.deepEqual(server.clock.pauses, [5125])
  })

  it('makes no date of what is none', async () => {
    await using server = await host((response, number) => {
      const pause = ['-5', '2.5', '2027-01-01'][number - 1]
      if (pause) json(response, 503, refusal('overloaded'), { 'retry-after': pause })
      else json(response, 200, rows())
    })
    await server.client().notices.listNotices()
    assert.deepEqual(server.clock.pauses, [225, 450, 900])
  })

  it('waits twice as long each time where the server does not say', async () => {
    await using server = await host((response) => json(response, 503, refusal('upstream_unavailable')))
    await assert.rejects(server.client({ retriesMax: 3 }).notices.listNotices(), UpstreamUnavailableError)
    assert.deepEqual(server.clock.pauses, [225, 450, 900])
    assert.equal(server.sent.length, 4)
  })

  it('is not made where the pause is longer than the caller has, or would have', async () => {
    await using server = await host((response) =>
      json(response, 429, refusal('rate_limited'), { 'retry-after': '20' }),
    )
    await assert.rejects(server.client({ retryAfterMsMax: 10_000 }).notices.listNotices(), RateLimitedError)
    await assert.rejects(
      server.client({ timeoutMs: 31_000 }).notices.listNotices({}, { retriesMax: 9 }),
      RateLimitedError,
    )
    assert.equal(server.sent.length, 1 + 2)
  })

  it('is not made where it is no use', async () => {
    await using server = await host((response) => json(response, 404, refusal('not_found')))
    await assert.rejects(server.client().notices.getNotice({ notice_id: 'x' }), NotFoundError)
    assert.equal(server.sent.length, 1)
  })

  it('after a lost connection is made only for what may be done twice', async () => {
    await using server = await host((response, number) => {
      if (number % 2 === 1) response.destroy()
      else json(response, 200, { data: {}, meta: {} })
    })
    const { market } = server.client()
    await market.getAlertsStatus()
    assert.equal(server.sent.length, 2)
    await assert.rejects(
      market.verifyCode({ body: { email: 'a@example.org', code: '123456' } }),
      ConnectionError,
    )
    assert.equal(server.sent.length, 3)
  })

  it('of what creates something carries the same key', async () => {
    await using server = await host((response, number) => {
      if (number === 1) response.destroy()
      else json(response, 201, { data: {}, meta: {} })
    })
    const client = server.client({ token: 't' })
    await client.cinema.createKey({ body: { label: 'x' } })
    await client.cinema.createKey({ body: {}, idempotency_key: 'mine' })
    const keys = server.sent.map(({ headers }) => headers['idempotency-key'])
    assert.match(String(keys[0]), /^[a-z0-5]{32}$/)
    assert.deepEqual(keys, [keys[0], keys[0], 'mine'])
    assert.equal(server.sent[1]?.body, '{"label":"x"}')
    assert.equal(server.sent[1]?.headers['content-type'], 'application/json')
  })
})

describe('a call', () => {
  it('shows the key, or the token where only that is taken', async () => {
    await using server = await host((response) => json(response, 200, { data: [], meta: {} }))
    const client = server.client({ key: 'k', token: 't' })
    await client.cinema.getUsage()
    await client.cinema.listKeys()
    await client.as({}).cinema.getUsage()
    await client.as({ token: 't' }).cinema.getUsage()
    assert.deepEqual(
      server.sent.map(({ headers }) => [headers['x-api-key'], headers.authorization]),
      [
        ['k', undefined],
        [undefined, 'Bearer t'],
        [undefined, undefined],
        [undefined, 'Bearer t'],
      ],
    )
  })

  it('goes to a service that is served alone', async () => {
    await using server = await host((response) => json(response, 200, { data: [], meta: {} }))
    const client = new Broadsheet({ baseUrl: 'http://127.0.0.1:1', services: { cinema: `${server.base}/` } })
    await client.cinema.listChains()
    assert.equal(server.sent[0]?.url, '/v1/chains')
  })

  it('ends with its time, pauses and body included', async () => {
    await using server = await host((response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).write('{')
    })
    const client = new Broadsheet({ baseUrl: server.base })
    await assert.rejects(client.notices.listNotices({}, { timeoutMs: 50 }), TimeoutError)
  })

  it('ends with the signal of the caller, whose reason is thrown', async () => {
    await using server = await host(() => {})
    const reason = new Error('enough')
    const controller = new AbortController()
    const asked = new Broadsheet({ baseUrl: server.base }).notices.listNotices(
      {},
      { signal: controller.signal },
    )
    controller.abort(reason)
    await assert.rejects(asked, reason)
    const pausing = await host((response) =>
      json(response, 429, refusal('rate_limited'), { 'retry-after': '9' }),
    )
    await using _ = pausing
    const later = new AbortController()
    const client = new Broadsheet({
      baseUrl: pausing.base,
      clock: {
        now: () => 0,
        sleep: (ms, signal) => {
          if (ms < 30_000) later.abort(reason)
          return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
        },
      },
    })
    await assert.rejects(client.notices.listNotices({}, { signal: later.signal }), reason)
    await assert.rejects(client.notices.listNotices({}, { signal: AbortSignal.abort(reason) }), reason)
  })

  it('may have more time than a timer can count', async () => {
    await using server = await host((response) => setImmediate(() => json(response, 200, rows())))
    for (const timeoutMs of [Number.POSITIVE_INFINITY, 3e9]) {
      const client = new Broadsheet({ baseUrl: server.base, timeoutMs })
      assert.deepEqual((await client.notices.listNotices()).data, [])
    }
  })

  it('that can never be sent is refused before it is tried', async () => {
    for (const baseUrl of [
      '',
      'localhost:8000',
      '/cinema',
      'ftp://example.org',
      'http://me:secret@example.org',
    ])
      assert.throws(() => new Broadsheet({ baseUrl }), {
        name: 'TypeError',
        message: /^baseUrl (?!.*secret)/,
      })
    const baseUrl = 'http://127.0.0.1:1'
    assert.throws(() => new Broadsheet({ baseUrl, services: { data: 'x' } }), /^TypeError: services\.data/)
    for (const name of ['key', 'token'])
      for (const secret of ['secret\n', 'sec ret', '', 'sécret'])
        assert.throws(
          () => new Broadsheet({ baseUrl, [name]: secret }),
          (error: Error) => {
            assert.ok(error instanceof TypeError)
            assert.match(error.message, RegExp(`^${name} (?!.*s.c ?ret)`))
            return true
          },
        )
    for (const wrong of [Number.NaN, -1]) {
      for (const name of ['timeoutMs', 'retriesMax', 'retryAfterMsMax', 'responseBytesMax', 'cacheCharsMax'])
        assert.throws(() => new Broadsheet({ baseUrl, [name]: wrong }), { message: RegExp(name) })
      const { notices } = new Broadsheet({ baseUrl })
      await assert.rejects(notices.listNotices({}, { timeoutMs: wrong }), TypeError)
      await assert.rejects(notices.listNotices({}, { retriesMax: wrong }), TypeError)
    }
  })

  it('may bring its own fetch, and ends even if that never does', async () => {
    const client = new Broadsheet({ baseUrl: 'http://example.org', fetch: () => new Promise(() => {}) })
    await assert.rejects(client.notices.listNotices({}, { timeoutMs: 20 }), TimeoutError)
  })

  it('that nobody could connect says so', async () => {
    const client = new Broadsheet({ baseUrl: 'http://127.0.0.1:1', retriesMax: 0 })
    await assert.rejects(client.notices.listNotices(), ConnectionError)
    await assert.rejects(client.notices.listNotices().withResponse(), ConnectionError)
    assert.equal(await client.notices.listNotices().catch((error) => error.shouldRetry), true)
  })
})

describe('a walk through a list', () => {
  it('follows cursors, keeps the filters, and asks only as far as it is read', async () => {
    await using server = await host((response, number) =>
      json(response, 200, {
        data: [number * 2 - 1, number * 2],
        meta: { pagination: { limit: 2, next_cursor: number < 3 ? `c${number}` : null } },
      }),
    )
    const client = server.client()
    const found: unknown[] = []
    for await (const row of client.notices.listNotices.all({ town: 'x', limit: 2 })) found.push(row)
    assert.deepEqual(found, [1, 2, 3, 4, 5, 6])
    assert.deepEqual(
      server.sent.map(({ url }) => url),
      [
        '/notices/v1/notices?town=x&limit=2',
        '/notices/v1/notices?town=x&limit=2&cursor=c1',
        '/notices/v1/notices?town=x&limit=2&cursor=c2',
      ],
    )
    for await (const _ of client.notices.listNotices.all({ limit: 2 })) break
    assert.equal(server.sent.length, 4)
  })

  it('follows offsets and numbers of pages', async () => {
    await using server = await host((response, number, { url }) => {
      const isFirst = number % 2 === 1
      const next = url.includes('/ideas')
        ? { next_offset: null, next_page: isFirst ? 4 : null }
        : { next_offset: isFirst ? 10 : null }
      const page = { limit: 10, offset: 0, returned: 1, total: 11, ...next }
      const isTrust = url.startsWith('/data')
      json(response, 200, isTrust ? { data: [1], pagination: page, meta: {} } : { data: [1], meta: { page } })
    })
    const client = server.client()
    const walked: unknown[] = []
    for await (const row of client.data.listFrameworks.all()) walked.push(row)
    for await (const row of client.market.listPineBuiltins.all({ q: 'x' })) walked.push(row)
    for await (const row of client.market.listIdeas.all({ page: 3 })) walked.push(row)
    assert.equal(walked.length, 6)
    assert.deepEqual(
      server.sent.map(({ url }) => url),
      [
        '/data/v1/frameworks',
        '/data/v1/frameworks?offset=10',
        '/market/v1/pine/builtins?q=x',
        '/market/v1/pine/builtins?q=x&offset=10',
        '/market/v1/ideas?page=3',
        '/market/v1/ideas?page=4',
      ],
    )
  })

  it('does not go in wider circles either', async () => {
    await using server = await host((response, number) => {
      if (number > 5) return json(response, 400, refusal('invalid_cursor'))
      const next_cursor = number % 2 === 1 ? 'a' : 'b'
      json(response, 200, { data: [1], meta: { pagination: { limit: 1, next_cursor } } })
    })
    await assert.rejects(async () => {
      for await (const _ of server.client().notices.listNotices.all());
    }, UnexpectedResponseError)
    assert.equal(server.sent.length, 3)
  })

  it('ends with the refusal of a page, and does not go in circles', async () => {
    await using server = await host((response, number) => {
      if (number === 2) json(response, 400, refusal('invalid_cursor'))
      else json(response, 200, { data: [1], meta: { pagination: { limit: 1, next_cursor: 'same' } } })
    })
    const { listNotices } = server.client().notices
    await assert.rejects(async () => {
      for await (const _ of listNotices.all());
    }, InvalidCursorError)
    await assert.rejects(async () => {
      for await (const _ of listNotices.all());
    }, UnexpectedResponseError)
  })
})
