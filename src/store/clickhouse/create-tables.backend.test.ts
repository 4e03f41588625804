/** The real engine accepts tables whose rows have a version; those of a cluster it can only parse here. */

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { ClickHouseServer, clickHouseSkip } from '../../../test/support/store/clickhouse-server.ts'
import { openClickHouse } from './clickhouse.ts'
import { createStatements, dropStatements, localTable, type TableDefinition } from './create-tables.ts'
import { sql, sqlName } from './sql-text.ts'

const table: TableDefinition = {
  name: sqlName('t'),
  columns: sql`id String, at Int64, kept_at Int64`,
  engine: 'ReplacingMergeTree',
  version: sql`kept_at`,
  order: sql`id`,
  partition: sql`toYYYYMM(fromUnixTimestamp64Milli(at, 'UTC'))`,
  shardKey: sql`cityHash64(id)`,
}

it('a table with versions', { skip: clickHouseSkip }, async (t) => {
  await using server = await ClickHouseServer.start()
  await using clickHouse = await openClickHouse({ url: server.url })

  await t.test('has the row with the greatest one, whenever it was inserted', async () => {
    for (const statement of createStatements(table, undefined)) await clickHouse.run(statement)
    for (const kept_at of [1, 3, 2])
      await clickHouse.insert('t', [{ id: 'a', at: 0, kept_at }], { token: `${kept_at}` })
    await clickHouse.run(sql`optimize table t final`)
    assert.deepEqual(await clickHouse.query(sql`select kept_at from t`), [{ kept_at: 3 }])
    for (const statement of dropStatements(table, undefined)) await clickHouse.run(statement)
  })

  await t.test('is replicated with them on a cluster, and loses partitions on each server', async () => {
    const statements = [
      ...createStatements(table, 'main'),
      sql`alter table ${localTable(table.name, 'main')} drop partition ${202601}`,
    ]
    const formatted: string[] = []
    for (const { text } of statements) {
      const [row] = await clickHouse.query<{ text: string }>(sql`select formatQuery(${text}) as text`)
      formatted.push(row?.text ?? '')
    }
    const [local, distributed, drop] = formatted
    assert.match(
      local ?? '',
      /ReplicatedReplacingMergeTree\('\/clickhouse\/tables\/\{shard\}\/\{database\}\/t_local', '\{replica\}', kept_at\)/,
    )
    assert.match(distributed ?? '', /Distributed\('main', currentDatabase\(\), 't_local', cityHash64\(id\)\)/)
    assert.match(drop ?? '', /ALTER TABLE t_local ON CLUSTER main/)
  })
})
