/** A search index with job postings in ClickHouse: some are published, the rest are copies made by ClickHouse itself. */

import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock } from '../../src/core/clock.ts'
import { publishRevision } from '../../src/services/jobs/publish/search-index/index-publisher.ts'
import { maintainIndexes } from '../../src/services/jobs/publish/search-index/maintain-indexes.ts'
import { dayFieldNames, dictionaryFieldNames, slotsPerBlock } from '../../src/services/jobs/schema/block.ts'
import { type ReadableIndex, readServingIndex } from '../../src/services/jobs/schema/index-state.ts'
import { indexTables } from '../../src/services/jobs/schema/search-index.ts'
import { withJobTables } from '../../src/services/jobs/schema/tables.ts'
import type { ClickHouse } from '../../src/store/clickhouse/clickhouse.ts'
import { joinSql, type SqlText, sql, sqlName } from '../../src/store/clickhouse/sql-text.ts'
import type { Store } from '../../src/store/store.ts'

/** So many are published; the rest are copies. */
export const indexedMax = 20_000
/** Rows per insert. */
const insertMax = 500_000
/** Beyond the number of any version that is published, and still below 2 ** 53. */
const copiedRows = 2 ** 40
const endedRows = 2 ** 52
const spareBlocks = 4
/** With words and descriptions, ten million postings would take 9 GB, and an hour. */
export const withWordsMax = 1_000_000
const wordColumns = ['words', 'stems', 'lights', 'fields', 'tokens', 'text']
const withoutWords = Object.fromEntries(wordColumns.map((column) => [column, sql`[]`]))
const insertMsMax = 20 * 60_000

export async function publishAll({ readModel: db }: Store, clickHouse: ClickHouse): Promise<void> {
  const { signal } = new AbortController()
  while (await maintainIndexes({ db, clickHouse, clock: systemClock, signal }));
}

/** What has changed since, without the cleaning that may follow. */
export async function publishChanges(store: Store, clickHouse: ClickHouse): Promise<void> {
  const { signal } = new AbortController()
  const { name } = await servingIndex(store)
  while (await publishRevision({ db: store.readModel, clickHouse, clock: systemClock, signal }, name));
}

async function servingIndex({ readModel }: Store): Promise<ReadableIndex> {
  const index = await readModel.snapshot((read) => readServingIndex(withJobTables(read)))
  if (index === undefined) throw new Error('the index is not complete')
  return index
}

/** `store` has `published` postings, all of which are published; afterwards the index has `postings`, and `ended` earlier versions. */
export async function growIndex(
  store: Store,
  clickHouse: ClickHouse,
  { published, postings, ended }: { published: number; postings: number; ended: number },
): Promise<void> {
  const index = await servingIndex(store)
  // Postings that are published later have other slots.
  const blocks = Math.ceil(published / slotsPerBlock) + spareBlocks
  const copies = Math.round(postings / published)
  const perInsert = Math.floor(insertMax / published)
  for (let from = 1; from < copies; from += perInsert) {
    const size = Math.min(perInsert, copies - from)
    await copyRows(clickHouse, index, sql`numbers(${from}, ${size})`, {
      row: sql`row + number * ${copiedRows}`,
      id: sql`concat('jp_', ${letter(sql`intDiv(number, 1024)`)}, ${letter(sql`intDiv(number, 32) % 32`)}, ${letter(sql`number % 32`)}, substring(id, 4, 17))`,
      slot: sql`slot + number * ${slotsPerBlock * blocks}`,
      ...(postings > withWordsMax ? withoutWords : {}),
    })
  }
  await endVersions(clickHouse, index, ended)
  const { jobWord } = indexTables(index.name)
  const counts = sql`insert into ${jobWord} select word, stem, light, n * ${copies - 1} from ${jobWord}`
  await clickHouse.run(counts, { timeoutMs: insertMsMax })
}

async function endVersions(clickHouse: ClickHouse, index: ReadableIndex, ended: number): Promise<void> {
  const { job, jobEnd } = indexTables(index.name)
  await copyRows(
    clickHouse,
    index,
    sql`numbers(${Math.ceil(ended / indexedMax)})`,
    { row: sql`row + number * ${copiedRows} + ${endedRows}`, ...withoutWords },
    ended,
  )
  const ends = sql`insert into ${jobEnd} select row, id, ${index.revision} from ${job} where row >= ${endedRows}`
  await clickHouse.run(ends, { timeoutMs: insertMsMax })
}

const columns = [
  ...[
    'row',
    'revision',
    'id',
    'slot',
    'state',
    ...dictionaryFieldNames,
    ...dayFieldNames,
    'pay_max',
    'title',
  ],
  ...['title_length', 'company_length', ...wordColumns],
]

/** Copies the rows that were published, once for each `number`. */
async function copyRows(
  clickHouse: ClickHouse,
  { name }: ReadableIndex,
  numbers: SqlText,
  changed: Readonly<Record<string, SqlText>>,
  limit = Number.MAX_SAFE_INTEGER,
): Promise<void> {
  const { job } = indexTables(name)
  const names = joinSql(columns.map(sqlName), ', ')
  const values = joinSql(
    columns.map((column) => changed[column] ?? sqlName(column)),
    ', ',
  )
  const copied = sql`insert into ${job} (${names}) select ${values} from ${job} cross join ${numbers} as copies
    where row < ${copiedRows} limit ${limit}`
  await clickHouse.run(copied, { timeoutMs: insertMsMax })
}

function letter(number: SqlText): SqlText {
  return sql`substring('abcdefghijklmnopqrstuvwxyz234567', 1 + ${number}, 1)`
}

/** Until the engine has merged the parts that were inserted, or a minute has passed. */
export async function waitForMerges(clickHouse: ClickHouse): Promise<void> {
  for (let left = 60; left > 0; left--) {
    const [row] = await clickHouse.query<{ n: number }>(sql`select count() as n from system.merges`)
    if (row?.n === 0) return
    await sleep(1000)
  }
}
