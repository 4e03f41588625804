import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FakeClock } from '../../../test/support/fake-clock.ts'
import { testEngines } from '../../../test/support/store/test-engines.ts'
import {
  type Item,
  openSyncFixture,
  type SyncFixture,
  townsWriter,
} from '../../../test/support/sync/sync-fixture.ts'
import { Failure } from '../../core/errors.ts'
import type { AnyWriter, FinalizeRunContext, Writer } from '../source.ts'

const manual = { mode: 'manual', signal: new AbortController().signal } as const

for (const engine of testEngines) {
  describe(`${engine.name}: finalizeRun`, { skip: engine.skip }, () => {
    it('is called once per run, after the last member is published', async () => {
      await using fixture = await openSyncFixture(engine, { writers: [countingWriter()] })
      const seen: (string | undefined)[] = []
      fixture.upstream.intercept = async () => {
        seen.push(await counted(fixture))
        return undefined
      }
      await fixture.engine.run('towns', manual)
      assert.equal(await counted(fixture), '8 notices')
      await fixture.engine.run('towns', manual)
      assert.deepEqual(new Set(seen.splice(0, seen.length / 2)), new Set([undefined]))
      assert.deepEqual(new Set(seen), new Set(['8 notices']))
    })

    it('bumps the version that readers see', async () => {
      await using fixture = await openSyncFixture(engine, { writers: [countingWriter()] })
      await fixture.engine.run('towns', manual)
      assert.equal(fixture.store.readModel.version('notices'), 4)
    })

    it('takes as many transactions as it needs, and receives the outcomes of the members', async () => {
      const calls: string[] = []
      const writer: Writer<Item> = {
        ...townsWriter,
        async finalizeRun({ outcomes }) {
          calls.push([...outcomes].map((one) => one.join(' ')).join(', '))
          return calls.length < 3 ? 'more' : undefined
        },
      }
      await using fixture = await openSyncFixture(engine, { writers: [writer as AnyWriter] })
      fixture.upstream.intercept = (url) => {
        if (url.includes('/cam')) throw new Failure('upstream_unavailable', 'The town is silent.')
        return undefined
      }
      await fixture.engine.run('towns', manual)
      assert.deepEqual(
        calls.map((one) => one.split(', ').sort()),
        Array.from({ length: 3 }, () => ['ash published', 'bow published', 'cam failed']),
      )
      assert.equal(fixture.store.readModel.version('notices'), 5)
    })

    it('is called after an import as well', async () => {
      await using fixture = await openSyncFixture(engine, { writers: [countingWriter()] })
      const { id } = await firstArtifact(fixture)
      await fixture.store.readModel.transaction((tx) =>
        tx.deleteFrom('notice').where('category', '=', 'count').execute(),
      )
      await fixture.engine.import(id, { signal: manual.signal })
      assert.equal(await counted(fixture), '8 notices')
    })

    it('is left to the next run when a run is stopped', async () => {
      await using fixture = await openSyncFixture(engine, { writers: [countingWriter()] })
      const stop = new AbortController()
      fixture.upstream.intercept = (url) => {
        if (url.includes('/cam')) stop.abort()
        return undefined
      }
      await fixture.engine.run('towns', { ...manual, signal: stop.signal })
      assert.equal(await counted(fixture), undefined)
      fixture.upstream.intercept = () => undefined
      await fixture.engine.run('towns', { ...manual, resume: true })
      assert.equal(await counted(fixture), '8 notices')
    })

    it('writes nothing when the run is stopped in the middle of it', async () => {
      const stop = new AbortController()
      await using fixture = await openSyncFixture(engine, { writers: [countingWriter(() => stop.abort())] })
      const report = await fixture.engine.run('towns', { ...manual, signal: stop.signal })
      assert.equal(report.status === 'failed' && report.message, 'interrupted: the run was stopped')
      assert.equal(await counted(fixture), undefined)
    })

    it('writes nothing when the process slept past the end of its lease', async () => {
      const clock = new FakeClock()
      const sleep = () => {
        clock.now = () => Date.parse('2026-11-15T13:00:00Z')
      }
      await using fixture = await openSyncFixture(engine, {
        clock,
        leaseMs: 30_000,
        writers: [countingWriter(sleep)],
      })
      const report = await fixture.engine.run('towns', manual)
      assert.match(
        (report.status === 'failed' && report.message) || '',
        /^interrupted: the lease .* was lost/,
      )
      assert.equal(await counted(fixture), undefined)
    })

    it('fails the run when it fails, and is called again by the next one', async () => {
      let problem: Failure | undefined = new Failure('store_unavailable', 'The disk is full.')
      const check = () => {
        if (problem) throw problem
      }
      await using fixture = await openSyncFixture(engine, { writers: [countingWriter(check)] })
      const report = await fixture.engine.run('towns', manual)
      assert.deepEqual(report.status === 'failed' && report.message, 'The disk is full.')
      assert.equal((await fixture.readTitlesByTown()).ash?.length, 3)
      problem = undefined
      await fixture.engine.run('towns', manual)
      assert.equal(await counted(fixture), '8 notices')
    })

    it('fails the run on a bug, which is logged and not taken for an interruption', async () => {
      const check = () => {
        throw new TypeError('the sum has no end')
      }
      await using fixture = await openSyncFixture(engine, { writers: [countingWriter(check)] })
      const report = await fixture.engine.run('towns', manual)
      assert.match((report.status === 'failed' && report.message) || '', /has a bug/)
      const finished = fixture.events.find(({ name }) => name === 'runFinished')
      assert.match(JSON.stringify(finished?.event), /TypeError: the sum has no end/)
      const again = await fixture.engine.run('towns', { ...manual, resume: true })
      assert.deepEqual(
        again.status !== 'skipped' && Object.values(again.members).map(({ outcome }) => outcome),
        ['published', 'published', 'published'],
      )
    })
  })
}

/** Writes notices, and one more with their number. */
function countingWriter(check: () => void = () => {}): AnyWriter {
  const writer: Writer<Item> = {
    ...townsWriter,
    async finalizeRun({ tx, dialect, sourceId }: FinalizeRunContext) {
      const { count } = await tx
        .selectFrom('notice')
        .where('category', '!=', 'count')
        .select((query) => query.fn.countAll().as('count'))
        .executeTakeFirstOrThrow()
      const title = `${count} notices`
      const place = { source_id: sourceId, member_id: 'all', town: 'all', category: 'count' }
      await dialect.upsertChanged(
        tx,
        'notice',
        ['id'],
        [{ id: 'count', ...place, published_on: '2026-11-15', title, hash: title, doc: '{}' }],
      )
      check()
    },
  }
  return writer as AnyWriter
}

async function counted(fixture: SyncFixture): Promise<string | undefined> {
  return (await fixture.readTitlesByTown()).all?.[0]
}

async function firstArtifact(fixture: SyncFixture): Promise<{ id: number }> {
  await fixture.engine.run('towns', manual)
  return await fixture.store.ledger.read
    .selectFrom('artifact')
    .select('id')
    .orderBy('id')
    .executeTakeFirstOrThrow()
}
