/** Redis as the lender of requests, for nodes on several machines. */

import { createHash } from 'node:crypto'
import type { Clock } from '../../core/clock.ts'
import type { QuotaSource } from './quota-counter.ts'
import { quotaScript } from './quota-script.ts'

interface RedisQuotaOptions {
  readonly url: string
  readonly keyPrefix: string
  readonly clock: Clock
}

const connectMs = 2000

/** Resolves soon, connected or not: a server starts without Redis, and finds it later. */
export async function redisQuota({ url, keyPrefix, clock }: RedisQuotaOptions): Promise<QuotaSource> {
  // Loaded only where it is used: it is large, and most servers start without it.
  const { createClient } = await import('redis')
  const client = createClient({
    url,
    disableOfflineQueue: true,
    socket: {
      connectTimeout: connectMs,
      reconnectStrategy: (retries: number) => Math.min(1000, 50 * 2 ** Math.min(retries, 5)),
    },
  })
  // Without a listener a lost connection would end the process; calls that fail tell of it.
  client.on('error', () => {})
  const connecting = client.connect().catch(() => {})
  const timer = new AbortController()
  await Promise.race([connecting, clock.sleep(connectMs, timer.signal).catch(() => {})])
  timer.abort()
  const hash = createHash('sha1').update(quotaScript).digest('hex')
  return {
    name: 'Redis',
    timeoutMs: 500,
    async take(subject, numbers) {
      const call = { keys: [keyPrefix + subject], arguments: numbers.map(String) }
      try {
        return (await client.evalSha(hash, call)) as number[]
      } catch (error) {
        if (!String(error).includes('NOSCRIPT')) throw error
        return (await client.eval(quotaScript, call)) as number[]
      }
    },
    async close() {
      client.destroy()
      await connecting
    },
  }
}
