/** How each source is doing, told from what was published, run and saved. */

import type { Store } from '../store/store.ts'
import type { ArtifactRow, MemberStateRow, SyncRunRow } from '../store/tables.ts'
import type { ArtifactType } from './artifacts/artifact-rows.ts'
import type { MemberReport } from './run/run-rows.ts'
import type { AnySource } from './source.ts'

/**
 * `missing_artifact`: nothing was ever imported. `failed`, `partial`: how the last whole run ended.
 * `empty`: it succeeded with nothing. `ok`: the rest.
 */
export type Health = 'ok' | 'empty' | 'failed' | 'partial' | 'missing_artifact'

export interface MemberStatus {
  readonly memberId: string
  readonly health: Health
  readonly recordCount: number
  readonly publishedAt: number | undefined
  readonly artifactId: number | undefined
  /** Why the newest list was not published. */
  readonly heldReason: string | undefined
}

export interface SourceStatus {
  readonly sourceId: string
  readonly service: string
  readonly health: Health
  readonly recordCount: number
  readonly latestRun: SyncRunRow | undefined
  readonly latestArtifact: ArtifactRow | undefined
  readonly members: readonly MemberStatus[]
}

/** What is needed of a source to tell how it is doing. */
export type StatusSource = Pick<AnySource, 'id' | 'service' | 'members'>

export async function readSourceStatus(store: Store, source: StatusSource): Promise<SourceStatus> {
  const [states, latestRun, finishedRun, latestArtifact] = await Promise.all([
    readStates(store, source),
    readLatestRun(store, source),
    readLatestRun(store, source, true),
    readLatestArtifact(store, source),
  ])
  const reports = parseReports(finishedRun)
  const members = source.members.map(({ id }) => toMemberStatus(id, states.get(id), reports[id]))
  const recordCount = members.reduce((sum, member) => sum + member.recordCount, 0)
  return {
    sourceId: source.id,
    service: source.service,
    health: sourceHealth(states.size > 0, finishedRun?.status, recordCount),
    recordCount,
    latestRun,
    latestArtifact,
    members,
  }
}

function sourceHealth(
  hasPublished: boolean,
  lastStatus: SyncRunRow['status'] | undefined,
  recordCount: number,
): Health {
  if (!hasPublished) return 'missing_artifact'
  if (lastStatus === 'failed' || lastStatus === 'partial') return lastStatus
  return recordCount === 0 ? 'empty' : 'ok'
}

function toMemberStatus(
  memberId: string,
  state: MemberStateRow | undefined,
  report: MemberReport | undefined,
): MemberStatus {
  return {
    memberId,
    health: memberHealth(state, report),
    recordCount: state?.record_count ?? 0,
    publishedAt: state?.published_at,
    artifactId: state?.artifact_id,
    heldReason: state?.held_reason ?? undefined,
  }
}

function memberHealth(state: MemberStateRow | undefined, report: MemberReport | undefined): Health {
  if (!state) return 'missing_artifact'
  if (state.held_reason !== null) return 'partial'
  if (report?.outcome === 'failed') return 'failed'
  return state.record_count === 0 ? 'empty' : 'ok'
}

async function readStates(store: Store, source: StatusSource): Promise<ReadonlyMap<string, MemberStateRow>> {
  const rows = await store.readModel.read
    .selectFrom('member_state')
    .selectAll()
    .where('service', '=', source.service)
    .where('source_id', '=', source.id)
    .execute()
  return new Map(rows.map((row) => [row.member_id, row]))
}

async function readLatestRun(
  store: Store,
  source: StatusSource,
  finished = false,
): Promise<SyncRunRow | undefined> {
  return await store.ledger.read
    .selectFrom('sync_run')
    .selectAll()
    .where('source_id', '=', source.id)
    .$if(finished, (query) => query.where('status', '!=', 'running'))
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Of a run: what was asked about single parts says little about a source. */
async function readLatestArtifact(store: Store, source: StatusSource): Promise<ArtifactRow | undefined> {
  return await store.ledger.read
    .selectFrom('artifact')
    .selectAll()
    .where('source_id', '=', source.id)
    .where('artifact_type', '=', 'answers' satisfies ArtifactType)
    .orderBy('captured_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

function parseReports(run: SyncRunRow | undefined): Readonly<Record<string, MemberReport>> {
  if (!run) return {}
  const metadata: unknown = JSON.parse(run.metadata)
  const members = metadata instanceof Object && 'members' in metadata ? metadata.members : {}
  return members as Readonly<Record<string, MemberReport>>
}
