import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { postgresUrl, skipReason } from '../../test/support/backends.ts'
import { startStoreTask } from '../../test/support/store/start-store-task.ts'
import { postgres, sqlite, testEngines } from '../../test/support/store/test-engines.ts'
import { systemClock } from '../core/clock.ts'
import { ConfigurationError, isFailure } from '../core/errors.ts'
import { openStore } from './open.ts'
import { databaseFiles } from './sqlite/files.ts'
import { Statement } from './statements/statement.ts'
import type { LedgerTables } from './tables.ts'

const settings = { role: 'server', statementTimeoutMs: 5_000, poolMax: 2, clock: systemClock } as const

for (const { name, skip, createDatabase, borrowDatabase } of testEngines) {
  describe(`${name}: opening a store`, { skip }, () => {
    it('migrates an empty database when several processes start at once', async () => {
      for (let round = 0; round < 3; round += 1) {
        await using testDatabase = await createDatabase()
        const children = [1, 2].map(() =>
          startStoreTask({ database: testDatabase.storeOptions, task: 'open' }),
        )
        const here = await Promise.all([
          testDatabase.openStore(),
          testDatabase.openStore({ role: 'worker' }),
          testDatabase.openStore(),
        ])
        for (const child of children) assert.equal(await child.exited, 0)
        for (const store of here) {
          const { migrations } = await store.inspect(AbortSignal.timeout(600_000))
          assert.equal(migrations.applied, migrations.known)
          await store[Symbol.asyncDispose]()
        }
      }
    })

    it('reopens a closed store with its data', async () => {
      await using testDatabase = await borrowDatabase()
      {
        await using store = await testDatabase.openStore()
        await store.readModel.transaction((tx) => store.readModel.dialect.bumpVersion(tx, 'jobs', 5))
      }
      await using again = await testDatabase.openStore()
      assert.equal(again.readModel.version('jobs'), 1)
    })

    it('gives each read model its own epoch, which every process sees and which outlives a restart', async () => {
      await using testDatabase = await borrowDatabase()
      const epochs: number[] = []
      for (const isNew of [false, false, true]) {
        if (isNew) await testDatabase.deleteReadModel()
        await using store = await testDatabase.openStore()
        await using other = await testDatabase.openStore({ role: 'worker' })
        assert.equal(other.readModel.epoch(), store.readModel.epoch())
        epochs.push(store.readModel.epoch())
      }
      const [first, afterRestart, afterRebuild] = epochs
      assert.ok(Number(first) > 0)
      assert.equal(afterRestart, first)
      assert.notEqual(afterRebuild, first)
    })

    it('has another stamp for each publication, in a new read model too, and after a restored backup', async () => {
      await using testDatabase = await borrowDatabase()
      const stamps: string[] = []
      for (const isNew of [false, true]) {
        if (isNew) await testDatabase.deleteReadModel()
        await using store = await testDatabase.openStore()
        const { readModel } = store
        stamps.push(readModel.stamp('jobs'))
        await readModel.transaction((tx) => readModel.dialect.bumpVersion(tx, 'jobs', 5))
        stamps.push(readModel.stamp('jobs'))
        // As after a restore: the number is used again, at another time.
        await readModel.transaction(async (tx) => {
          await tx.deleteFrom('publication').where('scope', '=', 'jobs').execute()
        })
        await readModel.transaction((tx) => readModel.dialect.bumpVersion(tx, 'jobs', 6))
        if (readModel.engine === 'sqlite') {
          assert.equal(readModel.version('jobs'), 1)
          stamps.push(readModel.stamp('jobs'))
        }
      }
      assert.equal(new Set(stamps).size, stamps.length)
    })

    it('throws store_unavailable once it is closed', async () => {
      await using testDatabase = await borrowDatabase()
      const store = await testDatabase.openStore()
      await store[Symbol.asyncDispose]()
      const unavailable = (error: unknown) => isFailure(error, 'store_unavailable')
      await assert.rejects(store.ledger.read.selectFrom('lease').selectAll().execute(), unavailable)
      await assert.rejects(
        store.ledger.run(
          new Statement<LedgerTables, object>((read) => read.selectFrom('lease').selectAll()),
          {},
        ),
        unavailable,
      )
      await assert.rejects(store.ping(AbortSignal.timeout(600_000)), unavailable)
    })

    it('rejects a store of a newer version', async () => {
      await using testDatabase = await createDatabase()
      {
        await using store = await testDatabase.openStore()
        await store.ledger.transaction((tx) =>
          tx
            .insertInto('migration')
            .values({ name: '9999-from-the-future', applied_at: 1, checksum: null })
            .execute(),
        )
      }
      await assert.rejects(testDatabase.openStore(), misconfigured(/newer version.*9999-from-the-future/))
    })
  })
}

describe('sqlite: opening a store', () => {
  it('names the file that is not a database', async () => {
    await using testDatabase = await sqlite.createDatabase()
    const { dataDir = '' } = testDatabase.storeOptions
    await writeFile(join(dataDir, 'ledger.db'), 'dear diary, '.repeat(1_000))
    await assert.rejects(testDatabase.openStore(), misconfigured(/ledger\.db is not a SQLite database/))
  })

  it('waits for a process with exclusive access to a file', async () => {
    for (const database of ['ledger', 'readModel'] as const) {
      await using testDatabase = await sqlite.createDatabase()
      const { path } = databaseFiles(testDatabase.storeOptions.dataDir ?? '')[database]
      const other = new DatabaseSync(path)
      other.exec('create table mine (id integer); begin exclusive')
      const opening = testDatabase.openStore()
      for (let turn = 0; turn < 100; turn += 1) await new Promise((resolve) => setImmediate(resolve))
      other.exec('drop table mine; commit')
      other.close()
      await (await opening)[Symbol.asyncDispose]()
    }
  })

  it('reports damage in a file', async () => {
    await using testDatabase = await sqlite.createDatabase()
    await using store = await testDatabase.openStore({ role: 'worker' })
    const { dataDir = '' } = testDatabase.storeOptions
    const db = new DatabaseSync(join(dataDir, 'ledger.db'), { timeout: 5_000 })
    db.enableDefensive(false)
    db.exec('insert into lease values (1, 2, 3); pragma writable_schema = on')
    db.exec(
      `update sqlite_schema set sql = replace(sql, '"holder" text not null', '"holder" integer not null check (holder > 5)') where name = 'lease'`,
    )
    db.close()
    await store[Symbol.asyncDispose]()
    await using again = await testDatabase.openStore({ role: 'worker' })
    const { integrityProblems } = await again.inspect(AbortSignal.timeout(600_000))
    assert.equal(integrityProblems.length, 1)
    assert.match(String(integrityProblems[0]), /ledger\.db: .*lease/)
  })

  it('reports a data folder that cannot be written', async () => {
    await using testDatabase = await sqlite.createDatabase()
    const file = join(testDatabase.storeOptions.dataDir ?? '', 'file')
    await writeFile(file, '')
    const inside = openStore({ ...settings, dataDir: join(file, 'folder') })
    await assert.rejects(inside, misconfigured(/data folder .*folder cannot be written \(ENOTDIR\)/))
  })
})

describe('postgres: opening a store', () => {
  it('names host and port of an unreachable server, but not the password', async () => {
    const port = await freePort()
    const opening = openStore({ ...settings, databaseUrl: `postgres://user:hunter2@127.0.0.1:${port}/db` })
    await assert.rejects(opening, misconfigured(new RegExp(`127\\.0\\.0\\.1:${port} cannot be reached`)))
    await assert.rejects(opening, (error: Error) => !error.message.includes('hunter2'))
  })

  it('applies the options of the URL beside its own', {
    skip: skipReason('PostgreSQL', postgresUrl()),
  }, async () => {
    await using testDatabase = await postgres.borrowDatabase()
    const url = new URL(postgresUrl() ?? '')
    url.searchParams.set('options', '-c work_mem=3MB')
    await using store = await testDatabase.openStore({ databaseUrl: url.href })
    const settings = sql`select current_setting('work_mem') as memory, current_schema as schema`
    assert.deepEqual((await settings.execute(store.ledger.read)).rows, [
      { memory: '3MB', schema: `${testDatabase.storeOptions.schemaPrefix}ledger` },
    ])
  })

  it('rejects a URL with another scheme', async () => {
    const opening = openStore({ ...settings, databaseUrl: 'mysql://user:hunter2@127.0.0.1/db' })
    await assert.rejects(opening, misconfigured(/postgres:\/\//))
  })

  it('requires a data folder or a database URL', async () => {
    await assert.rejects(openStore(settings), misconfigured(/data folder or a database URL/))
  })
})

function misconfigured(problem: RegExp): (error: unknown) => boolean {
  return (error) => {
    assert.ok(error instanceof ConfigurationError, String(error))
    assert.match(error.message, problem)
    return true
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}
