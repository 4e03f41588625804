import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { type TestDatabase, testEngines } from '../../../test/support/store/test-engines.ts'
import type { Store } from '../store.ts'
import type { LedgerTables } from '../tables.ts'
import { Statement } from './statement.ts'

type Names = { readonly name: string }[]

for (const { name: engine, skip, borrowDatabase } of testEngines) {
  describe(`${engine}: a statement`, { skip }, () => {
    let database: TestDatabase
    let store: Store

    before(async () => {
      database = await borrowDatabase()
      store = await database.openStore({ role: 'worker' })
      await store.ledger.transaction(async (tx) => {
        const rows = ['a', 'b', 'c'].map((name, at) => ({ name, holder: 'h', expires_at: at }))
        await tx.insertInto('lease').values(rows).execute()
      })
    })

    after(async () => {
      await store?.[Symbol.asyncDispose]()
      await database?.[Symbol.asyncDispose]()
    })

    const names = (rows: Names) => rows.map(({ name }) => name)

    it('is not mistaken for another that is built by the same function', async () => {
      const orderedBy = (direction: 'asc' | 'desc') =>
        new Statement<LedgerTables, { limit: number }, Names[number]>((read, param) =>
          read.selectFrom('lease').select('name').orderBy('name', direction).limit(param('limit')),
        )
      const [first, last] = [orderedBy('asc'), orderedBy('desc')]
      assert.deepEqual(names(await store.ledger.run(first, { limit: 1 })), ['a'])
      assert.deepEqual(names(await store.ledger.run(last, { limit: 1 })), ['c'])
    })

    it('has one text for each set of values, and is built once for it', async () => {
      let built = 0
      const leases = new Statement<
        LedgerTables,
        { from?: number; not?: string; limit: number },
        Names[number]
      >((read, param, { has }) => {
        built += 1
        let query = read.selectFrom('lease').select('name').orderBy('name').limit(param('limit'))
        if (has('from')) query = query.where('expires_at', '>=', param('from'))
        if (has('not')) query = query.where('name', '<>', param('not'))
        return query
      })
      const run = async (values: { from?: number; not?: string; limit: number }) =>
        names(await store.ledger.run(leases, values))
      assert.deepEqual(await run({ limit: 9 }), ['a', 'b', 'c'])
      assert.deepEqual(await run({ limit: 2 }), ['a', 'b'])
      assert.deepEqual(await run({ from: 1, limit: 9 }), ['b', 'c'])
      assert.deepEqual(await run({ from: 2, limit: 9 }), ['c'])
      assert.deepEqual(await run({ not: 'b', limit: 9 }), ['a', 'c'])
      assert.equal(built, 3)
      const inSnapshot = await store.ledger.snapshot((read) => leases.runIn(read, { from: 1, limit: 1 }))
      assert.deepEqual(names(inSnapshot), ['b'])
      assert.equal(built, 3)
    })

    it('leaves a plan in the database only if there are not too many', {
      skip: engine === 'sqlite' && 'it has no plans by name',
    }, async () => {
      await using single = await database.openStore({ role: 'worker', poolMax: 1 })
      for (let n = 0; n < 600; n += 1) {
        const statement = new Statement<LedgerTables, object, Names[number]>(
          () => sql`select name from lease where expires_at = ${sql.lit(n)}`,
        )
        assert.equal((await single.ledger.run(statement, {})).length, n < 3 ? 1 : 0)
      }
      const { rows } = await sql<{ plans: number }>`
        select count(*)::integer as plans from pg_prepared_statements`.execute(single.ledger.read)
      assert.deepEqual(rows, [{ plans: 500 }])
    })

    it('throws when a value is missing', async () => {
      const byName = new Statement<LedgerTables, { name?: string }, Names[number]>((read, param) =>
        read.selectFrom('lease').select('name').where('name', '=', param('name')),
      )
      await assert.rejects(store.ledger.run(byName, {}), TypeError)
    })
  })
}
