/** Keeps the provider's answers: fresh ones at once, stale ones while a new one is fetched, and one fetch for all who wait. */

import { LRUCache } from 'lru-cache'
import type { Clock } from '../../../core/clock.ts'
import { Failure, isFailure } from '../../../core/errors.ts'
import type { Freshness } from './contracts.ts'
import type { SharedCache } from './shared-cache.ts'
import type { Upstream } from './upstream-client.ts'
import { type Entry, type EntryState, entryOf, staleUntil, stateOf } from './upstream-entry.ts'
import { keyOf, type UpstreamAsk } from './upstream-request.ts'

export interface GatewayOptions {
  readonly upstream: Pick<Upstream, 'fetch'>
  readonly clock: Clock
  readonly bytesMax: number
  readonly shared?: SharedCache
  /** Told when a refresh behind a stale answer fails. */
  readonly onRefreshFailed?: (contractId: string, failure: unknown) => void
  /** Told how every look-up ended. */
  readonly onLookup?: (outcome: Outcome) => void
}

/** `hit`: fresh; `stale`: within the stale bound, a refresh is under way; `miss`: fetched now, `joined` by another's fetch. */
export interface Found {
  /** Of the ask; see `keyOf`. */
  readonly key: string
  readonly entry: Entry
  readonly status: 'hit' | 'stale' | 'miss' | 'joined'
}

/** How a look-up ended. */
export type Outcome = Found['status'] | 'failed'

type Check = (json: unknown, body: string) => void

/** How long a failure answers for the next who ask; also the pause between refreshes that fail. */
export const failureMs = 5000

/** An entry's share of memory beside its body. */
const entryBytes = 600

interface Refusal {
  readonly failure: Failure
  readonly until: number
}

export class Gateway implements Disposable {
  readonly #options: GatewayOptions
  readonly #entries: LRUCache<string, Entry>
  readonly #refusals = new LRUCache<string, Refusal>({ max: 10_000 })
  readonly #underWay = new Map<string, Promise<Entry>>()
  /** Calls off what is being fetched. */
  readonly #closing = new AbortController()

  constructor(options: GatewayOptions) {
    this.#options = options
    this.#entries = new LRUCache<string, Entry>({
      maxSize: options.bytesMax,
      maxEntrySize: Math.ceil(options.bytesMax / 4),
      sizeCalculation: ({ body }, key) => body.length * 2 + key.length + entryBytes,
    })
  }

  /** `check` is shown a new answer before it takes the place of an older one, and throws when it cannot be used. */
  async find(ask: UpstreamAsk, signal: AbortSignal, check: Check = () => {}): Promise<Found> {
    const { onLookup } = this.#options
    try {
      const found = await this.#find(keyOf(ask), ask, signal, check)
      onLookup?.(found.status)
      return found
    } catch (thrown) {
      onLookup?.('failed')
      throw thrown
    }
  }

  get kept(): { readonly answers: number; readonly bytes: number } {
    return { answers: this.#entries.size, bytes: this.#entries.calculatedSize }
  }

  [Symbol.dispose](): void {
    this.#closing.abort(new Failure('overloaded', 'The server is shutting down.'))
  }

  async #find(key: string, ask: UpstreamAsk, signal: AbortSignal, check: Check): Promise<Found> {
    const entry = this.#entries.get(key)
    const state = this.#stateOf(entry, ask.contract.freshness)
    if (entry && state === 'fresh') return { key, entry, status: 'hit' }
    if (entry && state === 'stale') {
      this.#refresh(key, ask, check)
      return { key, entry, status: 'stale' }
    }
    const waiting = this.#underWay.get(key)
    if (waiting) return { key, entry: await untilAborted(waiting, signal), status: 'joined' }
    this.#throwRefusal(key)
    return await this.#miss(key, ask, signal, check)
  }

  async #miss(key: string, ask: UpstreamAsk, signal: AbortSignal, check: Check): Promise<Found> {
    const startedAt = this.#options.clock.now()
    const entry = await untilAborted(
      this.#join(key, async () => (await this.#fromOthers(key, ask)) ?? (await this.#fetch(key, ask, check))),
      signal,
    )
    // Another node had fetched it.
    if (entry.bornAt >= startedAt) return { key, entry, status: 'miss' }
    const state = this.#stateOf(entry, ask.contract.freshness)
    if (state !== 'stale') return { key, entry, status: 'hit' }
    this.#refresh(key, ask, check)
    return { key, entry, status: 'stale' }
  }

  /** Once at a time, and not soon after it failed. */
  #refresh(key: string, ask: UpstreamAsk, check: Check): void {
    if (this.#underWay.has(key) || this.#refusal(key)) return
    const { shared, onRefreshFailed } = this.#options
    const refreshed = this.#join(key, async () => {
      const theirs = shared ? await this.#fromOthers(key, ask) : undefined
      if (theirs && this.#stateOf(theirs, ask.contract.freshness) === 'fresh') return theirs
      return await this.#fetch(key, ask, check)
    })
    refreshed.catch((failure) => onRefreshFailed?.(ask.contract.id, failure))
  }

  #join(key: string, work: () => Promise<Entry>): Promise<Entry> {
    const promise = work().finally(() => this.#underWay.delete(key))
    this.#underWay.set(key, promise)
    return promise
  }

  /** What another node has put down, if it is still good for something. */
  async #fromOthers(key: string, { contract }: UpstreamAsk): Promise<Entry | undefined> {
    const entry = await this.#options.shared?.get(key)
    if (!entry || this.#stateOf(entry, contract.freshness) === 'dead') return undefined
    const own = this.#entries.peek(key)
    if (own && own.bornAt >= entry.bornAt) return own
    this.#entries.set(key, entry)
    return entry
  }

  async #fetch(key: string, ask: UpstreamAsk, check: Check): Promise<Entry> {
    const { upstream, clock, shared } = this.#options
    try {
      const answer = await upstream.fetch(ask, this.#closing.signal)
      check(answer.json, answer.body)
      const entry = entryOf(
        answer.body,
        answer.headers['content-type'] ?? 'application/json',
        answer.receivedAt,
      )
      this.#entries.set(key, entry)
      this.#refusals.delete(key)
      await shared?.set(key, entry, staleUntil(entry, ask.contract.freshness) - clock.now())
      return entry
    } catch (thrown) {
      if (isFailure(thrown) && !isFailure(thrown, 'overloaded')) {
        this.#refusals.set(key, { failure: thrown, until: clock.now() + failureMs })
      }
      throw thrown
    }
  }

  #throwRefusal(key: string): void {
    const refusal = this.#refusal(key)
    if (refusal) throw refusal.failure
  }

  #refusal(key: string): Refusal | undefined {
    const refusal = this.#refusals.get(key)
    return refusal && this.#options.clock.now() < refusal.until ? refusal : undefined
  }

  #stateOf(entry: Entry | undefined, freshness: Freshness): EntryState {
    return entry ? stateOf(entry, freshness, this.#options.clock.now()) : 'dead'
  }
}

/** Leaves the work going: others may wait for it. */
async function untilAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  // How it ends may be nobody's business any more.
  work.catch(() => {})
  signal.throwIfAborted()
  const { promise: left, reject } = Promise.withResolvers<never>()
  const leave = () => reject(signal.reason)
  signal.addEventListener('abort', leave, { once: true })
  try {
    return await Promise.race([work, left])
  } finally {
    signal.removeEventListener('abort', leave)
  }
}
