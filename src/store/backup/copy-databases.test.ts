import assert from 'node:assert/strict'
import { readdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { describe, it } from 'node:test'
import { sqlite } from '../../../test/support/store/test-engines.ts'
import { systemClock } from '../../core/clock.ts'
import { ConfigurationError } from '../../core/errors.ts'
import { openStore } from '../open.ts'
import { databaseFiles } from '../sqlite/files.ts'
import { copyDatabases } from './copy-databases.ts'
import { createFolder } from './new-folder.ts'

function backUp({ dataDir, target }: { readonly dataDir: string; readonly target: string }) {
  return createFolder(target, (folder) => copyDatabases(dataDir, folder))
}

describe('sqlite: backup', () => {
  it('copies both databases during writes, and the copy opens as a store', async () => {
    await using testDatabase = await sqlite.createDatabase()
    const { dataDir = '' } = testDatabase.storeOptions
    const target = join(dataDir, 'copies', 'monday')
    await using store = await testDatabase.openStore()
    const write = (at: number) =>
      store.ledger.transaction((tx) =>
        tx
          .insertInto('lease')
          .values({ name: `n${at}`, holder: 'a', expires_at: at })
          .execute(),
      )
    for (let at = 0; at < 50; at += 1) await write(at)
    const copying = backUp({ dataDir, target })
    for (let at = 50; at < 80; at += 1) await write(at)
    const files = await copying

    assert.deepEqual(await readdir(join(dataDir, 'copies')), ['monday'])
    assert.deepEqual((await readdir(target)).sort(), [
      'ledger.db',
      basename(databaseFiles(dataDir).readModel.path),
    ])
    assert.ok(files.every((file) => file.bytes > 0))
    await using copy = await openStore({
      dataDir: target,
      role: 'worker',
      statementTimeoutMs: 1_000,
      poolMax: 1,
      clock: systemClock,
    })
    const rows = await copy.ledger.read
      .selectFrom('lease')
      .select('expires_at')
      .orderBy('expires_at')
      .execute()
    assert.ok(rows.length >= 50)
    assert.deepEqual(
      rows.map((row) => row.expires_at),
      rows.map((_, at) => at),
    )
  })

  it('leaves nothing behind when it fails', async () => {
    await using testDatabase = await sqlite.createDatabase()
    const { dataDir = '' } = testDatabase.storeOptions
    await writeFile(
      databaseFiles(dataDir).readModel.path,
      'this is not a database, whatever it is called'.repeat(100),
    )
    const target = join(dataDir, 'copies', 'monday')
    await assert.rejects(backUp({ dataDir, target }), /read-model-\w+\.db is not a SQLite database/)
    assert.deepEqual(await readdir(join(dataDir, 'copies')), [])
  })

  it('does not overwrite an earlier backup', async () => {
    await using testDatabase = await sqlite.createDatabase()
    const { dataDir = '' } = testDatabase.storeOptions
    await assert.rejects(backUp({ dataDir, target: dataDir }), ConfigurationError)
  })

  it('names the folder when there is no database to copy', async () => {
    await using testDatabase = await sqlite.createDatabase()
    const { dataDir = '' } = testDatabase.storeOptions
    await assert.rejects(
      backUp({ dataDir, target: join(dataDir, 'copy') }),
      /no database at .*read-model-\w+\.db/,
    )
  })

  it('names the folder that it cannot write to', async () => {
    await using testDatabase = await sqlite.createDatabase()
    const { dataDir = '' } = testDatabase.storeOptions
    await using _store = await testDatabase.openStore()
    const file = join(dataDir, 'file')
    await writeFile(file, '')
    for (const target of [join(file, 'monday'), '/proc/broadsheet/monday']) {
      await assert.rejects(
        backUp({ dataDir, target }),
        (error: Error) =>
          error instanceof ConfigurationError && error.message.includes(`written to ${target}: E`),
      )
    }
  })
})
