/** Artifacts in an S3-compatible bucket: staged on the local disk, then uploaded whole. */

import { openAsBlob } from 'node:fs'
import * as nodeFiles from 'node:fs/promises'
import { resolve } from 'node:path'
import { Failure } from '../../core/errors.ts'
import { decodeArtifact } from './artifact-format.ts'
import { type ArtifactStore, artifactLocation } from './artifact-store.ts'
import { type Bucket, useBucket } from './bucket.ts'
import {
  type ArtifactFileSystem,
  removeStaleStaged,
  stageArtifact,
  verifyChecksum,
} from './disk-artifact-store.ts'

export interface S3ArtifactStoreOptions extends Bucket {
  /** Where artifacts are written before they are uploaded. */
  readonly stagingFolder: string
  readonly files?: ArtifactFileSystem
}

export function s3ArtifactStore(options: S3ArtifactStoreOptions): ArtifactStore {
  const files = options.files ?? nodeFiles
  const root = resolve(options.stagingFolder)
  return {
    storage: 's3',
    async save(head, responses, signal) {
      const location = artifactLocation(head)
      await using staged = await stageArtifact(files, root, head, responses, signal)
      const blob = await openAsBlob(staged.path)
      await useBucket(options, signal, (client) => client.putAnyObject(location, blob, 'application/zstd'))
      return { storage: 's3', location, ...staged.summary }
    },
    async read({ location, sha256 }, signal) {
      const response = await useBucket(options, signal, (client) => client.getObjectResponse(location))
      if (!response?.body) throw new Failure('not_found', 'The artifact is missing from storage.')
      return await decodeArtifact(verifyChecksum(toBuffers(response.body), sha256))
    },
    async remove(location) {
      await useBucket(options, new AbortController().signal, (client) => client.deleteObject(location))
    },
    removeStaleStaged: (nowMs) => removeStaleStaged(files, root, nowMs),
  }
}

async function* toBuffers(body: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const chunk of body) yield Buffer.from(chunk)
}
