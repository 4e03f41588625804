/** What nodes share: answers in Redis or Valkey. When it is gone every node keeps its own, and tries again by itself. */

import { type Entry, entryOf } from './upstream-entry.ts'

export interface SharedCache extends AsyncDisposable {
  get(key: string): Promise<Entry | undefined>
  set(key: string, entry: Entry, keepMs: number): Promise<void>
}

interface SharedOptions {
  readonly url: string
  /** In front of every key, so that several installations can share a server. */
  readonly prefix: string
  readonly onWarning: (message: string) => void
  /** The longest a request waits for it. */
  readonly patienceMs?: number
}

/** Larger answers stay on the node that fetched them. */
const sharedBytesMax = 4 * 1024 * 1024

/** Connects in the background: a server that is not there yet delays nobody. */
export async function openSharedCache({
  url,
  prefix,
  onWarning,
  patienceMs = 250,
}: SharedOptions): Promise<SharedCache> {
  // Hundreds of modules that one node alone never needs.
  const { createClient } = await import('redis')
  const client = createClient({
    url,
    disableOfflineQueue: true,
    socket: { connectTimeout: 2000, reconnectStrategy: (retries) => Math.min(5000, 100 * 2 ** retries) },
    commandOptions: { timeout: patienceMs },
  })
  let isWell = true
  function failed(error: unknown): undefined {
    if (isWell)
      onWarning(`The shared cache cannot be used: ${error instanceof Error ? error.message : 'gone'}`)
    isWell = false
    return undefined
  }
  client.on('error', failed)
  client.on('ready', () => {
    isWell = true
  })
  void client.connect().catch(failed)

  return {
    async get(key) {
      if (!client.isReady) return undefined
      const text = await client.get(prefix + key).catch(failed)
      return typeof text === 'string' ? parseEntry(text) : undefined
    },
    async set(key, entry, keepMs) {
      if (!client.isReady || entry.body.length > sharedBytesMax) return
      await client
        .set(prefix + key, formatEntry(entry), {
          expiration: { type: 'PX', value: Math.max(1, Math.ceil(keepMs)) },
        })
        .catch(failed)
    },
    async [Symbol.asyncDispose]() {
      client.destroy()
    },
  }
}

/** Two short lines, then the body as it is. */
function formatEntry({ bornAt, type, body }: Entry): string {
  return `${bornAt}\n${type}\n${body}`
}

function parseEntry(text: string): Entry | undefined {
  const first = text.indexOf('\n')
  const second = text.indexOf('\n', first + 1)
  const bornAt = Number(text.slice(0, first))
  if (first < 1 || second < 0 || !Number.isFinite(bornAt)) return undefined
  return entryOf(text.slice(second + 1), text.slice(first + 1, second), bornAt)
}
