/** Members that stalled or crashed the sync thread are not tried again for a while: the rows of `quarantined_member`. */

import { toInstant } from '../core/clock.ts'
import type { Database } from '../store/store.ts'
import type { LedgerTables, QuarantinedMemberRow } from '../store/tables.ts'
import { latestDate } from './future-rows.ts'
import type { MemberKey } from './member-marker.ts'

type Ledger = Pick<Database<LedgerTables>, 'read' | 'transaction'>

const hourMs = 60 * 60_000
const firstPauseMs = hourMs
const longestPauseMs = 7 * 24 * hourMs
/** How long a member that was released by time counts as a repeated case. */
const forgetAfterMs = 30 * 24 * hourMs

/** Each further time doubles the pause. */
export async function quarantineMember(
  ledger: Ledger,
  member: MemberKey & { readonly service: string; readonly reason: string },
  nowMs: number,
): Promise<QuarantinedMemberRow> {
  const { service, sourceId, memberId, reason } = member
  return await ledger.transaction(async (tx) => {
    const old = await tx
      .selectFrom('quarantined_member')
      .select('times')
      .where('source_id', '=', sourceId)
      .where('member_id', '=', memberId)
      .executeTakeFirst()
    const times = (old?.times ?? 0) + 1
    const until = nowMs + Math.min(longestPauseMs, firstPauseMs * 2 ** (times - 1))
    const update = { service, reason, times, since: nowMs, until }
    const row = { source_id: sourceId, member_id: memberId, ...update }
    await tx
      .insertInto('quarantined_member')
      .values(row)
      .onConflict((conflict) => conflict.columns(['source_id', 'member_id']).doUpdateSet(update))
      .execute()
    return row
  })
}

/** Also those whose pause is over, until they are published; by source and member. */
export async function readQuarantine(ledger: Ledger, sourceId?: string): Promise<QuarantinedMemberRow[]> {
  return await ledger.read
    .selectFrom('quarantined_member')
    .selectAll()
    .$if(sourceId !== undefined, (query) => query.where('source_id', '=', sourceId ?? ''))
    .orderBy('source_id')
    .orderBy('member_id')
    .execute()
}

/** Whether the member is not tried now. */
export function isInEffect(
  { since, until }: Pick<QuarantinedMemberRow, 'since' | 'until'>,
  nowMs: number,
): boolean {
  return since <= latestDate(nowMs) && until > nowMs
}

/** False if it was not quarantined. */
export async function releaseMember(ledger: Ledger, { sourceId, memberId }: MemberKey): Promise<boolean> {
  return await ledger.transaction(async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('quarantined_member')
      .where('source_id', '=', sourceId)
      .where('member_id', '=', memberId)
      .executeTakeFirstOrThrow()
    return numDeletedRows > 0n
  })
}

/** Removes rows of members that were released long ago and never published since. */
export async function forgetOldQuarantine(ledger: Ledger, nowMs: number): Promise<void> {
  await ledger.transaction(async (tx) => {
    await tx
      .deleteFrom('quarantined_member')
      .where('until', '<', nowMs - forgetAfterMs)
      .execute()
  })
}

export function quarantineMessage({ reason, until }: Pick<QuarantinedMemberRow, 'reason' | 'until'>): string {
  return `Quarantined until ${toInstant(until)}: ${reason}`
}
