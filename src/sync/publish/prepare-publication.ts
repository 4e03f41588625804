/** Prepares what a member publishes: parses the responses of an artifact, maps and guards them. */

import type { ArtifactHead, DecodedArtifact } from '../artifacts/artifact-format.ts'
import type { RecordedArtifact } from '../artifacts/artifact-rows.ts'
import { createLoopPause } from '../loop-pause.ts'
import { markEach } from '../member-marker.ts'
import { readMemberState, saveHeldReason } from '../member-state.ts'
import type { MemberReport } from '../run/run-rows.ts'
import type { AnySource, Member, UpstreamResponse } from '../source.ts'
import { findWriter, type SyncDeps } from '../sync-deps.ts'
import { parseResponses } from './parse-responses.ts'
import { reasonToHold } from './reason-to-hold.ts'
import type { SettledMember, TaggedResponse } from './same-responses.ts'
import { type MappedMember, toMemberRecords } from './to-member-records.ts'

/** An artifact, with its responses if they are still in memory. */
export interface CapturedArtifact extends RecordedArtifact {
  readonly head?: ArtifactHead
  /** Of its responses. */
  readonly digest?: string | undefined
  readonly tag?: TaggedResponse
  readonly responses?: AsyncIterable<UpstreamResponse> | undefined
}

export type Publication = MappedPublication | Confirmation

export interface MappedPublication {
  readonly member: Member
  readonly artifact: Pick<CapturedArtifact, 'id' | 'digest' | 'tag'>
  readonly capturedAt: number
  /** Whether these are responses to a live request for part of the member. */
  readonly isPart: boolean
  readonly mapped: MappedMember
  /** The kinds of responses without which the member is published. */
  readonly unreadable: readonly string[]
}

/** Of a member whose responses are those of its last list, as we see or as its host says. */
export interface Confirmation {
  readonly member: Member
  readonly same: SettledMember
  readonly capturedAt: number
  readonly isNotModified: boolean
}

export interface PrepareOptions {
  readonly source: AnySource
  readonly member: Member
  readonly artifact: CapturedArtifact
  readonly signal: AbortSignal
  /** Publishes even if a list shrank suspiciously, and maps again what is stored as the source lists it. */
  readonly force: boolean
  /** Whether the list was published before, by the guard or by an operator. Default: false. */
  readonly wasPublished?: boolean
}

/** A list that is held back is not published. */
export type Prepared = Publication | Extract<MemberReport, { outcome: 'held' }>

export async function preparePublication(deps: SyncDeps, options: PrepareOptions): Promise<Prepared> {
  const { source, member, artifact, signal } = options
  const { mapped, head, unreadable } = await readRecords(deps, options)
  const isPart = head.type === 'live'
  const published = await readMemberState(deps.store, source, member)
  // A part is always smaller than what was published.
  const isExempt = options.force || options.wasPublished || isPart || published === undefined
  const reason = isExempt ? undefined : reasonToHold(source, mapped.records.length, published)
  if (reason !== undefined) {
    await saveHeldReason(deps.store, source, member, reason, signal)
    const { records, dropped } = mapped
    return { outcome: 'held', reason, artifactId: artifact.id, records: records.length, dropped }
  }
  const { id, digest, tag } = artifact
  const saved = { id, digest, ...(tag ? { tag } : {}) }
  return { member, artifact: saved, capturedAt: head.capturedAt, isPart, mapped, unreadable }
}

interface ReadMember {
  readonly mapped: MappedMember
  readonly head: ArtifactHead
  readonly unreadable: readonly string[]
}

/** The responses are not held in memory any longer, while their records wait to be published. */
async function readRecords(
  deps: SyncDeps,
  { source, member, artifact, signal, force }: PrepareOptions,
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
