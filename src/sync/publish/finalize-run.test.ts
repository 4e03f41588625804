import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testEngines } from '../../../test/support/store/test-engines.ts'
import { openSyncFixture, type SyncFixture, townsWriter } from '../../../test/support/sync/sync-fixture.ts'
import { FakeClock } from '../../core/clock.ts'
import { Failure } from '../../core/errors.ts'
import type { AnyWriter, FinalizeRunContext, Writer } from '../source.ts'

const manual = { mode: 'manual', signal: new AbortController().signal } as const

for (const engine of testEngines) {
  describe(`${engine.name}: what the members come to together`, { skip: engine.skip }, () => {
    it('is written once a run, when the last of them is published', async () => {
      await using bench = await openSyncFixture(engine, { writers: [countingWriter()] })
      const seen: (string | undefined)[] = []
      bench.upstream.intercept = async () => {
        seen.push(await counted(bench))
        return undefined
      }
      await bench.engine.run('towns', manual)
      assert.equal(await counted(bench), '8 notices')
      await bench.engine.run('towns', manual)
      assert.deepEqual(new Set(seen.splice(0, seen.length / 2)), new Set([undefined]))
      assert.deepEqual(new Set(seen), new Set(['8 notices']))
    })

    it('is seen by readers as a publication', async () => {
      await using bench = await openSyncFixture(engine, { writers: [countingWriter()] })
      await bench.engine.run('towns', manual)
      assert.equal(bench.store.readModel.version('notices'), 4)
    })

    it('is written in as many transactions as it needs, and knows how the members fared', async () => {
      const told: string[] = []
      const writer: Writer<never> = {
        ...townsWriter,
        async finalizeRun({ outcomes }) {
          told.push([...outcomes].map((one) => one.join(' ')).join(', '))
          return told.length < 3 ? 'more' : undefined
        },
      }
      await using bench = await openSyncFixture(engine, { writers: [writer as AnyWriter] })
      bench.upstream.intercept = (url) => {
        if (url.includes('/cam')) throw new Failure('upstream_unavailable', 'The town is silent.')
        return undefined
      }
      await bench.engine.run('towns', manual)
      assert.deepEqual(
        told.map((one) => one.split(', ').sort()),
        Array.from({ length: 3 }, () => ['ash published', 'bow published', 'cam failed']),
      )
      assert.equal(bench.store.readModel.version('notices'), 5)
    })

    it('follows an import too', async () => {
      await using bench = await openSyncFixture(engine, { writers: [countingWriter()] })
      const { id } = await firstArtifact(bench)
      await bench.store.readModel.transaction((tx) =>
        tx.deleteFrom('notice').where('category', '=', 'count').execute(),
      )
      await bench.engine.import(id, { signal: manual.signal })
      assert.equal(await counted(bench), '8 notices')
    })

    it('is left to the next run by one that is stopped', async () => {
      await using bench = await openSyncFixture(engine, { writers: [countingWriter()] })
      const stop = new AbortController()
      bench.upstream.intercept = (url) => {
        if (url.includes('/cam')) stop.abort()
        return undefined
      }
      await bench.engine.run('towns', { ...manual, signal: stop.signal })
      assert.equal(await counted(bench), undefined)
      bench.upstream.intercept = () => undefined
      await bench.engine.run('towns', { ...manual, resume: true })
      assert.equal(await counted(bench), '8 notices')
    })

    it('is not written by a run that is stopped in the middle of it', async () => {
      const stop = new AbortController()
      await using bench = await openSyncFixture(engine, { writers: [countingWriter(() => stop.abort())] })
      const report = await bench.engine.run('towns', { ...manual, signal: stop.signal })
      assert.equal(report.status === 'failed' && report.message, 'interrupted: the run was stopped')
      assert.equal(await counted(bench), undefined)
    })

    it('is not written by a process that slept through the end of its lease', async () => {
      const clock = new FakeClock()
      const sleep = () => {
        clock.now = () => Date.parse('2026-11-15T13:00:00Z')
      }
      await using bench = await openSyncFixture(engine, {
        clock,
        leaseMs: 30_000,
        writers: [countingWriter(sleep)],
      })
      const report = await bench.engine.run('towns', manual)
      assert.match(
        (report.status === 'failed' && report.message) || '',
        /^interrupted: the lease .* was lost/,
      )
      assert.equal(await counted(bench), undefined)
    })

    it('fails the run when it cannot be written, and comes with the next one', async () => {
      let problem: Failure | undefined = new Failure('store_unavailable', 'The disk is full.')
      const check = () => {
        if (problem) throw problem
      }
      await using bench = await openSyncFixture(engine, { writers: [countingWriter(check)] })
      const report = await bench.engine.run('towns', manual)
      assert.deepEqual(report.status === 'failed' && report.message, 'The disk is full.')
      assert.equal((await bench.readTitlesByTown()).ash?.length, 3)
      problem = undefined
      await bench.engine.run('towns', manual)
      assert.equal(await counted(bench), '8 notices')
    })

    it('fails the run by a defect too, which is told to the log and not taken for an interruption', async () => {
      const check = () => {
        throw new TypeError('the sum has no end')
      }
      await using bench = await openSyncFixture(engine, { writers: [countingWriter(check)] })
      const report = await bench.engine.run('towns', manual)
      assert.match((report.status === 'failed' && report.message) || '', /has a bug/)
      const finished = bench.events.find(({ name }) => name === 'runFinished')
      assert.match(JSON.stringify(finished?.event), /TypeError: the sum has no end/)
      const again = await bench.engine.run('towns', { ...manual, resume: true })
      assert.deepEqual(
        again.status !== 'skipped' && Object.values(again.members).map(({ outcome }) => outcome),
        ['published', 'published', 'published'],
      )
    })
  })
}

/** Writes notices, and one more that says how many there are. */
function countingWriter(check: () => void = () => {}): AnyWriter {
  const writer: Writer<never> = {
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

async function counted(bench: SyncFixture): Promise<string | undefined> {
  return (await bench.readTitlesByTown()).all?.[0]
}

async function firstArtifact(bench: SyncFixture): Promise<{ id: number }> {
  await bench.engine.run('towns', manual)
  return await bench.store.ledger.read
    .selectFrom('artifact')
    .select('id')
    .orderBy('id')
    .executeTakeFirstOrThrow()
}
