import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { pgbouncerPath, skipReason } from '../../../test/support/backends.ts'
import { connectionsMax, type Pgbouncer, startPgbouncer } from '../../../test/support/store/pgbouncer.ts'
import { postgres, type TestDatabase } from '../../../test/support/store/test-engines.ts'
import { until } from '../../../test/support/until.ts'
import { ConfigurationError, isFailure } from '../../core/errors.ts'
import type { StoreOptions } from '../open.ts'
import { Statement } from '../statements/statement.ts'
import type { Store } from '../store.ts'
import type { LedgerTables, ReadModelTables } from '../tables.ts'

const leaseByName = new Statement<LedgerTables, { name: string }, { holder: string }>((read, param) =>
  read.selectFrom('lease').select('holder').where('name', '=', param('name')),
)
/** A table of this name is in both databases. */
const publications = new Statement<ReadModelTables, { scope: string }, { version: number }>((read, param) =>
  read.selectFrom('publication').select('version').where('scope', '=', param('scope')),
)

describe('postgres: behind a pooler in transaction mode', {
  skip: postgres.skip || skipReason('PgBouncer', pgbouncerPath()),
}, () => {
  it('finds the tables of each database, whichever connection a statement gets', async () => {
    await using pooler = await startPgbouncer()
    await using testDatabase = await postgres.createDatabase()
    await using store = await testDatabase.openStore(behind(pooler, testDatabase))
    await publish(store, 'jobs')
    const names = Array.from({ length: 40 }, (_, at) => `lease ${at}`)
    const backends = new Set<number>()
    await Promise.all(
      names.map(async (name) => {
        await store.ledger.transaction((tx) =>
          tx
            .insertInto('lease')
            .values({ name, holder: `of ${name}`, expires_at: 1 })
            .execute(),
        )
        const [found, versions, other] = await Promise.all([
          store.ledger.run(leaseByName, { name }),
          store.readModel.run(publications, { scope: 'jobs' }),
          store.ledger.run(leaseByName, { name: 'nobody' }),
        ])
        assert.deepEqual([found, versions, other], [[{ holder: `of ${name}` }], [{ version: 1 }], []])
        const [first, second] = await store.readModel.snapshot(async (read) => [
          await backendOf(read),
          await backendOf(read),
        ])
        assert.equal(first, second)
        backends.add(Number(first))
      }),
    )
    assert.ok(backends.size <= connectionsMax)
    const streamed: string[] = []
    for await (const { name } of store.ledger.read.selectFrom('lease').select('name').stream(7))
      streamed.push(name)
    assert.deepEqual(streamed.toSorted(), names.toSorted())
  })

  it('leaves nothing on the connections that others use after it', async () => {
    await using pooler = await startPgbouncer(['default_pool_size = 1'])
    await using testDatabase = await postgres.borrowDatabase()
    await using store = await testDatabase.openStore(behind(pooler, testDatabase))
    await store.ledger.run(leaseByName, { name: 'x' })
    await store.ledger.transaction((tx) =>
      tx.insertInto('lease').values({ name: 'x', holder: 'a', expires_at: 1 }).execute(),
    )
    await using other = await testDatabase.openStore()
    const state = await asStranger(
      pooler,
      `select current_setting('search_path') as path, current_setting('statement_timeout') as timeout,
        (select count(*)::integer from pg_prepared_statements) as plans, pg_backend_pid() as pid`,
    )
    assert.equal(Number(state.plans), 0)
    assert.doesNotMatch(state.path, /ledger|read_model/)
    assert.equal(state.timeout, '0')
    const { rows: locks } = await sql<{ n: number }>`
      select count(*)::integer as n from pg_locks where locktype = 'advisory' and pid = ${state.pid}::integer
    `.execute(other.ledger.read)
    assert.deepEqual(locks, [{ n: 0 }])
  })

  it('hears of publications', async () => {
    await using pooler = await startPgbouncer()
    await using testDatabase = await postgres.borrowDatabase()
    await using store = await testDatabase.openStore(behind(pooler, testDatabase))
    await using other = await testDatabase.openStore()
    await publish(other, 'jobs')
    await until(() => store.readModel.version('jobs') === 1)
    await publish(store, 'jobs')
    assert.equal(store.readModel.version('jobs'), 2)
    await until(() => other.readModel.version('jobs') === 2)
  })

  it('cancels a statement that exceeds its time limit, alone or in a transaction', async () => {
    await using pooler = await startPgbouncer()
    await using testDatabase = await postgres.borrowDatabase()
    await using store = await testDatabase.openStore({
      ...behind(pooler, testDatabase),
      // Long enough for the statements that open a store, also on a busy machine.
      statementTimeoutMs: 1000,
    })
    const tooLong = (error: unknown) => isFailure(error, 'deadline_exceeded')
    await assert.rejects(sql`select pg_sleep(600)`.execute(store.ledger.read), tooLong)
    const inTransaction = store.ledger.transaction(async (tx) => {
      await tx.insertInto('lease').values({ name: 'x', holder: 'a', expires_at: 1 }).execute()
      await sql`select pg_sleep(600)`.execute(tx)
    })
    await assert.rejects(inTransaction, tooLong)
    assert.deepEqual(await store.ledger.run(leaseByName, { name: 'x' }), [])
  })

  it('goes on after a statement that failed', async () => {
    await using pooler = await startPgbouncer()
    await using testDatabase = await postgres.borrowDatabase()
    await using store = await testDatabase.openStore({ ...behind(pooler, testDatabase), poolMax: 1 })
    await assert.rejects(sql`select 1 / 0`.execute(store.ledger.read), /division by zero/)
    assert.deepEqual(await store.ledger.run(leaseByName, { name: 'x' }), [])
  })

  it('is refused with a remedy if only the pooler is named, before a table is made anywhere', async () => {
    for (const settings of [[], ['ignore_startup_parameters = options']]) {
      await using pooler = await startPgbouncer(settings)
      await using testDatabase = await postgres.createDatabase()
      const opening = testDatabase.openStore({ databaseUrl: pooler.url })
      await assert.rejects(opening, (error) => {
        assert.ok(error instanceof ConfigurationError)
        assert.match(error.message, /set DATABASE_DIRECT_URL/)
        return true
      })
    }
  })
})

function behind({ url }: Pgbouncer, { storeOptions }: TestDatabase): Partial<StoreOptions> {
  return { databaseUrl: url, databaseDirectUrl: storeOptions.databaseUrl }
}

async function publish({ readModel }: Store, scope: string): Promise<void> {
  await readModel.transaction((tx) => readModel.dialect.bumpVersion(tx, scope, 1))
}

async function backendOf<Tables>(read: Kysely<Tables>): Promise<number | undefined> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(read)
  return rows[0]?.pid
}

/** Who uses the same connections and states nothing. */
async function asStranger(
  { url }: Pgbouncer,
  statement: string,
): Promise<Record<'path' | 'timeout' | 'plans' | 'pid', string>> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rows } = await client.query(statement)
    return rows[0]
  } finally {
    await client.end()
  }
}
