/** A server with one cached list, with or without identity. Argument: `open`, `limits` or `redis`. */

import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { Type } from 'typebox'
import { systemClock } from '../../src/core/clock.ts'
import { allowAll } from '../../src/http/access-control.ts'
import { defineRoute } from '../../src/http/route.ts'
import { createKey } from '../../src/identity/credentials/api-keys.ts'
import { ensureIdentity } from '../../src/identity/credentials/identities.ts'
import { noMail, openIdentity } from '../../src/identity/index.ts'
import { createKeyedHash } from '../../src/identity/keyed-hash.ts'
import { identityLedger } from '../../src/identity/tables.ts'
import { openStore } from '../../src/store/open.ts'
import { openTestServer } from '../../test/support/server/test-server.ts'
import { cpuMicros, serveRunner } from './serve-runner.ts'

const mode = process.argv[2] ?? 'limits'
const dataDir = mkdtempSync(join(tmpdir(), 'broadsheet-bench-'))
const store = await openStore({
  dataDir,
  role: 'server',
  statementTimeoutMs: 10_000,
  poolMax: 4,
  clock: systemClock,
})
const secret = 'a secret of the bench'
/** Checked, but never reached. */
const rates = { perSecond: 1_000_000, perMinute: 60_000_000 }
const redisUrl = process.env.TEST_REDIS_URL
const identity = await openIdentity({
  store,
  clock: systemClock,
  secret,
  rates: { anonymous: rates, identified: rates, livePerSecond: 10 },
  allowances: { perDayAnonymous: 50, perMonthIdentified: 1000 },
  keyPrefix: 'bs_live',
  keyLifetimeMs: undefined,
  redis: mode === 'redis' && redisUrl ? { url: redisUrl, keyPrefix: `bench${process.pid}:` } : undefined,
  mail: noMail,
  origin: '',
  onWarning: (message) => process.stderr.write(`${message}\n`),
})
const ledger = identityLedger(store.ledger)
const key = await ledger.transaction(async (tx) => {
  const nowMs = systemClock.now()
  const { id } = await ensureIdentity(ledger, tx, 'bench@example.org', nowMs)
  return await createKey(ledger, tx, createKeyedHash(secret), {
    identityId: id,
    label: undefined,
    prefix: 'bs_live',
    lifetimeMs: undefined,
    nowMs,
  })
})

const rows = Array.from({ length: 20 }, (_, index) =>
  JSON.stringify({
    id: `row_${index}`,
    title: createHash('sha256').update(String(index)).digest('hex'),
    body: 'x'.repeat(300),
  }),
)
const server = await openTestServer({
  clock: systemClock,
  logger: pino({ level: 'warn' }),
  accessControl: mode === 'open' ? allowAll : identity.accessControl,
  requestTimeoutMs: 10_000,
  routes: [
    defineRoute({
      method: 'GET',
      path: '/v1/rows',
      id: 'listRows',
      tag: 'Rows',
      summary: 'List rows',
      response: { rows: Type.Object({}, { additionalProperties: true }) },
      access: 'optional',
      cache: { scope: 'rows', maxAgeSeconds: 60 },
      handle: () => ({ rows }),
    }),
  ],
})

serveRunner({ origin: server.origin, key: key?.secret ?? '' }, cpuMicros, async () => {
  await server[Symbol.asyncDispose]()
  await identity[Symbol.asyncDispose]()
  await store[Symbol.asyncDispose]()
  rmSync(dataDir, { recursive: true, force: true })
})
