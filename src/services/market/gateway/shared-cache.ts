/** Responses shared between nodes in Redis or Valkey. While it is unavailable, each node uses its own cache and keeps reconnecting. */

import type { UpstreamEntry } from './upstream-entry.ts'

export interface SharedEntry extends Pick<UpstreamEntry, 'body' | 'contentType' | 'fetchedAt'> {
  /** How long it is kept from now on, by the clock of the server that nodes share. */
  readonly keepMs: number
}

export interface SharedCache extends AsyncDisposable {
  get(key: string): Promise<SharedEntry | undefined>
  set(key: string, entry: Omit<SharedEntry, 'keepMs'>, keepMs: number): Promise<void>
}

interface SharedCacheOptions {
  readonly url: string
  /** Prefix of every key, so that several installations can share a server. */
  readonly prefix: string
  readonly onWarning: (message: string) => void
  /** Maximum wait for one command. */
  readonly timeoutMs?: number
}

/** Larger responses stay on the node that fetched them. */
const sharedBytesMax = 4 * 1024 * 1024

/** Connects in the background, so that an unavailable server does not delay the start. */
export async function connectSharedCache({
  url,
  prefix,
  onWarning,
  timeoutMs = 250,
}: SharedCacheOptions): Promise<SharedCache> {
  // Loads hundreds of modules that a single node never needs.
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
      onWarning(`Shared cache unavailable: ${error instanceof Error ? error.message : 'unknown reason'}`)
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
      const [text, keepMs] = await Promise.all([client.get(prefix + key), client.pTTL(prefix + key)]).catch(
        (error) => [warnOnce(error), 0] as const,
      )
      return typeof text === 'string' ? parseEntry(text, keepMs) : undefined
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

/** Two short lines, then the body. */
function formatEntry({ fetchedAt, contentType, body }: Omit<SharedEntry, 'keepMs'>): string {
  return `${fetchedAt}\n${contentType}\n${body}`
}

function parseEntry(text: string, keepMs: number): SharedEntry | undefined {
  const first = text.indexOf('\n')
  const second = text.indexOf('\n', first + 1)
  const fetchedAt = Number(text.slice(0, first))
  if (first < 1 || second < 0 || !Number.isFinite(fetchedAt) || keepMs <= 0) return undefined
  return { body: text.slice(second + 1), contentType: text.slice(first + 1, second), fetchedAt, keepMs }
}
