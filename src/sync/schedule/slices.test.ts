import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FakeClock } from '../../../test/support/fake-clock.ts'
import { testEngines } from '../../../test/support/store/test-engines.ts'
import {
  defineTownsSource,
  items,
  openSyncFixture,
  type SyncFixture,
} from '../../../test/support/sync/sync-fixture.ts'
import { Failure } from '../../core/errors.ts'

const hour = 60 * 60_000
const day = 24 * hour
const never = new AbortController().signal
const ids = Array.from({ length: 8 }, (_, at) => `town-${at}`)
const source = defineTownsSource({ everyMinutes: 1440, members: ids.map((id) => ({ id })) })

for (const engine of testEngines) {
  describe(`${engine.name}: a source with more members than a slice`, { skip: engine.skip }, () => {
    async function open(clock: FakeClock): Promise<SyncFixture> {
      const fixture = await openSyncFixture(engine, { clock, leaseMs: 100 * day, source, sliceMembers: 3 })
      fixture.upstream.lists = Object.fromEntries(ids.map((id) => [id, items(id, 1)]))
      return fixture
    }

    /** Runs what is due now, and returns the members that were read, run by run. */
    async function runDue(fixture: SyncFixture): Promise<string[][]> {
      const before = fixture.events.length
      await fixture.engine.schedule(never, { idleMsMin: 1 })
      const slices: string[][] = []
      for (const { name, event } of fixture.events.slice(before)) {
        if (name === 'runStarted') slices.push([])
        if ((name === 'memberPublished' || name === 'memberFailed') && 'memberId' in event)
          slices.at(-1)?.push(event.memberId)
      }
      return slices
    }

    it('is read as a whole on the first day, slice by slice', async () => {
      const clock = new FakeClock()
      await using fixture = await open(clock)
      const slices = await runDue(fixture)
      assert.deepEqual(
        slices.map((slice) => slice.length),
        [3, 3, 2],
      )
      assert.deepEqual(slices.flat().sort(), ids)
    })

    it('reads each member once a day from then on, spread over the day', async () => {
      const clock = new FakeClock()
      await using fixture = await open(clock)
      await runDue(fixture)
      const parts: string[][] = []
      for (let at = 0; at < 17; at += 1) {
        clock.advance(3 * hour)
        parts.push((await runDue(fixture)).flat())
      }
      const reads = parts.flat()
      for (const id of ids) {
        const count = reads.filter((read) => read === id).length
        assert.ok(count >= 2 && count <= 3, `${id} was read ${count} times`)
      }
      assert.ok(parts.filter((part) => part.length > 0).length >= 6)
    })

    it('reads a member that changes twice a day', async () => {
      const clock = new FakeClock()
      await using fixture = await open(clock)
      await runDue(fixture)
      let reads = 0
      for (let at = 0; at < 24; at += 1) {
        clock.advance(4 * hour)
        fixture.upstream.lists['town-0'] = items(`new-${at}`, 1)
        reads += (await runDue(fixture)).flat().filter((id) => id === 'town-0').length
      }
      assert.ok(reads >= 6 && reads <= 9, `${reads}`)
    })

    it('tries a dead member ever more rarely, says so, and remembers it across restarts', async () => {
      const clock = new FakeClock()
      await using fixture = await open(clock)
      fixture.upstream.intercept = (url) => {
        if (url.includes('/town-5?')) throw new Failure('upstream_unavailable', 'The host is gone.')
        return undefined
      }
      await runDue(fixture)
      let tries = 0
      for (let at = 0; at < 12; at += 1) {
        clock.advance(day)
        const restarted = { ...fixture, engine: fixture.createEngine() }
        tries += (await runDue(restarted)).flat().filter((id) => id === 'town-5').length
      }
      assert.ok(tries >= 4 && tries <= 6, `${tries}`)
      const { health, members } = await fixture.engine.status('towns')
      assert.equal(health, 'partial')
      const dead = members.find(({ memberId }) => memberId === 'town-5')
      assert.equal(dead?.reads?.failures, tries + 1)
      assert.deepEqual(
        [dead?.reads?.error_code, dead?.reads?.error_message, dead?.reads?.succeeded_at],
        ['upstream_unavailable', 'The host is gone.', null],
      )
    })

    it('is read again at once when the read model was lost', async () => {
      const clock = new FakeClock()
      await using fixture = await open(clock)
      await runDue(fixture)
      await fixture.store.readModel.transaction(async (tx) => {
        await tx.deleteFrom('member_state').execute()
        await tx.deleteFrom('notice').execute()
      }, AbortSignal.timeout(600_000))
      assert.deepEqual((await runDue(fixture)).flat().sort(), ids)
    })

    it('is not stopped by reads that are dated in the future', async () => {
      const clock = new FakeClock()
      await using fixture = await open(clock)
      clock.stepWallClock(30 * day)
      await runDue(fixture)
      clock.stepWallClock(-30 * day)
      assert.deepEqual((await runDue(fixture)).flat().sort(), ids)
      assert.deepEqual(await runDue(fixture), [])
    })

    it('is read by one node at a time, and by the next one where it left off', async () => {
      const clock = new FakeClock()
      await using fixture = await open(clock)
      const stop = new AbortController()
      fixture.upstream.intercept = () => {
        if (fixture.upstream.calls.length === 5) stop.abort()
        return undefined
      }
      await fixture.engine.schedule(stop.signal, { graceMs: 0 })
      const read = new Set(fixture.upstream.calls)
      fixture.upstream.intercept = () => undefined
      const other = { ...fixture, engine: fixture.createEngine({ holder: 'elsewhere:1' }) }
      await runDue(other)
      assert.deepEqual(Object.keys(await fixture.readTitlesByTown()).sort(), ids)
      assert.ok(
        fixture.upstream.calls.length <= ids.length + 3,
        `${read.size} ${fixture.upstream.calls.length}`,
      )
    })
  })

  describe(`${engine.name}: a schedule whose sources have changed`, { skip: engine.skip }, () => {
    it('ends at once, and what it was reading is resumed by the next one', async () => {
      const clock = new FakeClock()
      await using fixture = await openSyncFixture(engine, { clock, leaseMs: 100 * day })
      let isOutdated = false
      fixture.upstream.intercept = (url, signal) => {
        if (!url.includes('/bow?')) return undefined
        isOutdated = true
        return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      }
      const ended = fixture.engine.schedule(never, { isOutdated: () => isOutdated, graceMs: 0, pollMs: 10 })
      let hasEnded = false
      const watched = ended.finally(() => {
        hasEnded = true
      })
      while (!hasEnded) {
        if (isOutdated) clock.advance(1000)
        await new Promise(setImmediate)
      }
      assert.ok((await watched) !== undefined)
      fixture.upstream.intercept = () => undefined
      await fixture.createEngine().schedule(never, { idleMsMin: 1 })
      assert.deepEqual(Object.keys(await fixture.readTitlesByTown()).sort(), ['ash', 'bow', 'cam'])
    })
  })

  describe(`${engine.name}: a small source`, { skip: engine.skip }, () => {
    it('is run as a whole, without members that have been dead for long', async () => {
      const clock = new FakeClock()
      await using fixture = await openSyncFixture(engine, { clock, leaseMs: 100 * day })
      fixture.upstream.intercept = (url) => {
        if (url.includes('/bow?')) throw new Failure('upstream_unavailable', 'The host is gone.')
        return undefined
      }
      const planned: number[] = []
      for (let at = 0; at < 6; at += 1) {
        const report = await fixture.engine.run('towns', { mode: 'scheduled', signal: never })
        if ('planned' in report) planned.push(report.planned)
        clock.advance(hour)
      }
      assert.deepEqual(planned.slice(0, 3), [3, 3, 3])
      assert.ok(planned.slice(3).includes(2), planned.join())
      assert.equal((await fixture.engine.status('towns')).health, 'partial')
    })

    it('does not read members that are off, unless they are named', async () => {
      const members = [{ id: 'ash' }, { id: 'bow', off: 'paused' }]
      await using fixture = await openSyncFixture(engine, { source: defineTownsSource({ members }) })
      await fixture.engine.run('towns', { mode: 'manual', signal: never })
      assert.deepEqual(Object.keys(await fixture.readTitlesByTown()), ['ash'])
      await fixture.engine.run('towns', { mode: 'manual', signal: never, members: ['bow'] })
      assert.deepEqual(Object.keys(await fixture.readTitlesByTown()), ['ash', 'bow'])
    })
  })
}
