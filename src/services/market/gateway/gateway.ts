/** Caches provider responses: serves fresh ones, serves stale ones while refreshing, and fetches each once for all waiting requests. */

import { isUtf8 } from 'node:buffer'
import { LRUCache } from 'lru-cache'
import { abortable } from '../../../core/async/abortable.ts'
import { SingleFlight } from '../../../core/async/single-flight.ts'
import type { Clock } from '../../../core/clock.ts'
import { Failure, isFailure } from '../../../core/errors.ts'
import type { CountedCaller } from '../../../http/caller-counts.ts'
import type { Contract, Freshness } from './contracts.ts'
import { MissBudget } from './miss-budget.ts'
import type { SharedCache } from './shared-cache.ts'
import type { UpstreamClient, UpstreamResponse } from './upstream-client.ts'
import {
  type EntryState,
  type EntryTimes,
  entryState,
  entryTimes,
  lifetimeMs,
  toUpstreamEntry,
  type UpstreamEntry,
} from './upstream-entry.ts'
import { cacheKey, type UpstreamRequest } from './upstream-request.ts'

interface GatewayOptions {
  readonly upstream: Pick<UpstreamClient, 'fetch'>
  readonly clock: Clock
  readonly bytesMax: number
  /** Requests to the provider that one caller may cause in a minute. */
  readonly missesPerMinute: number
  readonly sharedCache?: SharedCache
  /** Called when the background refresh of a stale response fails. */
  readonly onRefreshFailed?: (contractId: string, failure: unknown) => void
  readonly onLookup?: (outcome: LookupOutcome) => void
  readonly onSkippedRows?: (contractId: string, count: number) => void
}

/** `hit`: fresh; `stale`: a refresh is in progress; `miss`: fetched now; `joined`: fetched by a concurrent request. */
export interface Lookup {
  readonly key: string
  readonly entry: UpstreamEntry
  readonly times: EntryTimes
  readonly status: 'hit' | 'stale' | 'miss' | 'joined'
}

export type LookupOutcome = Lookup['status'] | 'failed'

/** Who asks. Callers take turns at the provider, and each has a budget of requests to it. */
export interface Asker {
  readonly caller: CountedCaller
  readonly signal: AbortSignal
}

type ResponseCheck = (json: unknown, body: string) => void

interface Found {
  readonly entry: UpstreamEntry
  readonly status: Lookup['status']
}

/** How long a failure is cached; also the pause between failed refreshes. */
export const failureCacheMs = 5000

/** Memory of an entry in addition to its body. */
const entryOverheadBytes = 600

interface CachedFailure {
  readonly failure: Failure
  /** On the monotonic clock. */
  readonly until: number
}

export class Gateway implements Disposable {
  readonly #options: GatewayOptions
  readonly #entries: LRUCache<string, UpstreamEntry>
  readonly #cachedFailures = new LRUCache<string, CachedFailure>({ max: 10_000 })
  readonly #fetches = new SingleFlight<UpstreamEntry>()
  /** For whom each fetch runs, by key. */
  readonly #callers = new Map<string, Set<string>>()
  readonly #budget: MissBudget
  /** Aborts fetches in progress. */
  readonly #closing = new AbortController()

  constructor(options: GatewayOptions) {
    this.#options = options
    this.#budget = new MissBudget(options.clock, options.missesPerMinute)
    this.#entries = new LRUCache<string, UpstreamEntry>({
      maxSize: options.bytesMax,
      maxEntrySize: Math.ceil(options.bytesMax / 4),
      sizeCalculation: ({ body, bytes }, key) =>
        body.length * 2 + (bytes?.length ?? 0) + key.length + entryOverheadBytes,
    })
  }

  /** `check` sees a new response before it replaces an older one, and throws if it is unusable. */
  async lookUp(request: UpstreamRequest, asker: Asker, check: ResponseCheck = () => {}): Promise<Lookup> {
    const { onLookup, clock } = this.#options
    try {
      const key = cacheKey(request)
      const { entry, status } = await this.#lookUp(key, request, asker, check)
      onLookup?.(status)
      return { key, entry, status, times: entryTimes(entry, request.contract.freshness, clock) }
    } catch (thrown) {
      onLookup?.('failed')
      throw thrown
    }
  }

  /** Rows of a new response that are in an unexpected format. */
  countSkippedRows({ id }: Contract, count: number): void {
    if (count > 0) this.#options.onSkippedRows?.(id, count)
  }

  get cached(): { readonly responses: number; readonly bytes: number } {
    return { responses: this.#entries.size, bytes: this.#entries.calculatedSize }
  }

  [Symbol.dispose](): void {
    this.#closing.abort(new Failure('overloaded', 'The server is shutting down.'))
  }

  async #lookUp(key: string, request: UpstreamRequest, asker: Asker, check: ResponseCheck): Promise<Found> {
    const entry = this.#entries.get(key)
    const state = this.#entryState(entry, request.contract.freshness)
    if (entry && state === 'fresh') return { entry, status: 'hit' }
    if (entry && state === 'stale') {
      this.#refreshInBackground(key, request, asker.caller, check)
      return { entry, status: 'stale' }
    }
    for (let running = this.#fetches.get(key); running; running = this.#fetches.get(key)) {
      // From now on the fetch also has the turns of this caller.
      this.#callers.get(key)?.add(asker.caller.subject)
      try {
        return { entry: await abortable(running, asker.signal), status: 'joined' }
      } catch (thrown) {
        // A fetch that was refused because of its first caller is tried again for this one.
        if (asker.signal.aborted || !isRefusal(thrown)) throw thrown
      }
    }
    this.#throwCachedFailure(key)
    return await this.#fetchMissing(key, request, asker, check)
  }

  async #fetchMissing(
    key: string,
    request: UpstreamRequest,
    { caller, signal }: Asker,
    check: ResponseCheck,
  ): Promise<Found> {
    const startedAt = this.#options.clock.monotonic()
    const fetching = this.#run(
      key,
      caller,
      async (callers) =>
        (await this.#fromSharedCache(key, request)) ??
        (await this.#fetch(key, request, caller, callers, check)),
    )
    // Aborting does not stop the fetch: other requests may wait for it.
    const entry = await abortable(fetching, signal)
    // An older entry was fetched by another node.
    if (entry.fetchedMonotonic >= startedAt) return { entry, status: 'miss' }
    const state = this.#entryState(entry, request.contract.freshness)
    if (state !== 'stale') return { entry, status: 'hit' }
    this.#refreshInBackground(key, request, caller, check)
    return { entry, status: 'stale' }
  }

  #run(
    key: string,
    caller: CountedCaller,
    work: (callers: ReadonlySet<string>) => Promise<UpstreamEntry>,
  ): Promise<UpstreamEntry> {
    const callers = new Set([caller.subject])
    this.#callers.set(key, callers)
    return this.#fetches.run(key, () => work(callers).finally(() => this.#callers.delete(key)))
  }

  /** One at a time, and not soon after a failure. */
  #refreshInBackground(
    key: string,
    request: UpstreamRequest,
    caller: CountedCaller,
    check: ResponseCheck,
  ): void {
    if (this.#fetches.get(key) || this.#cachedFailure(key)) return
    const { sharedCache, onRefreshFailed } = this.#options
    const refreshed = this.#run(key, caller, async (callers) => {
      const sharedEntry = sharedCache ? await this.#fromSharedCache(key, request) : undefined
      if (sharedEntry && this.#entryState(sharedEntry, request.contract.freshness) === 'fresh')
        return sharedEntry
      return await this.#fetch(key, request, caller, callers, check)
    })
    refreshed.catch((failure) => {
      if (!isRefusal(failure)) onRefreshFailed?.(request.contract.id, failure)
    })
  }

  /** An entry that another node stored, unless it has expired. */
  async #fromSharedCache(key: string, { contract }: UpstreamRequest): Promise<UpstreamEntry | undefined> {
    const { sharedCache, clock } = this.#options
    const shared = await sharedCache?.get(key)
    if (!shared) return undefined
    const { keepMs, ...content } = shared
    // The clocks of two nodes differ, so the server's counts too. The larger age never serves a response for too long.
    const ageMs = Math.max(0, lifetimeMs(contract.freshness) - keepMs, clock.now() - content.fetchedAt)
    const entry = toUpstreamEntry({ ...content, fetchedMonotonic: clock.monotonic() - ageMs })
    if (this.#entryState(entry, contract.freshness) === 'expired') return undefined
    const ownEntry = this.#entries.peek(key)
    if (ownEntry && ownEntry.fetchedMonotonic >= entry.fetchedMonotonic) return ownEntry
    this.#entries.set(key, entry)
    return entry
  }

  async #fetch(
    key: string,
    request: UpstreamRequest,
    caller: CountedCaller,
    callers: ReadonlySet<string>,
    check: ResponseCheck,
  ): Promise<UpstreamEntry> {
    const { upstream, clock, sharedCache } = this.#options
    try {
      this.#budget.take(caller)
      const response = await upstream.fetch(request, callers, this.#closing.signal)
      check(response.json, response.body)
      const content = {
        body: response.body,
        ...originalBytes(response),
        contentType: response.headers['content-type'] ?? 'application/json',
        fetchedAt: response.receivedAt,
        fetchedMonotonic: clock.monotonic(),
      }
      const entry = toUpstreamEntry(content, response.bytes)
      this.#entries.set(key, entry)
      this.#cachedFailures.delete(key)
      // Text is all that the shared cache stores.
      if (!entry.bytes) await sharedCache?.set(key, entry, lifetimeMs(request.contract.freshness))
      return entry
    } catch (thrown) {
      if (isFailure(thrown) && !isRefusal(thrown)) {
        this.#cachedFailures.set(key, { failure: thrown, until: clock.monotonic() + failureCacheMs })
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
    return cached && this.#options.clock.monotonic() < cached.until ? cached : undefined
  }

  #entryState(entry: UpstreamEntry | undefined, freshness: Freshness): EntryState {
    return entry ? entryState(entry, freshness, this.#options.clock.monotonic()) : 'expired'
  }
}

/**
 * Only if encoding the text again would not give the same bytes: another charset, a byte order mark, invalid sequences.
 * Decodes the bytes instead, which is several times faster than encoding text with letters beyond Latin-1.
 */
function originalBytes({ body, bytes }: UpstreamResponse): { bytes?: Buffer } {
  return bytes === undefined || (isUtf8(bytes) && bytes.toString() === body) ? {} : { bytes }
}

/** The request was never sent, because this server is busy or its caller has asked for too much. */
function isRefusal(thrown: unknown): boolean {
  return isFailure(thrown, 'overloaded') || isFailure(thrown, 'rate_limited')
}
