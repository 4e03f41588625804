/** Adds the age to jobs. A list contains all open jobs of a board, so their time is stored once, with the board. */

import { sql } from 'kysely'
import { toInstant } from '../../../core/clock.ts'
import { Statement } from '../../../store/statements/statement.ts'
import { type DocRow, docText, openDoc, parseDocText, type Sighting } from '../encoding/packed-doc.ts'
import type { JobsFreshness } from '../schema/job-posting.ts'
import { type JobRow, type JobsDatabase, type JobsReadModelTables, jobStates } from '../schema/tables.ts'

/** The time of the last list of its board, which contains every listed job. */
const boardListedAt = sql<number | null>`(
  select job_board.listed_at from job_board
  where job_board.source_id = job.source_id and job_board.member_id = job.member_id)`

/** Whether the last list of its board contained the job. */
const isListed = sql`job.active <> ${sql.lit(jobStates.closed)} and job.last_seen is null`

/** For `toAgedRow`: the document, and when it was last seen. */
export const ageColumns = [
  docText.as('doc_text'),
  sql<number | null>`case when ${isListed} then ${boardListedAt} else job.seen_at end`.as('captured_at'),
] as const

export interface AgeColumns {
  readonly doc_text: string
  readonly captured_at: number | null
}

export type AgedRow = DocRow & Pick<JobRow, 'last_seen'> & { readonly captured_at: number | null }

export function toAgedRow({ doc_text, captured_at }: AgeColumns): AgedRow {
  return { ...parseDocText(doc_text), captured_at }
}

export interface AgedRows<Row> {
  /** With the public documents. */
  readonly rows: readonly Row[]
  /** Undefined if no time is known. */
  readonly freshness: JobsFreshness | undefined
}

/** Opens the documents of the rows, which the caller has just read. */
export function addAge<Row extends AgedRow>(rows: readonly Row[]): AgedRows<Row> {
  return {
    rows: rows.map((row) => Object.assign(row, { doc: openDoc(row, sightingOf(row)) })),
    freshness: toFreshness(rows.map(({ captured_at }) => captured_at)),
  }
}

function sightingOf({ last_seen, captured_at }: AgedRow): Sighting {
  const instant = captured_at === null ? null : toInstant(captured_at)
  return { day: last_seen ?? instant?.slice(0, 10) ?? null, instant }
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
