/** Closes the postings of boards that are no longer read: they were removed from the registry, or paused. */

import { toInstant } from '../../../core/clock.ts'
import type { PruneContext } from '../../../sync/source.ts'
import { type JobsTables, type JobsTransaction, jobStates } from '../schema/tables.ts'
import { closePostings } from './close-due-postings.ts'

/** A pause that ends within a week closes nothing. After that, a list is read as a whole even if it is the same again. */
const unreadMsMin = 7 * 86_400_000
/** Per transaction. */
const postingsMax = 500

/** Returns the number of closed postings. */
export async function closeUnreadBoards(
  { tx: anyTx, dialect, now }: PruneContext,
  isRead: (sourceId: string, memberId: string) => boolean,
): Promise<number> {
  const tx = anyTx.withTables<JobsTables>() as JobsTransaction
  await dialect.lock(anyTx, 'job counts')
  const boards = await tx
    .selectFrom('job_board')
    .select(['source_id', 'member_id', 'listed_at'])
    .where('attempted_at', '<', now - unreadMsMin)
    .execute()
  for (const { source_id, member_id, listed_at } of boards) {
    if (isRead(source_id, member_id)) continue
    const postings = await tx
      .selectFrom('job')
      .select('slot')
      .where('source_id', '=', source_id)
      .where('member_id', '=', member_id)
      .where('active', '<>', jobStates.closed)
      .orderBy('slot')
      .limit(postingsMax)
      .execute()
    if (postings.length === 0) continue
    const closing = {
      source_id,
      member_id,
      reason: 'unlisted' as const,
      closed_on: toInstant(now).slice(0, 10),
      last_seen: toInstant(listed_at ?? now).slice(0, 10),
    }
    await closePostings(
      tx,
      dialect,
      postings.map(({ slot }) => ({ ...closing, slot: Number(slot) })),
      now,
    )
    return postings.length
  }
  return 0
}
