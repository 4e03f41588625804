import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { type TestDatabase, testEngines } from '../../../test/support/store/test-engines.ts'
import { townsSource } from '../../../test/support/sync/sync-fixture.ts'
import type { Store } from '../../store/store.ts'
import type { SyncRunRow } from '../../store/tables.ts'
import { readPastRuns } from '../schedule/due-at.ts'
import type { AnySource } from '../source.ts'
import { readResumableMembers } from './resumable-members.ts'
import { interruptedMessage, type RunMode } from './run-rows.ts'

const source = townsSource as AnySource
const hour = 60 * 60_000

for (const engine of testEngines) {
  describe(`${engine.name}: members of interrupted runs`, { skip: engine.skip }, () => {
    let place: TestDatabase
    let store: Store
    before(async () => {
      place = await engine.borrowDatabase()
      store = await place.openStore({ role: 'worker' })
    })
    beforeEach(async () => {
      await store.ledger.transaction((tx) => tx.deleteFrom('sync_run').execute())
      await store.readModel.transaction((tx) => tx.deleteFrom('member_state').execute())
    })
    after(async () => {
      await store[Symbol.asyncDispose]()
      await place[Symbol.asyncDispose]()
    })

    /** A finished run that started in the given hour since the epoch. */
    async function ran(
      startedHour: number,
      status: 'interrupted' | SyncRunRow['status'],
      { mode = 'scheduled', completed = 1 }: { mode?: RunMode; completed?: number } = {},
    ): Promise<void> {
      const isInterrupted = status === 'interrupted'
      const row: SyncRunRow = {
        id: `run-${startedHour}`,
        service: source.service,
        source_id: source.id,
        mode,
        status: isInterrupted ? 'failed' : status,
        holder: 'elsewhere:1/run',
        started_at: startedHour * hour,
        finished_at: startedHour * hour + 1,
        planned: 3,
        completed,
        failed: 0,
        error_message: isInterrupted ? interruptedMessage('for a test') : null,
        metadata: '{}',
        share: null,
        cancelled_by: null,
      }
      await store.ledger.transaction((tx) => tx.insertInto('sync_run').values(row).execute())
    }

    async function published(
      member: string,
      atHour: number,
      heldReason: string | null = null,
    ): Promise<void> {
      const row = {
        service: source.service,
        source_id: source.id,
        member_id: member,
        artifact_id: 1,
        record_count: 1,
        published_at: atHour * hour,
        held_reason: heldReason,
      }
      await store.readModel.transaction((tx) => tx.insertInto('member_state').values(row).execute())
    }

    async function resumable(nowHour: number): Promise<string[]> {
      const found = await readResumableMembers({ store, resumeWithinMs: 6 * hour }, source, nowHour * hour)
      return [...found].sort()
    }

    it('are resumable since the first of consecutive interrupted runs', async () => {
      await ran(2, 'interrupted')
      await ran(4, 'interrupted')
      await published('ash', 1)
      await published('bow', 3)
      await published('cam', 5)
      assert.deepEqual(await resumable(6), ['bow', 'cam'])
    })

    it('are not resumable after a complete run, or without an interrupted one', async () => {
      await ran(1, 'interrupted')
      await ran(3, 'partial')
      await published('ash', 2)
      await published('bow', 4)
      assert.deepEqual(await resumable(6), [])
      await ran(4, 'interrupted')
      assert.deepEqual(await resumable(6), ['bow'])
    })

    it('are resumable despite a run of some members, or an import, in between', async () => {
      await ran(2, 'interrupted')
      await ran(3, 'succeeded', { mode: 'members' })
      await ran(4, 'succeeded', { mode: 'import' })
      await published('ash', 2)
      assert.deepEqual(await resumable(6), ['ash'])
    })

    it('are not resumable if the newest list was held back', async () => {
      await ran(2, 'interrupted')
      await published('ash', 3, 'the list became empty')
      assert.deepEqual(await resumable(6), [])
    })

    it('are not resumable if the interruption is too long ago', async () => {
      await ran(2, 'interrupted')
      await published('ash', 2)
      assert.deepEqual([await resumable(8), await resumable(9)], [['ash'], []])
    })

    it('make a source due at once if what they published is gone', async () => {
      for (const status of ['succeeded', 'partial'] as const) {
        await ran(status === 'succeeded' ? 1 : 2, status)
        assert.deepEqual(await readPastRuns(store, source, 6 * hour), [], status)
      }
      await published('ash', 2)
      assert.equal((await readPastRuns(store, source, 6 * hour)).length, 2)
    })

    it('do not make a source due at once if they published nothing, or it would run without end', async () => {
      await ran(1, 'succeeded', { completed: 0 })
      assert.equal((await readPastRuns(store, source, 6 * hour)).length, 1)
    })
  })
}
