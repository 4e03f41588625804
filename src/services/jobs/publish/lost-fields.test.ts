/** What one bad response must not take from a board. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  publishBoards,
  readBoardJobs,
  testPosting,
  withSame,
  writer,
} from '../../../../test/support/jobs/publish-boards.ts'
import { testEngines } from '../../../../test/support/store/test-engines.ts'
import type { Store } from '../../../store/store.ts'
import type { WriteCounts } from '../../../sync/source.ts'
import type { JobPosting } from '../schema/job-posting.ts'
import { detailsKeyOf, postingIdOf } from '../schema/posting-keys.ts'
import type { BoardRecord, Posting } from '../schema/records.ts'
import type { JobsTables } from '../schema/tables.ts'

const dayMs = 86_400_000
const start = Date.UTC(2026, 10, 10, 6)

const rich: Partial<Posting> = {
  department: 'Engineering',
  workplace: 'Remote',
  employment: ['Full Time'],
  pay: { min: 1, max: 2, currency: 'EUR', period: 'year' },
  posted: '2026-11-01',
  requisitionId: 'R1',
  places: [
    { city: 'Berlin', country: 'DE' },
    { city: 'Paris', country: 'FR' },
  ],
  bodyHash: 'body',
}

function postings(overrides: Partial<Posting> = {}): Posting[] {
  return ['a', 'b', 'c', 'd'].map((id) => testPosting(id, { ...rich, ...overrides }))
}

async function write(store: Store, day: number, records: readonly BoardRecord[]): Promise<WriteCounts> {
  const { readModel } = store
  return await readModel.transaction(async (tx) =>
    writer.write({
      tx,
      dialect: readModel.dialect,
      sourceId: 'greenhouse',
      memberId: 'acme',
      artifactId: 1,
      capturedAt: start + day * dayMs,
      records: withSame(records, await writer.readHashes?.(tx, 'greenhouse', 'acme')),
    }),
  )
}

async function readJob(store: Store, id: string): Promise<JobPosting> {
  return JSON.parse((await readBoardJobs(store, 'acme')).get(id)?.doc ?? '{}')
}

const losses: Readonly<Record<string, (posting: Posting) => Posting>> = {
  department: ({ department: _, ...rest }) => rest,
  'workplace type': ({ workplace: _, ...rest }) => rest,
  employment: (posting) => ({ ...posting, employment: [] }),
  pay: ({ pay: _, ...rest }) => rest,
  requisition: ({ requisitionId: _, ...rest }) => rest,
  places: (posting) => ({ ...posting, places: [] }),
  'one of its places': (posting) => ({ ...posting, places: posting.places.slice(0, 1) }),
  text: ({ bodyHash: _, ...rest }) => rest,
}

for (const engine of testEngines) {
  describe(`${engine.name}: a posting`, { skip: engine.skip }, () => {
    for (const [field, loss] of Object.entries(losses)) {
      it(`loses its ${field} when two lists half a day apart agree, not before`, async () => {
        await using place = await engine.borrowDatabase()
        await using store = await place.openStore({ role: 'worker' })
        await write(store, 0, postings())
        const before = await readJob(store, 'a')
        const [first, ...others] = postings()
        assert.ok(first)
        const list = [loss(first), ...others]
        assert.equal((await write(store, 1, list)).held, 1)
        assert.equal((await write(store, 1.4, list)).held, 1)
        assert.deepEqual(await readJob(store, 'a'), before)
        assert.equal((await write(store, 2, list)).held, 0)
        assert.notDeepEqual(await readJob(store, 'a'), before)
      })
    }

    it('has its date as soon as the date is no longer too far ahead, though the board says the same', async () => {
      await using place = await engine.borrowDatabase()
      await using store = await place.openStore({ role: 'worker' })
      const { posted: _, ...undated } = testPosting('a', rich)
      const counts = await write(store, 0, [{ ...undated, isPostedLater: true }])
      assert.equal(counts.isSettled, undefined)
      const before = await readJob(store, 'a')
      assert.equal(before.posted, null)
      const dated = { ...undated, posted: '2026-11-14' }
      assert.equal((await write(store, 3, [dated])).isSettled, true)
      assert.deepEqual(await readJob(store, 'a'), { ...before, posted: '2026-11-14' })
      const { listed_on, posted_on } = await store.readModel.read
        .withTables<JobsTables>()
        .selectFrom('job')
        .select(['listed_on', 'posted_on'])
        .executeTakeFirstOrThrow()
      assert.deepEqual([listed_on, posted_on], ['2026-11-14', '2026-11-14'])
    })

    it('keeps its fields for a week if most postings of the board lose them at once', async () => {
      await using place = await engine.borrowDatabase()
      await using store = await place.openStore({ role: 'worker' })
      await write(store, 0, postings())
      const before = await readJob(store, 'a')
      const bare = ['a', 'b', 'c'].map((id) => testPosting(id, { places: [] }))
      const list = [...bare, ...postings().slice(3)]
      for (const day of [1, 2, 5, 7.9]) {
        assert.equal((await write(store, day, list)).held, 3)
        assert.deepEqual(await readJob(store, 'a'), before, `day ${day}`)
      }
      assert.equal((await write(store, 8, list)).held, 0)
      assert.equal((await readJob(store, 'a')).salary, null)
    })

    it('with fewer places by new rules has them at once, and does not count as changed', async () => {
      await using place = await engine.borrowDatabase()
      await using store = await place.openStore({ role: 'worker' })
      await write(store, 0, postings())
      await store.readModel.transaction((tx) =>
        tx.withTables<JobsTables>().updateTable('job').set({ content_hash: '0.earlier' }).execute(),
      )
      assert.equal((await write(store, 1, postings({ places: rich.places?.slice(1) ?? [] }))).held, 0)
      const { places, changed } = await readJob(store, 'a')
      assert.deepEqual([places.map(({ city }) => city), changed], [['Paris'], '2026-11-10'])
    })

    it('that lost a field once and has it again is unchanged', async () => {
      await using place = await engine.borrowDatabase()
      await using store = await place.openStore({ role: 'worker' })
      await write(store, 0, postings())
      const before = await readJob(store, 'a')
      await write(store, 1, postings({ employment: [] }))
      await write(store, 2, postings())
      assert.equal((await write(store, 3, postings({ employment: [] }))).held, 4)
      assert.deepEqual(await readJob(store, 'a'), before)
    })

    it('counts as stored with its details while it is open, has them and lacks no field', async () => {
      await using place = await engine.borrowDatabase()
      await using store = await place.openStore({ role: 'worker' })
      const isStored = async () => {
        const { read } = store.readModel
        const hashes = await writer.readHashes?.(read, 'greenhouse', 'acme')
        return ['a', 'b', 'c', 'p'].filter((id) =>
          hashes?.has(detailsKeyOf(postingIdOf('greenhouse', 'acme', id), `Title ${id}`)),
        )
      }
      const [first, second, third] = postings()
      assert.ok(first && second && third)
      const partial = testPosting('p', { isPartial: true })
      const publish = (day: number, records: readonly BoardRecord[]) =>
        publishBoards(store, start + day * dayMs, [{ board: 'acme', records }])
      await publish(0, [first, second, third, partial])
      assert.deepEqual(await isStored(), ['a', 'b', 'c'])
      const { pay: _, ...lossy } = second
      for (const day of [1, 2]) await publish(day, [first, day === 1 ? second : lossy, partial])
      assert.equal((await readJob(store, 'c')).status, 'closed')
      assert.deepEqual(await isStored(), ['a'])
      await publish(3, [first, second, partial])
      assert.deepEqual(await isStored(), ['a', 'b'])
    })

    it('that returns without its details has those of its closed row', async () => {
      await using place = await engine.borrowDatabase()
      await using store = await place.openStore({ role: 'worker' })
      const [first, ...others] = postings()
      assert.ok(first)
      const publish = (day: number, records: readonly BoardRecord[]) =>
        publishBoards(store, start + day * dayMs, [{ board: 'acme', records }])
      await publish(0, [first, ...others])
      const { pay, department, posted } = rich
      for (const day of [1, 2]) await publish(day, others)
      assert.equal((await readJob(store, 'a')).status, 'closed')
      await publish(3, [testPosting('a', { isPartial: true }), ...others])
      const job = await readJob(store, 'a')
      assert.deepEqual(
        [job.status, job.pay, job.role_group, job.posted, job.places.length],
        ['active', { ...pay }, department, posted, 2],
      )
    })
  })

  describe(`${engine.name}: a board`, { skip: engine.skip }, () => {
    it('publishes nothing of a list that seems to be that of another board, until a second one agrees', async () => {
      await using place = await engine.borrowDatabase()
      await using store = await place.openStore({ role: 'worker' })
      await write(store, 0, postings())
      const foreign = ['w', 'x', 'y', 'z'].map((id) => testPosting(id))
      const { problem, held } = await write(store, 1, foreign)
      assert.match(problem ?? '', /hardly any of 4 postings/)
      assert.equal(held, 4)
      assert.deepEqual([...(await readBoardJobs(store, 'acme')).keys()].sort(), ['a', 'b', 'c', 'd'])
      assert.equal((await write(store, 2, foreign)).problem, undefined)
      assert.equal((await readBoardJobs(store, 'acme')).size, 8)
    })

    for (const more of [0, 40]) {
      it(`has its own postings again after those of another board with the same ids and ${more} more were believed`, async () => {
        await using place = await engine.borrowDatabase()
        await using store = await place.openStore({ role: 'worker' })
        const own = ['a', 'b', 'c', 'd'].map((id) => testPosting(id))
        const foreign = [
          ...postings(),
          ...Array.from({ length: more }, (_, n) => testPosting(`more ${n}`)),
        ].map((one) => ({ ...one, title: `Foreign ${one.title}`, company: 'Other' }))
        await write(store, 0, foreign)
        assert.match((await write(store, 1, own)).problem ?? '', /hardly any of \d+ postings/)
        assert.deepEqual([(await write(store, 2, own)).held, (await write(store, 3, own)).held], [0, 0])
        const { title, company, pay } = await readJob(store, 'a')
        assert.deepEqual([title, company, pay], ['Title a', 'Acme', null])
      })
    }

    it('keeps postings at whose addresses it lists another one, unless they have its title', async () => {
      await using place = await engine.borrowDatabase()
      await using store = await place.openStore({ role: 'worker' })
      const [first, ...others] = postings()
      assert.ok(first)
      const merged = testPosting('merged', { title: first.title })
      await write(store, 0, [first, ...others, merged])
      const list: BoardRecord[] = [first, ...others, merged].map(({ url }) => ({
        type: 'listed',
        url,
        repeats: first.title,
      }))
      for (const day of [1, 2]) {
        const { problem, removed } = await write(store, day, [first, ...list])
        assert.deepEqual([problem, removed], ['3 postings could not be read', day === 1 ? 0 : 1])
      }
    })

    it('reports that its list is incomplete, that details are missing, and that it is gone', async () => {
      await using place = await engine.borrowDatabase()
      await using store = await place.openStore({ role: 'worker' })
      await write(store, 0, postings())
      for (const verdict of ['incomplete', 'details', 'gone'] as const) {
        const records = verdict === 'gone' ? [] : postings()
        const { problem, gone } = await write(store, 1, [
          ...records,
          { type: 'note', verdict, reason: 'for a test' },
        ])
        assert.equal(problem, 'for a test', verdict)
        assert.equal(gone, verdict === 'gone' ? 1 : undefined)
      }
      const gone = { type: 'note', verdict: 'gone', reason: 'status 404' } as const
      const { gone: count, problem } = await write(store, 5, [gone])
      assert.deepEqual([count, problem], [1, undefined])
    })

    it('reports listed postings that could not be read, by id and by URL', async () => {
      await using place = await engine.borrowDatabase()
      await using store = await place.openStore({ role: 'worker' })
      await write(store, 0, postings())
      const [first, second] = postings()
      assert.ok(first && second)
      const { problem, held } = await write(store, 1, [
        first,
        second,
        { type: 'listed', nativeId: 'c' },
        { type: 'listed', url: 'https://board.example/d' },
        { type: 'listed', url: 'https://board.example/never-seen' },
      ])
      assert.deepEqual([problem, held], ['2 postings could not be read', 2])
      const { absences } = (await readBoardJobs(store, 'acme')).get('d') ?? {}
      assert.equal(absences, 0)
    })
  })
}
