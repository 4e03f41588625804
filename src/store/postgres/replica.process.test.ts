import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type QueryExecutorProvider, sql } from 'kysely'
import pg from 'pg'
import { postgresPrograms, skipReason } from '../../../test/support/backends.ts'
import {
  type ReplicatedPostgres,
  startReplicatedPostgres,
} from '../../../test/support/store/replicated-postgres.ts'
import { until } from '../../../test/support/until.ts'
import { systemClock } from '../../core/clock.ts'
import { openStore, type StoreOptions } from '../open.ts'
import { Statement } from '../statements/statement.ts'
import type { Store } from '../store.ts'
import type { ReadModelTables } from '../tables.ts'

const publications = new Statement<ReadModelTables, { scope: string }, { version: number }>((read, param) =>
  read.selectFrom('publication').select('version').where('scope', '=', param('scope')),
)

describe('postgres: with a standby for reads', {
  skip: skipReason('PostgreSQL programs', postgresPrograms()),
}, () => {
  let servers: ReplicatedPostgres
  let stores = 0

  before(async () => {
    servers = await startReplicatedPostgres()
  })
  after(() => servers[Symbol.asyncDispose]())

  /** Each test has schemas of its own. */
  function open(overrides: Partial<StoreOptions> = {}): Promise<Store> {
    stores += 1
    return openStore({
      role: 'server',
      clock: systemClock,
      statementTimeoutMs: 60_000,
      poolMax: 4,
      databaseUrl: servers.primaryUrl,
      databaseReplicaUrl: servers.standbyUrl,
      schemaPrefix: `t${stores}_`,
      ...overrides,
    })
  }

  async function onStandby(work: string): Promise<void> {
    const client = new pg.Client(servers.standbyUrl)
    await client.connect()
    await client.query(work).finally(() => client.end())
  }

  it('reads published data there, and writes and the ledger stay with the database', async () => {
    await using store = await open()
    await publish(store)
    await until(() => readsStandby(store))
    assert.deepEqual(await store.readModel.run(publications, { scope: 'jobs' }), [{ version: 1 }])
    assert.equal(await store.readModel.snapshot(isStandby), true)
    assert.equal(await store.readModel.transaction(isStandby), false)
    assert.equal(await isStandby(store.ledger.read), false)
  })

  it('never reads what is older than a publication of which it has heard', async () => {
    await using store = await open()
    await using other = await open({ schemaPrefix: `t${stores}_`, databaseReplicaUrl: undefined })
    await publish(store)
    await until(() => readsStandby(store))
    await onStandby('select pg_wal_replay_pause()')
    await publish(other)
    await until(() => store.readModel.version('jobs') === 2)
    assert.deepEqual(await store.readModel.run(publications, { scope: 'jobs' }), [{ version: 2 }])
    assert.equal(await readsStandby(store), false)
    assert.equal(await store.readModel.snapshot(isStandby), false)
    await onStandby('select pg_wal_replay_resume()')
    await until(() => readsStandby(store))
    assert.deepEqual(await store.readModel.run(publications, { scope: 'jobs' }), [{ version: 2 }])
  })

  it('reads from the database when the standby is lost, says so once, and returns to it', async () => {
    const warnings: string[] = []
    await using store = await open({ onWarning: (message) => warnings.push(message) })
    await publish(store)
    await until(() => readsStandby(store))
    await servers.stopStandby()
    for (let read = 0; read < 20; read += 1) {
      assert.deepEqual(await store.readModel.run(publications, { scope: 'jobs' }), [{ version: 1 }])
      assert.equal(await readsStandby(store), false)
    }
    const isNotice = (message: string) => message.includes('the database is read instead')
    await until(() => warnings.some(isNotice))
    await servers.startStandby()
    await until(() => readsStandby(store))
    assert.equal(warnings.filter(isNotice).length, 1)
  })

  it('starts without it', async () => {
    await using store = await open({ databaseReplicaUrl: 'postgres://tests@127.0.0.1:1/nowhere' })
    await publish(store)
    assert.deepEqual(await store.readModel.run(publications, { scope: 'jobs' }), [{ version: 1 }])
  })

  it('is not read by what writes what follows from its reads', async () => {
    await using reader = await open()
    await using writer = await open({ schemaPrefix: `t${stores}_`, role: 'worker' })
    await publish(writer)
    await until(() => readsStandby(reader))
    assert.equal(await readsStandby(writer), false)
  })
})

async function publish({ readModel }: Store): Promise<void> {
  await readModel.transaction((tx) => readModel.dialect.bumpVersion(tx, 'jobs', 1))
}

function readsStandby({ readModel }: Store): Promise<boolean> {
  return isStandby(readModel.read)
}

async function isStandby(read: QueryExecutorProvider): Promise<boolean> {
  const { rows } = await sql<{ standby: number }>`select pg_is_in_recovery() as standby`.execute(read)
  return rows[0]?.standby === 1
}
