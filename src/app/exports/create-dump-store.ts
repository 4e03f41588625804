/** The bucket if one is configured, otherwise the data folder, as for artifacts. */

import type { AppContext } from '../app-context.ts'
import { artifactBucket } from '../artifact-store.ts'
import { BucketDumps } from './bucket-dumps.ts'
import { DiskDumps } from './disk-dumps.ts'
import type { DumpStore } from './dump-store.ts'

export function createDumpStore({ loaded, clock }: Pick<AppContext, 'loaded' | 'clock'>): DumpStore {
  const bucket = artifactBucket(loaded)
  return bucket === undefined ? new DiskDumps(loaded.config.store.dataDir) : new BucketDumps(bucket, clock)
}
