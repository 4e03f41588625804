import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { publishBoards, testPosting } from '../../../../test/support/jobs/publish-boards.ts'
import { testEngines } from '../../../../test/support/store/test-engines.ts'
import { pruneChanges } from '../../../store/changes/prune-changes.ts'
import type { Store } from '../../../store/store.ts'
import { jobStates, withJobTables } from '../schema/tables.ts'
import { closeUnreadBoards } from './close-unread-boards.ts'
import { pruneClosedPostings } from './prune-closed-postings.ts'

const dayMs = 86_400_000
const start = Date.UTC(2026, 0, 1, 6)

for (const engine of testEngines) {
  describe(`${engine.name}: closed postings`, { skip: engine.skip }, () => {
    it('are deleted after their time and no longer counted, and their slots are used again', async () => {
      await using database = await engine.borrowDatabase()
      await using store = await database.openStore({ role: 'worker' })
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
      assert.deepEqual(await totals(store), [
        [jobStates.closed, 0],
        [jobStates.listed, 5],
        [jobStates.duplicate, 0],
      ])

      await publish(store, 301, [...postings(3, 8), ...postings(20, 24)])
      const slots = (await jobs(store)).map(({ slot }) => Number(slot)).sort((one, other) => one - other)
      assert.deepEqual(slots, [0, 1, 2, 3, 4, 5, 6, 7, 8])
      const free = await withJobTables(store.readModel.read).selectFrom('job_free_slot').selectAll().execute()
      assert.deepEqual(free, [])
    })

    it('include those of boards that are no longer read, after a week', async () => {
      await using database = await engine.borrowDatabase()
      await using store = await database.openStore({ role: 'worker' })
      await publish(store, 0, [testPosting('1'), testPosting('2'), testPosting('3')])
      const close = (day: number, isRead: boolean) =>
        store.readModel.transaction((tx) =>
          closeUnreadBoards({ tx, dialect: store.readModel.dialect, now: start + day * dayMs }, () => isRead),
        )
      assert.equal(await close(6, false), 0)
      assert.equal(await close(60, true), 0)
      // Three postings, and their board.
      assert.equal(await close(8, false), 4)
      assert.equal(await close(8, false), 0)
      assert.equal((await jobs(store)).filter(({ closed_on }) => closed_on !== null).length, 3)
      assert.deepEqual((await totals(store))[0], [jobStates.closed, 3])
      await publish(store, 20, [testPosting('1'), testPosting('2'), testPosting('3'), testPosting('4')])
      assert.deepEqual((await totals(store))[0], [jobStates.closed, 0])
    })

    it('include those of many boards at once, and no board is looked at again', async () => {
      await using database = await engine.borrowDatabase()
      await using store = await database.openStore({ role: 'worker' })
      const { readModel } = store
      const boardCount = 24
      await publishBoards(
        store,
        start,
        Array.from({ length: boardCount }, (_, board) => ({
          board: `board-${String(board).padStart(2, '0')}`,
          source: 'greenhouse',
          records: Array.from({ length: 50 }, (_, at) =>
            testPosting(`${board}-${at}`, { title: `Job ${at}` }),
          ),
        })),
      )
      const closeAll = async (isRead: (member: string) => boolean) => {
        const counts: number[] = []
        for (;;) {
          const count = await readModel.transaction((tx) =>
            closeUnreadBoards({ tx, dialect: readModel.dialect, now: start + 8 * dayMs }, (_, member) =>
              isRead(member),
            ),
          )
          if (count === 0) return counts
          counts.push(count)
        }
      }
      assert.deepEqual(await closeAll((member) => member !== 'board-07'), [51])
      // 1,150 postings of the other 23 boards.
      assert.deepEqual(await closeAll(() => false), [509, 510, 154])
      const boards = await withJobTables(readModel.read).selectFrom('job_board').select('member_id').execute()
      assert.deepEqual(boards, [])
      assert.deepEqual((await totals(store))[0], [jobStates.closed, boardCount * 50])
    })

    it('are listed as changes until those are old', async () => {
      await using database = await engine.borrowDatabase()
      await using store = await database.openStore({ role: 'worker' })
      const stay = [testPosting('1'), testPosting('2'), testPosting('3')]
      await publish(store, 0, [...stay, testPosting('4')])
      for (const day of [1, 2, 3]) await publish(store, day, stay)
      const types = async () =>
        (await store.readModel.read.selectFrom('change').select('type').orderBy('number').execute()).map(
          ({ type }) => type,
        )
      const pruneOld = (day: number) =>
        store.readModel.transaction((tx) =>
          pruneChanges({ tx, now: start + day * dayMs }, { service: 'jobs', days: 30, rowsMax: 100 }),
        )
      assert.deepEqual(await types(), [...Array(4).fill('posting.opened'), 'posting.closed'])
      assert.equal(await pruneOld(30), 0)
      assert.equal(await pruneOld(31), 4)
      assert.deepEqual(await types(), ['posting.closed'])
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

async function totals({ readModel }: Store) {
  const rows = await withJobTables(readModel.read)
    .selectFrom('job_total')
    .selectAll()
    .orderBy('active')
    .execute()
  return rows.map(({ active, n }) => [Number(active), Number(n)])
}
