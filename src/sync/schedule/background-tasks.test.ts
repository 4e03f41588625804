import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FakeClock } from '../../../test/support/fake-clock.ts'
import { testEngines } from '../../../test/support/store/test-engines.ts'
import { openSyncFixture } from '../../../test/support/sync/sync-fixture.ts'

const day = 86_400_000
const never = new AbortController().signal

for (const engine of testEngines) {
  describe(`${engine.name}: a task beside the runs`, { skip: engine.skip }, () => {
    it('is done once in its interval, by one of the nodes, and its failure stops nothing', async () => {
      const clock = new FakeClock()
      const starts: string[] = []
      const taskOf = (node: string) => ({
        name: 'count',
        everyMs: day,
        async run() {
          starts.push(node)
          throw new Error('no luck')
        },
      })
      const leaseTime = async () => clock.monotonic()
      const options = { clock, leaseTime, leaseMs: 100 * day }
      await using fixture = await openSyncFixture(engine, { ...options, tasks: [taskOf('first')] })
      const other = fixture.createEngine({ holder: 'elsewhere:1', tasks: [taskOf('second')] })
      await fixture.engine.schedule(never, { idleMsMin: 1 })
      await other.schedule(never, { idleMsMin: 1 })
      assert.deepEqual(starts, ['first'])
      clock.advance(day + 1)
      await other.schedule(never, { idleMsMin: 1 })
      assert.deepEqual(starts, ['first', 'second'])
      const failures = fixture.events
        .filter(({ name }) => name === 'scheduleFailed')
        .map(({ event }) => event)
      assert.match(JSON.stringify(failures), /the task count failed: no luck/)
      assert.deepEqual(Object.keys(await fixture.readTitlesByTown()).sort(), ['ash', 'bow', 'cam'])
    })

    it('is started again soon if it was stopped before its end', async () => {
      const starts: AbortSignal[] = []
      const task = {
        name: 'count',
        everyMs: day,
        async run(signal: AbortSignal) {
          starts.push(signal)
          if (starts.length > 1) return
          await new Promise((_, reject) => {
            signal.addEventListener('abort', () => reject(signal.reason))
          })
        },
      }
      const clock = new FakeClock()
      const leaseTime = async () => clock.monotonic()
      await using fixture = await openSyncFixture(engine, { clock, leaseTime, tasks: [task] })
      await fixture.engine.schedule(never, {
        idleMsMin: 1,
        graceMs: 0,
        isOutdated: () => starts.length === 1,
      })
      assert.equal(starts.length, 1)
      await fixture.engine.schedule(never, { idleMsMin: 1 })
      assert.equal(starts.length, 2)
      await fixture.engine.schedule(never, { idleMsMin: 1 })
      assert.equal(starts.length, 2)
    })
  })
}
