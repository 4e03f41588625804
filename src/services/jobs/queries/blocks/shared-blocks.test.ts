/** Threads that search the same postings hold their columns and words in memory once. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { publishBoards, testPosting } from '../../../../../test/support/jobs/publish-boards.ts'
import { type TestDatabase, testEngines } from '../../../../../test/support/store/test-engines.ts'
import { BufferHub, ThreadBuffers } from '../../../../app/thread-buffers.ts'
import type { SharedBuffers } from '../../../../core/shared-buffers.ts'
import type { Store } from '../../../../store/store.ts'
import { slotsPerBlock } from '../../schema/block.ts'
import { withJobTables } from '../../schema/tables.ts'
import { readFacets } from '../read-facets.ts'
import { searchJobs } from '../search-jobs.ts'
import { limitBlocks, shareBlocks } from './block-cache.ts'

const now = Date.UTC(2026, 10, 15, 6)
const dayMs = 86_400_000
const blocks = 3
const postings = blocks * slotsPerBlock - 100

function manyPostings(titleOf: (at: number) => string) {
  return Array.from({ length: postings }, (_, at) =>
    testPosting(String(at), {
      title: titleOf(at),
      department: at % 3 === 0 ? 'Sales' : 'Shop',
      workplace: at % 5 === 0 ? 'Remote' : 'Hybrid',
      places: [{ city: `City ${at % 7}`, country: 'DE' }],
    }),
  )
}

/** Lists what is put and what is found, such as `words of jobs 2`. */
function recorded(buffers: SharedBuffers) {
  const calls = { put: [] as string[], found: [] as string[] }
  const recording: SharedBuffers = {
    open(kind, epoch, onArrival) {
      const set = buffers.open(kind, epoch, onArrival)
      return {
        get(number, revision) {
          const buffer = set.get(number, revision)
          if (buffer !== undefined) calls.found.push(`${kind} ${number}`)
          return buffer
        },
        put(number, revision, buffer) {
          calls.put.push(`${kind} ${number}`)
          set.put(number, revision, buffer)
        },
      }
    },
  }
  return {
    recording,
    /** Since the last call. */
    take: () => ({ put: calls.put.splice(0).toSorted(), found: calls.found.splice(0).toSorted() }),
  }
}

async function untilDelivered(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await nextTurn()
}

/** A search by words and filters, and a count: all that reads columns and words. */
async function ask(store: Store) {
  const filter = { active: true, q: 'engineer', department: 'sales', workplace_type: 'Remote' }
  const { rows, total } = await searchJobs(store.readModel, filter, { sort: 'relevance', limit: 20 })
  const facets = await readFacets(store.readModel, 'city', filter, 10)
  return { ids: rows.map(({ id }) => id), total, facets }
}

for (const engine of testEngines) {
  describe(`threads that share the postings on ${engine.name}`, { skip: engine.skip }, () => {
    const stack = new AsyncDisposableStack()
    let alone: Store
    const threads: { store: Store; take: ReturnType<typeof recorded>['take'] }[] = []
    let place: TestDatabase
    let hub: BufferHub

    async function startThread(of = hub) {
      const store = stack.use(await place.openStore())
      const { recording, take } = recorded(stack.use(new ThreadBuffers(of.connect())))
      shareBlocks(store.readModel, recording)
      return { store, take }
    }

    before(async () => {
      place = stack.use(await engine.borrowDatabase())
      hub = stack.use(new BufferHub())
      alone = stack.use(await place.openStore())
      const title = (at: number) => (at % 2 === 0 ? 'Engineer' : 'Driver')
      await publishBoards(alone, now, [{ board: 'large', records: manyPostings(title) }])
      threads.push(await startThread(), await startThread())
    })
    after(() => stack.disposeAsync())

    const all = ['blocks of jobs', 'words of jobs'].flatMap((kind) =>
      Array.from({ length: blocks }, (_, number) => `${kind} ${number}`),
    )

    it('read each block once, and find the same', async () => {
      const [one, two] = threads
      assert.ok(one && two)
      const expected = await ask(alone)
      assert.ok(expected.total > 0)
      assert.deepEqual(await ask(one.store), expected)
      assert.deepEqual(one.take(), { put: all, found: [] })
      await untilDelivered()
      assert.deepEqual(await ask(two.store), expected)
      assert.deepEqual(two.take(), { put: [], found: all })
      // From then on from what each has kept.
      assert.deepEqual(await ask(one.store), expected)
      assert.deepEqual(one.take(), { put: [], found: [] })
    })

    it('keep no more blocks than they may, and find the same', async () => {
      const { readModel } = alone
      const { data } = await withJobTables(readModel.read)
        .selectFrom('job_block')
        .select('data')
        .where('block', '=', 0)
        .executeTakeFirstOrThrow()
      const small = await startThread(stack.use(new BufferHub()))
      limitBlocks(small.store.readModel, { blocks: data.length, words: Number.POSITIVE_INFINITY })
      for (const _ of [1, 2]) assert.deepEqual(await ask(small.store), await ask(alone))
      // What is not kept is not shared.
      const { put } = small.take()
      assert.equal(put.filter((name) => name.startsWith('blocks')).length, 1, put.join())
    })

    it('search by no words if these need more memory than they may have', async () => {
      const small = await startThread(stack.use(new BufferHub()))
      limitBlocks(small.store.readModel, { blocks: Number.POSITIVE_INFINITY, words: 1000 })
      await assert.rejects(ask(small.store), { code: 'export_too_large' })
      const filter = { active: true, department: 'sales' }
      const [limited, expected] = await Promise.all(
        [small.store, alone].map(({ readModel }) =>
          searchJobs(readModel, filter, { sort: 'posted', limit: 20 }),
        ),
      )
      assert.ok((expected?.total ?? 0) > 0)
      assert.equal(limited?.total, expected?.total)
    })

    it('read what a publish has changed once', async () => {
      const [one, two] = threads
      assert.ok(one && two)
      const last = postings - 1
      const title = (at: number) => (at === last || at % 2 === 0 ? 'Engineer' : 'Driver')
      await publishBoards(alone, now + dayMs, [{ board: 'large', records: manyPostings(title) }])
      const expected = await ask(alone)
      assert.deepEqual(await ask(two.store), expected)
      const { put } = two.take()
      assert.ok(put.includes(`words of jobs ${blocks - 1}`), put.join())
      await untilDelivered()
      assert.deepEqual(await ask(one.store), expected)
      assert.deepEqual(one.take(), { put: [], found: put })
    })

    it('that start later read nothing again', async () => {
      const later = await startThread()
      await untilDelivered()
      assert.deepEqual(await ask(later.store), await ask(alone))
      assert.deepEqual(later.take(), { put: [], found: all })
    })

    it('that read the same at once end up with one of both', async () => {
      const own = stack.use(new BufferHub())
      const pair = await Promise.all(
        [1, 2].map(async () => {
          const store = stack.use(await place.openStore())
          const { recording, take } = recorded(stack.use(new ThreadBuffers(own.connect())))
          shareBlocks(store.readModel, recording)
          return { store, take }
        }),
      )
      const expected = await ask(alone)
      assert.deepEqual(await Promise.all(pair.map(({ store }) => ask(store))), [expected, expected])
      await untilDelivered()
      for (const { take } of pair) take()
      assert.deepEqual(await Promise.all(pair.map(({ store }) => ask(store))), [expected, expected])
      for (const { take } of pair) assert.deepEqual(take().put, [])
    })
  })
}
