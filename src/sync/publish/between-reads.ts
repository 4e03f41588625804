/**
 * Publishes new members between the walks through the lists of a service, not during them: a caller who reads a list page
 * by page sees it grow before or after, which matters most during the first sync. Single requests do not count: a
 * caller who polls until something appears must not keep it from appearing.
 */

import type { Clock } from '../../core/clock.ts'

export interface ReadWatch {
  /** Whether a next page of the scope was read since the last call. */
  take(scope: string): boolean
}

/** For a process that serves nobody. */
export const noReads: ReadWatch = { take: () => false }

/** Pages that follow each other faster belong to one walk. */
export const pauseMs = 1000
/** Longer than any walk should take; callers who never pause must not hold up a sync. */
export const waitMsMax = 30_000
/** After such a wait. */
export const passMs = 5 * waitMsMax
const checkEveryMs = 100

interface ScopeState {
  /** On the monotonic clock, like the next one. */
  readAt: number
  passUntil: number
}

export class BetweenReads {
  readonly #clock: Clock
  readonly #reads: ReadWatch
  readonly #states = new Map<string, ScopeState>()

  constructor(clock: Clock, reads: ReadWatch) {
    this.#clock = clock
    this.#reads = reads
  }

  /** Resolves when no next page was read for a second; if that takes too long, at once for the next minutes. */
  async wait(scope: string, signal: AbortSignal): Promise<void> {
    const state = this.#stateOf(scope)
    const startedAt = this.#clock.monotonic()
    for (let now = startedAt; now >= state.passUntil; now = this.#clock.monotonic()) {
      if (this.#reads.take(scope)) state.readAt = now
      if (now - state.readAt >= pauseMs) return
      if (now - startedAt >= waitMsMax) state.passUntil = now + passMs
      else await this.#clock.sleep(checkEveryMs, signal)
    }
  }

  #stateOf(scope: string): ScopeState {
    let state = this.#states.get(scope)
    if (!state) {
      state = { readAt: Number.NEGATIVE_INFINITY, passUntil: Number.NEGATIVE_INFINITY }
      this.#states.set(scope, state)
    }
    return state
  }
}
