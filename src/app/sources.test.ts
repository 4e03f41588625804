import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Transaction } from 'kysely'
import { publishBoards, testPosting } from '../../test/support/jobs/publish-boards.ts'
import { testEngines } from '../../test/support/store/test-engines.ts'
import { findWriter } from '../../test/support/sync/find-writer.ts'
import { withJobTables } from '../services/jobs/schema/tables.ts'

const dayMs = 86_400_000
const start = Date.UTC(2026, 0, 1, 6)

for (const engine of testEngines) {
  describe(`${engine.name}: what was read from members that are no longer read`, {
    skip: engine.skip,
  }, () => {
    it('is closed if its board is paused or removed', async () => {
      await using database = await engine.borrowDatabase()
      await using store = await database.openStore({ role: 'worker' })
      const boards = ['acme', 'paused', 'removed']
      await publishBoards(
        store,
        start,
        boards.map((board) => ({ board, source: 'greenhouse', records: [testPosting(board)] })),
      )
      const { prune } = await findWriter('jobs', {})
      const context = { dialect: store.readModel.dialect, now: start + 8 * dayMs }
      await store.readModel.transaction((tx) => prune?.({ tx, ...context }) ?? assert.fail())
      const rows = await withJobTables(store.readModel.read)
        .selectFrom('job')
        .select(['member_id', 'closed_on'])
        .orderBy('member_id')
        .execute()
      assert.deepEqual(
        rows.map(({ member_id, closed_on }) => [member_id, closed_on]),
        [
          ['acme', null],
          ['paused', '2026-01-09'],
          ['removed', '2026-01-09'],
        ],
      )
    })

    it('is deleted after CINEMA_KEEP_DAYS if it is a showtime', async () => {
      await using database = await engine.borrowDatabase()
      await using store = await database.openStore({ role: 'worker' })
      const { prune } = await findWriter('cinema', { CINEMA_KEEP_DAYS: '30' })
      await store.readModel.transaction((tx) =>
        // biome-ignore lint/suspicious/noExplicitAny: a row with only the columns that matter here
        (tx as unknown as Transaction<Record<string, any>>).insertInto('showtime').values(showtime).execute(),
      )
      const pruneAt = (day: number) =>
        store.readModel.transaction(
          (tx) =>
            prune?.({ tx, dialect: store.readModel.dialect, now: start + day * dayMs }) ?? assert.fail(),
        )
      assert.equal(await pruneAt(30), 0)
      assert.equal(await pruneAt(31), 1)
    })
  })
}

const showtime = {
  id: 's',
  theater_id: 'removed',
  movie_id: 'm',
  chain_id: 'c',
  source_id: 'p',
  starts_at: start,
  business_date: '2026-01-01',
  day_starts_at: start,
  seating: '',
  formats: '',
  languages: '',
  facts: '',
  has_grid: 0,
  hash: '',
  doc: '{}',
}
