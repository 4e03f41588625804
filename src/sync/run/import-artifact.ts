/** Publishes a saved artifact again, as a run would: by its number in the ledger, or from a file. */

import { createReadStream } from 'node:fs'
import { Failure } from '../../core/errors.ts'
import { type DecodedArtifact, decodeArtifact } from '../artifacts/artifact-format.ts'
import { type RecordedArtifact, saveArtifact } from '../artifacts/artifact-rows.ts'
import { type Prepared, preparePublication } from '../publish/prepare-publication.ts'
import { Publisher } from '../publish/publisher.ts'
import type { AnySource, Member } from '../source.ts'
import type { SyncDeps } from '../sync-deps.ts'
import { openRun, type Run, type SkippedRun } from './open-run.ts'
import type { RunReport } from './run-rows.ts'

export interface ImportOptions {
  readonly signal: AbortSignal
  /** Publishes even if a list shrank suspiciously, and maps again what is stored as the source lists it. */
  readonly force?: boolean
}

export async function importArtifact(
  deps: SyncDeps,
  artifact: number | string,
  { signal, force = false }: ImportOptions,
): Promise<RunReport | SkippedRun> {
  const found =
    typeof artifact === 'number' ? await findRecorded(deps, artifact) : await openFile(artifact, signal)
  const { source, member } = findMember(deps, found.sourceId, found.memberId)
  await using run = await openRun(deps, source, { mode: 'import', signal })
  if (!run) return { status: 'skipped', sourceId: source.id }
  await run.start(1)
  run.withNewArtifact.add(member.id)
  const publisher = new Publisher(deps, run)
  const recorded = run.record(member.id, publisher.publish(prepareImported(deps, run, member, found, force)))
  publisher.end()
  return await run.finish(recorded)
}

interface FoundArtifact {
  readonly sourceId: string
  readonly memberId: string
  /** Of a file: not recorded yet. */
  readonly artifact: RecordedArtifact | DecodedArtifact
}

async function findRecorded({ store, artifacts }: SyncDeps, id: number): Promise<FoundArtifact> {
  const row = await store.ledger.read
    .selectFrom('artifact')
    .select(['id', 'source_id', 'member_id', 'storage', 'location', 'sha256'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Failure('not_found', `There is no artifact ${id}.`)
  if (row.storage !== artifacts.storage) {
    throw new Failure('not_found', `The artifact ${id} is stored on ${row.storage}, which is not configured.`)
  }
  return { sourceId: row.source_id, memberId: row.member_id, artifact: row }
}

async function openFile(path: string, signal: AbortSignal): Promise<FoundArtifact> {
  const artifact = await decodeArtifact(readArtifactFile(path, signal))
  const { sourceId, memberId } = artifact.head
  return { sourceId, memberId, artifact }
}

async function prepareImported(
  deps: SyncDeps,
  { source, runId, signal }: Run,
  member: Member,
  { artifact }: FoundArtifact,
  force: boolean,
): Promise<Prepared> {
  // A file is copied into our artifact store first, so that what is published can be imported again.
  const recorded =
    'head' in artifact
      ? await saveArtifact(
          deps,
          { ...artifact.head, service: source.service, runId },
          artifact.responses,
          signal,
        )
      : artifact
  return await preparePublication(deps, { source, member, artifact: recorded, signal, force })
}

function findMember(
  deps: SyncDeps,
  sourceId: string,
  memberId: string,
): { source: AnySource; member: Member } {
  const source = deps.sources.find((candidate) => candidate.id === sourceId)
  const member = source?.members.find((candidate) => candidate.id === memberId)
  if (!source || !member) {
    throw new Failure(
      'not_found',
      `The artifact belongs to ${sourceId}/${memberId}, which is not a configured source and member.`,
    )
  }
  return { source, member }
}

async function* readArtifactFile(path: string, signal: AbortSignal): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(path, { signal })
  } catch (cause) {
    signal.throwIfAborted()
    throw new Failure('not_found', 'The file cannot be read.', { cause })
  }
}
