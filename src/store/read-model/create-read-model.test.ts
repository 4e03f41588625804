import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { type TestDatabase, testEngines } from '../../../test/support/store/test-engines.ts'
import { ConfigurationError, NoDatabaseError } from '../../core/errors.ts'
import { databaseFiles } from '../sqlite/files.ts'
import { readServicesToRebuild } from './rebuild-marks.ts'
import { readModelTableNames, readModelVersion } from './schema.ts'

const notice = {
  id: 'nt_1',
  source_id: 'gazette',
  member_id: 'm',
  town: 'Aach',
  category: 'roads',
  published_on: '2026-11-01',
  title: 'a title',
  hash: 'h',
  doc: '{}',
}

const artifact = {
  source_id: 'gazette',
  member_id: 'm',
  run_id: null,
  artifact_type: 'answers',
  location: 'a',
  storage: 'disk',
  sha256: 'a',
  bytes: 1,
  row_count: 1,
  captured_at: 1,
  imported_at: 1,
} as const

/** With a notice, a lease and an artifact. Returns the epoch. */
async function fill(testDatabase: TestDatabase): Promise<number> {
  await using store = await testDatabase.openStore({ role: 'worker' })
  await store.readModel.transaction((tx) => tx.insertInto('notice').values(notice).execute())
  await store.ledger.transaction(async (tx) => {
    const lease = { name: 'mine', holder: 'a', expires_at: 1 }
    await tx
      .insertInto('lease')
      .values(lease)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await tx
      .insertInto('artifact')
      .values({ ...artifact, service: 'notices' } as never)
      .execute()
  })
  return store.readModel.epoch()
}

for (const { name: engine, skip, borrowDatabase, createDatabase } of testEngines) {
  describe(`${engine}: the read model of this version`, { skip }, () => {
    it('is built anew beside one of another version, with a new epoch, a warning and the same ledger', async () => {
      await using testDatabase = await borrowDatabase()
      const epoch = await fill(testDatabase)
      await testDatabase.renameReadModel()
      const warnings: string[] = []
      {
        await using store = await testDatabase.openStore({
          role: 'worker',
          onWarning: (warning) => warnings.push(warning),
        })
        assert.match(
          warnings.join('\n'),
          /^.*built anew from saved responses; .*read.model(\.db)?, of another/,
        )
        assert.deepEqual(await store.readModel.read.selectFrom('notice').selectAll().execute(), [])
        assert.notEqual(store.readModel.epoch(), epoch)
        assert.equal((await store.ledger.read.selectFrom('lease').selectAll().execute()).length, 1)
        assert.deepEqual(await readServicesToRebuild(store), ['notices'])
      }
      await using again = await testDatabase.openStore({
        role: 'worker',
        onWarning: (warning) => warnings.push(warning),
      })
      assert.equal(warnings.length, 1)
      assert.deepEqual(await readServicesToRebuild(again), ['notices'])
    })

    it('leaves the last one of another version as it is, for a node that is not replaced yet', async () => {
      await using testDatabase = await borrowDatabase()
      const epochs: number[] = []
      for (const version of ['00000001', '00000002']) {
        epochs.push(await fill(testDatabase))
        await testDatabase.renameReadModel(version)
      }
      {
        await using _store = await testDatabase.openStore({ role: 'worker' })
      }
      await testDatabase.deleteReadModel()
      // The last one, under the name that this version uses.
      await testDatabase.renameReadModel(readModelVersion(engine), '00000002')
      {
        await using store = await testDatabase.openStore({ role: 'worker' })
        assert.equal(store.readModel.epoch(), epochs[1])
        assert.equal((await store.readModel.read.selectFrom('notice').selectAll().execute()).length, 1)
      }
      // Those before it are gone.
      await assert.rejects(testDatabase.renameReadModel(undefined, '00000001'))
    })

    it('has nothing to rebuild, and no warning, in a new store', async () => {
      await using testDatabase = await createDatabase()
      const warnings: string[] = []
      await using store = await testDatabase.openStore({ onWarning: (warning) => warnings.push(warning) })
      assert.deepEqual(await readServicesToRebuild(store), [])
      assert.deepEqual(warnings, [])
    })

    it('is not created by a command that only looks, which says what to do', async () => {
      await using testDatabase = await borrowDatabase()
      await fill(testDatabase)
      await testDatabase.renameReadModel()
      for (let attempt = 0; attempt < 2; attempt += 1)
        await assert.rejects(testDatabase.openStore({ mayMigrate: false }), (error) => {
          assert.ok(error instanceof ConfigurationError && !(error instanceof NoDatabaseError))
          assert.match(error.message, /is missing: start the server or a sync/)
          return true
        })
    })

    // PostgreSQL has both in one database.
    if (engine === 'sqlite')
      it('is not taken for a new store by a command that only looks, if the ledger is gone', async () => {
        await using testDatabase = await borrowDatabase()
        await rm(databaseFiles(testDatabase.storeOptions.dataDir ?? '').ledger.path)
        await assert.rejects(testDatabase.openStore({ mayMigrate: false }), /ledger\.db is missing, although/)
      })

    it('is built anew if a table was dropped by hand', async () => {
      await using testDatabase = await createDatabase()
      await fill(testDatabase)
      {
        await using store = await testDatabase.openStore({ role: 'worker' })
        await store.readModel.transaction((tx) => tx.schema.dropTable('notice').execute())
      }
      const warnings: string[] = []
      await using store = await testDatabase.openStore({
        role: 'worker',
        onWarning: (warning) => warnings.push(warning),
      })
      assert.match(warnings.join('\n'), /has lost notice: it is built anew/)
      assert.deepEqual(await readServicesToRebuild(store), ['notices'])
      const { tables } = await store.inspect(AbortSignal.timeout(600_000))
      const names = tables.map(({ table }) => table)
      for (const name of readModelTableNames) assert.ok(names.includes(name), name)
    })
  })
}
