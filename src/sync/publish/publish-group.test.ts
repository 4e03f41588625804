import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FakeClock } from '../../../test/support/fake-clock.ts'
import { testEngines } from '../../../test/support/store/test-engines.ts'
import {
  defineTownsSource,
  type Item,
  items,
  openSyncFixture,
  townsWriter,
} from '../../../test/support/sync/sync-fixture.ts'
import type { AnyWriter, Writer } from '../source.ts'
import { PublishGroup } from './publish-group.ts'

const manual = { mode: 'manual', signal: new AbortController().signal } as const
const many = Array.from({ length: 40 }, (_, at) => `town-${at}`)

/** Notes which members share a transaction. */
function groupingWriter(groups: string[][], failing?: string): AnyWriter {
  const writer: Writer<Item> = {
    ...townsWriter,
    openGroup() {
      const members: string[] = []
      return {
        async write(batch) {
          members.push(batch.memberId)
          if (batch.memberId === failing) throw new Error('a bug')
          return await townsWriter.write(batch)
        },
        async end() {
          groups.push(members)
        },
      }
    },
  }
  return writer as AnyWriter
}

for (const engine of testEngines) {
  describe(`${engine.name}: members that are published together`, { skip: engine.skip }, () => {
    it('are few enough for a short transaction, and none is left at the end', async () => {
      const groups: string[][] = []
      const source = defineTownsSource({ members: many.map((id) => ({ id })) })
      await using fixture = await openSyncFixture(engine, { source, writers: [groupingWriter(groups)] })
      fixture.upstream.lists = Object.fromEntries(many.map((id) => [id, items(id, 1)]))
      const report = await fixture.engine.run('towns', manual)
      assert.equal(report.status, 'succeeded')
      assert.equal(Object.keys(await fixture.readTitlesByTown()).length, many.length)
      assert.deepEqual(groups.flat().sort(), many.toSorted())
      assert.ok(groups.length < many.length && groups.every(({ length }) => length <= 16), String(groups))
    })

    it('do not fail because one of them does', async () => {
      const groups: string[][] = []
      await using fixture = await openSyncFixture(engine, { writers: [groupingWriter(groups, 'bow')] })
      const report = await fixture.engine.run('towns', manual)
      assert.equal(report.status, 'partial')
      assert.deepEqual(Object.keys(await fixture.readTitlesByTown()).sort(), ['ash', 'cam'])
      assert.deepEqual(groups, [['ash'], ['cam']])
    })

    it('do not wait longer than a second for the others, and not at all for those that leave', async () => {
      await using fixture = await openSyncFixture(engine)
      const clock = new FakeClock()
      const groups: string[][] = []
      const { signal } = new AbortController()
      const { readModel } = fixture.store
      const lease = { assertHeld() {} } as never
      const writer = groupingWriter(groups)
      const group = new PublishGroup({ readModel, writer, clock, lease, signal, members: 3 })
      const publish = (memberId: string) =>
        group.addMember().publish(
          {
            records: 1,
            write: (tx, { write }) =>
              write({
                tx,
                dialect: readModel.dialect,
                sourceId: 'towns',
                memberId,
                artifactId: 1,
                capturedAt: 1,
                records: items(memberId, 1),
              }),
          },
          () => {},
        )
      const first = publish('ash')
      clock.advance(999)
      assert.deepEqual(groups, [])
      clock.advance(1)
      assert.equal((await first).written, 1)
      const second = publish('bow')
      group.addMember().leave()
      assert.equal((await second).written, 1)
      assert.deepEqual(groups, [['ash'], ['bow']])
    })

    it('share several transactions if one would take long, where people wait for it', async () => {
      await using fixture = await openSyncFixture(engine)
      const clock = new FakeClock()
      const groups: string[][] = []
      const { signal } = new AbortController()
      const { readModel } = fixture.store
      const lease = { assertHeld() {} } as never
      const group = new PublishGroup({
        readModel,
        writer: groupingWriter(groups),
        clock,
        lease,
        signal,
        members: 5,
      })
      const published = many.slice(0, 5).map((memberId) =>
        group.addMember().publish(
          {
            records: 1,
            write(tx, { write }) {
              clock.advance(30)
              const { dialect } = readModel
              const records = items(memberId, 1)
              return write({
                tx,
                dialect,
                sourceId: 'towns',
                memberId,
                artifactId: 1,
                capturedAt: 1,
                records,
              })
            },
          },
          () => {},
        ),
      )
      for (const { written } of await Promise.all(published)) assert.equal(written, 1)
      const sizes = groups.map(({ length }) => length)
      assert.deepEqual(sizes, engine.name === 'sqlite' ? [2, 2, 1] : [5])
      assert.deepEqual(groups.flat(), many.slice(0, 5))
    })

    it('are not published once the run has been stopped', async () => {
      await using fixture = await openSyncFixture(engine)
      const stop = new AbortController()
      const groups: string[][] = []
      const { readModel } = fixture.store
      const lease = { assertHeld() {} } as never
      const options = { readModel, writer: groupingWriter(groups), clock: new FakeClock(), lease }
      const group = new PublishGroup({ ...options, signal: stop.signal, members: 2 })
      const write = () => Promise.reject(new Error('not expected'))
      const waiting = group.addMember().publish({ records: 1, write }, () => {})
      stop.abort(new Error('stopped'))
      await assert.rejects(waiting, /stopped/)
      await assert.rejects(
        group.addMember().publish({ records: 1, write }, () => {}),
        /stopped/,
      )
    })
  })
}
