/**
 * Makes room in the runs of this process for requests that others send to the same hosts: each takes the place of one
 * request of the run, see `stored-turns.ts`.
 */

import type { Clock } from '../../core/clock.ts'
import type { OutboundClient } from '../../core/outbound/outbound.ts'
import { createLeaseTime, type LedgerTime } from '../../store/coordination/ledger-time.ts'
import { grantTurn, readTurns, type Turn } from '../../store/host-turns.ts'
import type { Store } from '../../store/store.ts'
import { type AnySource, allowedHosts } from '../source.ts'
import { shareOfHost } from './shares.ts'

export interface TurnGrants {
  /**
   * Call this with the lease of the run, before its first request: from then on others wait for grants. Dispose it before the
   * lease is released: it waits for the gap after the last request. The signal ends that.
   */
  open(source: AnySource, share: number | undefined, signal: AbortSignal): Promise<AsyncDisposable>
}

/** For an engine whose hosts nobody else asks. */
export const noGrants: TurnGrants = { open: async () => ({ async [Symbol.asyncDispose]() {} }) }

interface GrantOptions {
  readonly store: Pick<Store, 'engine' | 'ledger'>
  readonly clock: Clock
  /** The client of the runs. */
  readonly outbound: Pick<OutboundClient, 'hold'>
  /** Whether that client keeps the gaps between requests. */
  readonly hasGaps: boolean
}

const lookEveryMs = 200

interface Reader {
  readonly politeness: AnySource['polite']
  reads(host: string): boolean
}

/** Dispose it before the store. */
export class StoredTurnGrants implements TurnGrants, Disposable {
  readonly #options: GrantOptions
  readonly #leaseTime: LedgerTime
  readonly #readers = new Set<Reader>()
  /** The turns of others that have a place, or wait for one, by holder. Aborted when the turn has ended. */
  readonly #turns = new Map<string, AbortController>()
  readonly #stop = new AbortController()
  #isWatching = false

  constructor(options: GrantOptions) {
    this.#options = options
    this.#leaseTime = createLeaseTime(options.store, options.clock)
  }

  async open(source: AnySource, share: number | undefined, signal: AbortSignal): Promise<AsyncDisposable> {
    const mayAsk = allowedHosts([source])
    const reader: Reader = {
      politeness: source.polite,
      reads: (host) => mayAsk(host) && (share === undefined || shareOfHost(host) === share),
    }
    this.#readers.add(reader)
    await this.#look().catch((thrown: unknown) => {
      this.#readers.delete(reader)
      throw thrown
    })
    this.#watch().catch(() => {})
    const { clock, hasGaps } = this.#options
    return {
      [Symbol.asyncDispose]: async () => {
        this.#readers.delete(reader)
        if (hasGaps) await clock.sleep(source.polite.gapMs, signal).catch(() => {})
      },
    }
  }

  [Symbol.dispose](): void {
    this.#stop.abort()
    for (const ended of this.#turns.values()) ended.abort()
    this.#turns.clear()
  }

  /** Rejects when it is stopped. */
  async #watch(): Promise<void> {
    if (this.#isWatching) return
    this.#isWatching = true
    while (this.#readers.size > 0 || this.#turns.size > 0) {
      await this.#options.clock.sleep(lookEveryMs, this.#stop.signal)
      // While the store is down, turns that have a place keep it.
      await this.#look().catch(() => {})
    }
    this.#isWatching = false
  }

  async #look(): Promise<void> {
    const turns = await readTurns(this.#options.store.ledger, this.#leaseTime)
    const holders = new Set(turns.map(({ holder }) => holder))
    for (const [holder, ended] of this.#turns)
      if (!holders.has(holder)) {
        this.#turns.delete(holder)
        ended.abort()
      }
    for (const turn of turns) {
      const reader = this.#turns.has(turn.holder) ? undefined : this.#readerOf(turn)
      if (reader !== undefined) void this.#grant(turn, reader)
    }
  }

  #readerOf({ host }: Turn): Reader | undefined {
    return this.#readers.values().find((reader) => reader.reads(host))
  }

  /** A turn that gets no place, because the host asked for a pause for example, is tried again at the next look. */
  async #grant(turn: Turn, { politeness }: Reader): Promise<void> {
    const { outbound, store } = this.#options
    const ended = new AbortController()
    this.#turns.set(turn.holder, ended)
    try {
      const release = await outbound.hold(turn.host, politeness, ended.signal)
      if (ended.signal.aborted) return release()
      ended.signal.addEventListener('abort', release, { once: true })
      await grantTurn(store.ledger, turn)
    } catch {
      this.#turns.delete(turn.holder)
      ended.abort()
    }
  }
}
