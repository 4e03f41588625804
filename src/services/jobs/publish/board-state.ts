/** Reads and writes the state of a board between syncs. */

import { toInstant } from '../../../core/clock.ts'
import type { JobsTransaction } from '../schema/tables.ts'
import { type BoardState, type ListingAssessment, newBoard } from './assess-listing.ts'

interface StoredBoard {
  readonly board: BoardState
  readonly goodDay: string | null
  readonly listedAt: number | null
}

export async function readBoard(
  tx: JobsTransaction,
  sourceId: string,
  memberId: string,
): Promise<StoredBoard> {
  const row = await tx
    .selectFrom('job_board')
    .selectAll()
    .where('source_id', '=', sourceId)
    .where('member_id', '=', memberId)
    .executeTakeFirst()
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

export async function saveBoard(
  tx: JobsTransaction,
  sourceId: string,
  memberId: string,
  { assessment: { state, next }, reason, goodDay, listedAt, attemptedAt }: AssessedBoard,
): Promise<void> {
  const values = {
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
  }
  await tx
    .insertInto('job_board')
    .values({ source_id: sourceId, member_id: memberId, ...values })
    .onConflict((conflict) => conflict.columns(['source_id', 'member_id']).doUpdateSet(values))
    .execute()
}

/** The board has sent its last list again, which was accepted. Its postings were seen when it was. */
export async function confirmBoard(
  tx: JobsTransaction,
  sourceId: string,
  memberId: string,
  capturedAt: number,
): Promise<void> {
  await tx
    .updateTable('job_board')
    .set({
      good_day: toInstant(capturedAt).slice(0, 10),
      listed_at: capturedAt,
      attempted_at: capturedAt,
    })
    .where('source_id', '=', sourceId)
    .where('member_id', '=', memberId)
    .execute()
}
