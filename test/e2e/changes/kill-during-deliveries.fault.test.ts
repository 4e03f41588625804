/** `kill -9` of a server, of one of two nodes, or of the database, at any moment of sending loses no change, and keeps the order of each subject. */

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createWebhook } from '../../../src/app/webhooks/webhooks.ts'
import { systemClock } from '../../../src/core/clock.ts'
import { sandboxSecret } from '../../../src/core/config/config-table.ts'
import { createKeyedHash, identityLedger } from '../../../src/identity/index.ts'
import { ChangeBatch } from '../../../src/store/changes/change-batch.ts'
import { openStore } from '../../../src/store/open.ts'
import type { Store } from '../../../src/store/store.ts'
import { postgresPrograms, skipReason } from '../../support/backends.ts'
import { CliRunner, noCoverage, type RunningProcess } from '../../support/cli-runner.ts'
import { PostgresServer } from '../../support/store/postgres-server.ts'
import { type TestDatabase, testEngines } from '../../support/store/test-engines.ts'
import { until } from '../../support/until.ts'

/** Enough to catch most mistakes during development; the nightly run has more. */
const rounds = Number(process.env.KILL_ROUNDS ?? 2)
const subjects = 7
const changesPerRound = 120
/** In a transaction of the writer that goes on while databases and nodes are killed. */
const changesPerWrite = 3
/** Each change that is refused holds back its subject for five seconds, so the writer waits for the receiver. */
const waitingMax = 300

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

function serve(runner: CliRunner, { storeOptions }: Pick<TestDatabase, 'storeOptions'>, host: string) {
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
        await untilDelivered(
          store,
          receiver,
          [server],
          () => receiver.numbers.length >= enough || isComplete(),
        )
        server.child.kill('SIGKILL')
        await server.exited
        if (!isComplete()) killedWhileSending += 1
      }
      assert.ok(killedWhileSending > 0, 'at least one kill met deliveries that were not finished')
      const last = serve(runner, database, receiver.host)
      await last.waitForOutput(/ready at/)
      await untilDelivered(store, receiver, [last], isComplete)
      assertOrder(receiver.numbers)
    })
  }
})

const victims = ['database', 'node', 'other node', 'database and node'] as const

describe('kill -9 of the database and of nodes', () => {
  it(`${rounds} times loses no change that was acknowledged, invents none, and delivers each`, {
    skip: skipReason('PostgreSQL programs', postgresPrograms()),
    timeout: 60_000 + rounds * 60_000,
  }, async () => {
    await using postgres = await PostgresServer.create()
    const database = { storeOptions: { databaseUrl: postgres.url, schemaPrefix: 'kill_' } }
    await using store = await openStore({
      ...database.storeOptions,
      role: 'worker',
      profile: 'sandbox',
      statementTimeoutMs: 60_000,
      poolMax: 4,
      clock: systemClock,
    })
    await using receiver = await startReceiver()
    using runner = new CliRunner()
    await subscribe(store, `http://${receiver.host}/hook`)
    const start = async () => {
      const server = serve(runner, database, receiver.host)
      await server.waitForOutput(/ready at/)
      return server
    }
    const nodes = [await start(), await start()]
    const writer = startWriter(store, receiver)
    for (let round = 0; round < rounds; round++) {
      // Another moment each time, while changes are written and sent.
      const [written, received] = [writer.acknowledged.size, receiver.numbers.length]
      const enough = 1 + ((round * 7) % 23)
      await until(() => writer.acknowledged.size >= written + enough && receiver.numbers.length > received)
      const victim = victims[round % victims.length] ?? ''
      const at = victim.startsWith('other') ? 1 : 0
      const deaths: Promise<unknown>[] = []
      if (victim.includes('database')) deaths.push(postgres.kill())
      if (victim.includes('node')) {
        nodes[at]?.child.kill('SIGKILL')
        deaths.push(nodes[at]?.exited ?? Promise.resolve())
      }
      await Promise.all(deaths)
      if (victim.includes('database')) await postgres.start()
      if (victim.includes('node')) nodes[at] = await start()
    }
    await writer.stop()
    const logged = await readLogged(store)
    assertWritten(logged, writer)
    await untilDelivered(
      store,
      receiver,
      nodes,
      () => new Set(receiver.numbers.map(({ number }) => number)).size >= logged.length,
    )
    for (const { number, subject } of receiver.numbers) assert.equal(logged[number - 1]?.subject, subject)
    assertOrder(receiver.numbers)
  })
})

interface Writer {
  /** Transactions that were begun; each has a number. */
  readonly begun: number
  readonly acknowledged: ReadonlySet<number>
  stop(): Promise<void>
}

/** Writes a few changes at a time, one transaction after the other, whatever becomes of the database. */
function startWriter(store: Store, { numbers }: Receiver): Writer {
  const acknowledged = new Set<number>()
  let begun = 0
  let isStopped = false
  const write = async () => {
    while (!isStopped) {
      if (acknowledged.size * changesPerWrite > numbers.length + waitingMax) {
        await sleep(10)
        continue
      }
      const turn = begun++
      const isWritten = await writeTurn(store, turn).then(
        () => true,
        () => false,
      )
      if (isWritten) acknowledged.add(turn)
      await sleep(10)
    }
  }
  const written = write()
  return {
    get begun() {
      return begun
    },
    acknowledged,
    async stop() {
      isStopped = true
      await written
    },
  }
}

async function writeTurn({ readModel }: Store, turn: number): Promise<void> {
  await readModel.transaction(async (tx) => {
    const batch = new ChangeBatch('notices')
    for (let at = 0; at < changesPerWrite; at++)
      batch.add({
        type: 'notice.published',
        subject: `s${(turn + at) % subjects}`,
        detectedAt: Date.now(),
        keys: { town: 'Ely', turn: String(turn) },
      })
    await batch.write(tx, readModel.dialect)
  })
}

interface Logged {
  readonly subject: string
  readonly turn: number
}

/** The change log, whose numbers have no gap. */
async function readLogged({ readModel }: Store): Promise<Logged[]> {
  const changes = await readModel.read
    .selectFrom('change')
    .select(['number', 'subject', 'keys'])
    .where('service', '=', 'notices')
    .orderBy('number')
    .execute()
  assert.deepEqual(
    changes.map(({ number }) => Number(number)),
    changes.map((_, at) => at + 1),
  )
  return changes.map(({ subject, keys }) => ({ subject, turn: Number(JSON.parse(keys).turn) }))
}

/** Each transaction is there as a whole or not at all, in the order in which they were begun, and the acknowledged ones are. */
function assertWritten(logged: readonly Logged[], { begun, acknowledged }: Writer): void {
  const turns = [...new Set(logged.map(({ turn }) => turn))]
  assert.deepEqual(
    logged.map(({ turn }) => turn),
    turns.flatMap((turn) => Array.from({ length: changesPerWrite }, () => turn)),
  )
  assert.deepEqual(
    turns,
    turns.toSorted((a, b) => a - b),
  )
  assert.ok(turns.every((turn) => turn < begun))
  assert.ok(acknowledged.size < begun, 'no kill met a transaction')
  for (const turn of acknowledged)
    assert.ok(turns.includes(turn), `the acknowledged transaction ${turn} is lost`)
}

/** A slow machine may take long for all of them. If no other one arrives, says what is still to be sent, and what failed before. */
async function untilDelivered(
  { ledger }: Store,
  { numbers }: Receiver,
  servers: readonly RunningProcess[],
  isSo: () => boolean,
): Promise<void> {
  while (!isSo()) {
    const { length } = numbers
    const waitedMs = processorWaitMs(servers)
    try {
      await until(() => isSo() || numbers.length > length)
    } catch (thrown) {
      const waitedMore = processorWaitMs(servers) - waitedMs
      if (waitedMore > starvedMs) continue
      const webhooks = await ledger.read.selectFrom('webhook').selectAll().execute()
      const waiting = await ledger.read
        .selectFrom('webhook_delivery')
        .selectAll()
        .where('state', '=', 'pending')
        .orderBy('attempts', 'desc')
        .limit(20)
        .execute()
      throw new Error(JSON.stringify({ now: Date.now(), waitedMore, webhooks, waiting }), { cause: thrown })
    }
  }
}

/** Of four minutes without a delivery. A server that is given no processor time sends nothing. */
const starvedMs = 60_000

/** How long the servers and this process were ready to run, and others ran. 0 on systems that do not say. */
function processorWaitMs(servers: readonly RunningProcess[]): number {
  const waits = [process.pid, ...servers.map(({ child }) => child.pid)].map((pid) => {
    try {
      const [, waitedNanos] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')
      return Number(waitedNanos) / 1e6
    } catch {
      return 0
    }
  })
  return Math.max(...waits)
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
