/** The n-th call to the network, the store or the disk fails, for n = 1, 2, … until a run has no call left to fail. */

import assert from 'node:assert/strict'
import * as files from 'node:fs/promises'
import { describe, it } from 'node:test'
import { testEngines } from '../../../test/support/store/test-engines.ts'
import { items, openSyncFixture, type SyncFixture } from '../../../test/support/sync/sync-fixture.ts'
import { Failure } from '../../core/errors.ts'
import type { Database, Dialect, Store } from '../../store/store.ts'
import type { ArtifactFileSystem } from '../artifacts/disk-artifact-store.ts'

const signal = new AbortController().signal

/** Counts calls and fails one of them; `late` fails after the work was done, as when a response is lost. */
class Fault {
  calls = 0
  nth = Number.POSITIVE_INFINITY
  late = false

  async around<Result>(work: () => Promise<Result>, error: () => Error): Promise<Result> {
    this.calls += 1
    const hit = this.calls === this.nth
    if (hit && !this.late) throw error()
    const result = await work()
    if (hit) throw error()
    return result
  }

  arm(nth: number, late: boolean): void {
    this.calls = 0
    this.nth = nth
    this.late = late
  }

  get reached(): boolean {
    return this.calls >= this.nth
  }
}

for (const engine of testEngines) {
  // Both tests wait for the store most of the time.
  describe(`${engine.name}: the n-th call of a run fails`, { skip: engine.skip, concurrency: 2 }, () => {
    for (const late of [false, true]) {
      it(`leaves each member old or new, the lease free and the run row correct (${late ? 'after' : 'before'} its effect)`, async () => {
        const fault = new Fault()
        await using fixture = await openSyncFixture(engine, {
          wrapStore: (store) => faultyStore(store, fault),
          files: faultyFiles(fault),
        })
        fixture.upstream.intercept = (): Promise<undefined> =>
          fault.around(
            async () => undefined,
            () => new Failure('upstream_unavailable', 'cut'),
          )
        await fixture.engine.run('towns', { mode: 'manual', signal })
        let generation = 0
        for (let nth = 1; ; nth += 1) {
          generation += 1
          const before = await fixture.readTitlesByTown()
          const after = nextGeneration(fixture, generation)
          const runsBefore = (await runRows(fixture)).length
          fault.arm(nth, late)
          const outcome = await fixture.engine
            .run('towns', { mode: 'manual', signal })
            .catch((thrown: unknown) => (thrown instanceof Failure ? 'thrown' : Promise.reject(thrown)))
          const { reached } = fault
          fault.arm(Number.POSITIVE_INFINITY, false)
          await assertSound(fixture, before, after, `n = ${nth}`)

          const rows = await runRows(fixture)
          const newest = rows.at(-1)
          if (outcome === 'thrown') {
            assert.ok(
              rows.length === runsBefore || newest?.status === 'failed',
              `n = ${nth}: ${newest?.status}`,
            )
          } else {
            assert.equal(newest?.status, outcome.status, `n = ${nth}`)
            if (newest?.status === 'succeeded')
              assert.deepEqual(await fixture.readTitlesByTown(), after, `n = ${nth}`)
            else assert.notEqual(newest?.error_message, null)
          }

          const again = await fixture.engine.run('towns', { mode: 'manual', signal })
          assert.equal(again.status, 'succeeded', `rerun after n = ${nth}`)
          assert.deepEqual(await fixture.readTitlesByTown(), after)
          if (!reached) {
            assert.ok(nth > 40, `only ${nth} calls were seen`)
            return
          }
        }
      })
    }
  })
}

/** New titles everywhere, to distinguish old from new. */
function nextGeneration(fixture: SyncFixture, generation: number): Record<string, string[]> {
  fixture.upstream.lists = { ash: [], bow: [], cam: [] }
  const after: Record<string, string[]> = {}
  for (const [town, count] of [
    ['ash', 3],
    ['bow', 4],
    ['cam', 1],
  ] as const) {
    const list = items(town, count).map((item) => ({ ...item, title: `${item.title} of ${generation}` }))
    fixture.upstream.lists[town] = list
    after[town] = list.map((item) => item.title)
  }
  return after
}

async function assertSound(
  fixture: SyncFixture,
  before: Record<string, string[]>,
  after: Record<string, string[]>,
  when: string,
): Promise<void> {
  for (const [town, titles] of Object.entries(await fixture.readTitlesByTown())) {
    const whole = String(titles) === String(before[town]) || String(titles) === String(after[town])
    assert.ok(whole, `${when}: ${town} is ${titles}`)
  }
  const leases = await fixture.store.ledger.read.selectFrom('lease').selectAll().execute()
  assert.equal(leases.length, 0, `${when}: the lease is held`)
  const running = (await runRows(fixture)).filter((row) => row.status === 'running')
  assert.equal(running.length, 0, `${when}: a row still says running`)
  assert.deepEqual(await fixture.stagedFiles(), [], `${when}: a file is left half-written`)
  const states = await fixture.store.readModel.read.selectFrom('member_state').selectAll().execute()
  const artifacts = await fixture.store.ledger.read
    .selectFrom('artifact')
    .select(['id', 'location'])
    .execute()
  const present = await fixture.artifactFiles()
  for (const { artifact_id } of states) {
    const artifact = artifacts.find(({ id }) => id === artifact_id)
    assert.ok(
      artifact && present.some((path) => path.endsWith(artifact.location)),
      `${when}: published from nothing`,
    )
  }
}

async function runRows(fixture: SyncFixture) {
  return await fixture.store.ledger.read
    .selectFrom('sync_run')
    .selectAll()
    .orderBy('started_at')
    .orderBy('id')
    .execute()
}

function faultyStore(store: Store, fault: Fault): Store {
  return {
    ...store,
    engine: store.engine,
    ledger: faultyDatabase(store.ledger, fault),
    readModel: faultyDatabase(store.readModel, fault),
  }
}

/** Transactions fail as a whole, and so does each step of a publish within one. */
function faultyDatabase<Tables>(database: Database<Tables>, fault: Fault): Database<Tables> {
  const gone = () => new Failure('store_unavailable', 'The database is gone.')
  const faulty: Database<Tables> = Object.create(database)
  const { dialect } = database
  return Object.assign(faulty, {
    run: database.run.bind(database),
    dialect: {
      ...dialect,
      upsertChanged: (...args: Parameters<Dialect['upsertChanged']>) =>
        fault.around(() => dialect.upsertChanged(...args), gone),
      deleteMissing: (...args: Parameters<Dialect['deleteMissing']>) =>
        fault.around(() => dialect.deleteMissing(...args), gone),
      bumpVersion: (...args: Parameters<Dialect['bumpVersion']>) =>
        fault.around(() => dialect.bumpVersion(...args), gone),
    },
    transaction: (...args: Parameters<Database<Tables>['transaction']>) =>
      fault.around(() => database.transaction(...args), gone),
  })
}

function faultyFiles(fault: Fault): ArtifactFileSystem {
  const full = () => Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
  return {
    ...files,
    mkdir: ((...args: Parameters<typeof files.mkdir>) =>
      fault.around(() => files.mkdir(...args), full)) as never,
    rename: (...args) => fault.around(() => files.rename(...args), full),
    open: async (...args) => {
      const handle = await fault.around(async () => undefined, full).then(() => files.open(...args))
      return new Proxy(handle, {
        get(target, key) {
          const value = Reflect.get(target, key, target)
          if (key !== 'writeFile' && key !== 'sync')
            return typeof value === 'function' ? value.bind(target) : value
          return (...rest: unknown[]) => fault.around(() => value.apply(target, rest), full)
        },
      })
    },
  }
}
