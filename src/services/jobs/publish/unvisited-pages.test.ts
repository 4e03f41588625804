/** Pages of postings that a run did not read. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { publishBoards, readBoardJobs, testPosting } from '../../../../test/support/jobs/publish-boards.ts'
import { testEngines } from '../../../../test/support/store/test-engines.ts'
import type { BoardRecord } from '../schema/records.ts'
import { jobStates } from '../schema/tables.ts'

const dayMs = 86_400_000
const start = Date.UTC(2026, 10, 10, 6)
const page = (id: string): BoardRecord => ({ type: 'same', url: `https://board.example/${id}` })

for (const engine of testEngines)
  describe(`${engine.name}: pages that were not read`, { skip: engine.skip }, () => {
    it('keep their postings open, and those that are not listed close', async () => {
      await using place = await engine.borrowDatabase()
      await using store = await place.openStore({ role: 'worker' })
      const lists: BoardRecord[][] = [
        ['a', 'b', 'c', 'd'].map((id) => testPosting(id)),
        [testPosting('a'), page('b'), page('c'), page('never-read')],
        [page('a'), testPosting('b', { title: 'Another title' }), page('c')],
        [page('a'), page('b'), page('c')],
      ]
      for (const [day, records] of lists.entries())
        await publishBoards(store, start + day * dayMs, [{ board: 'acme', records }])
      const jobs = await readBoardJobs(store, 'acme')
      assert.deepEqual(
        [...jobs].map(([id, { title, active }]) => [id, title, active !== jobStates.closed]).sort(),
        [
          ['a', 'Title a', true],
          ['b', 'Another title', true],
          ['c', 'Title c', true],
          ['d', 'Title d', false],
        ],
      )
    })

    it('leave a posting on several pages as it was on the page that it was read from', async () => {
      await using place = await engine.borrowDatabase()
      await using store = await place.openStore({ role: 'worker' })
      const german = testPosting('a', { title: 'Schweißer', url: 'https://board.example/de/a' })
      for (const [day, records] of [[testPosting('a')], [page('a'), german], [german]].entries())
        await publishBoards(store, start + day * dayMs, [{ board: 'acme', records }])
      const titles = async () => [...(await readBoardJobs(store, 'acme')).values()].map(({ title }) => title)
      assert.deepEqual(await titles(), ['Schweißer'])
      const records = [{ type: 'same', url: german.url } as const, testPosting('a')]
      await publishBoards(store, start + 3 * dayMs, [{ board: 'acme', records }])
      assert.deepEqual(await titles(), ['Schweißer'])
    })
  })
