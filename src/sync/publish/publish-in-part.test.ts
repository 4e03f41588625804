import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Type } from 'typebox'
import { testEngines } from '../../../test/support/store/test-engines.ts'
import {
  defineTownsSource,
  type Item,
  openSyncFixture,
  type SyncFixture,
  townsSource,
  townsWriter,
} from '../../../test/support/sync/sync-fixture.ts'
import type { AnyWriter, Writer } from '../source.ts'

const manual = { mode: 'manual', signal: new AbortController().signal } as const

for (const engine of testEngines) {
  describe(`${engine.name}: a member that is published in part`, { skip: engine.skip }, () => {
    it('makes the run and its own health partial until it is whole again, with counts and reason', async () => {
      let trouble = {}
      const writer: Writer<Item> = {
        ...townsWriter,
        async write(batch) {
          const counts = await townsWriter.write(batch)
          return batch.memberId === 'bow' ? { ...counts, ...trouble } : counts
        },
      }
      await using fixture = await openSyncFixture(engine, { writers: [writer as AnyWriter] })
      assert.deepEqual(await runAndRead(fixture), ['succeeded', undefined, 'ok', 'ok'])
      trouble = { held: 4, gated: 1, problem: '4 of 9 rows are missing' }
      const message = '1 of 3 members was published in part; bow: 4 of 9 rows are missing'
      assert.deepEqual(await runAndRead(fixture), ['partial', message, 'partial', 'partial'])
      const { metadata } = await fixture.store.ledger.read
        .selectFrom('sync_run')
        .select('metadata')
        .where('status', '=', 'partial')
        .executeTakeFirstOrThrow()
      const { outcome, held, gated } = JSON.parse(metadata).members.bow
      assert.deepEqual([outcome, held, gated], ['published', 4, 1])
      assert.deepEqual(
        fixture.events.flatMap(({ name, event }) =>
          name === 'memberHeld' && 'reason' in event ? event.reason : [],
        ),
        ['4 of 9 rows are missing'],
      )
      trouble = {}
      assert.deepEqual(await runAndRead(fixture), ['succeeded', undefined, 'ok', 'ok'])
    })

    it('is published without a secondary response that cannot be read', async () => {
      const source = defineTownsSource({
        raw: { ...townsSource.raw, note: Type.Object({ text: Type.String() }) },
        secondaryKinds: ['note'],
        async *fetch(context) {
          yield* townsSource.fetch(context)
          for (const body of ['{"text": 1}', '<html>', '{"text": "fine"}'])
            yield { kind: 'note', url: context.baseUrl, fetchedAt: 1, body }
        },
        toRecords: (responses, context) =>
          townsSource.toRecords(
            responses.filter(({ kind }) => kind === 'page'),
            context,
          ),
      })
      await using fixture = await openSyncFixture(engine, { source })
      const message = '3 of 3 members were published in part; ash: 2 responses could not be read: note'
      assert.deepEqual(await runAndRead(fixture), ['partial', message, 'partial', 'partial'])
      assert.equal((await fixture.readTitlesByTown()).bow?.length, 4)
      fixture.upstream.intercept = () => '<html>'
      const { status } = await fixture.engine.run('towns', manual)
      assert.equal(status, 'failed')
      assert.equal((await fixture.readTitlesByTown()).bow?.length, 4)
    })
  })
}

/** Status and message of a run, and the health of the source and of one member after it. */
async function runAndRead({ engine }: SyncFixture): Promise<unknown[]> {
  const report = await engine.run('towns', manual)
  const { health, members } = await engine.status('towns')
  return [
    report.status,
    'message' in report ? report.message : undefined,
    health,
    members.find(({ memberId }) => memberId === 'bow')?.health,
  ]
}
