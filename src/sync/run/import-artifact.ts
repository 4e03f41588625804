/** Replays an artifact through the same door as a run: by its number in the ledger, or from a file. */

import { createReadStream } from 'node:fs'
import { Failure } from '../../core/errors.ts'
import { decodeArtifact } from '../artifacts/artifact-format.ts'
import { type KnownArtifact, recordArtifact } from '../artifacts/artifact-rows.ts'
import { publishArtifact } from '../publish/publish-artifact.ts'
import type { AnySource, Member } from '../source.ts'
import type { SyncParts } from '../sync-deps.ts'
import type { RunReport } from './run-rows.ts'
import { type Skipped, underLease } from './with-run-lease.ts'

export interface ImportOptions {
  readonly signal: AbortSignal
  /** Publishes even what the guards would hold. */
  readonly force?: boolean
}

export async function importArtifact(
  parts: SyncParts,
  artifact: number | string,
  options: ImportOptions,
): Promise<RunReport | Skipped> {
  return typeof artifact === 'number'
    ? await importKnown(parts, artifact, options)
    : await importFile(parts, artifact, options)
}

async function importKnown(
  parts: SyncParts,
  id: number,
  options: ImportOptions,
): Promise<RunReport | Skipped> {
  const row = await parts.store.ledger.read
    .selectFrom('artifact')
    .select(['id', 'source_id', 'member_id', 'storage', 'location', 'sha256'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Failure('not_found', `There is no artifact ${id}.`)
  if (row.storage !== parts.artifacts.storage) {
    throw new Failure('not_found', `The artifact ${id} is kept on ${row.storage}, which is not configured.`)
  }
  const { source, member } = findMember(parts, row.source_id, row.member_id)
  return await publishOnly(parts, source, member, options, async () => row)
}

/** A file from elsewhere is taken into our own store first, so that what is published can be replayed here. */
async function importFile(
  parts: SyncParts,
  path: string,
  options: ImportOptions,
): Promise<RunReport | Skipped> {
  const { head, answers } = await decodeArtifact(readFile(path, options.signal))
  const { source, member } = findMember(parts, head.sourceId, head.memberId)
  return await publishOnly(parts, source, member, options, async (runId) => {
    const own = { ...head, service: source.service, runId }
    const saved = await parts.artifacts.save(own, answers, options.signal)
    return await recordArtifact(parts.store, own, saved)
  })
}

async function publishOnly(
  parts: SyncParts,
  source: AnySource,
  member: Member,
  { signal, force = false }: ImportOptions,
  obtain: (runId: string) => Promise<KnownArtifact>,
): Promise<RunReport | Skipped> {
  return await underLease(parts, source, { mode: 'import', planned: 1, signal }, (run) =>
    run.member(member.id, async () => {
      const artifact = await obtain(run.runId)
      return await publishArtifact(parts, {
        source,
        member,
        artifact,
        lease: run.lease,
        signal: run.signal,
        force,
      })
    }),
  )
}

function findMember(
  parts: SyncParts,
  sourceId: string,
  memberId: string,
): { source: AnySource; member: Member } {
  const source = parts.sources.find((candidate) => candidate.id === sourceId)
  const member = source?.members.find((candidate) => candidate.id === memberId)
  if (!source || !member) {
    throw new Failure(
      'not_found',
      `The artifact belongs to ${sourceId}/${memberId}, which is no source of ours.`,
    )
  }
  return { source, member }
}

async function* readFile(path: string, signal: AbortSignal): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(path, { signal })
  } catch (cause) {
    signal.throwIfAborted()
    throw new Failure('not_found', 'The file cannot be read.', { cause })
  }
}
