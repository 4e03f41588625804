/** Publishes an artifact: parses, maps and guards it, then writes it in one transaction. */

import { setImmediate as nextTurn } from 'node:timers/promises'
import { Failure } from '../../core/errors.ts'
import type { ArtifactHead, DecodedArtifact } from '../artifacts/artifact-format.ts'
import type { RecordedArtifact } from '../artifacts/artifact-rows.ts'
import { createLoopPause } from '../loop-pause.ts'
import { markEach } from '../member-marker.ts'
import { readMemberState, saveHeldReason, saveMemberState } from '../member-state.ts'
import type { HeldLease } from '../run/held-lease.ts'
import type { MemberReport } from '../run/run-rows.ts'
import type { AnySource, AnyWriter, Member, MemberOutcome, UpstreamResponse, WriteCounts } from '../source.ts'
import type { SyncDeps } from '../sync-deps.ts'
import { parseResponses } from './parse-responses.ts'
import { type MemberPublisher, type Publication, PublishGroup, publishTogether } from './publish-group.ts'
import { reasonToHold } from './reason-to-hold.ts'
import { type SettledMember, type TaggedResponse, toConfirmation, untagged } from './same-responses.ts'
import { takeTurn } from './take-turn.ts'
import { type MappedMember, sumReasons, toMemberRecords } from './to-member-records.ts'

/** An artifact, with its responses if they are still in memory. */
export interface CapturedArtifact extends RecordedArtifact {
  readonly head?: ArtifactHead
  /** Of its responses. */
  readonly digest?: string | undefined
  readonly tag?: TaggedResponse
  readonly responses?: AsyncIterable<UpstreamResponse> | undefined
}

export interface PublishOptions {
  readonly source: AnySource
  readonly member: Member
  readonly artifact: CapturedArtifact
  readonly lease: HeldLease
  readonly signal: AbortSignal
  /** Publishes even if a list shrank suspiciously, and maps again what is stored as the source lists it. */
  readonly force: boolean
  /** Whether the list was published before, by the guard or by an operator. Default: false. */
  readonly wasPublished?: boolean
  /** Of the group with which it shares a transaction. Default: it has one of its own. */
  readonly publisher?: MemberPublisher | undefined
  /** Called if another member may be read meanwhile. */
  readonly onWaiting?: () => void
}

export type PublishReport = Extract<MemberReport, { outcome: 'published' | 'held' }>

export async function publishArtifact(deps: SyncDeps, options: PublishOptions): Promise<PublishReport> {
  const { source, member, artifact, signal } = options
  const { mapped, head, unreadable } = await readRecords(deps, options)
  const isPart = head.type === 'live'
  const facts = { artifactId: artifact.id, records: mapped.records.length, dropped: mapped.dropped }
  const published = await readMemberState(deps.store, source, member)
  // A part is always smaller than what was published.
  const isExempt = options.force || options.wasPublished || isPart || published === undefined
  const reason = isExempt ? undefined : reasonToHold(source, mapped.records.length, published)
  if (reason !== undefined) {
    await saveHeldReason(deps.store, source, member, reason, signal)
    return { outcome: 'held', reason, ...facts }
  }
  const publication = toPublication(deps, options, mapped, head, unreadable)
  const { dropped, isSettled: _, ...counts } = await publish(deps, options, publication)
  return { outcome: 'published', ...facts, ...counts, dropped: { ...facts.dropped, ...dropped } }
}

/** For a member whose responses are those of its last list, as we see or as its host says. */
export async function confirmMember(
  deps: SyncDeps,
  options: Omit<PublishOptions, 'artifact' | 'force'>,
  same: SettledMember,
  capturedAt: number,
  isNotModified = false,
): Promise<PublishReport> {
  const { source, member } = options
  const { artifactId, records } = same
  const writer = findWriter(deps, source)
  const confirmation = toConfirmation(deps, writer, source, member, same, capturedAt)
  const counts = await publish(deps, options, confirmation)
  const how = isNotModified ? { isNotModified } : {}
  return { outcome: 'published', artifactId, records, dropped: {}, ...counts, ...how }
}

async function publish(
  deps: SyncDeps,
  options: Pick<PublishOptions, 'source' | 'lease' | 'signal' | 'publisher' | 'onWaiting'>,
  publication: Publication,
): Promise<WriteCounts> {
  const { publisher, onWaiting = () => {} } = options
  return await (publisher
    ? publisher.publish(publication, onWaiting)
    : publishAlone(deps, options, publication))
}

interface ReadMember {
  readonly mapped: MappedMember
  readonly head: ArtifactHead
  /** The kinds of responses without which the member is published. */
  readonly unreadable: readonly string[]
}

/** The responses are not held in memory any longer, while their records wait to be published. */
async function readRecords(
  deps: SyncDeps,
  { source, member, artifact, signal, force }: PublishOptions,
): Promise<ReadMember> {
  const writer = findWriter(deps, source)
  const { head, responses } = await readResponses(deps, artifact, signal)
  const ids = { sourceId: source.id, memberId: member.id }
  const mark = () => deps.marker.mark(ids)
  const isPart = head.type === 'live'
  const unreadable: string[] = []
  const parsed = await parseResponses(source, markEach(responses, mark), (kind) => {
    const isSecondary = !isPart && (source.secondaryKinds ?? []).includes(kind)
    if (isSecondary) unreadable.push(kind)
    return isSecondary
  })
  const { readModel } = deps.store
  const storedHashes = force
    ? writer.readHashes && new Set<string>()
    : await writer.readHashes?.(readModel.read, source.id, member.id)
  // After the last wait, in which another member may have been marked.
  mark()
  const mapped = await toMemberRecords(source, writer, member, parsed, head.capturedAt, {
    isPart,
    storedHashes,
    pause: createLoopPause(deps, ids, signal),
  })
  return { mapped, head, unreadable }
}

async function readResponses(
  { artifacts }: SyncDeps,
  { head, responses, ...artifact }: CapturedArtifact,
  signal: AbortSignal,
): Promise<DecodedArtifact> {
  return head && responses ? { head, responses } : await artifacts.read(artifact, signal)
}

async function publishAlone(
  deps: SyncDeps,
  { source, lease, signal }: Pick<PublishOptions, 'source' | 'lease' | 'signal'>,
  publication: Publication,
): Promise<WriteCounts> {
  const { clock, store } = deps
  const writer = findWriter(deps, source)
  const [counts] = await publishTogether({ readModel: store.readModel, writer, clock, lease, signal }, [
    publication,
  ])
  return counts as WriteCounts
}

function toPublication(
  { store, clock, marker }: SyncDeps,
  { source, member, artifact, signal }: PublishOptions,
  { records, dropped, held }: MappedMember,
  { capturedAt, type }: ArtifactHead,
  unreadableKinds: readonly string[],
): Publication {
  const { dialect } = store.readModel
  const ids = { sourceId: source.id, memberId: member.id }
  return {
    records: records.length,
    async write(tx, writer) {
      marker.mark(ids)
      const written = await writer.write({
        tx,
        dialect,
        ...ids,
        artifactId: artifact.id,
        capturedAt,
        records,
        pause: createLoopPause({ clock, marker }, ids, signal),
      })
      const counts = withHeld(withUnreadable(written, unreadableKinds), held)
      const hasLosses = [unreadableKinds, Object.keys(dropped), Object.keys(held)].some(
        ({ length }) => length > 0,
      )
      const isSettled = written.isSettled && !hasLosses
      if (type === undefined) {
        await saveMemberState(tx, source, member, {
          artifact_id: artifact.id,
          record_count: records.length,
          published_at: clock.now(),
          held_reason: counts.problem ?? null,
          ...(isSettled
            ? {
                response_digest: artifact.digest ?? null,
                digested_at: capturedAt,
                ...(artifact.tag ?? untagged),
              }
            : unsettled),
        })
      }
      return counts
    },
  }
}

const unsettled = { response_digest: null, digested_at: null, ...untagged }

/** For the members of a run. Undefined if the writer gains nothing from it. */
export function createPublishGroup(
  deps: SyncDeps,
  options: Pick<PublishOptions, 'source' | 'lease' | 'signal'> & { readonly members: number },
): PublishGroup | undefined {
  const { clock, store } = deps
  const { source, lease, signal, members } = options
  const writer = findWriter(deps, source)
  if (!writer.openGroup) return undefined
  return new PublishGroup({ readModel: store.readModel, writer, clock, lease, signal, members })
}

function withUnreadable(counts: WriteCounts, kinds: readonly string[]): WriteCounts {
  if (kinds.length === 0) return counts
  const names = [...new Set(kinds)].join(', ')
  return withProblem(counts, `${kinds.length} responses could not be read: ${names}`)
}

function withHeld(counts: WriteCounts, reasons: MappedMember['held']): WriteCounts {
  const count = sumReasons(reasons)
  if (count === 0) return counts
  const problem = `${count} records cannot be true: ${Object.keys(reasons).join(', ')}`
  return withProblem({ ...counts, held: (counts.held ?? 0) + count }, problem)
}

function withProblem(counts: WriteCounts, problem: string): WriteCounts {
  return { ...counts, problem: counts.problem === undefined ? problem : `${counts.problem}; ${problem}` }
}

/** Runs the writer's totals and cleanup across all members, after the last member. */
export async function finalizeRun(
  deps: SyncDeps,
  source: AnySource,
  outcomes: ReadonlyMap<string, MemberOutcome>,
  lease: HeldLease,
  signal: AbortSignal,
): Promise<void> {
  const writer = findWriter(deps, source)
  if (!writer.finalizeRun) return
  const { clock } = deps
  const { readModel } = deps.store
  const { dialect } = readModel
  let remaining: 'more' | undefined
  do {
    signal.throwIfAborted()
    remaining = await takeTurn(writer, () =>
      readModel.transaction(async (tx) => {
        const progress = await writer.finalizeRun?.({
          tx,
          dialect,
          sourceId: source.id,
          now: clock.now(),
          outcomes,
        })
        await dialect.bumpVersion(tx, source.service, clock.now())
        lease.assertHeld()
        return progress
      }, signal),
    )
    // Statements of SQLite do not let the event loop turn, and the lease of a long run has to be renewed.
    await nextTurn()
  } while (remaining === 'more')
}

export function findWriter({ writers }: SyncDeps, source: AnySource): AnyWriter {
  const writer = writers.find((candidate) => candidate.service === source.service)
  if (!writer) throw new Failure('internal', `The service ${source.service} has no writer.`)
  return writer
}
