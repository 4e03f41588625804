import assert from 'node:assert/strict'
import { utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { sqlite } from '../../../test/support/store/test-engines.ts'
import type { LedgerTables } from '../tables.ts'
import { SqliteDatabase } from './database.ts'
import { databaseFiles } from './files.ts'
import { WriteDemand } from './write-demand.ts'

describe('sqlite: a person who waits to write', () => {
  it('goes before the next transaction of a sync', async () => {
    await using testDatabase = await sqlite.borrowDatabase()
    await (await testDatabase.openStore({ role: 'worker' }))[Symbol.asyncDispose]()
    const { ledger: file } = databaseFiles(testDatabase.storeOptions.dataDir ?? '')
    const options = { file, threads: false, statementTimeoutMs: 5_000, busyMs: 60_000 }
    await using people = new SqliteDatabase<LedgerTables>(options)
    await using sync = new SqliteDatabase<LedgerTables>({ ...options, givesWay: true })
    const order: string[] = []
    const write = (database: typeof sync, name: string) =>
      database.transaction(async (tx) => {
        await tx.insertInto('lease').values({ name, holder: 'a', expires_at: 1 }).execute()
        order.push(name)
      })
    const isWaiting = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const first = sync.transaction(async () => {
      begun.resolve()
      await isWaiting.promise
      order.push('first of the sync')
    })
    await begun.promise
    const person = write(people, 'person')
    const demand = new WriteDemand(file.path)
    while (!demand.isPresent) await new Promise((resolve) => setImmediate(resolve))
    isWaiting.resolve()
    await first
    for (const name of ['second of the sync', 'third of the sync']) await write(sync, name)
    await person
    assert.equal(demand.isPresent, false)
    assert.deepEqual(order, ['first of the sync', 'person', 'second of the sync', 'third of the sync'])
  })

  it('is forgotten soon after it has given up', async () => {
    await using testDatabase = await sqlite.borrowDatabase()
    const path = join(testDatabase.storeOptions.dataDir ?? '', 'left.db')
    const demand = new WriteDemand(path)
    demand.note()
    await new WriteDemand(path).giveWay()
    assert.equal(demand.isPresent, false)
  })

  it('is seen by other processes: the file beside the database says so', async () => {
    await using testDatabase = await sqlite.borrowDatabase()
    const path = join(testDatabase.storeOptions.dataDir ?? '', 'left.db')
    const demand = new WriteDemand(path)
    demand.clear()
    assert.equal(demand.isPresent, false)
    writeFileSync(`${path}-demand`, '1')
    assert.equal(demand.isPresent, true)
    const hourAgo = new Date(Date.now() - 3_600_000)
    utimesSync(`${path}-demand`, hourAgo, hourAgo)
    assert.equal(demand.isPresent, false)
  })
})
