/** What nodes share: answers in Redis or Valkey. When it is gone every node keeps its own, and tries again by itself. */

import { toUpstreamEntry, type UpstreamEntry } from './upstream-entry.ts'

export interface SharedCache extends AsyncDisposable {
  get(key: string): Promise<UpstreamEntry | undefined>
  set(key: string, entry: UpstreamEntry, keepMs: number): Promise<void>
}

interface SharedCacheOptions {
  readonly url: string
  /** In front of every key, so that several installations can share a server. */
  readonly prefix: string
  readonly onWarning: (message: string) => void
  /** The longest a request waits for it. */
  readonly timeoutMs?: number
}

/** Larger answers stay on the node that fetched them. */
const sharedBytesMax = 4 * 1024 * 1024

/** Connects in the background: a server that is not there yet delays nobody. */
export async function connectSharedCache({
  url,
  prefix,
  onWarning,
  timeoutMs = 250,
}: SharedCacheOptions): Promise<SharedCache> {
  // Hundreds of modules that one node alone never needs.
  const { createClient } = await import('redis')
  const client = createClient({
    url,
    disableOfflineQueue: true,
    socket: { connectTimeout: 2000, reconnectStrategy: (retries) => Math.min(5000, 100 * 2 ** retries) },
    commandOptions: { timeout: timeoutMs },
  })
  let isHealthy = true
  function warnOnce(error: unknown): undefined {
    if (isHealthy)
      onWarning(`The shared cache cannot be used: ${error instanceof Error ? error.message : 'gone'}`)
    isHealthy = false
    return undefined
  }
  client.on('error', warnOnce)
  client.on('ready', () => {
    isHealthy = true
  })
  void client.connect().catch(warnOnce)

  return {
    async get(key) {
      if (!client.isReady) return undefined
      const text = await client.get(prefix + key).catch(warnOnce)
      return typeof text === 'string' ? parseEntry(text) : undefined
    },
    async set(key, entry, keepMs) {
      if (!client.isReady || entry.body.length > sharedBytesMax) return
      await client
        .set(prefix + key, formatEntry(entry), {
          expiration: { type: 'PX', value: Math.max(1, Math.ceil(keepMs)) },
        })
        .catch(warnOnce)
    },
    async [Symbol.asyncDispose]() {
      client.destroy()
    },
  }
}

/** Two short lines, then the body as it is. */
function formatEntry({ fetchedAt, contentType, body }: UpstreamEntry): string {
  return `${fetchedAt}\n${contentType}\n${body}`
}

function parseEntry(text: string): UpstreamEntry | undefined {
  const first = text.indexOf('\n')
  const second = text.indexOf('\n', first + 1)
  const bornAt = Number(text.slice(0, first))
  if (first < 1 || second < 0 || !Number.isFinite(bornAt)) return undefined
  return toUpstreamEntry(text.slice(second + 1), text.slice(first + 1, second), bornAt)
}
