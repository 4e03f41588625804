/** The worked example of docs/how-to/follow-changes.md: a mirror of five companies stays equal over thirty days. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { random } from '../../../sandbox/random.ts'
import { jobsService } from '../../../src/services/jobs/index.ts'
import type { Posting } from '../../../src/services/jobs/schema/records.ts'
import { pruneChanges } from '../../../src/store/changes/prune-changes.ts'
import type { Store } from '../../../src/store/store.ts'
import { type BoardList, publishBoards, testPosting } from '../../support/jobs/publish-boards.ts'
import { openTestServer, type TestServer } from '../../support/server/test-server.ts'
import { testEngines } from '../../support/store/test-engines.ts'

interface Job {
  readonly id: string
  readonly status: string
  readonly duplicate_of: string | null
}

const base = '/job-postings/v1'
const filter = 'company=Acme%7CBolt%7CCorn%7CDune%7CElm'

/** As the page shows it, in another language. */
class Mirror {
  readonly #server: TestServer
  readonly jobs = new Map<string, Job>()
  #after: string | undefined
  restarts = 0

  constructor(server: TestServer) {
    this.#server = server
  }

  async catchUp(): Promise<void> {
    if (this.#after === undefined) await this.#readAll()
    for (let hasMore = true; hasMore; ) {
      const { status, json } = await this.#server.get(`${base}/changes?${filter}&after=${this.#after}`)
      if (status === 410) {
        await this.#readAll()
        continue
      }
      for (const { matches, job_id, job } of json.data) {
        if (matches && job?.status === 'active' && job.duplicate_of === null) this.jobs.set(job_id, job)
        else this.jobs.delete(job_id)
      }
      this.#after = json.meta.changes_after
      hasMore = json.meta.has_more
    }
  }

  async #readAll(): Promise<void> {
    this.restarts += 1
    const { jobs, after } = await readAll(this.#server)
    this.jobs.clear()
    for (const [id, job] of jobs) this.jobs.set(id, job)
    this.#after = after
  }
}

async function readAll(server: TestServer): Promise<{ jobs: Map<string, Job>; after: string }> {
  const jobs = new Map<string, Job>()
  let after = ''
  for (let cursor = ''; ; ) {
    const { json } = await server.get(`${base}/jobs/search?${filter}&limit=200${cursor}`)
    for (const job of json.data) jobs.set(job.id, job)
    // That of the first page: what changes meanwhile is followed.
    if (after === '') after = json.meta.changes_after
    const next = json.meta.pagination.next_cursor
    if (next === null) return { jobs, after }
    cursor = `&cursor=${next}`
  }
}

/** When the lists were read says nothing about the job. */
function comparable(jobs: ReadonlyMap<string, Job>): unknown[] {
  return [...jobs.values()]
    .map((job) => ({ ...job, captured_at: null, last_seen: null }))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
}

const companies = ['Acme', 'Bolt', 'Corn', 'Dune', 'Elm', 'Other', 'Further'] as const
const dayMs = 86_400_000
const start = Date.UTC(2026, 0, 1, 6)

/** Boards whose postings come, go, change, return, move to another company and appear on two boards. */
class Boards {
  readonly #random = random('a mirror of five companies')
  readonly #open = new Map<string, Posting>()
  #last = 0

  next(): BoardList[] {
    const chance = this.#random
    for (let count = 0; count < 12; count++) {
      const id = String(this.#last++)
      const text = chance.chance(0.3) ? `text ${chance.pick([1, 2, 3])}` : `text of ${id}`
      this.#open.set(
        id,
        testPosting(id, { title: `Job ${Number(id) % 7}`, company: chance.pick(companies), bodyHash: text }),
      )
    }
    for (const [id, posting] of this.#open) {
      if (chance.chance(0.08)) this.#open.delete(id)
      else if (chance.chance(0.1)) this.#open.set(id, { ...posting, department: chance.pick(['A', 'B']) })
      else if (chance.chance(0.04)) this.#open.set(id, { ...posting, company: chance.pick(companies) })
    }
    const records = [...this.#open.values()]
    return [
      { board: 'one', source: 'greenhouse', records: records.filter(({ nativeId }) => isOn(nativeId, 0)) },
      { board: 'two', source: 'lever', records: records.filter(({ nativeId }) => isOn(nativeId, 1)) },
    ].filter(() => !chance.chance(0.1))
  }
}

function isOn(id: string, board: number): boolean {
  return Number(id) % 2 === board
}

async function prune({ readModel }: Store, now: number): Promise<void> {
  await readModel.transaction((tx) => pruneChanges({ tx, now }, { service: 'jobs', days: 3, rowsMax: 1000 }))
}

for (const engine of testEngines) {
  describe(`${engine.name}: a mirror`, { skip: engine.skip }, () => {
    it('of five companies equals their list on each of thirty days, also after it was away for too long', async () => {
      await using place = await engine.borrowDatabase()
      await using store = await place.openStore({ role: 'worker' })
      const service = jobsService(store.readModel, 'https://data.example.org')
      await using server = await openTestServer({ service, store })
      const mirror = new Mirror(server)
      const boards = new Boards()
      for (let day = 0; day < 30; day++) {
        const now = start + day * dayMs
        await publishBoards(store, now, boards.next())
        await prune(store, now)
        // Away for a week.
        if (day > 12 && day < 20) continue
        await mirror.catchUp()
        const { jobs } = await readAll(server)
        assert.ok(jobs.size > 5)
        assert.deepEqual(comparable(mirror.jobs), comparable(jobs), `day ${day}`)
      }
      assert.equal(mirror.restarts, 2)
    })
  })
}
