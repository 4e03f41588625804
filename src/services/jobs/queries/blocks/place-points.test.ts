/** Jobs by their distance from a place, on both engines. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { publishBoards, testPosting } from '../../../../../test/support/jobs/publish-boards.ts'
import { type TestDatabase, testEngines } from '../../../../../test/support/store/test-engines.ts'
import type { Store } from '../../../../store/store.ts'
import { type SearchOptions, searchJobs } from '../search-jobs.ts'

const now = Date.UTC(2026, 10, 15, 6)
const berlin = { city: 'Berlin', region: 'BE', country: 'DE' }
const leipzig = { city: 'Leipzig', region: 'SN', country: 'DE' }
const hamburg = { city: 'Hamburg', region: 'HH', country: 'DE' }

for (const engine of testEngines) {
  describe(`jobs around a place on ${engine.name}`, { skip: engine.skip }, () => {
    let place: TestDatabase
    let store: Store
    before(async () => {
      place = await engine.borrowDatabase()
      store = await place.openStore()
      const records = [
        testPosting('1', { title: 'Hamburg', places: [hamburg] }),
        testPosting('2', { title: 'Berlin', places: [berlin] }),
        testPosting('3', { title: 'Hamburg or Leipzig', places: [hamburg, leipzig] }),
        testPosting('4', { title: 'Anywhere', places: [{ country: 'DE' }] }),
      ]
      await publishBoards(store, now, [{ board: 'acme', records }])
    })
    after(async () => {
      await store?.[Symbol.asyncDispose]()
      await place?.[Symbol.asyncDispose]()
    })

    async function search(options: Pick<SearchOptions, 'sort' | 'after' | 'limit'>) {
      const location = { lat: 52.52, lon: 13.4, alternatives: [] }
      const filter = { active: true, near: 'Berlin', location, radius_miles: 200 }
      const { rows } = await searchJobs(store.readModel, filter, options)
      return rows.map(({ doc, ...row }) => ({ ...row, ...JSON.parse(doc) }))
    }

    it('are the nearest first, by the nearest of their cities, whatever page they are on', async () => {
      const all = await search({ sort: 'distance', limit: 10 })
      assert.deepEqual(
        all.map(({ title }) => title),
        ['Berlin', 'Hamburg or Leipzig', 'Hamburg'],
      )
      const [first, second, third] = all.map(({ distance_miles }) => distance_miles as number)
      assert.ok(first !== undefined && first < 5, String(first))
      assert.ok(second !== undefined && second > 85 && second < 100, String(second))
      assert.ok(third !== undefined && third > 150 && third < 165, String(third))
      const paged: string[] = []
      for (let after: [number, string] | undefined; ; ) {
        const [row, next] = await search({ sort: 'distance', limit: 1, after })
        paged.push(row?.title)
        if (next === undefined || row === undefined) break
        after = [row.sort, row.id]
      }
      assert.deepEqual(paged, ['Berlin', 'Hamburg or Leipzig', 'Hamburg'])
    })

    it('have their distance in every order', async () => {
      const rows = await search({ sort: 'posted', limit: 10 })
      assert.equal(rows.length, 3)
      for (const { distance_miles } of rows) assert.ok(distance_miles >= 0)
    })
  })
}
