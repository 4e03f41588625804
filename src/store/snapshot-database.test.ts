import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { publishNotices } from '../../test/support/exports/export-app.ts'
import { testEngines } from '../../test/support/store/test-engines.ts'
import { withSnapshot } from './snapshot-database.ts'
import { Statement } from './statements/statement.ts'
import type { Database } from './store.ts'
import type { ReadModelTables } from './tables.ts'

const noticeIds = new Statement<ReadModelTables, object, { id: string }>((read) =>
  read.selectFrom('notice').select('id').orderBy('id'),
)

async function stateOf(db: Database<ReadModelTables>) {
  const ids = (await db.run(noticeIds, {})).map(({ id }) => id)
  const inSnapshot = await db.snapshot((read) => noticeIds.runIn(read, {}))
  assert.deepEqual(
    inSnapshot.map(({ id }) => id),
    ids,
  )
  return {
    ids,
    version: db.version('notices'),
    changes: db.version('changes notices'),
    stamp: db.stamp('notices'),
    epoch: db.epoch(),
    publishedAt: db.publishedAt('notices'),
  }
}

for (const engine of testEngines) {
  describe(`${engine.name}: a snapshot as a database`, { skip: engine.skip }, () => {
    it('stays as it was while others publish', async () => {
      await using database = await engine.borrowDatabase()
      await using store = await database.openStore({ role: 'worker' })
      await publishNotices(store, [{ id: 'nt_a' }])
      await withSnapshot(store.readModel, async (snapshot) => {
        const before = await stateOf(snapshot)
        assert.deepEqual([before.ids, before.version, before.changes], [['nt_a'], 1, 1])
        assert.equal(before.epoch, store.readModel.epoch())
        await publishNotices(store, [{ id: 'nt_b' }])
        assert.deepEqual(await stateOf(snapshot), before)
        assert.deepEqual((await stateOf(store.readModel)).ids, ['nt_a', 'nt_b'])
        await assert.rejects(
          snapshot.transaction(async () => {}),
          /cannot be written/,
        )
      })
    })
  })
}
