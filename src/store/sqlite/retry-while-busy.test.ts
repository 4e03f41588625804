import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { sqlite, type TestDatabase } from '../../../test/support/store/test-engines.ts'
import { isFailure } from '../../core/errors.ts'
import type { LedgerTables } from '../tables.ts'
import { SqliteDatabase } from './database.ts'
import { databaseFiles } from './files.ts'

for (const threads of [true, false]) {
  describe(`sqlite: a busy or full file, ${threads ? 'with' : 'without'} threads`, () => {
    let testDatabase: TestDatabase
    let database: SqliteDatabase<LedgerTables>
    let other: DatabaseSync

    before(async () => {
      testDatabase = await sqlite.createDatabase()
      await (await testDatabase.openStore())[Symbol.asyncDispose]()
      const { ledger: file } = databaseFiles(testDatabase.storeOptions.dataDir ?? '')
      database = new SqliteDatabase<LedgerTables>({ file, threads, statementTimeoutMs: 5_000, busyMs: 100 })
      other = new DatabaseSync(file.path)
    })

    after(async () => {
      other?.close()
      await database?.[Symbol.asyncDispose]()
      await testDatabase?.[Symbol.asyncDispose]()
    })

    const write = (name: string, signal?: AbortSignal) =>
      database.transaction(
        (tx) => tx.insertInto('lease').values({ name, holder: 'a', expires_at: 1 }).execute(),
        signal,
      )

    it('still reads while another process writes, and stops waiting to write at its time limit', async () => {
      other.exec('begin immediate')
      await assert.rejects(write('busy'), (error) => isFailure(error, 'store_unavailable'))
      assert.deepEqual(await database.read.selectFrom('lease').selectAll().execute(), [])
      other.exec('rollback')
      await write('then')
      assert.equal((await database.read.selectFrom('lease').selectAll().execute()).length, 1)
    })

    it('does not block this thread while it waits, and stops on a signal', async () => {
      await using patient = new SqliteDatabase<LedgerTables>({
        file: databaseFiles(testDatabase.storeOptions.dataDir ?? '').ledger,
        threads,
        statementTimeoutMs: 5_000,
        busyMs: 60_000,
      })
      other.exec('begin immediate')
      const stop = new AbortController()
      const waiting = patient.transaction((tx) => tx.deleteFrom('lease').execute(), stop.signal)
      let turns = 0
      for (; turns < 100; turns += 1) await new Promise((resolve) => setImmediate(resolve))
      stop.abort(new Error('enough'))
      await assert.rejects(waiting, /enough/)
      assert.equal(turns, 100)
      other.exec('rollback')
      assert.equal((await database.read.selectFrom('lease').selectAll().execute()).length, 1)
    })

    it('reports a full disk, keeps the data, and continues once there is space', async () => {
      const limit = (pages: number) =>
        database.transaction((tx) => sql.raw(`pragma max_page_count = ${pages}`).execute(tx))
      await limit(30)
      const large = 'x'.repeat(1_000_000)
      await assert.rejects(
        write(large),
        (error) => isFailure(error, 'store_unavailable') && /full/.test(error.message),
      )
      assert.equal((await database.read.selectFrom('lease').selectAll().execute()).length, 1)
      await limit(1_000_000)
      await write(large)
      assert.equal((await database.read.selectFrom('lease').selectAll().execute()).length, 2)
    })
  })
}
