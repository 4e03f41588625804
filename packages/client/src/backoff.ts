/** Exponential backoff with jitter and a maximum. */

import type { RandomSource } from './clock.ts'

export interface Backoff {
  readonly initialMs: number
  readonly maxMs: number
}

/** The delay before attempt `attempt + 1`: a random value between half of the delay and all of it. */
export function retryDelayMs({ initialMs, maxMs }: Backoff, attempt: number, chance: RandomSource): number {
  const delayMs = Math.min(maxMs, initialMs * 2 ** (attempt - 1))
  return Math.round(delayMs * (0.5 + chance() / 2))
}
