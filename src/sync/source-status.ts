/** The status of a source, from its published members, its runs and its artifacts. */

import type { Store } from '../store/store.ts'
import type { ArtifactRow, MemberHealthRow, MemberStateRow, SyncRunRow } from '../store/tables.ts'
import type { ArtifactType } from './artifacts/artifact-rows.ts'
import { latestDate } from './future-rows.ts'
import { type PlainState, toHealthState, toPlainState } from './health/health-state.ts'
import { readMemberHealth } from './health/member-health.ts'
import { selectMemberStates } from './member-state.ts'
import { type MemberReport, type NotFresh, selectRuns } from './run/run-rows.ts'
import type { AnySource, Member } from './source.ts'

/**
 * `missing_artifact`: nothing was ever published. `failed`, `partial`: the outcome of the last run.
 * `empty`: published without records. `ok`: otherwise.
 */
export type Health = 'ok' | 'empty' | 'failed' | 'partial' | 'missing_artifact'

export interface MemberStatus {
  readonly memberId: string
  readonly health: Health
  readonly state: PlainState
  readonly recordCount: number
  readonly publishedAt: number | undefined
  readonly artifactId: number | undefined
  /** Why the newest list was not published. */
  readonly heldReason: string | undefined
  /** Why no run reads it. */
  readonly off: string | undefined
  /** How its last reads ended; undefined before the first. */
  readonly reads: MemberHealthRow | undefined
}

export interface SourceStatus {
  readonly sourceId: string
  readonly service: string
  readonly health: Health
  readonly recordCount: number
  /** Of the last finished run. */
  readonly notFresh: NotFresh | undefined
  readonly latestRun: SyncRunRow | undefined
  readonly latestArtifact: ArtifactRow | undefined
  readonly members: readonly MemberStatus[]
}

/** Of runs that did not end, it is empty. */
interface RunMetadata {
  readonly members?: Readonly<Record<string, MemberReport>>
  readonly not_fresh?: NotFresh
}

export type StatusSource = Pick<AnySource, 'id' | 'service' | 'members'>

/** Runs and artifacts from the future, written while a clock was wrong, do not count. */
export async function readSourceStatus(
  store: Store,
  source: StatusSource,
  nowMs: number,
): Promise<SourceStatus> {
  const [stateRows, healthRows, latestRun, finishedRun, latestArtifact] = await Promise.all([
    selectMemberStates(store, source).selectAll().execute(),
    readMemberHealth(store, source, nowMs),
    selectRuns(store, source, nowMs).selectAll().limit(1).executeTakeFirst(),
    selectRuns(store, source, nowMs)
      .selectAll()
      .where('status', '!=', 'running')
      // It says nothing about the source.
      .where('cancelled_by', 'is', null)
      .limit(1)
      .executeTakeFirst(),
    readLatestArtifact(store, source, nowMs),
  ])
  const states = new Map(stateRows.map((row) => [row.member_id, row]))
  const { members: reports = {}, not_fresh: notFresh } = parseMetadata(finishedRun)
  const members = source.members.map((member) => {
    const { id } = member
    return toMemberStatus(member, states.get(id), healthRows.get(id), reports[id])
  })
  const isFailing = members.some(({ state }) => state === 'stale')
  const recordCount = members.reduce((sum, member) => sum + member.recordCount, 0)
  return {
    sourceId: source.id,
    service: source.service,
    health: sourceHealth(states.size > 0, finishedRun?.status, isFailing, recordCount),
    recordCount,
    notFresh,
    latestRun,
    latestArtifact,
    members,
  }
}

function sourceHealth(
  hasPublished: boolean,
  lastStatus: SyncRunRow['status'] | undefined,
  /** The last run may have left out members that fail. */
  isFailing: boolean,
  recordCount: number,
): Health {
  if (!hasPublished) return 'missing_artifact'
  if (lastStatus === 'failed' || lastStatus === 'partial') return lastStatus
  if (isFailing) return 'partial'
  return recordCount === 0 ? 'empty' : 'ok'
}

function toMemberStatus(
  member: Member,
  state: MemberStateRow | undefined,
  reads: MemberHealthRow | undefined,
  report: MemberReport | undefined,
): MemberStatus {
  return {
    memberId: member.id,
    health: memberHealth(state, reads, report),
    state: toPlainState(toHealthState(member, reads)),
    recordCount: state?.record_count ?? 0,
    publishedAt: state?.published_at,
    artifactId: state?.artifact_id,
    heldReason: state?.held_reason ?? undefined,
    off: member.off,
    reads,
  }
}

function memberHealth(
  state: MemberStateRow | undefined,
  reads: MemberHealthRow | undefined,
  report: MemberReport | undefined,
): Health {
  if (!state) return 'missing_artifact'
  if (state.held_reason !== null) return 'partial'
  if (report?.outcome === 'failed') return 'failed'
  if (reads !== undefined && reads.failures > 0) return reads.error_code === 'gone' ? 'partial' : 'failed'
  if (report?.outcome === 'published' && (report.gone || report.gated)) return 'partial'
  return state.record_count === 0 ? 'empty' : 'ok'
}

/** Only artifacts of runs: live responses say little about a source. */
async function readLatestArtifact(
  store: Store,
  source: StatusSource,
  nowMs: number,
): Promise<ArtifactRow | undefined> {
  return await store.ledger.read
    .selectFrom('artifact')
    .selectAll()
    .where('source_id', '=', source.id)
    .where('artifact_type', '=', 'answers' satisfies ArtifactType)
    .where('captured_at', '<=', latestDate(nowMs))
    .orderBy('captured_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

function parseMetadata(run: SyncRunRow | undefined): RunMetadata {
  return run ? (JSON.parse(run.metadata) as RunMetadata) : {}
}
