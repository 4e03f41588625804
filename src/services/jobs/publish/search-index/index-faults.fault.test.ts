/** The search index while ClickHouse is slow or full, merges late, clocks differ, and nodes are killed or publish at once. */

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { random } from '../../../../../sandbox/random.ts'
import { FakeClock } from '../../../../../test/support/fake-clock.ts'
import { assertSameIndex } from '../../../../../test/support/jobs/index-differences.ts'
import { firstDay, publishRandomDay } from '../../../../../test/support/jobs/random-day.ts'
import { projectRoot } from '../../../../../test/support/project-root.ts'
import { ClickHouseServer, clickHouseSkip } from '../../../../../test/support/store/clickhouse-server.ts'
import { type TestDatabase, testEngines } from '../../../../../test/support/store/test-engines.ts'
import { type Clock, systemClock } from '../../../../core/clock.ts'
import { Failure } from '../../../../core/errors.ts'
import { type ClickHouse, openClickHouse } from '../../../../store/clickhouse/clickhouse.ts'
import { type SqlText, sql } from '../../../../store/clickhouse/sql-text.ts'
import type { Store } from '../../../../store/store.ts'
import { indexTables } from '../../schema/search-index.ts'
import { beginIndex, listIndexes } from './create-index.ts'
import { maintainIndexes } from './maintain-indexes.ts'

const kills = Number(process.env.KILL_ROUNDS ?? 4)
const hourMs = 3_600_000
const program = join(projectRoot, 'test/support/programs/index-publisher.ts')

const isUnavailable = (thrown: unknown) => thrown instanceof Failure && thrown.code === 'store_unavailable'

for (const engine of testEngines) {
  describe(`faults of the search index of ${engine.name}`, { skip: engine.skip || clickHouseSkip }, () => {
    let server: ClickHouseServer
    let clickHouse: ClickHouse
    let place: TestDatabase
    let store: Store
    let day = 0

    before(async () => {
      server = await ClickHouseServer.start()
      clickHouse = await openClickHouse({ url: server.url })
      place = await engine.borrowDatabase()
      store = await place.openStore({ role: 'worker' })
      await publishDay()
      await maintain()
    })
    after(async () => {
      await store?.[Symbol.asyncDispose]()
      await place?.[Symbol.asyncDispose]()
      await clickHouse?.[Symbol.asyncDispose]()
      await server?.[Symbol.asyncDispose]()
    })

    const publishDay = () => publishRandomDay(store, ++day)
    const check = () => assertSameIndex(store.readModel, clickHouse)
    async function maintain(clock: Clock = systemClock, other = clickHouse) {
      const { signal } = new AbortController()
      while (await maintainIndexes({ db: store.readModel, clickHouse: other, clock, signal }));
    }
    const servingTables = async (): Promise<SqlText[]> => {
      const serving = (await listIndexes(store.readModel)).find(({ state }) => state === 'serving')
      return Object.values(indexTables(serving?.name ?? assert.fail()))
    }

    it('waits while ClickHouse is full or slow, and is right afterwards', async () => {
      await using hasty = await openClickHouse({ url: server.url, timeoutMs: 2_000 })
      const full = 'Code: 243. DB::Exception: no space (NOT_ENOUGH_SPACE)'
      const faults = [
        { text: 'INSERT INTO job_', times: 1, error: full },
        { text: 'insert into job_word', times: 1, error: full },
        { text: 'groupBitXor', times: 1, delayMs: 3_000 },
      ]
      for (const fault of faults) {
        await publishDay()
        await server.setFaults(fault)
        await assert.rejects(maintain(systemClock, hasty), isUnavailable, fault.text)
        await server.setFaults()
        await maintain()
        await check()
      }
    })

    it('has no posting twice when the responses of inserts are lost', async () => {
      for (const text of ['INSERT INTO job_end', 'INSERT INTO job_', 'insert into job_word']) {
        await publishDay()
        await server.setFaults({ text, times: 2, loseResponse: true })
        // Inserts of rows are repeated at once, other statements with the next round.
        await maintain().catch((thrown) => assert.ok(isUnavailable(thrown)))
        await server.setFaults()
        await maintain()
        await check()
      }
    })

    it('is the same before and after its parts are merged', async () => {
      await clickHouse.run(sql`system stop merges`)
      for (let days = 0; days < 4; days++) {
        await publishDay()
        await maintain()
        await check()
      }
      await clickHouse.run(sql`system start merges`)
      for (const table of await servingTables()) await clickHouse.run(sql`optimize table ${table} final`)
      await check()
    })

    it('is right when the clocks of the nodes that publish are apart', async () => {
      const clocks = [0, 6 * hourMs, -6 * hourMs].map((skew) => new FakeClock(firstDay + skew))
      for (let round = 0; round < 9; round++) {
        await publishDay()
        await maintain(clocks[round % clocks.length])
        await check()
        for (const clock of clocks) clock.advance(hourMs / 4)
      }
    })

    /** Another process that publishes to the index. */
    function startNode() {
      const database = place.storeOptions
      const child = spawn(
        process.execPath,
        [program, JSON.stringify({ database, clickHouseUrl: server.url })],
        {
          stdio: ['ignore', 'pipe', 'inherit'],
        },
      )
      return { child, started: once(child.stdout, 'data'), ended: once(child, 'exit') }
    }

    it(`loses nothing when a node is killed at ${kills} moments`, { timeout: 3_600_000 }, async () => {
      const chance = random('node kills', engine.name)
      let interrupted = 0
      for (let round = 0; round < kills; round++) {
        await publishDay()
        if (round % 3 === 2) await beginIndex(store.readModel, clickHouse)
        const { child, started, ended } = startNode()
        await started
        await systemClock.sleep(chance.int(0, 400))
        child.kill('SIGKILL')
        const [, signal] = await ended
        if (signal !== null) interrupted += 1
        await maintain()
        await check()
      }
      assert.ok(interrupted > 0, 'every node had ended before it was killed')
    })

    it('is built anew by two nodes at once', async () => {
      await publishDay()
      const name = await beginIndex(store.readModel, clickHouse)
      const nodes = [startNode(), startNode()]
      for (const { ended } of nodes) await ended
      await maintain()
      await check()
      const serving = (await listIndexes(store.readModel)).find(({ state }) => state === 'serving')
      assert.equal(serving?.name, name)
    })

    it('is built anew for a read model of another version', async () => {
      const before = await servingTables()
      await store[Symbol.asyncDispose]()
      await place.deleteReadModel()
      store = await place.openStore({ role: 'worker' })
      await publishDay()
      await maintain()
      assert.ok((await check()) > 200)
      assert.notDeepEqual(await servingTables(), before)
    })
  })
}
