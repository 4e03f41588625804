/** The real engine accepts the tables of the index; those of a cluster it can only parse here. */

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { ClickHouseServer, clickHouseSkip } from '../../../../test/support/store/clickhouse-server.ts'
import { openClickHouse } from '../../../store/clickhouse/clickhouse.ts'
import { sql } from '../../../store/clickhouse/sql-text.ts'
import { createIndexStatements, dropIndexStatements } from './search-index.ts'

it('the tables of the search index', { skip: clickHouseSkip }, async (t) => {
  await using server = await ClickHouseServer.start()
  await using clickHouse = await openClickHouse({ url: server.url })
  const tables = async () =>
    (
      await clickHouse.query<{ name: string }>(
        sql`select name from system.tables where database = currentDatabase() order by name`,
      )
    ).map(({ name }) => name)

  await t.test('can be made twice, and dropped', async () => {
    for (let time = 0; time < 2; time++)
      for (const statement of createIndexStatements('a1', undefined)) await clickHouse.run(statement)
    assert.deepEqual(await tables(), ['job_a1', 'job_end_a1', 'job_value_a1', 'job_word_a1'])
    for (const statement of dropIndexStatements('a1', undefined)) await clickHouse.run(statement)
    assert.deepEqual(await tables(), [])
  })

  await t.test('are replicated and distributed by posting on a cluster', async () => {
    const statements = [...createIndexStatements('a1', 'main'), ...dropIndexStatements('a1', 'main')]
    const formatted: string[] = []
    for (const { text } of statements) {
      const [row] = await clickHouse.query<{ text: string }>(sql`select formatQuery(${text}) as text`)
      formatted.push(row?.text ?? '')
    }
    const all = formatted.join('\n')
    assert.equal(all.match(/ReplicatedReplacingMergeTree|ReplicatedSummingMergeTree/g)?.length, 4)
    assert.equal(all.match(/ON CLUSTER main/g)?.length, statements.length)
    assert.match(all, /Distributed\('main', currentDatabase\(\), 'job_end_a1_local', cityHash64\(id\)\)/)
  })
})
