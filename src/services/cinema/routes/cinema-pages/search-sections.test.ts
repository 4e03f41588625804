import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { cinemaSearches } from './search-sections.ts'

describe('the search for places', () => {
  it('ignores texts with more words than names of places have', async () => {
    const cinema = { db: {}, theaters: { current: assert.fail } }
    const places = cinemaSearches(cinema as never).find(({ id }) => id === 'places') ?? assert.fail()
    const find = (q: string) => places.find({ base: '', q, limit: 5 } as never)
    assert.deepEqual(await find('the house of long harvest'), { hits: [] })
    await assert.rejects(find('Salt Lake City, Utah, United States'), assert.AssertionError)
  })
})

describe('a search that nobody waits for', () => {
  for (const id of ['movies', 'theaters', 'places'])
    it(`sends no query: ${id}`, async () => {
      const page = new AbortController()
      const current = async () => {
        page.abort()
        return { find: () => [] }
      }
      const cinema = { db: {}, movies: { current }, theaters: { current } }
      const section = cinemaSearches(cinema as never).find((one) => one.id === id) ?? assert.fail()
      const request = { base: '', q: 'harvest', limit: 5, signal: page.signal }
      await assert.rejects(section.find(request as never), { name: 'AbortError' })
    })
})
