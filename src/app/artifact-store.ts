/** Where artifacts are stored: the bucket if one is configured, otherwise the data folder. */

import { join } from 'node:path'
import type { LoadedConfig } from '../core/config/load-config.ts'
import type { ArtifactStore } from '../sync/artifacts/artifact-store.ts'
import type { Bucket } from '../sync/artifacts/bucket.ts'
import { diskArtifactStore } from '../sync/artifacts/disk-artifact-store.ts'
import { s3ArtifactStore } from '../sync/artifacts/s3-artifact-store.ts'

export function createArtifactStore(loaded: LoadedConfig): ArtifactStore {
  const { dataDir } = loaded.config.store
  const bucket = artifactBucket(loaded)
  return bucket === undefined
    ? diskArtifactStore({ folder: artifactFolder(loaded) })
    : s3ArtifactStore({ ...bucket, stagingFolder: join(dataDir, 'staging') })
}

/** Where they are unless there is a bucket. */
export function artifactFolder({ config }: Pick<LoadedConfig, 'config'>): string {
  return join(config.store.dataDir, 'artifacts')
}

export function artifactBucket({ config, secrets }: LoadedConfig): Bucket | undefined {
  const { s3Url: url, bucket, region } = config.artifacts
  const { accessKey, secretKey } = secrets.artifacts
  if (url === undefined || bucket === undefined || !accessKey || !secretKey) return undefined
  return { url, bucket, region, accessKey: accessKey.reveal(), secretKey: secretKey.reveal() }
}
