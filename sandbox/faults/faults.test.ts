import assert from 'node:assert/strict'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { describe, it } from 'node:test'
import { systemClock } from '../../src/core/clock.ts'
import { FakeClock } from '../../test/support/fake-clock.ts'
import { TestClient } from '../../test/support/sandbox/sandbox-client.ts'
import { html, json, route, type SandboxHost } from '../host.ts'
import { random } from '../random.ts'
import { type Sandbox, startSandbox } from '../server.ts'
import { type Fault, InvalidFault, parseFault } from './fault.ts'
import { Faults } from './faults.ts'

const rows = Array.from({ length: 10 }, (_, index) => ({ id: index, tags: ['a', 'b'] }))

const shop: SandboxHost = {
  host: 'shop.sandbox',
  routes: [
    route('GET /items', () => json({ results: rows, page: { size: 10, links: ['x', 'y'] } })),
    route('GET /list', () => json(rows)),
    route('GET /page', () => html('<p>0123456789</p>')),
    route('GET /stream', () => ({ body: streamed() })),
  ],
}

const other: SandboxHost = { host: 'other.sandbox', routes: [route('GET /items', () => json([]))] }

const body = JSON.stringify({ results: rows, page: { size: 10, links: ['x', 'y'] } })

async function* streamed(): AsyncGenerator<string> {
  yield 'first half, '
  yield 'second half'
}

/** Runs `use` with a sandbox that has these faults. */
async function withFaults(
  faults: readonly Fault[],
  use: (client: TestClient, sandbox: Sandbox) => Promise<void>,
  clock = systemClock,
): Promise<void> {
  await using sandbox = await startSandbox({ clock, seed: 'spring', hosts: [shop, other], faults })
  await using client = new TestClient(sandbox)
  await use(client, sandbox)
}

/** The bytes before the connection closes, and the error that closes it. */
async function receive(
  origin: string,
  path: string,
): Promise<{ announced: number; received: string; errorCode: string }> {
  const request = get(`${origin}${path}`, { headers: { host: 'shop.sandbox' }, agent: false })
  const [message] = (await once(request, 'response')) as [IncomingMessage]
  // The error is reported on the request and on the response.
  request.on('error', () => {})
  let received = ''
  message.on('data', (part) => {
    received += part
  })
  const announced = Number(message.headers['content-length'])
  return new Promise((resolve) => {
    message.on('end', () => resolve({ announced, received, errorCode: '' }))
    message.on('error', (error: NodeJS.ErrnoException) =>
      resolve({ announced, received, errorCode: error.code ?? '' }),
    )
  })
}

describe('faults over HTTP', () => {
  it('latency: sends the right response after the delay', async () => {
    const clock = new FakeClock()
    await withFaults(
      [{ host: 'shop.sandbox', kind: 'latency', ms: 60_000 }],
      async (client, sandbox) => {
        const slow = client.ask('shop.sandbox/items')
        let answered = false
        slow.then(() => {
          answered = true
        })
        while (sandbox.requests.count() === 0) await new Promise(setImmediate)
        await client.ask('other.sandbox/items')
        assert.equal(answered, false)
        clock.advance(60_000)
        assert.equal((await slow).body, body)
      },
      clock,
    )
  })

  it('latency: combines with another fault', async () => {
    const faults: Fault[] = [
      { host: '*', kind: 'latency', ms: 1 },
      { host: '*', kind: 'status', status: 502 },
    ]
    await withFaults(faults, async (client, sandbox) => {
      assert.equal((await client.ask('shop.sandbox/items')).status, 502)
      assert.deepEqual(
        sandbox.faults.list().map((one) => one.applied),
        [1, 1],
      )
    })
  })

  it('status: responds with the status, and with Retry-After if configured', async () => {
    const faults: Fault[] = [
      { host: 'shop.sandbox', path: '/items', kind: 'status', status: 429, retryAfterSeconds: 30 },
      { host: 'shop.sandbox', path: '/list', kind: 'status', status: 503 },
    ]
    await withFaults(faults, async (client) => {
      const limited = await client.ask('shop.sandbox/items')
      assert.deepEqual([limited.status, limited.headers['retry-after']], [429, '30'])
      const failed = await client.ask('shop.sandbox/list')
      assert.deepEqual([failed.status, failed.headers['retry-after']], [503, undefined])
    })
  })

  it('truncate: announces all bytes, sends a share and closes', async () => {
    await withFaults(
      [{ host: 'shop.sandbox', kind: 'truncate', share: 0.25 }],
      async (client, { origin }) => {
        const cut = await receive(origin, '/items')
        assert.equal(cut.announced, body.length)
        assert.equal(cut.received, body.slice(0, Math.floor(body.length / 4)))
        assert.equal(cut.errorCode, 'ECONNRESET')
        await assert.rejects(client.ask('shop.sandbox/items'), { code: 'UND_ERR_SOCKET' })
        assert.equal((await receive(origin, '/stream')).received, 'first')
      },
    )
  })

  it('truncate: can send the headers alone', async () => {
    await withFaults([{ host: 'shop.sandbox', kind: 'truncate', share: 0 }], async (_, { origin }) => {
      assert.deepEqual(await receive(origin, '/items'), {
        announced: body.length,
        received: '',
        errorCode: 'ECONNRESET',
      })
    })
  })

  it('wrong-shape: responds with 200 and unrelated JSON', async () => {
    await withFaults([{ host: 'shop.sandbox', kind: 'wrong-shape' }], async (client) => {
      const answer = await client.ask('shop.sandbox/items')
      assert.deepEqual(
        [answer.status, answer.headers['content-type']],
        [200, 'application/json; charset=utf-8'],
      )
      assert.equal('results' in JSON.parse(answer.body), false)
    })
  })

  it('html: responds with 200 and an HTML page', async () => {
    await withFaults([{ host: 'shop.sandbox', kind: 'html' }], async (client) => {
      const answer = await client.ask('shop.sandbox/items')
      assert.deepEqual([answer.status, answer.headers['content-type']], [200, 'text/html; charset=utf-8'])
      assert.match(answer.body, /^<!doctype html>/)
    })
  })

  it('lie: responds with 200 and an error in the body', async () => {
    await withFaults([{ host: 'shop.sandbox', kind: 'lie' }], async (client) => {
      const answer = await client.ask('shop.sandbox/items')
      assert.equal(answer.status, 200)
      assert.equal(typeof JSON.parse(answer.body).error.message, 'string')
    })
  })

  it('empty: empties the lists alone', async () => {
    await withFaults([{ host: 'shop.sandbox', kind: 'empty' }], async (client) => {
      const answer = await client.ask('shop.sandbox/items')
      assert.deepEqual(JSON.parse(answer.body), { results: [], page: { size: 10, links: [] } })
      assert.equal(Number(answer.headers['content-length']), answer.body.length)
      assert.equal((await client.ask('shop.sandbox/list')).body, '[]')
      assert.equal((await client.ask('shop.sandbox/page')).body, '')
    })
  })

  it('shrink: sends the first items of each list', async () => {
    await withFaults([{ host: 'shop.sandbox', kind: 'shrink', share: 0.3 }], async (client) => {
      assert.deepEqual(JSON.parse((await client.ask('shop.sandbox/list')).body), rows.slice(0, 3))
    })
  })

  it('drip: sends a few bytes at a time, with pauses', async () => {
    const clock = new FakeClock()
    await withFaults(
      [{ host: 'shop.sandbox', kind: 'drip', bytes: 4, everyMs: 1_000 }],
      async (client) => {
        const ticking = setInterval(() => clock.advance(1_000), 1)
        const before = clock.now()
        const answer = await client.ask('shop.sandbox/page').finally(() => clearInterval(ticking))
        assert.equal(answer.body, '<p>0123456789</p>')
        const pauses = Math.ceil(answer.body.length / 4) - 1
        assert.ok(clock.now() - before >= pauses * 1_000)
      },
      clock,
    )
  })

  it('reset before: closes without a byte', async () => {
    await withFaults([{ host: 'shop.sandbox', kind: 'reset', when: 'before' }], async (client) => {
      await assert.rejects(client.ask('shop.sandbox/items'), { code: 'ECONNRESET' })
    })
  })

  it('reset in the body: closes half way', async () => {
    await withFaults([{ host: 'shop.sandbox', kind: 'reset', when: 'body' }], async (client, { origin }) => {
      const cut = await receive(origin, '/items')
      assert.deepEqual(cut, {
        announced: body.length,
        received: body.slice(0, Math.floor(body.length / 2)),
        errorCode: 'ECONNRESET',
      })
      await assert.rejects(client.ask('shop.sandbox/items'), { code: 'ECONNRESET' })
    })
  })

  it('hang: accepts the request and never responds', async () => {
    await withFaults([{ host: 'shop.sandbox', kind: 'hang', times: 1 }], async (client, sandbox) => {
      const patience = new AbortController()
      const hanging = client.ask('shop.sandbox/items', { signal: patience.signal })
      while (sandbox.requests.count('shop.sandbox') === 0) await new Promise(setImmediate)
      assert.equal((await client.ask('shop.sandbox/items')).status, 200)
      patience.abort(new Error('gave up'))
      await assert.rejects(hanging, /gave up/)
    })
  })

  it('are recorded in the request log', async () => {
    await withFaults([{ host: 'shop.sandbox', kind: 'lie', times: 1 }], async (client, { requests }) => {
      await client.ask('shop.sandbox/items')
      await client.ask('shop.sandbox/items')
      assert.deepEqual(
        requests.list().map((request) => request.fault),
        ['lie', undefined],
      )
    })
  })
})

describe('faults', () => {
  function kindsApplied(
    faults: readonly Fault[],
    addresses: readonly string[],
    seed = 'spring',
  ): (string | undefined)[] {
    const set = new Faults({
      random: (...parts) => random(seed, ...parts),
      hosts: ['shop.sandbox', '*.boards.sandbox'],
    })
    set.replace(faults)
    return addresses.map((address) => {
      const [host = '', path = ''] = address.split(/(?=\/)(.*)/)
      return set.apply(host, path).fault?.kind
    })
  }

  it('apply where host and path match, with wildcards, and with the query if the pattern has one', () => {
    const addresses = [
      'shop.sandbox/items',
      'shop.sandbox/items?page=2',
      'shop.sandbox/items/1',
      'a.boards.sandbox/items',
    ]
    const applied = (host: string, path?: string) =>
      kindsApplied([{ host, ...(path === undefined ? {} : { path }), kind: 'lie' }], addresses).map((kind) =>
        kind ? 1 : 0,
      )
    assert.deepEqual(applied('shop.sandbox'), [1, 1, 1, 0])
    assert.deepEqual(applied('shop.sandbox', '/items'), [1, 1, 0, 0])
    assert.deepEqual(applied('shop.sandbox', '/items/*'), [0, 0, 1, 0])
    assert.deepEqual(applied('*', '/items?page=2'), [0, 1, 0, 0])
    assert.deepEqual(applied('*.boards.sandbox'), [0, 0, 0, 1])
    assert.deepEqual(applied('a.boards.sandbox'), [0, 0, 0, 1])
    assert.deepEqual(applied('*', '*1'), [0, 0, 1, 0])
  })

  it('apply after a number of requests, a number of times', () => {
    const five = Array.from({ length: 5 }, () => 'shop.sandbox/')
    assert.deepEqual(kindsApplied([{ host: '*', kind: 'lie', after: 2, times: 2 }], five), [
      undefined,
      undefined,
      'lie',
      'lie',
      undefined,
    ])
  })

  it('apply in the order they were set, one per request', () => {
    const faults: Fault[] = [
      { host: '*', kind: 'lie', times: 1 },
      { host: '*', kind: 'html', times: 1 },
    ]
    assert.deepEqual(kindsApplied(faults, ['shop.sandbox/', 'shop.sandbox/', 'shop.sandbox/']), [
      'lie',
      'html',
      undefined,
    ])
  })

  it('apply with a probability to the same requests for the same seed', () => {
    const many = Array.from({ length: 1_000 }, () => 'shop.sandbox/')
    const faults: Fault[] = [{ host: '*', kind: 'lie', chance: 0.2 }]
    const first = kindsApplied(faults, many)
    assert.deepEqual(first, kindsApplied(faults, many))
    assert.notDeepEqual(first, kindsApplied(faults, many, 'autumn'))
    const count = first.filter(Boolean).length
    assert.ok(count > 150 && count < 250, `applied ${count} times`)
  })

  it('can be removed one by one or all at once', () => {
    const set = new Faults({ random: (...parts) => random('x', ...parts), hosts: ['shop.sandbox'] })
    const lie = set.set({ host: '*', kind: 'lie' })
    set.set({ host: '*', kind: 'html' })
    set.clear(lie)
    assert.deepEqual(
      set.list().map((one) => one.fault.kind),
      ['html'],
    )
    set.clear()
    assert.equal(set.apply('shop.sandbox', '/').fault, undefined)
  })

  it('are refused for an unknown host', () => {
    const set = new Faults({ random: (...parts) => random('x', ...parts), hosts: ['shop.sandbox'] })
    assert.throws(
      () => set.set({ host: 'shpo.sandbox', kind: 'lie' }),
      /shpo\.sandbox matches none of shop\.sandbox/,
    )
  })

  it('are refused with all problems', () => {
    const wrong: readonly [unknown, RegExp][] = [
      [null, /kind: must be one of latency, status/],
      [{ host: 'a', kind: 'constructor' }, /kind: must be one of/],
      [{ host: 'a', kind: 'latency' }, /ms/],
      [{ host: 'a', kind: 'latency', ms: 0 }, /ms: must be >= 1/],
      [{ host: 'a', kind: 'status', status: 42 }, /status: must be >= 200/],
      [{ host: 'a', kind: 'truncate', share: 1 }, /share: must be < 1/],
      [{ host: 'a', kind: 'lie', share: 0.5 }, /share: unknown for this kind/],
      [{ host: 'a', kind: 'lie', path: 'items' }, /path: must match pattern/],
      [{ host: 'a', kind: 'lie', times: 0, chance: 2 }, /times: must be >= 1; chance: must be <= 1/],
      [{ host: '', kind: 'reset', when: 'later' }, /host: .*; when: /],
    ]
    for (const [value, message] of wrong) {
      assert.throws(
        () => parseFault(value),
        (error) => error instanceof InvalidFault && message.test(error.message),
        `${JSON.stringify(value)}`,
      )
    }
  })
})
