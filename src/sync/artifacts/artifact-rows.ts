/**
 * The artifacts in the ledger: saved, marked as imported, pruned. A file is noted in `artifact_file` before it is
 * written and together with the deletion of its row, so that no kill in between can leave a file that nobody knows of.
 */

import type { Transaction } from 'kysely'
import { chunks } from '../../store/chunks.ts'
import type { Store } from '../../store/store.ts'
import type { ArtifactRow, LedgerTables } from '../../store/tables.ts'
import type { UpstreamResponse } from '../source.ts'
import type { SyncDeps } from '../sync-deps.ts'
import type { ArtifactHead } from './artifact-format.ts'
import { type ArtifactStore, artifactLocation } from './artifact-store.ts'

/** An artifact with a row in the ledger. */
export interface RecordedArtifact {
  readonly id: number
  readonly location: string
  readonly sha256: string
}

/** `answers`: fetched by a run. `live`: fetched by a live request for part of a member. */
export type ArtifactType = 'answers' | 'live'

export type ArtifactDeps = Pick<SyncDeps, 'store' | 'artifacts' | 'clock' | 'holder'>

/** Saves the responses and records them. */
export async function saveArtifact(
  deps: ArtifactDeps,
  head: ArtifactHead,
  responses: AsyncIterable<UpstreamResponse>,
  signal: AbortSignal,
): Promise<RecordedArtifact> {
  const { store, artifacts } = deps
  const location = artifactLocation(head)
  await noteFile(deps, location)
  const saved = await artifacts.save(head, responses, signal).catch(async (thrown: unknown) => {
    // Nothing was saved. If the note stays as well, the next sweep looks for the file in vain.
    await forgetFiles(store, artifacts, [location]).catch(() => {})
    throw thrown
  })
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
  const { id } = await store.ledger.transaction(async (tx) => {
    await tx
      .deleteFrom('artifact_file')
      .where('storage', '=', saved.storage)
      .where('location', '=', saved.location)
      .execute()
    // The ledger assigns the id.
    const insert = tx.insertInto('artifact').values(row as ArtifactRow)
    return await insert.returning('id').executeTakeFirstOrThrow()
  })
  return { id, location: saved.location, sha256: saved.sha256 }
}

async function noteFile({ store, artifacts, clock, holder }: ArtifactDeps, location: string): Promise<void> {
  const note = { holder, noted_at: clock.now() }
  await store.ledger.transaction((tx) =>
    tx
      .insertInto('artifact_file')
      .values({ storage: artifacts.storage, location, ...note })
      .onConflict((conflict) => conflict.columns(['storage', 'location']).doUpdateSet(note))
      .execute(),
  )
}

/** The files are gone. */
export async function forgetFiles(
  store: Store,
  { storage }: Pick<ArtifactStore, 'storage'>,
  locations: readonly string[],
): Promise<void> {
  for (const chunk of chunks(locations)) {
    await store.ledger.transaction(async (tx) => {
      await tx
        .deleteFrom('artifact_file')
        .where('storage', '=', storage)
        .where('location', 'in', chunk)
        .execute()
    })
  }
}

export async function markImported(store: Store, artifactId: number, nowMs: number): Promise<void> {
  await markAllImported(store, new Map([[artifactId, nowMs]]))
}

/** `times`: when each artifact was published, by its id. */
async function markAllImported(
  { ledger }: Pick<Store, 'ledger'>,
  times: ReadonlyMap<number, number>,
): Promise<void> {
  if (times.size > 0) await ledger.transaction((tx) => saveImportedTimes(tx, times))
}

/** Those of artifacts that were published before stay. */
export async function saveImportedTimes(
  tx: Transaction<LedgerTables>,
  times: ReadonlyMap<number, number>,
): Promise<void> {
  for (const [id, imported_at] of times) {
    await tx
      .updateTable('artifact')
      .set({ imported_at })
      .where('id', '=', id)
      .where('imported_at', 'is', null)
      .execute()
  }
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
  const times = new Map<number, number>()
  for (const { id } of unmarked) {
    const at = publishedAt.get(id)
    if (at !== undefined) times.set(id, at)
  }
  await markAllImported(store, times)
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
