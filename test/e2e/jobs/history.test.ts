/** Open jobs by day over HTTP, the same on both engines. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { jobsService } from '../../../src/services/jobs/index.ts'
import { FakeClock } from '../../support/fake-clock.ts'
import { publishBoards, testPosting } from '../../support/jobs/publish-boards.ts'
import { openTestServer } from '../../support/server/test-server.ts'
import { testEngines } from '../../support/store/test-engines.ts'

const dayMs = 86_400_000
const first = Date.UTC(2026, 10, 1, 6)
const berlin = { city: 'Berlin', country: 'DE' }
const oslo = { city: 'Oslo', country: 'NO' }

/** The ids that the board of Acme lists on each of these days. */
const lists = [
  ['a', 'b'],
  ['a', 'b', 'c'],
  ['a', 'c', 'd', 'e'],
  ['a', 'c', 'd', 'e'],
  ['a', 'c', 'd', 'e'],
]

for (const engine of testEngines) {
  describe(`${engine.name}: open jobs by day`, { skip: engine.skip }, () => {
    it('follow from when jobs were first seen and closed, under any filter, from the first job on', async () => {
      await using place = await engine.borrowDatabase()
      await using store = await place.openStore({ role: 'worker' })
      const clock = new FakeClock(new Date(first + 4 * dayMs).toISOString())
      for (const [day, ids] of lists.entries()) {
        const at = first + day * dayMs
        const records = ids.map((id) =>
          testPosting(id, { places: [id < 'c' ? berlin : oslo], department: id === 'd' ? 'Bakery' : 'Shop' }),
        )
        await publishBoards(store, at, [
          { source: 'greenhouse', board: 'acme', records },
          ...(day < 2
            ? []
            : [{ source: 'lever', board: 'other', records: [testPosting('o', { company: 'Other' })] }]),
        ])
      }
      const service = jobsService(store.readModel, 'https://data.example.org', {}, clock)
      await using server = await openTestServer({ service, store, clock })
      const read = async (query: string) => {
        const { status, json } = await server.get(`/job-postings/v1/jobs/history${query}`)
        assert.equal(status, 200)
        return (json.data as { day: string; open: number; opened: number; closed: number }[]).map(
          ({ day, open, opened, closed }) => [day.slice(-2), open, opened, closed],
        )
      }
      const acme = await read('?company=acme')
      // Posting b is closed by the second complete list without it.
      assert.deepEqual(acme, [
        ['01', 2, 2, 0],
        ['02', 3, 1, 0],
        ['03', 5, 2, 0],
        ['04', 4, 0, 1],
        ['05', 4, 0, 0],
      ])
      assert.deepEqual(await read('?company=acme&days=2'), acme.slice(-2))
      assert.deepEqual(await read('?company=Other'), [
        ['03', 1, 1, 0],
        ['04', 1, 0, 0],
        ['05', 1, 0, 0],
      ])
      assert.deepEqual((await read('?department=Bakery')).at(-1), ['05', 1, 0, 0])
      assert.deepEqual((await read('?country=DE')).at(-1), ['05', 1, 0, 0])
      assert.deepEqual(await read('?company=Nobody'), [])
      const { text } = await server.get('/job-postings/jobs?company=Acme')
      assert.match(text, /Open jobs: from 2 to 4, between 2 and 5/)
      assert.ok(
        text.indexOf('<h2>Openings over time</h2>') < text.indexOf('<h2 class="unseen">Jobs</h2>'),
        'the chart is above the jobs',
      )
      assert.doesNotMatch(
        (await server.get('/job-postings/jobs?q=Title')).text,
        /<figure class="line-chart">/,
      )
    })
  })
}
