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
  type Confirmation,
  type Prepared,
  preparePublication,
} from '../publish/prepare-publication.ts'
import { Publisher } from '../publish/publisher.ts'
import { readSettledMember, recordsDependOn, tagToSend, toTaggedResponse } from '../publish/same-responses.ts'
import { readQuarantine, releaseMember } from '../quarantine.ts'
import { NotModified } from '../response-tag.ts'
import { isOpen } from '../schedule/closed-hosts.ts'
import { readPastRuns } from '../schedule/due-at.ts'
import { isSliced, selectDue } from '../schedule/select-due.ts'
import { findLeftSince } from '../schedule/slice-due-at.ts'
import type { AnySource, Member, SharedRun } from '../source.ts'
import { findWriter, type SyncDeps } from '../sync-deps.ts'
import { forEachConcurrent } from './for-each-concurrent.ts'
import { openRun, type Run, type SkippedRun } from './open-run.ts'
import { reportQuarantined } from './report-quarantined.ts'
import { readResumableMembers } from './resumable-members.ts'
import { countRunsBefore, rotateMembers } from './rotate-members.ts'
import type { MemberReport, RunReport } from './run-rows.ts'
import { createSharedRun } from './shared-run.ts'
import type { Share } from './shares.ts'

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
}

export async function runSource(
  deps: SyncDeps,
  source: AnySource,
  options: RunOptions,
): Promise<RunReport | SkippedRun> {
  await using run = await openSourceRun(deps, source, options)
  const report = run && (await readSource(deps, run, options))
  return report ?? { status: 'skipped', sourceId: source.id }
}

/** Undefined if another process runs the source. */
export async function openSourceRun(
  deps: SyncDeps,
  source: AnySource,
  options: RunOptions,
): Promise<Run | undefined> {
  rejectUnknownMembers(source, options)
  const { mode, signal, members, runId, share } = options
  return await openRun(deps, source, { mode: members ? 'members' : mode, signal, runId, share: share?.index })
}

/** Undefined if the run was requested, and cancelled before its start. */
export async function readSource(
  deps: SyncDeps,
  run: Run,
  options: RunOptions,
): Promise<RunReport | undefined> {
  const { source, mode } = run
  const candidates = selectMembers(source, options)
  const members =
    mode === 'scheduled' ? await readDueMembers(deps, source, candidates, options.share?.index) : candidates
  if (!(await run.start(members.length))) return undefined
  return await run.finish(readMembers(deps, run, members, options))
}

async function readMembers(
  deps: SyncDeps,
  run: Run,
  members: readonly Member[],
  { resume, share, force = false, members: wanted }: RunOptions,
): Promise<void> {
  const { source, signal } = run
  const { ledger } = deps.store
  const resumable = resume
    ? await readResumableMembers(deps, source, run.startedAt, share?.index)
    : new Set<string>()
  for (const member of members)
    if (resumable.has(member.id)) run.recordReport(member.id, { outcome: 'resumed' })
  const quarantine = await readQuarantine(ledger, source.id)
  const quarantinedIds = new Set(quarantine.map((row) => row.member_id))
  // An operator who names members wants them tried.
  const tried = reportQuarantined(run, members, wanted ? [] : quarantine)
  const remaining = rotateMembers(
    tried.filter(({ id }) => !resumable.has(id)),
    await countRunsBefore(deps.store, source, run.runId),
  )
  const sharedRun = createSharedRun({
    members: remaining,
    http: deps.outbound.for(source.polite),
    clock: deps.clock,
    timeoutMs: timeoutMsOf(deps, source),
    signal,
  })
  const publisher = new Publisher(deps, run)
  const waiting: Promise<void>[] = []
  await forEachConcurrent(remaining, deps.membersAtOnce, signal, async (member) => {
    const preparing = prepareMember(deps, run, sharedRun, member, force)
    const isQuarantined = quarantinedIds.has(member.id)
    const publishing = publishMember(deps, run, publisher, { member, isQuarantined }, preparing)
    const recorded = run.record(member.id, publishing)
    if (await publisher.mayWait(preparing)) waiting.push(recorded)
    else await recorded
  })
  publisher.end()
  await Promise.all(waiting)
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

async function prepareMember(
  deps: SyncDeps,
  run: Run,
  sharedRun: SharedRun<Member>,
  member: Member,
  force: boolean,
): Promise<Prepared> {
  const { source, signal } = run
  const fetched = await fetchMember(deps, run, sharedRun, member)
  if ('same' in fetched) return fetched
  run.withNewArtifact.add(member.id)
  return await preparePublication(deps, { source, member, artifact: fetched, signal, force })
}

interface PublishedMember {
  readonly member: Member
  readonly isQuarantined: boolean
}

async function publishMember(
  deps: SyncDeps,
  run: Run,
  publisher: Publisher,
  { member, isQuarantined }: PublishedMember,
  preparing: Promise<Prepared>,
): Promise<MemberReport> {
  const ids = { sourceId: run.source.id, memberId: member.id }
  try {
    const report = await publisher.publish(preparing)
    if (isQuarantined) await releaseMember(deps.store.ledger, ids)
    return report
  } finally {
    // Published or not. If it fails, it is tried again with the next artifact, and by maintenance.
    if (run.withNewArtifact.has(member.id))
      await pruneArtifacts(deps, { ...ids, type: 'answers' }, deps.artifactsPerMember).catch(() => {})
  }
}

async function fetchMember(
  deps: SyncDeps,
  run: Run,
  sharedRun: SharedRun<Member>,
  member: Member,
): Promise<CapturedArtifact | Confirmation> {
  const { clock } = deps
  const { source } = run
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
    run: shareWithMember(sharedRun, signal, mark),
    ...(settled && dependsOn !== undefined
      ? { tagOf: tagToSend(source, member, settled, dependsOn, capturedAt) }
      : {}),
  })
  const receiving = ReceivedResponses.receive(markEach(responses, mark))
  const received = await receiving.catch((thrown: unknown) => {
    if (settled && thrown instanceof NotModified) return settled
    throw thrown
  })
  if (!(received instanceof ReceivedResponses))
    return { member, capturedAt, same: received, isNotModified: true }
  await using _ = received
  const digest = dependsOn === undefined ? undefined : received.digest(dependsOn, source.ignoredFields)
  const tag = toTaggedResponse(received, dependsOn, capturedAt)
  if (settled && settled.digest === digest)
    return { member, capturedAt, same: { ...settled, tag }, isNotModified: false }
  const artifact = await saveArtifact(deps, head, received.all(), signal)
  return { ...artifact, head, digest, tag, responses: received.take() }
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

function selectMembers(source: AnySource, { share, members: ids }: RunOptions): readonly Member[] {
  const { members } = share ?? source
  if (!ids) return members.filter(({ off }) => off === undefined)
  const wanted = new Set(ids)
  return members.filter(({ id }) => wanted.has(id))
}

function rejectUnknownMembers(source: AnySource, { share, members: ids = [] }: RunOptions): void {
  const known = new Set((share ?? source).members.map(({ id }) => id))
  const unknown = ids.filter((id) => !known.has(id))
  if (unknown.length > 0) {
    throw new Failure('invalid_request', `The source ${source.id} has no member ${unknown[0]}.`, {
      details: { unknown, known: [...known].slice(0, 50) },
    })
  }
}
