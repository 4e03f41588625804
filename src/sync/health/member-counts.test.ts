import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FakeClock } from '../../../test/support/fake-clock.ts'
import { testEngines } from '../../../test/support/store/test-engines.ts'
import { defineTownsSource, openSyncFixture } from '../../../test/support/sync/sync-fixture.ts'
import { Failure } from '../../core/errors.ts'
import { MemberCountsRecorder, readMemberCounts } from './member-counts.ts'

const towns = { sourceId: 'towns', service: 'notices' }

for (const engine of testEngines) {
  describe(`${engine.name}: the counts of members`, { skip: engine.skip }, () => {
    it('follow the schedule, by state, and do not count a member that is off as stale', async () => {
      const clock = new FakeClock()
      const off = 'it is paused'
      const source = defineTownsSource({
        members: [{ id: 'ash' }, { id: 'bow' }, { id: 'cam', off }, { id: 'dee', off }],
      })
      await using fixture = await openSyncFixture(engine, { clock, sources: [source], leaseMs: 1e9 })
      fixture.upstream.intercept = (url) => {
        if (url.includes('/bow') || url.includes('/cam'))
          throw new Failure('upstream_unavailable', 'No response.')
        return undefined
      }
      const { ledger } = fixture.store
      await fixture.engine.run('towns', {
        mode: 'manual',
        members: ['cam'],
        signal: new AbortController().signal,
      })
      assert.deepEqual(await readMemberCounts(ledger), [])
      // It ends when nothing is due for a while.
      await fixture.engine.schedule(new AbortController().signal, { idleMsMin: 1, pollMs: 1 })
      assert.deepEqual(await readMemberCounts(ledger), [
        { ...towns, members: { on: 1, new: 0, stale: 1, off: 2 } },
      ])
    })

    it('leave no source behind that no longer exists, and those of other services alone', async () => {
      await using fixture = await openSyncFixture(engine, {})
      const { store } = fixture
      const clock = new FakeClock()
      const members = [{ id: 'ash' }]
      const record = (sources: readonly { id: string; service: string }[]) =>
        new MemberCountsRecorder().record({
          store,
          clock,
          sources: sources.map(({ id, service }) => ({ ...defineTownsSource({ id, members }), service })),
        })
      await record([
        { id: 'towns', service: 'notices' },
        { id: 'villages', service: 'notices' },
        { id: 'boards', service: 'jobs' },
      ])
      await record([{ id: 'towns', service: 'notices' }])
      const counts = await readMemberCounts(store.ledger)
      assert.deepEqual(
        counts.map(({ sourceId }) => sourceId),
        ['boards', 'towns'],
      )
    })

    it('are written again only when they have changed', async () => {
      await using fixture = await openSyncFixture(engine, {})
      const { store } = fixture
      const deps = { store, clock: new FakeClock(), sources: [defineTownsSource()] }
      const recorder = new MemberCountsRecorder()
      await recorder.record(deps)
      await store.ledger.transaction((tx) => tx.deleteFrom('source_members').execute())
      await recorder.record(deps)
      assert.deepEqual(await readMemberCounts(store.ledger), [])
      await recorder.record({ ...deps, sources: [defineTownsSource({ members: [{ id: 'ash' }] })] })
      assert.deepEqual(await readMemberCounts(store.ledger), [
        { ...towns, members: { on: 0, new: 1, stale: 0, off: 0 } },
      ])
    })
  })
}
