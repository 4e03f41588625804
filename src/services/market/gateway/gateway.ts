/** Caches provider responses: serves fresh ones, serves stale ones while refreshing, and fetches each once for all waiting requests. */

import { LRUCache } from 'lru-cache'
import { abortable } from '../../../core/abortable.ts'
import type { Clock } from '../../../core/clock.ts'
import { Failure, isFailure } from '../../../core/errors.ts'
import { SingleFlight } from '../../../core/single-flight.ts'
import type { Freshness } from './contracts.ts'
import type { SharedCache } from './shared-cache.ts'
import type { UpstreamClient } from './upstream-client.ts'
import {
  type EntryState,
  entryState,
  staleUntil,
  toUpstreamEntry,
  type UpstreamEntry,
} from './upstream-entry.ts'
import { cacheKey, type UpstreamRequest } from './upstream-request.ts'

interface GatewayOptions {
  readonly upstream: Pick<UpstreamClient, 'fetch'>
  readonly clock: Clock
  readonly bytesMax: number
  readonly sharedCache?: SharedCache
  /** Called when the background refresh of a stale response fails. */
  readonly onRefreshFailed?: (contractId: string, failure: unknown) => void
  readonly onLookup?: (outcome: LookupOutcome) => void
}

/** `hit`: fresh; `stale`: a refresh is in progress; `miss`: fetched now; `joined`: fetched by a concurrent request. */
export interface Lookup {
  readonly key: string
  readonly entry: UpstreamEntry
  readonly status: 'hit' | 'stale' | 'miss' | 'joined'
}

export type LookupOutcome = Lookup['status'] | 'failed'

type ResponseCheck = (json: unknown, body: string) => void

/** How long a failure is cached; also the pause between failed refreshes. */
export const failureCacheMs = 5000

/** Memory of an entry in addition to its body. */
const entryOverheadBytes = 600

interface CachedFailure {
  readonly failure: Failure
  readonly until: number
}

export class Gateway implements Disposable {
  readonly #options: GatewayOptions
  readonly #entries: LRUCache<string, UpstreamEntry>
  readonly #cachedFailures = new LRUCache<string, CachedFailure>({ max: 10_000 })
  readonly #fetches = new SingleFlight<UpstreamEntry>()
  /** Aborts fetches in progress. */
  readonly #closing = new AbortController()

  constructor(options: GatewayOptions) {
    this.#options = options
    this.#entries = new LRUCache<string, UpstreamEntry>({
      maxSize: options.bytesMax,
      maxEntrySize: Math.ceil(options.bytesMax / 4),
      sizeCalculation: ({ body }, key) => body.length * 2 + key.length + entryOverheadBytes,
    })
  }

  /** `check` sees a new response before it replaces an older one, and throws if it is unusable. */
  async lookUp(
    request: UpstreamRequest,
    signal: AbortSignal,
    check: ResponseCheck = () => {},
  ): Promise<Lookup> {
    const { onLookup } = this.#options
    try {
      const lookup = await this.#lookUp(cacheKey(request), request, signal, check)
      onLookup?.(lookup.status)
      return lookup
    } catch (thrown) {
      onLookup?.('failed')
      throw thrown
    }
  }

  get cached(): { readonly responses: number; readonly bytes: number } {
    return { responses: this.#entries.size, bytes: this.#entries.calculatedSize }
  }

  [Symbol.dispose](): void {
    this.#closing.abort(new Failure('overloaded', 'The server is shutting down.'))
  }

  async #lookUp(
    key: string,
    request: UpstreamRequest,
    signal: AbortSignal,
    check: ResponseCheck,
  ): Promise<Lookup> {
    const entry = this.#entries.get(key)
    const state = this.#entryState(entry, request.contract.freshness)
    if (entry && state === 'fresh') return { key, entry, status: 'hit' }
    if (entry && state === 'stale') {
      this.#refreshInBackground(key, request, check)
      return { key, entry, status: 'stale' }
    }
    const running = this.#fetches.get(key)
    if (running) return { key, entry: await abortable(running, signal), status: 'joined' }
    this.#throwCachedFailure(key)
    return await this.#fetchMissing(key, request, signal, check)
  }

  async #fetchMissing(
    key: string,
    request: UpstreamRequest,
    signal: AbortSignal,
    check: ResponseCheck,
  ): Promise<Lookup> {
    const startedAt = this.#options.clock.now()
    const fetching = this.#fetches.run(
      key,
      async () => (await this.#fromSharedCache(key, request)) ?? (await this.#fetch(key, request, check)),
    )
    // Aborting does not stop the fetch: other requests may wait for it.
    const entry = await abortable(fetching, signal)
    // An older entry was fetched by another node.
    if (entry.fetchedAt >= startedAt) return { key, entry, status: 'miss' }
    const state = this.#entryState(entry, request.contract.freshness)
    if (state !== 'stale') return { key, entry, status: 'hit' }
    this.#refreshInBackground(key, request, check)
    return { key, entry, status: 'stale' }
  }

  /** One at a time, and not soon after a failure. */
  #refreshInBackground(key: string, request: UpstreamRequest, check: ResponseCheck): void {
    if (this.#fetches.get(key) || this.#cachedFailure(key)) return
    const { sharedCache, onRefreshFailed } = this.#options
    const refreshed = this.#fetches.run(key, async () => {
      const sharedEntry = sharedCache ? await this.#fromSharedCache(key, request) : undefined
      if (sharedEntry && this.#entryState(sharedEntry, request.contract.freshness) === 'fresh')
        return sharedEntry
      return await this.#fetch(key, request, check)
    })
    refreshed.catch((failure) => onRefreshFailed?.(request.contract.id, failure))
  }

  /** An entry that another node stored, unless it has expired. */
  async #fromSharedCache(key: string, { contract }: UpstreamRequest): Promise<UpstreamEntry | undefined> {
    const entry = await this.#options.sharedCache?.get(key)
    if (!entry || this.#entryState(entry, contract.freshness) === 'expired') return undefined
    const ownEntry = this.#entries.peek(key)
    if (ownEntry && ownEntry.fetchedAt >= entry.fetchedAt) return ownEntry
    this.#entries.set(key, entry)
    return entry
  }

  async #fetch(key: string, request: UpstreamRequest, check: ResponseCheck): Promise<UpstreamEntry> {
    const { upstream, clock, sharedCache } = this.#options
    try {
      const response = await upstream.fetch(request, this.#closing.signal)
      check(response.json, response.body)
      const entry = toUpstreamEntry(
        response.body,
        response.headers['content-type'] ?? 'application/json',
        response.receivedAt,
      )
      this.#entries.set(key, entry)
      this.#cachedFailures.delete(key)
      await sharedCache?.set(key, entry, staleUntil(entry, request.contract.freshness) - clock.now())
      return entry
    } catch (thrown) {
      if (isFailure(thrown) && !isFailure(thrown, 'overloaded')) {
        this.#cachedFailures.set(key, { failure: thrown, until: clock.now() + failureCacheMs })
      }
      throw thrown
    }
  }

  #throwCachedFailure(key: string): void {
    const cached = this.#cachedFailure(key)
    if (cached) throw cached.failure
  }

  #cachedFailure(key: string): CachedFailure | undefined {
    const cached = this.#cachedFailures.get(key)
    return cached && this.#options.clock.now() < cached.until ? cached : undefined
  }

  #entryState(entry: UpstreamEntry | undefined, freshness: Freshness): EntryState {
    return entry ? entryState(entry, freshness, this.#options.clock.now()) : 'expired'
  }
}
