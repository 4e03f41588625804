/** Compares a search index with the read model that it was made of. */

import assert from 'node:assert/strict'
import { readValues, readVersions } from '../../../src/services/jobs/publish/search-index/read-versions.ts'
import { readServingIndex } from '../../../src/services/jobs/schema/index-state.ts'
import { indexTables } from '../../../src/services/jobs/schema/search-index.ts'
import { type JobsDatabase, withJobTables } from '../../../src/services/jobs/schema/tables.ts'
import { isBegun, isNotEnded } from '../../../src/services/jobs/schema/visible-versions.ts'
import type { ClickHouse } from '../../../src/store/clickhouse/clickhouse.ts'
import { sql } from '../../../src/store/clickhouse/sql-text.ts'

/** Throws unless searches see each posting once, as it is now, its words are counted, and its codes have their values. Returns the number of postings. */
export async function assertSameIndex(db: JobsDatabase, clickHouse: ClickHouse): Promise<number> {
  const [index, expected] = await db.snapshot(async (anyRead) => {
    const read = withJobTables(anyRead)
    const slots = await read.selectFrom('job').select('slot').execute()
    const versions = await readVersions(
      read,
      slots.map(({ slot }) => Number(slot)),
    )
    return [await readServingIndex(read), versions] as const
  })
  assert.ok(index, 'no index is complete')
  const { job, jobWord, jobValue } = indexTables(index.name)
  const found = await clickHouse.query<{ id: string; pay_max: number | null }>(
    sql`select * except (row, revision) from ${job} prewhere ${isBegun(index)} where ${isNotEnded(index)} order by id`,
  )
  const sorted = expected
    .map((version) => ({ pay_max: null, ...version }))
    .sort((one, other) => (one.id < other.id ? -1 : 1))
  assert.equal(found.length, sorted.length)
  assert.deepEqual(
    found.map((row) => Object.fromEntries(Object.entries(row).sort())),
    sorted.map((row) => Object.fromEntries(Object.entries(row).sort())),
  )
  const counted = await clickHouse.query<{ word: string; n: number }>(
    sql`select word, sum(n) as n from ${jobWord} group by word having sum(n) <> 0`,
  )
  const counts = new Map<string, number>()
  for (const { words } of expected)
    for (const word of words) if (word !== '') counts.set(word, (counts.get(word) ?? 0) + 1)
  assert.deepEqual(new Map(counted.map(({ word, n }) => [word, n])), counts)
  assert.deepEqual(
    await clickHouse.query(sql`select distinct * from ${jobValue} order by code`),
    await db.snapshot((read) => readValues(withJobTables(read), 0, 1_000_000)),
  )
  return found.length
}
