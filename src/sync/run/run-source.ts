/** One run of one source: its members fetched, saved and published, a few at once. */

import { startDeadline } from '../../core/deadline.ts'
import { Failure } from '../../core/errors.ts'
import type { Outbound } from '../../core/outbound/create-outbound.ts'
import { type KnownArtifact, pruneArtifacts, recordArtifact } from '../artifacts/artifact-rows.ts'
import { publishArtifact } from '../publish/publish-artifact.ts'
import type { AnySource, Member } from '../source.ts'
import type { SyncParts } from '../sync-deps.ts'
import { eachBounded } from './for-each-concurrent.ts'
import { readResumable } from './resumable-members.ts'
import type { MemberReport, RunMode, RunReport } from './run-rows.ts'
import { type OpenRun, type Skipped, underLease } from './with-run-lease.ts'

export interface RunOptions {
  readonly mode: 'scheduled' | 'manual'
  readonly signal: AbortSignal
  /** Only these members; all unless told. */
  readonly members?: readonly string[]
  /** Skips what an interrupted run has just published. */
  readonly resume?: boolean
  /** Publishes even what the guards would hold. */
  readonly force?: boolean
  /** Asked when the lease is held: by then another process may have done the work. */
  readonly onlyIf?: () => Promise<boolean>
}

export async function runSource(
  parts: SyncParts,
  source: AnySource,
  options: RunOptions,
): Promise<RunReport | Skipped> {
  const members = chooseMembers(source, options.members)
  const mode: RunMode = options.members ? 'members' : options.mode
  const { signal, onlyIf } = options
  const plan = { mode, planned: members.length, signal, ...(onlyIf ? { onlyIf } : {}) }
  return await underLease(parts, source, plan, async (run) => {
    const done = options.resume ? await readResumable(parts, source, run.startedAt) : new Set<string>()
    for (const member of members) if (done.has(member.id)) run.settle(member.id, { outcome: 'resumed' })
    const left = members.filter((member) => !done.has(member.id))
    await eachBounded(left, parts.membersAtOnce, run.signal, (member) =>
      run.member(member.id, () => syncMember(parts, source, member, run, options.force ?? false)),
    )
  })
}

async function syncMember(
  parts: SyncParts,
  source: AnySource,
  member: Member,
  run: OpenRun,
  force: boolean,
): Promise<MemberReport> {
  const artifact = await fetchArtifact(parts, source, member, run)
  const report = await publishArtifact(parts, {
    source,
    member,
    artifact,
    lease: run.lease,
    signal: run.signal,
    force,
  })
  if (report.outcome === 'published') {
    const published = {
      sourceId: source.id,
      memberId: member.id,
      type: 'answers',
      publishedArtifactId: artifact.id,
    } as const
    // Tidying up is tried again after the next publish.
    await pruneArtifacts(parts.store, parts.artifacts, published, parts.artifactsKept).catch(() => {})
  }
  return report
}

async function fetchArtifact(
  parts: SyncParts,
  source: AnySource,
  member: Member,
  run: OpenRun,
): Promise<KnownArtifact> {
  const { clock } = parts
  const capturedAt = clock.now()
  using deadline = startDeadline(clock, Math.max(parts.memberTimeoutMs, source.memberTimeoutMs ?? 0), tooSlow)
  const signal = AbortSignal.any([run.signal, deadline.signal])
  const head = {
    service: source.service,
    sourceId: source.id,
    memberId: member.id,
    runId: run.runId,
    capturedAt,
  }
  const answers = source.fetch({
    http: stoppable(parts.outbound.for(source.polite), signal),
    member,
    baseUrl: source.baseUrl,
    nowMs: capturedAt,
    signal,
  })
  const saved = await parts.artifacts.save(head, answers, signal)
  return await recordArtifact(parts.store, head, saved)
}

function tooSlow(): Failure {
  return new Failure('upstream_unavailable', 'The source took too long for one member.')
}

/** Whatever signal a source passes on, its requests end with its time. */
function stoppable(http: Outbound, signal: AbortSignal): Outbound {
  const both = <Request extends { readonly signal: AbortSignal }>(request: Request): Request => ({
    ...request,
    signal: AbortSignal.any([request.signal, signal]),
  })
  const { stream } = http
  return {
    request: (url, request) => http.request(url, both(request)),
    ...(stream && { stream: (url, request) => stream.call(http, url, both(request)) }),
  }
}

function chooseMembers(source: AnySource, ids: readonly string[] | undefined): readonly Member[] {
  if (!ids) return source.members
  const unknown = ids.filter((id) => !source.members.some((member) => member.id === id))
  if (unknown.length > 0) {
    throw new Failure('invalid_request', `The source ${source.id} has no member ${unknown[0]}.`, {
      details: { unknown, known: source.members.slice(0, 50).map((member) => member.id) },
    })
  }
  return source.members.filter((member) => ids.includes(member.id))
}
