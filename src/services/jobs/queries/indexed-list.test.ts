/** Lists in the order of an index, which does not tell all ids apart. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { publishBoards, testPosting } from '../../../../test/support/jobs/publish-boards.ts'
import { type TestDatabase, testEngines } from '../../../../test/support/store/test-engines.ts'
import type { CursorKey } from '../../../http/cursor.ts'
import type { Store } from '../../../store/store.ts'
import { toIdRank } from '../schema/block.ts'
import type { JobPosting } from '../schema/job-posting.ts'
import { withJobTables } from '../schema/tables.ts'
import type { JobFilter } from './filters.ts'
import { searchJobs } from './search-jobs.ts'

const now = Date.UTC(2026, 10, 15, 6)
const letters = 'abcdefghijkl'

/** Four postings share a rank, and their ids are not in the order in which they were written. */
const ids = Array.from(letters, (_, at) => {
  const rank = `aaaaaaaa${letters[at % 3]}`
  return `jp_${rank}${letters[(at * 5) % letters.length]}bbbbbbbbbb`
})

for (const engine of testEngines) {
  describe(`a list of postings with equal ranks on ${engine.name}`, { skip: engine.skip }, () => {
    let place: TestDatabase
    let store: Store
    before(async () => {
      place = await engine.borrowDatabase()
      store = await place.openStore()
      const places = [{ city: 'Berlin', country: 'DE' }]
      const records = ids.map((_, at) => testPosting(String(at), { department: 'Sales', places }))
      await publishBoards(store, now, [{ board: 'acme', records }])
      await store.readModel.transaction(async (tx) => {
        const write = withJobTables(tx)
        const slots = await write.selectFrom('job').select('slot').orderBy('slot').execute()
        for (const [at, { slot }] of slots.entries()) {
          const id = ids[at] as string
          const id_rank = toIdRank(id)
          await write.updateTable('job').set({ id, id_rank }).where('slot', '=', slot).execute()
          await write.updateTable('job_place').set({ id_rank }).where('slot', '=', slot).execute()
        }
      })
    })
    after(async () => {
      await store?.[Symbol.asyncDispose]()
      await place?.[Symbol.asyncDispose]()
    })

    const lists: readonly Partial<JobFilter>[] = [{}, { department: 'Sales' }, { city: 'Berlin' }]

    it('has the order of the ids, whatever the size of its pages', async () => {
      const expected = ids.toSorted().reverse()
      for (let limit = 1; limit <= ids.length; limit++) {
        for (const list of lists)
          assert.deepEqual(await readPages({ active: true, ...list }, 'posted', limit), expected)
        for (const sort of ['first_seen', 'changed'] as const)
          assert.deepEqual(await readPages({ active: true }, sort, limit), expected)
      }
    })

    it('has the same order in a snapshot', async () => {
      const expected = ids.toSorted().reverse()
      for (const list of lists)
        await store.readModel.snapshot(async (read) => {
          const { rows } = await searchJobs(
            store.readModel,
            { active: true, ...list },
            { limit: 5, snapshot: withJobTables(read) },
          )
          assert.deepEqual(
            rows.map(({ id }) => id),
            expected.slice(0, 6),
          )
        })
    })

    async function readPages(
      filter: JobFilter,
      sort: 'posted' | 'first_seen' | 'changed',
      limit: number,
    ): Promise<string[]> {
      const seen: string[] = []
      let cursor: CursorKey | undefined
      do {
        const { rows, total } = await searchJobs(store.readModel, filter, { sort, after: cursor, limit })
        assert.equal(total, ids.length)
        const page = rows.slice(0, limit)
        seen.push(...page.map(({ id }) => id))
        const last = page.at(-1)
        cursor = rows.length > limit && last ? [last.sort, last.id] : undefined
      } while (cursor !== undefined)
      return seen
    }
  })

  describe(`a row that is read as one text on ${engine.name}`, { skip: engine.skip }, () => {
    it('has the texts of the posting, whatever characters they contain', async () => {
      await using place = await engine.borrowDatabase()
      await using store = await place.openStore()
      const texts = ['a\u001fb', 'two\nlines', '', '\u001f', '👩‍🍳 ﬁ', '"\\']
      const records = texts.map((text, at) =>
        testPosting(String(at), {
          title: text,
          company: text,
          department: `${text} ${at}`,
          posted: '2026-11-01',
        }),
      )
      await publishBoards(store, now, [{ board: 'a\u001fb\u001fc', records }])
      for (const sort of ['posted', 'changed'] as const) {
        const { rows } = await searchJobs(store.readModel, { active: true }, { sort, limit: 50 })
        const jobs = rows.map(({ doc }) => JSON.parse(doc) as JobPosting)
        assert.deepEqual(
          jobs.map(({ title, company, role_group }) => [title, company, role_group]).sort(),
          texts.map((text, at) => [text, text, `${text} ${at}`]).sort(),
        )
        assert.ok(jobs.every(({ board, posted }) => board === 'a\u001fb\u001fc' && posted === '2026-11-01'))
        assert.ok(rows.every((row) => row.sort === (sort === 'posted' ? '2026-11-01' : '2026-11-15')))
      }
    })
  })
}
