import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testEngines } from '../../../test/support/store/test-engines.ts'
import { items, openSyncFixture, townsWriter } from '../../../test/support/sync/sync-fixture.ts'
import type { AnyWriter } from '../source.ts'
import { toHealthState } from './health-state.ts'
import { readSourceChanges } from './source-changes.ts'

const { signal } = new AbortController()

for (const engine of testEngines) {
  describe(`${engine.name}: members whose responses are not what they were`, { skip: engine.skip }, () => {
    async function open() {
      const fixture = await openSyncFixture(engine)
      const run = async () => {
        const report = await fixture.engine.run('towns', { mode: 'manual', signal })
        assert.ok(report.status !== 'skipped')
        return report
      }
      const states = async () => {
        const rows = await fixture.store.ledger.read.selectFrom('member_health').selectAll().execute()
        return rows.map((row) => `${toHealthState({}, row)} ${row.failures}`)
      }
      return { fixture, run, states, [Symbol.asyncDispose]: () => fixture[Symbol.asyncDispose]() }
    }

    for (const [what, lists] of [
      ['rows cannot be read', { ash: [{ ref: 'a', name: 'x' }], bow: [{ ref: 'b' }], cam: [{ ref: 'c' }] }],
      ['lists became empty', { ash: [], bow: [], cam: [] }],
    ] as const)
      it(`are changed if their ${what}: one event for all, and nothing is lost`, async () => {
        await using towns = await open()
        const { fixture, run, states } = towns
        await run()
        assert.deepEqual(await states(), ['on 0', 'on 0', 'on 0'])
        const before = await fixture.readTitlesByTown()
        const good = fixture.upstream.lists
        fixture.upstream.lists = Object.fromEntries(
          Object.entries(lists).map(([town, rows]) => [town, [...rows]]),
        )
        for (const failures of [1, 2]) {
          assert.equal((await run()).status, 'failed')
          assert.deepEqual(
            await states(),
            ['ash', 'bow', 'cam'].map(() => `changed ${failures}`),
          )
        }
        assert.deepEqual(await fixture.readTitlesByTown(), before)
        const [change] = await readSourceChanges(fixture.store)
        assert.deepEqual([change?.source_id, change?.members], ['towns', 3])
        assert.equal(fixture.events.filter(({ name }) => name === 'sourceChanged').length, 1)
        fixture.upstream.lists = good
        assert.equal((await run()).status, 'succeeded')
        assert.deepEqual(await readSourceChanges(fixture.store), [])
        assert.deepEqual(await states(), ['on 0', 'on 0', 'on 0'])
      })

    it('are changed if most of their rows cannot be read, which is one event, and nothing is lost', async () => {
      await using towns = await open()
      const { fixture, run, states } = towns
      const ids = ['ash', 'bow', 'cam']
      fixture.upstream.lists = Object.fromEntries(ids.map((id) => [id, items(id, 8)]))
      await run()
      const before = await fixture.readTitlesByTown()
      const unreadable = Array.from({ length: 7 }, (_, at) => ({ ref: `x${at}` }))
      fixture.upstream.lists = Object.fromEntries(ids.map((id) => [id, [...items(id, 1), ...unreadable]]))
      await run()
      assert.deepEqual(
        await states(),
        ids.map(() => 'changed 1'),
      )
      assert.deepEqual(await fixture.readTitlesByTown(), before)
      const [change] = await readSourceChanges(fixture.store)
      assert.deepEqual([change?.members, change?.reason], [3, '7 of 8 rows could not be read: not an item'])
    })

    it('are no event if one of them changes', async () => {
      await using towns = await open()
      const { fixture, run } = towns
      await run()
      fixture.upstream.lists = { ...fixture.upstream.lists, ash: [{ ref: 'a' }] }
      await run()
      assert.deepEqual(await readSourceChanges(fixture.store), [])
    })

    it('are no success if none of them exists any more', async () => {
      await using towns = await open()
      const { fixture } = towns
      const write: AnyWriter['write'] = async (batch) => ({
        ...(await (townsWriter as AnyWriter).write(batch)),
        gone: 1,
      })
      fixture.upstream.lists = { ash: items('a', 1), bow: items('b', 1), cam: items('c', 1) }
      const node = fixture.createEngine({ writers: [{ ...(townsWriter as AnyWriter), write }] })
      const report = await node.run('towns', { mode: 'manual', signal })
      assert.ok(report.status === 'partial')
      assert.equal(report.message, 'none of 3 members exists at the upstream any more')
    })
  })
}
