/** Redis as the lender of requests, for nodes on several machines. */

import { createHash } from 'node:crypto'
import type { Clock } from '../../core/clock.ts'
import type { LeaseSource } from './quota-counter.ts'
import { leaseScript } from './quota-script.ts'

interface RedisLeaseOptions {
  readonly url: string
  readonly keyPrefix: string
  readonly clock: Clock
}

const connectMs = 2000

/** Resolves soon, connected or not: a server starts without Redis, and finds it later. */
export async function redisLeases({ url, keyPrefix, clock }: RedisLeaseOptions): Promise<LeaseSource> {
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
  const patience = new AbortController()
  await Promise.race([connecting, clock.sleep(connectMs, patience.signal).catch(() => {})])
  patience.abort()
  const hash = createHash('sha1').update(leaseScript).digest('hex')
  return {
    name: 'Redis',
    answerMs: 500,
    async ask(subject, numbers) {
      const call = { keys: [keyPrefix + subject], arguments: numbers.map(String) }
      try {
        return (await client.evalSha(hash, call)) as number[]
      } catch (error) {
        if (!String(error).includes('NOSCRIPT')) throw error
        return (await client.eval(leaseScript, call)) as number[]
      }
    },
    async close() {
      client.destroy()
      await connecting
    },
  }
}
