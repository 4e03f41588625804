/** The artifacts in the ledger: recorded, marked as imported, pruned. */

import type { Store } from '../../store/store.ts'
import type { ArtifactRow } from '../../store/tables.ts'
import type { ArtifactHead } from './artifact-format.ts'
import type { ArtifactStore, SavedArtifact } from './artifact-store.ts'

/** An artifact with a row in the ledger. */
export interface RecordedArtifact {
  readonly id: number
  readonly location: string
  readonly sha256: string
}

/** `answers`: fetched by a run. `live`: fetched by a live request for part of a member. */
export type ArtifactType = 'answers' | 'live'

export async function recordArtifact(
  store: Store,
  head: ArtifactHead,
  saved: SavedArtifact,
): Promise<RecordedArtifact> {
  const row: Omit<ArtifactRow, 'id'> = {
    service: head.service,
    source_id: head.sourceId,
    member_id: head.memberId,
    run_id: head.type === 'live' ? null : head.runId,
    artifact_type: (head.type ?? 'answers') satisfies ArtifactType,
    location: saved.location,
    storage: saved.storage,
    sha256: saved.sha256,
    bytes: saved.bytes,
    row_count: saved.rowCount,
    captured_at: head.capturedAt,
    imported_at: null,
  }
  const { id } = await store.ledger.transaction((tx) =>
    tx
      .insertInto('artifact')
      // The ledger assigns the id.
      .values(row as ArtifactRow)
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  return { id, location: saved.location, sha256: saved.sha256 }
}

export async function markImported(store: Store, artifactId: number, nowMs: number): Promise<void> {
  await store.ledger.transaction(async (tx) => {
    await tx.updateTable('artifact').set({ imported_at: nowMs }).where('id', '=', artifactId).execute()
  })
}

/** A process may die after publishing and before it has marked the artifact; the read model is right. */
export async function reconcileImported(store: Store): Promise<void> {
  const states = await store.readModel.read
    .selectFrom('member_state')
    .select(['artifact_id', 'published_at'])
    .execute()
  const publishedAt = new Map(states.map((state) => [state.artifact_id, state.published_at]))
  const unmarked = await store.ledger.read
    .selectFrom('artifact')
    .select('id')
    .where('imported_at', 'is', null)
    .execute()
  for (const { id } of unmarked) {
    const at = publishedAt.get(id)
    if (at !== undefined) await markImported(store, id, at)
  }
}

/** Removes all but the newest artifacts of a member and type. The published one always stays. */
export async function pruneArtifacts(
  store: Store,
  artifacts: ArtifactStore,
  member: {
    readonly sourceId: string
    readonly memberId: string
    readonly type: ArtifactType
    readonly publishedArtifactId?: number
  },
  retainMax: number,
): Promise<void> {
  const rows = await store.ledger.read
    .selectFrom('artifact')
    .select(['id', 'location', 'storage'])
    .where('source_id', '=', member.sourceId)
    .where('member_id', '=', member.memberId)
    .where('artifact_type', '=', member.type)
    .orderBy('captured_at', 'desc')
    .orderBy('id', 'desc')
    .limit(retainMax + 100)
    .execute()
  const expired = rows
    .slice(retainMax)
    .filter((row) => row.id !== member.publishedArtifactId && row.storage === artifacts.storage)
  if (expired.length === 0) return
  // Rows first: a file without a row wastes space, a row without a file is an error.
  await store.ledger.transaction(async (tx) => {
    const ids = expired.map((row) => row.id)
    await tx.deleteFrom('artifact').where('id', 'in', ids).execute()
  })
  for (const { location } of expired) await artifacts.remove(location)
}

/** In the order of their capture. */
export async function readArtifactIds(store: Store): Promise<number[]> {
  const rows = await store.ledger.read
    .selectFrom('artifact')
    .select('id')
    .orderBy('captured_at')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}
