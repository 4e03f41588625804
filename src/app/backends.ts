/** The other programs a configuration names: each can be asked whether it is there and lets us in. */

import type { LoadedConfig } from '../core/config/load-config.ts'
import { checkMailServer } from '../identity/index.ts'
import { checkBucket } from '../sync/artifacts/s3-artifact-store.ts'
import { artifactBucket } from './artifact-store.ts'

export interface Backend {
  readonly name: string
  /** What to do when it does not answer. */
  readonly remedy: string
  /** Rejects when it does not answer, or not as it should. */
  check(signal: AbortSignal): Promise<void>
}

const connectMs = 3000

export function listBackends(loaded: LoadedConfig): Backend[] {
  const backends: Backend[] = []
  const redisUrl = loaded.secrets.redis.url?.reveal()
  if (redisUrl !== undefined) {
    const remedy = 'Start it, or correct REDIS_URL; until then each node counts limits and caches alone.'
    backends.push({ name: 'redis', remedy, check: () => pingRedis(redisUrl) })
  }
  const smtpUrl = loaded.secrets.mail.smtpUrl?.reveal()
  if (smtpUrl !== undefined) {
    const remedy = 'Correct SMTP_URL; until then nobody can sign in.'
    backends.push({ name: 'mail server', remedy, check: () => checkMailServer(smtpUrl, connectMs) })
  }
  const bucket = artifactBucket(loaded)
  if (bucket !== undefined) {
    const remedy = 'Correct the S3_ settings; until then no sync can save what it fetched.'
    backends.push({ name: 'artifact bucket', remedy, check: (signal) => checkBucket(bucket, signal) })
  }
  return backends
}

async function pingRedis(url: string): Promise<void> {
  const { createClient } = await import('redis')
  const client = createClient({ url, socket: { connectTimeout: connectMs, reconnectStrategy: false } })
  // Told by what fails.
  client.on('error', () => {})
  try {
    await client.connect()
    await client.ping()
  } finally {
    client.destroy()
  }
}
