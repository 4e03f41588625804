import assert from 'node:assert/strict'
import { chmod, mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { sqlite } from '../../../test/support/store/test-engines.ts'
import { copyDatabases } from '../backup/copy-databases.ts'
import { createFolder } from '../backup/new-folder.ts'
import { lockDataDir } from './data-dir-lock.ts'

const skip = process.platform === 'win32' && 'modes are a matter of POSIX'

describe('sqlite: read access to the data', { skip }, () => {
  it('is limited to the owner, for every folder and file that is created', async () => {
    await using testDatabase = await sqlite.createDatabase()
    const above = join(testDatabase.storeOptions.dataDir ?? '', 'made')
    const dataDir = join(above, 'data')
    const target = join(above, 'copies', 'monday')
    using _lock = lockDataDir(dataDir)
    await using store = await testDatabase.openStore({ dataDir })
    await store.ledger.transaction((tx) =>
      tx.insertInto('lease').values({ name: 'n', holder: 'a', expires_at: 1 }).execute(),
    )
    await createFolder(target, (folder) => copyDatabases(dataDir, folder))
    for (const folder of [above, dataDir, target]) assert.equal(await modeOf(folder), 0o700, folder)
    const names = await readdir(dataDir)
    for (const name of ['ledger.db', 'ledger.db-shm', 'ledger.db-wal']) assert.ok(names.includes(name), name)
    for (const name of names) assert.equal(await modeOf(join(dataDir, name)), 0o600, name)
    for (const name of await readdir(target)) assert.equal(await modeOf(join(target, name)), 0o600, name)
  })

  it('stays as it is for existing folders and files', async () => {
    await using testDatabase = await sqlite.createDatabase()
    const dataDir = join(testDatabase.storeOptions.dataDir ?? '', 'given')
    await mkdir(dataDir)
    await chmod(dataDir, 0o755)
    await (await testDatabase.openStore({ dataDir }))[Symbol.asyncDispose]()
    const ledger = join(dataDir, 'ledger.db')
    assert.deepEqual([await modeOf(dataDir), await modeOf(ledger)], [0o755, 0o600])
    await chmod(ledger, 0o640)
    await (await testDatabase.openStore({ dataDir }))[Symbol.asyncDispose]()
    assert.equal(await modeOf(ledger), 0o640)
  })
})

async function modeOf(path: string): Promise<number> {
  return (await stat(path)).mode & 0o777
}
