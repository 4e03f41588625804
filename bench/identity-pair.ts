/** Compares a hot read under two conditions, in turns, by the processor time it costs the server. */

import { type Case, median } from './case.ts'
import { Child } from './child.ts'
import { inTurns } from './interleave.ts'
import type { LoadResult } from './load-protocol.ts'

interface Side {
  readonly mode: 'open' | 'limits' | 'redis'
  readonly withKey: boolean
}

interface PairFacts {
  readonly name: string
  readonly about: string
  readonly yardstick: Side
  readonly ours: Side
  /** How much more ours may cost. */
  readonly below: number
}

interface Target {
  readonly origin: string
  readonly key: string
}

interface Round {
  readonly perSecond: number
  readonly cpuMicros: number
}

export function identityPair({ name, about, yardstick, ours, below }: PairFacts): Case {
  return {
    name,
    about,
    mark: { below },
    async measure({ rounds, secondsPerRound }) {
      await using stack = new AsyncDisposableStack()
      const load = stack.use(await Child.start<object>('load.ts'))
      const one = stack.use(await Child.start<Target>('identity.ts', [yardstick.mode]))
      // Two processes of the same program differ by more than what is measured here.
      const isSame = ours.mode === yardstick.mode
      const other = isSame ? one : stack.use(await Child.start<Target>('identity.ts', [ours.mode]))
      const seen = await inTurns(rounds, {
        yardstick: () => round(load, one, yardstick, secondsPerRound),
        ours: () => round(load, other, ours, secondsPerRound),
      })
      return {
        value: least(seen.map((pair) => pair.ours)) / least(seen.map((pair) => pair.yardstick)),
        unit: '×',
        ours: describe(seen.map((pair) => pair.ours)),
        yardstick: describe(seen.map((pair) => pair.yardstick)),
        rounds: seen,
      }
    },
  }
}

async function round(
  load: Child<object>,
  target: Child<Target>,
  side: Side,
  seconds: number,
): Promise<Round> {
  const { origin, key } = target.ready
  const headers = side.withKey ? { 'x-api-key': key } : {}
  const before = await target.ask<{ micros: number }>('cpu')
  const { requests, perSecond } = await load.ask<LoadResult>({
    origin,
    paths: ['/v1/rows'],
    headers,
    seconds,
  })
  const after = await target.ask<{ micros: number }>('cpu')
  return { perSecond, cpuMicros: (after.micros - before.micros) / requests }
}

/** Neighbours on the machine only ever make a request dearer, so the cheapest round comes closest to the truth. */
function least(rounds: readonly Round[]): number {
  return Math.min(...rounds.map(({ cpuMicros }) => cpuMicros))
}

function describe(rounds: readonly Round[]): string {
  const perSecond = Math.round(median(rounds.map((round) => round.perSecond)))
  const micros = least(rounds).toFixed(1)
  return `${perSecond.toLocaleString('en')}/s, ${micros} µs cpu`
}
