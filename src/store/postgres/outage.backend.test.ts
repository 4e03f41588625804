import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { postgresUrl, skipReason } from '../../../test/support/backends.ts'
import { postgres } from '../../../test/support/store/test-engines.ts'
import { startTcpProxy, type TcpProxy } from '../../../test/support/tcp-proxy.ts'
import { type Failure, isFailure } from '../../core/errors.ts'
import { Statement } from '../statements/statement.ts'
import type { Store } from '../store.ts'
import type { LedgerTables } from '../tables.ts'

const unavailable = (error: unknown) => isFailure(error, 'store_unavailable') && error.retryAfterSeconds === 1

describe('postgres: when the database goes away', { skip: skipReason('PostgreSQL', postgresUrl()) }, () => {
  it('throws store_unavailable meanwhile, and recovers without a restart', async () => {
    await using proxy = await proxied()
    await using testDatabase = await postgres.borrowDatabase()
    await using store = await testDatabase.openStore({ databaseUrl: through(proxy) })
    assert.equal((await names(store)).length, 0)

    proxy.cut()
    await assert.rejects(names(store), unavailable)
    await assert.rejects(prepared(store), unavailable)
    await assert.rejects(write(store, 'during'), unavailable)
    await assert.rejects(store.ping(AbortSignal.timeout(600_000)), unavailable)
    await assert.rejects(
      store.ledger.snapshot(async (read) => read.selectFrom('lease').execute()),
      unavailable,
    )

    proxy.restore()
    await write(store, 'after')
    assert.deepEqual(await names(store), ['after'])
    assert.equal((await prepared(store)).length, 1)
  })

  it('loses only the interrupted transaction', async () => {
    await using proxy = await proxied()
    await using testDatabase = await postgres.borrowDatabase()
    await using store = await testDatabase.openStore({ databaseUrl: through(proxy) })
    const cutOff = store.ledger.transaction(async (tx) => {
      await tx.insertInto('lease').values({ name: 'half', holder: 'a', expires_at: 1 }).execute()
      proxy.cut()
      await tx.insertInto('lease').values({ name: 'other half', holder: 'a', expires_at: 1 }).execute()
    })
    await assert.rejects(cutOff, unavailable)
    proxy.restore()
    assert.deepEqual(await names(store), [])
  })

  it('survives connections that the server closes', async () => {
    await using testDatabase = await postgres.borrowDatabase()
    await using store = await testDatabase.openStore()
    await using other = await testDatabase.openStore()
    const ended = store.ledger.transaction(async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
      await sql`select pg_terminate_backend(${rows[0]?.pid}::int)`.execute(other.ledger.read)
      await tx.insertInto('lease').values({ name: 'x', holder: 'a', expires_at: 1 }).execute()
    })
    await assert.rejects(ended, unavailable)
    await write(store, 'after')
    assert.deepEqual(await names(store), ['after'])
  })

  it('receives notifications again after its connection is lost', async () => {
    await using proxy = await proxied()
    await using testDatabase = await postgres.borrowDatabase()
    await using store = await testDatabase.openStore({ databaseUrl: through(proxy) })
    await using other = await testDatabase.openStore()
    proxy.cut()
    await other.readModel.transaction((tx) => other.readModel.dialect.bumpVersion(tx, 'jobs', 1))
    assert.equal(store.readModel.version('jobs'), 0)
    proxy.restore()
    const signal = AbortSignal.timeout(600_000)
    while (store.readModel.version('jobs') !== 1) await sleep(10, undefined, { signal })
    await other.readModel.transaction((tx) => other.readModel.dialect.bumpVersion(tx, 'jobs', 2))
    while (store.readModel.version('jobs') !== 2) await sleep(1, undefined, { signal })
  })

  it('gives up on a server that no longer responds', async () => {
    await using proxy = await proxied()
    await using testDatabase = await postgres.borrowDatabase()
    await using store = await testDatabase.openStore({ databaseUrl: through(proxy), statementTimeoutMs: 200 })
    await names(store)
    proxy.stall()
    await assert.rejects(names(store), unavailable)
    proxy.restore()
    const signal = AbortSignal.timeout(600_000)
    for (;;) {
      const outcome = await names(store).catch((error: Failure) => error.code)
      if (outcome !== 'store_unavailable') break
      signal.throwIfAborted()
    }
  })

  it('cancels a statement that exceeds its time limit', async () => {
    await using testDatabase = await postgres.borrowDatabase()
    // Long enough for the statements that open a store, also on a busy machine.
    await using store = await testDatabase.openStore({ statementTimeoutMs: 1000 })
    const slow = sql`select pg_sleep(10)`.execute(store.ledger.read)
    await assert.rejects(slow, (error) => isFailure(error, 'deadline_exceeded'))
    assert.deepEqual(await names(store), [])
  })

  it('does not commit a transaction with an ignored failed statement', async () => {
    await using testDatabase = await postgres.borrowDatabase()
    await using store = await testDatabase.openStore()
    const overlooked = store.ledger.transaction(async (tx) => {
      await tx.insertInto('lease').values({ name: 'x', holder: 'a', expires_at: 1 }).execute()
      await sql`select 1 / 0`.execute(tx).catch(() => {})
    })
    await assert.rejects(overlooked, /nothing was committed/)
    assert.deepEqual(await names(store), [])
  })
})

async function proxied(): Promise<TcpProxy> {
  const { hostname, port } = new URL(postgresUrl() ?? '')
  return await startTcpProxy(hostname, Number(port || 5432))
}

function through(proxy: TcpProxy): string {
  const url = new URL(postgresUrl() ?? '')
  url.hostname = '127.0.0.1'
  url.port = String(proxy.port)
  return url.href
}

async function names(store: Store): Promise<string[]> {
  const rows = await store.ledger.read.selectFrom('lease').select('name').execute()
  return rows.map((row) => row.name)
}

const leaseNames = new Statement<LedgerTables, object, { name: string }>((read) =>
  read.selectFrom('lease').select('name'),
)

async function prepared(store: Store): Promise<unknown[]> {
  return await store.ledger.run(leaseNames, {})
}

async function write(store: Store, name: string): Promise<void> {
  await store.ledger.transaction((tx) =>
    tx.insertInto('lease').values({ name, holder: 'a', expires_at: 1 }).execute(),
  )
}
