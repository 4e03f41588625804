/** The search index has every posting once, whatever happens while it is published. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { random } from '../../../../../sandbox/random.ts'
import { FakeClock } from '../../../../../test/support/fake-clock.ts'
import { assertSameIndex } from '../../../../../test/support/jobs/index-differences.ts'
import { firstDay, publishRandomDay } from '../../../../../test/support/jobs/random-day.ts'
import { ClickHouseServer, clickHouseSkip } from '../../../../../test/support/store/clickhouse-server.ts'
import { type TestDatabase, testEngines } from '../../../../../test/support/store/test-engines.ts'
import { systemClock } from '../../../../core/clock.ts'
import { type ClickHouse, openClickHouse } from '../../../../store/clickhouse/clickhouse.ts'
import { sql, sqlName } from '../../../../store/clickhouse/sql-text.ts'
import type { Store } from '../../../../store/store.ts'
import { withJobTables } from '../../schema/tables.ts'
import { pruneClosedPostings } from '../prune-closed-postings.ts'
import { beginIndex, listIndexes } from './create-index.ts'
import { maintainIndexes } from './maintain-indexes.ts'

const kills = Number(process.env.KILL_ROUNDS ?? 4)
const dayMs = 86_400_000
const hourMs = 3_600_000

for (const engine of testEngines) {
  describe(`the search index of ${engine.name}`, { skip: engine.skip || clickHouseSkip }, () => {
    let server: ClickHouseServer
    let clickHouse: ClickHouse
    let place: TestDatabase
    let store: Store
    const clock = new FakeClock(firstDay)
    const warnings: string[] = []

    before(async () => {
      server = await ClickHouseServer.start()
      clickHouse = await openClickHouse({ url: server.url })
      place = await engine.borrowDatabase()
      store = await place.openStore({ role: 'worker' })
    })
    after(async () => {
      await store?.[Symbol.asyncDispose]()
      await place?.[Symbol.asyncDispose]()
      await clickHouse?.[Symbol.asyncDispose]()
      await server?.[Symbol.asyncDispose]()
    })

    const context = (other: Partial<Parameters<typeof maintainIndexes>[0]> = {}) => ({
      db: store.readModel,
      clickHouse,
      clock,
      signal: new AbortController().signal,
      onWarning: (message: string) => warnings.push(message),
      ...other,
    })
    const maintain = async (other?: Parameters<typeof context>[0]) => {
      while (await maintainIndexes(context(other)));
    }
    const check = () => assertSameIndex(store.readModel, clickHouse)
    const serving = async () =>
      (await listIndexes(store.readModel)).find(({ state }) => state === 'serving') ?? assert.fail()

    type Transact = Store['readModel']['transaction']
    const withTransactions = (wrap: (transact: Transact) => Transact) =>
      new Proxy(store.readModel, {
        get(target, name) {
          const value: unknown = Reflect.get(target, name, target)
          if (typeof value !== 'function') return value
          const method = value.bind(target)
          return name === 'transaction' ? wrap(method) : method
        },
      })

    let day = 0
    async function publishDay() {
      day += 1
      await publishRandomDay(store, day)
    }

    it('is filled with what was published before, and follows what is published after', async () => {
      await publishDay()
      await maintain()
      assert.ok((await check()) > 200)
      for (let days = 0; days < 6; days++) {
        await publishDay()
        await maintain()
        await check()
      }
      const prune = { dialect: store.readModel.dialect, now: firstDay + (day + 40) * dayMs }
      assert.ok((await store.readModel.transaction((tx) => pruneClosedPostings({ tx, ...prune }, 31))) > 0)
      await maintain()
      await check()
      await publishDay()
      await maintain()
      await check()
      const noted = await withJobTables(store.readModel.read)
        .selectFrom('job_unindexed')
        .selectAll()
        .execute()
      assert.deepEqual(noted, [])
    })

    it('is right after any step of a publication has failed', async () => {
      let steps = 0
      for (let failing = 1; failing < 40; failing++) {
        await publishDay()
        let left = failing
        const failAfter =
          <Arguments extends unknown[], Result>(call: (...args: Arguments) => Promise<Result>) =>
          async (...args: Arguments): Promise<Result> => {
            left -= 1
            // Half of them do what they should, and their success is lost.
            if (left === 0 && failing % 2 === 0) throw new Error('lost before')
            const result = await call(...args)
            if (left === 0) throw new Error('lost after')
            return result
          }
        const faulty = {
          ...clickHouse,
          query: failAfter(clickHouse.query),
          run: failAfter(clickHouse.run),
          insert: failAfter(clickHouse.insert),
        } as ClickHouse
        const db = withTransactions(failAfter as (transact: Transact) => Transact)
        const failed = await maintain({ clickHouse: faulty, db }).then(
          () => false,
          (thrown: Error) => thrown.message.startsWith('lost'),
        )
        steps = failing
        if (!failed) break
        // What searches read is of one state, an earlier one or this one.
        await maintain()
        await check()
      }
      assert.ok(steps > 6, `only ${steps} steps were interrupted`)
    })

    it(`loses nothing when ClickHouse is killed at ${kills} moments`, { timeout: 3_600_000 }, async () => {
      const chance = random('kills', engine.name)
      let interrupted = 0
      for (let round = 0; round < kills; round++) {
        await publishDay()
        const publishing = maintain().then(
          () => false,
          () => true,
        )
        await systemClock.sleep(chance.int(0, 250))
        await server.kill()
        if (await publishing) interrupted += 1
        await server.start()
        await maintain()
        await check()
      }
      assert.ok(interrupted > 0, 'it was killed only when it was idle')
    })

    it('does not see what a former publisher sends late', async () => {
      await publishDay()
      let late: (() => Promise<void>) | undefined
      const slow = {
        ...clickHouse,
        async insert(...args: Parameters<ClickHouse['insert']>) {
          late = () => clickHouse.insert(...args)
          throw new Error('too late')
        },
      } as ClickHouse
      await assert.rejects(maintain({ clickHouse: slow }), /too late/)
      await maintain()
      await late?.()
      await check()
      clock.advance(2 * hourMs)
      await publishDay()
      await maintain()
      await check()
      const { name } = await serving()
      const abandoned = await withJobTables(store.readModel.read)
        .selectFrom('job_index_revision')
        .selectAll()
        .where('name', '=', name)
        .where('state', '=', 'abandoned')
        .execute()
      assert.deepEqual(abandoned, [], 'they are deleted after an hour')
    })

    it('publishes nothing that another publisher has published since it was read', async () => {
      await publishDay()
      let isOvertaken = false
      const db = withTransactions((transact) => async (...args) => {
        if (!isOvertaken) {
          isOvertaken = true
          await maintain()
        }
        return await transact(...args)
      })
      await maintain({ db })
      assert.ok(isOvertaken)
      await check()
    })

    it('takes what arrives twice or not at all for what it is', async () => {
      await publishDay()
      const { name } = await serving()
      let inserts = 0
      const twice = {
        ...clickHouse,
        async insert(table: string, rows: readonly object[], options: Parameters<ClickHouse['insert']>[2]) {
          inserts += 1
          if (inserts > 2) return await clickHouse.insert(table, rows, options)
          await clickHouse.insert(table, rows, options)
          // Its token is not known any more.
          await clickHouse.insert(table, rows, { ...options, token: `${options.token} again` })
        },
      } as ClickHouse
      await maintain({ clickHouse: twice })
      await check()
      await publishDay()
      const never = { ...clickHouse, insert: async () => {} } as ClickHouse
      await maintain({ clickHouse: never })
      await maintain()
      assert.ok(warnings.splice(0).some((warning) => warning.includes(`${name} in ClickHouse is built anew`)))
      assert.notEqual((await serving()).name, name)
      await check()
    })

    it('forgets versions that no search reads', async () => {
      const { name } = await serving()
      const rows = async (table: string) =>
        (
          await clickHouse.query<{ n: number }>(sql`select count() as n from ${sqlName(`${table}_${name}`)}`)
        )[0]?.n
      for (let days = 0; days < 3; days++) {
        await publishDay()
        await maintain()
      }
      const postings = await check()
      assert.ok(((await rows('job')) ?? 0) > postings)
      for (let rounds = 0; rounds < 3; rounds++) {
        clock.advance(hourMs / 4)
        await maintain()
        assert.equal(await check(), postings)
      }
      assert.equal(await rows('job'), postings)
      assert.equal(await rows('job_end'), 0)
    })

    it('is built anew while it serves, by two publishers at once', async () => {
      const { name } = await serving()
      const names = await Promise.all([
        beginIndex(store.readModel, clickHouse),
        beginIndex(store.readModel, clickHouse),
      ])
      assert.equal(new Set(names).size, 1)
      await publishDay()
      await Promise.all([maintain(), maintain()])
      await maintain()
      await check()
      assert.deepEqual([(await serving()).name, (await serving()).name === name], [names[0], false])
      clock.advance(hourMs)
      await maintain()
      const tables = await clickHouse.query<{ name: string }>(
        sql`select name from system.tables where database = currentDatabase() and name like '%job%' order by name`,
      )
      assert.deepEqual(
        tables.map((table) => table.name),
        ['job', 'job_end', 'job_value', 'job_word'].map((table) => `${table}_${names[0]}`),
      )
    })

    it('is built anew if its tables are lost', async () => {
      const { name } = await serving()
      await clickHouse.run(sql`drop table ${sqlName(`job_${name}`)} sync`)
      await publishDay()
      await maintain()
      assert.deepEqual(await listIndexes(store.readModel), [])
      await maintain()
      await check()
      assert.notEqual((await serving()).name, name)
    })
  })
}
