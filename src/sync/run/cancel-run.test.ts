import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { FakeClock, passTime } from '../../../test/support/fake-clock.ts'
import { testEngines } from '../../../test/support/store/test-engines.ts'
import {
  insertInterruptedRun,
  openSyncFixture,
  type SyncFixture,
} from '../../../test/support/sync/sync-fixture.ts'
import { until } from '../../../test/support/until.ts'
import { cancelRun } from './cancel-run.ts'
import { requestRun } from './run-requests.ts'

const hour = 60 * 60_000
const operator = 'operator@example.org'
const never = new AbortController().signal

for (const engine of testEngines) {
  describe(`${engine.name}: a run that is cancelled`, { skip: engine.skip }, () => {
    async function readRuns({ store }: SyncFixture) {
      return await store.ledger.read.selectFrom('sync_run').selectAll().orderBy('started_at').execute()
    }
    /** The member `bow` never gets its response. */
    function holdBow({ upstream }: SyncFixture): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>()
      upstream.intercept = (url, signal) => {
        if (!url.includes('/bow')) return undefined
        resolve()
        return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      }
      return promise
    }

    it('stops on its node within seconds, keeps what it published and releases its lease', async () => {
      const clock = new FakeClock()
      await using fixture = await openSyncFixture(engine, { clock, leaseMs: 10 * hour })
      const isHeld = holdBow(fixture)
      const running = fixture.engine.run('towns', { mode: 'manual', signal: never })
      await isHeld
      const [run] = await readRuns(fixture)
      const cancel = () =>
        cancelRun(fixture.store.ledger, { runId: run?.id ?? '', operator, nowMs: clock.now() })
      await cancel()
      await cancel()
      clock.advance(3_000)
      const report = await running
      assert.equal(report.status, 'failed')
      const [row] = await readRuns(fixture)
      assert.deepEqual(
        [row?.status, row?.completed, row?.failed, row?.error_message, row?.cancelled_by],
        ['failed', 1, 0, 'cancelled by an operator', operator],
      )
      assert.deepEqual(Object.keys(await fixture.readTitlesByTown()), ['ash'])
      assert.deepEqual(await fixture.store.ledger.read.selectFrom('lease').selectAll().execute(), [])
      await cancel()
      fixture.upstream.intercept = () => undefined
      const again = await fixture.engine.run('towns', { mode: 'manual', signal: never })
      assert.deepEqual(
        [again.status, Object.keys(await fixture.readTitlesByTown())],
        ['succeeded', ['ash', 'bow', 'cam']],
      )
    })

    it('is not read again by any node before the next interval', async () => {
      const clock = new FakeClock()
      await using fixture = await openSyncFixture(engine, { clock, leaseMs: 100 * hour })
      const isHeld = holdBow(fixture)
      const stop = new AbortController()
      const nodes = [fixture.engine, fixture.createEngine({ holder: 'elsewhere:1' })]
      const scheduled = nodes.map((node) => node.schedule(stop.signal))
      await isHeld
      const [run] = await readRuns(fixture)
      await cancelRun(fixture.store.ledger, { runId: run?.id ?? '', operator, nowMs: clock.now() })
      await passTime(clock, 1_000, async () => (await readRuns(fixture))[0]?.finished_at !== null)
      fixture.upstream.intercept = () => undefined
      for (let minute = 0; minute < 55; minute += 1) {
        clock.advance(60_000)
        await turn()
        await turn()
      }
      assert.equal((await readRuns(fixture)).length, 1)
      await passTime(clock, 20_000, async () => (await readRuns(fixture)).length === 2)
      // In no time: if it passed, what the disk and the store take would be days.
      await until(async () => (await readRuns(fixture))[1]?.status === 'succeeded')
      stop.abort()
      await Promise.all(scheduled)
    })

    it('leaves the schedule as it was if an operator had requested it, started or not', async () => {
      const clock = new FakeClock()
      await using fixture = await openSyncFixture(engine, { clock, leaseMs: 100 * hour })
      const { ledger } = fixture.store
      await fixture.engine.run('towns', { mode: 'scheduled', signal: never })
      clock.advance(0.9 * hour)
      const request = { source_id: 'towns', service: 'notices', run_id: 'requested', members: null, force: 0 }
      await requestRun(ledger, { ...request, requested_at: clock.now(), requested_by: operator })
      await cancelRun(ledger, { runId: 'requested', operator, nowMs: clock.now() })
      const stop = new AbortController()
      const scheduled = fixture.engine.schedule(stop.signal)
      clock.advance(0.2 * hour)
      await passTime(clock, 1_000, async () => (await readRuns(fixture)).length === 3)
      stop.abort()
      await scheduled
      const rows = await readRuns(fixture)
      assert.deepEqual(
        rows.map(({ mode, cancelled_by }) => [mode, cancelled_by]),
        [
          ['scheduled', null],
          ['manual', operator],
          ['scheduled', null],
        ],
      )
    })

    it('is not resumed if its process died before it stopped', async () => {
      const clock = new FakeClock()
      await using fixture = await openSyncFixture(engine, { clock })
      const { ledger } = fixture.store
      const runId = await insertInterruptedRun(fixture, 'elsewhere:1', { startedAt: clock.now() })
      await cancelRun(ledger, { runId, operator, nowMs: clock.now() })
      clock.advance(1_000)
      await fixture.engine.run('towns', { mode: 'manual', signal: never })
      const [row] = await readRuns(fixture)
      assert.deepEqual([row?.status, row?.error_message], ['failed', 'cancelled by an operator'])
    })

    it('has ended as it did if it ended first, and is unknown if it never was', async () => {
      await using fixture = await openSyncFixture(engine)
      const { ledger } = fixture.store
      await fixture.engine.run('towns', { mode: 'manual', signal: never })
      const [run] = await readRuns(fixture)
      const cancel = (runId: string) => cancelRun(ledger, { runId, operator, nowMs: Date.now() })
      await assert.rejects(cancel(run?.id ?? ''), { code: 'run_ended' })
      await assert.rejects(cancel('unknown'), { code: 'not_found' })
      assert.equal((await readRuns(fixture))[0]?.cancelled_by, null)
    })
  })
}
