/** Removes all but the newest artifacts of a member and type. The published one always stays. */

import type { Store } from '../../store/store.ts'
import { type ArtifactDeps, type ArtifactType, forgetFiles } from './artifact-rows.ts'

export interface PrunedMember {
  readonly sourceId: string
  readonly memberId: string
  readonly type: ArtifactType
}

/** How many artifacts one call removes at most; the next call removes the rest. */
const removedMax = 200

/** Returns the number of removed artifacts. */
export async function pruneArtifacts(
  { store, artifacts, clock, holder }: ArtifactDeps,
  member: PrunedMember,
  retainMax: number,
): Promise<number> {
  const { ledger } = store
  const rows = await ledger.read
    .selectFrom('artifact')
    .select(['id', 'location', 'storage', 'imported_at'])
    .where('source_id', '=', member.sourceId)
    .where('member_id', '=', member.memberId)
    .where('artifact_type', '=', member.type)
    // Not by date: one from while a clock was ahead would be the newest for as long.
    .orderBy('id', 'desc')
    .limit(retainMax + removedMax)
    .execute()
  if (rows.length <= retainMax) return 0
  // The newest one that was published stays even if the read model has been deleted since. The mark may follow later.
  const published = await readPublishedId(store, member)
  const marked = rows.find((row) => row.imported_at)?.id
  const isMarkOlder = marked !== undefined && published !== undefined && marked < published
  const retained = new Set([published, isMarkOlder ? undefined : marked])
  const expired = rows
    .slice(retainMax)
    .filter((row) => !retained.has(row.id) && row.storage === artifacts.storage)
  if (expired.length === 0) return 0
  const notes = expired.map(({ location }) => ({
    storage: artifacts.storage,
    location,
    holder,
    noted_at: clock.now(),
  }))
  await store.ledger.transaction(async (tx) => {
    await tx
      .insertInto('artifact_file')
      .values(notes)
      .onConflict((conflict) => conflict.columns(['storage', 'location']).doNothing())
      .execute()
    const ids = expired.map((row) => row.id)
    await tx.deleteFrom('artifact').where('id', 'in', ids).execute()
  })
  const locations = expired.map(({ location }) => location)
  for (const location of locations) await artifacts.remove(location)
  await forgetFiles(store, artifacts, locations)
  return expired.length
}

async function readPublishedId(
  { readModel }: Store,
  { sourceId, memberId, type }: PrunedMember,
): Promise<number | undefined> {
  if (type === 'live') return undefined
  const state = await readModel.read
    .selectFrom('member_state')
    .select('artifact_id')
    .where('source_id', '=', sourceId)
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  return state?.artifact_id
}
