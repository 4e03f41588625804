/** The seed and the clock that all simulated data follows from. */

import type { Clock } from '../src/core/clock.ts'
import { type Day, dayOf } from './calendar.ts'
import { type Random, random, type Seed } from './random.ts'

export interface World {
  readonly seed: string
  /** Milliseconds since the epoch. */
  now(): number
  today(): Day
  /** The random generator for one object: `world.random('theater', 17)`. */
  random(...parts: readonly Seed[]): Random
}

export function createWorld({ seed, clock }: { seed: string; clock: Pick<Clock, 'now'> }): World {
  return {
    seed,
    now: () => clock.now(),
    today: () => dayOf(clock.now()),
    random: (...parts) => random(seed, ...parts),
  }
}
