import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import type { Worker } from 'node:worker_threads'
import { FakeClock } from '../../../test/support/fake-clock.ts'
import { sqlite } from '../../../test/support/store/test-engines.ts'
import type { LedgerTables } from '../tables.ts'
import type { DatabaseFile } from './connection.ts'
import { SqliteDatabase } from './database.ts'
import { databaseFiles } from './files.ts'
import { quietMs } from './release-when-quiet.ts'

const smaps = '/proc/self/smaps'

/** How much of a file is mapped into this process and in memory, in KiB. */
function residentKiB(path: string): number {
  let isFile = false
  let sum = 0
  for (const line of readFileSync(smaps, 'utf8').split('\n')) {
    if (/^[0-9a-f]+-[0-9a-f]+ /.test(line)) isFile = line.endsWith(` ${path}`)
    else if (isFile && line.startsWith('Rss:')) sum += Number.parseInt(line.slice(4), 10)
  }
  return sum
}

function open(file: DatabaseFile, clock: FakeClock): SqliteDatabase<LedgerTables> {
  return new SqliteDatabase<LedgerTables>({
    file,
    threads: true,
    statementTimeoutMs: 5_000,
    busyMs: 5_000,
    clock,
  })
}

describe('sqlite: a database that is not in use', () => {
  it('ends its thread for writes, and starts another for the next one', async () => {
    await using testDatabase = await sqlite.createDatabase()
    await (await testDatabase.openStore())[Symbol.asyncDispose]()
    const { ledger: file } = databaseFiles(testDatabase.storeOptions.dataDir ?? '')
    const started: Worker[] = []
    const onWorker = (worker: Worker) => started.push(worker)
    process.on('worker', onWorker)
    try {
      const clock = new FakeClock()
      await using database = open(file, clock)
      const write = (name: string) =>
        database.transaction((tx) =>
          tx.insertInto('lease').values({ name, holder: 'a', expires_at: 1 }).execute(),
        )
      for (const name of ['a', 'b', 'c']) {
        await write(name)
        clock.advance(quietMs)
      }
      assert.equal(started.length, 1)
      const ended = once(started[0] as Worker, 'exit')
      clock.advance(quietMs)
      await ended
      await write('d')
      assert.equal(started.length, 2)
      const rows = await database.read.selectFrom('lease').select('name').orderBy('name').execute()
      assert.equal(rows.map(({ name }) => name).join(''), 'abcd')
    } finally {
      process.off('worker', onWorker)
    }
  })

  it('has none of its file in memory, also with a few reads in between, and reads on', {
    skip: existsSync(smaps) ? false : 'no /proc',
  }, async () => {
    await using testDatabase = await sqlite.createDatabase()
    await (await testDatabase.openStore())[Symbol.asyncDispose]()
    const { ledger: file } = databaseFiles(testDatabase.storeOptions.dataDir ?? '')
    const clock = new FakeClock()
    {
      await using database = open(file, clock)
      const rows = Array.from({ length: 2000 }, (_, index) => ({
        name: `${index}`,
        holder: 'x'.repeat(1000),
        expires_at: 1,
      }))
      await database.transaction((tx) =>
        tx
          .insertInto('lease')
          .values(rows.slice(0, 1000))
          .execute()
          .then(() => tx.insertInto('lease').values(rows.slice(1000)).execute()),
      )
    }
    await using database = open(file, clock)
    const readAll = async () => (await database.read.selectFrom('lease').select('holder').execute()).length
    for (let round = 0; round < 3; round += 1) {
      assert.equal(await readAll(), 2000)
      assert.ok(residentKiB(file.path) > 1000)
      clock.advance(quietMs)
      assert.ok(residentKiB(file.path) < 100)
    }
    for (let reads = 0; reads < 200; reads += 1) await database.ping()
    await readAll()
    clock.advance(quietMs)
    assert.ok(residentKiB(file.path) > 1000)
  })
})
