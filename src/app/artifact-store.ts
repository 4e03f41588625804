/** Where artifacts go: a bucket where one is configured, the data folder otherwise. */

import { join } from 'node:path'
import type { LoadedConfig } from '../core/config/load-config.ts'
import type { Artifacts } from '../sync/artifacts/artifact-store.ts'
import { diskArtifacts } from '../sync/artifacts/disk-artifact-store.ts'
import { type Bucket, s3Artifacts } from '../sync/artifacts/s3-artifact-store.ts'

export function openTheArtifacts(loaded: LoadedConfig): Artifacts {
  const { dataDir } = loaded.config.store
  const bucket = bucketOf(loaded)
  return bucket === undefined
    ? diskArtifacts({ folder: join(dataDir, 'artifacts') })
    : s3Artifacts({ ...bucket, stagingFolder: join(dataDir, 'staging') })
}

export function bucketOf({ config, secrets }: LoadedConfig): Bucket | undefined {
  const { s3Url: url, bucket, region } = config.artifacts
  const { accessKey, secretKey } = secrets.artifacts
  if (url === undefined || bucket === undefined || !accessKey || !secretKey) return undefined
  return { url, bucket, region, accessKey: accessKey.reveal(), secretKey: secretKey.reveal() }
}
