/** Closes postings that boards no longer list, at the end of a run, when the state of the whole platform is clear. */

import { ChangeBatch } from '../../../store/changes/change-batch.ts'
import { chunks } from '../../../store/chunks.ts'
import { Statement } from '../../../store/statements/statement.ts'
import type { Dialect } from '../../../store/store.ts'
import type { FinalizeRunContext, MemberOutcome } from '../../../sync/source.ts'
import { slotsPerBlock } from '../schema/block.ts'
import type { StoredJobPosting } from '../schema/job-posting.ts'
import {
  type JobClosingRow,
  type JobRow,
  type JobsReadModelTables,
  type JobsTables,
  type JobsTransaction,
  jobStates,
  service,
} from '../schema/tables.ts'
import { areManyBoardsTroubled } from './assess-listing.ts'
import { BlockChanges } from './block-changes.ts'
import { deduplicate, duplicateKeysOf } from './deduplicate.ts'
import { keyColumns, logPosting } from './log-postings.ts'

export type DueClosing = Omit<JobClosingRow, 'source_id' | 'member_id'>

/** Replaces the closings of the previous list. */
const deleteClosings = new Statement<
  JobsReadModelTables,
  { readonly source: string; readonly member: string }
>((db, param) =>
  db
    .deleteFrom('job_closing')
    .where('source_id', '=', param('source'))
    .where('member_id', '=', param('member')),
)

export async function saveDueClosings(
  tx: JobsTransaction,
  dialect: Dialect,
  sourceId: string,
  memberId: string,
  due: readonly DueClosing[],
): Promise<void> {
  await deleteClosings.runIn(tx, { source: sourceId, member: memberId })
  const rows = due.map((closing) => ({ source_id: sourceId, member_id: memberId, ...closing }))
  await dialect.insertRows(tx, 'job_closing', rows)
}

/** Limits of one transaction. */
const postingsPerBatch = 1000
const blocksPerBatch = 64

/** Closings that are not carried out stay until the next list of the board. */
export async function closeDuePostings(run: FinalizeRunContext): Promise<'more' | undefined> {
  const { dialect, sourceId } = run
  const tx = run.tx.withTables<JobsTables>() as JobsTransaction
  await dialect.lock(run.tx, 'job blocks')
  const boards = await readBoardsDue(tx, run)
  if (boards.length === 0 || (await isPlatformTroubled(tx, run))) return undefined
  const batch = await readBatch(tx, sourceId, boards)
  await closePostings(tx, dialect, batch, run.now)
  for (const [memberId, closings] of Map.groupBy(batch, (closing) => closing.member_id)) {
    for (const slots of chunks(closings.map(({ slot }) => slot)))
      await tx
        .deleteFrom('job_closing')
        .where('source_id', '=', sourceId)
        .where('member_id', '=', memberId)
        .where('slot', 'in', slots)
        .execute()
  }
  const due = boards.reduce((sum, { count }) => sum + count, 0)
  return batch.length < due ? 'more' : undefined
}

interface BoardDue {
  readonly memberId: string
  readonly count: number
}

/** Only boards that this run has read: closings left by an earlier run may be outdated. */
async function readBoardsDue(
  tx: JobsTransaction,
  { sourceId, outcomes }: FinalizeRunContext,
): Promise<BoardDue[]> {
  const boards = await tx
    .selectFrom('job_closing')
    .select(['member_id', (eb) => eb.fn.countAll().as('count')])
    .where('source_id', '=', sourceId)
    .groupBy('member_id')
    .orderBy('member_id')
    .execute()
  return boards
    .filter(({ member_id }) => wasRead(outcomes.get(member_id)))
    .map(({ member_id, count }) => ({ memberId: member_id, count: Number(count) }))
}

function wasRead(outcome: MemberOutcome | undefined): boolean {
  return outcome === 'published' || outcome === 'resumed'
}

async function isPlatformTroubled(
  tx: JobsTransaction,
  { sourceId, outcomes, now }: FinalizeRunContext,
): Promise<boolean> {
  const boards = await tx
    .selectFrom('job_board')
    .select(['member_id', 'state', 'attempted_at', 'good_day'])
    .where('source_id', '=', sourceId)
    .execute()
  return areManyBoardsTroubled(
    boards.map((board) => ({
      state: board.state,
      attemptedAt: board.attempted_at,
      goodDay: board.good_day,
      outcome: outcomes.get(board.member_id),
    })),
    now,
  )
}

/** Ordered by slot, so that postings of one block are closed together. */
async function readBatch(
  tx: JobsTransaction,
  sourceId: string,
  boards: readonly BoardDue[],
): Promise<JobClosingRow[]> {
  const closings = await tx
    .selectFrom('job_closing')
    .selectAll()
    .where('source_id', '=', sourceId)
    .where('member_id', 'in', boardsForBatch(boards))
    .orderBy('slot')
    .limit(postingsPerBatch)
    .execute()
  const blocks = new Set<number>()
  return closings.filter(({ slot }) => {
    const block = Math.floor(slot / slotsPerBlock)
    if (blocks.size < blocksPerBatch) blocks.add(block)
    return blocks.has(block)
  })
}

const boardsPerBatch = 300

/** As many boards as fill a batch. */
function boardsForBatch(boards: readonly BoardDue[]): string[] {
  const memberIds: string[] = []
  let count = 0
  for (const board of boards.slice(0, boardsPerBatch)) {
    if (count >= postingsPerBatch) break
    memberIds.push(board.memberId)
    count += board.count
  }
  return memberIds
}

/** Closed postings stay readable, and keep their ids in case they return. */
export async function closePostings(
  tx: JobsTransaction,
  dialect: Dialect,
  closings: readonly JobClosingRow[],
  nowMs: number,
): Promise<void> {
  const blocks = new BlockChanges()
  const log = new ChangeBatch(service)
  const keys = new Set<string>()
  const slotOf = new Map<string, number>()
  for (const chunk of chunks(closings)) {
    const bySlot = new Map(chunk.map((closing) => [closing.slot, closing]))
    const rows = await tx
      .selectFrom('job')
      .select(['slot', 'id', 'active', 'same_requisition', 'same_text', 'doc', ...keyColumns])
      .where('slot', 'in', [...bySlot.keys()])
      .where('active', '<>', jobStates.closed)
      // Changes are logged in this order, which must not depend on the engine.
      .orderBy('slot')
      .execute()
    for (const row of rows) {
      const closing = bySlot.get(row.slot) as JobClosingRow
      await closeRow(tx, row, closing)
      blocks.close(row.slot, row.active === jobStates.duplicate ? null : closing.closed_on)
      slotOf.set(row.id, row.slot)
      logPosting(log, 'posting.closed', row, nowMs)
      for (const key of duplicateKeysOf(row)) keys.add(key)
    }
  }
  for (const id of await deduplicate(tx, dialect, keys, blocks, log, nowMs)) {
    const slot = slotOf.get(id)
    if (slot !== undefined) blocks.close(slot, null)
  }
  await blocks.write(tx, dialect)
  await log.write(tx, dialect)
}

async function closeRow(
  tx: JobsTransaction,
  { id, doc }: Pick<JobRow, 'id' | 'doc'>,
  { reason, closed_on, last_seen }: JobClosingRow,
): Promise<void> {
  const job: StoredJobPosting = {
    ...(JSON.parse(doc) as StoredJobPosting),
    status: 'closed',
    closed_on,
    close_reason: reason,
    last_seen,
    duplicate_of: null,
  }
  await tx
    .updateTable('job')
    .set({
      active: jobStates.closed,
      closed_on,
      last_seen,
      duplicate_of: null,
      absences: 0,
      absent_at: null,
      held_at: null,
      hash: `closed ${closed_on}`,
      doc: JSON.stringify(job),
    })
    .where('id', '=', id)
    .execute()
}
