/** Where the responses of upstreams are stored before anything parses them. */

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
  /** Number of responses. */
  readonly rowCount: number
}

export interface ArtifactStore {
  readonly storage: 'disk' | 's3'
  /** The artifact becomes visible once it is complete. Throws `store_unavailable` when it cannot be written. */
  save(
    head: ArtifactHead,
    responses: AsyncIterable<UpstreamResponse>,
    signal: AbortSignal,
  ): Promise<SavedArtifact>
  /** The responses throw at their end if the checksum differs: use them only when all have been read. */
  read(
    artifact: { readonly location: string; readonly sha256: string },
    signal: AbortSignal,
  ): Promise<DecodedArtifact>
  remove(location: string): Promise<void>
  /** Removes files of processes that died while writing; returns how many. */
  removeStaleStaged(nowMs: number): Promise<number>
}

/** `service/source/member/time-run.ndjson.zst`, safe as a path and as a key for any ids. */
export function artifactLocation({ service, sourceId, memberId, runId, capturedAt }: ArtifactHead): string {
  const time = new Date(capturedAt).toISOString().replaceAll(/[-:.]/g, '')
  const [first, second, third, run] = [service, sourceId, memberId, runId].map(toSafeName)
  return `${first}/${second}/${third}/${time}-${run}.ndjson.zst`
}

/** Takes the place of a run id for live responses. */
export function liveRunId(): string {
  return `live-${randomUUID()}`
}

/** The id itself if it is a valid file name on any system, else its readable characters and a hash. */
function toSafeName(id: string): string {
  if (/^[a-z0-9][a-z0-9_-]{0,79}$/.test(id)) return id
  const readable = id
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
  return `${readable}.${createHash('sha256').update(id).digest('hex').slice(0, 16)}`
}
