/** Compares a cached read under two conditions, interleaved, by the server's processor time. */

import { type Case, median } from './case.ts'
import { Child } from './child.ts'
import { interleave } from './interleave.ts'
import type { LoadResult } from './load-protocol.ts'

interface Side {
  readonly mode: 'open' | 'limits' | 'redis'
  readonly withKey: boolean
}

interface IdentityPairOptions {
  readonly name: string
  readonly about: string
  readonly baseline: Side
  readonly ours: Side
  /** How much more ours may cost. */
  readonly costRatioMax: number
}

interface Target {
  readonly origin: string
  readonly key: string
}

interface Round {
  readonly perSecond: number
  readonly cpuMicros: number
}

export function identityPair({ name, about, baseline, ours, costRatioMax }: IdentityPairOptions): Case {
  return {
    name,
    description: about,
    threshold: { below: costRatioMax },
    async measure({ rounds, secondsPerRound }) {
      await using stack = new AsyncDisposableStack()
      const load = stack.use(await Child.start<object>('load.ts'))
      const one = stack.use(await Child.start<Target>('identity.ts', [baseline.mode]))
      // Two processes of the same program differ by more than what is measured here.
      const isSame = ours.mode === baseline.mode
      const other = isSame ? one : stack.use(await Child.start<Target>('identity.ts', [ours.mode]))
      const seen = await interleave(rounds, {
        baseline: () => round(load, one, baseline, secondsPerRound),
        ours: () => round(load, other, ours, secondsPerRound),
      })
      return {
        value:
          lowestCpuMicros(seen.map((pair) => pair.ours)) / lowestCpuMicros(seen.map((pair) => pair.baseline)),
        unit: '×',
        ours: describe(seen.map((pair) => pair.ours)),
        baseline: describe(seen.map((pair) => pair.baseline)),
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
  const before = await target.request<{ micros: number }>('cpu')
  const { requests, perSecond } = await load.request<LoadResult>({
    origin,
    paths: ['/v1/rows'],
    headers,
    seconds,
  })
  const after = await target.request<{ micros: number }>('cpu')
  return { perSecond, cpuMicros: (after.micros - before.micros) / requests }
}

/** Neighbours on the machine only ever make a request dearer, so the cheapest round comes closest to the truth. */
function lowestCpuMicros(rounds: readonly Round[]): number {
  return Math.min(...rounds.map(({ cpuMicros }) => cpuMicros))
}

function describe(rounds: readonly Round[]): string {
  const perSecond = Math.round(median(rounds.map((round) => round.perSecond)))
  const micros = lowestCpuMicros(rounds).toFixed(1)
  return `${perSecond.toLocaleString('en')}/s, ${micros} µs cpu`
}
