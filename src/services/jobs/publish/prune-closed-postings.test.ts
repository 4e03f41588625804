import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { publishBoards, testPosting } from '../../../../test/support/jobs/publish-boards.ts'
import { testEngines } from '../../../../test/support/store/test-engines.ts'
import type { Store } from '../../../store/store.ts'
import { withJobTables } from '../schema/tables.ts'
import { pruneClosedPostings } from './prune-closed-postings.ts'

const dayMs = 86_400_000
const start = Date.UTC(2026, 0, 1, 6)

for (const engine of testEngines) {
  describe(`${engine.name}: closed postings`, { skip: engine.skip }, () => {
    it('are deleted after their time with their places and counts, and their slots are used again', async () => {
      await using database = await engine.createDatabase()
      await using store = await database.openStore()
      const postings = (from: number, to: number) =>
        Array.from({ length: to - from }, (_, at) =>
          testPosting(String(from + at), { title: `Job ${from + at}` }),
        )
      await publish(store, 0, postings(0, 8))
      // Two agreeing lists without the first three close them.
      for (const day of [1, 2, 3]) await publish(store, day, postings(3, 8))
      const closed = (await jobs(store)).filter(({ closed_on }) => closed_on !== null)
      assert.equal(closed.length, 3)

      assert.equal(await prune(store, 100), 0)
      assert.equal(await prune(store, 300), 3)
      assert.equal(await prune(store, 300), 0)
      assert.equal((await jobs(store)).length, 5)
      assert.deepEqual(await closedTotals(store), [])

      await publish(store, 301, [...postings(3, 8), ...postings(20, 24)])
      const slots = (await jobs(store)).map(({ slot }) => Number(slot)).sort((one, other) => one - other)
      assert.deepEqual(slots, [0, 1, 2, 3, 4, 5, 6, 7, 8])
      const free = await withJobTables(store.readModel.read).selectFrom('job_free_slot').selectAll().execute()
      assert.deepEqual(free, [])
    })
  })
}

async function publish(store: Store, day: number, records: ReturnType<typeof testPosting>[]): Promise<void> {
  await publishBoards(store, start + day * dayMs, [{ board: 'acme', source: 'greenhouse', records }])
}

async function prune({ readModel }: Store, day: number): Promise<number> {
  const { dialect } = readModel
  return await readModel.transaction((tx) =>
    pruneClosedPostings({ tx, dialect, now: start + day * dayMs }, 180),
  )
}

async function jobs({ readModel }: Store) {
  return await withJobTables(readModel.read).selectFrom('job').select(['id', 'slot', 'closed_on']).execute()
}

async function closedTotals({ readModel }: Store) {
  return await withJobTables(readModel.read)
    .selectFrom('job_count')
    .selectAll()
    .where('active', '=', 0)
    .execute()
}
