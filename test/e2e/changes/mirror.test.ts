/** The worked example of docs/how-to/follow-changes.md: a mirror of five companies stays equal over thirty days. */

import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { companies as employers } from '../../../sandbox/jobs/companies.ts'
import { random } from '../../../sandbox/random.ts'
import { jobsService } from '../../../src/services/jobs/index.ts'
import type { Posting } from '../../../src/services/jobs/schema/records.ts'
import { pruneChanges } from '../../../src/store/changes/prune-changes.ts'
import type { Store } from '../../../src/store/store.ts'
import { type BoardList, publishBoards, testPosting } from '../../support/jobs/publish-boards.ts'
import { projectRoot } from '../../support/project-root.ts'
import { openTestServer, type TestServer } from '../../support/server/test-server.ts'
import { newFolder } from '../../support/shared-folder.ts'
import { testEngines } from '../../support/store/test-engines.ts'

interface Job {
  readonly id: string
  readonly status: string
  readonly duplicate_of: string | null
}

const base = '/job-postings/v1'
const companies = ['Acme', 'Bolt', 'Corn', 'Dune', 'Elm', 'Other', 'Further'] as const
const mirrored = companies.slice(0, 5).join('|')

/** Counts how often the mirror began again. */
class Jobs extends Map<string, Job> {
  restarts = 0

  override clear(): void {
    this.restarts += 1
    super.clear()
  }
}

interface Mirror {
  readonly jobs: Jobs
  after: string | undefined
}

interface Program {
  catchUp(mirror: Mirror): Promise<void>
}

const page = readFileSync(join(projectRoot, 'docs/how-to/follow-changes.md'), 'utf8')
const [, program = ''] = /```js\n(const api = .*?)```/s.exec(page) ?? []
const [, documented = ''] = /^const company = '(.*)'$/m.exec(program) ?? []

/** The program of the page, for this server and its companies. */
async function loadProgram({ origin }: TestServer): Promise<Program> {
  const file = join(newFolder('mirror'), 'mirror.mjs')
  writeFileSync(file, program.replace('http://localhost:8000/data', origin).replace(documented, mirrored))
  return (await import(pathToFileURL(file).href)) as Program
}

async function readAll(server: TestServer): Promise<Map<string, Job>> {
  const jobs = new Map<string, Job>()
  for (let cursor = ''; ; ) {
    const { json } = await server.get(
      `${base}/jobs/search?company=${encodeURIComponent(mirrored)}&limit=200${cursor}`,
    )
    for (const job of json.data) jobs.set(job.id, job)
    const next = json.meta.pagination.next_cursor
    if (next === null) return jobs
    cursor = `&cursor=${next}`
  }
}

/** When the lists were read says nothing about the job. */
function comparable(jobs: ReadonlyMap<string, Job>): unknown[] {
  return [...jobs.values()]
    .map((job) => ({ ...job, captured_at: null, last_seen: null }))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
}

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

it('the companies of the example are employers of the sandbox', () => {
  const names = new Set(employers.map(({ name }) => name))
  assert.deepEqual(
    documented.split('|').filter((name) => !names.has(name)),
    [],
  )
})

for (const engine of testEngines) {
  describe(`${engine.name}: a mirror`, { skip: engine.skip }, () => {
    it('of five companies equals their list on each of thirty days, also after it was away for too long', async () => {
      await using place = await engine.borrowDatabase()
      await using store = await place.openStore({ role: 'worker' })
      const service = jobsService(store.readModel, 'https://data.example.org')
      await using server = await openTestServer({ service, store })
      const { catchUp } = await loadProgram(server)
      const mirror: Mirror = { jobs: new Jobs(), after: undefined }
      const boards = new Boards()
      for (let day = 0; day < 30; day++) {
        const now = start + day * dayMs
        await publishBoards(store, now, boards.next())
        await prune(store, now)
        // Away for a week.
        if (day > 12 && day < 20) continue
        await catchUp(mirror)
        const jobs = await readAll(server)
        assert.ok(jobs.size > 5)
        assert.deepEqual(comparable(mirror.jobs), comparable(jobs), `day ${day}`)
      }
      assert.equal(mirror.jobs.restarts, 2)
    })
  })
}
