/** The change log as readers see it when the database has let its beginning go to ClickHouse. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { noticesService } from '../../../src/services/notices/index.ts'
import { readLogPart, readOldest } from '../../../src/store/changes/change-archive.ts'
import { ChangeBatch } from '../../../src/store/changes/change-batch.ts'
import type { LoggedChange, LogPosition } from '../../../src/store/changes/read-log.ts'
import { sql } from '../../../src/store/clickhouse/sql-text.ts'
import type { Store } from '../../../src/store/store.ts'
import { type ArchiveFixture, openArchiveFixture } from '../../support/archive/archive-fixture.ts'
import { FakeClock, passTime } from '../../support/fake-clock.ts'
import { openEventStream } from '../../support/server/event-reader.ts'
import { openTestServer, type TestResponse, type TestServer } from '../../support/server/test-server.ts'
import { ClickHouseServer, clickHouseSkip } from '../../support/store/clickhouse-server.ts'
import { type TestEngine, testEngines } from '../../support/store/test-engines.ts'

const dayMs = 86_400_000

interface Fixture extends ArchiveFixture {
  readonly clock: FakeClock
  readonly api: TestServer
  /** So many changes, and then a day. */
  logDay(count: number): Promise<void>
  /** All rows from a position on, and the position at the end. */
  walk(query?: string): Promise<{ rows: readonly Row[]; after: string }>
  position(number: number, at?: number): string
}

type Row = Readonly<Record<string, unknown>> & { readonly number: number }

async function openFixture(
  engine: TestEngine,
  server: ClickHouseServer,
  settings: Readonly<Record<string, string>> = {},
): Promise<Fixture> {
  await using stack = new AsyncDisposableStack()
  const clock = new FakeClock()
  const env = { NOTICE_CHANGE_DAYS: '10', ...settings }
  const archive = stack.use(await openArchiveFixture({ engine, server, clock, service: 'notices', env }))
  const { store } = archive
  const api = stack.use(
    await openTestServer({ service: noticesService(store.readModel, clock), store, clock }),
  )
  const resources = stack.move()
  return {
    ...archive,
    clock,
    api,
    async logDay(count) {
      await logChanges(store, clock.now(), count)
      clock.advance(dayMs)
    },
    async walk(query = '') {
      const rows: Row[] = []
      const base = `/v1/changes?limit=200&${query.replace(/after=[^&]*/, '')}`
      let path = `/v1/changes?limit=200&${query}`
      for (;;) {
        const { status, json } = await api.get(path)
        assert.equal(status, 200, JSON.stringify(json))
        rows.push(...json.data)
        const { changes_after: after, has_more: hasMore } = json.meta
        if (!hasMore) return { rows, after }
        path = `${base}&after=${after}`
      }
    },
    position: (number, at = 0) => `${store.readModel.epoch().toString(36)}-${number}-${at.toString(36)}`,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

/** With everything that a change may have. */
async function logChanges({ readModel }: Store, detectedAt: number, count: number): Promise<void> {
  await readModel.transaction(async (tx) => {
    const log = new ChangeBatch('notices')
    for (let at = 0; at < count; at++) {
      const keys = { town: `town ${at % 7}`, category: at % 2 === 0 ? 'roads' : 'planning' }
      log.add({
        type: 'notice.published',
        subject: `nt_${at}`,
        detectedAt: detectedAt + at,
        keys,
        keysBefore: at % 5 === 0 ? { ...keys, town: 'another' } : undefined,
        ...(at % 3 === 0 && {
          doc: JSON.stringify({ title: `'"${at}\\ ü\n\0` }),
          severity: '',
          provider: 'p',
        }),
      })
    }
    await log.write(tx, readModel.dialect)
    await readModel.dialect.bumpVersion(tx, 'notices', detectedAt)
  })
}

function assertError({ status, json }: TestResponse, expected: number, code: string): void {
  assert.deepEqual([status, json.error?.code], [expected, code], JSON.stringify(json))
}

async function countStored({ readModel }: Store): Promise<number> {
  const { n } = await readModel.read
    .selectFrom('change')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}

async function readAll({ readModel }: Store, after: LogPosition): Promise<LoggedChange[]> {
  const all: LoggedChange[] = []
  for (let position = after; ; ) {
    const part = await readLogPart(readModel, 'notices', position, 100)
    if (part === undefined) assert.fail(`nothing after ${position.number}`)
    all.push(...part.changes)
    const last = all.at(-1)
    if (part.isLast || last === undefined) return all
    position = { number: Number(last.number), at: Number(last.detected_at) }
  }
}

for (const engine of testEngines) {
  describe(`${engine.name}: changes that the database has let go`, {
    skip: engine.skip || clickHouseSkip,
  }, () => {
    let server: ClickHouseServer
    before(async () => {
      server = await ClickHouseServer.start()
    })
    after(() => server?.[Symbol.asyncDispose]())

    it('are read as before, row by row, with every filter, and join what the database has', async () => {
      await using fixture = await openFixture(engine, server)
      const { store, logDay, walk, position } = fixture
      for (let day = 0; day < 20; day++) await logDay(70)
      const stored = await readAll(store, { number: 0, at: 0 })
      const filters = ['', 'town=town%203', 'category=planning', 'town=nowhere', 'town=another']
      const walks = await Promise.all(filters.map((filter) => walk(filter)))
      await fixture.prune()
      const left = await countStored(store)
      assert.ok(left > 500 && left < 900, `${left} of ${stored.length} changes are in the database`)
      assert.deepEqual(await readAll(store, { number: 0, at: 0 }), stored)
      assert.deepEqual(
        stored.map(({ number }) => Number(number)),
        Array.from({ length: 1400 }, (_, at) => at + 1),
      )
      for (const [at, filter] of filters.entries()) assert.deepEqual(await walk(filter), walks[at])
      // From any change on, also beside where the archive ends.
      const border = stored.length - left
      for (const number of [0, 1, 555, border - 1, border, border + 1, 1400]) {
        const { rows } = await walk(`after=${position(number)}`)
        assert.deepEqual(rows, walks[0]?.rows.slice(number))
      }
      // Nothing is due any more.
      await fixture.prune()
      assert.equal(await countStored(store), left)
    })

    it('are seen once, however often a process died between archiving and deleting', async () => {
      await using fixture = await openFixture(engine, server)
      const { store, clickHouse, logDay, walk } = fixture
      for (let day = 0; day < 12; day++) await logDay(50)
      const { rows } = await walk()
      for (let death = 0; death < 3; death++) {
        await fixture.archiveOnly()
        fixture.clock.advance(1000)
        assert.deepEqual((await walk()).rows, rows)
      }
      await fixture.prune()
      assert.equal(await countStored(store), 450)
      const [counted] = await clickHouse.query<{ n: number }>(sql`select count() as n from change_log_1`)
      assert.ok((counted?.n ?? 0) > 100, 'there are repetitions')
      assert.deepEqual((await walk()).rows, rows)
      await clickHouse.run(sql`optimize table change_log_1 final`)
      assert.deepEqual((await walk()).rows, rows)
    })

    it('wait while ClickHouse is down, are 503 for readers, and are deleted when they are twice as old as allowed', async () => {
      await using fixture = await openFixture(engine, server)
      const { store, clock, api, logDay, walk, position } = fixture
      for (let day = 0; day < 12; day++) await logDay(50)
      await fixture.prune()
      assert.equal(await countStored(store), 500)
      for (let day = 0; day < 5; day++) await logDay(50)
      const { rows } = await walk()
      await server.kill()
      await assert.rejects(fixture.prune(), /what is due to be archived waits: The search engine/)
      assert.equal(await countStored(store), 750)
      const old = await api.get(`/v1/changes?after=${position(20)}`)
      assertError(old, 503, 'store_unavailable')
      assert.equal(old.headers.get('retry-after'), '5')
      assert.deepEqual((await walk(`after=${position(100)}`)).rows, rows.slice(100))
      // So late that the oldest 150 are more than twenty days old.
      clock.advance(8 * dayMs)
      await assert.rejects(fixture.prune(), /^Error: 150 rows had waited for too long and were deleted/)
      assert.equal(await countStored(store), 600)
      await server.start()
      await fixture.prune()
      assert.equal(await countStored(store), 100)
      // Up to what is lost, and from there on.
      const first = (await api.get('/v1/changes?limit=200')).json
      assert.deepEqual(first.data, rows.slice(0, 100))
      const gap = await api.get(`/v1/changes?after=${first.meta.changes_after}`)
      assertError(gap, 410, 'changes_expired')
      assert.deepEqual((await walk(`after=${gap.json.error.details.oldest}`)).rows, rows.slice(250))
    })

    it('are found by positions of this read model alone, and never by ones that cannot be, nor for a reader that has left', async () => {
      await using fixture = await openFixture(engine, server)
      const { store, api, logDay, position } = fixture
      for (let day = 0; day < 12; day++) await logDay(20)
      await fixture.prune()
      const stored = await countStored(store)
      const [row] = await fixture.clickHouse.query<{ n: number }>(
        sql`select count() as n from change_log_1 where epoch = ${store.readModel.epoch()}`,
      )
      assert.deepEqual([stored, row?.n], [200, 40])
      const statements = await server.countStatements()
      const expired = [
        `${(store.readModel.epoch() + 1).toString(36)}-10-0`,
        position(240, 1),
        position(241),
        position(100, 1),
        position(999_999_999_999_999),
        `zzzzzzzzzzzz-${'9'.repeat(15)}-zzzzzzzzzz`,
      ]
      for (const text of expired)
        assertError(await api.get(`/v1/changes?after=${text}`), 410, 'changes_expired')
      for (const text of [
        '-1',
        `${position(1)}'`,
        position(-1),
        position(1.5),
        '0-0',
        `0-${'9'.repeat(16)}-0`,
      ])
        assertError(await api.get(`/v1/changes?after=${encodeURIComponent(text)}`), 400, 'invalid_request')
      const left = AbortSignal.abort(new Error('the reader has left'))
      const beginning = { number: 0, at: 0 }
      await assert.rejects(readLogPart(store.readModel, 'notices', beginning, 100, left), /has left/)
      await assert.rejects(readOldest(store.readModel, 'notices', { signal: left }), /has left/)
      assert.equal(await server.countStatements(), statements, 'ClickHouse was asked')
      // A number with the time of another change.
      assertError(await api.get(`/v1/changes?after=${position(10, 1)}`), 410, 'changes_expired')
    })

    it('are sent to streams that resume from so far back, and then what is new', async () => {
      await using fixture = await openFixture(engine, server)
      const { store, clock, api, logDay, position } = fixture
      for (let day = 0; day < 12; day++) await logDay(20)
      await fixture.prune()
      assert.equal(await countStored(store), 200)
      using stream = await openEventStream(`${api.origin}/v1/changes/stream?after=${position(10)}`)
      const { log } = stream
      const numbers = () => log.events.flatMap(({ event, data }) => (event === 'change' ? data.number : []))
      await log.until(() => numbers().length === 230)
      await logDay(1)
      await passTime(clock, 250, () => numbers().length === 231)
      assert.deepEqual(
        numbers(),
        Array.from({ length: 231 }, (_, at) => at + 11),
      )
      assert.ok(log.events.every(({ event }) => event !== 'gap'))
    })

    it('are those of the present log after a restore, not those of the log before it', async () => {
      await using fixture = await openFixture(engine, server)
      const { logDay, walk, position, api, clickHouse } = fixture
      for (let day = 0; day < 12; day++) await logDay(20)
      await fixture.prune()
      // What was archived of a log that went on differently after the backup.
      await clickHouse.run(sql`insert into change_log_1
        select epoch, service, number + 20, detected_at + 7, type, 'of another time', keys, keys_before, severity,
          provider, company_id, doc, kept_at - 1 from change_log_1`)
      const { rows } = await walk()
      assert.equal(rows.length, 240)
      assert.ok(rows.every(({ notice_id }) => notice_id !== 'of another time'))
      const other = fixture.clock.now() - 10 * dayMs + 7
      assertError(await api.get(`/v1/changes?after=${position(50, other)}`), 410, 'changes_expired')
      for (let day = 0; day < 5; day++) await logDay(20)
      const all = (await walk()).rows
      await fixture.prune()
      assert.deepEqual((await walk()).rows, all)
    })

    it('are dropped from ClickHouse by month', async () => {
      await using fixture = await openFixture(engine, server, { ARCHIVE_DAYS: '60' })
      const { clock, logDay, clickHouse, walk } = fixture
      const months = async () =>
        (
          await clickHouse.query<{ month: number }>(
            sql`select distinct toYYYYMM(fromUnixTimestamp64Milli(detected_at, 'UTC')) as month
              from change_log_1 order by month`,
          )
        ).map(({ month }) => month)
      for (let week = 0; week < 12; week++) {
        await logDay(3)
        clock.advance(6 * dayMs)
      }
      // From the middle of November to the beginning of February.
      await fixture.prune()
      assert.deepEqual(await months(), [202612, 202701])
      const { rows } = await walk()
      assert.equal(rows[0]?.number, 10)
      clock.advance(30 * dayMs)
      await fixture.prune()
      assert.deepEqual(await months(), [202701])
    })
  })
}
