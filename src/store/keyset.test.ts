import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import fc from 'fast-check'
import { CompiledQuery } from 'kysely'
import { type TestDatabase, testEngines } from '../../test/support/store/test-engines.ts'
import { afterKey, keyOfRow, orderByKeyset, type SortOrder } from './keyset.ts'
import { Statement } from './statements/statement.ts'
import type { Bindable, Store } from './store.ts'
import type { NoticeRow, ReadModelTables } from './tables.ts'

const orders: Record<string, SortOrder> = {
  'by id': [{ column: 'id', direction: 'asc' }],
  'newest first, then id': [
    { column: 'published_on', direction: 'desc' },
    { column: 'id', direction: 'asc' },
  ],
  'all descending': [
    { column: 'notice.town', direction: 'desc' },
    { column: 'notice.published_on', direction: 'desc' },
    { column: 'notice.id', direction: 'desc' },
  ],
  'mixed over three columns': [
    { column: 'town', direction: 'asc' },
    { column: 'published_on', direction: 'desc' },
    { column: 'id', direction: 'asc' },
  ],
}

for (const { name, skip, borrowDatabase } of testEngines) {
  describe(`${name}: keyset pagination`, { skip }, () => {
    let testDatabase: TestDatabase
    let store: Store

    before(async () => {
      testDatabase = await borrowDatabase()
      store = await testDatabase.openStore({ role: 'worker' })
    })

    beforeEach(async () => {
      await store.readModel.transaction((tx) => tx.deleteFrom('notice').execute())
    })

    after(async () => {
      await store?.[Symbol.asyncDispose]()
      await testDatabase?.[Symbol.asyncDispose]()
    })

    async function insert(rows: readonly NoticeRow[]): Promise<void> {
      if (rows.length === 0) return
      await store.readModel.transaction((tx) =>
        tx
          .insertInto('notice')
          .values([...rows])
          .onConflict((conflict) => conflict.doNothing())
          .execute(),
      )
    }

    function page(
      order: SortOrder,
      key: readonly Bindable[] | undefined,
      size: number,
    ): Promise<NoticeRow[]> {
      let query = store.readModel.read
        .selectFrom('notice')
        .selectAll()
        .orderBy(orderByKeyset(order))
        .limit(size)
      if (key) query = query.where(afterKey(order, key))
      return query.execute()
    }

    for (const [title, order] of Object.entries(orders)) {
      it(`returns every row that existed throughout exactly once, ${title}`, async () => {
        await fc.assert(
          fc.asyncProperty(walks, async ({ lasting, steps, size }) => {
            await store.readModel.transaction((tx) => tx.deleteFrom('notice').execute())
            await insert(lasting.map((row) => notice(row, 'lasting')))
            const seen: string[] = []
            let key: Bindable[] | undefined
            for (let at = 0; ; at += 1) {
              const rows = await page(order, key, size)
              seen.push(...rows.filter((row) => row.member_id === 'lasting').map((row) => row.id))
              const last = rows.at(-1)
              if (!last) break
              key = keyOfRow(order, last)
              const step = steps[at % steps.length]
              if (step?.add) await insert([notice(step.add, 'passing')])
              if (step?.remove)
                await store.readModel.transaction((tx) =>
                  tx.deleteFrom('notice').where('member_id', '=', 'passing').execute(),
                )
            }
            const expected = await store.readModel.read
              .selectFrom('notice')
              .select('id')
              .where('member_id', '=', 'lasting')
              .orderBy(orderByKeyset(order))
              .execute()
            assert.deepEqual(
              seen,
              expected.map((row) => row.id),
            )
          }),
          { numRuns: 25 },
        )
      })

      it(`reads a page through a prepared statement, ${title}`, async () => {
        await insert(
          Array.from({ length: 30 }, (_, at) =>
            notice({ id: `n${at}`, town: `t${at % 3}`, day: at % 4 }, 'lasting'),
          ),
        )
        const all = await page(order, undefined, 100)
        const tenth = all[9]
        assert.ok(tenth)
        const key = keyOfRow(order, tenth)
        const keyParams = (param: (name: string) => Bindable) => order.map(({ column }) => param(column))
        const rows = await store.readModel.run(
          new Statement<ReadModelTables, Readonly<Record<string, Bindable>>, NoticeRow>((read, param) =>
            read
              .selectFrom('notice')
              .selectAll()
              .where(afterKey(order, keyParams(param)))
              .orderBy(orderByKeyset(order))
              .limit(param('limit') as number),
          ),
          { limit: 5, ...Object.fromEntries(order.map(({ column }, at) => [column, key[at] ?? null])) },
        )
        assert.deepEqual(
          rows.map((row) => row.id),
          all.slice(10, 15).map((row) => row.id),
        )
      })
    }

    // The plan of PostgreSQL depends on the data, so only that of SQLite is checked.
    if (name !== 'sqlite') return
    it('uses the index, without reading or sorting other rows', async () => {
      // The order of the list of notices.
      const order: SortOrder = [
        { column: 'published_on', direction: 'desc' },
        { column: 'id', direction: 'desc' },
      ]
      const query = store.readModel.read
        .selectFrom('notice')
        .selectAll()
        .where('town', '=', 'x')
        .where(afterKey(order, ['2026-11-01', 'a']))
        .orderBy(orderByKeyset(order))
        .limit(10)
      const { sql, parameters } = query.compile()
      const explain: CompiledQuery<{ detail: string }> = CompiledQuery.raw(`explain query plan ${sql}`, [
        ...parameters,
      ])
      const plan = await store.readModel.read.executeQuery(explain)
      const details = plan.rows.map((row) => row.detail).join('\n')
      assert.match(details, /USING INDEX notice_by_town \(town=\? AND \(published_on,id\)<\(\?,\?\)\)/)
      assert.doesNotMatch(details, /TEMP B-TREE/)
    })
  })
}

describe('keyset pagination', () => {
  it('rejects a key that does not match the order', () => {
    const order = orders['newest first, then id']
    assert.ok(order)
    assert.throws(() => afterKey(order, ['a']), TypeError)
    assert.throws(() => keyOfRow(order, { id: 'a' }), /not selected/)
    assert.throws(() => keyOfRow(order, { id: 'a', published_on: null }), TypeError)
  })
})

interface Spot {
  id: string
  town: string
  day: number
}

const spot = fc.record({
  id: fc.string({ minLength: 1, maxLength: 3, unit: fc.constantFrom('a', 'B', 'z', 'é', '字', '-') }),
  town: fc.constantFrom('Aach', 'aach', 'Ägeri', 'zug'),
  day: fc.integer({ min: 0, max: 4 }),
})
const walks = fc.record({
  lasting: fc.uniqueArray(spot, { selector: (row) => row.id, maxLength: 25 }),
  steps: fc.array(fc.record({ add: fc.option(spot), remove: fc.boolean() }), { minLength: 1, maxLength: 5 }),
  size: fc.integer({ min: 1, max: 4 }),
})

function notice({ id, town, day }: Spot, memberId: 'lasting' | 'passing'): NoticeRow {
  return {
    id: memberId === 'lasting' ? id : `${id}!`,
    source_id: 'gazette',
    member_id: memberId,
    town,
    category: 'roads',
    published_on: `2026-11-0${day + 1}`,
    title: id,
    hash: id,
    doc: '{}',
  }
}
