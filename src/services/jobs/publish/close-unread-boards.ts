/** Closes the postings of boards that are no longer read: they were removed from the registry, or paused. */

import { toInstant } from '../../../core/clock.ts'
import { Statement } from '../../../store/statements/statement.ts'
import type { PruneContext } from '../../../sync/source.ts'
import {
  type JobClosingRow,
  type JobsReadModelTables,
  type JobsTables,
  type JobsTransaction,
  jobStates,
} from '../schema/tables.ts'
import { closePostings } from './close-due-postings.ts'

/** A pause that ends within a week closes nothing. After that, a list is read as a whole even if it is the same again. */
const unreadMsMin = 7 * 86_400_000
/** Per transaction. */
const postingsMax = 500
const boardsMax = 500

export const openPostings = new Statement<
  JobsReadModelTables,
  { readonly source: string; readonly member: string; readonly max: number },
  { slot: number }
>((db, param) =>
  db
    .selectFrom('job')
    .select('slot')
    .where('source_id', '=', param('source'))
    .where('member_id', '=', param('member'))
    .where('active', '>', jobStates.closed)
    .orderBy('active')
    .orderBy('slot')
    .limit(param('max')),
)

/** Returns the number of closed postings and forgotten boards. */
export async function closeUnreadBoards(
  { tx: anyTx, dialect, now }: PruneContext,
  isRead: (sourceId: string, memberId: string) => boolean,
): Promise<number> {
  const tx = anyTx.withTables<JobsTables>() as JobsTransaction
  await dialect.lock(anyTx, 'job blocks')
  const old = await tx
    .selectFrom('job_board')
    .select(['source_id', 'member_id', 'listed_at'])
    .where('attempted_at', '<', now - unreadMsMin)
    .orderBy('source_id')
    .orderBy('member_id')
    .execute()
  const unread = old.filter(({ source_id, member_id }) => !isRead(source_id, member_id)).slice(0, boardsMax)
  const closings: JobClosingRow[] = []
  let boards = 0
  for (const { source_id, member_id, listed_at } of unread) {
    const max = postingsMax - closings.length
    const postings = await openPostings.runIn(tx, { source: source_id, member: member_id, max })
    const dates = {
      closed_on: toInstant(now).slice(0, 10),
      last_seen: toInstant(listed_at ?? now).slice(0, 10),
    }
    for (const { slot } of postings)
      closings.push({ source_id, member_id, slot: Number(slot), reason: 'unlisted', ...dates })
    if (closings.length === postingsMax) break
    // Nothing of it is open any more, so nobody looks at it again. If it is read again, it is a new board.
    await tx
      .deleteFrom('job_board')
      .where('source_id', '=', source_id)
      .where('member_id', '=', member_id)
      .execute()
    boards += 1
  }
  if (closings.length > 0) await closePostings(tx, dialect, closings, now)
  return closings.length + boards
}
