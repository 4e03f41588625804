/** Turns at a host that is also asked by other threads and processes: the interface of what they share. */

import type { Politeness } from './host-queue.ts'

export interface SharedTurnOptions {
  readonly signal: AbortSignal
  /** The longest wait. */
  readonly waitMsMax: number
  /** The longest time from the start of the request to its end. */
  readonly requestMsMax: number
}

export interface SharedTurns {
  /**
   * Resolves when the request may start, with the function that ends its turn. Undefined if nobody else asks the host.
   * Throws `overloaded` after the longest wait.
   */
  take(
    host: string,
    politeness: Politeness,
    options: SharedTurnOptions,
  ): Promise<(() => Promise<void>) | undefined>
}
