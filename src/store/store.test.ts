import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type TestDatabase, testEngines } from '../../test/support/store/test-engines.ts'
import { Failure } from '../core/errors.ts'
import type { Store } from './store.ts'
import type { NoticeRow } from './tables.ts'

for (const { name, skip, borrowDatabase } of testEngines) {
  for (const role of ['server', 'worker'] as const) {
    describe(`${name}: store as ${role}`, { skip }, () => {
      let testDatabase: TestDatabase
      let store: Store

      before(async () => {
        testDatabase = await borrowDatabase()
        store = await testDatabase.openStore({ role })
      })

      after(async () => {
        await store?.[Symbol.asyncDispose]()
        await testDatabase?.[Symbol.asyncDispose]()
      })

      it('commits a transaction, and rolls it back when it throws', async () => {
        await store.ledger.transaction(async (tx) => {
          await tx.insertInto('lease').values({ name: 'kept', holder: 'a', expires_at: 1 }).execute()
        })
        await assert.rejects(
          store.ledger.transaction(async (tx) => {
            await tx.insertInto('lease').values({ name: 'lost', holder: 'a', expires_at: 1 }).execute()
            throw new Error('changed my mind')
          }),
          /changed my mind/,
        )
        const rows = await store.ledger.read.selectFrom('lease').select('name').execute()
        assert.deepEqual(
          rows.map((row) => row.name),
          ['kept'],
        )
      })

      it('rolls back when the signal aborts, and rejects later statements', async () => {
        const stop = new AbortController()
        const late = Promise.withResolvers<unknown>()
        await assert.rejects(
          store.ledger.transaction(async (tx) => {
            await tx.insertInto('lease').values({ name: 'aborted', holder: 'a', expires_at: 1 }).execute()
            stop.abort(new Error('enough'))
            const insert = tx.insertInto('lease').values({ name: 'late', holder: 'a', expires_at: 1 })
            setImmediate(() => late.resolve(insert.execute().catch((error) => error)))
            await new Promise(() => {})
          }, stop.signal),
          /enough/,
        )
        assert.ok((await late.promise) instanceof Error)
        const rows = await store.ledger.read
          .selectFrom('lease')
          .where('name', 'in', ['aborted', 'late'])
          .selectAll()
          .execute()
        assert.equal(rows.length, 0)
      })

      it('serializes concurrent transactions without losing one', async () => {
        await store.ledger.transaction(async (tx) => {
          await tx.insertInto('lease').values({ name: 'counter', holder: 'a', expires_at: 0 }).execute()
        })
        await Promise.all(
          Array.from({ length: 20 }, () =>
            store.ledger.transaction(async (tx) => {
              await store.ledger.dialect.lock(tx, 'counter')
              const row = await tx
                .selectFrom('lease')
                .where('name', '=', 'counter')
                .selectAll()
                .executeTakeFirstOrThrow()
              await tx
                .updateTable('lease')
                .set({ expires_at: row.expires_at + 1 })
                .where('name', '=', 'counter')
                .execute()
            }),
          ),
        )
        const row = await store.ledger.read
          .selectFrom('lease')
          .where('name', '=', 'counter')
          .selectAll()
          .executeTakeFirst()
        assert.equal(row?.expires_at, 20)
      })

      it('returns counts and sums as numbers, and booleans as 0 or 1', async () => {
        const { read } = store.ledger
        const row = await read
          .selectFrom('lease')
          .select((eb) => [eb.fn.countAll().as('count'), eb.fn.sum('expires_at').as('sum')])
          .executeTakeFirstOrThrow()
        assert.equal(typeof row.count, 'number')
        assert.equal(typeof row.sum, 'number')
      })

      it('rejects values that an engine would store as something else', async () => {
        for (const value of [undefined, new Date(0), { a: 1 }, Number.NaN]) {
          const query = store.ledger.read
            .selectFrom('lease')
            .selectAll()
            .where('name', '=', value as unknown as string)
          await assert.rejects(query.execute(), TypeError)
        }
        const nul = store.ledger.read.selectFrom('lease').selectAll().where('name', '=', 'a\0b')
        await assert.rejects(
          nul.execute(),
          (error) => error instanceof Failure && error.code === 'invalid_request',
        )
      })

      it('rejects writes on a reader', async () => {
        const insert = store.ledger.read.insertInto('lease').values({ name: 'x', holder: 'a', expires_at: 1 })
        if (name === 'sqlite') await assert.rejects(insert.execute(), /readonly/)
        await assert.rejects(
          store.ledger.read.transaction().execute(async () => {}),
          /`snapshot` or `transaction`/,
        )
      })

      it('writes only rows whose hash differs', async () => {
        const { readModel } = store
        const upsert = (rows: NoticeRow[]) =>
          readModel.transaction((tx) =>
            readModel.dialect.upsertChanged(tx, 'notice', ['id'], rows.map(bindable)),
          )
        const rows = Array.from({ length: 2_500 }, (_, at) => notice(at))
        assert.deepEqual(await upsert(rows), { written: 2_500, unchanged: 0 })
        assert.deepEqual(await upsert(rows), { written: 0, unchanged: 2_500 })
        const changed = rows.map((row, at) => (at % 100 === 0 ? { ...row, title: 'new', hash: 'new' } : row))
        assert.deepEqual(await upsert(changed), { written: 25, unchanged: 2_475 })
        const found = await readModel.read
          .selectFrom('notice')
          .where('title', '=', 'new')
          .select('id')
          .execute()
        assert.equal(found.length, 25)
      })

      it('uses the later of two rows with the same key', async () => {
        const { readModel } = store
        await readModel.transaction((tx) =>
          readModel.dialect.upsertChanged(
            tx,
            'notice',
            ['id'],
            [notice(1), { ...notice(1), title: 'second', hash: 'second' }].map(bindable),
          ),
        )
        const row = await readModel.read
          .selectFrom('notice')
          .where('id', '=', 'nt_1')
          .selectAll()
          .executeTakeFirst()
        assert.equal(row?.title, 'second')
      })

      it('inserts rows, and skips existing ones on request', async () => {
        const { readModel } = store
        const rows = Array.from({ length: 1_100 }, (_, at) => ({ ...notice(at + 5_000), member_id: 'm9' }))
        const insert = (options?: { ifMissing: boolean }) =>
          readModel.transaction((tx) =>
            readModel.dialect.insertRows(tx, 'notice', rows.map(bindable), options),
          )
        await insert()
        await insert({ ifMissing: true })
        await assert.rejects(insert())
        const found = await readModel.read
          .selectFrom('notice')
          .where('member_id', '=', 'm9')
          .select('id')
          .execute()
        assert.equal(found.length, 1_100)
        await readModel.transaction((tx) => tx.deleteFrom('notice').where('member_id', '=', 'm9').execute())
      })

      it('deletes rows that are not in a list, within a condition', async () => {
        const { readModel } = store
        const removed = await readModel.transaction((tx) =>
          readModel.dialect.deleteMissing(tx, 'notice', { source_id: 'gazette', member_id: 'm1' }, 'id', [
            'nt_1',
            'nt_3',
          ]),
        )
        assert.equal(removed, 1_248)
        const left = await readModel.read
          .selectFrom('notice')
          .groupBy('member_id')
          .select((eb) => ['member_id', eb.fn.countAll().as('count')])
          .orderBy('member_id')
          .execute()
        assert.deepEqual(left.map(plain), [
          { member_id: 'm0', count: 1_250 },
          { member_id: 'm1', count: 2 },
        ])
      })

      it('counts the publishes of each scope in every open store', async () => {
        const { readModel } = store
        await using other = await testDatabase.openStore({ role: 'worker' })
        assert.equal(readModel.version('cinema'), 0)
        const bumped = await readModel.transaction((tx) => readModel.dialect.bumpVersion(tx, 'cinema', 1_700))
        assert.equal(bumped, 1)
        assert.equal(readModel.version('cinema'), 1)
        assert.equal(readModel.publishedAt('cinema'), 1_700)
        await until(() => other.readModel.version('cinema') === 1)
        await other.readModel.transaction((tx) => other.readModel.dialect.bumpVersion(tx, 'cinema', 1_800))
        await until(() => readModel.version('cinema') === 2)
        assert.equal(readModel.publishedAt('cinema'), 1_800)
        assert.equal(readModel.version('jobs'), 0)
      })

      it('runs long reads elsewhere with the same result', async () => {
        const count = (read: Store['readModel']['read']) =>
          read
            .selectFrom('notice')
            .select((eb) => eb.fn.countAll().as('count'))
            .executeTakeFirstOrThrow()
        assert.deepEqual(plain(await count(store.readModel.heavy)), plain(await count(store.readModel.read)))
      })

      it('streams rows in chunks while other statements run', async () => {
        let seen = 0
        for await (const row of store.readModel.read
          .selectFrom('notice')
          .selectAll()
          .orderBy('id')
          .stream(100)) {
          assert.match(row.id, /^nt_/)
          if (seen % 500 === 0)
            await store.readModel.read.selectFrom('notice').select('id').limit(1).execute()
          seen += 1
        }
        assert.equal(seen, 1_252)
        for await (const _ of store.readModel.read.selectFrom('notice').selectAll().stream(10)) break
        const inSnapshot = await store.readModel.snapshot(async (read) => {
          let count = 0
          const query = read.selectFrom('notice').select('id').where('member_id', '=', 'm0')
          for await (const _ of query.stream(100)) count += 1
          return count
        })
        assert.equal(inSnapshot, 1_250)
      })

      it('shows one state in a snapshot while a publish commits', async () => {
        const { readModel } = store
        const titles = (read: Store['readModel']['read']) =>
          read.selectFrom('notice').where('id', '=', 'nt_3').select('title').executeTakeFirst()
        await readModel.snapshot(async (read) => {
          const before = await titles(read)
          await readModel.transaction((tx) =>
            tx.updateTable('notice').set({ title: 'published meanwhile' }).where('id', '=', 'nt_3').execute(),
          )
          assert.deepEqual(await titles(read), before)
          assert.equal((await titles(readModel.read))?.title, 'published meanwhile')
        })
      })

      it('responds to a ping and reports no problems', async () => {
        await store.ping(AbortSignal.timeout(600_000))
        const report = await store.inspect(AbortSignal.timeout(600_000))
        assert.equal(report.engine, name)
        assert.deepEqual(report.integrityProblems, [])
        assert.ok(report.bytes > 0)
        assert.ok(Math.abs(report.clockSkewMs) < 60_000)
        assert.equal(report.migrations.applied, report.migrations.known)
      })
    })
  }
}

function notice(at: number): NoticeRow {
  return {
    id: `nt_${at}`,
    source_id: 'gazette',
    member_id: `m${at % 2}`,
    town: `Town ${at % 10}`,
    category: 'roads',
    published_on: `2026-11-${String((at % 28) + 1).padStart(2, '0')}`,
    title: `Notice ${at} "quoted" \\ and ünïcödé 🗞️`,
    hash: String(at),
    doc: JSON.stringify({ at, text: 'x\u0000y' }),
  }
}

function bindable(row: NoticeRow): Record<keyof NoticeRow, string> {
  return { ...row }
}

/** SQLite's rows have no prototype, which strict comparison would notice. */
function plain<Row extends object>(row: Row): Row {
  return { ...row }
}

async function until(condition: () => boolean): Promise<void> {
  const signal = AbortSignal.timeout(600_000)
  while (!condition()) {
    signal.throwIfAborted()
    await new Promise((resolve) => setImmediate(resolve))
  }
}
