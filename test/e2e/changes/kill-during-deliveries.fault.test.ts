/** `kill -9` at any moment of sending loses no change, and keeps the order of each subject. */

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createWebhook } from '../../../src/app/webhooks/webhooks.ts'
import { sandboxSecret } from '../../../src/core/config/config-table.ts'
import { createKeyedHash, identityLedger } from '../../../src/identity/index.ts'
import { ChangeBatch } from '../../../src/store/changes/change-batch.ts'
import type { Store } from '../../../src/store/store.ts'
import { CliRunner, noCoverage } from '../../support/cli-runner.ts'
import { type TestDatabase, testEngines } from '../../support/store/test-engines.ts'
import { until } from '../../support/until.ts'

/** Enough to catch most mistakes during development; the nightly run has more. */
const rounds = Number(process.env.KILL_ROUNDS ?? 2)
const subjects = 7
const changesPerRound = 120

interface Receiver extends AsyncDisposable {
  readonly host: string
  /** The numbers of the changes, in the order in which they arrived. */
  readonly numbers: { readonly number: number; readonly subject: string }[]
}

/** Answers after a moment, and now and then with an error, so that a kill meets every state of a delivery. */
async function startReceiver(): Promise<Receiver> {
  const numbers: { number: number; subject: string }[] = []
  const refused = new Set<number>()
  let requests = 0
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    requests += 1
    const { number, notice_id: subject } = JSON.parse(body).data
    // Once: after a second failure it would wait for minutes.
    const isRefused = requests % 40 === 0 && !refused.has(number)
    await sleep(requests % 5)
    if (isRefused) refused.add(number)
    else numbers.push({ number, subject })
    response.writeHead(isRefused ? 500 : 204).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    numbers,
    async [Symbol.asyncDispose]() {
      server.close().closeAllConnections()
    },
  }
}

async function subscribe(store: Store, url: string): Promise<void> {
  const ledger = identityLedger(store.ledger)
  const nowMs = Date.now()
  await ledger.transaction(async (tx) => {
    const identity = { id: 'id_1', email: 'x@example.org', mailbox: 'x@example.org', quota_owner: 'id_1' }
    await tx
      .insertInto('identity')
      .values({ ...identity, created_at: nowMs, blocked_at: null, per_second: null, per_minute: null })
      .execute()
    await createWebhook(ledger, tx, createKeyedHash(sandboxSecret), {
      identityId: 'id_1',
      service: 'notices',
      filters: {},
      url,
      label: undefined,
      epoch: store.readModel.epoch(),
      position: { number: 0, at: 0 },
      nowMs,
    })
  })
}

async function log({ readModel }: Store, first: number, count: number): Promise<void> {
  await readModel.transaction(async (tx) => {
    const batch = new ChangeBatch('notices')
    for (let at = first; at < first + count; at++)
      batch.add({
        type: 'notice.published',
        subject: `s${at % subjects}`,
        detectedAt: Date.now(),
        keys: { town: 'Ely' },
      })
    await batch.write(tx, readModel.dialect)
  })
}

function serve(runner: CliRunner, { storeOptions }: TestDatabase, host: string) {
  const { dataDir = runner.folder, databaseUrl, schemaPrefix } = storeOptions
  return runner.start(['serve', 'notices'], {
    ...noCoverage,
    PORT: '0',
    SYNC_ENABLED: 'false',
    DATA_DIR: dataDir,
    WEBHOOK_PRIVATE_HOSTS: host,
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    ...(schemaPrefix === undefined ? {} : { DATABASE_SCHEMA_PREFIX: schemaPrefix.replace(/_$/, '') }),
  })
}

describe('kill -9 during deliveries', () => {
  for (const { name, skip, createDatabase } of testEngines) {
    it(`${name}: ${rounds} times delivers every change at least once, in the order of its subject`, {
      skip,
      timeout: 60_000 + rounds * 60_000,
    }, async () => {
      await using database = await createDatabase()
      await using store = await database.openStore({ role: 'worker', profile: 'sandbox' })
      await using receiver = await startReceiver()
      using runner = new CliRunner()
      await subscribe(store, `http://${receiver.host}/hook`)
      let logged = 0
      let killedWhileSending = 0
      const isComplete = () => new Set(receiver.numbers.map(({ number }) => number)).size === logged
      for (let round = 0; round < rounds; round++) {
        const server = serve(runner, database, receiver.host)
        await server.waitForOutput(/ready at/)
        const before = receiver.numbers.length
        await log(store, logged, changesPerRound)
        logged += changesPerRound
        // Another moment each time: after this many deliveries, from the first to the last.
        const share = ((round * 7) % 11) / 10
        const enough = before + Math.round(share * changesPerRound * 0.9)
        await untilOrExplain(store, () => receiver.numbers.length >= enough || isComplete())
        server.child.kill('SIGKILL')
        await server.exited
        if (!isComplete()) killedWhileSending += 1
      }
      assert.ok(killedWhileSending > 0, 'at least one kill met deliveries that were not finished')
      const last = serve(runner, database, receiver.host)
      await last.waitForOutput(/ready at/)
      await untilOrExplain(store, isComplete)
      assertOrder(receiver.numbers)
    })
  }
})

/** If it never becomes so, says what is still to be sent, and what failed before. */
async function untilOrExplain({ ledger }: Store, isSo: () => boolean): Promise<void> {
  try {
    await until(isSo)
  } catch (thrown) {
    const webhooks = await ledger.read.selectFrom('webhook').selectAll().execute()
    const waiting = await ledger.read
      .selectFrom('webhook_delivery')
      .selectAll()
      .where('state', '=', 'pending')
      .limit(5)
      .execute()
    throw new Error(JSON.stringify({ now: Date.now(), webhooks, waiting }), { cause: thrown })
  }
}

/** The first delivery of each change comes after those of all earlier changes of its subject. */
function assertOrder(numbers: Receiver['numbers']): void {
  const last = new Map<string, number>()
  const seen = new Set<number>()
  for (const { number, subject } of numbers) {
    if (seen.has(number)) continue
    seen.add(number)
    assert.ok(number > (last.get(subject) ?? 0), `${number} of ${subject} came too late`)
    last.set(subject, number)
  }
}
