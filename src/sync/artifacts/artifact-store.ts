/** Where the answers of upstreams are kept before anything reads them. */

import { createHash, randomUUID } from 'node:crypto'
import type { UpstreamResponse } from '../source.ts'
import type { ArtifactHead, DecodedArtifact } from './artifact-format.ts'

export interface SavedArtifact {
  readonly storage: 'disk' | 's3'
  /** Path below the artifact folder or key in the bucket. */
  readonly location: string
  /** Over the stored, compressed bytes. */
  readonly sha256: string
  readonly bytes: number
  /** How many answers it holds. */
  readonly rowCount: number
}

/** An artifact as it lies there, whether or not the ledger knows of it. */
export interface ArtifactFile {
  readonly location: string
  readonly runId: string
  readonly modifiedAt: number
}

type MemberRef = Pick<ArtifactHead, 'service' | 'sourceId' | 'memberId'>

export interface ArtifactStore {
  readonly storage: 'disk' | 's3'
  /** Streams to the end before the artifact becomes visible; throws `store_unavailable` when it cannot be written. */
  save(
    head: ArtifactHead,
    responses: AsyncIterable<UpstreamResponse>,
    signal: AbortSignal,
  ): Promise<SavedArtifact>
  /**
   * The answers throw at their end when the bytes do not have this sha256, so nothing may be done with them before.
   */
  read(
    artifact: { readonly location: string; readonly sha256: string },
    signal: AbortSignal,
  ): Promise<DecodedArtifact>
  remove(location: string): Promise<void>
  /** The complete artifacts of these runs of a source; none where looking for them is not worth its price. */
  listRunFiles(
    source: Pick<ArtifactHead, 'service' | 'sourceId'>,
    runIds: Iterable<string>,
  ): Promise<readonly ArtifactFile[]>
  /** The locations of all that was asked about a member between two runs; none likewise. */
  listLiveFiles(member: MemberRef): Promise<readonly string[]>
  /** Removes what processes left behind that died while writing; returns how many. */
  removeStaleStaged(nowMs: number): Promise<number>
}

/** `service/source/member/time-run.ndjson.gz`, safe as a path and as a key whatever the ids are. */
export function artifactLocation(head: ArtifactHead): string {
  const time = new Date(head.capturedAt).toISOString().replaceAll(/[-:.]/g, '')
  return `${memberPrefix(head)}/${time}${runSuffix(head.runId)}`
}

/** What the locations of a member begin with; those of its later answers come later in the alphabet. */
export function memberPrefix(member: MemberRef): string {
  return `${sourcePrefix(member)}/${toSafeName(member.memberId)}`
}

/** What the locations of a source begin with. */
export function sourcePrefix({ service, sourceId }: Pick<ArtifactHead, 'service' | 'sourceId'>): string {
  return `${toSafeName(service)}/${toSafeName(sourceId)}`
}

/** Stands where a run would, for what was asked between two of them. */
export function liveRunId(): string {
  return `live-${randomUUID()}`
}

/** Whether a file name has such an id in it. */
export function isLiveFileName(name: string): boolean {
  return /^\w+-live-[0-9a-f-]{36}\.ndjson\.gz$/.test(name)
}

/** What the locations of a run end with, after the time. */
export function runSuffix(runId: string): string {
  return `-${toSafeName(runId)}.ndjson.gz`
}

/** The id itself where it can stand as a file name on any system, else a readable rest and a hash of it. */
function toSafeName(id: string): string {
  if (/^[a-z0-9][a-z0-9_-]{0,79}$/.test(id)) return id
  const readable = id
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
  return `${readable}.${createHash('sha256').update(id).digest('hex').slice(0, 16)}`
}
