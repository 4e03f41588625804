/** Suggestions are the most frequent values of listed jobs in which a word begins with the text. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { publishBoards, testPosting } from '../../../../test/support/jobs/publish-boards.ts'
import { type TestDatabase, testEngines } from '../../../../test/support/store/test-engines.ts'
import type { Store } from '../../../store/store.ts'
import { suggestionTypes } from '../schema/suggestion.ts'
import { suggest } from './suggest.ts'

const start = Date.UTC(2026, 10, 1, 6)
const dayMs = 86_400_000
const places = [{ city: 'São Paulo', country: 'BR' }]
const titles = [
  ...Array.from({ length: 5 }, () => 'Software Engineer'),
  ...Array.from({ length: 3 }, () => 'Senior Software Engineer'),
  'Softball Coach',
  'C++ Developer',
  'Élève ingénieur',
  'Zoo Keeper',
]
const postings = titles.map((title, at) =>
  testPosting(String(at), {
    title,
    company: at % 2 === 0 ? 'Soft Beds & Sons' : 'Paulownia',
    department: 'Engineering',
    places,
  }),
)

for (const engine of testEngines) {
  describe(`suggestions on ${engine.name}`, { skip: engine.skip }, () => {
    let place: TestDatabase
    let store: Store
    before(async () => {
      place = await engine.borrowDatabase()
      store = await place.openStore()
      await publishBoards(store, start, [{ board: 'acme', records: postings }])
    })
    after(async () => {
      await store?.[Symbol.asyncDispose]()
      await place?.[Symbol.asyncDispose]()
    })

    const ask = async (text: string, nowMs = start, limit = 20) =>
      (await suggest(store.readModel, text, { types: new Set(suggestionTypes), limit, nowMs })).map(
        ({ type, value, count }) => `${type} ${value} ${count}`,
      )

    for (const [text, expected] of [
      [
        'soft',
        [
          'company Soft Beds & Sons 6',
          'title Software Engineer 5',
          'title Softball Coach 1',
          'title Senior Software Engineer 3',
        ],
      ],
      ['SOFTW', ['title Software Engineer 5', 'title Senior Software Engineer 3']],
      ['software eng', ['title Software Engineer 5', 'title Senior Software Engineer 3']],
      ['paulo', ['company Paulownia 6', 'city São Paulo, Brazil 12']],
      ['sao p', ['city São Paulo, Brazil 12']],
      ['z', ['title Zoo Keeper 1']],
      ['c++', ['title C++ Developer 1']],
      ['eleve', ['title Élève ingénieur 1']],
      ['beds & so', ['company Soft Beds & Sons 6']],
      ['oftware', []],
      ['+*"', []],
    ] as const) {
      it(`complete ${text}`, async () => assert.deepEqual(await ask(text), expected))
    }

    it('complete the last words after others', async () => {
      const wanted = async (text: string) =>
        (
          await suggest(store.readModel, text, { types: new Set(suggestionTypes), limit: 3, nowMs: start })
        ).map(({ type, q }) => `${type}: ${q}`)
      assert.deepEqual(await wanted('rust engineer sao p'), ['city: rust engineer São Paulo, Brazil'])
      assert.deepEqual(await wanted('night soft'), [
        'company: night Soft Beds & Sons',
        'title: night Software Engineer',
        'title: night Softball Coach',
      ])
      assert.deepEqual(await wanted('zoo'), ['title: Zoo Keeper'])
      assert.deepEqual(await wanted('xyzzy z'), [])
      assert.deepEqual(await wanted('braz'), ['country: Brazil', 'city: São Paulo, Brazil'])
      assert.deepEqual(await wanted('coach brasilien'), ['country: coach Brazil'])
    })

    it('are limited in number and type', async () => {
      assert.deepEqual(await ask('soft', start, 1), ['company Soft Beds & Sons 6'])
      const options = { types: new Set(['title'] as const), limit: 1, nowMs: start }
      assert.equal((await suggest(store.readModel, 'soft', options))[0]?.value, 'Software Engineer')
    })

    it('follow the jobs that are listed', async () => {
      const changed = postings.map((posting, at) => (at < 4 ? { ...posting, title: 'Zoo Keeper' } : posting))
      await publishBoards(store, start + dayMs, [{ board: 'acme', records: changed }])
      assert.deepEqual(await ask('zo', start + dayMs), ['title Zoo Keeper 5'])
      assert.equal((await ask('software', start + dayMs))[0], 'title Software Engineer 1')
      for (const day of [2, 3, 4])
        await publishBoards(store, start + day * dayMs, [{ board: 'acme', records: changed.slice(0, -1) }])
      assert.deepEqual(await ask('zoo', start + 4 * dayMs), ['title Zoo Keeper 4'])
    })
  })
}
