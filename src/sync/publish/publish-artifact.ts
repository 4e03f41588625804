/** From an artifact to the read model: parse, map, guard, and one transaction that a reader sees wholly or not at all. */

import { Failure } from '../../core/errors.ts'
import type { ArtifactHead } from '../artifacts/artifact-format.ts'
import { markImported, type RecordedArtifact } from '../artifacts/artifact-rows.ts'
import type { HeldLease } from '../run/held-lease.ts'
import type { MemberReport } from '../run/run-rows.ts'
import type { AnySource, AnyWriter, Member, MemberOutcome, WriteCounts } from '../source.ts'
import type { SyncDeps } from '../sync-deps.ts'
import { parseResponses } from './parse-responses.ts'
import { reasonToHold } from './reason-to-hold.ts'
import { type MappedMember, toMemberRecords } from './to-member-records.ts'

export interface PublishOptions {
  readonly source: AnySource
  readonly member: Member
  readonly artifact: RecordedArtifact
  readonly lease: HeldLease
  readonly signal: AbortSignal
  /** Publishes even what the guards would hold. */
  readonly force: boolean
}

export type PublishReport = Extract<MemberReport, { outcome: 'published' | 'held' }>

export async function publishArtifact(deps: SyncDeps, options: PublishOptions): Promise<PublishReport> {
  const { source, member, artifact, signal } = options
  const writer = findWriter(deps, source)
  const { head, responses } = await deps.artifacts.read(artifact, signal)
  const parsed = await parseResponses(source, responses)
  const isPart = head.type === 'live'
  const mapped = toMemberRecords(source, writer, member, parsed, head.capturedAt, isPart)
  const facts = { artifactId: artifact.id, records: mapped.records.length, dropped: mapped.dropped }
  // A part is always less than what was published.
  const checkShrinkage = !options.force && !isPart
  const publishedCount = checkShrinkage ? await readPublishedCount(deps, source, member) : 0
  const reason = checkShrinkage ? reasonToHold(source, mapped.records.length, publishedCount) : undefined
  if (reason !== undefined) {
    await markHeld(deps, options, reason)
    return { outcome: 'held', reason, ...facts }
  }
  const { dropped, ...counts } = await publishRecords(deps, options, writer, mapped, head)
  await markImported(deps.store, artifact.id, deps.clock.now())
  return { outcome: 'published', ...facts, ...counts, dropped: { ...facts.dropped, ...dropped } }
}

async function publishRecords(
  { store, clock }: SyncDeps,
  { source, member, artifact, lease, signal }: PublishOptions,
  writer: AnyWriter,
  { records }: MappedMember,
  { capturedAt, type }: ArtifactHead,
): Promise<WriteCounts> {
  const { dialect } = store.readModel
  return await store.readModel.transaction(async (tx) => {
    const counts = await writer.write({
      tx,
      dialect,
      sourceId: source.id,
      memberId: member.id,
      artifactId: artifact.id,
      capturedAt,
      records,
    })
    const state = {
      artifact_id: artifact.id,
      record_count: records.length,
      published_at: clock.now(),
      held_reason: null,
    }
    if (type === undefined) {
      await tx
        .insertInto('member_state')
        .values({ service: source.service, source_id: source.id, member_id: member.id, ...state })
        .onConflict((conflict) => conflict.columns(['service', 'source_id', 'member_id']).doUpdateSet(state))
        .execute()
    }
    await dialect.bumpVersion(tx, source.service, clock.now())
    // Last, so that a process that slept through the end of its lease does not overwrite its successor.
    lease.assertHeld()
    return counts
  }, signal)
}

/** What the members come to together is seen as soon as the last of them was dealt with, and not before. */
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
    remaining = await readModel.transaction(async (tx) => {
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
    }, signal)
  } while (remaining === 'more')
}

async function markHeld({ store }: SyncDeps, options: PublishOptions, reason: string): Promise<void> {
  const { source, member, signal } = options
  await store.readModel.transaction(async (tx) => {
    await tx
      .updateTable('member_state')
      .set({ held_reason: reason })
      .where('service', '=', source.service)
      .where('source_id', '=', source.id)
      .where('member_id', '=', member.id)
      .execute()
  }, signal)
}

async function readPublishedCount({ store }: SyncDeps, source: AnySource, member: Member): Promise<number> {
  const state = await store.readModel.read
    .selectFrom('member_state')
    .select('record_count')
    .where('service', '=', source.service)
    .where('source_id', '=', source.id)
    .where('member_id', '=', member.id)
    .executeTakeFirst()
  return state?.record_count ?? 0
}

function findWriter({ writers }: SyncDeps, source: AnySource): AnyWriter {
  const writer = writers.find((candidate) => candidate.service === source.service)
  if (!writer) throw new Failure('internal', `The service ${source.service} takes in no records.`)
  return writer
}
