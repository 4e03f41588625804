/** From an artifact to the read model: parse, map, guard, and one transaction that a reader sees wholly or not at all. */

import { Failure } from '../../core/errors.ts'
import type { ArtifactHead } from '../artifacts/artifact-format.ts'
import { type KnownArtifact, markImported } from '../artifacts/artifact-rows.ts'
import type { HeldLease } from '../run/held-lease.ts'
import type { MemberReport } from '../run/run-rows.ts'
import type { AnySource, AnyWriter, Member, MemberOutcome, WriteCounts } from '../source.ts'
import type { SyncParts } from '../sync-deps.ts'
import { parseAnswers } from './parse-responses.ts'
import { reasonToHold } from './reason-to-hold.ts'
import { type MappedMember, toMemberRecords } from './to-member-records.ts'

export interface PublishOptions {
  readonly source: AnySource
  readonly member: Member
  readonly artifact: KnownArtifact
  readonly lease: HeldLease
  readonly signal: AbortSignal
  /** Publishes even what the guards would hold. */
  readonly force: boolean
}

export type Published = Extract<MemberReport, { outcome: 'published' | 'held' }>

export async function publishArtifact(parts: SyncParts, options: PublishOptions): Promise<Published> {
  const { source, member, artifact, signal } = options
  const writer = writerOf(parts, source)
  const { head, answers } = await parts.artifacts.read(artifact, signal)
  const parsed = await parseAnswers(source, answers)
  const isPart = head.type === 'live'
  const mapped = toMemberRecords(source, writer, member, parsed, head.capturedAt, isPart)
  const facts = { artifactId: artifact.id, records: mapped.records.length, dropped: mapped.dropped }
  // A part is always less than what was published.
  const isGuarded = !options.force && !isPart
  const publishedCount = isGuarded ? await readPublishedCount(parts, source, member) : 0
  const reason = isGuarded ? reasonToHold(source, mapped.records.length, publishedCount) : undefined
  if (reason !== undefined) {
    await hold(parts, options, reason)
    return { outcome: 'held', reason, ...facts }
  }
  const { dropped, ...counts } = await publish(parts, options, writer, mapped, head)
  await markImported(parts.store, artifact.id, parts.clock.now())
  return { outcome: 'published', ...facts, ...counts, dropped: { ...facts.dropped, ...dropped } }
}

async function publish(
  { store, clock }: SyncParts,
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
export async function sumUp(
  parts: SyncParts,
  source: AnySource,
  outcomes: ReadonlyMap<string, MemberOutcome>,
  lease: HeldLease,
  signal: AbortSignal,
): Promise<void> {
  const writer = writerOf(parts, source)
  if (!writer.sumUp) return
  const { clock } = parts
  const { readModel } = parts.store
  const { dialect } = readModel
  let left: 'more' | undefined
  do {
    signal.throwIfAborted()
    left = await readModel.transaction(async (tx) => {
      const said = await writer.sumUp?.({ tx, dialect, sourceId: source.id, now: clock.now(), outcomes })
      await dialect.bumpVersion(tx, source.service, clock.now())
      lease.assertHeld()
      return said
    }, signal)
  } while (left === 'more')
}

async function hold({ store }: SyncParts, options: PublishOptions, reason: string): Promise<void> {
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

async function readPublishedCount({ store }: SyncParts, source: AnySource, member: Member): Promise<number> {
  const state = await store.readModel.read
    .selectFrom('member_state')
    .select('record_count')
    .where('service', '=', source.service)
    .where('source_id', '=', source.id)
    .where('member_id', '=', member.id)
    .executeTakeFirst()
  return state?.record_count ?? 0
}

function writerOf({ writers }: SyncParts, source: AnySource): AnyWriter {
  const writer = writers.find((candidate) => candidate.service === source.service)
  if (!writer) throw new Failure('internal', `The service ${source.service} takes in no records.`)
  return writer
}
