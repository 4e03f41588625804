/** A listening server with identities for tests: a small service that uses everything, on either engine, and all it logs. */

import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { Type } from 'typebox'
import { type Clock, FakeClock } from '../../../src/core/clock.ts'
import type { Charge } from '../../../src/http/accounts.ts'
import { createCursorCodec } from '../../../src/http/cursor.ts'
import { Metrics } from '../../../src/http/metrics/metrics.ts'
import { dataReply } from '../../../src/http/reply.ts'
import { type AnyRoute, defineRoute } from '../../../src/http/route.ts'
import { createServer } from '../../../src/http/server/create-server.ts'
import { LoadShedder } from '../../../src/http/server/load-shedder.ts'
import { type Identity, openIdentity } from '../../../src/identity/index.ts'
import { identityLedger, type Ledger } from '../../../src/identity/tables.ts'
import type { Store } from '../../../src/store/store.ts'

type IdentityOptions = Parameters<typeof openIdentity>[0]

export interface IdentityFixtureOptions {
  readonly store: Store
  readonly clock?: Clock
  readonly secret?: string
  readonly rates?: Partial<IdentityOptions['rates']>
  readonly allowances?: IdentityOptions['allowances']
  readonly keyLifetimeMs?: number
  readonly redis?: IdentityOptions['redis']
  readonly mail?: IdentityOptions['mail']
  readonly trustedProxies?: readonly string[]
  readonly requestTimeoutMs?: number
}

export interface TestResponse {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly json: any
}

export interface IdentityFixture extends AsyncDisposable {
  readonly origin: string
  readonly identity: Identity
  readonly ledger: Ledger
  readonly warnings: string[]
  /** Everything the server has logged, as text. */
  log(): string
  /** Texts that must never show up in the log; checked when the server is closed. */
  expectNotLogged(text: string): void
  request(method: string, path: string, options?: RequestOptions): Promise<TestResponse>
  /** Asks for a code, reads it from the mailbox and trades it in. */
  signIn(email: string, clientAddress?: string): Promise<{ token: string; key: string; keyId: string }>
  /** The newest code that was sent to an address. */
  latestCode(email: string): Promise<string>
}

interface RequestOptions {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly rawBody?: string
  /** The caller's address; believed because the test trusts its own proxy. */
  readonly clientAddress?: string
}

export async function openIdentityFixture(options: IdentityFixtureOptions): Promise<IdentityFixture> {
  const clock = options.clock ?? new FakeClock()
  const lines: string[] = []
  const warnings: string[] = []
  const secrets = new Set<string>()
  const shedding = new LoadShedder({ inFlightMax: 1000, lagMsMax: 60_000 })
  const logger = pino({ level: 'trace' }, { write: (line: string) => lines.push(line) })
  const identity = await openIdentity({
    store: options.store,
    clock,
    secret: options.secret ?? 'a secret of the tests',
    rates: {
      anonymous: { perSecond: 40, perMinute: 1200 },
      identified: { perSecond: 2000, perMinute: 30_000 },
      livePerSecond: 10,
      ...options.rates,
    },
    allowances: options.allowances ?? { perDayAnonymous: 50, perMonthIdentified: 1000 },
    keyLifetimeMs: options.keyLifetimeMs,
    redis: options.redis,
    mail: options.mail ?? { kind: 'mailbox' },
    origin: 'http://broadsheet.example',
    onWarning: (message) => {
      warnings.push(message)
      logger.warn(message)
    },
  })
  const edge = createServer({
    clock,
    logger,
    metrics: new Metrics(),
    accessControl: identity.accessControl,
    cursors: createCursorCodec('a secret of the tests'),
    loadShedder: shedding,
    requestTimeoutMs: options.requestTimeoutMs ?? 20_000,
    bodyBytesMax: 1_048_576,
    trustedProxies: options.trustedProxies ?? ['127.0.0.1'],
    logRequests: 'all',
    cacheBytesMax: 4_194_304,
    versionOf: () => 1,
  })
  edge.mount('', [...identity.rootRoutes, ...exampleRoutes(identity)])
  await edge.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = edge.nodeServer.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`

  async function request(
    method: string,
    path: string,
    { headers, body, rawBody, clientAddress }: RequestOptions = {},
  ): Promise<TestResponse> {
    const sent = rawBody ?? (body === undefined ? undefined : JSON.stringify(body))
    const response = await fetch(origin + path, {
      method,
      headers: {
        ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
        ...(clientAddress === undefined ? {} : { 'x-forwarded-for': clientAddress }),
        ...headers,
      },
      ...(sent === undefined ? {} : { body: sent }),
    })
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: text.startsWith('{') ? JSON.parse(text) : undefined,
    }
  }

  async function latestCode(email: string): Promise<string> {
    const { json } = await request('GET', '/sandbox/mailbox')
    const letter = json.data.find(({ to }: { to: string }) => to === email)
    assert.ok(letter, `no mail for ${email}`)
    secrets.add(letter.code)
    return letter.code
  }

  return {
    origin,
    identity,
    ledger: identityLedger(options.store.ledger),
    warnings,
    log: () => lines.join(''),
    expectNotLogged: (text) => secrets.add(text),
    request,
    latestCode,
    async signIn(email, clientAddress) {
      const caller = clientAddress === undefined ? {} : { clientAddress }
      const sent = await request('POST', '/v1/auth/otp', { body: { email }, ...caller })
      assert.equal(sent.status, 202, sent.text)
      const code = await latestCode(email)
      const { status, json, text } = await request('POST', '/v1/auth/verify', {
        body: { email, code },
        ...caller,
      })
      assert.equal(status, 200, text)
      secrets.add(json.data.token).add(json.data.key.secret)
      return { token: json.data.token, key: json.data.key.secret, keyId: json.data.key.id }
    },
    async [Symbol.asyncDispose]() {
      await edge.app.close()
      await identity[Symbol.asyncDispose]()
      shedding.close()
      const log = lines.join('')
      for (const secret of secrets) {
        // Six digits are found in any timestamp; as a value of their own they would stand in quotes.
        const form = /^\d{6}$/.test(secret) ? `"${secret}"` : secret
        assert.ok(!log.includes(form), `a secret is in the log: ${secret.slice(0, 8)}…`)
      }
    },
  }
}

/** What cinema and market do with accounts, in small. */
function exampleRoutes({ accounts }: Identity): AnyRoute[] {
  const anyObject = Type.Object({}, { additionalProperties: true })
  const shared = { tag: 'Things', response: { data: anyObject } } as const
  return [
    ...accounts.authRoutes,
    accounts.usageRoute,
    accounts.limitRequestRoute,
    accounts.analyticsRoute({
      schema: anyObject,
      sync: async () => ({ runs_by_status: [], source_health_counts: {} }),
    }),
    defineRoute({
      ...shared,
      method: 'GET',
      path: '/v1/things',
      id: 'listThings',
      summary: 'Things',
      access: 'optional',
      cache: { scope: 'things', maxAgeSeconds: 60 },
      handle: () => dataReply({ things: [] }),
    }),
    defineRoute({
      ...shared,
      method: 'GET',
      path: '/v1/runs',
      id: 'listRuns',
      summary: 'For those who show a credential',
      access: 'key_or_token',
      cache: 'no-store',
      handle: ({ admission }) => dataReply({ credential: admission.principal.credential }),
    }),
    defineRoute({
      ...shared,
      method: 'GET',
      path: '/v1/live',
      id: 'getLive',
      summary: 'Asks an upstream',
      access: 'optional',
      cache: 'no-store',
      handle: async ({ admission }) => {
        await accounts.admitLive(admission.principal)
        return dataReply({ live: true })
      },
    }),
    defineRoute({
      ...shared,
      method: 'POST',
      path: '/v1/snapshot',
      id: 'takeSnapshot',
      summary: 'Costs credits',
      body: Type.Object({ credits: Type.Integer({ minimum: 0 }), fails: Type.Optional(Type.Boolean()) }),
      access: 'optional',
      cache: 'no-store',
      handle: (ask) =>
        accounts.idempotent(ask, 'POST /v1/snapshot', async () => {
          const charge: Charge = await accounts.charge({
            principal: ask.admission.principal,
            credits: ask.body.credits,
            requestId: ask.requestId,
            route: 'POST /v1/snapshot',
            usecase: 'snapshot',
            fingerprint: JSON.stringify(ask.body),
            signal: ask.signal,
          })
          if (ask.body.fails) {
            await charge.refund()
            throw new Error('the answer could not be made')
          }
          await charge.commit()
          return dataReply({ taken: true }, { credits_charged: charge.credits })
        }),
    }),
  ]
}

/** An answer above 399 in the one shape all errors have, with a code and nothing that gives anything away. */
export function assertError(answer: TestResponse, status: number, code: string): void {
  assert.equal(answer.status, status, answer.text)
  assert.equal(answer.json.error.code, code, answer.text)
  assert.equal(typeof answer.json.error.message, 'string')
  assert.equal(answer.json.meta.request_id, answer.headers.get('x-request-id'))
  assert.equal(answer.headers.get('cache-control'), 'no-store')
  assert.equal(
    answer.headers.has('retry-after'),
    status === 429 || status === 503 || code === 'request_in_progress',
  )
  assert.doesNotMatch(answer.text, /select |insert |\bat .*\.ts|hmac|sha256/i)
}
