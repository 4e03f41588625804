import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { schemaNames } from '../../../src/store/postgres/open-schema.ts'
import type { Store } from '../../../src/store/store.ts'
import { items, openSyncFixture } from '../sync/sync-fixture.ts'
import { postgres, type TestDatabase } from './test-engines.ts'

/** All rows, but for what differs between any two databases, and the next value of each sequence. */
async function contentOf(store: Store, { schemaPrefix }: TestDatabase['storeOptions']): Promise<object> {
  const content: Record<string, unknown> = {}
  for (const [database, schema] of Object.entries(schemaNames(schemaPrefix ?? ''))) {
    const db = database === 'ledger' ? store.ledger.read : store.readModel.read
    const where = sql`where schemaname = ${schema}`
    const tables = await sql<{ name: string }>`select tablename as name from pg_tables ${where}`.execute(
      db as never,
    )
    for (const { name } of tables.rows) {
      const { rows } = await sql<{ doc: string }>`
        select (to_jsonb(t) - 'applied_at' - ${name === 'publication' ? 'version' : ''})::text as doc from ${sql.table(name)} t order by 1`.execute(
        db as never,
      )
      content[`${database}.${name}`] = rows.map(({ doc }) => doc)
    }
    const sequences = sql`select sequencename as name, last_value from pg_sequences ${where} order by 1`
    content[`${database} sequences`] = (await sequences.execute(db as never)).rows
  }
  return content
}

// In a folder of its own, the only spare is the one that this test returns.
delete process.env.TEST_SHARED_FOLDER

describe('a borrowed database', { skip: postgres.skip }, () => {
  it('is as a new one for the next test, whatever the last one stored', async () => {
    assert.ok(postgres)
    await using created = await postgres.createDatabase()
    await using newStore = await created.openStore()
    const expected = await contentOf(newStore, created.storeOptions)

    let used: string | undefined
    {
      await using fixture = await openSyncFixture(postgres)
      fixture.upstream.lists = { ash: items('a', 30) }
      await fixture.engine.run('towns', { mode: 'manual', signal: AbortSignal.timeout(600_000) })
      used = Object.values(await fixture.readTitlesByTown())
        .flat()
        .join()
    }
    assert.ok(used, 'nothing was stored: the test would prove nothing')

    await using borrowed = await postgres.borrowDatabase()
    await using store = await borrowed.openStore()
    assert.deepEqual(await contentOf(store, borrowed.storeOptions), expected)
  })
})
