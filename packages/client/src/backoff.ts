/** How long to wait before trying again: doubling, with a limit, and never all callers at once. */

import type { Chance } from './clock.ts'

export interface Backoff {
  readonly firstMs: number
  readonly mostMs: number
}

/** Before try number `attempt + 1`: somewhere between half of the pause and all of it. */
export function pauseMs({ firstMs, mostMs }: Backoff, attempt: number, chance: Chance): number {
  const whole = Math.min(mostMs, firstMs * 2 ** (attempt - 1))
  return Math.round(whole * (0.5 + chance() / 2))
}
