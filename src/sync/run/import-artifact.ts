/** Publishes a saved artifact again, as a run would: by its number in the ledger, or from a file. */

import { createReadStream } from 'node:fs'
import { Failure } from '../../core/errors.ts'
import { decodeArtifact } from '../artifacts/artifact-format.ts'
import { type RecordedArtifact, saveArtifact } from '../artifacts/artifact-rows.ts'
import { publishArtifact } from '../publish/publish-artifact.ts'
import type { AnySource, Member } from '../source.ts'
import type { SyncDeps } from '../sync-deps.ts'
import type { RunReport } from './run-rows.ts'
import { type SkippedRun, withRunLease } from './with-run-lease.ts'

export interface ImportOptions {
  readonly signal: AbortSignal
  /** Publishes even if a list shrank suspiciously, and maps again what is stored as the source lists it. */
  readonly force?: boolean
}

export async function importArtifact(
  deps: SyncDeps,
  artifact: number | string,
  options: ImportOptions,
): Promise<RunReport | SkippedRun> {
  return typeof artifact === 'number'
    ? await importRecorded(deps, artifact, options)
    : await importFile(deps, artifact, options)
}

async function importRecorded(
  deps: SyncDeps,
  id: number,
  options: ImportOptions,
): Promise<RunReport | SkippedRun> {
  const row = await deps.store.ledger.read
    .selectFrom('artifact')
    .select(['id', 'source_id', 'member_id', 'storage', 'location', 'sha256'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Failure('not_found', `There is no artifact ${id}.`)
  if (row.storage !== deps.artifacts.storage) {
    throw new Failure('not_found', `The artifact ${id} is stored on ${row.storage}, which is not configured.`)
  }
  const { source, member } = findMember(deps, row.source_id, row.member_id)
  return await publishImported(deps, source, member, options, async () => row)
}

/** The file is copied into our artifact store first, so that what is published can be imported again. */
async function importFile(
  deps: SyncDeps,
  path: string,
  options: ImportOptions,
): Promise<RunReport | SkippedRun> {
  const { head, responses } = await decodeArtifact(readArtifactFile(path, options.signal))
  const { source, member } = findMember(deps, head.sourceId, head.memberId)
  return await publishImported(deps, source, member, options, async (runId) => {
    const localHead = { ...head, service: source.service, runId }
    return await saveArtifact(deps, localHead, responses, options.signal)
  })
}

async function publishImported(
  deps: SyncDeps,
  source: AnySource,
  member: Member,
  { signal, force = false }: ImportOptions,
  loadArtifact: (runId: string) => Promise<RecordedArtifact>,
): Promise<RunReport | SkippedRun> {
  const plan = { mode: 'import', signal } as const
  return await withRunLease(
    deps,
    source,
    plan,
    async () => [member],
    (run) =>
      run.runMember(member.id, async () => {
        const artifact = await loadArtifact(run.runId)
        const report = await publishArtifact(deps, {
          source,
          member,
          artifact,
          lease: run.lease,
          signal: run.signal,
          force,
        })
        if (report.outcome === 'published') run.markPublished(artifact.id)
        return report
      }),
  )
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
