/**
 * Brings a search index up to date with the read model, one revision after the other. Whatever is interrupted is begun again
 * with another revision: nothing is read before it has been counted in ClickHouse.
 */

import type { Transaction } from 'kysely'
import { joinSql, type SqlText, sql } from '../../../../store/clickhouse/sql-text.ts'
import type { ReadModelTables } from '../../../../store/tables.ts'
import { type IndexRow, readIndexes } from '../../schema/index-state.ts'
import { type IndexedEnd, type IndexTables, indexTables } from '../../schema/search-index.ts'
import { type JobsTables, type JobsTransaction, withJobTables } from '../../schema/tables.ts'
import { isBegun, isNotEnded } from '../../schema/visible-versions.ts'
import { beginRevision, endRevision, noteCounted } from './index-revisions.ts'
import type { PublishContext } from './publish-context.ts'
import { type IndexBatch, readBatch } from './read-batch.ts'
import { readValues, readVersions } from './read-versions.ts'

/** Postings per insert, and per revision. */
const blockMax = 5_000
const revisionMax = 4 * blockMax
/** What was inserted was not what arrived; more often than this, something else is wrong. */
const attemptsMax = 3
/** The numbers of versions are below 2 ** 53. */
const versionsPerRevision = 2 ** 20

/** What arrives is not what is inserted: its revisions were used before, by a read model that has been restored since. */
export class IndexBroken extends Error {}

/** Publishes one revision. Returns whether there may be more to publish. */
export async function publishRevision(context: PublishContext, name: string): Promise<boolean> {
  const { db } = context
  for (let attempt = 1; ; attempt++) {
    context.signal.throwIfAborted()
    const index = (await readIndexes(withJobTables(db.read))).find((each) => each.name === name)
    if (index === undefined || index.state === 'retired') return false
    await countWords(context, index)
    const batch = await readBatch(db, index, revisionMax)
    if (batch === undefined) return false
    const problem = await publishBatch(context, index, batch)
    if (problem === undefined) return batch.hasMore
    if (attempt === attemptsMax) throw new IndexBroken(problem)
  }
}

/** Returns what is wrong with what has arrived. */
async function publishBatch(
  context: PublishContext,
  index: IndexRow,
  batch: IndexBatch,
): Promise<string | undefined> {
  const { db, clock, signal } = context
  const { name } = index
  const revision = await db.transaction((tx) => beginRevision(jobTables(tx), index, clock.now()), signal)
  const tables = indexTables(name)
  const ends = await insertEnds(context, index, revision, batch)
  const rows = await insertVersions(context, tables, revision, batch)
  // Last: versions have no codes beyond those that there are by then.
  await insertValues(context, tables)
  const problem =
    (await findProblem(context, tables.job, revision, rows)) ??
    (await findProblem(context, tables.jobEnd, revision, ends))
  if (problem !== undefined) return problem
  await db.transaction(
    (tx) =>
      endRevision(jobTables(tx), db.dialect, {
        name,
        revision,
        slots: batch.changes,
        filledSlots: batch.filledSlots,
        isComplete: index.state === 'filling' && !batch.hasMore,
        now: clock.now(),
      }),
    signal,
  )
  await countWords(context, { ...index, readable_revision: revision })
  return undefined
}

/** The versions that are read now of the postings of a batch. */
async function insertEnds(
  context: PublishContext,
  index: IndexRow,
  revision: number,
  { slots }: IndexBatch,
): Promise<Inserted> {
  const { clickHouse, signal } = context
  const { name, readable_revision } = index
  const { job, jobEnd } = indexTables(name)
  const abandoned = await readAbandoned(context, index)
  const readable = { name, revision: readable_revision, abandoned }
  const ended = await clickHouse.query<Pick<IndexedEnd, 'row' | 'id'>>(
    sql`select row, id from ${job} prewhere slot in ${slots} and ${isBegun(readable)} where ${isNotEnded(readable)}`,
    { signal },
  )
  const inserted = new Inserted()
  for (let at = 0; at < ended.length; at += blockMax) {
    const ends = ended.slice(at, at + blockMax).map(({ row, id }): IndexedEnd => ({ row, id, revision }))
    await clickHouse.insert(jobEnd.text, ends, { token: `${revision}/${at}`, signal })
    inserted.add(ends)
  }
  return inserted
}

async function insertVersions(
  { db, clickHouse, signal }: PublishContext,
  { job }: IndexTables,
  revision: number,
  { slots }: IndexBatch,
): Promise<Inserted> {
  const inserted = new Inserted()
  for (let at = 0; at < slots.length; at += blockMax) {
    const versions = await db.snapshot((read) =>
      readVersions(withJobTables(read), slots.slice(at, at + blockMax)),
    )
    const first = revision * versionsPerRevision + at
    const rows = versions.map((version, offset) => ({ ...version, row: first + offset, revision }))
    if (rows.length > 0) await clickHouse.insert(job.text, rows, { token: `${revision}/${at}`, signal })
    inserted.add(rows)
  }
  return inserted
}

/** The values that the index does not have yet. */
async function insertValues(
  { db, clickHouse, signal }: PublishContext,
  { jobValue }: IndexTables,
): Promise<void> {
  const [found] = await clickHouse.query<{ last: number }>(sql`select max(code) as last from ${jobValue}`, {
    signal,
  })
  for (let last = found?.last ?? 0; ; ) {
    const values = await db.snapshot((read) => readValues(withJobTables(read), last, blockMax))
    const newest = values.at(-1)
    if (newest === undefined) return
    const token = `values/${last}-${newest.code}`
    await clickHouse.insert(jobValue.text, values, { token, signal })
    last = newest.code
  }
}

/** What was inserted, to be compared with what has arrived. */
class Inserted {
  count = 0
  checksum = 0n

  add(rows: readonly { readonly row: number }[]): void {
    this.count += rows.length
    for (const { row } of rows) this.checksum ^= BigInt(row)
  }
}

async function findProblem(
  { clickHouse, signal }: PublishContext,
  table: SqlText,
  revision: number,
  { count, checksum }: Inserted,
): Promise<string | undefined> {
  const [found] = await clickHouse.query<{ rows: number; distinct: number; checksum: number }>(
    sql`select count() as rows, uniqExact(row) as distinct, groupBitXor(row) as checksum
      from ${table} where revision = ${revision}`,
    { signal },
  )
  const isRight = found?.rows === count && found.distinct === count && BigInt(found.checksum) === checksum
  return isRight
    ? undefined
    : `${found?.rows} rows of ${count} in ${table.text}, ${found?.distinct} of them distinct`
}

/** Counts the words of revisions that are read, and only those. Once per revision, also if it is interrupted. */
async function countWords(context: PublishContext, index: IndexRow): Promise<void> {
  const { db, clickHouse, signal } = context
  const { name, counted_revision, readable_revision } = index
  if (counted_revision >= readable_revision) return
  const { job, jobEnd, jobWord } = indexTables(name)
  const abandoned = new Set(await readAbandoned(context, index))
  for (let revision = counted_revision + 1; revision <= readable_revision; revision++) {
    if (abandoned.has(revision)) continue
    const ofVersions = (n: number, condition: SqlText) =>
      sql`select arrayJoin(arrayZip(words, stems, lights)) as one, ${n} as n from ${job} where ${condition}`
    const all = joinSql(
      [
        ofVersions(1, sql`revision = ${revision}`),
        ofVersions(-1, sql`row in (select row from ${jobEnd} where revision = ${revision})`),
      ],
      ' union all ',
    )
    const counted = sql`insert into ${jobWord} (word, stem, light, n)
      select one.1, one.2, one.3, sum(n) from (${all}) where one.1 <> '' group by one having sum(n) <> 0`
    await clickHouse.run(counted, { token: `words/${revision}`, signal })
    await db.transaction((tx) => noteCounted(jobTables(tx), index, revision), signal)
  }
}

/** Of the revisions that are read, those that were given up. */
async function readAbandoned({ db }: PublishContext, { name }: IndexRow): Promise<number[]> {
  const rows = await withJobTables(db.read)
    .selectFrom('job_index_revision')
    .select('revision')
    .where('name', '=', name)
    .where('state', '=', 'abandoned')
    .execute()
  return rows.map(({ revision }) => Number(revision))
}

function jobTables(tx: Transaction<ReadModelTables>): JobsTransaction {
  return tx.withTables<JobsTables>() as JobsTransaction
}
