/** A listening server with identities for tests: a small service that uses all of `Accounts`, and its log. */

import assert from 'node:assert/strict'
import { pino } from 'pino'
import { Type } from 'typebox'
import type { Clock } from '../../../src/core/clock.ts'
import { dataReply } from '../../../src/http/reply.ts'
import { type AnyRoute, defineRoute } from '../../../src/http/route.ts'
import { type Identity, openIdentity, sandboxMail } from '../../../src/identity/index.ts'
import { identityLedger, type Ledger } from '../../../src/identity/tables.ts'
import type { Store } from '../../../src/store/store.ts'
import { FakeClock } from '../fake-clock.ts'
import { openTestServer, type TestResponse } from './test-server.ts'

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
  readonly operatorEmails?: readonly string[]
  /** Routes besides those of the small service. */
  readonly routes?: (identity: Identity) => readonly AnyRoute[]
}

export interface IdentityFixture extends AsyncDisposable {
  readonly origin: string
  readonly identity: Identity
  readonly ledger: Ledger
  readonly warnings: string[]
  /** The server's log as text. */
  log(): string
  /** A text that must never appear in the log; checked when the server is closed. */
  expectNotLogged(text: string): void
  request(method: string, path: string, options?: RequestOptions): Promise<TestResponse>
  /** Requests a code, reads it from the mailbox and verifies it. */
  signIn(email: string, clientAddress?: string): Promise<{ token: string; key: string; keyId: string }>
  /** The newest code sent to an address. */
  latestCode(email: string): Promise<string>
}

interface RequestOptions {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly rawBody?: string
  /** The caller's IP address, sent as by a trusted proxy. */
  readonly clientAddress?: string
}

const testSecret = 'test-secret'

export async function openIdentityFixture(options: IdentityFixtureOptions): Promise<IdentityFixture> {
  const clock = options.clock ?? new FakeClock()
  const lines: string[] = []
  const warnings: string[] = []
  const secrets = new Set<string>()
  const logger = pino({ level: 'trace' }, { write: (line: string) => lines.push(line) })
  const identity = await openIdentity({
    store: options.store,
    clock,
    secret: options.secret ?? testSecret,
    rates: {
      anonymous: { perSecond: 40, perMinute: 1200 },
      identified: { perSecond: 2000, perMinute: 30_000 },
      livePerSecond: 10,
      ...options.rates,
    },
    allowances: options.allowances ?? { perDayAnonymous: 50, perMonthIdentified: 1000 },
    keyPrefix: 'bs_live',
    keyLifetimeMs: options.keyLifetimeMs,
    redis: options.redis,
    mail: options.mail ?? sandboxMail(options.store, clock),
    origin: 'http://broadsheet.example',
    operatorEmails: options.operatorEmails ?? [],
    onWarning: (message) => {
      warnings.push(message)
      logger.warn(message)
    },
  })
  const server = await openTestServer({
    clock,
    logger,
    accessControl: identity.accessControl,
    requestTimeoutMs: options.requestTimeoutMs ?? 20_000,
    trustedProxies: options.trustedProxies ?? ['127.0.0.1'],
    logRequests: 'all',
    routes: [...identity.rootRoutes, ...exampleRoutes(identity), ...(options.routes?.(identity) ?? [])],
  })
  const { origin } = server

  async function request(
    method: string,
    path: string,
    { headers, body, rawBody, clientAddress }: RequestOptions = {},
  ): Promise<TestResponse> {
    const sent = rawBody ?? (body === undefined ? undefined : JSON.stringify(body))
    return await server.fetch(path, {
      method,
      headers: {
        ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
        ...(clientAddress === undefined ? {} : { 'x-forwarded-for': clientAddress }),
        ...headers,
      },
      ...(sent === undefined ? {} : { body: sent }),
    })
  }

  async function latestCode(email: string): Promise<string> {
    const { json } = await request('GET', '/sandbox/mailbox')
    const mail = json.data.find(({ to }: { to: string }) => to === email)
    assert.ok(mail, `no mail for ${email}`)
    secrets.add(mail.code)
    return mail.code
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
      await server[Symbol.asyncDispose]()
      await identity[Symbol.asyncDispose]()
      const log = lines.join('')
      for (const secret of secrets) {
        // Any timestamp may contain six digits; a code on its own would be quoted.
        const form = /^\d{6}$/.test(secret) ? `"${secret}"` : secret
        assert.ok(!log.includes(form), `a secret is in the log: ${secret.slice(0, 8)}…`)
      }
    },
  }
}

/** Uses accounts the way cinema and market do. */
function exampleRoutes({ accounts }: Identity): AnyRoute[] {
  const anyObject = Type.Object({}, { additionalProperties: true })
  const routeDefaults = { tag: 'Things', response: { data: anyObject } } as const
  return [
    ...accounts.authRoutes,
    ...accounts.usageRoutes,
    ...accounts.limitRequestRoutes,
    accounts.analyticsRoute({
      schema: anyObject,
      sync: async () => ({ runs_by_status: [], source_health_counts: {} }),
    }),
    defineRoute({
      ...routeDefaults,
      method: 'GET',
      path: '/v1/things',
      id: 'listThings',
      summary: 'List things',
      access: 'optional',
      cache: { scope: 'things', maxAgeSeconds: 60 },
      handle: () => dataReply({ things: [] }),
    }),
    defineRoute({
      ...routeDefaults,
      method: 'GET',
      path: '/v1/private-things',
      id: 'listRuns',
      summary: 'List runs',
      access: 'key_or_token',
      cache: 'no-store',
      handle: ({ admission }) => dataReply({ credential: admission.principal.credential }),
    }),
    defineRoute({
      ...routeDefaults,
      method: 'GET',
      path: '/v1/live',
      id: 'getLive',
      summary: 'Get live data',
      access: 'optional',
      cache: 'no-store',
      handle: async ({ admission }) => {
        await accounts.admitLive(admission.principal)
        return dataReply({ live: true })
      },
    }),
    defineRoute({
      ...routeDefaults,
      method: 'POST',
      path: '/v1/snapshot',
      id: 'takeSnapshot',
      summary: 'Take a snapshot for credits',
      body: Type.Object({
        credits: Type.Integer({ minimum: 0 }),
        fails: Type.Optional(Type.Boolean()),
        chunks: Type.Optional(Type.Integer({ description: 'Streams chunks of 64 KiB.' })),
      }),
      access: 'optional',
      cache: 'no-store',
      handle: (context) =>
        accounts.idempotent(context, 'POST /v1/snapshot', async (billing) => {
          const { credits, fails, chunks } = context.body
          await billing.charge({ credits, usecase: 'snapshot' })
          const credits_charged = billing.credits
          if (fails) throw new Error('the snapshot failed')
          if (chunks === undefined) return dataReply({ taken: true }, { credits_charged })
          return { stream: exampleStream(chunks), meta: { credits_charged } }
        }),
    }),
  ]
}

async function* exampleStream(chunks: number): AsyncGenerator<string> {
  yield '{"chunks":["'
  for (let n = 0; n < chunks; n += 1) yield 'x'.repeat(65_536)
  yield '"]}'
}

/** An error response in the common shape, with the expected code and no internals. */
export function assertError(response: TestResponse, status: number, code: string): void {
  assert.equal(response.status, status, response.text)
  assert.equal(response.json.error.code, code, response.text)
  assert.equal(typeof response.json.error.message, 'string')
  assert.equal(response.json.meta.request_id, response.headers.get('x-request-id'))
  assert.equal(response.headers.get('cache-control'), 'no-store')
  assert.equal(
    response.headers.has('retry-after'),
    status === 429 || status === 503 || ['request_in_progress', 'source_busy'].includes(code),
  )
  assert.doesNotMatch(response.text, /select |insert |\bat .*\.ts|hmac|sha256/i)
}
