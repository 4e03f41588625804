import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import type { Logger } from 'pino'
import { testEngines } from '../../../test/support/store/test-engines.ts'
import { createEvents, type Events } from '../../core/events.ts'
import type { FirstSync } from '../../http/pages/home/front-page.ts'
import type { Store } from '../../store/store.ts'
import { createFirstSyncReader, withFirstSyncLog } from './first-sync.ts'

async function addCounts({ ledger }: Store): Promise<void> {
  const none = { members_on: 0, members_new: 0, members_stale: 0, members_off: 0 }
  await ledger.transaction((tx) =>
    tx
      .insertInto('source_members')
      .values([
        { ...none, source_id: 'gazette', service: 'notices', members_new: 2 },
        { ...none, source_id: 'lever', service: 'jobs', members_on: 1, members_new: 1, members_stale: 1 },
        { ...none, source_id: 'empty', service: 'jobs' },
        { ...none, source_id: 'keyless', service: 'jobs', members_off: 7 },
        { ...none, source_id: 'elsewhere', service: 'cinema', members_new: 9 },
      ])
      .execute(),
  )
}

async function addRun(
  { ledger }: Store,
  source_id: string,
  status: 'running' | 'succeeded' | 'partial' | 'failed',
  mode = 'scheduled',
  error_message: string | null = null,
  cancelled_by: string | null = null,
): Promise<void> {
  await ledger.transaction(async (tx) => {
    const { count } = await tx
      .selectFrom('sync_run')
      .select((eb) => eb.fn.countAll().as('count'))
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('sync_run')
      .values({
        id: `run ${count}`,
        service: 'any',
        source_id,
        mode,
        status,
        holder: 'test',
        started_at: 1,
        finished_at: status === 'running' ? null : 2,
        planned: 1,
        completed: 0,
        failed: 0,
        error_message,
        cancelled_by,
        metadata: '{}',
      })
      .execute()
  })
}

async function publish({ readModel }: Store, source_id: string, member_id: string): Promise<void> {
  await readModel.transaction((tx) =>
    tx
      .insertInto('member_state')
      .values({
        service: 'any',
        source_id,
        member_id,
        artifact_id: 1,
        record_count: 1,
        published_at: 1,
        held_reason: null,
      })
      .execute(),
  )
}

for (const engine of testEngines) {
  describe(`the first sync on ${engine.name}`, { skip: engine.skip }, () => {
    it('counts what is published, and no source that runs, failed, was cancelled, was synced in part or has nothing to read', async () => {
      await using place = await engine.borrowDatabase()
      await using store = await place.openStore({ role: 'worker' })
      const read = createFirstSyncReader(store, (service) => service !== 'cinema', true)
      const starting = { sources: 0, collected: 0, failed: 0, members: 0, published: 0 }
      assert.deepEqual(await read(), starting)
      assert.equal(await createFirstSyncReader(store, () => true, false)(), undefined)
      await addCounts(store)
      const total = { sources: 2, members: 5 }
      assert.deepEqual(await read(), { ...total, collected: 0, failed: 0, published: 0 })
      await addRun(store, 'gazette', 'running')
      await addRun(store, 'lever', 'succeeded', 'members')
      await publish(store, 'gazette', 'aach')
      await publish(store, 'lever', 'acme')
      await publish(store, 'removed', 'other')
      assert.deepEqual(await read(), { ...total, collected: 0, failed: 0, published: 2 })
      await addRun(store, 'gazette', 'failed', 'scheduled', 'interrupted: the run was stopped')
      assert.deepEqual(await read(), { ...total, collected: 0, failed: 0, published: 2 })
      await addRun(store, 'gazette', 'failed', 'manual', 'cancelled by an operator', 'operator@example.org')
      assert.deepEqual(await read(), { ...total, collected: 0, failed: 0, published: 2 })
      await addRun(store, 'gazette', 'failed')
      assert.deepEqual(await read(), { ...total, collected: 0, failed: 1, published: 2 })
      await addRun(store, 'lever', 'partial')
      assert.deepEqual(await read(), { ...total, collected: 1, failed: 1, published: 2 })
      await addRun(store, 'gazette', 'succeeded')
      assert.equal(await read(), undefined)
    })
  })
}

describe('the log of the first sync', () => {
  const finished = {} as Parameters<Events['runFinished']>[0]

  /** The lines after each run that ends with one of `states`; the first state is that of the start. */
  async function linesAfter(...states: readonly boolean[]): Promise<string[]> {
    const lines: string[] = []
    let at = 0
    const read = async () => (states[at] ? ({} as FirstSync) : undefined)
    const logger = { info: (line: string) => lines.push(line), debug: () => {} } as unknown as Logger
    const events = withFirstSyncLog(
      createEvents(() => {}),
      read,
      logger,
    )
    for (at = 1; at < states.length; at++) {
      events.runFinished(finished)
      await setImmediate()
    }
    return lines
  }

  it('has one line when the last source is collected', async () => {
    assert.deepEqual(await linesAfter(true, true, false, false), [
      'first sync finished: all sources are collected',
    ])
  })

  it('has no line while sources are missing, nor after a later start', async () => {
    assert.deepEqual(await linesAfter(true, true, true), [])
    assert.deepEqual(await linesAfter(false, false, false), [])
  })
})
