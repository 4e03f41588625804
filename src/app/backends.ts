/** The backends of the settings besides the database, and a check of each: reachable, and accepts our credentials. */

import type { Clock } from '../core/clock.ts'
import type { LoadedConfig } from '../core/config/load-config.ts'
import { checkMailServer } from '../identity/index.ts'
import { checkBucket } from '../sync/artifacts/bucket.ts'
import { artifactBucket } from './artifact-store.ts'

export interface Backend {
  readonly name: string
  /** What to do when the check fails. */
  readonly remedy: string
  /** Rejects when the backend cannot be used. */
  check(signal: AbortSignal): Promise<BackendReport>
}

export interface BackendReport {
  /** The clock of the backend minus ours, if it tells. */
  readonly clockSkewMs?: number
}

const connectMs = 3000

export function listBackends(loaded: LoadedConfig, clock: Clock): Backend[] {
  const backends: Backend[] = []
  const redisUrl = loaded.secrets.redis.url?.reveal()
  if (redisUrl !== undefined) {
    const remedy = 'Start it or correct REDIS_URL. Until then each node has its own limits and cache.'
    backends.push({ name: 'redis', remedy, check: () => pingRedis(redisUrl, clock) })
  }
  if (loaded.secrets.store.analyticsUrl !== undefined) {
    const remedy =
      'Start it or correct ANALYTICS_URL. Until then jobs cannot be searched, though single ones can be read; nor can archived changes and showtimes.'
    backends.push({ name: 'search engine', remedy, check: (signal) => pingSearchEngine(loaded, signal) })
  }
  const smtpUrl = loaded.secrets.mail.smtpUrl?.reveal()
  if (smtpUrl !== undefined) {
    const { requireTls } = loaded.config.mail
    const remedy = 'Correct SMTP_URL. Until then nobody can sign in.'
    backends.push({
      name: 'mail server',
      remedy,
      async check() {
        await checkMailServer({ url: smtpUrl, requireTls }, connectMs)
        return {}
      },
    })
  }
  const bucket = artifactBucket(loaded)
  if (bucket !== undefined) {
    const remedy = 'Correct the S3_ settings. Until then no sync can save what it fetches.'
    backends.push({
      name: 'artifact bucket',
      remedy,
      async check(signal) {
        await checkBucket(bucket, signal)
        return {}
      },
    })
  }
  return backends
}

async function pingSearchEngine(loaded: LoadedConfig, signal: AbortSignal): Promise<BackendReport> {
  const { openSearchServer } = await import('./search/search-server.ts')
  await using search = await openSearchServer(loaded)
  await search?.clickHouse.ping({ signal })
  return {}
}

async function pingRedis(url: string, clock: Clock): Promise<BackendReport> {
  const { createClient } = await import('redis')
  const client = createClient({ url, socket: { connectTimeout: connectMs, reconnectStrategy: false } })
  // Errors surface through the failing call.
  client.on('error', () => {})
  try {
    await client.connect()
    const sentAt = clock.now()
    const [seconds, microseconds] = await client.time()
    const redisMs = Number(seconds) * 1000 + Number(microseconds) / 1000
    return { clockSkewMs: redisMs - (sentAt + clock.now()) / 2 }
  } finally {
    client.destroy()
  }
}
