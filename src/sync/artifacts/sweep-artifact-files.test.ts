import assert from 'node:assert/strict'
import { relative } from 'node:path'
import { describe, it } from 'node:test'
import { testEngines } from '../../../test/support/store/test-engines.ts'
import { openSyncFixture, type SyncFixture } from '../../../test/support/sync/sync-fixture.ts'
import { systemClock } from '../../core/clock.ts'
import type { Store } from '../../store/store.ts'
import { diskArtifactStore } from './disk-artifact-store.ts'

const manual = { mode: 'manual', signal: new AbortController().signal } as const
const dead = 'test:999999999'

for (const engine of testEngines) {
  describe(`${engine.name}: files of a process that was killed`, { skip: engine.skip }, () => {
    it('before it recorded them are removed at the next start', async () => {
      await using fixture = await openSyncFixture(engine)
      await fixture.engine.run('towns', manual)
      const recorded = await locations(fixture)
      // The process dies after the file was written: its row is never committed.
      const dying = fixture.createEngine({ holder: dead, store: withoutArtifactRows(fixture.store) })
      await dying.run('towns', manual).catch(() => {})
      assert.ok((await locations(fixture)).length > recorded.length)
      assert.ok((await fixture.engine.recover()).sweptFiles > 0)
      assert.deepEqual(await locations(fixture), recorded)
      assert.equal((await fixture.engine.recover()).sweptFiles, 0)
    })

    it('between deleting the row and removing the file are removed at the next start', async () => {
      await using fixture = await openSyncFixture(engine, { artifactsPerMember: 1 })
      await fixture.engine.run('towns', manual)
      const disk = diskArtifactStore({ folder: fixture.folder })
      const remove = () => Promise.reject(new Error('killed'))
      const dying = fixture.createEngine({ holder: dead, artifacts: { ...disk, remove } })
      await dying.run('towns', manual)
      assert.equal((await locations(fixture)).length, 6)
      assert.equal((await fixture.engine.recover()).sweptFiles, 3)
      assert.deepEqual(await locations(fixture), await recordedLocations(fixture))
      assert.equal((await recordedLocations(fixture)).length, 3)
    })

    it('stay while the process may be alive', async () => {
      await using fixture = await openSyncFixture(engine)
      const elsewhere = fixture.createEngine({
        holder: 'elsewhere:1',
        store: withoutArtifactRows(fixture.store),
      })
      await elsewhere.run('towns', manual).catch(() => {})
      const before = await locations(fixture)
      assert.ok(before.length > 0)
      assert.equal((await fixture.engine.recover()).sweptFiles, 0)
      assert.deepEqual(await locations(fixture), before)
      await fixture.store.ledger.transaction(async (tx) => {
        const yesterday = systemClock.now() - 25 * 3_600_000
        await tx.updateTable('artifact_file').set({ noted_at: yesterday }).execute()
      })
      assert.equal((await fixture.engine.recover()).sweptFiles, before.length)
      assert.deepEqual(await locations(fixture), [])
    })
  })
}

async function locations(fixture: SyncFixture): Promise<string[]> {
  return (await fixture.artifactFiles()).map((path) => relative(fixture.folder, path)).sort()
}

async function recordedLocations({ store }: SyncFixture): Promise<string[]> {
  const rows = await store.ledger.read.selectFrom('artifact').select('location').orderBy('location').execute()
  return rows.map(({ location }) => location)
}

/** A store whose process dies before it commits the row of an artifact. */
function withoutArtifactRows(store: Store): Store {
  const { ledger } = store
  return {
    ...store,
    ledger: Object.assign(Object.create(ledger), {
      transaction: (work: (tx: never) => Promise<unknown>) =>
        ledger.transaction(async (tx) => {
          const dyingTx = new Proxy(tx, {
            get(target, name) {
              const value = Reflect.get(target, name)
              if (typeof value !== 'function') return value
              return (...values: unknown[]) => {
                if (name === 'insertInto' && values[0] === 'artifact') throw new Error('killed')
                return value.apply(target, values)
              }
            },
          })
          return await work(dyingTx as never)
        }),
      run: ledger.run.bind(ledger),
      dialect: ledger.dialect,
      read: ledger.read,
      engine: ledger.engine,
    }),
  }
}
