import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { FakeClock } from '../../../test/support/fake-clock.ts'
import { newFolder } from '../../../test/support/shared-folder.ts'
import { type TestDatabase, testEngines } from '../../../test/support/store/test-engines.ts'
import {
  FakeUpstream,
  type Item,
  items,
  townsSource,
  townsWriter,
} from '../../../test/support/sync/sync-fixture.ts'
import { createRebuildReader } from '../../app/sync/rebuild-progress.ts'
import { createEvents, type EventName } from '../../core/events.ts'
import { readServicesToRebuild } from '../../store/read-model/rebuild-marks.ts'
import type { Store } from '../../store/store.ts'
import { diskArtifactStore } from '../artifacts/disk-artifact-store.ts'
import { quarantineMember } from '../quarantine.ts'
import type { AnySource, Writer } from '../source.ts'
import { createSyncEngine, type SyncEngine, type SyncEngineOptions } from '../sync-engine.ts'

const { signal } = new AbortController()

for (const engine of testEngines) {
  describe(`${engine.name}: a read model of another version`, { skip: engine.skip }, () => {
    it('is rebuilt from all saved responses of each member, without a request and without a loss in the ledger', async () => {
      await using upgrade = await prepareUpgrade(engine)
      await using store = await upgrade.database.openStore({ role: 'worker', clock: upgrade.clock })
      const runs = await store.ledger.read.selectFrom('sync_run').selectAll().execute()
      const leases = await store.ledger.read.selectFrom('lease').selectAll().execute()
      const artifacts = await store.ledger.read.selectFrom('artifact').selectAll().orderBy('id').execute()
      const progress = createRebuildReader(store, () => true)
      assert.deepEqual(await progress(), { members: 3, published: 0 })

      const seen: string[][] = []
      const { sync, events } = upgrade.createSync(store, {
        writers: [recordWrites(seen) as Writer<unknown>],
      })
      await sync.rebuild(signal)
      assert.deepEqual(await titles(store), { ash: ['a 0', 'a 1'], bow: ['b 0', 'b 1'], cam: ['c 0'] })
      // Each member's lists in the order of their capture.
      assert.deepEqual(
        seen.filter(([memberId]) => memberId === 'ash'),
        [
          ['ash', 'a 0', 'a 1', 'a 2'],
          ['ash', 'a 0', 'a 1'],
        ],
      )
      assert.equal(upgrade.upstream.calls.length, upgrade.callsBefore)
      assert.equal(await progress(), undefined)
      assert.deepEqual(events.filter((name) => name === 'readModelRebuilt').length, 1)
      const { read } = store.ledger
      assert.deepEqual(await read.selectFrom('artifact').selectAll().orderBy('id').execute(), artifacts)
      assert.deepEqual(await read.selectFrom('lease').selectAll().execute(), leases)
      const runsAfter = await read.selectFrom('sync_run').selectAll().execute()
      for (const run of runs) assert.ok(runsAfter.some((other) => other.id === run.id))
      assert.equal(runsAfter.length, runs.length + 1)
      // A source that was synced lately is not due because of the rebuild.
      assert.ok(Number(await sync.dueAt('towns')) > upgrade.clock.now())
      await sync.rebuild(signal)
      assert.equal((await read.selectFrom('sync_run').selectAll().execute()).length, runsAfter.length)
    })

    it('marks the lists that it publishes for the first time', async () => {
      await using upgrade = await prepareUpgrade(engine)
      await using store = await upgrade.database.openStore({ role: 'worker', clock: upgrade.clock })
      await store.ledger.transaction((tx) => tx.updateTable('artifact').set({ imported_at: null }).execute())
      await upgrade.createSync(store, {}).sync.rebuild(signal)
      const rows = await store.ledger.read.selectFrom('artifact').select('imported_at').execute()
      assert.ok(rows.length > 0)
      assert.ok(rows.every(({ imported_at }) => imported_at === upgrade.clock.now()))
    })

    it('continues where a killed process was, and does not read what is quarantined', async () => {
      await using upgrade = await prepareUpgrade(engine)
      await using store = await upgrade.database.openStore({ role: 'worker', clock: upgrade.clock })
      const stopped = new AbortController()
      const failing = recordWrites([], (memberId) => {
        if (memberId !== 'bow') return
        stopped.abort()
        throw new Error('killed')
      })
      await upgrade.createSync(store, { writers: [failing as Writer<unknown>] }).sync.rebuild(stopped.signal)
      assert.deepEqual(await readServicesToRebuild(store), ['notices'])
      const cam = { sourceId: 'towns', memberId: 'cam', service: 'notices', reason: 'a loop' }
      await quarantineMember(store.ledger, cam, upgrade.clock.now())
      const seen: string[][] = []
      await upgrade
        .createSync(store, { writers: [recordWrites(seen) as Writer<unknown>] })
        .sync.rebuild(signal)
      assert.deepEqual(await readServicesToRebuild(store), [])
      assert.deepEqual(Object.keys(await titles(store)), ['ash', 'bow'])
      // Its first list was published before.
      assert.deepEqual(seen.filter(([memberId]) => memberId === 'ash').length, 1)
    })

    it('has the lists that an operator accepted, and none of those that are held', async () => {
      const run = (ash: number, bow: number, force = false) => ({ ash, bow, force })
      // The operator accepts the short list of ash, and has not looked at that of bow.
      await using upgrade = await prepareUpgrade(engine, [run(9, 9), run(2, 9, true), run(2, 1), run(3, 1)])
      await using store = await upgrade.database.openStore({ role: 'worker', clock: upgrade.clock })
      const { sync } = upgrade.createSync(store, {})
      await sync.rebuild(signal)
      const { ash, bow } = await titles(store)
      assert.deepEqual([ash?.length, bow?.length], [3, 9])
      const states = await store.readModel.read
        .selectFrom('member_state')
        .select(['member_id', 'held_reason'])
        .where('member_id', 'in', ['ash', 'bow'])
        .orderBy('member_id')
        .execute()
      assert.deepEqual(
        states.map(({ held_reason }) => held_reason),
        [null, 'the list shrank from 9 to 1'],
      )
    })

    it('is rebuilt by one of two nodes that start together, and both then know it', async () => {
      await using upgrade = await prepareUpgrade(engine)
      await using store = await upgrade.database.openStore({ role: 'worker', clock: upgrade.clock })
      await using otherStore = await upgrade.database.openStore({ role: 'worker', clock: upgrade.clock })
      const seen: string[][] = []
      const writers = [recordWrites(seen) as Writer<unknown>]
      const nodes = [
        upgrade.createSync(store, { writers, holder: 'one:1' }),
        upgrade.createSync(otherStore, { writers, holder: 'two:2' }),
      ]
      const rebuilt = nodes.map(({ sync }) => sync.rebuild(signal))
      let isDone = false
      void Promise.all(rebuilt).then(() => {
        isDone = true
      })
      await Promise.race(rebuilt)
      // The one that found the source leased looks again later.
      while (!isDone) {
        await new Promise((resolve) => setImmediate(resolve))
        upgrade.clock.advance(100)
      }
      assert.deepEqual(await readServicesToRebuild(otherStore), [])
      assert.deepEqual(seen.filter(([memberId]) => memberId === 'ash').length, 2)
      assert.deepEqual((await titles(otherStore)).ash, ['a 0', 'a 1'])
    })
  })
}

interface Upgrade extends AsyncDisposable {
  readonly database: TestDatabase
  readonly clock: FakeClock
  readonly upstream: FakeUpstream
  readonly callsBefore: number
  createSync(store: Store, changes: Partial<SyncEngineOptions>): { sync: SyncEngine; events: EventName[] }
}

interface EarlierRun {
  readonly ash: number
  readonly bow: number
  readonly force?: boolean
}

/** Syncs by the last version. By default two: town `ash` lost one of its notices in between. */
async function prepareUpgrade(
  engine: (typeof testEngines)[number],
  runs: readonly EarlierRun[] = [
    { ash: 3, bow: 2 },
    { ash: 2, bow: 2 },
  ],
): Promise<Upgrade> {
  await using stack = new AsyncDisposableStack()
  const folder = newFolder('rebuild')
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const database = stack.use(await engine.borrowDatabase())
  const clock = new FakeClock()
  const upstream = new FakeUpstream()
  const createSync: Upgrade['createSync'] = (store, changes) => {
    const events: EventName[] = []
    const sync = createSyncEngine({
      store,
      outbound: upstream,
      artifacts: diskArtifactStore({ folder }),
      sources: [townsSource as AnySource],
      writers: [townsWriter as Writer<unknown>],
      clock,
      leaseTime: async () => clock.monotonic(),
      events: createEvents((name) => events.push(name)),
      holder: `test:${process.pid}`,
      membersAtOnce: 1,
      ...changes,
    })
    return { sync, events }
  }
  {
    await using store = await database.openStore({ role: 'worker', clock })
    for (const { ash, bow, force = false } of runs) {
      upstream.lists = { ash: items('a', ash), bow: items('b', bow), cam: items('c', 1) }
      await createSync(store, {}).sync.run('towns', { mode: 'manual', signal, force })
      clock.advance(60_000)
    }
  }
  await database.renameReadModel()
  const resources = stack.move()
  return {
    database,
    clock,
    upstream,
    callsBefore: upstream.calls.length,
    createSync,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

/** Notes the member and the titles of each list that is written. */
function recordWrites(seen: string[][], onWrite: (memberId: string) => void = () => {}): Writer<Item> {
  return {
    ...townsWriter,
    write: async (batch) => {
      onWrite(batch.memberId)
      seen.push([batch.memberId, ...batch.records.map(({ title }) => title)])
      return await townsWriter.write(batch)
    },
  }
}

async function titles({ readModel }: Store): Promise<Record<string, string[]>> {
  const rows = await readModel.read.selectFrom('notice').select(['town', 'title']).orderBy('id').execute()
  return Object.fromEntries(
    [...Map.groupBy(rows, ({ town }) => town)].map(([town, all]) => [town, all.map(({ title }) => title)]),
  )
}
