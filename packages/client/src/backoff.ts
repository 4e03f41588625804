/** How long to wait before trying again: doubling, with a limit, and never all callers at once. */

import type { RandomSource } from './clock.ts'

export interface Backoff {
  readonly initialMs: number
  readonly maxMs: number
}

/** Before try number `attempt + 1`: somewhere between half of the pause and all of it. */
export function retryDelayMs({ initialMs, maxMs }: Backoff, attempt: number, chance: RandomSource): number {
  const delayMs = Math.min(maxMs, initialMs * 2 ** (attempt - 1))
  return Math.round(delayMs * (0.5 + chance() / 2))
}
