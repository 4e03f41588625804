/** Stores what sources remember about their members: the rows of `member_note`. */

import type { Store } from '../store/store.ts'
import { latestDate } from './future-rows.ts'
import type { AnySource, Member, MemberNotes } from './source.ts'

const noteCharactersMax = 48_000
/** Notes that were not renewed for so long belong to members that are no longer read. */
const keepMs = 90 * 86_400_000

export function memberNotes(
  { ledger }: Pick<Store, 'ledger'>,
  { id: source_id }: Pick<AnySource, 'id'>,
  { id: member_id }: Member,
  nowMs: number,
): MemberNotes {
  return {
    async read() {
      const row = await ledger.read
        .selectFrom('member_note')
        .select('note')
        .where('source_id', '=', source_id)
        .where('member_id', '=', member_id)
        .where('noted_at', '<=', latestDate(nowMs))
        .executeTakeFirst()
      return row?.note
    },
    async write(note) {
      if (note !== undefined && note.length > noteCharactersMax)
        throw new TypeError(`a note of ${source_id} is longer than ${noteCharactersMax} characters`)
      await ledger.transaction(async (tx) => {
        await tx
          .deleteFrom('member_note')
          .where('source_id', '=', source_id)
          .where((where) =>
            where.or([where('member_id', '=', member_id), where('noted_at', '<', nowMs - keepMs)]),
          )
          .execute()
        if (note === undefined) return
        await tx.insertInto('member_note').values({ source_id, member_id, note, noted_at: nowMs }).execute()
      })
    },
  }
}
