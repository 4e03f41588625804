import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, it } from 'node:test'
import { WebSocket } from 'ws'
import { systemClock } from '../src/core/clock.ts'
import { FakeClock } from '../test/support/fake-clock.ts'
import { TestClient } from '../test/support/sandbox/sandbox-client.ts'
import { json, route, type SandboxHost, text } from './host.ts'
import { startSandbox } from './server.ts'

const library: SandboxHost = {
  host: 'library.sandbox',
  routes: [
    route('GET /books/{id}', ({ params, query, url, world }) =>
      json({ id: params.id, page: query.get('page'), href: url.href, now: world.now() }),
    ),
    route('POST /echo', ({ body, headers }) =>
      text(body, { headers: { 'x-type': headers['content-type'] ?? '' } }),
    ),
    route('GET /stream', () => ({ headers: { 'content-type': 'text/plain' }, body: words() })),
    route('GET /broken', () => {
      throw new Error('a shelf fell over')
    }),
    route('GET /torn', () => ({ body: torn() })),
    route('GET /luck', ({ world }) => json(world.random('luck').int(1, 1_000_000))),
  ],
}

async function* words(): AsyncGenerator<string> {
  yield 'one '
  yield 'two'
}

async function* torn(): AsyncGenerator<string> {
  yield 'one '
  throw new Error('the second word is missing')
}

const boards: SandboxHost = {
  host: '*.boards.sandbox',
  routes: [route('GET /', ({ host, subdomain }) => json({ host, subdomain }))],
  socket({ socket, subdomain, url }) {
    socket.send(`${subdomain} ${url.pathname}`)
    socket.on('message', (data) => socket.send(`heard ${data}`))
  },
}

async function open({ clock = new FakeClock() as FakeClock | typeof systemClock, seed = 'spring' } = {}) {
  const sandbox = await startSandbox({ clock, seed, hosts: [library, boards] })
  const client = new TestClient(sandbox)
  return {
    sandbox,
    client,
    async [Symbol.asyncDispose]() {
      await client[Symbol.asyncDispose]()
      await sandbox.close()
    },
  }
}

describe('sandbox over HTTP', () => {
  it('passes parameters, query, address and time to the route', async () => {
    await using opened = await open()
    const answer = await opened.client.ask('library.sandbox/books/a%20b?page=2')
    assert.equal(answer.status, 200)
    assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8')
    assert.deepEqual(JSON.parse(answer.body), {
      id: 'a b',
      page: '2',
      href: 'https://library.sandbox/books/a%20b?page=2',
      now: Date.parse('2026-11-15T12:00:00Z'),
    })
  })

  it('reads a body and streams a response', async () => {
    await using opened = await open()
    const echoed = await opened.client.ask('library.sandbox/echo', { method: 'POST', body: 'grüezi' })
    assert.equal(echoed.body, 'grüezi')
    const streamed = await opened.client.ask('library.sandbox/stream')
    assert.deepEqual([streamed.headers['transfer-encoding'], streamed.body], ['chunked', 'one two'])
  })

  it('answers for every name of a wildcard host, and with the suffix .localhost', async () => {
    await using opened = await open()
    for (const host of [
      'acme.boards.sandbox',
      'ACME.boards.sandbox:80',
      'acme.boards.sandbox.localhost:1234',
    ]) {
      const answer = await opened.client.ask(host)
      assert.deepEqual(JSON.parse(answer.body), { host: 'acme.boards.sandbox', subdomain: 'acme' })
    }
  })

  it('responds with 421 for an unknown name', async () => {
    await using opened = await open()
    for (const host of ['nowhere.example', 'boards.sandbox', '127.0.0.1']) {
      const answer = await opened.client.ask(`${host}/`)
      assert.equal(answer.status, 421)
      assert.match(answer.headers['content-type'] as string, /^text\/plain/)
      assert.match(answer.body, new RegExp(`'${host}'`))
    }
  })

  it('responds with 404, 405 with Allow, and 413', async () => {
    await using opened = await open()
    assert.equal((await opened.client.ask('library.sandbox/nothing')).status, 404)
    const refused = await opened.client.ask('library.sandbox/books/1', { method: 'DELETE' })
    assert.deepEqual([refused.status, refused.headers.allow], [405, 'GET, HEAD'])
    const large = await opened.client.ask('library.sandbox/echo', {
      method: 'POST',
      body: 'x'.repeat(2 * 1024 * 1024 + 1),
    })
    assert.equal(large.status, 413)
    assert.equal((await opened.client.ask('library.sandbox/books/1')).status, 200)
  })

  it('responds to HEAD with the headers of GET', async () => {
    await using opened = await open()
    const full = await opened.client.ask('library.sandbox/books/1')
    const head = await opened.client.ask('library.sandbox/books/1', { method: 'HEAD' })
    assert.deepEqual([head.status, head.body], [200, ''])
    assert.equal(head.headers['content-length'], full.headers['content-length'])
  })

  it('reports a defect of a host as 500 with its cause', async () => {
    await using opened = await open()
    const answer = await opened.client.ask('library.sandbox/broken')
    assert.equal(answer.status, 500)
    assert.match(answer.body, /a shelf fell over/)
  })

  it('closes a response whose stream fails', async () => {
    await using opened = await open()
    await assert.rejects(opened.client.ask('library.sandbox/torn'), { code: 'UND_ERR_SOCKET' })
    assert.equal((await opened.client.ask('library.sandbox/books/1')).status, 200)
  })

  it('ignores offers of other protocols', async () => {
    await using opened = await open()
    const socket = connect(Number(new URL(opened.sandbox.origin).port), '127.0.0.1')
    socket.write(
      'GET /books/1 HTTP/1.1\r\nHost: library.sandbox\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n',
    )
    const [first] = await once(socket, 'data')
    assert.match(String(first), /^HTTP\/1\.1 200 /)
    socket.destroy()
  })

  it('refuses request targets that are not paths', async () => {
    await using opened = await open()
    const socket = connect(Number(new URL(opened.sandbox.origin).port), '127.0.0.1')
    socket.end('GET http://elsewhere.example/ HTTP/1.1\r\nHost: library.sandbox\r\nConnection: close\r\n\r\n')
    const [first] = await once(socket, 'data')
    assert.match(String(first), /^HTTP\/1\.1 400 /)
    socket.destroy()
  })

  it('has the same data for the same seed, and other data for another', async () => {
    const numbers: string[] = []
    for (const seed of ['spring', 'spring', 'autumn']) {
      await using opened = await open({ seed })
      numbers.push((await opened.client.ask('library.sandbox/luck')).body)
    }
    assert.equal(numbers[0], numbers[1])
    assert.notEqual(numbers[0], numbers[2])
  })
})

describe('sandbox', () => {
  it('listens on loopback only', async () => {
    await using opened = await open()
    assert.match(opened.sandbox.origin, /^http:\/\/127\.0\.0\.1:\d+$/)
  })

  it('resolves the names of its hosts and no others', async () => {
    await using opened = await open()
    const { sandbox } = opened
    const here = { origin: sandbox.origin }
    assert.deepEqual(sandbox.resolve('library.sandbox'), here)
    assert.deepEqual(sandbox.resolve('acme.boards.sandbox'), here)
    assert.equal(sandbox.resolve('library.example'), undefined)
  })

  it('counts requests by host and path', async () => {
    await using opened = await open()
    const { client, sandbox } = opened
    await Promise.all([1, 2, 2].map((id) => client.ask(`library.sandbox/books/${id}?x=1`)))
    await client.ask('acme.boards.sandbox')
    await client.ask('control.sandbox/faults')
    assert.equal(sandbox.requests.count(), 4)
    assert.equal(sandbox.requests.count('library.sandbox'), 3)
    assert.equal(sandbox.requests.count('library.sandbox', '/books/2'), 2)
    assert.equal(sandbox.requests.count('*.boards.sandbox'), 1)
    assert.equal(sandbox.requests.list('library.sandbox')[0]?.method, 'GET')
  })

  it('refuses a port that is in use', async () => {
    await using opened = await open()
    const port = Number(new URL(opened.sandbox.origin).port)
    const second = startSandbox({ clock: systemClock, seed: 'x', port, hosts: [] })
    await assert.rejects(second, { code: 'EADDRINUSE' })
  })

  it('closes all connections, once or twice', async () => {
    await using opened = await open()
    const { client, sandbox } = opened
    sandbox.faults.set({ host: 'library.sandbox', kind: 'hang' })
    sandbox.faults.set({ host: 'acme.boards.sandbox', kind: 'latency', ms: 1_000 })
    const hanging = client.ask('library.sandbox/books/1')
    const late = client.ask('acme.boards.sandbox')
    const socket = new WebSocket(`ws://127.0.0.1:${new URL(sandbox.origin).port}/`, {
      headers: { host: 'x.boards.sandbox' },
    })
    const hungUp = once(socket, 'close')
    await once(socket, 'message')
    while (sandbox.requests.count() < 3) await new Promise(setImmediate)
    await Promise.all([assert.rejects(hanging), assert.rejects(late), hungUp, sandbox.close()])
    await sandbox.close()
  })
})

describe('sandbox over WebSocket', () => {
  async function dial(origin: string, host: string, path = '/feed'): Promise<WebSocket> {
    const socket = new WebSocket(`${origin.replace('http', 'ws')}${path}`, { headers: { host } })
    await once(socket, 'open')
    return socket
  }

  async function refusal(origin: string, host: string): Promise<number | undefined> {
    const socket = new WebSocket(origin.replace('http', 'ws'), { headers: { host } })
    const [, response] = await once(socket, 'unexpected-response')
    response.resume()
    return response.statusCode
  }

  it('connects a socket to the requested host', async () => {
    await using opened = await open()
    const socket = new WebSocket(`${opened.sandbox.origin.replace('http', 'ws')}/feed`, {
      headers: { host: 'acme.boards.sandbox' },
    })
    assert.equal(String((await once(socket, 'message'))[0]), 'acme /feed')
    socket.send('hello')
    assert.equal(String((await once(socket, 'message'))[0]), 'heard hello')
    socket.close()
    await once(socket, 'close')
    assert.equal(opened.sandbox.requests.count('acme.boards.sandbox', '/feed'), 1)
  })

  it('refuses sockets at hosts without an endpoint and at unknown hosts', async () => {
    await using opened = await open()
    assert.equal(await refusal(opened.sandbox.origin, 'library.sandbox'), 404)
    assert.equal(await refusal(opened.sandbox.origin, 'nowhere.example'), 421)
  })

  it('refuses with the status of a fault, then accepts', async () => {
    await using opened = await open()
    opened.sandbox.faults.set({ host: '*.boards.sandbox', kind: 'status', status: 503, times: 1 })
    assert.equal(await refusal(opened.sandbox.origin, 'acme.boards.sandbox'), 503)
    const socket = await dial(opened.sandbox.origin, 'acme.boards.sandbox')
    socket.terminate()
  })

  it('lets a client disconnect while it waits', async () => {
    await using opened = await open()
    const { faults, origin, requests } = opened.sandbox
    faults.set({ host: '*.boards.sandbox', kind: 'latency', ms: 1_000, times: 1 })
    faults.set({ host: '*.boards.sandbox', kind: 'hang', after: 1, times: 1 })
    for (const waiting of [1, 2]) {
      const socket = new WebSocket(origin.replace('http', 'ws'), { headers: { host: 'acme.boards.sandbox' } })
      const gaveUp = once(socket, 'error')
      while (requests.count() < waiting) await new Promise(setImmediate)
      socket.terminate()
      await gaveUp
    }
    const socket = await dial(origin, 'acme.boards.sandbox')
    socket.terminate()
  })

  it('resets before or after the first message for a fault', async () => {
    await using opened = await open()
    const { faults, origin } = opened.sandbox
    faults.set({ host: '*.boards.sandbox', kind: 'reset', when: 'before', times: 1 })
    faults.set({ host: '*.boards.sandbox', kind: 'reset', when: 'body', times: 1 })
    await assert.rejects(dial(origin, 'acme.boards.sandbox'), { code: 'ECONNRESET' })
    const socket = await dial(origin, 'acme.boards.sandbox')
    socket.on('error', () => {})
    socket.send('hello')
    const [code] = await once(socket, 'close')
    assert.equal(code, 1006)
  })

  it('closes with 1011 when the host fails, and survives frames that are too large', async () => {
    const failing: SandboxHost = {
      host: 'failing.sandbox',
      routes: [],
      socket: ({ socket }) =>
        new Promise((_, reject) => socket.once('message', () => reject(new Error('lost the thread')))),
    }
    await using sandbox = await startSandbox({ clock: systemClock, seed: 'x', hosts: [failing] })
    const socket = await dial(sandbox.origin, 'failing.sandbox')
    socket.send('hello')
    assert.equal((await once(socket, 'close'))[0], 1011)
    const loud = await dial(sandbox.origin, 'failing.sandbox')
    loud.on('error', () => {})
    loud.send(Buffer.alloc(1024 * 1024 + 1))
    assert.equal((await once(loud, 'close'))[0], 1009)
  })
})
