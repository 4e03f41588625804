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

const manual = { mode: 'manual', signal: new AbortController().signal } as const
const dayMs = 86_400_000

for (const engine of testEngines) {
  describe(`${engine.name}: artifacts of a member`, { skip: engine.skip }, () => {
    it('that is held or fails are pruned to the same number as others, and the published one stays', async () => {
      const clock = new FakeClock()
      await using fixture = await openSyncFixture(engine, { clock, artifactsPerMember: 3 })
      fixture.upstream.lists = { ash: items('a', 8), bow: items('b', 8), cam: items('c', 8) }
      await fixture.engine.run('towns', manual)
      const published = await artifactIds(fixture, 'ash')
      // Held from now on; and bow cannot be parsed.
      fixture.upstream.lists = { ash: items('a', 1), bow: items('b', 8), cam: items('c', 8) }
      fixture.upstream.intercept = (url) => (url.includes('/bow') ? '{"items":7,"next":false}' : undefined)
      for (let run = 0; run < 9; run += 1) {
        clock.advance(1000)
        await fixture.engine.run('towns', manual)
      }
      assert.equal((await artifactIds(fixture, 'ash')).length, 4)
      assert.ok((await artifactIds(fixture, 'ash')).includes(published[0] ?? -1))
      assert.equal((await artifactIds(fixture, 'bow')).length, 4)
      assert.equal((await artifactIds(fixture, 'cam')).length, 3)
      assert.equal((await fixture.artifactFiles()).length, 11)
    })

    it('stay if they are the last ones, even after runs while the clock was ahead', async () => {
      const clock = new FakeClock()
      await using fixture = await openSyncFixture(engine, { clock, artifactsPerMember: 2 })
      fixture.upstream.lists = { ash: items('a', 8) }
      clock.stepWallClock(30 * dayMs)
      for (let run = 0; run < 3; run += 1) await fixture.engine.run('towns', manual)
      clock.stepWallClock(-30 * dayMs)
      // Held, so that only its age can save it.
      fixture.upstream.lists = { ash: items('a', 1) }
      const before = Math.max(...(await artifactIds(fixture, 'ash')))
      await fixture.engine.run('towns', manual)
      assert.ok((await artifactIds(fixture, 'ash')).some((id) => id > before))
    })
  })

  describe(`${engine.name}: maintenance`, { skip: engine.skip }, () => {
    it('prunes artifacts that were left before, once an hour', async () => {
      const clock = new FakeClock()
      await using fixture = await openSyncFixture(engine, { clock, artifactsPerMember: 50 })
      for (let run = 0; run < 9; run += 1) {
        clock.advance(1000)
        await fixture.engine.run('towns', manual)
      }
      const stricter = fixture.createEngine({ artifactsPerMember: 2 })
      await stricter.maintain()
      assert.equal((await artifactIds(fixture, 'ash')).length, 2)
      const strictest = fixture.createEngine({ artifactsPerMember: 1 })
      await strictest.maintain()
      assert.equal((await artifactIds(fixture, 'cam')).length, 2)
    })

    it('deletes old runs, but not the newest 50 of a source', async () => {
      const clock = new FakeClock()
      const source = defineTownsSource({ members: [{ id: 'ash' }] })
      await using fixture = await openSyncFixture(engine, { clock, source, runDays: 30 })
      for (let run = 0; run < 70; run += 1) {
        await fixture.engine.run('towns', manual)
        clock.advance(dayMs)
      }
      await fixture.engine.maintain()
      const rows = await fixture.store.ledger.read.selectFrom('sync_run').select('id').execute()
      assert.equal(rows.length, 50)
      assert.equal((await fixture.engine.status('towns')).health, 'ok')
    })
  })
}

async function artifactIds({ store }: SyncFixture, memberId: string): Promise<number[]> {
  const rows = await store.ledger.read
    .selectFrom('artifact')
    .select('id')
    .where('member_id', '=', memberId)
    .execute()
  return rows.map(({ id }) => id)
}
