import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testEngines } from '../../../test/support/store/test-engines.ts'
import { until } from '../../../test/support/until.ts'
import type { Store } from '../store.ts'
import { ChangeBatch } from './change-batch.ts'
import { changeScope } from './change-scope.ts'
import { pruneChanges } from './prune-changes.ts'

const dayMs = 86_400_000

async function append({ readModel }: Store, service: string, ...subjects: readonly string[]): Promise<void> {
  await readModel.transaction(async (tx) => {
    const log = new ChangeBatch(service)
    for (const subject of subjects) log.add({ type: 'thing.added', subject, detectedAt: 1000 })
    await log.write(tx, readModel.dialect)
  })
}

async function readLog({ readModel }: Store, service: string): Promise<string[]> {
  const rows = await readModel.read
    .selectFrom('change')
    .select(['number', 'subject'])
    .where('service', '=', service)
    .orderBy('number')
    .execute()
  return rows.map(({ number, subject }) => `${number} ${subject}`)
}

for (const engine of testEngines) {
  describe(`${engine.name}: the change log`, { skip: engine.skip }, () => {
    it('numbers the changes of each service without gaps, in the order in which transactions end', async () => {
      await using database = await engine.borrowDatabase()
      await using store = await database.openStore({ role: 'worker' })
      await append(store, 'jobs', 'a', 'b')
      await append(store, 'trust', 'c')
      const failed = store.readModel.transaction(async (tx) => {
        const log = new ChangeBatch('jobs')
        log.add({ type: 'thing.added', subject: 'lost', detectedAt: 0 })
        await log.write(tx, store.readModel.dialect)
        throw new Error('rolled back')
      })
      await assert.rejects(failed, /rolled back/)
      await append(store, 'jobs')
      await append(store, 'jobs', 'd', 'e')
      assert.deepEqual(await readLog(store, 'jobs'), ['1 a', '2 b', '3 d', '4 e'])
      assert.deepEqual(await readLog(store, 'trust'), ['1 c'])
      // PostgreSQL announces a version after the transaction.
      await until(() => store.readModel.version(changeScope('jobs')) === 4)
    })

    it('shows no number before an earlier one, when several transactions write at once', async () => {
      await using database = await engine.borrowDatabase()
      await using store = await database.openStore({ role: 'worker' })
      const seen: number[][] = []
      const write = async (at: number) => {
        await append(store, 'jobs', `${at}`, `${at}`, `${at}`)
        seen.push((await readLog(store, 'jobs')).map((line) => Number.parseInt(line, 10)))
      }
      await Promise.all(Array.from({ length: 8 }, (_, at) => write(at)))
      for (const numbers of seen)
        assert.deepEqual(
          numbers,
          [...numbers.keys()].map((at) => at + 1),
        )
      const last = await readLog(store, 'jobs')
      assert.equal(last.length, 24)
      for (let at = 0; at < 24; at += 3)
        assert.equal(new Set(last.slice(at, at + 3).map((line) => line.split(' ')[1])).size, 1)
    })

    it('loses its oldest changes by age and by number, and its numbers go on', async () => {
      await using database = await engine.borrowDatabase()
      await using store = await database.openStore({ role: 'worker' })
      const { readModel } = store
      await append(store, 'trust', 'other')
      await append(store, 'jobs', 'a', 'b', 'c', 'd', 'e')
      const prune = (now: number, days: number, rowsMax: number) =>
        readModel.transaction((tx) => pruneChanges({ tx, now }, { service: 'jobs', days, rowsMax }))
      assert.equal(await prune(1000 + dayMs, 1, 5), 0)
      assert.equal(await prune(1000, 1, 3), 2)
      assert.deepEqual(await readLog(store, 'jobs'), ['3 c', '4 d', '5 e'])
      assert.equal(await prune(1001 + dayMs, 1, 3), 3)
      assert.equal(await prune(1001 + dayMs, 1, 3), 0)
      await append(store, 'jobs', 'f')
      assert.deepEqual(await readLog(store, 'jobs'), ['6 f'])
      assert.deepEqual(await readLog(store, 'trust'), ['1 other'])
    })
  })
}
