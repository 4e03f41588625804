/** The world the pretend internet shows: everything in it follows from a seed and the day. */

import type { Clock } from '../src/core/clock.ts'
import { type Day, dayOf } from './calendar.ts'
import { type Random, random, type Seed } from './random.ts'

export interface World {
  readonly seed: string
  /** Milliseconds since the epoch, by the clock the world was given. */
  now(): number
  today(): Day
  /** Chance of its own for one thing in the world: `world.random('theater', 17)`. */
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
