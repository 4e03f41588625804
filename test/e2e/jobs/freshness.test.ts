/** The age of jobs in responses. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { jobsService } from '../../../src/services/jobs/index.ts'
import type { BoardRecord } from '../../../src/services/jobs/schema/records.ts'
import { FakeClock } from '../../support/fake-clock.ts'
import { publishBoards, testPosting } from '../../support/jobs/publish-boards.ts'
import { openTestServer } from '../../support/server/test-server.ts'
import { testEngines } from '../../support/store/test-engines.ts'

const dayMs = 86_400_000
const start = Date.UTC(2026, 10, 10, 6)
const search = '/job-postings/v1/jobs/search'
const incomplete: BoardRecord = { type: 'note', verdict: 'incomplete', reason: 'page 2 is missing' }
const gone: BoardRecord = { type: 'note', verdict: 'gone', reason: '404' }

interface Job {
  readonly id: string
  readonly title: string
  readonly status: string
  readonly captured_at: string | null
  readonly last_seen: string | null
}
interface Page<Data> {
  readonly data: Data
  readonly meta: { readonly freshness?: Readonly<Record<string, string>> }
}

function instant(day: number): string {
  return new Date(start + day * dayMs).toISOString()
}

function date(day: number): string {
  return instant(day).slice(0, 10)
}

function list(ids: string): BoardRecord[] {
  return [...ids].map((id) => testPosting(id, { department: 'Engineering' }))
}

for (const engine of testEngines) {
  describe(`the age of jobs on ${engine.name}`, { skip: engine.skip }, () => {
    async function open() {
      const place = await engine.borrowDatabase()
      const store = await place.openStore()
      const server = await openTestServer({
        service: jobsService(store.readModel, 'https://data.example.org'),
        store,
        clock: new FakeClock(start),
      })
      const read = async <Data>(path: string): Promise<Page<Data>> => {
        const response = await fetch(`${server.origin}${path}`)
        assert.equal(response.status, 200, path)
        return (await response.json()) as Page<Data>
      }
      return {
        read,
        publish: async (day: number, records: readonly BoardRecord[], board = 'acme') =>
          await publishBoards(store, start + day * dayMs, [{ board, records }]),
        /** `captured_at` and `last_seen` by the last word of the title. */
        ages: async (query = '') => {
          const { data } = await read<Job[]>(`${search}?limit=100${query}`)
          return Object.fromEntries(
            data
              .map((job) => [job.title.slice(-1), [job.captured_at, job.last_seen]] as const)
              .sort(([a], [b]) => (a < b ? -1 : 1)),
          )
        },
        [Symbol.asyncDispose]: async () => {
          await server[Symbol.asyncDispose]()
          await store[Symbol.asyncDispose]()
          await place[Symbol.asyncDispose]()
        },
      }
    }

    it('is the time of the list, also of one that changed nothing', async () => {
      await using jobs = await open()
      await jobs.publish(0, list('ab'))
      assert.deepEqual(await jobs.ages(), { a: [instant(0), date(0)], b: [instant(0), date(0)] })
      await jobs.publish(1, list('ab'))
      assert.deepEqual(await jobs.ages(), { a: [instant(1), date(1)], b: [instant(1), date(1)] })
    })

    it('is that of the last list with the job if later lists lack it, also after it is closed', async () => {
      await using jobs = await open()
      await jobs.publish(0, list('abcd'))
      await jobs.publish(1, list('abcd'))
      await jobs.publish(2, list('abc'))
      assert.deepEqual((await jobs.ages()).d, [instant(1), date(1)])
      assert.deepEqual((await jobs.ages()).a, [instant(2), date(2)])
      await jobs.publish(3, list('abc'))
      assert.deepEqual(await jobs.ages('&active=false'), { d: [instant(1), date(1)] })
      await jobs.publish(4, list('abcd'))
      assert.deepEqual((await jobs.ages()).d, [instant(4), date(4)])
    })

    it('moves with incomplete lists for the jobs that they contain, and not with those of a missing board', async () => {
      await using jobs = await open()
      await jobs.publish(0, list('abcd'))
      await jobs.publish(1, [...list('abc'), incomplete])
      assert.deepEqual((await jobs.ages()).a, [instant(1), date(1)])
      assert.deepEqual((await jobs.ages()).d, [instant(0), date(0)])
      await jobs.publish(2, [gone])
      assert.deepEqual((await jobs.ages()).a, [instant(1), date(1)])
      await jobs.publish(3, list('abcd'))
      assert.deepEqual((await jobs.ages()).d, [instant(3), date(3)])
    })

    it('does not move with a list that seems to be that of another board', async () => {
      await using jobs = await open()
      await jobs.publish(0, list('abcd'))
      await jobs.publish(1, list('uvwxyz'))
      assert.deepEqual((await jobs.ages()).a, [instant(0), date(0)])
    })

    it('is in meta as the oldest and newest of the jobs of a page, and of all boards for counts', async () => {
      await using jobs = await open()
      await jobs.publish(0, list('ab'))
      await jobs.publish(1, list('x'), 'other')
      const both = { oldest_captured_at: instant(0), newest_captured_at: instant(1) }
      for (const path of [
        search,
        `${search}?q=title`,
        `${search}?department=engineering&company=acme`,
        '/job-postings/v1/jobs/facets?field=city',
        '/job-postings/v1/jobs/facets/company',
        '/job-postings/collections?format=json',
        '/job-postings/collections/Engineering?format=json',
      ])
        assert.deepEqual((await jobs.read(path)).meta.freshness, both, path)
      const first = await jobs.read<Job[]>(`${search}?limit=1`)
      assert.deepEqual(first.meta.freshness, {
        oldest_captured_at: first.data[0]?.captured_at,
        newest_captured_at: first.data[0]?.captured_at,
      })
      const { data } = await jobs.read<Job[]>(search)
      for (const { id, captured_at } of data) {
        const job = await jobs.read<Job>(`/job-postings/v1/jobs/${id}`)
        assert.equal(job.data.captured_at, captured_at)
        const only = { oldest_captured_at: captured_at, newest_captured_at: captured_at }
        assert.deepEqual(job.meta.freshness, only)
      }
    })

    it('is absent from meta without jobs', async () => {
      await using jobs = await open()
      assert.equal((await jobs.read(search)).meta.freshness, undefined)
      assert.equal((await jobs.read('/job-postings/v1/jobs/facets?field=city')).meta.freshness, undefined)
    })
  })
}
