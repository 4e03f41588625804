import assert from 'node:assert/strict'
import { rm, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { it } from 'node:test'
import { FakeClock } from '../../../test/support/fake-clock.ts'
import { newFolder } from '../../../test/support/shared-folder.ts'
import { type TestDatabase, testEngines } from '../../../test/support/store/test-engines.ts'
import { loadConfig } from '../../core/config/load-config.ts'
import { createLogger } from '../../core/log.ts'
import { readLastBackup } from '../../store/coordination/last-backup.ts'
import { createStore } from '../store.ts'
import { createBackup } from './create-backup.ts'
import { restoreBackup } from './restore-backup.ts'

const { signal } = new AbortController()
const clock = new FakeClock('2026-11-15T12:00:00Z')
const dayMs = 24 * 3_600_000

function contextOf({ storeOptions }: TestDatabase, dataDir: string) {
  const { databaseUrl, schemaPrefix = '' } = storeOptions
  const database = { DATABASE_URL: databaseUrl, DATABASE_SCHEMA_PREFIX: schemaPrefix.replace(/_$/, '') }
  const env = { DATA_DIR: dataDir, ...(databaseUrl === undefined ? {} : database) }
  const logger = createLogger({ level: 'silent', format: 'json' })
  return { loaded: loadConfig({ env, cwd: dataDir }), clock, logger }
}

for (const engine of testEngines) {
  it(`${engine.name}: a store that was restored knows when its backup was made`, {
    skip: engine.skip,
  }, async () => {
    await using stack = new AsyncDisposableStack()
    const folder = newFolder('restore')
    stack.defer(() => rm(folder, { recursive: true }))
    const [here, there] = await Promise.all(
      ['here', 'there'].map(async (name) =>
        contextOf(stack.use(await engine.createDatabase()), join(folder, name)),
      ),
    )
    assert.ok(here && there)
    await (await createStore(here, 'worker', { mayMigrate: true }))[Symbol.asyncDispose]()
    const target = join(folder, 'monday')
    await createBackup(here.loaded, { target, withArtifacts: false }, signal)
    for (const [madeAt, known] of [
      [clock.now() - 3 * dayMs, clock.now() - 3 * dayMs],
      [clock.now() + dayMs, clock.now()],
    ] as const) {
      await utimes(target, madeAt / 1000, madeAt / 1000)
      await restoreBackup(there, { backupFolder: target, mayOverwrite: true }, signal)
      await using store = await createStore(there, 'worker', { mayMigrate: false })
      assert.deepEqual(await readLastBackup(store.ledger), { at: known, isBackup: true })
    }
  })
}
