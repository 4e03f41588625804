/** Reads and writes the state of a board between syncs. */

import { toInstant } from '../../../core/clock.ts'
import { Statement } from '../../../store/statements/statement.ts'
import type { WriteBatch } from '../../../sync/source.ts'
import type { JobBoardRow, JobsReadModelTables, JobsTransaction } from '../schema/tables.ts'
import { type BoardState, type ListingAssessment, newBoard } from './assess-listing.ts'

interface StoredBoard {
  readonly board: BoardState
  readonly goodDay: string | null
  readonly listedAt: number | null
}

const read = new Statement<
  JobsReadModelTables,
  { readonly source: string; readonly member: string },
  JobBoardRow
>((db, param) =>
  db
    .selectFrom('job_board')
    .selectAll()
    .where('source_id', '=', param('source'))
    .where('member_id', '=', param('member')),
)

export async function readBoard(
  tx: JobsTransaction,
  sourceId: string,
  memberId: string,
): Promise<StoredBoard> {
  const [row] = await read.runIn(tx, { source: sourceId, member: memberId })
  if (row === undefined) return { board: newBoard, goodDay: null, listedAt: null }
  const board = {
    goodCount: row.good_count,
    heldCount: row.held_count,
    zeroDays: row.zero_days,
    zeroDay: row.zero_day,
    goneSince: row.gone_since,
  }
  return { board, goodDay: row.good_day, listedAt: row.listed_at }
}

interface AssessedBoard {
  readonly assessment: ListingAssessment
  readonly reason: string | null
  readonly goodDay: string | null
  readonly listedAt: number | null
  readonly attemptedAt: number
}

const save = new Statement<JobsReadModelTables, Pick<JobBoardRow, keyof JobBoardRow>>((db, param) =>
  db
    .insertInto('job_board')
    .values({
      source_id: param('source_id'),
      member_id: param('member_id'),
      state: param('state'),
      reason: param('reason'),
      good_count: param('good_count'),
      good_day: param('good_day'),
      listed_at: param('listed_at'),
      held_count: param('held_count'),
      zero_days: param('zero_days'),
      zero_day: param('zero_day'),
      gone_since: param('gone_since'),
      attempted_at: param('attempted_at'),
    })
    .onConflict((conflict) =>
      conflict.columns(['source_id', 'member_id']).doUpdateSet((row) => ({
        state: row.ref('excluded.state'),
        reason: row.ref('excluded.reason'),
        good_count: row.ref('excluded.good_count'),
        good_day: row.ref('excluded.good_day'),
        listed_at: row.ref('excluded.listed_at'),
        held_count: row.ref('excluded.held_count'),
        zero_days: row.ref('excluded.zero_days'),
        zero_day: row.ref('excluded.zero_day'),
        gone_since: row.ref('excluded.gone_since'),
        attempted_at: row.ref('excluded.attempted_at'),
      })),
    ),
)

export async function saveBoard(
  tx: JobsTransaction,
  sourceId: string,
  memberId: string,
  { assessment: { state, next }, reason, goodDay, listedAt, attemptedAt }: AssessedBoard,
): Promise<void> {
  await save.runIn(tx, {
    source_id: sourceId,
    member_id: memberId,
    state,
    reason,
    good_count: next.goodCount,
    good_day: goodDay,
    listed_at: listedAt,
    held_count: next.heldCount,
    zero_days: next.zeroDays,
    zero_day: next.zeroDay,
    gone_since: next.goneSince,
    attempted_at: attemptedAt,
  })
}

const confirm = new Statement<
  JobsReadModelTables,
  { readonly source: string; readonly member: string; readonly day: string; readonly at: number }
>((db, param) =>
  db
    .updateTable('job_board')
    .set({ good_day: param('day'), listed_at: param('at'), attempted_at: param('at') })
    .where('source_id', '=', param('source'))
    .where('member_id', '=', param('member')),
)

/** The board has sent its last list again, which was accepted. Its postings were seen when it was. */
export async function confirmBoard(
  tx: JobsTransaction,
  { sourceId, memberId, capturedAt }: Pick<WriteBatch<unknown>, 'sourceId' | 'memberId' | 'capturedAt'>,
): Promise<void> {
  const day = toInstant(capturedAt).slice(0, 10)
  await confirm.runIn(tx, { source: sourceId, member: memberId, day, at: capturedAt })
}
