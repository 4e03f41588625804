/** Adds the age to jobs. A list contains all open jobs of a board, so their time is stored once, with the board. */

import type { Kysely } from 'kysely'
import { toInstant } from '../../../core/clock.ts'
import type { JobsFreshness } from '../schema/job-posting.ts'
import {
  type JobRow,
  type JobsDatabase,
  type JobsReadModelTables,
  jobStates,
  withJobTables,
} from '../schema/tables.ts'

export const ageColumns = [
  'job.source_id',
  'job.member_id',
  'job.active',
  'job.last_seen',
  'job.seen_at',
] as const

export type AgedRow = Pick<JobRow, 'source_id' | 'member_id' | 'active' | 'last_seen' | 'seen_at' | 'doc'>

export interface AgedRows<Row> {
  /** With the public documents. */
  readonly rows: readonly Row[]
  /** Undefined if no time is known. */
  readonly freshness: JobsFreshness | undefined
}

export async function withAge<Row extends AgedRow>(
  read: Kysely<JobsReadModelTables>,
  rows: readonly Row[],
): Promise<AgedRows<Row>> {
  const listTimes = await readListTimes(read, rows)
  const capturedAt = (row: Row) => (isListed(row) ? listTimes.get(boardKey(row)) : row.seen_at) ?? null
  return {
    rows: rows.map((row) => ({ ...row, doc: toPublicDoc(row, capturedAt(row)) })),
    freshness: toFreshness(rows.map(capturedAt)),
  }
}

/** Whether the last list of its board contained the job. */
function isListed({ active, last_seen }: AgedRow): boolean {
  return active !== jobStates.closed && last_seen === null
}

async function readListTimes(
  read: Kysely<JobsReadModelTables>,
  rows: readonly AgedRow[],
): Promise<ReadonlyMap<string, number | null>> {
  const sources = [...Map.groupBy(rows.filter(isListed), (row) => row.source_id)]
  if (sources.length === 0) return new Map()
  const boards = await read
    .selectFrom('job_board')
    .select(['source_id', 'member_id', 'listed_at'])
    .where((eb) =>
      eb.or(
        sources.map(([sourceId, jobs]) =>
          eb.and([
            eb('source_id', '=', sourceId),
            eb('member_id', 'in', [...new Set(jobs.map((job) => job.member_id))]),
          ]),
        ),
      ),
    )
    .execute()
  return new Map(boards.map((board) => [boardKey(board), board.listed_at]))
}

function boardKey({ source_id, member_id }: Pick<AgedRow, 'source_id' | 'member_id'>): string {
  return `${source_id} ${member_id}`
}

/** Quotes within texts are escaped, so the name of the field occurs once. */
function toPublicDoc(row: AgedRow, capturedAt: number | null): string {
  const instant = capturedAt === null ? null : toInstant(capturedAt)
  const lastSeen = row.last_seen ?? instant?.slice(0, 10) ?? null
  const doc = row.doc.replace('"last_seen":null', `"last_seen":${JSON.stringify(lastSeen)}`)
  return `${doc.slice(0, -1)},"captured_at":${JSON.stringify(instant)}}`
}

function toFreshness(times: readonly (number | null)[]): JobsFreshness | undefined {
  const known = times.filter((time) => time !== null)
  if (known.length === 0) return undefined
  return {
    oldest_captured_at: toInstant(Math.min(...known)),
    newest_captured_at: toInstant(Math.max(...known)),
  }
}

/** The age of counts, over all boards that list jobs. */
export async function readBoardsFreshness(db: JobsDatabase): Promise<JobsFreshness | undefined> {
  const [times] = await db.prepared<{ oldest: number | null; newest: number | null }>(
    'jobs:freshness',
    (read) =>
      withJobTables(read)
        .selectFrom('job_board')
        .select(({ fn }) => [fn.min('listed_at').as('oldest'), fn.max('listed_at').as('newest')])
        .where('good_count', '>', 0)
        .where('gone_since', 'is', null),
    {},
  )
  return toFreshness([times?.oldest ?? null, times?.newest ?? null])
}
