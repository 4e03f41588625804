/** Reads the artifacts and sync runs of the cinema service. */

import { type Expression, sql } from 'kysely'
import { toInstant, toInstantOrNull } from '../../../../core/clock.ts'
import type { CursorKey } from '../../../../http/cursor.ts'
import type { Store } from '../../../../store/store.ts'
import type { ArtifactRow, SyncRunRow } from '../../../../store/tables.ts'
import type { Artifact, SyncRun } from '../../schema/index.ts'

export interface LedgerFilter {
  readonly sourceIds?: readonly string[] | undefined
  readonly chainId?: string | undefined
  readonly status?: SyncRunRow['status'] | undefined
}

/** Newest first. */
export async function readArtifacts(
  store: Store,
  filter: LedgerFilter,
  after: CursorKey | undefined,
  limit: number,
): Promise<ArtifactRow[]> {
  let query = artifacts(store, filter).selectAll()
  if (after !== undefined) query = query.where('id', '<', Number(after[0]))
  return await query
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
}

/** At most `max`. */
export async function countArtifacts(store: Store, filter: LedgerFilter, max: number): Promise<number> {
  return await countRows(store, artifacts(store, filter).select('id').limit(max))
}

function artifacts({ ledger }: Store, { sourceIds, chainId }: LedgerFilter) {
  let query = ledger.read.selectFrom('artifact').where('service', '=', 'cinema')
  if (sourceIds !== undefined) query = query.where('source_id', 'in', [...sourceIds])
  // Member ids are chain.site, and chain ids contain no dot.
  if (chainId !== undefined)
    query = query.where('member_id', '>=', `${chainId}.`).where('member_id', '<', `${chainId}/`)
  return query
}

/** Newest first. */
export async function readRuns(
  store: Store,
  filter: LedgerFilter,
  after: CursorKey | undefined,
  limit: number,
): Promise<SyncRunRow[]> {
  let query = runs(store, filter).selectAll()
  if (after !== undefined) {
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('started_at', 'id'), '<', tuple(Number(after[0]), String(after[1]))),
    )
  }
  return await query
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
}

/** At most `max`. */
export async function countListedRuns(store: Store, filter: LedgerFilter, max: number): Promise<number> {
  return await countRows(store, runs(store, filter).select('id').limit(max))
}

function runs({ ledger }: Store, { sourceIds, status }: LedgerFilter) {
  let query = ledger.read.selectFrom('sync_run').where('service', '=', 'cinema')
  if (sourceIds !== undefined) query = query.where('source_id', 'in', [...sourceIds])
  if (status !== undefined) query = query.where('status', '=', status)
  return query
}

async function countRows({ ledger }: Store, rows: Expression<unknown>): Promise<number> {
  const counted = await sql<{ total: number }>`select count(*) as total from (${rows}) counted`.execute(
    ledger.read,
  )
  return Number(counted.rows[0]?.total ?? 0)
}

export async function countRuns({ ledger }: Store, sinceMs: number): Promise<RunCount[]> {
  const { rows } = await sql<RunCount>`select status, count(*) as runs, sum(planned) as planned,
      sum(completed) as completed, sum(failed) as failed,
      max(started_at) as started_at, max(finished_at) as finished_at
    from sync_run where service = 'cinema' and started_at >= ${sinceMs} group by status order by status`.execute(
    ledger.read,
  )
  return rows
}

export interface RunCount {
  readonly status: string
  readonly runs: number
  readonly planned: number
  readonly completed: number
  readonly failed: number
  readonly started_at: number | null
  readonly finished_at: number | null
}

/** The path is relative to the artifact folder, so that it reveals nothing about the server. */
export function toArtifact(row: ArtifactRow): Artifact {
  const isDisk = row.storage === 'disk'
  return {
    id: row.id,
    source_id: row.source_id,
    chain_id: row.member_id.split('.')[0] ?? null,
    artifact_type: row.artifact_type,
    local_path: isDisk ? row.location : null,
    s3_uri: isDisk ? null : `s3://${row.location}`,
    sha256: row.sha256,
    bytes: row.bytes,
    row_count: row.row_count,
    captured_at: toInstant(row.captured_at),
    imported_at: toInstantOrNull(row.imported_at),
    metadata: { member_id: row.member_id, run_id: row.run_id },
  }
}

/** A run covers a whole platform, so it has a chain only if the platform has a single one. */
export function toRun(row: SyncRunRow, chainId: string | null): SyncRun {
  return {
    id: row.id,
    source_id: row.source_id,
    chain_id: chainId,
    mode: row.mode,
    status: row.status,
    started_at: toInstant(row.started_at),
    finished_at: toInstantOrNull(row.finished_at),
    planned: row.planned,
    completed: row.completed,
    failed: row.failed,
    error_message: row.error_message,
    metadata: JSON.parse(row.metadata) as Record<string, unknown>,
  }
}
