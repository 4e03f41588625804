/** Adds the age to jobs. A list contains all open jobs of a board, so their time is stored once, with the board. */

import { sql } from 'kysely'
import { toInstant } from '../../../core/clock.ts'
import { Statement } from '../../../store/statements/statement.ts'
import type { JobsFreshness } from '../schema/job-posting.ts'
import { type JobRow, type JobsDatabase, type JobsReadModelTables, jobStates } from '../schema/tables.ts'

/** The time of the last list of its board, which contains every listed job. */
const boardListedAt = sql<number | null>`(
  select job_board.listed_at from job_board
  where job_board.source_id = job.source_id and job_board.member_id = job.member_id)`

/** Whether the last list of its board contained the job. */
const isListed = sql`job.active <> ${sql.lit(jobStates.closed)} and job.last_seen is null`

/** For `addAge`: the document, and when it was last seen. */
export const agedColumns = [
  'job.id',
  'job.doc',
  'job.last_seen',
  sql<number | null>`case when ${isListed} then ${boardListedAt} else job.seen_at end`.as('captured_at'),
] as const

export type AgedRow = Pick<JobRow, 'id' | 'doc' | 'last_seen'> & { readonly captured_at: number | null }

export interface AgedRows<Row> {
  /** With the public documents. */
  readonly rows: readonly Row[]
  /** Undefined if no time is known. */
  readonly freshness: JobsFreshness | undefined
}

export function addAge<Row extends AgedRow>(rows: readonly Row[]): AgedRows<Row> {
  return {
    rows: rows.map((row) => ({ ...row, doc: withAge(row) })),
    freshness: toFreshness(rows.map(({ captured_at }) => captured_at)),
  }
}

/** Quotes within texts are escaped, so the name of the field occurs once. */
function withAge({ doc, last_seen, captured_at }: AgedRow): string {
  const instant = captured_at === null ? null : toInstant(captured_at)
  const day = last_seen ?? instant?.slice(0, 10)
  const seen = day === undefined ? doc : doc.replace('"last_seen":null', `"last_seen":"${day}"`)
  return `${seen.slice(0, -1)},"captured_at":${instant === null ? 'null' : `"${instant}"`}}`
}

function toFreshness(times: readonly (number | null)[]): JobsFreshness | undefined {
  const known = times.filter((time) => time !== null)
  if (known.length === 0) return undefined
  return {
    oldest_captured_at: toInstant(Math.min(...known)),
    newest_captured_at: toInstant(Math.max(...known)),
  }
}

const boardTimes = new Statement<
  JobsReadModelTables,
  object,
  { oldest: number | null; newest: number | null }
>((read) =>
  read
    .selectFrom('job_board')
    .select(({ fn }) => [fn.min('listed_at').as('oldest'), fn.max('listed_at').as('newest')])
    .where('good_count', '>', 0)
    .where('gone_since', 'is', null),
)

/** The age of counts, over all boards that list jobs. */
export async function readBoardsFreshness(db: JobsDatabase): Promise<JobsFreshness | undefined> {
  const [times] = await db.run(boardTimes, {})
  return toFreshness([times?.oldest ?? null, times?.newest ?? null])
}
