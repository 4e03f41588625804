/** Adds the age to jobs. A list contains all open jobs of a board, so their time is stored once, with the board. */

import { sql } from 'kysely'
import { toInstant } from '../../../core/clock.ts'
import { type DocRow, docColumns, openDoc } from '../encoding/packed-doc.ts'
import type { JobsFreshness } from '../schema/job-posting.ts'
import { type JobRow, type JobsDatabase, jobStates, withJobTables } from '../schema/tables.ts'

/** The time of the last list of its board, which contains every listed job. */
const boardListedAt = sql<number | null>`(
  select job_board.listed_at from job_board
  where job_board.source_id = job.source_id and job_board.member_id = job.member_id)`

/** For `addAge`: the document, and when it was last seen. */
export const ageColumns = [
  ...docColumns,
  'job.last_seen',
  'job.seen_at',
  boardListedAt.as('listed_at'),
] as const

export type AgedRow = DocRow &
  Pick<JobRow, 'last_seen' | 'seen_at'> & {
    readonly listed_at: number | null
  }

export interface AgedRows<Row> {
  /** With the public documents. */
  readonly rows: readonly Row[]
  /** Undefined if no time is known. */
  readonly freshness: JobsFreshness | undefined
}

/** Opens the documents of the rows, which the caller has just read. */
export function addAge<Row extends AgedRow>(rows: readonly Row[]): AgedRows<Row> {
  const times = rows.map(capturedAt)
  return {
    rows: rows.map((row, at) => Object.assign(row, { doc: toPublicDoc(row, times[at] ?? null) })),
    freshness: toFreshness(times),
  }
}

function capturedAt(row: AgedRow): number | null {
  return isListed(row) ? row.listed_at : row.seen_at
}

/** Whether the last list of its board contained the job. */
function isListed({ active, last_seen }: AgedRow): boolean {
  return active !== jobStates.closed && last_seen === null
}

/** Quotes within texts are escaped, so the name of the field occurs once. */
function toPublicDoc(row: AgedRow, capturedAt: number | null): string {
  const instant = capturedAt === null ? null : toInstant(capturedAt)
  const lastSeen = row.last_seen ?? instant?.slice(0, 10) ?? null
  const doc = openDoc(row).replace('"last_seen":null', `"last_seen":${JSON.stringify(lastSeen)}`)
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
