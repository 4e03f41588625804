/** Writes what a member publishes, with the state of the member, and says how that went. */

import type { Transaction } from 'kysely'
import type { ReadModelTables } from '../../store/tables.ts'
import { createLoopPause } from '../loop-pause.ts'
import { saveMemberState } from '../member-state.ts'
import type { MemberReport } from '../run/run-rows.ts'
import type { AnySource, AnyWriter, WriteCounts } from '../source.ts'
import { findWriter, type SyncDeps } from '../sync-deps.ts'
import type { Confirmation, MappedPublication, Publication } from './prepare-publication.ts'
import { untagged } from './same-responses.ts'
import { type MappedMember, sumReasons } from './to-member-records.ts'

export type PublishDeps = Pick<SyncDeps, 'store' | 'clock' | 'marker' | 'writers'>

interface WriteOptions {
  readonly tx: Transaction<ReadModelTables>
  readonly source: AnySource
  /** The writer of the source, or its group. */
  readonly writer: Pick<AnyWriter, 'write'>
  readonly signal: AbortSignal
}

/** May be repeated: after a transaction that was rolled back because of another member. */
export async function writePublication(
  deps: PublishDeps,
  options: WriteOptions,
  publication: Publication,
): Promise<MemberReport> {
  return 'same' in publication
    ? await writeConfirmation(deps, options, publication)
    : await writeRecords(deps, options, publication)
}

async function writeRecords(
  { store, clock, marker }: PublishDeps,
  { tx, source, writer, signal }: WriteOptions,
  { member, artifact, capturedAt, isPart, mapped, unreadable }: MappedPublication,
): Promise<MemberReport> {
  const { records, dropped, held } = mapped
  const ids = { sourceId: source.id, memberId: member.id }
  marker.mark(ids)
  const written = await writer.write({
    tx,
    dialect: store.readModel.dialect,
    ...ids,
    artifactId: artifact.id,
    capturedAt,
    records,
    pause: createLoopPause({ clock, marker }, ids, signal),
  })
  const { isSettled, ...counts } = withHeld(withUnreadable(written, unreadable), held)
  const hasLosses = [unreadable, Object.keys(dropped), Object.keys(held)].some(({ length }) => length > 0)
  if (!isPart) {
    await saveMemberState(tx, source, member, {
      artifact_id: artifact.id,
      record_count: records.length,
      published_at: clock.now(),
      held_reason: counts.problem ?? null,
      ...(isSettled && !hasLosses
        ? {
            response_digest: artifact.digest ?? null,
            digested_at: capturedAt,
            ...(artifact.tag ?? untagged),
          }
        : { response_digest: null, digested_at: null, ...untagged }),
    })
  }
  return {
    outcome: 'published',
    artifactId: artifact.id,
    records: records.length,
    ...counts,
    dropped: { ...dropped, ...counts.dropped },
  }
}

async function writeConfirmation(
  deps: PublishDeps,
  { tx, source }: WriteOptions,
  { member, same, capturedAt, isNotModified }: Confirmation,
): Promise<MemberReport> {
  const { dialect } = deps.store.readModel
  const { artifactId, records, digest, digestedAt, tag } = same
  const ids = { sourceId: source.id, memberId: member.id }
  await findWriter(deps, source).confirm?.write({ tx, dialect, ...ids, capturedAt })
  await saveMemberState(tx, source, member, {
    artifact_id: artifactId,
    record_count: records,
    published_at: deps.clock.now(),
    held_reason: null,
    response_digest: digest,
    digested_at: digestedAt,
    ...tag,
  })
  return {
    outcome: 'published',
    artifactId,
    records,
    dropped: {},
    written: 0,
    unchanged: records,
    removed: 0,
    ...(isNotModified ? { isNotModified } : {}),
  }
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
