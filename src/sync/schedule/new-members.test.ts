import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FakeClock } from '../../../test/support/fake-clock.ts'
import { testEngines } from '../../../test/support/store/test-engines.ts'
import { defineTownsSource, items, openSyncFixture } from '../../../test/support/sync/sync-fixture.ts'
import type { AnySource } from '../source.ts'
import type { SyncEngine } from '../sync-engine.ts'

const minute = 60_000
const hour = 60 * minute
const never = new AbortController().signal

function sourceOf(...ids: string[]): AnySource {
  const members = ids.map((id) => ({ id }))
  return defineTownsSource({ everyMinutes: 1440, members }) as unknown as AnySource
}

for (const engine of testEngines) {
  describe(`${engine.name}: members that are added to a small source`, { skip: engine.skip }, () => {
    it('are read a minute after its last run, without the others, which keep their time', async () => {
      const clock = new FakeClock()
      await using fixture = await openSyncFixture(engine, { clock, leaseMs: 100 * hour })
      fixture.upstream.lists = { ash: items('ash', 1), bow: items('bow', 1) }
      const runDue = async (changed: SyncEngine) => {
        const before = fixture.events.length
        await changed.schedule(never, { idleMsMin: 1 })
        return fixture.events
          .slice(before)
          .flatMap(({ name, event }) =>
            name === 'memberPublished' && 'memberId' in event ? [event.memberId] : [],
          )
      }
      assert.deepEqual(await runDue(fixture.createEngine({ sources: [sourceOf('ash')] })), ['ash'])
      const withNew = fixture.createEngine({ sources: [sourceOf('ash', 'bow')] })
      assert.deepEqual(await runDue(withNew), [])
      clock.advance(2 * minute)
      assert.deepEqual(await runDue(withNew), ['bow'])
      clock.advance(2 * minute)
      assert.deepEqual(await runDue(withNew), [])
      clock.advance(24 * hour + 2 * minute)
      assert.deepEqual((await runDue(withNew)).sort(), ['ash', 'bow'])
    })

    it('wait for its next run if its last one failed', async () => {
      const clock = new FakeClock()
      await using fixture = await openSyncFixture(engine, { clock, leaseMs: 100 * hour })
      fixture.upstream.lists = {}
      await fixture.createEngine({ sources: [sourceOf('ash')] }).schedule(never, { idleMsMin: 1 })
      const before = fixture.events.length
      await fixture.createEngine({ sources: [sourceOf('ash', 'bow')] }).schedule(never, { idleMsMin: 1 })
      assert.equal(fixture.events.slice(before).filter(({ name }) => name === 'runStarted').length, 0)
    })
  })
}
