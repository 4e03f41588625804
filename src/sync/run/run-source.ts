/** One run of a source: fetches, saves and publishes its members, a few at once. */

import { abortable } from '../../core/async/abortable.ts'
import { startDeadline } from '../../core/async/deadline.ts'
import { Failure } from '../../core/errors.ts'
import type { Outbound } from '../../core/outbound/outbound.ts'
import { readClosedHosts } from '../../store/coordination/host-states.ts'
import { saveArtifact } from '../artifacts/artifact-rows.ts'
import { pruneArtifacts } from '../artifacts/prune-artifacts.ts'
import { ReceivedResponses } from '../artifacts/received-responses.ts'
import { readMemberHealth } from '../health/member-health.ts'
import { markEach } from '../member-marker.ts'
import { memberNotes } from '../member-notes.ts'
import { selectMemberStates } from '../member-state.ts'
import {
  type CapturedArtifact,
  confirmMember,
  createPublishGroup,
  findWriter,
  type PublishOptions,
  publishArtifact,
} from '../publish/publish-artifact.ts'
import type { PublishGroup } from '../publish/publish-group.ts'
import {
  readSettledMember,
  recordsDependOn,
  type SettledMember,
  tagToSend,
  toTaggedResponse,
} from '../publish/same-responses.ts'
import { readQuarantine, releaseMember } from '../quarantine.ts'
import { NotModified } from '../response-tag.ts'
import { isOpen } from '../schedule/closed-hosts.ts'
import { readPastRuns } from '../schedule/due-at.ts'
import { isSliced, selectDue } from '../schedule/select-due.ts'
import { findLeftSince } from '../schedule/slice-due-at.ts'
import type { AnySource, Member, SharedRun } from '../source.ts'
import type { SyncDeps } from '../sync-deps.ts'
import { forEachConcurrent } from './for-each-concurrent.ts'
import { reportQuarantined } from './report-quarantined.ts'
import { readResumableMembers } from './resumable-members.ts'
import { countRunsBefore, rotateMembers } from './rotate-members.ts'
import type { MemberReport, RunMode, RunReport } from './run-rows.ts'
import { createSharedRun } from './shared-run.ts'
import type { Share } from './shares.ts'
import { type OpenRun, type SkippedRun, withRunLease } from './with-run-lease.ts'

export interface RunOptions {
  readonly mode: 'scheduled' | 'manual'
  readonly signal: AbortSignal
  /** Only these members. Default: all. */
  readonly members?: readonly string[]
  /** Skips members that an interrupted run has just published. */
  readonly resume?: boolean
  /** Publishes even if a list shrank suspiciously, and maps again what is stored as the source lists it. */
  readonly force?: boolean
  /** Only this share of the members. Default: the source as a whole. */
  readonly share?: Share | undefined
  /** Default: a new one. */
  readonly runId?: string | undefined
  /** Called once the lease is held: by then another process may have done the work. */
  readonly onlyIf?: () => Promise<boolean>
}

export async function runSource(
  deps: SyncDeps,
  source: AnySource,
  options: RunOptions,
): Promise<RunReport | SkippedRun> {
  const { share } = options
  const candidates = selectMembers(share ? { ...source, members: share.members } : source, options.members)
  const mode: RunMode = options.members ? 'members' : options.mode
  const { signal, onlyIf, runId } = options
  const plan = { mode, signal, runId, share: share?.index, ...(onlyIf ? { onlyIf } : {}) }
  const select = () =>
    mode === 'scheduled'
      ? readDueMembers(deps, source, candidates, share?.index)
      : Promise.resolve(candidates)
  return await withRunLease(deps, source, plan, select, async (run, members) => {
    const resumable = options.resume
      ? await readResumableMembers(deps, source, run.startedAt, share?.index)
      : new Set<string>()
    for (const member of members)
      if (resumable.has(member.id)) run.recordReport(member.id, { outcome: 'resumed' })
    const quarantine = await readQuarantine(deps.store.ledger, source.id)
    const quarantinedIds = new Set(quarantine.map((row) => row.member_id))
    // An operator who names members wants them tried.
    const tried = reportQuarantined(run, members, options.members ? [] : quarantine)
    const remaining = rotateMembers(
      tried.filter(({ id }) => !resumable.has(id)),
      await countRunsBefore(deps.store, source, run.runId),
    )
    const { runId, mode, lease, signal } = run
    const markPublished = (artifactId: number) => run.markPublished(artifactId)
    const sharedRun = createSharedRun({
      members: remaining,
      http: deps.outbound.for(source.polite),
      clock: deps.clock,
      timeoutMs: timeoutMsOf(deps, source),
      signal,
    })
    const group = createPublishGroup(deps, { source, lease, signal, members: remaining.length })
    const force = options.force ?? false
    const memberRun = { runId, mode, lease, signal, markPublished, sharedRun, group, force }
    await forEachConcurrent(remaining, deps.membersAtOnce, run.signal, (member, release) =>
      run.runMember(member.id, async () => {
        const report = await syncMember(deps, source, member, memberRun, release)
        if (quarantinedIds.has(member.id))
          await releaseMember(deps.store.ledger, { sourceId: source.id, memberId: member.id })
        return report
      }),
    )
  })
}

/** Of a slice only those at hosts that may be asked: the others keep their place. */
async function readDueMembers(
  { store, clock, sliceMembers }: SyncDeps,
  source: AnySource,
  members: readonly Member[],
  share: number | undefined,
): Promise<readonly Member[]> {
  const nowMs = clock.now()
  const health = await readMemberHealth(store, source, nowMs)
  const states = await selectMemberStates(store, source).select('member_id').execute()
  const published = new Set(states.map(({ member_id }) => member_id))
  if (isSliced(source, sliceMembers)) {
    const closed = await readClosedHosts(store, nowMs)
    const open = members.filter((member) => isOpen(source, member, closed))
    return selectDue(open, health, { nowMs, sliceMembers, published })
  }
  const untriedSince = findLeftSince(source, await readPastRuns(store, source, nowMs, share), nowMs)
  return selectDue(members, health, { nowMs, sliceMembers: undefined, published, untriedSince })
}

interface MemberRun extends Pick<OpenRun, 'runId' | 'mode' | 'lease' | 'signal' | 'markPublished'> {
  readonly sharedRun: SharedRun<Member>
  readonly group: PublishGroup | undefined
  readonly force: boolean
}

async function syncMember(
  deps: SyncDeps,
  source: AnySource,
  member: Member,
  run: MemberRun,
  onWaiting: () => void,
): Promise<MemberReport> {
  const { lease, signal, force } = run
  const publisher = run.group?.addMember()
  try {
    const { capturedAt, artifact, same, isNotModified } = await deps.groupedWrites.during(() =>
      fetchMember(deps, source, member, run),
    )
    const options = { source, member, lease, signal, publisher, onWaiting }
    if (same) return await confirmMember(deps, options, same, capturedAt, isNotModified)
    const report = await publishAndPrune(deps, { ...options, artifact, force })
    if (report.outcome === 'published') run.markPublished(artifact.id)
    return report
  } finally {
    publisher?.leave()
  }
}

async function publishAndPrune(deps: SyncDeps, options: PublishOptions): Promise<MemberReport> {
  const { source, member } = options
  try {
    return await publishArtifact(deps, options)
  } finally {
    const pruned = { sourceId: source.id, memberId: member.id, type: 'answers' } as const
    // Published or not. If it fails, it is tried again with the next artifact, and by maintenance.
    await pruneArtifacts(deps, pruned, deps.artifactsPerMember).catch(() => {})
  }
}

type FetchedMember = { readonly capturedAt: number } & (
  | { readonly same: SettledMember; readonly isNotModified?: boolean; readonly artifact?: never }
  | { readonly artifact: CapturedArtifact; readonly same?: never; readonly isNotModified?: never }
)

async function fetchMember(
  deps: SyncDeps,
  source: AnySource,
  member: Member,
  run: MemberRun,
): Promise<FetchedMember> {
  const { clock } = deps
  const capturedAt = clock.now()
  using deadline = startDeadline(clock, timeoutMsOf(deps, source), memberTimedOut)
  const signal = AbortSignal.any([run.signal, deadline.signal])
  const head = {
    service: source.service,
    sourceId: source.id,
    memberId: member.id,
    runId: run.runId,
    capturedAt,
  }
  const mark = () => deps.marker.mark({ sourceId: source.id, memberId: member.id })
  const dependsOn = recordsDependOn(findWriter(deps, source), source, member)
  // An operator who asks for a run wants everything read.
  const settled =
    dependsOn !== undefined && run.mode === 'scheduled'
      ? await readSettledMember(deps, source, member, capturedAt)
      : undefined
  const responses = source.fetch({
    http: interceptRequests(deps.outbound.for(source.polite), signal, mark),
    member,
    baseUrl: source.baseUrl,
    nowMs: capturedAt,
    signal,
    isManual: run.mode !== 'scheduled',
    notes: memberNotes(deps.store, source, member, capturedAt),
    run: shareWithMember(run.sharedRun, signal, mark),
    ...(settled && dependsOn !== undefined
      ? { tagOf: tagToSend(source, member, settled, dependsOn, capturedAt) }
      : {}),
  })
  const receiving = ReceivedResponses.receive(markEach(responses, mark))
  const received = await receiving.catch((thrown: unknown) => {
    if (settled && thrown instanceof NotModified) return settled
    throw thrown
  })
  if (!(received instanceof ReceivedResponses)) return { capturedAt, same: received, isNotModified: true }
  await using _ = received
  const digest = dependsOn === undefined ? undefined : received.digest(dependsOn, source.ignoredFields)
  const tag = toTaggedResponse(received, dependsOn, capturedAt)
  if (settled && settled.digest === digest) return { capturedAt, same: { ...settled, tag } }
  const artifact = await saveArtifact(deps, head, received.all(), signal)
  return { capturedAt, artifact: { ...artifact, head, digest, tag, responses: received.take() } }
}

/** A member waits no longer than its own time allows, and while it waits it is not stalled. */
function shareWithMember(
  { members, once }: SharedRun<Member>,
  signal: AbortSignal,
  mark: () => void,
): SharedRun<Member> {
  return {
    members,
    once: (key, work) =>
      abortable(
        once(key, (shared) => work({ ...shared, http: interceptRequests(shared.http, shared.signal, mark) })),
        signal,
      ),
  }
}

function timeoutMsOf({ memberTimeoutMs }: SyncDeps, source: AnySource): number {
  return Math.max(memberTimeoutMs, source.memberTimeoutMs ?? 0)
}

function memberTimedOut(): Failure {
  return new Failure('upstream_unavailable', 'The source took too long to deliver one member.')
}

/** Requests end with the member's time, whatever signal the source passes; what they return is the member's work. */
export function interceptRequests(http: Outbound, signal: AbortSignal, mark: () => void): Outbound {
  const withBothSignals = <Request extends { readonly signal: AbortSignal }>(request: Request): Request =>
    request.signal === signal ? request : { ...request, signal: AbortSignal.any([request.signal, signal]) }
  const { stream } = http
  return {
    request: (url, request) => http.request(url, withBothSignals(request)).finally(mark),
    ...(stream && { stream: (url, request) => stream.call(http, url, withBothSignals(request)) }),
  }
}

function selectMembers(source: AnySource, ids: readonly string[] | undefined): readonly Member[] {
  if (!ids) return source.members.filter(({ off }) => off === undefined)
  const wanted = new Set(ids)
  const selected = source.members.filter(({ id }) => wanted.has(id))
  const known = new Set(selected.map(({ id }) => id))
  const unknown = ids.filter((id) => !known.has(id))
  if (unknown.length > 0) {
    throw new Failure('invalid_request', `The source ${source.id} has no member ${unknown[0]}.`, {
      details: { unknown, known: source.members.slice(0, 50).map((member) => member.id) },
    })
  }
  return selected
}
