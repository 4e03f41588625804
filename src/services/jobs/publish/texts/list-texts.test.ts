/** Which descriptions a search finds while a run goes on, after it, and when slots are used again. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  finalizeRun,
  publishBoards,
  testPosting,
  writeBoards,
} from '../../../../../test/support/jobs/publish-boards.ts'
import { testEngines } from '../../../../../test/support/store/test-engines.ts'
import { searchJobs } from '../../queries/search-jobs.ts'
import { slotsPerBlock } from '../../schema/block.ts'
import type { Posting } from '../../schema/records.ts'
import { type JobsTables, type JobsTransaction, withJobTables } from '../../schema/tables.ts'
import { pruneClosedPostings } from '../prune-closed-postings.ts'
import { listFullBlocks } from './list-texts.ts'

const dayMs = 86_400_000
const start = Date.UTC(2026, 0, 1, 6)
const withBody = (id: string, body: string): Posting => testPosting(id, { body, bodyHash: body })

for (const engine of testEngines) {
  describe(`${engine.name}: the words of descriptions`, { skip: engine.skip }, () => {
    it('let the event loop turn between blocks', async () => {
      await using database = await engine.borrowDatabase()
      await using store = await database.openStore({ role: 'worker' })
      let pauses = 0
      const pause = async () => {
        pauses += 1
      }
      const slots = [0, 1, slotsPerBlock, 2 * slotsPerBlock]
      await store.readModel.transaction((tx) =>
        listFullBlocks(tx.withTables<JobsTables>() as JobsTransaction, slots, pause),
      )
      assert.equal(pauses, 3)
    })

    it('are found at the end of the run, those of an earlier version never', async () => {
      await using database = await engine.borrowDatabase()
      await using store = await database.openStore({ role: 'worker' })
      const { readModel } = store
      const find = async (q: string) =>
        (await searchJobs(readModel, { active: true, q }, { sort: 'relevance', limit: 50 })).rows
          .map(({ doc }) => (JSON.parse(doc) as { title: string }).title.replace('Title ', ''))
          .sort()
      const stay = Array.from({ length: 8 }, (_, at) => withBody(`stay${at}`, 'Anvil'))
      const publish = (day: number, records: readonly Posting[]) =>
        publishBoards(store, start + day * dayMs, [{ board: 'acme', records: [...stay, ...records] }])
      await publish(0, [withBody('1', '<p>Forging steel with hammers</p>'), withBody('2', 'Hammer')])
      assert.deepEqual(await find('hammer'), ['1', '2'])
      assert.deepEqual(await find('steel forge'), ['1'])
      assert.deepEqual(await find('title hammering'), ['1', '2'])

      await writeBoards(store, start + dayMs, [
        { board: 'acme', records: [...stay, withBody('1', 'Tongs'), withBody('2', 'Hammer')] },
      ])
      assert.deepEqual(await find('hammer'), ['2'])
      assert.deepEqual(await find('steel'), [])
      assert.deepEqual(await find('tongs'), [])
      const outcomes = new Map([['acme', 'published' as const]])
      await finalizeRun(store, { sourceId: 'greenhouse', now: start + dayMs, outcomes })
      assert.deepEqual(await find('tongs'), ['1'])
      assert.deepEqual(await find('hammer'), ['2'])

      for (const day of [2, 3, 4]) await publish(day, [])
      const prune = { dialect: readModel.dialect, now: start + 300 * dayMs }
      assert.equal(await readModel.transaction((tx) => pruneClosedPostings({ tx, ...prune }, 90)), 2)
      // The words of the deleted postings are still listed when others get their slots.
      await writeBoards(store, start + 301 * dayMs, [
        { board: 'acme', records: [...stay, withBody('3', 'Bellows'), testPosting('4')] },
      ])
      const slots = await withJobTables(readModel.read).selectFrom('job').select('slot').execute()
      assert.ok(slots.every(({ slot }) => Number(slot) < 10))
      for (const q of ['tongs', 'hammer', 'bellows']) assert.deepEqual(await find(q), [])
      await finalizeRun(store, { sourceId: 'greenhouse', now: start + 301 * dayMs, outcomes })
      assert.deepEqual(await find('bellows'), ['3'])
      assert.deepEqual(await find('hammer'), [])
    })

    it('are found before the end of a run that publishes many', async () => {
      await using database = await engine.borrowDatabase()
      await using store = await database.openStore({ role: 'worker' })
      const many = Array.from({ length: slotsPerBlock + 10 }, (_, at) =>
        withBody(String(at), `Number${at % 7} word`),
      )
      await writeBoards(store, start, [{ board: 'large', records: many }])
      const count = async (q: string) =>
        (await searchJobs(store.readModel, { active: true, q }, { limit: 1 })).total
      assert.equal(await count('words'), slotsPerBlock)
      await finalizeRun(store, {
        sourceId: 'greenhouse',
        now: start,
        outcomes: new Map([['large', 'published']]),
      })
      assert.equal(await count('words'), many.length)
      assert.equal(await count('number3 word'), many.filter((_, at) => at % 7 === 3).length)
      assert.equal(await count('"word number3"'), await count('number3 word'))
      assert.equal(await count('numb*'), 0)
    })
  })
}
