import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo, LookupFunction } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import * as zlib from 'node:zlib'
import { type Clock, FakeClock, systemClock } from '../clock.ts'
import { type ErrorCode, Failure } from '../errors.ts'
import { createEvents, type EventMap, type EventName } from '../events.ts'
import { createOutbound, type OutboundClient, type OutboundOptions } from './create-outbound.ts'
import { HostQueue } from './host-queue.ts'

const signal = new AbortController().signal

/** Pauses between attempts pass at once; deadlines are real. */
const hurriedClock: Clock = {
  ...systemClock,
  sleep: (_, stop) => systemClock.sleep(0, stop),
}

describe('outbound: answers', () => {
  it('says who it is and returns status, headers and text', async (t) => {
    const upstream = await listen(t, (request, response) => {
      response.setHeader('x-kind', 'list')
      response.end(JSON.stringify({ agent: request.headers['user-agent'] }))
    })
    const answer = await outboundTo(t, upstream).request(`${upstream.origin}/a?b=1`, { signal })
    assert.equal(answer.status, 200)
    assert.equal(answer.url, `${upstream.origin}/a?b=1`)
    assert.equal(answer.headers['x-kind'], 'list')
    assert.deepEqual(JSON.parse(answer.body), { agent: 'Broadsheet/test (+test@example.org)' })
  })

  it('sends a body with POST', async (t) => {
    const upstream = await listen(t, async (request, response) => {
      response.end(`${request.method} ${Buffer.concat(await Array.fromAsync(request))}`)
    })
    const answer = await outboundTo(t, upstream).request(upstream.origin, {
      signal,
      method: 'POST',
      body: '{"q":1}',
    })
    assert.equal(answer.body, 'POST {"q":1}')
  })

  for (const [coding, pack] of [
    ['gzip', zlib.gzipSync],
    ['br', zlib.brotliCompressSync],
    ['deflate', zlib.deflateSync],
    ['Deflate', zlib.deflateRawSync],
    ['zstd', zlib.zstdCompressSync],
    ['gzip, br', (text: string) => zlib.brotliCompressSync(zlib.gzipSync(text))],
  ] as const) {
    it(`unpacks ${coding}`, async (t) => {
      const upstream = await listen(t, (_, response) => {
        response.setHeader('content-encoding', coding)
        response.end(pack('naïve '.repeat(5000)))
      })
      const answer = await outboundTo(t, upstream).request(upstream.origin, { signal })
      assert.equal(answer.body, 'naïve '.repeat(5000))
    })
  }

  for (const [what, type, bytes, text] of [
    ['the header', 'text/plain; charset="iso-8859-1"', Buffer.from('caf\xe9', 'latin1'), 'café'],
    [
      'a byte order mark before the header',
      'text/plain; charset=latin1',
      Buffer.from('\ufeffcafé', 'utf8'),
      'café',
    ],
    [
      'the HTML itself',
      'text/html',
      Buffer.from('<meta charset=windows-1252>\x80', 'latin1'),
      '<meta charset=windows-1252>€',
    ],
    [
      'the XML declaration',
      'application/xml',
      Buffer.from('<?xml version="1.0" encoding="ISO-8859-15"?>\xa4', 'latin1'),
      '<?xml version="1.0" encoding="ISO-8859-15"?>€',
    ],
    ['UTF-16 marks', 'text/plain', Buffer.from('\ufeffcafé', 'utf16le'), 'café'],
    ['UTF-8 where the charset is unknown', 'text/plain; charset=klingon', Buffer.from('café'), 'café'],
  ] as const) {
    it(`decodes by ${what}`, async (t) => {
      const upstream = await listen(t, (_, response) => {
        response.setHeader('content-type', type)
        response.end(bytes)
      })
      assert.equal((await outboundTo(t, upstream).request(upstream.origin, { signal })).body, text)
    })
  }

  it('replaces invalid sequences instead of failing', async (t) => {
    const upstream = await listen(t, (_, response) => response.end(Buffer.from([0x61, 0xff, 0x62])))
    assert.equal((await outboundTo(t, upstream).request(upstream.origin, { signal })).body, 'a\ufffdb')
  })

  it('hands a request for a rewritten host to the other origin with the host unchanged', async (t) => {
    const upstream = await listen(t, (request, response) =>
      response.end(`${request.headers.host} ${request.url}`),
    )
    const outbound = outboundTo(t, upstream, {
      hosts: new Set(['gazette.sandbox']),
      overrideOrigin: (host) => (host === 'gazette.sandbox' ? { origin: upstream.origin } : undefined),
    })
    const answer = await outbound.request('https://gazette.sandbox/list?page=2', { signal })
    assert.equal(answer.body, 'gazette.sandbox /list?page=2')
    assert.equal(answer.url, 'https://gazette.sandbox/list?page=2')
  })
})

describe('outbound: what an answer means', () => {
  for (const [status, code] of [
    [401, 'upstream_refused'],
    [403, 'upstream_refused'],
    [451, 'upstream_refused'],
    [404, 'upstream_changed'],
    [410, 'upstream_changed'],
    [304, 'upstream_changed'],
    [408, 'upstream_unavailable'],
    [429, 'upstream_unavailable'],
    [500, 'upstream_unavailable'],
    [503, 'upstream_unavailable'],
    [520, 'upstream_unavailable'],
  ] as const) {
    it(`calls ${status} ${code} without repeating a word of the body`, async (t) => {
      const upstream = await listen(t, (_, response) => {
        response.statusCode = status
        response.end('secret words')
      })
      const failure = await failureOf(outboundTo(t, upstream).request(upstream.origin, { signal }))
      assert.equal(failure.code, code)
      assert.doesNotMatch(JSON.stringify([failure.message, failure.details]), /secret/)
    })
  }

  it('returns a status that the caller accepts', async (t) => {
    const upstream = await listen(t, (_, response) => {
      response.statusCode = 404
      response.end('none')
    })
    const answer = await outboundTo(t, upstream).request(upstream.origin, { signal, acceptStatuses: [404] })
    assert.deepEqual([answer.status, answer.body], [404, 'none'])
  })

  for (const [what, status, headers, body] of [
    ['Cloudflare header', 403, { 'cf-mitigated': 'challenge' }, ''],
    [
      'Cloudflare page with 503',
      503,
      { 'content-type': 'text/html' },
      '<script>window._cf_chl_opt={}</script>',
    ],
    [
      'short gate page with 200',
      200,
      { 'content-type': 'text/html; charset=utf-8' },
      '<iframe src="/_Incapsula_Resource?x">',
    ],
  ] as const) {
    it(`takes a challenge for a refusal and does not try again: ${what}`, async (t) => {
      const upstream = await listen(t, (_, response) => response.writeHead(status, headers).end(body))
      const failure = await failureOf(outboundTo(t, upstream).request(upstream.origin, { signal }))
      assert.equal(failure.code, 'upstream_refused')
      assert.equal(upstream.requests, 1)
    })
  }

  it('is not fooled by gate scripts woven into a long good page', async (t) => {
    const page = `<script src="/_Incapsula_Resource?x"></script>${'<p>listing</p>'.repeat(1000)}`
    const upstream = await listen(t, (_, response) =>
      response.setHeader('content-type', 'text/html').end(page),
    )
    assert.equal((await outboundTo(t, upstream).request(upstream.origin, { signal })).body, page)
  })
})

describe('outbound: bounds', () => {
  it('stops an endless body at the cap', async (t) => {
    const upstream = await listen(t, (_, response) => {
      const block = Buffer.alloc(64 * 1024, 'x')
      const pour = () => {
        while (!response.destroyed && response.write(block));
      }
      response.on('drain', pour)
      pour()
    })
    const failure = await failureOf(
      outboundTo(t, upstream).request(upstream.origin, { signal, bytesMax: 1_000_000 }),
    )
    assert.equal(failure.code, 'upstream_changed')
    assert.match(failure.message, /1000000 bytes/)
  })

  for (const [coding, pack] of [
    ['gzip', zlib.gzipSync],
    ['br', zlib.brotliCompressSync],
    ['zstd', zlib.zstdCompressSync],
  ] as const) {
    it(`stops a ${coding} bomb at the cap for unpacked bytes`, async (t) => {
      const bomb = pack(Buffer.alloc(20 * 1024 * 1024))
      assert.ok(bomb.length < 1_000_000)
      const upstream = await listen(t, (_, response) =>
        response.setHeader('content-encoding', coding).end(bomb),
      )
      const failure = await failureOf(
        outboundTo(t, upstream).request(upstream.origin, { signal, bytesMax: 1_000_000 }),
      )
      assert.equal(failure.code, 'upstream_changed')
    })
  }

  it('takes a body of exactly the cap', async (t) => {
    const upstream = await listen(t, (_, response) => response.end('x'.repeat(1000)))
    const answer = await outboundTo(t, upstream).request(upstream.origin, { signal, bytesMax: 1000 })
    assert.equal(answer.body.length, 1000)
  })

  it('gives up on a slow drip when the deadline passes', async (t) => {
    const clock = new FakeClock()
    const upstream = await listen(t, (_, response) => {
      response.write('a')
      const drip = setInterval(() => response.write('a'), 5)
      response.on('close', () => clearInterval(drip))
      setImmediate(() => clock.advance(2_000))
    })
    const failure = await failureOf(
      outboundTo(t, upstream, { clock }).request(upstream.origin, { signal, deadlineMs: 1_000 }),
    )
    assert.equal(failure.code, 'upstream_unavailable')
    assert.match(failure.message, /in time/)
    assert.equal(upstream.requests, 1)
  })

  it('gives up on a server that takes the request and says nothing', async (t) => {
    const clock = new FakeClock()
    const upstream = await listen(t, () => clock.advance(31_000))
    const failure = await failureOf(outboundTo(t, upstream, { clock }).request(upstream.origin, { signal }))
    assert.equal(failure.code, 'upstream_unavailable')
  })

  it('stops at once, with the reason given, when the caller aborts', async (t) => {
    const stop = new AbortController()
    const reason = new Error('the client has gone')
    const upstream = await listen(t, () => stop.abort(reason))
    await assert.rejects(outboundTo(t, upstream).request(upstream.origin, { signal: stop.signal }), reason)
  })
})

describe('outbound: broken answers', () => {
  it('calls a body shorter than its content-length unavailable', async (t) => {
    const upstream = await listen(t, (_, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('only this', () => response.socket?.end())
    })
    const failure = await failureOf(outboundTo(t, upstream).request(upstream.origin, { signal }))
    assert.equal(failure.code, 'upstream_unavailable')
    assert.match(failure.message, /broke off/)
  })

  it('calls a connection reset in the middle of a body unavailable', async (t) => {
    const upstream = await listen(t, (_, response) => {
      response.write('half of it', () => response.socket?.resetAndDestroy())
    })
    const failure = await failureOf(outboundTo(t, upstream).request(upstream.origin, { signal }))
    assert.equal(failure.code, 'upstream_unavailable')
    assert.equal(upstream.requests, 3)
  })

  for (const [coding, pack] of [
    ['gzip', zlib.gzipSync],
    ['br', zlib.brotliCompressSync],
    ['zstd', zlib.zstdCompressSync],
  ] as const) {
    it(`calls a ${coding} stream that ends early unavailable and a garbled one changed`, async (t) => {
      const whole = pack(Buffer.from(Array.from({ length: 9000 }, (_, index) => (index * 7919) % 251)))
      const upstream = await listen(t, (request, response) => {
        response.setHeader('content-encoding', coding)
        response.end(request.url === '/cut' ? whole.subarray(0, whole.length - 20) : Buffer.alloc(500, 0xfe))
      })
      const outbound = outboundTo(t, upstream)
      assert.equal(
        (await failureOf(outbound.request(`${upstream.origin}/cut`, { signal }))).code,
        'upstream_unavailable',
      )
      assert.equal(
        (await failureOf(outbound.request(`${upstream.origin}/bad`, { signal }))).code,
        'upstream_changed',
      )
    })
  }

  it('calls a host that takes no connections unavailable', async (t) => {
    const upstream = await listen(t, () => {})
    await upstream.close()
    const failure = await failureOf(outboundTo(t, upstream).request(upstream.origin, { signal }))
    assert.equal(failure.code, 'upstream_unavailable')
  })
})

describe('outbound: retries', () => {
  it('tries again after 503 and returns the answer that follows', async (t) => {
    const upstream = await listen(t, (_, response) => {
      response.statusCode = upstream.requests < 3 ? 503 : 200
      response.end(`attempt ${upstream.requests}`)
    })
    const seen: number[] = []
    const outbound = outboundTo(t, upstream, { ...told('upstreamCall', (call) => seen.push(call.attempt)) })
    assert.equal((await outbound.request(upstream.origin, { signal })).body, 'attempt 3')
    assert.deepEqual(seen, [1, 2, 3])
  })

  it('does not repeat a POST unless it is marked repeatable', async (t) => {
    const upstream = await listen(t, (_, response) => {
      response.statusCode = 500
      response.end()
    })
    const outbound = outboundTo(t, upstream)
    await failureOf(outbound.request(upstream.origin, { signal, method: 'POST', body: '' }))
    assert.equal(upstream.requests, 1)
    await failureOf(
      outbound.request(upstream.origin, { signal, method: 'POST', body: '', safeToRetry: true }),
    )
    assert.equal(upstream.requests, 4)
  })

  it('does not try again what will not change', async (t) => {
    const upstream = await listen(t, (_, response) => {
      response.statusCode = 404
      response.end()
    })
    await failureOf(outboundTo(t, upstream).request(upstream.origin, { signal }))
    assert.equal(upstream.requests, 1)
  })

  it('waits as long as Retry-After says, in seconds or as a date', async (t) => {
    const pauses: number[] = []
    const clock = noting(pauses)
    for (const header of ['7', new Date(clock.now() + 7_000).toUTCString()]) {
      const upstream = await listen(t, (_, response) => {
        if (upstream.requests === 1) response.writeHead(429, { 'retry-after': header })
        response.end('ok')
      })
      await outboundTo(t, upstream, { clock }).request(upstream.origin, { signal })
    }
    assert.equal(pauses.length, 2)
    for (const pause of pauses) assert.ok(pause >= 6_000 && pause <= 7_000, `${pause} ms`)
  })

  it('gives up at once when Retry-After lies beyond the deadline, and passes it on', async (t) => {
    const upstream = await listen(t, (_, response) => response.writeHead(503, { 'retry-after': '120' }).end())
    const failure = await failureOf(
      outboundTo(t, upstream).request(upstream.origin, { signal, deadlineMs: 10_000 }),
    )
    assert.equal(failure.retryAfterSeconds, 120)
    assert.equal(upstream.requests, 1)
  })

  for (const header of ['999999999', '9'.repeat(400), 'Fri, 31 Dec 9999 23:59:59 GMT']) {
    it(`asks again in an hour where Retry-After says ${header.slice(0, 30)}`, async (t) => {
      const upstream = await listen(t, (_, response) => {
        response.writeHead(503, { 'retry-after': header }).end()
      })
      const failure = await failureOf(outboundTo(t, upstream).request(upstream.origin, { signal }))
      assert.equal(failure.retryAfterSeconds, 3600)
    })
  }

  it('pauses a random share of a growing bound', async (t) => {
    const pauses: number[] = []
    const upstream = await listen(t, (_, response) => response.writeHead(500).end())
    const outbound = outboundTo(t, upstream, { clock: noting(pauses), random: () => 0.5, attemptsMax: 4 })
    await failureOf(outbound.request(upstream.origin, { signal }))
    assert.deepEqual(pauses, [150, 300, 600])
  })
})

describe('outbound: breaker', () => {
  it('opens after failures in a row, lets one probe through per interval and closes on success', async (t) => {
    const clock = new FakeClock()
    let ill = true
    const upstream = await listen(t, (_, response) => response.writeHead(ill ? 500 : 200).end())
    const names: EventName[] = []
    const outbound = outboundTo(t, upstream, {
      clock,
      attemptsMax: 1,
      breaker: { failuresMax: 3, probeIntervalMs: 10_000 },
      events: createEvents((name) => {
        if (name !== 'upstreamCall') names.push(name)
      }),
    })
    const call = () => outbound.request(upstream.origin, { signal })

    for (let round = 0; round < 3; round += 1) await failureOf(call())
    const shut = await failureOf(call())
    assert.deepEqual([shut.code, shut.retryAfterSeconds], ['upstream_unavailable', 10])
    assert.equal(upstream.requests, 3)

    clock.advance(10_000)
    const [probe, other] = await Promise.all([failureOf(call()), failureOf(call())])
    assert.match(probe.message, /500/)
    assert.match(other.message, /left alone/)
    assert.equal(upstream.requests, 4)

    ill = false
    clock.advance(9_999)
    await failureOf(call())
    clock.advance(1)
    await call()
    await call()
    assert.equal(upstream.requests, 6)
    assert.deepEqual(names, ['breakerOpened', 'breakerClosed'])
  })

  it('does not hold refusals against a host, nor callers who leave', async (t) => {
    const stop = new AbortController()
    const upstream = await listen(t, (request, response) => {
      if (request.url === '/leave') stop.abort()
      else response.writeHead(403).end()
    })
    const outbound = outboundTo(t, upstream, { breaker: { failuresMax: 1, probeIntervalMs: 10_000 } })
    await failureOf(outbound.request(upstream.origin, { signal }))
    await assert.rejects(outbound.request(`${upstream.origin}/leave`, { signal: stop.signal }))
    const failure = await failureOf(outbound.request(upstream.origin, { signal }))
    assert.equal(failure.code, 'upstream_refused')
  })
})

describe('outbound: politeness', () => {
  it('keeps to the number at once', async (t) => {
    let running = 0
    let most = 0
    const upstream = await listen(t, (_, response) => {
      running += 1
      most = Math.max(most, running)
      setImmediate(() => {
        running -= 1
        response.end()
      })
    })
    const polite = outboundTo(t, upstream).for({ atOnce: 2, gapMs: 0 })
    await Promise.all(Array.from({ length: 12 }, () => polite.request(upstream.origin, { signal })))
    assert.equal(most, 2)
    assert.equal(upstream.requests, 12)
  })

  it('keeps the gap between starts, whoever asks', async () => {
    const clock = new FakeClock()
    const turns = new HostQueue(clock)
    const starts: number[] = []
    const line = [1, 2, 3].map(async () => {
      const end = await turns.acquire('host', { atOnce: 5, gapMs: 250 }, signal)
      starts.push(clock.now())
      end()
    })
    await until(Promise.all(line), () => clock.advance(50))
    const gaps = starts.slice(1).map((start, index) => start - (starts[index] ?? 0))
    assert.deepEqual(gaps, [250, 250])
  })

  it('leaves the gaps out where nobody needs them', async (t) => {
    const upstream = await listen(t, (_, response) => void response.end())
    // On a clock that stands still, whoever pauses never goes on.
    const clock = new FakeClock()
    const impolite = outboundTo(t, upstream, { clock, pauses: false }).for({ atOnce: 1, gapMs: 60_000 })
    await impolite.request(upstream.origin, { signal })
    await impolite.request(upstream.origin, { signal })
    assert.equal(upstream.requests, 2)
  })

  it('lets a waiter leave the line without blocking those behind', async (t) => {
    const upstream = await listen(t, (request, response) => {
      if (request.url !== '/held') return void response.end()
      held.resolve(response)
    })
    const held = Promise.withResolvers<ServerResponse>()
    const polite = outboundTo(t, upstream).for({ atOnce: 1, gapMs: 0 })
    const first = polite.request(`${upstream.origin}/held`, { signal })
    const response = await held.promise
    const stop = new AbortController()
    const leaver = polite.request(`${upstream.origin}/2`, { signal: stop.signal })
    const last = polite.request(`${upstream.origin}/3`, { signal })
    stop.abort(new Error('left'))
    await assert.rejects(leaver, /left/)
    response.end()
    await Promise.all([first, last])
    assert.equal(upstream.requests, 2)
  })
})

describe('outbound: where it goes', () => {
  it('follows redirects and tells where it ended', async (t) => {
    const upstream = await listen(t, (request, response) => {
      if (request.url === '/old') return void response.writeHead(301, { location: '/new?x=1' }).end()
      response.end(`at ${request.url}`)
    })
    const answer = await outboundTo(t, upstream).request(`${upstream.origin}/old`, { signal })
    assert.deepEqual([answer.body, answer.url], ['at /new?x=1', `${upstream.origin}/new?x=1`])
  })

  it('stops after five hops', async (t) => {
    const upstream = await listen(t, (_, response) => response.writeHead(302, { location: '/again' }).end())
    const failure = await failureOf(outboundTo(t, upstream).request(upstream.origin, { signal }))
    assert.equal(failure.code, 'upstream_changed')
    assert.equal(upstream.requests, 6)
  })

  it('drops everything that may be a credential when a redirect leads to another host', async (t) => {
    const other = await listen(t, (request, response) => response.end(JSON.stringify(request.headers)))
    const first = await listen(t, (_, response) => response.writeHead(302, { location: other.origin }).end())
    const outbound = outboundTo(t, first, {
      hosts: () => true,
      allowPrivate: new Set([first.host, other.host]),
    })
    const headers = { authorization: 'Bearer s', cookie: 's=1', 'X-Api-Token': 's', 'accept-language': 'de' }
    const seen = JSON.parse((await outbound.request(first.origin, { signal, headers })).body)
    assert.equal(seen['accept-language'], 'de')
    for (const name of ['authorization', 'cookie', 'x-api-token']) assert.equal(seen[name], undefined, name)
  })

  it('does not carry a body to another host', async (t) => {
    const other = await listen(t, (_, response) => response.end())
    const first = await listen(t, (_, response) => response.writeHead(307, { location: other.origin }).end())
    const outbound = outboundTo(t, first, {
      hosts: () => true,
      allowPrivate: new Set([first.host, other.host]),
    })
    await failureOf(outbound.request(first.origin, { signal, method: 'POST', body: 'password' }))
    assert.equal(other.requests, 0)
  })

  it('goes nowhere that is not configured', async (t) => {
    const upstream = await listen(t, (_, response) => response.end())
    const outbound = outboundTo(t, upstream, { hosts: new Set(['example.org']) })
    for (const url of [
      upstream.origin,
      'ftp://example.org/',
      'file:///etc/passwd',
      'https://u:p@example.org/',
      'nonsense',
    ]) {
      assert.equal((await failureOf(outbound.request(url, { signal }))).code, 'upstream_changed', url)
    }
    assert.equal(upstream.requests, 0)
  })

  it('does not follow a redirect to a host that is not configured', async (t) => {
    const other = await listen(t, (_, response) => response.end())
    const upstream = await listen(t, (_, response) =>
      response.writeHead(302, { location: other.origin }).end(),
    )
    const failure = await failureOf(outboundTo(t, upstream).request(upstream.origin, { signal }))
    assert.equal(failure.code, 'upstream_changed')
    assert.equal(other.requests, 0)
  })

  it('does not follow a redirect to a private address, however it is written', async (t) => {
    const inner = await listen(t, (_, response) => response.end())
    const port = new URL(inner.origin).port
    for (const host of [
      '127.0.0.1',
      '2130706433',
      '0x7f.1',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '169.254.169.254',
      '0.0.0.0',
    ]) {
      const upstream = await listen(t, (_, response) =>
        response.writeHead(302, { location: `http://${host}:${port}/` }).end(),
      )
      const outbound = outboundTo(t, upstream, { hosts: () => true })
      const failure = await failureOf(outbound.request(upstream.origin, { signal }))
      assert.equal(failure.code, 'upstream_refused', host)
    }
    assert.equal(inner.requests, 0)
  })

  it('refuses a public name that turns out to be a private address at the moment of connecting', async (t) => {
    const inner = await listen(t, (_, response) => response.end())
    const port = new URL(inner.origin).port
    const rebinding: LookupFunction = (_, options, done) => {
      if (options.all) done(null, [{ address: '127.0.0.1', family: 4 }])
      else done(null, '127.0.0.1', 4)
    }
    const outbound = outboundTo(t, inner, { hosts: () => true, lookup: rebinding })
    const failure = await failureOf(outbound.request(`http://rebind.example:${port}/`, { signal }))
    assert.equal(failure.code, 'upstream_refused')
    assert.equal(inner.requests, 0)
  })
})

interface Upstream {
  readonly origin: string
  readonly host: string
  requests: number
  close(): Promise<void>
}

async function listen(t: TestContext, handle: RequestListener): Promise<Upstream> {
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    upstream.requests += 1
    handle(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = async () => {
    server.closeAllConnections()
    if (server.listening) await new Promise((closed) => server.close(closed))
  }
  const upstream: Upstream = { origin: `http://${host}`, host, requests: 0, close }
  t.after(close)
  return upstream
}

function outboundTo(
  t: TestContext,
  upstream: Upstream,
  options: Partial<OutboundOptions> = {},
): OutboundClient {
  const outbound = createOutbound({
    userAgent: 'Broadsheet/test (+test@example.org)',
    hosts: new Set([upstream.host]),
    allowPrivate: new Set([upstream.host]),
    clock: hurriedClock,
    ...options,
  })
  t.after(() => outbound[Symbol.asyncDispose]())
  return outbound
}

async function failureOf(promise: Promise<unknown>): Promise<Failure & { code: ErrorCode }> {
  const thrown = await promise.then(
    () => assert.fail('it succeeded'),
    (error: unknown) => error,
  )
  assert.ok(thrown instanceof Failure, String(thrown))
  return thrown
}

function told<Name extends EventName>(
  wanted: Name,
  tell: (event: EventMap[Name]) => void,
): Pick<OutboundOptions, 'events'> {
  return { events: createEvents((name, event) => name === (wanted as string) && tell(event as never)) }
}

/** A real clock whose sleeps pass at once and are written down. */
function noting(pauses: number[]): Clock {
  return {
    ...systemClock,
    sleep: async (ms) => {
      pauses.push(ms)
    },
  }
}

/** Calls `tick` each turn of the loop until the promise settles. */
async function until<Result>(promise: Promise<Result>, tick: () => void): Promise<Result> {
  let settled = false
  const done = promise.finally(() => {
    settled = true
  })
  while (!settled) {
    await new Promise(setImmediate)
    tick()
  }
  return done
}
