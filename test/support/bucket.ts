/** An S3-compatible server with an empty bucket. */

import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Bucket } from '../../src/sync/artifacts/bucket.ts'
import { newFolder } from './shared-folder.ts'

/** The package has no types. */
interface S3Server {
  run(): Promise<{ port: number }>
  close(): Promise<void>
}
const S3rver = createRequire(import.meta.url)('s3rver') as new (options: Record<string, unknown>) => S3Server

export interface TestBucket {
  readonly place: Bucket
  /** For the caller to remove. */
  readonly folder: string
  stop(): Promise<void>
}

export async function startBucket(): Promise<TestBucket> {
  const folder = newFolder('bucket')
  const bucket = 'broadsheet'
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: join(folder, 's3'),
    configureBuckets: [{ name: bucket }],
  })
  const { port } = await server.run()
  let isRunning = true
  return {
    place: {
      url: `http://127.0.0.1:${port}`,
      bucket,
      region: 'us-east-1',
      accessKey: 'S3RVER',
      secretKey: 'S3RVER',
    },
    folder,
    async stop() {
      if (isRunning) await server.close()
      isRunning = false
    },
  }
}
