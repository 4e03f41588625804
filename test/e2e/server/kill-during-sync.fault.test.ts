/** `kill -9` at any moment of a sync loses nothing that was acknowledged and leaves nothing half done. */

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, it } from 'node:test'
import { sandboxHosts } from '../../../sandbox/all-hosts.ts'
import { type Sandbox, startSandbox } from '../../../sandbox/server.ts'
import { createAppContext } from '../../../src/app/app-context.ts'
import { createSyncApp, type SyncApp } from '../../../src/app/sync/sync-app.ts'
import { systemClock } from '../../../src/core/clock.ts'
import { loadConfig } from '../../../src/core/config/load-config.ts'
import { type EventMap, silentEvents } from '../../../src/core/events.ts'
import { createLogger } from '../../../src/core/log.ts'
import { postgresPrograms, skipReason } from '../../support/backends.ts'
import { noCoverage } from '../../support/cli-runner.ts'
import { FakeClock } from '../../support/fake-clock.ts'
import { projectRoot } from '../../support/project-root.ts'
import { newFolder } from '../../support/shared-folder.ts'
import { PostgresServer } from '../../support/store/postgres-server.ts'
import { type TestDatabase, testEngines } from '../../support/store/test-engines.ts'

/** Enough to catch most mistakes during development; the nightly run has more. */
const roundsOfOne = Number(process.env.KILL_ROUNDS ?? 3)
const roundsOfTwo = Number(process.env.KILL_ROUNDS ?? 2)
const roundsWithDatabase = Number(process.env.KILL_ROUNDS ?? 1)
const dayMs = 86_400_000
/** A run of the notices takes about forty. */
const stepsMax = 90

interface KillCase {
  readonly name: string
  readonly skip: false | string
  readonly nodes: number
  readonly rounds: number
  createHome(): Promise<Home>
}

interface Home extends AsyncDisposable {
  readonly storeOptions: TestDatabase['storeOptions']
  /** What is killed before the nodes, which then have to go on. */
  readonly server?: PostgresServer
}

const cases: readonly KillCase[] = [
  ...testEngines.flatMap(({ name, skip, createDatabase: createHome }) => [
    { name, skip, createHome, nodes: 1, rounds: roundsOfOne },
    { name: `${name}, two nodes`, skip, createHome, nodes: 2, rounds: roundsOfTwo },
  ]),
  ...[1, 2].map((nodes) => ({
    name: `postgres that is killed too, ${nodes === 1 ? 'one node' : 'two nodes'}`,
    skip: skipReason('PostgreSQL programs', postgresPrograms()),
    nodes,
    rounds: roundsWithDatabase,
    createHome: async (): Promise<Home> => {
      const server = await PostgresServer.create()
      const storeOptions = { databaseUrl: server.url, schemaPrefix: 'kill_' }
      return { storeOptions, server, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
    },
  })),
]

describe('kill -9 during a sync', () => {
  for (const { name, skip, createHome, nodes, rounds } of cases) {
    it(`${name}: ${rounds} times leaves old or new, never half, and loses nothing that was acknowledged`, {
      skip,
      timeout: rounds * 600_000,
    }, async () => {
      await using home = await createHome()
      const folder = newFolder('kill')
      const dataDir = home.storeOptions.dataDir ?? folder
      const env = {
        DATA_DIR: dataDir,
        ...(home.storeOptions.databaseUrl
          ? {
              DATABASE_URL: home.storeOptions.databaseUrl,
              DATABASE_SCHEMA_PREFIX: home.storeOptions.schemaPrefix?.replace(/_$/, '') ?? '',
            }
          : {}),
      }
      // The sandbox moves on by a day each round, so that every run has something to change.
      const clock = new FakeClock()
      await using sandbox = await startSandbox({ clock, seed: 'kill', hosts: sandboxHosts })
      const acknowledged = new Set<string>()
      try {
        // Two nodes have few rounds in the gate: not the one that kills the first at once.
        for (let round = nodes - 1; round < nodes - 1 + rounds; round += 1) {
          clock.advance(dayMs)
          const shared: Round = {
            firstDeath: new AbortController(),
            outage: home.server && outageOf(home.server),
            starting: nodes,
          }
          const killed = Array.from({ length: nodes }, (_, node) =>
            syncUntilKilled(sandbox.origin, env, round + node * 2, shared),
          )
          for (const ids of await Promise.all(killed)) for (const id of ids) acknowledged.add(id)
          const reason = home.server ? /^(interrupted|The database is unreachable)/ : /^interrupted/
          await examine(env, sandbox, { acknowledged, reason })
        }
        assert.ok(acknowledged.size > 0, 'no run came to its end in any round: the test would prove nothing')
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    })
  }
})

/** What the nodes of a round share. */
interface Round {
  readonly firstDeath: AbortController
  readonly outage: Outage | undefined
  /** How many have not begun to sync: without a database they could not. */
  starting: number
}

/** Of the database, which is killed and started again, once in a round. */
interface Outage {
  begin(): void
  readonly isOver: boolean
  /** Rejects if the database does not start again. */
  readonly ended: Promise<void>
}

function outageOf(server: PostgresServer): Outage {
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>()
  let hasBegun = false
  let isOver = false
  const run = async () => {
    await server.kill()
    await server.start()
    isOver = true
  }
  return {
    begin() {
      if (!hasBegun) run().then(resolve, reject)
      hasBegun = true
    },
    get isOver() {
      return isOver
    },
    ended,
  }
}

/**
 * Kills the program after a number of steps that differs from round to round, or soon after the other node died, for
 * whose lease it may wait. If the database is killed, the program lives until a run after that has succeeded.
 * Returns what it acknowledged.
 */
async function syncUntilKilled(
  origin: string,
  env: Record<string, string>,
  round: number,
  shared: Round,
): Promise<string[]> {
  const { firstDeath, outage } = shared
  const child = spawn(
    process.execPath,
    [join(projectRoot, 'test/support/programs/endless-sync.ts'), origin],
    {
      env: {
        ...noCoverage,
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const exited = once(child, 'exit')
  const kill = () => child.kill('SIGKILL')
  firstDeath.signal.addEventListener('abort', () => setTimeout(kill, (round * 29) % 97))
  child.once('exit', () => firstDeath.abort())
  // Spread over the length of two runs by the golden ratio, so that no moment is favoured.
  const steps = Math.floor(((round * 0.618) % 1) * stepsMax)
  const acknowledged: string[] = []
  let taken = 0
  for await (const line of createInterface({ input: child.stdout })) {
    const [word, id = '', status] = line.split(' ')
    if (word === 'syncing') shared.starting -= 1
    if (word === 'step') taken += 1
    const hasSucceeded = word === 'acknowledged' && status === 'succeeded'
    if (hasSucceeded) acknowledged.push(id)
    if (outage === undefined) assert.notEqual(word, 'failed', line)
    else if (outage.isOver && hasSucceeded) setTimeout(kill, (round * 29) % 97)
    // Shortly after the step, to interrupt what follows it.
    if (taken < steps) continue
    if (outage === undefined) setTimeout(kill, (round * 7) % 13)
    else if (shared.starting === 0) setTimeout(outage.begin, (round * 7) % 13)
  }
  await outage?.ended
  const [, signal] = await exited
  assert.equal(signal, 'SIGKILL', 'the program ended by itself')
  return acknowledged
}

interface ExpectedRuns {
  /** These have succeeded. */
  readonly acknowledged: ReadonlySet<string>
  /** Why others may have failed. */
  readonly reason: RegExp
}

/** Everything that must hold after a crash at any moment. */
async function examine(env: Record<string, string>, sandbox: Sandbox, expected: ExpectedRuns): Promise<void> {
  const published: EventMap['memberPublished'][] = []
  const context = await createAppContext(loadConfig({ env, cwd: env.DATA_DIR ?? '.' }), {
    clock: systemClock,
    logger: createLogger({ level: 'silent', format: 'json' }),
    events: { ...silentEvents, memberPublished: (event) => published.push(event) },
    sandboxOrigin: sandbox.origin,
  })
  await using sync = await createSyncApp(context)
  await sync.engine.recover()
  await runsAreTrue(sync, expected)
  await artifactsAreWhole(sync, env.DATA_DIR ?? '')
  await changesAreWhole(sync)
  await membersAreWhole(sync, published)
}

async function runsAreTrue({ store }: SyncApp, { acknowledged, reason }: ExpectedRuns): Promise<void> {
  const runs = await store.ledger.read
    .selectFrom('sync_run')
    .select(['id', 'status', 'error_message'])
    .execute()
  for (const run of runs) {
    assert.notEqual(run.status, 'running', 'a run of a dead process is still called running')
    if (run.status === 'failed') assert.match(run.error_message ?? '', reason)
  }
  const succeeded = new Set(runs.filter((run) => run.status === 'succeeded').map((run) => run.id))
  for (const id of acknowledged) assert.ok(succeeded.has(id), `the acknowledged run ${id} is lost`)
}

async function artifactsAreWhole({ store }: SyncApp, dataDir: string): Promise<void> {
  const rows = await store.ledger.read
    .selectFrom('artifact')
    .select(['location', 'sha256', 'bytes'])
    .execute()
  const folder = join(dataDir, 'artifacts')
  for (const row of rows) {
    const bytes = await readFile(join(folder, row.location))
    assert.equal(bytes.length, row.bytes)
    assert.equal(createHash('sha256').update(bytes).digest('hex'), row.sha256)
  }
  const files = existsSync(folder) ? await readdir(folder, { recursive: true, withFileTypes: true }) : []
  const halves = files.filter((file) => file.isFile() && !file.name.endsWith('.ndjson.zst'))
  assert.deepEqual(
    halves.map((file) => file.name),
    [],
    'half-written files are left behind',
  )
}

/** No change is lost or invented: the numbers have no gap, and what the log says of each notice is what is stored. */
async function changesAreWhole({ store: { readModel } }: SyncApp): Promise<void> {
  const changes = await readModel.read
    .selectFrom('change')
    .select(['number', 'type', 'subject'])
    .where('service', '=', 'notices')
    .orderBy('number')
    .execute()
  assert.deepEqual(
    changes.map(({ number }) => Number(number)),
    changes.map((_, at) => at + 1),
  )
  const known = new Set<string>()
  for (const { type, subject } of changes) {
    assert.equal(known.has(subject), type !== 'notice.published', `${type} of ${subject}`)
    if (type === 'notice.removed') known.delete(subject)
    else known.add(subject)
  }
  const notices = await readModel.read.selectFrom('notice').select('id').execute()
  assert.deepEqual([...known].sort(), notices.map(({ id }) => id).sort())
}

/** A member's rows are exactly those of its artifact: importing it again changes nothing. */
async function membersAreWhole(
  { store, engine }: SyncApp,
  published: EventMap['memberPublished'][],
): Promise<void> {
  const states = await store.readModel.read
    .selectFrom('member_state')
    .select(['member_id', 'artifact_id'])
    .where('artifact_id', 'is not', null)
    .execute()
  for (const state of states) {
    published.length = 0
    const signal = AbortSignal.timeout(600_000)
    const report = await engine.import(Number(state.artifact_id), { signal, force: true })
    const [event] = published
    assert.ok(event, `the artifact of ${state.member_id} could not be replayed: ${JSON.stringify(report)}`)
    assert.deepEqual(
      { written: event.written, removed: event.removed },
      { written: 0, removed: 0 },
      `${state.member_id} is half published`,
    )
  }
}
