/** What is published of each member: the rows of `member_state`. */

import type { SelectQueryBuilder, Transaction } from 'kysely'
import type { Store } from '../store/store.ts'
import type { MemberStateRow, ReadModelTables } from '../store/tables.ts'
import type { AnySource, Member } from './source.ts'

type SourceKey = Pick<AnySource, 'id' | 'service'>

/** The members of a source that have been published; the caller selects columns. */
export function selectMemberStates(
  { readModel }: Pick<Store, 'readModel'>,
  { id, service }: SourceKey,
): SelectQueryBuilder<ReadModelTables, 'member_state', object> {
  return readModel.read.selectFrom('member_state').where('service', '=', service).where('source_id', '=', id)
}

/** Undefined if the member has not been published. */
export async function readMemberState(
  store: Pick<Store, 'readModel'>,
  source: SourceKey,
  member: Member,
): Promise<MemberStateRow | undefined> {
  return await selectMemberStates(store, source)
    .selectAll()
    .where('member_id', '=', member.id)
    .executeTakeFirst()
}

export async function saveMemberState(
  tx: Transaction<ReadModelTables>,
  { id, service }: SourceKey,
  member: Member,
  state: Omit<MemberStateRow, 'service' | 'source_id' | 'member_id'>,
): Promise<void> {
  await tx
    .insertInto('member_state')
    .values({ service, source_id: id, member_id: member.id, ...state })
    .onConflict((conflict) => conflict.columns(['service', 'source_id', 'member_id']).doUpdateSet(state))
    .execute()
}

/** Notes why the newest list was not published. */
export async function saveHeldReason(
  { readModel }: Store,
  { id, service }: SourceKey,
  member: Member,
  reason: string,
  signal: AbortSignal,
): Promise<void> {
  await readModel.transaction(async (tx) => {
    await tx
      .updateTable('member_state')
      .set({ held_reason: reason })
      .where('service', '=', service)
      .where('source_id', '=', id)
      .where('member_id', '=', member.id)
      .execute()
  }, signal)
}
