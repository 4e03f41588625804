import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { publishBoards, testPosting } from '../../../../test/support/jobs/publish-boards.ts'
import { openTestServer, type TestServer } from '../../../../test/support/server/test-server.ts'
import { testEngines } from '../../../../test/support/store/test-engines.ts'
import type { LoggedChange } from '../../../store/changes/read-log.ts'
import type { Store } from '../../../store/store.ts'
import { jobsService } from '../index.ts'
import { postingChanges } from './posting-changes.ts'

const postings = [
  testPosting('1', {
    title: 'Data Engineer',
    company: 'Acme',
    department: 'Engineering',
    places: [{ city: 'Berlin', country: 'DE' }],
  }),
  testPosting('2', {
    title: 'Driver',
    company: 'Bolt',
    department: 'Sales',
    places: [{ city: 'Leeds', country: 'GB' }],
  }),
]

for (const engine of testEngines) {
  describe(`${engine.name}: the filters of changes of postings`, { skip: engine.skip }, () => {
    const stack = new AsyncDisposableStack()
    let server: TestServer
    let store: Store
    before(async () => {
      const place = stack.use(await engine.borrowDatabase())
      store = stack.use(await place.openStore({ role: 'worker' }))
      await publishBoards(store, Date.UTC(2026, 10, 15, 6), [{ board: 'one', records: postings }])
      const service = jobsService(store.readModel, 'https://data.example.org')
      server = stack.use(await openTestServer({ service, store }))
    })
    after(() => stack.disposeAsync())

    async function read(query: Readonly<Record<string, string>>) {
      const { json } = await server.get(`/job-postings/v1/changes?${new URLSearchParams(query)}`)
      const rows = json.data as { job: { title: string } }[]
      const warnings = (json.meta.warnings ?? []) as { code: string }[]
      return [rows.map(({ job }) => job.title), warnings.map(({ code }) => code)]
    }

    it('are those of a search: values, exclusions, names and codes of countries, and words', async () => {
      const both = ['Data Engineer', 'Driver']
      for (const [query, titles] of [
        [{}, both],
        [{ company: 'acme' }, ['Data Engineer']],
        [{ company: 'Acme|Bolt' }, both],
        [{ company: '!Acme' }, ['Driver']],
        [{ department: 'sales' }, ['Driver']],
        [{ country: 'DE' }, ['Data Engineer']],
        [{ country: 'United Kingdom' }, ['Driver']],
        [{ q: 'ENGINEER data' }, ['Data Engineer']],
        [{ q: 'leeds' }, ['Driver']],
      ] as const)
        assert.deepEqual(await read(query), [titles, []], JSON.stringify(query))
    })

    it('read the words of a change once, however many readers look for others', async () => {
      const { toMatcher } = postingChanges(store.readModel)
      let reads = 0
      const keys = {
        get text() {
          reads += 1
          return 'Data Engineer in Berlin'
        },
      }
      const matched = await Promise.all(
        ['data', 'nurse', 'berlin engineer'].map(async (q) => {
          const matches = await toMatcher({ q })
          return matches({} as LoggedChange, keys)
        }),
      )
      assert.deepEqual(matched, [true, false, true])
      assert.equal(reads, 1)
    })

    it('say that nothing can match', async () => {
      assert.deepEqual(await read({ company: 'Acmee' }), [[], ['unknown_value']])
      assert.deepEqual(await read({ country: 'Atlantis' }), [[], ['unknown_value']])
      assert.deepEqual(await read({ q: '!?' }), [[], ['no_words']])
      assert.deepEqual(await read({ q: 'plumber' }), [[], []])
    })
  })
}
