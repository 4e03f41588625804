import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FakeClock } from '../../../test/support/fake-clock.ts'
import { type TestEngine, testEngines } from '../../../test/support/store/test-engines.ts'
import {
  defineTownsSource,
  insertInterruptedRun,
  items,
  openSyncFixture,
  type SyncFixture,
} from '../../../test/support/sync/sync-fixture.ts'
import { Failure } from '../../core/errors.ts'
import type { Store } from '../../store/store.ts'
import type { RunRequestRow } from '../../store/tables.ts'
import { readRunRequests, requestRun } from '../run/run-requests.ts'

const hour = 60 * 60_000
const never = new AbortController().signal

for (const engine of testEngines) {
  describe(`${engine.name}: the schedule`, { skip: engine.skip }, () => {
    it('runs a source that never ran, waits for the interval, and runs it again', async () => {
      const clock = new FakeClock()
      await using fixture = await openSyncFixture(engine, { clock, leaseMs: 10 * hour })
      const stop = new AbortController()
      const scheduled = fixture.engine.schedule(stop.signal)
      await waitFor(fixture, () => finished(fixture) === 1)
      clock.advance(0.9 * hour)
      await turns()
      assert.equal(finished(fixture), 1)
      clock.advance(0.2 * hour)
      await waitFor(fixture, () => finished(fixture) === 2, goOn(clock))
      stop.abort()
      await scheduled
      const rows = await fixture.store.ledger.read.selectFrom('sync_run').selectAll().execute()
      assert.deepEqual(
        rows.map((row) => [row.mode, row.status]),
        [
          ['scheduled', 'succeeded'],
          ['scheduled', 'succeeded'],
        ],
      )
    })

    it('survives a clock that is set back during a run, which still took no negative time', async () => {
      const clock = new FakeClock()
      await using fixture = await openSyncFixture(engine, { clock, leaseMs: 10 * hour })
      fixture.upstream.intercept = (url) => {
        if (url.endsWith('/ash?page=0')) clock.stepWallClock(-90_000)
        return undefined
      }
      const stop = new AbortController()
      const scheduled = fixture.engine.schedule(stop.signal)
      await waitFor(fixture, () => finished(fixture) === 1)
      stop.abort()
      await scheduled
      const durations = fixture.events.map(({ event }) => ('durationMs' in event ? event.durationMs : 0))
      assert.ok(durations.every((ms) => ms >= 0))
    })

    it('ignores a run that is dated in the future, and reports it once', async () => {
      const clock = new FakeClock()
      await using fixture = await openSyncFixture(engine, { clock, leaseMs: 10 * hour })
      clock.stepWallClock(30 * 24 * hour)
      await fixture.engine.run('towns', { mode: 'manual', signal: never })
      clock.stepWallClock(-30 * 24 * hour)
      const stop = new AbortController()
      const scheduled = fixture.engine.schedule(stop.signal)
      await waitFor(fixture, () => finished(fixture) === 2)
      await turns()
      // The run of today counts from here on: the source neither waits for a month nor runs without end.
      assert.equal(finished(fixture), 2)
      clock.advance(0.5 * hour)
      await turns()
      assert.equal(finished(fixture), 2)
      clock.advance(0.6 * hour)
      await waitFor(fixture, () => finished(fixture) === 3, goOn(clock))
      stop.abort()
      await scheduled
      assert.equal(fixture.events.filter(({ name }) => name === 'runFromFuture').length, 1)
    })

    it('ends when nothing is due for long, and returns until when', async () => {
      const clock = new FakeClock()
      await using fixture = await openSyncFixture(engine, { clock, leaseMs: 10 * hour })
      const rest = { idleMsMin: hour, idleMsMax: 100 * hour }
      const until = (await fixture.engine.schedule(never, rest)) ?? 0
      assert.equal(finished(fixture), 1)
      assert.equal(until, await fixture.engine.dueAt('towns'))
      assert.equal(await fixture.engine.schedule(never, { ...rest, idleMsMax: 1000 }), clock.now() + 1000)
      assert.equal(finished(fixture), 1)
      clock.advance(until - clock.now())
      assert.ok(((await fixture.engine.schedule(never, rest)) ?? 0) > until)
      assert.equal(finished(fixture), 2)
    })

    it('does not end before a short pause, nor while another process runs a source', async () => {
      const clock = new FakeClock()
      await using fixture = await openSyncFixture(engine, { clock, leaseMs: 10 * hour })
      await fixture.engine.run('towns', { mode: 'manual', signal: never })
      const stop = new AbortController()
      const short = fixture.engine.schedule(stop.signal, { idleMsMin: 2 * hour })
      await turns(200)
      const fetching = Promise.withResolvers<void>()
      const answered = Promise.withResolvers<undefined>()
      fixture.upstream.intercept = () => {
        fetching.resolve()
        return answered.promise
      }
      const elsewhere = fixture.createEngine({ holder: 'elsewhere:1' })
      const other = elsewhere.run('towns', { mode: 'manual', signal: never })
      await fetching.promise
      const busy = fixture.engine.schedule(stop.signal, { idleMsMin: 0 })
      await turns(200)
      stop.abort()
      assert.deepEqual(await Promise.all([short, busy]), [undefined, undefined])
      answered.resolve(undefined)
      await other
    })

    it('does not read a source again that another process has read before it holds the lease', async () => {
      const clock = new FakeClock()
      let beforeLease: (() => Promise<unknown>) | undefined
      const wrapStore = (store: Store): Store => {
        const ledger: Store['ledger'] = Object.create(store.ledger, {
          transaction: {
            value: (async (work, signal) => {
              const readElsewhere = beforeLease
              beforeLease = undefined
              await readElsewhere?.()
              return await store.ledger.transaction(work, signal)
            }) satisfies Store['ledger']['transaction'],
          },
        })
        return Object.create(store, { ledger: { value: ledger } })
      }
      await using fixture = await openSyncFixture(engine, { clock, leaseMs: 10 * hour, wrapStore })
      const elsewhere = fixture.createEngine({ holder: 'elsewhere:1' })
      const here = fixture.createEngine({
        newRunId() {
          beforeLease = () => elsewhere.run('towns', { mode: 'manual', signal: never })
          return 'second'
        },
      })
      const until = await here.schedule(never, { idleMsMin: hour / 2, idleMsMax: 100 * hour })
      assert.ok(until !== undefined && until > clock.now())
      const rows = await fixture.store.ledger.read.selectFrom('sync_run').select('holder').execute()
      assert.deepEqual(
        rows.map(({ holder }) => holder.split('/')[0]),
        ['elsewhere:1'],
      )
      assert.deepEqual(
        await fixture.store.ledger.read
          .selectFrom('lease')
          .selectAll()
          .where('name', 'like', 'sync:%')
          .execute(),
        [],
      )
    })

    it('runs a source at once if its read model is gone, and then waits again', async () => {
      const clock = new FakeClock()
      await using fixture = await openSyncFixture(engine, { clock, leaseMs: 10 * hour })
      await fixture.engine.run('towns', { mode: 'manual', signal: AbortSignal.timeout(600_000) })
      await fixture.store.readModel.transaction(async (tx) => {
        await tx.deleteFrom('member_state').execute()
        await tx.deleteFrom('notice').execute()
      }, AbortSignal.timeout(600_000))
      const stop = new AbortController()
      const scheduled = fixture.engine.schedule(stop.signal)
      await waitFor(fixture, () => finished(fixture) === 2)
      clock.advance(0.9 * hour)
      await turns()
      stop.abort()
      await scheduled
      assert.equal(finished(fixture), 2)
      assert.deepEqual(Object.keys(await fixture.readTitlesByTown()).sort(), ['ash', 'bow', 'cam'])
    })

    it('is not delayed by a run of some members, nor by an import', async () => {
      const clock = new FakeClock()
      await using fixture = await openSyncFixture(engine, { clock, leaseMs: 10 * hour })
      const first = await fixture.engine.run('towns', { mode: 'manual', signal: never, members: ['ash'] })
      assert.equal(first.status, 'succeeded')
      assert.equal(await fixture.engine.dueAt('towns'), 0)
      await fixture.engine.run('towns', { mode: 'manual', signal: never })
      const due = await fixture.engine.dueAt('towns')
      clock.advance(0.5 * hour)
      await fixture.engine.run('towns', { mode: 'manual', signal: never, members: ['bow'] })
      const { id } = await fixture.store.ledger.read
        .selectFrom('artifact')
        .select('id')
        .limit(1)
        .executeTakeFirstOrThrow()
      const replayed = await fixture.engine.import(id, { signal: never })
      assert.equal(replayed.status, 'succeeded')
      assert.equal(await fixture.engine.dueAt('towns'), due)
    })

    it('starts a run that an operator requests, on one of two nodes, at once and under its id', async () => {
      const clock = new FakeClock()
      await using fixture = await openSyncFixture(engine, { clock, leaseMs: 100 * hour })
      const { ledger } = fixture.store
      await fixture.engine.run('towns', { mode: 'manual', signal: never })
      const stop = new AbortController()
      const nodes = [fixture.engine, fixture.createEngine({ holder: 'elsewhere:1' })]
      const scheduled = nodes.map((node) => node.schedule(stop.signal))
      await turns(200)
      const request = runRequest('requested-1', clock.now(), ['bow', 'left-since'])
      await requestRun(ledger, request)
      await assert.rejects(requestRun(ledger, { ...request, run_id: 'other' }), {
        code: 'source_busy',
        details: { run_id: 'requested-1' },
      })
      await waitFor(
        fixture,
        () => finished(fixture) === 2,
        () => clock.advance(1_000),
      )
      for (let look = 0; look < 5; look += 1) {
        clock.advance(5_000)
        await turns()
      }
      stop.abort()
      await Promise.all(scheduled)
      const rows = await ledger.read
        .selectFrom('sync_run')
        .selectAll()
        .where('mode', '=', 'members')
        .execute()
      assert.deepEqual(
        rows.map(({ id, status, planned }) => [id, status, planned]),
        [['requested-1', 'succeeded', 1]],
      )
      assert.deepEqual(await readRunRequests(ledger, clock.now()), [])
    })

    it('does not end while a request waits, and forgets one that nobody started for an hour', async () => {
      const clock = new FakeClock()
      await using fixture = await openSyncFixture(engine, { clock, leaseMs: 100 * hour })
      const { ledger } = fixture.store
      await fixture.engine.run('towns', { mode: 'manual', signal: never })
      await requestRun(ledger, runRequest('requested-1', clock.now(), null))
      await fixture.engine.schedule(never, { idleMsMin: 0 })
      assert.equal(finished(fixture), 2)
      await requestRun(ledger, runRequest('requested-2', clock.now(), null))
      clock.advance(1.5 * hour)
      assert.deepEqual(await readRunRequests(ledger, clock.now()), [])
      await requestRun(ledger, runRequest('requested-3', clock.now(), null))
      const [waiting, ...others] = await readRunRequests(ledger, clock.now())
      assert.deepEqual([waiting?.run_id, others], ['requested-3', []])
    })

    it('lets two processes share the work: each due source runs once', async () => {
      const clock = new FakeClock()
      await using fixture = await openSyncFixture(engine, { clock, leaseMs: 100 * hour })
      const stop = new AbortController()
      const nodes = [fixture.engine, fixture.createEngine({ holder: 'elsewhere:1' })]
      const scheduled = nodes.map((node) => node.schedule(stop.signal, { pollMs: 1_000 }))
      for (let round = 1; round <= 5; round += 1) {
        await waitFor(fixture, () => finished(fixture) >= round)
        for (let look = 0; look < 5; look += 1) {
          clock.advance(1_001)
          await turns()
        }
        assert.equal(finished(fixture), round)
        clock.advance(1.1 * hour)
      }
      stop.abort()
      await Promise.all(scheduled)
    })

    it('survives an outage of the store, and retries', async () => {
      const clock = new FakeClock()
      let gone = true
      await using fixture = await openSyncFixture(engine, {
        clock,
        wrapStore: (store) => ({
          ...store,
          ledger: Object.assign(Object.create(store.ledger), {
            transaction: (...args: Parameters<typeof store.ledger.transaction>) =>
              gone
                ? Promise.reject(new Failure('store_unavailable', 'gone'))
                : store.ledger.transaction(...args),
          }),
        }),
      })
      const stop = new AbortController()
      const scheduled = fixture.engine.schedule(stop.signal)
      await waitFor(fixture, () => fixture.events.some(({ name }) => name === 'scheduleFailed'))
      gone = false
      await waitFor(
        fixture,
        () => finished(fixture) === 1,
        () => clock.advance(5_000),
      )
      stop.abort()
      await scheduled
    })

    it('reports a failing store once, however many sources are due, and pauses', async () => {
      const clock = new FakeClock()
      const sources = Array.from({ length: 12 }, (_, index) => defineTownsSource({ id: `towns-${index}` }))
      await using fixture = await openSyncFixture(engine, {
        clock,
        sources,
        wrapStore: (store) => ({
          ...store,
          ledger: Object.assign(Object.create(store.ledger), {
            transaction: () => Promise.reject(new Failure('store_unavailable', 'The disk is full.')),
          }),
        }),
      })
      const stop = new AbortController()
      const scheduled = fixture.engine.schedule(stop.signal)
      const complaints = () => fixture.events.filter(({ name }) => name === 'scheduleFailed').length
      await waitFor(fixture, () => complaints() >= 1)
      await turns(200)
      assert.equal(complaints(), 1)
      await waitFor(
        fixture,
        () => complaints() >= 2,
        () => clock.advance(1_000),
      )
      stop.abort()
      await scheduled
    })

    it('lets a run finish within the grace period when the sources have changed', async () => {
      const clock = new FakeClock()
      await using fixture = await openSyncFixture(engine, { clock })
      let isOutdated = false
      fixture.upstream.intercept = (url) => {
        if (url.includes('/ash')) isOutdated = true
        return undefined
      }
      await fixture.engine.schedule(new AbortController().signal, { isOutdated: () => isOutdated })
      const [row] = await fixture.store.ledger.read.selectFrom('sync_run').selectAll().execute()
      assert.deepEqual([row?.status, row?.completed], ['succeeded', 3])
    })

    it('aborts a run at once when it is stopped, and the run row says so', async () => {
      // It stands still: nothing may wait.
      const clock = new FakeClock()
      await using fixture = await openSyncFixture(engine, { clock, leaseMs: hour })
      const stop = new AbortController()
      fixture.upstream.intercept = (url, signal) => {
        if (!url.includes('/bow')) return undefined
        stop.abort()
        return new Promise((_, reject) => {
          if (signal.aborted) reject(signal.reason)
          signal.addEventListener('abort', () => reject(signal.reason))
        })
      }
      await fixture.engine.schedule(stop.signal)
      const [row] = await fixture.store.ledger.read.selectFrom('sync_run').selectAll().execute()
      assert.deepEqual(
        [row?.status, row?.completed, row?.error_message],
        ['failed', 1, 'interrupted: the run was stopped'],
      )
      // The lease of maintenance marks its hour and stays.
      const leases = await fixture.store.ledger.read.selectFrom('lease').select('name').execute()
      assert.deepEqual(
        leases.map(({ name }) => name),
        ['maintenance'],
      )
    })

    it('runs as many sources at once as configured, and no more', async () => {
      const clock = new FakeClock()
      const many = Array.from({ length: 4 }, (_, index) =>
        defineTownsSource({ id: `towns-${index}`, members: [{ id: 'ash' }] }),
      )
      await using fixture = await openSyncFixture(engine, { clock, sources: many })
      fixture.upstream.lists.ash = items('a', 1)
      let running = 0
      let most = 0
      let arrived = 0
      let pair = Promise.withResolvers<void>()
      fixture.upstream.intercept = async () => {
        running += 1
        most = Math.max(most, running)
        arrived += 1
        const both = pair
        if (arrived % 2 === 0) {
          pair = Promise.withResolvers()
          both.resolve()
        }
        await both.promise
        await turns()
        running -= 1
        return undefined
      }
      const stop = new AbortController()
      const scheduled = fixture.engine.schedule(stop.signal, { sourcesAtOnce: 2 })
      await waitFor(fixture, () => finished(fixture) === 4)
      stop.abort()
      await scheduled
      assert.equal(most, 2)
    })

    it('resumes the run of a dead process before it starts a source that never ran', async () => {
      await using fixture = await afterRestart(engine, 1)
      assert.deepEqual(await startedInTurn(fixture, 3), ['towns-2', 'towns-0', 'towns-1'])
    })

    it('delays a source that was interrupted twice: it may be what kills the process', async () => {
      await using fixture = await afterRestart(engine, 2)
      assert.deepEqual(await startedInTurn(fixture, 2), ['towns-0', 'towns-1'])
    })

    it('starts nothing more when it is stopped while it checks what is due', async () => {
      const stop = new AbortController()
      await using fixture = await openSyncFixture(engine, {
        clock: new FakeClock(),
        wrapStore: (store) => ({
          ...store,
          ledger: Object.defineProperty(Object.create(store.ledger), 'read', {
            get() {
              stop.abort()
              return store.ledger.read
            },
          }),
        }),
      })
      await fixture.engine.schedule(stop.signal)
      assert.deepEqual(fixture.upstream.calls, [])
    })
  })
}

/** Three sources: the last one was interrupted by the death of its process that many times, the others never ran. */
async function afterRestart(engine: TestEngine, deaths: number): Promise<SyncFixture> {
  const clock = new FakeClock()
  const sources = [0, 1, 2].map((index) =>
    defineTownsSource({ id: `towns-${index}`, members: [{ id: 'ash' }] }),
  )
  const fixture = await openSyncFixture(engine, { clock, sources })
  for (let death = 0; death < deaths; death += 1) {
    clock.advance(1_000)
    await insertInterruptedRun(fixture, 'test:999999999', {
      sourceId: 'towns-2',
      planned: 1,
      startedAt: clock.now(),
    })
    await fixture.engine.recover()
  }
  return fixture
}

/** Runs the schedule, one source at a time, until that many have run and nothing more is due. */
async function startedInTurn(fixture: SyncFixture, count: number): Promise<string[]> {
  const stop = new AbortController()
  const scheduled = fixture.engine.schedule(stop.signal, { sourcesAtOnce: 1 })
  await waitFor(fixture, () => finished(fixture) === count)
  await turns()
  stop.abort()
  await scheduled
  return fixture.events.flatMap(({ name, event }) =>
    name === 'runStarted' && 'sourceId' in event ? [event.sourceId] : [],
  )
}

function runRequest(run_id: string, requested_at: number, members: string[] | null): RunRequestRow {
  return {
    source_id: 'towns',
    service: 'notices',
    run_id,
    members: members && JSON.stringify(members),
    force: 0,
    requested_at,
    requested_by: 'operator@example.org',
  }
}

function finished(fixture: SyncFixture): number {
  return fixture.events.filter(({ name }) => name === 'runFinished').length
}

async function turns(count = 50): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise(setImmediate)
}

/** A schedule that began to sleep after the clock was advanced would sleep until the next time. */
function goOn(clock: FakeClock): () => void {
  return () => clock.advance(1000)
}

/** Turns the event loop until the condition holds; otherwise the test runner's time limit applies. */
async function waitFor(
  fixture: SyncFixture,
  isSo: () => boolean,
  tick: () => void = () => {},
): Promise<void> {
  while (!isSo()) {
    tick()
    await fixture.store.ledger.read.selectFrom('lease').select('name').execute()
    await turns(5)
  }
}
