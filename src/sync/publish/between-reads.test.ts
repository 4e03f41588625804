import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { random } from '../../../sandbox/random.ts'
import { FakeClock } from '../../../test/support/fake-clock.ts'
import { testEngines } from '../../../test/support/store/test-engines.ts'
import { openSyncFixture, townsWriter } from '../../../test/support/sync/sync-fixture.ts'
import type { AnyWriter } from '../source.ts'
import { BetweenReads, passMs, pauseMs, waitMsMax } from './between-reads.ts'
import { ReadMarks } from './read-marks.ts'

const { signal } = new AbortController()
const tickMs = 200
/** Reads are looked for every 100 ms. */
const delayMs = 400

describe('between reads', () => {
  for (let seed = 1; seed <= 5; seed += 1) {
    it(`a publication follows a pause, or the longest wait (seed ${seed})`, async () => {
      const draw = random('reads', seed)
      const clock = new FakeClock()
      const marks = new ReadMarks(['cinema'])
      const betweenReads = new BetweenReads(clock, marks)
      const reads: number[] = []
      const waits: { readonly from: number; readonly until: number }[] = []
      const pending: Promise<void>[] = []
      let readEveryMs = 100
      for (let tick = 0; tick < 1150; tick += 1) {
        const now = clock.monotonic()
        // Walks, long pauses, and now and then somebody who never pauses.
        if (draw.chance(0.015)) readEveryMs = draw.pick([100, 700, 900, 5000, 60_000])
        if (now - (reads.at(-1) ?? 0) >= readEveryMs) {
          marks.mark('cinema')
          reads.push(now)
        }
        if (tick < 1000 && draw.chance(0.1)) {
          const wait = async () => {
            await betweenReads.wait('cinema', new AbortController().signal)
            waits.push({ from: now, until: clock.monotonic() })
          }
          pending.push(wait())
        }
        clock.advance(tickMs)
        await setImmediate()
      }
      await Promise.all(pending)
      const timeouts = waits.filter(({ from, until }) => until - from >= waitMsMax)
      for (const { from, until } of waits) {
        assert.ok(until - from <= waitMsMax + delayMs)
        const followsPause = !reads.some((at) => at > until - pauseMs + delayMs && at < until - delayMs)
        const maySkip = timeouts.some((timeout) => until >= timeout.until && until <= timeout.until + passMs)
        assert.ok(followsPause || maySkip, `published at ${until} between reads`)
      }
    })
  }

  it('services do not wait for each other, and a wait can be aborted', async () => {
    const marks = new ReadMarks(['cinema', 'jobs'])
    const betweenReads = new BetweenReads(new FakeClock(), new ReadMarks(['cinema', 'jobs'], marks.memory))
    marks.mark('cinema')
    marks.mark('no such scope')
    await betweenReads.wait('jobs', signal)
    const stop = new AbortController()
    const stopped = assert.rejects(betweenReads.wait('cinema', stop.signal), /stop/)
    stop.abort(new Error('stop'))
    await stopped
  })
})

for (const engine of testEngines) {
  describe(`${engine.name}: a list that is being read`, { skip: engine.skip }, () => {
    it('does not grow by new members, while members that it has are kept fresh', async () => {
      const clock = new FakeClock()
      const marks = new ReadMarks(['notices'])
      const finalized: number[] = []
      const writer = {
        ...townsWriter,
        async finalizeRun() {
          finalized.push(clock.monotonic())
        },
      } as AnyWriter
      await using fixture = await openSyncFixture(engine, {
        clock,
        reads: marks,
        writers: [writer],
        membersAtOnce: 3,
        // The fake clock may be far ahead of the disk.
        leaseMs: 1e9,
        memberTimeoutMs: 1e9,
      })
      const { upstream } = fixture
      await fixture.engine.run('towns', { mode: 'manual', members: ['ash'], signal })
      upstream.lists.ash = [{ ref: 'a0', title: 'corrected' }, ...(upstream.lists.ash ?? []).slice(1)]
      marks.mark('notices')
      let isDone = false
      const run = fixture.engine.run('towns', { mode: 'manual', signal }).finally(() => {
        isDone = true
      })
      const readTowns = async () => {
        marks.mark('notices')
        await setImmediate()
        return await fixture.readTitlesByTown()
      }
      while ((await readTowns()).ash?.[0] !== 'corrected') assert.equal(isDone, false)
      for (let passed = 0; passed < waitMsMax - pauseMs; passed += 500) {
        assert.deepEqual(Object.keys(await readTowns()), ['ash'])
        clock.advance(500)
      }
      assert.equal(finalized.length, 1)
      while (!isDone) {
        clock.advance(200)
        await setImmediate()
      }
      assert.equal((await run).status, 'succeeded')
      assert.deepEqual(Object.keys(await fixture.readTitlesByTown()), ['ash', 'bow', 'cam'])
      assert.equal(finalized.length, 2)
    })
  })
}
