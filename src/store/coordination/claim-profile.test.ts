import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testEngines } from '../../../test/support/store/test-engines.ts'
import { ConfigurationError } from '../../core/errors.ts'
import { ledgerMigrations } from '../migrations/index.ts'

function belongsTo(name: string, owner: string): (error: unknown) => boolean {
  return (error) =>
    error instanceof ConfigurationError &&
    error.message.startsWith(`${name} belongs to the profile ${owner} `) &&
    error.message.includes(`start with --profile ${owner}`)
}

for (const { name: engine, skip, createDatabase, borrowDatabase } of testEngines) {
  describe(`${engine}: the profile of a store`, { skip }, () => {
    it('is that of its first use, and another one is refused', async () => {
      await using testDatabase = await borrowDatabase()
      for (const profile of ['sandbox', 'sandbox']) {
        await using store = await testDatabase.openStore({ profile })
        const { profile: owner } = await store.inspect(AbortSignal.timeout(600_000))
        assert.equal(owner, 'sandbox')
      }
      await assert.rejects(testDatabase.openStore({ profile: 'live' }), belongsTo('the ledger', 'sandbox'))
    })

    it('is checked, but not claimed, by commands that only look at it', async () => {
      await using testDatabase = await borrowDatabase()
      for (const options of [
        {},
        { profile: 'sandbox', mayMigrate: false },
        { profile: 'live', mayMigrate: true },
      ]) {
        await using _store = await testDatabase.openStore(options)
      }
      const looking = testDatabase.openStore({ profile: 'sandbox', mayMigrate: false })
      await assert.rejects(looking, belongsTo('the ledger', 'live'))
    })

    it('is also that of the read model, if the ledger was replaced', async () => {
      await using testDatabase = await borrowDatabase()
      {
        await using store = await testDatabase.openStore({ profile: 'sandbox' })
        await store.ledger.transaction((tx) => tx.deleteFrom('store_mark').execute())
      }
      await assert.rejects(
        testDatabase.openStore({ profile: 'live' }),
        belongsTo('the read model', 'sandbox'),
      )
    })

    it('is recognised in a store from an earlier version, which has no mark', async () => {
      await using testDatabase = await createDatabase()
      await testDatabase.migrateAs(ledgerMigrations.slice(0, 5), async (tx) => {
        const run = { id: 'r', service: 'notices', mode: 'scheduled', status: 'succeeded', holder: 'a' }
        const counts = { started_at: 1, planned: 8, completed: 8, failed: 0, metadata: '{}' }
        await tx
          .insertInto('sync_run')
          .values({ ...run, ...counts, source_id: 'gazette' })
          .execute()
      })
      await assert.rejects(testDatabase.openStore({ profile: 'live' }), belongsTo('the ledger', 'sandbox'))
      await using _store = await testDatabase.openStore({ profile: 'sandbox' })
    })
  })
}
