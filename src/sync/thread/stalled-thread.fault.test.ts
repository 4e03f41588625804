import assert from 'node:assert/strict'
import { EventEmitter, on } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { FakeClock } from '../../../test/support/fake-clock.ts'
import type { HostileThreadData } from '../../../test/support/programs/hostile-sync-thread.ts'
import { testEngines } from '../../../test/support/store/test-engines.ts'
import { createEvents, type EventMap, type EventName } from '../../core/events.ts'
import { readQuarantine } from '../quarantine.ts'
import type { RunReport } from '../run/run-rows.ts'
import { startSyncThread, ThreadKilled } from './start-sync-thread.ts'

const entry = new URL('../../../test/support/programs/hostile-sync-thread.ts', import.meta.url)
const stallMs = 60_000
/** Longer than `stallMs` where processor time counts: the thread uses hardly any while this clock moves. */
const stalled = /^no progress for \d+ s$/
const attacks = [
  { attackIn: 'toRecords', attack: 'spin', reason: stalled },
  { attackIn: 'fetch', attack: 'spin', reason: stalled },
  { attackIn: 'write', attack: 'spin', reason: stalled },
  { attackIn: 'toRecords', attack: 'hoard', reason: /^out of memory$/ },
] as const

for (const engine of testEngines) {
  describe(`${engine.name}: a sync thread that one member stalls or fills`, { skip: engine.skip }, () => {
    for (const { attackIn, attack, reason: expected } of attacks) {
      it(`is replaced, the member is quarantined and all others are synced (${attack} in ${attackIn})`, async () => {
        await using stack = new AsyncDisposableStack()
        const folder = await mkdtemp(join(tmpdir(), 'broadsheet-stall-'))
        stack.defer(() => rm(folder, { recursive: true, force: true }))
        const database = stack.use(await engine.borrowDatabase())
        const clock = new FakeClock()
        const received = new ReceivedEvents()
        const data: HostileThreadData = { database: database.storeOptions, folder, attackIn, attack }
        stack.use(
          await startSyncThread({
            entry,
            workerData: data,
            events: received.events,
            stopTimeoutMs: 5_000,
            stallMs,
            heapMbMax: 96,
            clock,
          }),
        )
        await received.next('artifactsSwept')
        // The clock of this side moves only here: a thread that beats is never taken for a stalled one.
        while (!received.has('syncThreadKilled')) {
          if (attack === 'spin') clock.advance(stallMs / 6)
          await turn()
        }
        const { reason, ...killed } = await received.next('syncThreadKilled')
        assert.match(reason, expected)
        assert.deepEqual(killed, { restartInMs: 1000, sourceId: 'towns', memberId: 'bow' })
        clock.advance(1_000)
        const { times, until: _, ...quarantined } = await received.next('memberQuarantined')
        assert.deepEqual(quarantined, { sourceId: 'towns', memberId: 'bow', reason })
        assert.equal(times, 1)
        await received.next('runFinished', ({ sourceId }) => sourceId === 'lakes')
        const finished = await received.next('runFinished', ({ sourceId }) => sourceId === 'towns')
        assert.deepEqual([finished.status, finished.completed, finished.failed], ['partial', 2, 1])

        await using store = await database.openStore()
        const runs = await store.ledger.read
          .selectFrom('sync_run')
          .select(['status', 'error_message', 'metadata'])
          .where('source_id', '=', 'towns')
          .orderBy('started_at')
          .execute()
        assert.deepEqual(
          runs.map(({ status, error_message }) => [status, error_message?.replace(/until \S+:/, 'until T:')]),
          [
            ['failed', `interrupted: stalled by bow: ${reason}`],
            ['partial', `1 of 3 members failed; bow: Quarantined until T: ${reason}`],
          ],
        )
        assert.equal(JSON.parse(runs[0]?.metadata ?? '').members.bow.code, 'stalled')
        assert.equal(JSON.parse(runs[1]?.metadata ?? '').members.bow.code, 'quarantined')
        const states = await store.readModel.read
          .selectFrom('member_state')
          .select(['source_id', 'member_id'])
          .orderBy('source_id')
          .orderBy('member_id')
          .execute()
        assert.deepEqual(
          states.map((state) => `${state.source_id}/${state.member_id}`),
          ['lakes/ash', 'lakes/bow', 'lakes/cam', 'towns/ash', 'towns/cam'],
        )
        const [row] = await readQuarantine(store.ledger)
        assert.ok(row && row.until - row.since === 60 * 60_000)
      })
    }
  })
}

for (const engine of testEngines) {
  describe(`${engine.name}: the sync thread of a command`, { skip: engine.skip }, () => {
    it('is replaced when a member stalls it, and the next request reads the others', async () => {
      await using stack = new AsyncDisposableStack()
      const folder = await mkdtemp(join(tmpdir(), 'broadsheet-stall-'))
      stack.defer(() => rm(folder, { recursive: true, force: true }))
      const database = stack.use(await engine.borrowDatabase())
      const clock = new FakeClock()
      const received = new ReceivedEvents()
      const attack = { attackIn: 'toRecords', attack: 'spin' } as const
      const data: HostileThreadData = { database: database.storeOptions, folder, ...attack, isCommand: true }
      const thread = stack.use(
        await startSyncThread({
          entry,
          workerData: data,
          events: received.events,
          isCommand: true,
          stopTimeoutMs: 5_000,
          stallMs,
          clock,
        }),
      )
      const request = { kind: 'run', sourceId: 'towns' } as const
      const killed = assert.rejects(thread.request(request), (thrown) => {
        assert.ok(thrown instanceof ThreadKilled)
        assert.deepEqual(thrown.member, { sourceId: 'towns', memberId: 'bow' })
        return true
      })
      await received.next('artifactsSwept')
      while (!received.has('syncThreadKilled')) {
        clock.advance(stallMs / 6)
        await turn()
      }
      await killed
      clock.advance(1_000)
      const report = (await thread.request({ ...request, resume: true })) as RunReport
      assert.deepEqual(
        Object.entries(report.members).map(([id, member]) => [
          id,
          'code' in member ? member.code : 'published',
        ]),
        [
          ['ash', 'published'],
          ['bow', 'quarantined'],
          ['cam', 'published'],
        ],
      )
      await assert.rejects(thread.request({ ...request, sourceId: 'unknown' }), /There is no source unknown/)
    })
  })
}

/** Waits for events by name; earlier ones count too. */
class ReceivedEvents {
  readonly #emitter = new EventEmitter()
  readonly #all: { readonly name: EventName; readonly event: unknown }[] = []
  readonly events = createEvents((name, event) => {
    this.#all.push({ name, event })
    this.#emitter.emit('event')
  })

  has(name: EventName): boolean {
    return this.#all.some((one) => one.name === name)
  }

  async next<Name extends EventName>(
    name: Name,
    matches: (event: EventMap[Name]) => boolean = () => true,
  ): Promise<EventMap[Name]> {
    const find = () =>
      this.#all.find((one) => one.name === name && matches(one.event as EventMap[Name]))?.event as
        | EventMap[Name]
        | undefined
    const arrivals = on(this.#emitter, 'event')
    for (let found = find(); ; found = find()) {
      if (found) return found
      await arrivals.next()
    }
  }
}
