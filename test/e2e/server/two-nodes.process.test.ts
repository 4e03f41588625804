import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { postgresUrl, redisUrl, skipReason } from '../../support/backends.ts'
import type { IdentityServerOptions } from '../../support/programs/identity-server.ts'
import { projectRoot } from '../../support/project-root.ts'
import { postgres, sqlite, type TestDatabase, testEngines } from '../../support/store/test-engines.ts'
import { startTcpProxy, type TcpProxy } from '../../support/tcp-proxy.ts'
import { untilWithin } from '../../support/until.ts'

const program = join(projectRoot, 'test/support/programs/identity-server.ts')
const agent = new Agent({ keepAlive: true, maxSockets: 64 })

interface Node {
  readonly child: ChildProcess
  readonly origin: string
  /** Its log, complete once it has exited. */
  log: string
}

interface Span {
  readonly from: number
  readonly to: number
}

interface NodeResponse {
  readonly status: number
  readonly headers: NodeJS.Dict<string | string[]>
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape
  readonly json: any
}

function send(
  { origin }: Node,
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: unknown,
): Promise<NodeResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<NodeResponse>()
  const sent = body === undefined ? undefined : JSON.stringify(body)
  const sending = request(
    origin + path,
    { method, agent, headers: { ...headers, ...(sent ? { 'content-type': 'application/json' } : {}) } },
    (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          json: text.startsWith('{') ? JSON.parse(text) : undefined,
        }),
      )
    },
  )
  sending.on('error', reject)
  sending.end(sent)
  return promise
}

async function startNode(options: IdentityServerOptions): Promise<Node> {
  const child = spawn(process.execPath, [program, JSON.stringify(options)], {
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const node = { child, origin: '', log: '' }
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    node.log += chunk
  })
  const [line] = (await Promise.race([
    once(child.stdout?.setEncoding('utf8') ?? child, 'data'),
    once(child, 'exit').then(() => Promise.reject(new Error(`a node did not start:\n${node.log}`))),
  ])) as [string]
  return {
    ...node,
    origin: JSON.parse(line).origin,
    get log() {
      return node.log
    },
  }
}

async function stopNode({ child }: Node): Promise<number | null> {
  if (child.exitCode !== null) return child.exitCode
  child.stdin?.end()
  const [code] = await once(child, 'exit')
  return code
}

async function signIn(node: Node, email: string): Promise<{ token: string; key: string; keyId: string }> {
  const sent = await send(node, 'POST', '/v1/auth/otp', {}, { email })
  assert.equal(sent.status, 202)
  const { json } = await send(node, 'GET', '/sandbox/mailbox')
  const { code } = json.data.find(({ to }: { to: string }) => to === email)
  const verified = await send(node, 'POST', '/v1/auth/verify', {}, { email, code })
  assert.equal(verified.status, 200)
  const { token, key } = verified.json.data
  return { token, key: key.secret, keyId: key.id }
}

const backends = [
  ...testEngines.map(({ name, skip, borrowDatabase }) => ({
    name,
    skip,
    borrowDatabase,
    redis: undefined as string | undefined,
  })),
  {
    name: 'postgres and Redis',
    skip: skipReason('PostgreSQL', postgresUrl()) || skipReason('Redis', redisUrl()),
    borrowDatabase: postgres.borrowDatabase,
    redis: redisUrl(),
  },
]

for (const { name, skip, borrowDatabase, redis } of backends) {
  describe(`two nodes on ${name}`, { skip }, () => {
    let database: TestDatabase
    let nodes: [Node, Node]
    const secrets: string[] = []

    before(async () => {
      assert.ok(borrowDatabase)
      database = await borrowDatabase()
      // Creates the tables, so that both nodes find them.
      const store = await database.openStore()
      await store[Symbol.asyncDispose]()
      const options: IdentityServerOptions = {
        store: database.storeOptions,
        identity: {
          rates: {
            anonymous: { perSecond: 5000, perMinute: 100_000 },
            identified: { perSecond: 5000, perMinute: 100_000 },
            livePerSecond: 100,
          },
          allowances: { perDayAnonymous: 50, perMonthIdentified: 150 },
          ...(redis ? { redis: { url: redis, keyPrefix: `t${randomBytes(6).toString('hex')}:` } } : {}),
        },
      }
      nodes = [await startNode(options), await startNode(options)]
    })
    after(async () => {
      const codes = await Promise.all((nodes ?? []).map(stopNode))
      agent.destroy()
      await database[Symbol.asyncDispose]()
      assert.deepEqual(codes, [0, 0])
      for (const { log } of nodes) for (const secret of secrets) assert.ok(!log.includes(secret))
    })

    it('accept each other’s keys, and refuse a revoked one within a second', async () => {
      const { token, key, keyId } = await signIn(nodes[0], 'revoked@example.org')
      secrets.push(token, key)
      const headers = { 'x-api-key': key }
      for (const node of nodes) {
        assert.equal((await send(node, 'GET', '/v1/private-things', headers)).status, 200)
        // Cached and not cached.
        for (let n = 0; n < 3; n++) assert.equal((await send(node, 'GET', '/v1/things', headers)).status, 200)
      }
      const gone = await send(nodes[0], 'DELETE', `/v1/auth/keys/${keyId}`, {
        authorization: `Bearer ${token}`,
      })
      assert.equal(gone.status, 200)
      assert.equal((await send(nodes[0], 'GET', '/v1/things', headers)).status, 401)
      await untilWithin(1500, 'the other node refuses the key', async () => {
        return (await send(nodes[1], 'GET', '/v1/things', headers)).status === 401
      })
      assert.equal((await send(nodes[1], 'GET', '/v1/private-things', headers)).status, 401)
    })

    it('charge 200 concurrent requests exactly, never below zero, and an Idempotency-Key once', async () => {
      const { token, key } = await signIn(nodes[0], 'credits@example.org')
      secrets.push(token, key)
      const headers = { 'x-api-key': key }
      async function buy(node: (typeof nodes)[number]): ReturnType<typeof send> {
        const response = await send(node, 'POST', '/v1/snapshot', headers, { credits: 1 })
        // A caller has a few requests handled at once.
        return response.json.error?.code === 'overloaded' ? await buy(node) : response
      }
      const responses = await Promise.all(
        Array.from({ length: 200 }, (_, n) => buy(nodes[n % 2 === 0 ? 0 : 1])),
      )
      const count = (status: number) => responses.filter((response) => response.status === status).length
      assert.deepEqual([count(200), count(402)], [150, 50])
      const usage = await send(nodes[1], 'GET', '/v1/usage', headers)
      assert.deepEqual([usage.json.data.credits.used, usage.json.data.credits.available], [150, 0])
      const refused = responses.find(({ status }) => status === 402)
      assert.deepEqual(refused?.json.error.code, 'insufficient_credits')
      assert.deepEqual([refused?.json.error.details.needed, refused?.json.error.details.available], [1, 0])

      const other = await signIn(nodes[1], 'same-key@example.org')
      secrets.push(other.token, other.key)
      const same = { 'x-api-key': other.key, 'idempotency-key': 'one-request-sent-often' }
      const repeats = await Promise.all(
        Array.from({ length: 40 }, (_, n) =>
          send(nodes[n % 2 === 0 ? 0 : 1], 'POST', '/v1/snapshot', same, { credits: 7 }),
        ),
      )
      assert.ok(repeats.every(({ status }) => status === 200 || status === 409))
      assert.ok(repeats.some(({ status }) => status === 200))
      const once = await send(nodes[0], 'GET', '/v1/usage', { 'x-api-key': other.key })
      assert.equal(once.json.data.credits.used, 7)
    })

    it('create one key for one Idempotency-Key sent to both at once', async () => {
      const { token, key } = await signIn(nodes[0], 'idempotent@example.org')
      secrets.push(token, key)
      const headers = { authorization: `Bearer ${token}`, 'idempotency-key': 'both-at-once' }
      const responses = await Promise.all(
        Array.from({ length: 10 }, (_, n) =>
          send(nodes[n % 2 === 0 ? 0 : 1], 'POST', '/v1/auth/keys', headers),
        ),
      )
      assert.ok(responses.every(({ status }) => status === 201 || status === 409))
      const created = responses
        .filter(({ status }) => status === 201)
        .map(({ json }) => json.data.secret as string)
      assert.equal(new Set(created).size, 1)
      secrets.push(...created)
      const listed = await send(nodes[1], 'GET', '/v1/auth/keys', { authorization: `Bearer ${token}` })
      assert.equal(listed.json.data.length, 2)
    })

    it('check no more than five guesses at a code together', async () => {
      const email = 'guessed@example.org'
      await send(nodes[0], 'POST', '/v1/auth/otp', {}, { email })
      await Promise.all(
        Array.from({ length: 20 }, (_, n) => {
          const code = String(n).padStart(6, '0')
          return send(
            nodes[n % 2 === 0 ? 0 : 1],
            'POST',
            '/v1/auth/verify',
            {},
            { email, code, create_key: false },
          )
        }),
      )
      const { json } = await send(nodes[0], 'GET', '/sandbox/mailbox')
      const { code } = json.data.find(({ to }: { to: string }) => to === email)
      const late = await send(nodes[1], 'POST', '/v1/auth/verify', {}, { email, code })
      assert.equal(late.status, 400)
    })

    if (!redis) return
    it('share one limit within two percent under load', async () => {
      const { token, key } = await signIn(nodes[0], 'limited@example.org')
      secrets.push(token, key)
      // A connection whose requests are refused again and again is read once a second.
      const headers = { 'x-api-key': key, connection: 'close' }
      const startedAt = performance.now()
      /** When requests were sent and answered: they were decided in between, however busy the machine is. */
      const passed: Span[] = []
      const refused: Span[] = []
      const pauses: Span[] = []
      /** A node that pauses keeps its share of the limit from the other one. */
      const isSteady = ({ from, to }: Span) =>
        !pauses.some((pause) => pause.from < to && pause.to > from - 1500)
      // Several windows, so that the limit is reached more than once.
      const isLongEnough = () => {
        const ms = performance.now() - startedAt
        return ms > 60_000 || (ms > 2500 && refused.length >= 300 && refused.filter(isSteady).length >= 100)
      }
      async function hammer(node: Node): Promise<void> {
        while (!isLongEnough()) {
          const from = performance.now()
          const { status, headers: received } = await send(node, 'GET', '/v1/live', headers)
          const span = { from, to: performance.now() }
          if (span.to - from > 200) pauses.push(span)
          if (status === 200) passed.push(span)
          else {
            assert.equal(status, 429)
            assert.match(String(received['retry-after']), /^[1-9]\d*$/)
            refused.push(span)
          }
        }
      }
      await Promise.all(Array.from({ length: 16 }, (_, n) => hammer(nodes[n % 2 === 0 ? 0 : 1])))
      const steady = refused.filter(isSteady)
      assert.ok(
        passed.length > 100 && refused.length >= 300 && steady.length >= 100,
        `${passed.length} passed, ${refused.length} refused, ${steady.length} of them in steady seconds`,
      )
      for (const { from } of passed) {
        const within = passed.filter((span) => span.from >= from && span.to <= from + 800).length
        assert.ok(within <= 102, `${within} within a second`)
      }
      for (const { from, to } of steady) {
        const before = passed.filter((span) => span.to > from - 1500 && span.from <= to + 500).length
        assert.ok(before >= 98, `refused after ${before} within a second`)
      }
    })
  })
}

describe('two nodes that lose Redis', { skip: skipReason('Redis', redisUrl()) }, () => {
  it('count per node, log it, and share again when Redis is back', async () => {
    const database = await sqlite.borrowDatabase()
    const store = await database.openStore()
    await store[Symbol.asyncDispose]()
    const url = new URL(redisUrl() ?? '')
    const proxy: TcpProxy = await startTcpProxy(url.hostname, Number(url.port || 6379))
    const options: IdentityServerOptions = {
      store: database.storeOptions,
      identity: {
        rates: { anonymous: { perSecond: 5, perMinute: 100_000 } },
        redis: { url: `redis://127.0.0.1:${proxy.port}`, keyPrefix: `t${randomBytes(6).toString('hex')}:` },
      },
    }
    const nodes = [await startNode(options), await startNode(options)] as const
    try {
      /** The number of requests of a burst on both nodes that pass. One that takes longer says nothing, and is repeated. */
      async function burst(msMax = 900): Promise<number> {
        for (let tries = 0; tries < 30; tries += 1) {
          await sleep(1100)
          const startedAt = performance.now()
          const responses = await Promise.all(
            Array.from({ length: 30 }, (_, n) => send(nodes[n % 2 === 0 ? 0 : 1], 'GET', '/v1/live')),
          )
          for (const { status } of responses) assert.ok(status === 200 || status === 429)
          if (performance.now() - startedAt < msMax)
            return responses.filter(({ status }) => status === 200).length
        }
        assert.fail(`no burst takes less than ${msMax} ms`)
      }
      // Nodes wait half a second for Redis.
      assert.equal(await burst(400), 5)
      proxy.cut()
      await burst()
      assert.equal(await burst(), 10)
      proxy.restore()
      for (let bursts = 1; (await burst()) !== 5; bursts += 1)
        assert.ok(bursts < 12, 'limits are not shared again')
      proxy.stall()
      await burst()
      assert.equal(await burst(), 10)
    } finally {
      for (const node of nodes) {
        await stopNode(node)
        assert.match(node.log, /Redis is unreachable/)
        assert.match(node.log, /Redis is reachable again/)
      }
      agent.destroy()
      await proxy[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
    }
  })
})
