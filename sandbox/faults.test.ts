import assert from 'node:assert/strict'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { describe, it } from 'node:test'
import { systemClock } from '../src/core/clock.ts'
import { FakeClock } from '../test/support/fake-clock.ts'
import { TestClient } from '../test/support/sandbox/sandbox-client.ts'
import { type Fault, InvalidFault, parseFault } from './fault.ts'
import { Faults } from './faults.ts'
import { html, json, route, type SandboxHost } from './host.ts'
import { random } from './random.ts'
import { type Sandbox, startSandbox } from './server.ts'

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

/** A sandbox with these faults, asked by `use`, closed in the end. */
async function withFaults(
  faults: readonly Fault[],
  use: (client: TestClient, sandbox: Sandbox) => Promise<void>,
  clock = systemClock,
): Promise<void> {
  await using sandbox = await startSandbox({ clock, seed: 'spring', hosts: [shop, other], faults })
  await using client = new TestClient(sandbox)
  await use(client, sandbox)
}

/** What arrives before the connection breaks, and how it breaks. */
async function receive(
  origin: string,
  path: string,
): Promise<{ promised: number; received: string; broke: string }> {
  const asked = get(`${origin}${path}`, { headers: { host: 'shop.sandbox' }, agent: false })
  const [message] = (await once(asked, 'response')) as [IncomingMessage]
  // The same break is told to the request and to the answer.
  asked.on('error', () => {})
  let received = ''
  message.on('data', (part) => {
    received += part
  })
  const promised = Number(message.headers['content-length'])
  return new Promise((resolve) => {
    message.on('end', () => resolve({ promised, received, broke: '' }))
    message.on('error', (error: NodeJS.ErrnoException) =>
      resolve({ promised, received, broke: error.code ?? '' }),
    )
  })
}

describe('faults over a socket', () => {
  it('latency: the answer is right and comes when the time has passed', async () => {
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

  it('latency: joins with another fault', async () => {
    const faults: Fault[] = [
      { host: '*', kind: 'latency', ms: 1 },
      { host: '*', kind: 'status', status: 502 },
    ]
    await withFaults(faults, async (client, sandbox) => {
      assert.equal((await client.ask('shop.sandbox/items')).status, 502)
      assert.deepEqual(
        sandbox.faults.list().map((one) => one.struck),
        [1, 1],
      )
    })
  })

  it('status: answers with it, and with Retry-After where asked', async () => {
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

  it('truncate: promises all bytes, sends a share and hangs up', async () => {
    await withFaults(
      [{ host: 'shop.sandbox', kind: 'truncate', share: 0.25 }],
      async (client, { origin }) => {
        const cut = await receive(origin, '/items')
        assert.equal(cut.promised, body.length)
        assert.equal(cut.received, body.slice(0, Math.floor(body.length / 4)))
        assert.equal(cut.broke, 'ECONNRESET')
        await assert.rejects(client.ask('shop.sandbox/items'), { code: 'UND_ERR_SOCKET' })
        assert.equal((await receive(origin, '/stream')).received, 'first')
      },
    )
  })

  it('truncate: may send the headers alone', async () => {
    await withFaults([{ host: 'shop.sandbox', kind: 'truncate', share: 0 }], async (_, { origin }) => {
      assert.deepEqual(await receive(origin, '/items'), {
        promised: body.length,
        received: '',
        broke: 'ECONNRESET',
      })
    })
  })

  it('wrong-shape: answers 200 with JSON that has nothing of the right answer', async () => {
    await withFaults([{ host: 'shop.sandbox', kind: 'wrong-shape' }], async (client) => {
      const answer = await client.ask('shop.sandbox/items')
      assert.deepEqual(
        [answer.status, answer.headers['content-type']],
        [200, 'application/json; charset=utf-8'],
      )
      assert.equal('results' in JSON.parse(answer.body), false)
    })
  })

  it('html: answers 200 with a page for people', async () => {
    await withFaults([{ host: 'shop.sandbox', kind: 'html' }], async (client) => {
      const answer = await client.ask('shop.sandbox/items')
      assert.deepEqual([answer.status, answer.headers['content-type']], [200, 'text/html; charset=utf-8'])
      assert.match(answer.body, /^<!doctype html>/)
    })
  })

  it('lie: answers 200 with an error in the body', async () => {
    await withFaults([{ host: 'shop.sandbox', kind: 'lie' }], async (client) => {
      const answer = await client.ask('shop.sandbox/items')
      assert.equal(answer.status, 200)
      assert.equal(typeof JSON.parse(answer.body).error.message, 'string')
    })
  })

  it('empty: empties the lists and leaves the rest', async () => {
    await withFaults([{ host: 'shop.sandbox', kind: 'empty' }], async (client) => {
      const answer = await client.ask('shop.sandbox/items')
      assert.deepEqual(JSON.parse(answer.body), { results: [], page: { size: 10, links: [] } })
      assert.equal(Number(answer.headers['content-length']), answer.body.length)
      assert.equal((await client.ask('shop.sandbox/list')).body, '[]')
      assert.equal((await client.ask('shop.sandbox/page')).body, '')
    })
  })

  it('shrink: keeps the first share of the lists, whole', async () => {
    await withFaults([{ host: 'shop.sandbox', kind: 'shrink', share: 0.3 }], async (client) => {
      assert.deepEqual(JSON.parse((await client.ask('shop.sandbox/list')).body), rows.slice(0, 3))
    })
  })

  it('drip: sends a few bytes at a time, each after its pause', async () => {
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

  it('reset before: breaks off without a byte', async () => {
    await withFaults([{ host: 'shop.sandbox', kind: 'reset', when: 'before' }], async (client) => {
      await assert.rejects(client.ask('shop.sandbox/items'), { code: 'ECONNRESET' })
    })
  })

  it('reset in the body: breaks off half way', async () => {
    await withFaults([{ host: 'shop.sandbox', kind: 'reset', when: 'body' }], async (client, { origin }) => {
      const cut = await receive(origin, '/items')
      assert.deepEqual(cut, {
        promised: body.length,
        received: body.slice(0, Math.floor(body.length / 2)),
        broke: 'ECONNRESET',
      })
      await assert.rejects(client.ask('shop.sandbox/items'), { code: 'ECONNRESET' })
    })
  })

  it('hang: takes the request and says nothing until the client gives up', async () => {
    await withFaults([{ host: 'shop.sandbox', kind: 'hang', times: 1 }], async (client, sandbox) => {
      const patience = new AbortController()
      const hanging = client.ask('shop.sandbox/items', { signal: patience.signal })
      while (sandbox.requests.count('shop.sandbox') === 0) await new Promise(setImmediate)
      assert.equal((await client.ask('shop.sandbox/items')).status, 200)
      patience.abort(new Error('gave up'))
      await assert.rejects(hanging, /gave up/)
    })
  })

  it('marks in the log which fault struck', async () => {
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
  function strikes(
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
      return set.strike(host, path).breakage?.kind
    })
  }

  it('strikes where host and path fit, with stars and with the query where the pattern has one', () => {
    const addresses = [
      'shop.sandbox/items',
      'shop.sandbox/items?page=2',
      'shop.sandbox/items/1',
      'a.boards.sandbox/items',
    ]
    const struck = (host: string, path?: string) =>
      strikes([{ host, ...(path === undefined ? {} : { path }), kind: 'lie' }], addresses).map((kind) =>
        kind ? 1 : 0,
      )
    assert.deepEqual(struck('shop.sandbox'), [1, 1, 1, 0])
    assert.deepEqual(struck('shop.sandbox', '/items'), [1, 1, 0, 0])
    assert.deepEqual(struck('shop.sandbox', '/items/*'), [0, 0, 1, 0])
    assert.deepEqual(struck('*', '/items?page=2'), [0, 1, 0, 0])
    assert.deepEqual(struck('*.boards.sandbox'), [0, 0, 0, 1])
    assert.deepEqual(struck('a.boards.sandbox'), [0, 0, 0, 1])
    assert.deepEqual(struck('*', '*1'), [0, 0, 1, 0])
  })

  it('strikes after so many and so many times', () => {
    const five = Array.from({ length: 5 }, () => 'shop.sandbox/')
    assert.deepEqual(strikes([{ host: '*', kind: 'lie', after: 2, times: 2 }], five), [
      undefined,
      undefined,
      'lie',
      'lie',
      undefined,
    ])
  })

  it('lets the fault that was set first go first, and the others keep their turns', () => {
    const faults: Fault[] = [
      { host: '*', kind: 'lie', times: 1 },
      { host: '*', kind: 'html', times: 1 },
    ]
    assert.deepEqual(strikes(faults, ['shop.sandbox/', 'shop.sandbox/', 'shop.sandbox/']), [
      'lie',
      'html',
      undefined,
    ])
  })

  it('strikes by chance the same requests for the same seed', () => {
    const many = Array.from({ length: 1_000 }, () => 'shop.sandbox/')
    const faults: Fault[] = [{ host: '*', kind: 'lie', chance: 0.2 }]
    const first = strikes(faults, many)
    assert.deepEqual(first, strikes(faults, many))
    assert.notDeepEqual(first, strikes(faults, many, 'autumn'))
    const struck = first.filter(Boolean).length
    assert.ok(struck > 150 && struck < 250, `struck ${struck}`)
  })

  it('can be taken back one by one or all at once', () => {
    const set = new Faults({ random: (...parts) => random('x', ...parts), hosts: ['shop.sandbox'] })
    const lie = set.set({ host: '*', kind: 'lie' })
    set.set({ host: '*', kind: 'html' })
    set.clear(lie)
    assert.deepEqual(
      set.list().map((one) => one.fault.kind),
      ['html'],
    )
    set.clear()
    assert.equal(set.strike('shop.sandbox', '/').breakage, undefined)
  })

  it('refuses a host that nobody has', () => {
    const set = new Faults({ random: (...parts) => random('x', ...parts), hosts: ['shop.sandbox'] })
    assert.throws(
      () => set.set({ host: 'shpo.sandbox', kind: 'lie' }),
      /shpo\.sandbox fits none of shop\.sandbox/,
    )
  })

  it('says everything that is wrong with a fault', () => {
    const wrong: readonly [unknown, RegExp][] = [
      [null, /kind: is one of latency, status/],
      [{ host: 'a', kind: 'constructor' }, /kind: is one of/],
      [{ host: 'a', kind: 'latency' }, /ms/],
      [{ host: 'a', kind: 'latency', ms: 0 }, /ms: must be >= 1/],
      [{ host: 'a', kind: 'status', status: 42 }, /status: must be >= 200/],
      [{ host: 'a', kind: 'truncate', share: 1 }, /share: must be < 1/],
      [{ host: 'a', kind: 'lie', share: 0.5 }, /share: is not known for this kind/],
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
