import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo, LookupFunction } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import * as zlib from 'node:zlib'
import { FakeClock } from '../../../test/support/fake-clock.ts'
import { type Clock, systemClock } from '../clock.ts'
import { type ErrorCode, Failure } from '../errors.ts'
import { createEvents, type EventMap, type EventName, silentEvents } from '../events.ts'
import { createOutbound } from './create-outbound.ts'
import { HostClosed } from './hosts/host-closed.ts'
import { HostQueue } from './hosts/host-queue.ts'
import type { SharedHostState } from './hosts/host-states.ts'
import type { OutboundClient, OutboundOptions } from './outbound.ts'
import type { SharedHostStates } from './state-exchange.ts'

const signal = new AbortController().signal

/** Sleeps end immediately; deadlines are real. */
const impatientClock: Clock = {
  ...systemClock,
  sleep: (_, stop) => systemClock.sleep(0, stop),
}

describe('outbound: responses', () => {
  it('sends its User-Agent and returns status, headers and text', async (t) => {
    const upstream = await listen(t, (request, response) => {
      response.setHeader('x-kind', 'list')
      response.end(JSON.stringify({ agent: request.headers['user-agent'] }))
    })
    const response = await outboundTo(t, upstream).request(`${upstream.origin}/a?b=1`, { signal })
    assert.equal(response.status, 200)
    assert.equal(response.url, `${upstream.origin}/a?b=1`)
    assert.equal(response.headers['x-kind'], 'list')
    assert.deepEqual(JSON.parse(response.body), { agent: 'Broadsheet/test (+test@example.org)' })
  })

  it('sends a body with POST', async (t) => {
    const upstream = await listen(t, async (request, response) => {
      response.end(`${request.method} ${Buffer.concat(await Array.fromAsync(request))}`)
    })
    const response = await outboundTo(t, upstream).request(upstream.origin, {
      signal,
      method: 'POST',
      body: '{"q":1}',
    })
    assert.equal(response.body, 'POST {"q":1}')
  })

  for (const [coding, compress] of [
    ['gzip', zlib.gzipSync],
    ['br', zlib.brotliCompressSync],
    ['deflate', zlib.deflateSync],
    ['Deflate', zlib.deflateRawSync],
    ['zstd', zlib.zstdCompressSync],
    ['gzip, br', (text: string) => zlib.brotliCompressSync(zlib.gzipSync(text))],
  ] as const) {
    it(`decompresses ${coding}`, async (t) => {
      const upstream = await listen(t, (_, response) => {
        response.setHeader('content-encoding', coding)
        response.end(compress('naïve '.repeat(5000)))
      })
      const response = await outboundTo(t, upstream).request(upstream.origin, { signal })
      assert.equal(response.body, 'naïve '.repeat(5000))
    })
  }

  for (const [what, headers, bytes] of [
    [
      'twice, where the header names it once',
      { 'content-encoding': 'gzip' },
      zlib.gzipSync(zlib.gzipSync('{}')),
    ],
    ['once, where no header names it', {}, zlib.gzipSync('{}')],
  ] as const) {
    it(`decompresses a body that was compressed ${what}`, async (t) => {
      const upstream = await listen(t, (_, response) => response.writeHead(200, headers).end(bytes))
      const response = await outboundTo(t, upstream).request(upstream.origin, { signal })
      assert.equal(response.body, '{}')
    })
  }

  it('limits the size of what a second layer of compression contains', async (t) => {
    const bomb = zlib.gzipSync(zlib.gzipSync(Buffer.alloc(5_000_000)))
    const upstream = await listen(t, (_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
    )
    const failure = await failureOf(
      outboundTo(t, upstream).request(upstream.origin, { signal, bytesMax: 1_000_000 }),
    )
    assert.equal(failure.code, 'upstream_changed')
  })

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

  it('sends a request to the overriding origin with the host unchanged', async (t) => {
    const upstream = await listen(t, (request, response) =>
      response.end(`${request.headers.host} ${request.url}`),
    )
    const outbound = outboundTo(t, upstream, {
      hosts: new Set(['gazette.sandbox']),
      overrideOrigin: (host) => (host === 'gazette.sandbox' ? { origin: upstream.origin } : undefined),
    })
    const response = await outbound.request('https://gazette.sandbox/list?page=2', { signal })
    assert.equal(response.body, 'gazette.sandbox /list?page=2')
    assert.equal(response.url, 'https://gazette.sandbox/list?page=2')
  })
})

describe('outbound: classification of responses', () => {
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
    it(`classifies ${status} as ${code} without quoting the body`, async (t) => {
      const upstream = await listen(t, (_, response) => {
        response.statusCode = status
        response.end('secret words')
      })
      const outbound = outboundTo(t, upstream, { attemptsMax: 1 })
      const failure = await failureOf(outbound.request(upstream.origin, { signal }))
      assert.equal(failure.code, code)
      assert.doesNotMatch(JSON.stringify([failure.message, failure.details]), /secret/)
    })
  }

  it('retries a redirect that means maintenance, and does not follow it', async (t) => {
    const paths: string[] = []
    const upstream = await listen(t, (request, response) => {
      paths.push(request.url ?? '')
      response.statusCode = paths.length < 3 ? 303 : 200
      if (paths.length < 3) response.setHeader('location', '/maintenance-page')
      response.end('list')
    })
    const outbound = outboundTo(t, upstream, { clock: impatientClock })
    const request = { signal, unavailableStatuses: [303], method: 'POST', safeToRetry: true } as const
    assert.equal((await outbound.request(`${upstream.origin}/jobs`, request)).body, 'list')
    assert.deepEqual(paths, ['/jobs', '/jobs', '/jobs'])
  })

  it('returns a status that the caller accepts', async (t) => {
    const upstream = await listen(t, (_, response) => {
      response.statusCode = 404
      response.end('none')
    })
    const response = await outboundTo(t, upstream).request(upstream.origin, { signal, acceptStatuses: [404] })
    assert.deepEqual([response.status, response.body], [404, 'none'])
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
      'short challenge page with 200',
      200,
      { 'content-type': 'text/html; charset=utf-8' },
      '<iframe src="/_Incapsula_Resource?x">',
    ],
  ] as const) {
    it(`treats a challenge as a refusal and does not retry: ${what}`, async (t) => {
      const upstream = await listen(t, (_, response) => response.writeHead(status, headers).end(body))
      const failure = await failureOf(outboundTo(t, upstream).request(upstream.origin, { signal }))
      assert.equal(failure.code, 'upstream_refused')
      assert.equal(upstream.requests, 1)
    })
  }

  it('accepts a long page that includes challenge scripts', async (t) => {
    const page = `<script src="/_Incapsula_Resource?x"></script>${'<p>listing</p>'.repeat(1000)}`
    const upstream = await listen(t, (_, response) =>
      response.setHeader('content-type', 'text/html').end(page),
    )
    assert.equal((await outboundTo(t, upstream).request(upstream.origin, { signal })).body, page)
  })
})

describe('outbound: limits', () => {
  it('stops an endless body at the size limit', async (t) => {
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

  for (const [coding, compress] of [
    ['gzip', zlib.gzipSync],
    ['br', zlib.brotliCompressSync],
    ['zstd', zlib.zstdCompressSync],
  ] as const) {
    it(`stops a ${coding} bomb at the size limit for decompressed bytes`, async (t) => {
      const bomb = compress(Buffer.alloc(20 * 1024 * 1024))
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

  it('accepts a body of exactly the size limit', async (t) => {
    const upstream = await listen(t, (_, response) => response.end('x'.repeat(1000)))
    const response = await outboundTo(t, upstream).request(upstream.origin, { signal, bytesMax: 1000 })
    assert.equal(response.body.length, 1000)
  })

  it('gives up on a slow body when the deadline passes', async (t) => {
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

  it('gives up on a server that never responds', async (t) => {
    const clock = new FakeClock()
    const upstream = await listen(t, () => clock.advance(31_000))
    const failure = await failureOf(outboundTo(t, upstream, { clock }).request(upstream.origin, { signal }))
    assert.equal(failure.code, 'upstream_unavailable')
  })

  it('stops immediately, with the reason of the caller, when the caller aborts', async (t) => {
    const stop = new AbortController()
    const reason = new Error('the client has gone')
    const upstream = await listen(t, () => stop.abort(reason))
    await assert.rejects(outboundTo(t, upstream).request(upstream.origin, { signal: stop.signal }), reason)
  })
})

describe('outbound: broken responses', () => {
  it('classifies a body shorter than its content-length as unavailable', async (t) => {
    const upstream = await listen(t, (_, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('only this', () => response.socket?.end())
    })
    const failure = await failureOf(outboundTo(t, upstream).request(upstream.origin, { signal }))
    assert.equal(failure.code, 'upstream_unavailable')
    assert.match(failure.message, /before the response was complete/)
  })

  it('classifies a connection reset within a body as unavailable', async (t) => {
    const upstream = await listen(t, (_, response) => {
      response.write('half of it', () => response.socket?.resetAndDestroy())
    })
    const failure = await failureOf(outboundTo(t, upstream).request(upstream.origin, { signal }))
    assert.equal(failure.code, 'upstream_unavailable')
    assert.equal(upstream.requests, 3)
  })

  for (const [coding, compress] of [
    ['gzip', zlib.gzipSync],
    ['br', zlib.brotliCompressSync],
    ['zstd', zlib.zstdCompressSync],
  ] as const) {
    it(`classifies a truncated ${coding} stream as unavailable and a corrupt one as changed`, async (t) => {
      const whole = compress(Buffer.from(Array.from({ length: 9000 }, (_, index) => (index * 7919) % 251)))
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

  it('classifies a host that refuses connections as unavailable', async (t) => {
    const upstream = await listen(t, () => {})
    await upstream.close()
    const failure = await failureOf(outboundTo(t, upstream).request(upstream.origin, { signal }))
    assert.equal(failure.code, 'upstream_unavailable')
  })
})

describe('outbound: retries', () => {
  it('retries after 503 and returns the next response', async (t) => {
    const upstream = await listen(t, (_, response) => {
      response.statusCode = upstream.requests < 3 ? 503 : 200
      response.end(`attempt ${upstream.requests}`)
    })
    const seen: number[] = []
    const outbound = outboundTo(
      t,
      upstream,
      onEvent('upstreamCall', (call) => seen.push(call.attempt)),
    )
    assert.equal((await outbound.request(upstream.origin, { signal })).body, 'attempt 3')
    assert.deepEqual(seen, [1, 2, 3])
  })

  it('does not retry a POST unless it is marked as safe to retry', async (t) => {
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

  it('does not retry a permanent failure', async (t) => {
    const upstream = await listen(t, (_, response) => {
      response.statusCode = 404
      response.end()
    })
    await failureOf(outboundTo(t, upstream).request(upstream.origin, { signal }))
    assert.equal(upstream.requests, 1)
  })

  for (const [what, header] of [
    ['in seconds', () => '7'],
    ['as a date', (nowMs: number) => new Date(nowMs + 7_000).toUTCString()],
  ] as const) {
    it(`waits for Retry-After ${what}`, async (t) => {
      const clock = new FakeClock()
      const upstream = await listen(t, (_, response) => {
        response.sendDate = false
        if (upstream.requests === 1) response.writeHead(429, { 'retry-after': header(clock.now()) })
        response.end('ok')
      })
      const retried = Promise.withResolvers<void>()
      const outbound = outboundTo(t, upstream, {
        clock,
        ...onEvent('upstreamCall', () => retried.resolve()),
      })
      const response = outbound.request(upstream.origin, { signal })
      await retried.promise
      await new Promise(setImmediate)
      clock.advance(6_999)
      await new Promise(setImmediate)
      assert.equal(upstream.requests, 1)
      clock.advance(1)
      assert.equal((await response).body, 'ok')
    })
  }

  it('gives up immediately when Retry-After exceeds the deadline, and passes it on', async (t) => {
    const upstream = await listen(t, (_, response) => response.writeHead(503, { 'retry-after': '120' }).end())
    const failure = await failureOf(
      outboundTo(t, upstream).request(upstream.origin, { signal, deadlineMs: 10_000 }),
    )
    assert.equal(failure.retryAfterSeconds, 120)
    assert.equal(upstream.requests, 1)
  })

  for (const header of ['999999999', '9'.repeat(400), 'Fri, 31 Dec 9999 23:59:59 GMT']) {
    it(`limits Retry-After to a day: ${header.slice(0, 30)}`, async (t) => {
      const upstream = await listen(t, (_, response) => {
        response.writeHead(503, { 'retry-after': header }).end()
      })
      const failure = await failureOf(outboundTo(t, upstream).request(upstream.origin, { signal }))
      assert.equal(failure.retryAfterSeconds, 86_400)
    })
  }

  for (const [header, seconds] of [
    ['7.5', 8],
    ['3600.5', 3601],
    ['-5', undefined],
    ['+60', undefined],
    ['2030', 2030],
    ['2030-01-01', undefined],
    ['3600, 3600', undefined],
    ['soon', undefined],
    ['Sun, 15 Nov 2020 18:10:00 GMT', 0],
  ] as const) {
    it(`takes Retry-After for seconds or a date, and for nothing else: ${header}`, async (t) => {
      const upstream = await listen(t, (_, response) => {
        response.writeHead(503, { 'retry-after': header }).end()
      })
      const failure = await failureOf(
        outboundTo(t, upstream, { attemptsMax: 1 }).request(upstream.origin, { signal }),
      )
      assert.equal(failure.retryAfterSeconds, seconds)
    })
  }

  it('pauses for a random part of a growing interval', async (t) => {
    const pauses: number[] = []
    const upstream = await listen(t, (_, response) => response.writeHead(500).end())
    const outbound = outboundTo(t, upstream, {
      clock: recordingClock(pauses),
      random: () => 0.5,
      attemptsMax: 4,
    })
    await failureOf(outbound.request(upstream.origin, { signal }))
    assert.deepEqual(pauses, [150, 300, 600])
  })
})

describe('outbound: a host that fails', () => {
  it('is closed after several failures, is probed once per interval and opens on success', async (t) => {
    const clock = new FakeClock()
    let failing = true
    const upstream = await listen(t, (_, response) => response.writeHead(failing ? 500 : 200).end())
    const states: unknown[] = []
    const outbound = outboundTo(t, upstream, {
      clock,
      attemptsMax: 1,
      hostRules: { requestsMin: 3, probeIntervalMs: 10_000 },
      events: { ...silentEvents, hostStateChanged: ({ state, closedMs }) => states.push([state, closedMs]) },
    })
    const call = () => outbound.request(upstream.origin, { signal, callers: new Set(['reader']) })

    for (let round = 0; round < 3; round += 1) await failureOf(call())
    const rejected = await failureOf(call())
    assert.deepEqual([rejected.code, rejected.retryAfterSeconds], ['upstream_unavailable', 10])
    assert.equal(upstream.requests, 3)

    clock.advance(10_000)
    const [probe, other] = await Promise.all([failureOf(call()), failureOf(call())])
    assert.match(probe.message, /500/)
    assert.match(other.message, /requests to it are paused/)
    assert.equal(upstream.requests, 4)

    failing = false
    clock.advance(9_999)
    await failureOf(call())
    clock.advance(1)
    await call()
    await call()
    assert.equal(upstream.requests, 6)
    const closed = ['failing', 10_000]
    assert.deepEqual(states, [closed, closed, ['answering', undefined]])
  })

  it('is probed by one of several requests of a run, and the others wait for its result', async (t) => {
    const clock = new FakeClock()
    let failing = true
    const upstream = await listen(t, (_, response) => response.writeHead(failing ? 500 : 200).end())
    const outbound = outboundTo(t, upstream, { clock, attemptsMax: 1, hostRules: { requestsMin: 3 } })
    const call = () => outbound.request(upstream.origin, { signal })
    for (let round = 0; round < 3; round += 1) await failureOf(call())
    clock.advance(60_000)
    const failures = await Promise.all([failureOf(call()), failureOf(call()), failureOf(call())])
    assert.equal(upstream.requests, 4)
    assert.equal(failures.filter((failure) => failure instanceof HostClosed).length, 2)
    failing = false
    clock.advance(60_000)
    for (const { status } of await Promise.all([call(), call(), call()])) assert.equal(status, 200)
    assert.equal(upstream.requests, 7)
  })

  it('does not count aborts by the caller as failures', async (t) => {
    const stop = new AbortController()
    const upstream = await listen(t, (request, response) => {
      if (request.url === '/leave') stop.abort()
      else response.writeHead(403).end()
    })
    const outbound = outboundTo(t, upstream, { hostRules: { requestsMin: 1 } })
    await failureOf(outbound.request(upstream.origin, { signal }))
    await assert.rejects(outbound.request(`${upstream.origin}/leave`, { signal: stop.signal }))
    const failure = await failureOf(outbound.request(upstream.origin, { signal }))
    assert.ok(failure.code === 'upstream_refused' && !(failure instanceof HostClosed))
  })
})

describe('outbound: a host that refuses', () => {
  it('is closed after three refusals in a row, and probed by one request', async (t) => {
    const clock = new FakeClock()
    let status = 403
    const upstream = await listen(t, (_, response) => response.writeHead(status).end())
    const outbound = outboundTo(t, upstream, { clock })
    const call = () => outbound.request(upstream.origin, { signal })
    for (let round = 0; round < 20; round += 1)
      assert.equal((await failureOf(call())).code, 'upstream_refused')
    assert.equal(upstream.requests, 3)
    clock.advance(15 * 60_000)
    const failures = await Promise.all([failureOf(call()), failureOf(call())])
    assert.equal(failures.filter((failure) => failure instanceof HostClosed).length, 1)
    assert.equal(upstream.requests, 4)
    status = 200
    clock.advance(15 * 60_000)
    for (const { status } of await Promise.all([call(), call(), call()])) assert.equal(status, 200)
  })

  it('is not closed if others are answered in between, or if persons ask', async (t) => {
    const upstream = await listen(t, (request, response) =>
      response.writeHead(request.url === '/open' ? 200 : 403).end(),
    )
    const outbound = outboundTo(t, upstream)
    const call = (callers?: Set<string>) =>
      outbound.request(upstream.origin, { signal, ...(callers ? { callers } : {}) })
    for (let round = 0; round < 3; round += 1) {
      for (let times = 0; times < 2; times += 1) await failureOf(call())
      await outbound.request(`${upstream.origin}/open`, { signal })
    }
    for (let times = 0; times < 5; times += 1)
      assert.ok(!((await failureOf(call(new Set(['reader'])))) instanceof HostClosed))
    assert.equal(upstream.requests, 14)
  })
})

describe('outbound: a limit without Retry-After', () => {
  it('closes the host for some seconds, then for longer', async (t) => {
    const clock = new FakeClock()
    const upstream = await listen(t, (_, response) => response.writeHead(429).end())
    const outbound = outboundTo(t, upstream, { clock, attemptsMax: 1, deadlineMs: 1000 })
    const waits: (number | undefined)[] = []
    for (let round = 0; round < 4; round += 1) {
      const first = await failureOf(outbound.request(upstream.origin, { signal }))
      assert.ok(first instanceof HostClosed)
      waits.push(first.retryAfterSeconds)
      await failureOf(outbound.request(upstream.origin, { signal }))
      assert.equal(upstream.requests, round + 1)
      clock.advance((first.retryAfterSeconds ?? 0) * 1000)
    }
    assert.deepEqual(waits, [10, 10, 20, 40])
  })

  it('is a refusal if it is a challenge: nobody waits for the next', async (t) => {
    const upstream = await listen(t, (_, response) =>
      response.writeHead(429, { 'x-vercel-mitigated': 'challenge' }).end(),
    )
    const outbound = outboundTo(t, upstream, { clock: new FakeClock() })
    for (const requests of [1, 2]) {
      assert.equal((await failureOf(outbound.request(upstream.origin, { signal }))).code, 'upstream_refused')
      assert.equal(upstream.requests, requests)
    }
  })
})

describe('outbound: what counts as a failure', () => {
  it('is a request, not an attempt, and after five attempts in a row there are no others', async (t) => {
    const upstream = await listen(t, (_, response) => response.writeHead(500).end())
    const outbound = outboundTo(t, upstream, { attemptsMax: 3, hostRules: { requestsMin: 5 } })
    for (let requests = 0; requests < 5; requests++) {
      assert.match((await failureOf(outbound.request(upstream.origin, { signal }))).message, /status 500/)
    }
    assert.equal(upstream.requests, 8)
    assert.match((await failureOf(outbound.request(upstream.origin, { signal }))).message, /paused/)
  })

  it('leads to no more attempts if there are several requests at once', async (t) => {
    const upstream = await listen(t, (_, response) => response.writeHead(500).end())
    const outbound = outboundTo(t, upstream, { attemptsMax: 3, hostRules: { requestsMin: 5 } })
    await Promise.all(
      Array.from({ length: 4 }, () => failureOf(outbound.request(upstream.origin, { signal }))),
    )
    assert.equal(upstream.requests, 8)
  })

  it('is no request that succeeds at its second attempt', async (t) => {
    const upstream = await listen(t, (_, response) =>
      response.writeHead(upstream.requests % 2 === 0 ? 200 : 500).end(),
    )
    const outbound = outboundTo(t, upstream, { hostRules: { requestsMin: 1 } })
    for (let requests = 0; requests < 5; requests++) await outbound.request(upstream.origin, { signal })
  })

  it('concerns one group of endpoints', async (t) => {
    const upstream = await listen(t, (request, response) =>
      response.writeHead(request.url === '/seats' ? 500 : 200).end('ok'),
    )
    const outbound = outboundTo(t, upstream, { attemptsMax: 1, hostRules: { requestsMin: 2 } })
    const seats = () => outbound.request(`${upstream.origin}/seats`, { signal, group: 'seats' })
    for (let requests = 0; requests < 3; requests++) await failureOf(seats())
    assert.match((await failureOf(seats())).message, /paused/)
    await outbound.request(`${upstream.origin}/listings`, { signal, group: 'listings' })
    await outbound.request(`${upstream.origin}/listings`, { signal })
  })

  it('is no wait in the queue, however long', async (t) => {
    const clock = new FakeClock()
    const held = Promise.withResolvers<ServerResponse>()
    const upstream = await listen(t, (request, response) => {
      if (request.url === '/held') held.resolve(response)
      else response.end('ok')
    })
    const outbound = outboundTo(t, upstream, { clock, attemptsMax: 1, hostRules: { requestsMin: 1 } })
    const polite = outbound.for({ atOnce: 1, gapMs: 0 })
    const first = polite.request(`${upstream.origin}/held`, { signal, deadlineMs: 60_000 })
    const response = await held.promise
    const waiting = Array.from({ length: 3 }, () =>
      failureOf(polite.request(upstream.origin, { signal, deadlineMs: 5000 })),
    )
    const patient = polite.request(upstream.origin, { signal, deadlineMs: 5000, waitMsMax: 50_000 })
    clock.advance(20_000)
    for (const { code } of await Promise.all(waiting)) assert.equal(code, 'overloaded')
    response.end()
    await first
    assert.equal((await patient).body, 'ok')
    await polite.request(upstream.origin, { signal })
  })
})

describe('outbound: Retry-After', () => {
  for (const [what, header] of [
    ['in seconds', () => '7200'],
    ['as a date', (nowMs: number) => new Date(nowMs + 7_200_000).toUTCString()],
  ] as const) {
    it(`of a 429 pauses the host from the first one, for hours: ${what}`, async (t) => {
      const clock = new FakeClock()
      const upstream = await listen(t, (_, response) => {
        const isFirst = upstream.requests === 1
        response.sendDate = false
        response.writeHead(isFirst ? 429 : 200, isFirst ? { 'retry-after': header(clock.now()) } : {}).end()
      })
      const names: EventName[] = []
      const outbound = outboundTo(t, upstream, {
        clock,
        hostRules: { requestsMin: 1 },
        events: createEvents((name) => names.push(name)),
      })
      const call = (group?: string) =>
        outbound.request(upstream.origin, { signal, ...(group ? { group } : {}) })
      assert.equal((await failureOf(call())).retryAfterSeconds, 7200)
      clock.advance(7_100_000)
      for (const group of [undefined, 'seats']) {
        const failure = await failureOf(call(group))
        assert.deepEqual([failure.code, failure.retryAfterSeconds], ['upstream_unavailable', 100])
      }
      assert.equal(upstream.requests, 1)
      clock.advance(100_000)
      await call()
      assert.deepEqual(names, ['hostStateChanged', 'upstreamCall', 'upstreamCall', 'hostStateChanged'])
    })
  }

  it('of a 503 pauses the host from the first one, for hours', async (t) => {
    const clock = new FakeClock()
    const upstream = await listen(t, (_, response) => {
      const isFirst = upstream.requests === 1
      response.writeHead(isFirst ? 503 : 200, isFirst ? { 'retry-after': '7200' } : {}).end('ok')
    })
    const outbound = outboundTo(t, upstream, { clock })
    const call = (group?: string) =>
      outbound.request(upstream.origin, { signal, ...(group ? { group } : {}) })
    assert.equal((await failureOf(call())).retryAfterSeconds, 7200)
    clock.advance(7_100_000)
    for (const group of [undefined, 'seats'])
      assert.equal((await failureOf(call(group))).retryAfterSeconds, 100)
    assert.equal(upstream.requests, 1)
    clock.advance(100_000)
    assert.equal((await call()).body, 'ok')
  })

  for (const [what, status, unavailableStatuses] of [
    ['of a 503', 503, []],
    ['of a status that means "later"', 303, [303]],
  ] as const) {
    it(`${what} pauses only the group of endpoints, if the request has one`, async (t) => {
      const upstream = await listen(t, (request, response) => {
        if (request.url === '/seats') response.writeHead(status, { 'retry-after': '3600', location: '/' })
        response.end('ok')
      })
      const paused: unknown[] = []
      const events = createEvents((name, event) => {
        if (name === 'hostStateChanged') paused.push(event)
      })
      const outbound = outboundTo(t, upstream, { events })
      const call = (group: string) =>
        outbound.request(`${upstream.origin}/${group}`, { signal, group, unavailableStatuses })
      for (let times = 0; times < 2; times++)
        assert.equal((await failureOf(call('seats'))).retryAfterSeconds, 3600)
      assert.equal((await call('listings')).body, 'ok')
      assert.equal(upstream.requests, 2)
      const { host } = new URL(upstream.origin)
      assert.deepEqual(paused, [{ host, group: 'seats', state: 'failing', closedMs: 3_600_000 }])
    })
  }

  it('is honoured by other clients that share states, also later ones', async (t) => {
    const clock = new FakeClock()
    const upstream = await listen(t, (_, response) =>
      response.writeHead(503, { 'retry-after': '7200' }).end(),
    )
    const saved = new Map<string, { state: SharedHostState; savedAt: number }>()
    const sharedStates: SharedHostStates = {
      read: async (host) =>
        [...saved.values()]
          .filter(({ state }) => state.host === host)
          .map(({ state, savedAt }) => ({ ...state, closedMs: state.closedMs + savedAt - clock.now() })),
      save: async (state) => void saved.set(state.host, { state, savedAt: clock.now() }),
    }
    const client = () => outboundTo(t, upstream, { clock, sharedStates })
    const [first, second] = [client(), client()]
    await failureOf(first.request(upstream.origin, { signal }))
    clock.advance(1_200_000)
    for (const other of [second, client()]) {
      // All of them: the first one reads for the others.
      const requests = [1, 2, 3].map(() => failureOf(other.request(upstream.origin, { signal })))
      for (const { retryAfterSeconds } of await Promise.all(requests)) assert.equal(retryAfterSeconds, 6000)
    }
    assert.equal(upstream.requests, 1)
  })

  it('does not need what is shared', async (t) => {
    const upstream = await listen(t, (_, response) => response.writeHead(429, { 'retry-after': '60' }).end())
    const outage = () => Promise.reject(new Error('outage'))
    const outbound = outboundTo(t, upstream, { sharedStates: { read: outage, save: outage } })
    for (let times = 0; times < 2; times++)
      assert.equal((await failureOf(outbound.request(upstream.origin, { signal }))).retryAfterSeconds, 60)
    assert.equal(upstream.requests, 1)
  })

  it('is compared with the date of the response, whatever our clock says', async (t) => {
    const clock = new FakeClock('2026-11-15T12:00:00Z')
    const upstream = await listen(t, (_, response) => {
      response.sendDate = false
      response.writeHead(429, {
        date: 'Sun, 15 Nov 2026 18:00:00 GMT',
        'retry-after': 'Sun, 15 Nov 2026 18:10:00 GMT',
      })
      response.end()
    })
    const failure = await failureOf(outboundTo(t, upstream, { clock }).request(upstream.origin, { signal }))
    assert.equal(failure.retryAfterSeconds, 600)
  })

  it('delays other requests that can wait, and sends none meanwhile', async (t) => {
    const clock = new FakeClock()
    const upstream = await listen(t, (_, response) => {
      if (upstream.requests === 1) response.writeHead(429, { 'retry-after': '5' })
      response.end('ok')
    })
    const outbound = outboundTo(t, upstream, { clock, attemptsMax: 1 })
    await failureOf(outbound.request(upstream.origin, { signal }))
    const waiting = [1, 2, 3].map(() => outbound.request(upstream.origin, { signal }))
    clock.advance(4999)
    await new Promise(setImmediate)
    assert.equal(upstream.requests, 1)
    clock.advance(1)
    for (const { body } of await Promise.all(waiting)) assert.equal(body, 'ok')
  })

  it('pauses the host also where the caller accepts 429', async (t) => {
    const upstream = await listen(t, (_, response) =>
      response.writeHead(429, { 'retry-after': '3600' }).end(),
    )
    const outbound = outboundTo(t, upstream)
    const call = () => outbound.request(upstream.origin, { signal, acceptStatuses: [429] })
    assert.equal((await call()).status, 429)
    assert.equal((await failureOf(call())).retryAfterSeconds, 3600)
  })
})

describe('outbound: politeness', () => {
  it('limits the number of concurrent requests', async (t) => {
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

  it('keeps the gap between starts', async () => {
    const clock = new FakeClock()
    const queue = new HostQueue(clock)
    const starts: number[] = []
    const requests = [1, 2, 3].map(async () => {
      const end = await queue.acquire('host', { atOnce: 5, gapMs: 250 }, { signal, waitMsMax: 60_000 })
      starts.push(clock.now())
      end()
    })
    await until(Promise.all(requests), () => clock.advance(50))
    const gaps = starts.slice(1).map((start, index) => start - (starts[index] ?? 0))
    assert.deepEqual(gaps, [250, 250])
  })

  it('omits the gaps when pauses are disabled', async (t) => {
    const upstream = await listen(t, (_, response) => void response.end())
    // The clock stands still, so a request that pauses would never continue.
    const clock = new FakeClock()
    const client = outboundTo(t, upstream, { clock, pauseBetweenRequests: false }).for({
      atOnce: 1,
      gapMs: 60_000,
    })
    await client.request(upstream.origin, { signal })
    await client.request(upstream.origin, { signal })
    assert.equal(upstream.requests, 2)
  })

  it('removes an aborted request from the queue without blocking the others', async (t) => {
    const upstream = await listen(t, (request, response) => {
      if (request.url !== '/held') return void response.end()
      held.resolve(response)
    })
    const held = Promise.withResolvers<ServerResponse>()
    const polite = outboundTo(t, upstream).for({ atOnce: 1, gapMs: 0 })
    const first = polite.request(`${upstream.origin}/held`, { signal })
    const response = await held.promise
    const stop = new AbortController()
    const aborted = polite.request(`${upstream.origin}/2`, { signal: stop.signal })
    const last = polite.request(`${upstream.origin}/3`, { signal })
    stop.abort(new Error('left'))
    await assert.rejects(aborted, /left/)
    response.end()
    await Promise.all([first, last])
    assert.equal(upstream.requests, 2)
  })
})

describe('outbound: destinations', () => {
  it('follows redirects and returns the final URL', async (t) => {
    const upstream = await listen(t, (request, response) => {
      if (request.url === '/old') return void response.writeHead(301, { location: '/new?x=1' }).end()
      response.end(`at ${request.url}`)
    })
    const response = await outboundTo(t, upstream).request(`${upstream.origin}/old`, { signal })
    assert.deepEqual([response.body, response.url], ['at /new?x=1', `${upstream.origin}/new?x=1`])
  })

  it('stops after five redirects', async (t) => {
    const upstream = await listen(t, (_, response) => response.writeHead(302, { location: '/again' }).end())
    const failure = await failureOf(outboundTo(t, upstream).request(upstream.origin, { signal }))
    assert.equal(failure.code, 'upstream_changed')
    assert.equal(upstream.requests, 6)
  })

  it('drops all possible credentials on a redirect to another host', async (t) => {
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

  it('does not send a body to another host', async (t) => {
    const other = await listen(t, (_, response) => response.end())
    const first = await listen(t, (_, response) => response.writeHead(307, { location: other.origin }).end())
    const outbound = outboundTo(t, first, {
      hosts: () => true,
      allowPrivate: new Set([first.host, other.host]),
    })
    await failureOf(outbound.request(first.origin, { signal, method: 'POST', body: 'password' }))
    assert.equal(other.requests, 0)
  })

  it('rejects hosts that are not configured', async (t) => {
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

  it('does not follow a redirect to a private address in any notation', async (t) => {
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

  it('rejects a name that resolves to a private address at connection time', async (t) => {
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
    clock: impatientClock,
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

function onEvent<Name extends EventName>(
  eventName: Name,
  listener: (event: EventMap[Name]) => void,
): Pick<OutboundOptions, 'events'> {
  return { events: createEvents((name, event) => name === (eventName as string) && listener(event as never)) }
}

/** A real clock whose sleeps end immediately and are recorded. */
function recordingClock(pauses: number[]): Clock {
  return {
    ...systemClock,
    sleep: async (ms) => {
      pauses.push(ms)
    },
  }
}

/** Calls `tick` on every turn of the event loop until the promise settles. */
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
