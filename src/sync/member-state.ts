/** What is published of each member: the rows of `member_state`. */

import type { SelectQueryBuilder, Transaction } from 'kysely'
import { Statement } from '../store/statements/statement.ts'
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

const read = new Statement<
  ReadModelTables,
  { readonly service: string; readonly source: string; readonly member: string },
  MemberStateRow
>((db, param) =>
  db
    .selectFrom('member_state')
    .selectAll()
    .where('service', '=', param('service'))
    .where('source_id', '=', param('source'))
    .where('member_id', '=', param('member')),
)

/** Undefined if the member has not been published. */
export async function readMemberState(
  { readModel }: Pick<Store, 'readModel'>,
  { id, service }: SourceKey,
  member: Member,
): Promise<MemberStateRow | undefined> {
  const [state] = await readModel.run(read, { service, source: id, member: member.id })
  return state
}

const save = new Statement<ReadModelTables, Pick<MemberStateRow, keyof MemberStateRow>>((db, param) =>
  db
    .insertInto('member_state')
    .values({
      service: param('service'),
      source_id: param('source_id'),
      member_id: param('member_id'),
      artifact_id: param('artifact_id'),
      record_count: param('record_count'),
      published_at: param('published_at'),
      held_reason: param('held_reason'),
      response_digest: param('response_digest'),
      digested_at: param('digested_at'),
      response_tag: param('response_tag'),
      tagged_at: param('tagged_at'),
    })
    .onConflict((conflict) =>
      conflict.columns(['service', 'source_id', 'member_id']).doUpdateSet((row) => ({
        artifact_id: row.ref('excluded.artifact_id'),
        record_count: row.ref('excluded.record_count'),
        published_at: row.ref('excluded.published_at'),
        held_reason: row.ref('excluded.held_reason'),
        response_digest: row.ref('excluded.response_digest'),
        digested_at: row.ref('excluded.digested_at'),
        response_tag: row.ref('excluded.response_tag'),
        tagged_at: row.ref('excluded.tagged_at'),
      })),
    ),
)

export async function saveMemberState(
  tx: Transaction<ReadModelTables>,
  { id, service }: SourceKey,
  member: Member,
  state: Omit<MemberStateRow, 'service' | 'source_id' | 'member_id'>,
): Promise<void> {
  await save.runIn(tx, { service, source_id: id, member_id: member.id, ...state })
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
