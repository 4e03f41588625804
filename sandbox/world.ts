/** The seed and the clock that all simulated data follows from. */

import type { Clock } from '../src/core/clock.ts'
import { type Day, dayOf } from './calendar.ts'
import type { Company, Platform } from './jobs/company.ts'
import { type Random, random, type Seed } from './random.ts'
import type { TrustCompany } from './trust/trust-company.ts'

export interface World {
  readonly seed: string
  /** Milliseconds since the epoch. */
  now(): number
  today(): Day
  /** The random generator for one object: `world.random('theater', 17)`. */
  random(...parts: readonly Seed[]): Random
  /** Whose boards and trust centers are simulated. Default: those of made-up companies. */
  readonly directory?: Directory | undefined
}

export interface Directory {
  employerAt(platform: Platform, key: string): Company | undefined
  trustCompanyAt(provider: string, slug: string): TrustCompany | undefined
}

interface WorldOptions {
  readonly seed: string
  readonly clock: Pick<Clock, 'now'>
  readonly directory?: Directory | undefined
}

export function createWorld({ seed, clock, directory }: WorldOptions): World {
  return {
    seed,
    directory,
    now: () => clock.now(),
    today: () => dayOf(clock.now()),
    random: (...parts) => random(seed, ...parts),
  }
}
