import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FakeClock } from '../../../test/support/fake-clock.ts'
import { testEngines } from '../../../test/support/store/test-engines.ts'
import {
  defineTownsSource,
  type Item,
  items,
  openSyncFixture,
  townsSource,
  townsWriter,
} from '../../../test/support/sync/sync-fixture.ts'
import { noMarker } from '../member-marker.ts'
import type { AnySource, AnyWriter, Writer } from '../source.ts'
import type { Prepared } from './prepare-publication.ts'
import { Publisher } from './publisher.ts'

const manual = { mode: 'manual', signal: new AbortController().signal } as const
const many = Array.from({ length: 20 }, (_, at) => `town-${at}`)

/** Notes which members share a transaction. */
function groupingWriter(groups: string[][], failing?: string, whileWriting = () => {}): AnyWriter {
  const writer: Writer<Item> = {
    ...townsWriter,
    openGroup() {
      const members: string[] = []
      return {
        async write(batch) {
          members.push(batch.memberId)
          if (batch.memberId === failing) throw new Error('a bug')
          whileWriting()
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

    it('do not wait longer than a second for the others, and not at all once no other will come', async () => {
      await using opened = await openPublisher()
      const { clock, groups, publisher } = opened
      const ash = prepare('ash')
      const first = publisher.publish(ash)
      assert.equal(await publisher.mayWait(ash), true)
      clock.advance(999)
      assert.deepEqual(groups, [])
      clock.advance(1)
      assert.equal((await first).outcome, 'published')
      const second = publisher.publish(prepare('bow'))
      publisher.end()
      assert.equal((await second).outcome, 'published')
      assert.deepEqual(groups, [['ash'], ['bow']])
    })

    it('do not wait with a long list, for which no other member is read meanwhile', async () => {
      await using opened = await openPublisher()
      const { groups, publisher } = opened
      const short = prepare('ash')
      const published = [publisher.publish(short)]
      assert.equal(await publisher.mayWait(short), true)
      const long = prepare('bow', 201)
      published.push(publisher.publish(long))
      assert.equal(await publisher.mayWait(long), false)
      await Promise.all(published)
      assert.deepEqual(groups, [['ash', 'bow']])
    })

    it('share several transactions if one would take long, where people wait for it', async () => {
      await using opened = await openPublisher((clock) => clock.advance(30))
      const { groups, publisher } = opened
      const preparing = many.slice(0, 5).map((memberId) => prepare(memberId))
      const published = preparing.map((prepared) => publisher.publish(prepared))
      for (const prepared of preparing) assert.equal(await publisher.mayWait(prepared), true)
      publisher.end()
      for (const { outcome } of await Promise.all(published)) assert.equal(outcome, 'published')
      const sizes = groups.map(({ length }) => length)
      assert.deepEqual(sizes, engine.name === 'sqlite' ? [2, 2, 1] : [5])
      assert.deepEqual(groups.flat(), many.slice(0, 5))
    })

    it('are not published once the run has been stopped', async () => {
      await using opened = await openPublisher()
      const { groups, publisher, stop } = opened
      const waiting = publisher.publish(prepare('ash'))
      stop.abort(new Error('stopped'))
      publisher.end()
      await assert.rejects(waiting, /stopped/)
      await assert.rejects(publisher.publish(prepare('bow')), /stopped/)
      assert.deepEqual(groups, [])
    })

    async function openPublisher(whileWriting: (clock: FakeClock) => void = () => {}) {
      const fixture = await openSyncFixture(engine)
      const clock = new FakeClock()
      const stop = new AbortController()
      const groups: string[][] = []
      const writer = groupingWriter(groups, undefined, () => whileWriting(clock))
      const publisher = new Publisher(
        { store: fixture.store, clock, marker: noMarker, writers: [writer] },
        { source: townsSource as AnySource, lease: { assertHeld() {} } as never, signal: stop.signal },
      )
      return { clock, stop, groups, publisher, [Symbol.asyncDispose]: () => fixture[Symbol.asyncDispose]() }
    }
  })
}

async function prepare(memberId: string, records = 1): Promise<Prepared> {
  const mapped = { records: items(memberId, records), dropped: {}, held: {} }
  const artifact = { id: 1, digest: undefined }
  return { member: { id: memberId }, artifact, capturedAt: 1, isPart: false, mapped, unreadable: [] }
}
