import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { startStoreTask } from '../../test/support/store/start-store-task.ts'
import { testEngines } from '../../test/support/store/test-engines.ts'
import { ConfigurationError } from '../core/errors.ts'
import { lockDataDir } from './data-dir-lock.ts'

const [sqlite] = testEngines
assert.ok(sqlite)

describe('data folder lock', () => {
  it('tells the second who holds it, and lets the next one in when that process is killed', async () => {
    await using place = await sqlite.createDatabase()
    const { dataDir = '' } = place.storeOptions
    const child = startStoreTask({ database: place.storeOptions, task: 'lock' })
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

  it('holds against the same process too, until it is given back', async () => {
    await using place = await sqlite.createDatabase()
    const { dataDir = '' } = place.storeOptions
    {
      using _held = lockDataDir(dataDir)
      assert.throws(() => lockDataDir(dataDir), new RegExp(`in use by process ${process.pid}`))
    }
    lockDataDir(dataDir)[Symbol.dispose]()
  })

  it('says what is wrong with a file it cannot use', async () => {
    await using place = await sqlite.createDatabase()
    const { dataDir = '' } = place.storeOptions
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(join(dataDir, 'lock.db'), 'not a database, though long enough to be looked at'.repeat(20))
    assert.throws(
      () => lockDataDir(dataDir),
      (error) =>
        error instanceof ConfigurationError && error.message.includes('lock.db is not a SQLite database'),
    )
  })

  it('does not keep other commands out of the folder', async () => {
    await using place = await sqlite.createDatabase()
    using _held = lockDataDir(place.storeOptions.dataDir ?? '')
    await using store = await place.openStore()
    await store.ping(AbortSignal.timeout(5_000))
  })

  it('goes to one of several who start at once', async () => {
    await using place = await sqlite.createDatabase()
    const children = [1, 2, 3].map(() => startStoreTask({ database: place.storeOptions, task: 'lock' }))
    const outcomes = await Promise.all(children.map(async (child) => (await child.lines.next()).value))
    for (const child of children) child.process.kill('SIGKILL')
    await Promise.all(children.map((child) => child.exited))
    assert.deepEqual(outcomes.sort(), ['locked', 'refused', 'refused'])
  })
})
