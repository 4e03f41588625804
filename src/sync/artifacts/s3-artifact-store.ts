/** Artifacts in an S3-compatible bucket: staged on the local disk, then uploaded whole. */

import { openAsBlob } from 'node:fs'
import * as nodeFiles from 'node:fs/promises'
import { resolve } from 'node:path'
import { S3mini } from 's3mini'
import { Failure } from '../../core/errors.ts'
import { decodeArtifact } from './artifact-format.ts'
import { type ArtifactStore, artifactLocation } from './artifact-store.ts'
import {
  type ArtifactFileSystem,
  removeStaleStaged,
  stageArtifact,
  verifyChecksum,
} from './disk-artifact-store.ts'

export interface Bucket {
  readonly url: string
  readonly bucket: string
  readonly region: string
  readonly accessKey: string
  readonly secretKey: string
}

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
      await wrapBucketErrors(signal, () =>
        clientFor(options, signal).putAnyObject(location, blob, 'application/zstd'),
      )
      return { storage: 's3', location, ...staged.summary }
    },
    async read({ location, sha256 }, signal) {
      const response = await wrapBucketErrors(signal, () =>
        clientFor(options, signal).getObjectResponse(location),
      )
      if (!response?.body) throw new Failure('not_found', 'The artifact is missing from storage.')
      return await decodeArtifact(verifyChecksum(toBuffers(response.body), sha256))
    },
    async remove(location) {
      const signal = AbortSignal.timeout(requestTimeoutMs)
      await wrapBucketErrors(signal, () => clientFor(options, signal).deleteObject(location))
    },
    removeStaleStaged: (nowMs) => removeStaleStaged(files, root, nowMs),
  }
}

/** Throws when the bucket cannot be reached, does not exist, or rejects the credentials. */
export async function checkBucket(bucket: Bucket, signal: AbortSignal): Promise<void> {
  // Listing proves that the key is accepted; a bucket that merely exists may belong to someone else.
  const listing = await wrapBucketErrors(signal, () => clientFor(bucket, signal).listObjects('/', '', 1))
  if (listing === null) throw new Failure('not_found', 'The bucket does not exist, or it rejects the key.')
}

const requestTimeoutMs = 60_000

/** The client takes no signal per call, so each call gets its own client. */
function clientFor(options: Bucket, signal: AbortSignal): S3mini {
  return new S3mini({
    endpoint: `${options.url.replace(/(?<!\/)\/+$/, '')}/${options.bucket}`,
    region: options.region,
    accessKeyId: options.accessKey,
    secretAccessKey: options.secretKey,
    fetch: (input, init) =>
      fetch(input, { ...init, signal: AbortSignal.any([signal, AbortSignal.timeout(requestTimeoutMs)]) }),
  })
}

async function wrapBucketErrors<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (cause) {
    signal.throwIfAborted()
    throw new Failure('store_unavailable', 'The artifact bucket cannot be reached.', { cause })
  }
}

async function* toBuffers(body: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const chunk of body) yield Buffer.from(chunk)
}
