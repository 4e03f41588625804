import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FakeClock } from '../../../test/support/fake-clock.ts'
import { testEngines } from '../../../test/support/store/test-engines.ts'
import { openSyncFixture, type SyncFixture } from '../../../test/support/sync/sync-fixture.ts'
import { createLeaseTime } from '../../store/coordination/ledger-time.ts'
import type { SyncEngine } from '../sync-engine.ts'

const manual = { mode: 'manual', signal: new AbortController().signal } as const
const minute = 60_000

for (const engine of testEngines) {
  describe(`${engine.name}: a live run`, { skip: engine.skip }, () => {
    for (const [name, ms] of [
      ['ahead', 2 * minute],
      ['behind', -2 * minute],
    ] as const) {
      it(`is not closed or repeated by a node whose clock is 120 s ${name}`, async () => {
        await using fixture = await openSyncFixture(engine, { clock: new FakeClock() })
        const here = nodeWith(fixture, 'here:1', new FakeClock())
        const otherClock = new FakeClock()
        otherClock.stepWallClock(ms)
        const other = nodeWith(fixture, 'elsewhere:1', otherClock)
        const seen = await duringRun(fixture, here, async () => [
          (await other.recover()).interruptedRuns,
          (await other.run('towns', manual)).status,
        ])
        assert.deepEqual(seen, { during: [0, 'skipped'], status: 'succeeded' })
        assert.deepEqual(await statuses(fixture), ['succeeded'])
      })
    }

    for (const [name, ms] of [
      ['back', -60 * minute],
      ['forward', 60 * minute],
    ] as const) {
      it(`is not closed by its own process after the clock was set ${name}`, async () => {
        const clock = new FakeClock()
        await using fixture = await openSyncFixture(engine, { clock, leaseMs: 10 * minute })
        clock.advance(minute)
        clock.stepWallClock(ms)
        const seen = await duringRun(fixture, fixture.engine, async () => [
          (await fixture.engine.recover()).interruptedRuns,
        ])
        assert.deepEqual(seen, { during: [0], status: 'succeeded' })
        assert.deepEqual(await statuses(fixture), ['succeeded'])
        assert.equal((await fixture.artifactFiles()).length, 3)
      })
    }
  })

  describe(`${engine.name}: the status of a source`, { skip: engine.skip }, () => {
    it('ignores a run and artifacts that are dated in the future', async () => {
      const clock = new FakeClock()
      await using fixture = await openSyncFixture(engine, { clock, leaseMs: 10 * minute })
      await fixture.engine.run('towns', manual)
      const before = await fixture.engine.status('towns')
      clock.stepWallClock(24 * 60 * minute)
      fixture.upstream.intercept = (url) => (url.includes('/bow') ? 'not JSON' : undefined)
      await fixture.engine.run('towns', manual)
      assert.equal((await fixture.engine.status('towns')).health, 'partial')
      clock.stepWallClock(-24 * 60 * minute)
      const { health, latestRun, latestArtifact } = await fixture.engine.status('towns')
      assert.equal(health, 'ok')
      assert.equal(latestRun?.id, before.latestRun?.id)
      assert.equal(latestArtifact?.id, before.latestArtifact?.id)
    })
  })
}

/** A node with a clock of its own, which shares with others only what the store gives them. */
function nodeWith(fixture: SyncFixture, holder: string, clock: FakeClock): SyncEngine {
  return fixture.createEngine({ holder, clock, leaseTime: createLeaseTime(fixture.store, clock) })
}

async function duringRun(
  fixture: SyncFixture,
  node: SyncEngine,
  work: () => Promise<unknown[]>,
): Promise<{ during: unknown[]; status: string }> {
  let during: unknown[] = []
  fixture.upstream.intercept = async (url) => {
    if (url.endsWith('/bow?page=0')) during = await work()
    return undefined
  }
  const { status } = await node.run('towns', manual)
  return { during, status }
}

async function statuses({ store }: SyncFixture): Promise<string[]> {
  const rows = await store.ledger.read.selectFrom('sync_run').select('status').execute()
  return rows.map(({ status }) => status)
}
