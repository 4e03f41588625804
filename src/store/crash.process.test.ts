import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startStoreTask } from '../../test/support/store/start-store-task.ts'
import { testEngines } from '../../test/support/store/test-engines.ts'

for (const { name, skip, borrowDatabase } of testEngines) {
  describe(`${name}: processes that share a store`, { skip }, () => {
    it('write concurrently without losing data', async () => {
      await using testDatabase = await borrowDatabase()
      await using store = await testDatabase.openStore()
      await store.ledger.transaction((tx) =>
        tx.insertInto('lease').values({ name: 'counter', holder: 'a', expires_at: 0 }).execute(),
      )
      const children = [1, 2, 3].map(() =>
        startStoreTask({ database: testDatabase.storeOptions, task: 'count' }),
      )
      for (const child of children) assert.equal(await child.exited, 0)
      const row = await store.ledger.read.selectFrom('lease').selectAll().executeTakeFirst()
      assert.equal(row?.expires_at, 150)
    })

    it('leave the old or the new state when killed, and lose no committed data', async () => {
      await using testDatabase = await borrowDatabase()
      for (let round = 0; round < 6; round += 1) {
        const child = startStoreTask({ database: testDatabase.storeOptions, task: 'publish' })
        let acknowledged = 0
        const listening = (async () => {
          for await (const line of child.lines) acknowledged = Number(line.split(' ')[1])
        })()
        while (acknowledged === 0 && child.process.exitCode === null) await sleep(1)
        // Any moment will do; that the moments differ is the point.
        await sleep(randomInt(40))
        child.process.kill('SIGKILL')
        await child.exited
        await listening

        await using store = await testDatabase.openStore({ role: 'worker' })
        const published = await until(() => store.readModel.version('notices') >= acknowledged).then(() =>
          store.readModel.snapshot(async (read) => ({
            version: await read
              .selectFrom('publication')
              .select('version')
              .where('scope', '=', 'notices')
              .executeTakeFirst(),
            titles: await read.selectFrom('notice').select('title').distinct().execute(),
            count: await read
              .selectFrom('notice')
              .select((eb) => eb.fn.countAll().as('count'))
              .executeTakeFirst(),
          })),
        )
        assert.ok(Number(published.version?.version) >= acknowledged)
        assert.deepEqual(
          published.titles.map((row) => row.title),
          [`round ${published.version?.version}`],
        )
        assert.equal(published.count?.count, 400)
      }
    })
  })
}

async function until(condition: () => boolean): Promise<void> {
  const signal = AbortSignal.timeout(600_000)
  while (!condition()) await sleep(5, undefined, { signal })
}
