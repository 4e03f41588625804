/** Streams of changes: nothing is lost in silence. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { noticesService } from '../../../src/services/notices/index.ts'
import { ChangeBatch } from '../../../src/store/changes/change-batch.ts'
import { changeScope } from '../../../src/store/changes/change-scope.ts'
import { pruneChanges } from '../../../src/store/changes/prune-changes.ts'
import { FakeClock, passTime } from '../../support/fake-clock.ts'
import { insertNotice } from '../../support/log-notices.ts'
import { type EventStreamReader, openEventStream } from '../../support/server/event-reader.ts'
import { openTestServer } from '../../support/server/test-server.ts'
import { type TestEngine, testEngines } from '../../support/store/test-engines.ts'

async function openFixture(engine: TestEngine) {
  await using stack = new AsyncDisposableStack()
  const place = stack.use(await engine.borrowDatabase())
  const store = stack.use(await place.openStore({ role: 'worker' }))
  const { readModel } = store
  const clock = new FakeClock()
  const server = stack.use(await openTestServer({ service: noticesService(readModel, clock), store, clock }))
  const resources = stack.move()
  return {
    store,
    clock,
    log: (...towns: readonly string[]) =>
      readModel.transaction(async (tx) => {
        const log = new ChangeBatch('notices')
        for (const town of towns)
          log.add({
            type: 'notice.published',
            subject: town,
            detectedAt: clock.now(),
            keys: { town, category: 'roads' },
          })
        await log.write(tx, readModel.dialect)
        await readModel.dialect.bumpVersion(tx, 'notices', clock.now())
      }),
    get: (path: string) => server.get(path),
    open: async (query: string, lastEventId?: string) =>
      await openEventStream(
        `${server.origin}/v1/changes/stream?${query}`,
        lastEventId === undefined ? {} : { 'last-event-id': lastEventId },
      ),
    prune: (rowsMax: number) =>
      readModel.transaction((tx) =>
        pruneChanges({ tx, now: clock.now() }, { service: 'notices', days: 1000, rowsMax }),
      ),
    /** As a backup from the time of this number has it. */
    forget: async (number: number) => {
      await readModel.transaction(async (tx) => {
        await tx.deleteFrom('change').where('number', '>', number).execute()
        const ended = { version: number, published_at: clock.now() }
        await tx.updateTable('publication').set(ended).where('scope', '=', changeScope('notices')).execute()
        await readModel.dialect.bumpVersion(tx, 'notices', clock.now())
      })
    },
    /** Time passes until the reader has so many events of a name. */
    until: (reader: EventStreamReader, name: string, count: number) =>
      passTime(clock, 250, () => named(reader, name).length >= count),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

function named({ log }: EventStreamReader, name: string) {
  return log.events.filter(({ event }) => event === name)
}

function towns(reader: EventStreamReader): string[] {
  return named(reader, 'change').map(({ data }) => data.notice_id)
}

for (const engine of testEngines) {
  describe(`${engine.name}: a stream of changes`, { skip: engine.skip }, () => {
    it('that has much to catch up with leaves room for others', async () => {
      await using fixture = await openFixture(engine)
      await fixture.log('first')
      const start = (await fixture.get('/v1/changes')).json.meta.changes_after
      await fixture.log(...Array.from({ length: 4000 }, (_, at) => `t${at}`))
      const readers = await Promise.all(
        Array.from({ length: 10 }, (_, at) => fixture.open(`town=nobody${at}&after=${start}`)),
      )
      const caughtUp = () => readers.filter((reader) => named(reader, 'bookmark').length > 0).length
      for (let n = 0; n < 3; n += 1) await fixture.get(`/v1/notices?limit=${1 + n}`)
      assert.ok(caughtUp() < readers.length, 'they had caught up before others were answered')
      for (const reader of readers) {
        await fixture.until(reader, 'bookmark', 1)
        reader[Symbol.dispose]()
      }
    })

    it('has what is new, for each reader what its filter lets through', async () => {
      await using fixture = await openFixture(engine)
      await fixture.log('before')
      using all = await fixture.open('')
      using some = await fixture.open('town=x')
      using same = await fixture.open('town=x')
      for (const reader of [all, some, same]) await fixture.until(reader, 'bookmark', 1)
      await fixture.log('y', 'x', 'z')
      await fixture.until(all, 'change', 3)
      await fixture.until(some, 'change', 1)
      await fixture.until(same, 'change', 1)
      assert.deepEqual([towns(all), towns(some), towns(same)], [['y', 'x', 'z'], ['x'], ['x']])
      assert.equal(all.response.headers.get('content-type'), 'text/event-stream')
    })

    it('resumes after the last event, without a change lost or repeated', async () => {
      await using fixture = await openFixture(engine)
      using first = await fixture.open('')
      await fixture.until(first, 'bookmark', 1)
      await fixture.log('a', 'b')
      await fixture.until(first, 'change', 2)
      const [a] = named(first, 'change')
      await fixture.log(...Array.from({ length: 120 }, (_, at) => `c${at}`))
      using second = await fixture.open('', a?.id)
      await fixture.until(second, 'change', 121)
      await fixture.log('last')
      await fixture.until(second, 'change', 122)
      const expected = ['b', ...Array.from({ length: 120 }, (_, at) => `c${at}`), 'last']
      assert.deepEqual(towns(second), expected)
      using third = await fixture.open(`after=${a?.id}&town=LAST`)
      await fixture.until(third, 'change', 1)
      assert.deepEqual(towns(third), ['last'])
    })

    it('begins with a warning if a filter has a value that nothing has', async () => {
      await using fixture = await openFixture(engine)
      await insertNotice(fixture.store, 'Ely')
      using known = await fixture.open('town=ely')
      using unknown = await fixture.open('town=Elly')
      for (const reader of [known, unknown]) await fixture.until(reader, 'bookmark', 1)
      assert.deepEqual(named(known, 'warning'), [])
      const [warning] = named(unknown, 'warning')
      assert.equal(warning?.data.code, 'unknown_value')
      assert.match(warning?.data.message, /"Elly".*Did you mean "Ely"/)
    })

    it('moves quiet readers on by bookmarks, with which they can resume', async () => {
      await using fixture = await openFixture(engine)
      using quiet = await fixture.open('town=nowhere')
      await fixture.until(quiet, 'bookmark', 1)
      await fixture.log('a', 'b')
      await fixture.until(quiet, 'bookmark', 2)
      const [start, bookmark] = named(quiet, 'bookmark')
      assert.notEqual(bookmark?.id, start?.id)
      assert.equal(bookmark?.data.changes_after, bookmark?.id)
      using resumed = await fixture.open('', bookmark?.id)
      await fixture.log('c')
      await fixture.until(resumed, 'change', 1)
      assert.deepEqual(towns(resumed), ['c'])
    })

    it('says what is missing to a reader who comes too late, and goes on with what is new', async () => {
      await using fixture = await openFixture(engine)
      await fixture.log('a', 'b')
      using first = await fixture.open('')
      await fixture.until(first, 'bookmark', 1)
      await fixture.log('c')
      await fixture.until(first, 'change', 1)
      const old = named(first, 'bookmark')[0]?.id
      await fixture.log('d', 'e')
      await fixture.prune(1)
      for (const id of [old, `1-${old?.split('-').slice(1).join('-')}`]) {
        using late = await fixture.open('', id)
        await fixture.until(late, 'gap', 1)
        assert.equal(late.response.status, 200)
        const { reason, restart } = named(late, 'gap')[0]?.data ?? {}
        assert.deepEqual([reason, restart], ['expired', '/v1/notices'])
        await fixture.log('new')
        await fixture.until(late, 'change', 1)
        assert.deepEqual(towns(late), ['new'])
      }
    })

    it('says so when the log ends earlier than before, because a backup was restored', async () => {
      await using fixture = await openFixture(engine)
      await fixture.log('a', 'b', 'c')
      using reader = await fixture.open('')
      await fixture.until(reader, 'bookmark', 1)
      await fixture.log('d')
      await fixture.until(reader, 'change', 1)
      await fixture.forget(2)
      await fixture.until(reader, 'gap', 1)
      await fixture.log('new')
      await fixture.until(reader, 'change', 2)
      assert.deepEqual(towns(reader), ['d', 'new'])
    })

    it('sends a reader who is far behind to the requests, with the position to read from', async () => {
      await using fixture = await openFixture(engine)
      await fixture.log('a')
      using first = await fixture.open('')
      await fixture.until(first, 'bookmark', 1)
      const start = named(first, 'bookmark')[0]?.id
      for (let part = 0; part < 3; part++) await fixture.log(...Array.from({ length: 4000 }, () => 'many'))
      using late = await fixture.open('town=nowhere', start)
      await fixture.until(late, 'gap', 1)
      const { reason, after } = named(late, 'gap')[0]?.data ?? {}
      assert.deepEqual([reason, after], ['behind', start])
    })
  })
}
