import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { startStoreTask } from '../../../test/support/store/start-store-task.ts'
import { sqlite } from '../../../test/support/store/test-engines.ts'
import { ConfigurationError } from '../../core/errors.ts'
import { lockDataDir } from './data-dir-lock.ts'

describe('data folder lock', () => {
  it('names its holder to a second process, and is free once the holder is killed', async () => {
    await using testDatabase = await sqlite.createDatabase()
    const { dataDir = '' } = testDatabase.storeOptions
    const child = startStoreTask({ database: testDatabase.storeOptions, task: 'lock' })
    await child.lines.next()
    assert.throws(
      () => lockDataDir(dataDir),
      (error) =>
        error instanceof ConfigurationError &&
        error.message.includes(`already in use by process ${child.process.pid}`),
    )
    child.process.kill('SIGKILL')
    await child.exited
    using lock = lockDataDir(dataDir)
    assert.ok(lock)
  })

  it('also applies within the same process, until it is released', async () => {
    await using testDatabase = await sqlite.createDatabase()
    const { dataDir = '' } = testDatabase.storeOptions
    {
      using _held = lockDataDir(dataDir)
      assert.throws(() => lockDataDir(dataDir), new RegExp(`in use by process ${process.pid}`))
    }
    lockDataDir(dataDir)[Symbol.dispose]()
  })

  it('reports a lock file that it cannot use', async () => {
    await using testDatabase = await sqlite.createDatabase()
    const { dataDir = '' } = testDatabase.storeOptions
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(join(dataDir, 'lock.db'), 'not a database, though long enough to be looked at'.repeat(20))
    assert.throws(
      () => lockDataDir(dataDir),
      (error) =>
        error instanceof ConfigurationError && error.message.includes('lock.db is not a SQLite database'),
    )
  })

  it('does not prevent other commands from using the folder', async () => {
    await using testDatabase = await sqlite.createDatabase()
    using _held = lockDataDir(testDatabase.storeOptions.dataDir ?? '')
    await using store = await testDatabase.openStore()
    await store.ping(AbortSignal.timeout(600_000))
  })

  it('goes to one of several processes that start at once', async () => {
    await using testDatabase = await sqlite.createDatabase()
    const children = [1, 2, 3].map(() =>
      startStoreTask({ database: testDatabase.storeOptions, task: 'lock' }),
    )
    const outcomes = await Promise.all(children.map(async (child) => (await child.lines.next()).value))
    for (const child of children) child.process.kill('SIGKILL')
    await Promise.all(children.map((child) => child.exited))
    assert.deepEqual(outcomes.sort(), ['locked', 'refused', 'refused'])
  })
})
