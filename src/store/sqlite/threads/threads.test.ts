import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import type { Worker } from 'node:worker_threads'
import { FakeClock, passTime } from '../../../../test/support/fake-clock.ts'
import { sqlite } from '../../../../test/support/store/test-engines.ts'
import { isFailure } from '../../../core/errors.ts'
import type { LedgerTables } from '../../tables.ts'
import { SqliteDatabase } from '../database.ts'
import { databaseFiles } from '../files.ts'
import { SessionConnection } from '../kysely-dialect.ts'
import { HeavyReaders } from './heavy-readers.ts'
import { ThreadSession } from './thread-session.ts'

/** A read that keeps its thread busy for about as long as `rows` says. */
const counting =
  'with recursive n(i) as (select 1 union all select i + 1 from n where i < ?) select max(i) as top from n'

describe('sqlite: database threads', () => {
  it('reject waiting statements when a thread dies, and are replaced', async () => {
    await using testDatabase = await sqlite.createDatabase()
    await (await testDatabase.openStore())[Symbol.asyncDispose]()
    const { ledger: file } = databaseFiles(testDatabase.storeOptions.dataDir ?? '')
    await using database = new SqliteDatabase<LedgerTables>({
      file,
      threads: true,
      statementTimeoutMs: 5_000,
      busyMs: 5_000,
    })
    const lost = database.transaction(async (tx) => {
      await tx.insertInto('lease').values({ name: 'lost', holder: 'a', expires_at: 1 }).execute()
      await tx.getExecutor().provideConnection(async (connection) => {
        assert.ok(connection instanceof SessionConnection && connection.session instanceof ThreadSession)
        await connection.session.kill()
      })
      await tx.insertInto('lease').values({ name: 'also lost', holder: 'a', expires_at: 1 }).execute()
    })
    await assert.rejects(lost, (error) => isFailure(error, 'store_unavailable'))
    await database.transaction((tx) =>
      tx.insertInto('lease').values({ name: 'committed', holder: 'a', expires_at: 1 }).execute(),
    )
    const rows = await database.read.selectFrom('lease').select('name').execute()
    assert.deepEqual(
      rows.map((row) => row.name),
      ['committed'],
    )
  })

  it('reject all pending statements when they end', async () => {
    await using testDatabase = await sqlite.createDatabase()
    await (await testDatabase.openStore())[Symbol.asyncDispose]()
    const { ledger: file } = databaseFiles(testDatabase.storeOptions.dataDir ?? '')
    const thread = new ThreadSession({ file, readOnly: true })
    await thread.run('select 1', [])
    const waiting = [1, 2, 3].map(() => thread.run(counting, [1_000_000]))
    const settled = Promise.allSettled(waiting)
    await thread.kill()
    for (const outcome of await settled) {
      assert.ok(outcome.status === 'rejected' && isFailure(outcome.reason, 'store_unavailable'))
    }
    await assert.rejects(thread.run('select 1', []), (error) => isFailure(error, 'store_unavailable'))
  })

  it('end when they are idle, and others start for the next long read', async () => {
    await using testDatabase = await sqlite.createDatabase()
    await (await testDatabase.openStore())[Symbol.asyncDispose]()
    const { ledger: file } = databaseFiles(testDatabase.storeOptions.dataDir ?? '')
    const started: Worker[] = []
    const onWorker = (worker: Worker) => started.push(worker)
    process.on('worker', onWorker)
    const clock = new FakeClock()
    const readers = new HeavyReaders(file, 5_000, 10, clock)
    try {
      await readers.run('select 1', [])
      clock.advance(29_000)
      await readers.run('select 1', [])
      assert.equal(started.length, 1)
      const [thread] = started
      assert.ok(thread)
      const ended = once(thread, 'exit')
      clock.advance(30_000)
      await ended
      assert.equal((await readers.run('select 2 as two', [])).rows.length, 1)
      assert.equal(started.length, 2)
      clock.advance(30_000)
    } finally {
      process.off('worker', onWorker)
      await readers[Symbol.asyncDispose]()
    }
  })

  it('time out for the caller of a long read, and serve the next one when it is done', async () => {
    await using testDatabase = await sqlite.createDatabase()
    await (await testDatabase.openStore())[Symbol.asyncDispose]()
    const { ledger: file } = databaseFiles(testDatabase.storeOptions.dataDir ?? '')
    // Time passes for the long reads only.
    const clock = new FakeClock()
    const readers = new HeavyReaders(file, 60_000, 10, clock)
    try {
      let rejected = 0
      const slow = [3_000_000, 3_000_000].map(async (count) => {
        await assert.rejects(readers.run(counting, [count]), (error) => isFailure(error, 'deadline_exceeded'))
        rejected += 1
      })
      await Promise.race([passTime(clock, 60_000, () => rejected === slow.length), Promise.all(slow)])
      await Promise.all(slow)
      assert.equal((await readers.run('select 1', [])).rows.length, 1)
    } finally {
      await readers[Symbol.asyncDispose]()
    }
  })
})
