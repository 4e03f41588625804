/** Finds and counts postings in blocks, across several blocks, publishes and processes. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { publishBoards, testPosting } from '../../../../../test/support/jobs/publish-boards.ts'
import { type TestDatabase, testEngines } from '../../../../../test/support/store/test-engines.ts'
import type { Store } from '../../../../store/store.ts'
import { explainEmpty } from '../../routes/explain-empty.ts'
import { jobSearches } from '../../routes/search-sections.ts'
import { emptyBlock, growBlock, slotsPerBlock, toBlock, toIdNumbers } from '../../schema/block.ts'
import { withJobTables } from '../../schema/tables.ts'
import { readFacets } from '../read-facets.ts'
import { searchJobs } from '../search-jobs.ts'

const now = Date.UTC(2026, 10, 15, 6)
const dayMs = 86_400_000
const many = 2 * slotsPerBlock + 300

function manyPostings(workplaceOf: (at: number) => 'Remote' | 'Hybrid') {
  return Array.from({ length: many }, (_, at) =>
    testPosting(String(at), {
      workplace: workplaceOf(at),
      department: at % 3 === 0 ? 'Sales' : 'Shop',
      places: [
        { city: `City ${at % 7}`, country: 'DE' },
        { city: `City ${at % 11}`, country: 'FR' },
      ],
    }),
  )
}

describe('a block', () => {
  it('keeps its content when it grows and when its bytes are not aligned', () => {
    const block = emptyBlock(3)
    block.payMax[2] = 12.5
    block.codes.city[2] = 70_000
    block.days.changed[2] = 20_000
    block.state[2] = 2
    const grown = growBlock(block, block.slots + 1)
    assert.ok(grown.slots > block.slots)
    const unaligned = new Uint8Array(grown.bytes.length + 1)
    unaligned.set(grown.bytes, 1)
    const opened = toBlock(unaligned.subarray(1))
    assert.deepEqual(
      [opened.payMax[2], opened.codes.city[2], opened.days.changed[2], opened.state[2]],
      [12.5, 70_000, 20_000, 2],
    )
    assert.ok(Number.isNaN(opened.payMax[block.slots]))
  })

  it('has numbers for ids with the same sort order', () => {
    const ids = [
      'jp_2aaaaaaaaaaaaaaaaaaa',
      'jp_a7zzzzzzzzaaaaaaaaaa',
      'jp_a7zzzzzzzzaaaaaaaaab',
      'jp_zzzzzzzzzzzzzzzzzzzz',
    ]
    const sorted = ids.toSorted((a, b) => {
      const [[aHead, aTail], [bHead, bTail]] = [toIdNumbers(a), toIdNumbers(b)]
      return aHead - bHead || aTail - bTail
    })
    assert.deepEqual(sorted, ids.toSorted())
    assert.equal(new Set(ids.map((id) => toIdNumbers(id).join())).size, ids.length)
  })
})

for (const engine of testEngines) {
  describe(`blocks of postings on ${engine.name}`, { skip: engine.skip }, () => {
    let place: TestDatabase
    let store: Store
    before(async () => {
      place = await engine.borrowDatabase()
      store = await place.openStore()
      await publishBoards(store, now, [{ board: 'large', records: manyPostings(() => 'Remote') }])
    })
    after(async () => {
      await store?.[Symbol.asyncDispose]()
      await place?.[Symbol.asyncDispose]()
    })

    const remoteSales = { active: true, department: 'sales', workplace_type: 'Remote' }

    it('page through all matches once if all have the same day', async () => {
      for (const sort of ['posted', 'first_seen', 'changed'] as const) {
        const seen: string[] = []
        let cursor: (string | number)[] | undefined
        do {
          const { rows, total } = await searchJobs(store.readModel, remoteSales, {
            sort,
            after: cursor,
            limit: 200,
          })
          assert.equal(total, Math.ceil(many / 3))
          seen.push(...rows.slice(0, 200).map(({ id }) => id))
          const last = rows[199]
          cursor = rows.length > 200 && last ? [last.sort, last.id] : undefined
        } while (cursor !== undefined)
        const all = await withJobTables(store.readModel.read)
          .selectFrom('job')
          .select('id')
          .where('department_key', '=', 'sales')
          .orderBy('id', 'desc')
          .execute()
        assert.deepEqual(
          seen,
          all.map(({ id }) => id),
        )
      }
    })

    it('count a posting once in each of its cities', async () => {
      const { rows, total, values } = await readFacets(store.readModel, 'city', remoteSales, 1000)
      const expected = new Map<string, number>()
      for (let at = 0; at < many; at += 3)
        for (const city of [`City ${at % 7}, Germany`, `City ${at % 11}, France`])
          expected.set(city, (expected.get(city) ?? 0) + 1)
      assert.deepEqual(new Map(rows.map(({ value, count }) => [value, count])), expected)
      assert.deepEqual([total, values], [Math.ceil(many / 3), 18])
    })

    it('are asked about few of many unknown values', async (test) => {
      const { readModel } = store
      const reads = [test.mock.method(readModel, 'run'), test.mock.method(readModel, 'snapshot')]
      const countReads = async (filter: object) => {
        for (const { mock } of reads) mock.resetCalls()
        const { warnings = [] } = await explainEmpty(readModel, { active: true, ...filter }, 0)
        return [warnings.length, reads.reduce((sum, { mock }) => sum + mock.callCount(), 0)]
      }
      const unknown = Array.from({ length: 10 }, (_, at) => `unknown ${at}`).join('|')
      assert.deepEqual(await countReads({ job_function: unknown }), [3, 1])
      assert.deepEqual(await countReads({ seniority: unknown }), [3, 1])
      // Two for each value, and one for the known values of the field.
      assert.deepEqual(await countReads({ department: unknown }), [3, 1 + 3 * 2 + 1])
    })

    it('are not searched further when nobody waits', async (test) => {
      const page = new AbortController()
      const { readModel } = store
      const snapshot = readModel.snapshot.bind(readModel)
      test.mock.method(readModel, 'snapshot', (work: Parameters<typeof snapshot>[0]) => {
        page.abort()
        return snapshot(work)
      })
      const [section = assert.fail()] = jobSearches(readModel)
      const request = { base: '', q: 'title', limit: 5, signal: page.signal }
      await assert.rejects(section.find(request as never), { name: 'AbortError' })
    })

    it('include what another process has published', async () => {
      await using other = await place.openStore()
      const hybrid = { ...remoteSales, workplace_type: 'Hybrid' }
      const count = async () => (await readFacets(store.readModel, 'country', hybrid, 10)).total
      assert.equal(await count(), 0)
      await publishBoards(other, now + dayMs, [
        { board: 'large', records: manyPostings((at) => (at < 9 ? 'Hybrid' : 'Remote')) },
      ])
      assert.equal(await count(), 3)
      const few = manyPostings(() => 'Hybrid').slice(0, many - 3)
      await publishBoards(other, now + 2 * dayMs, [{ board: 'large', records: few }])
      await publishBoards(other, now + 3 * dayMs, [{ board: 'large', records: few }])
      assert.equal(await count(), Math.ceil(many / 3) - 1)
      const closed = await readFacets(
        store.readModel,
        'department',
        { active: false, country: 'FR', city: 'City 0' },
        10,
      )
      const gone = [many - 3, many - 2, many - 1].filter((at) => at % 11 === 0)
      assert.equal(closed.total, gone.length)
    })
  })
}
