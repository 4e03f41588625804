/** Compares ours with a bare server that sends the same bytes. */

import { type Case, type Mark, type Measured, median } from './case.ts'
import { Child } from './child.ts'
import { inTurns, type Pair } from './interleave.ts'
import type { LoadQuestion, LoadResult } from './load-protocol.ts'

interface RatioFacts {
  readonly name: string
  readonly about: string
  readonly mark: Mark
  /** How many rows are stored. */
  readonly rows: number
  /** What is measured; the whole server over notices unless told. */
  readonly program?: string
  /** What it is compared with; `bare.ts` unless told. */
  readonly yardstick?: string
  readonly paths: readonly string[]
  readonly headers?: Readonly<Record<string, string>>
}

interface Target {
  readonly origin: string
}

interface Round {
  readonly perSecond: number
  /** Processor time of the server per request: what a busy machine disturbs least. */
  readonly cpuMicros: number
}

export function ratioCase(facts: RatioFacts): Case {
  const { name, about, mark, rows, paths, headers = {} } = facts
  const { program = 'broadsheet.ts', yardstick = 'bare.ts' } = facts
  return {
    name,
    about,
    mark,
    async measure(effort) {
      await using load = await Child.start<object>('load.ts')
      await using ours = await Child.start<Target>(program, [String(rows)])
      const sample = ours.ready.origin + (paths[0] ?? '/')
      await using bare = await Child.start<Target>(yardstick, [sample, JSON.stringify(headers)])
      const question = { paths, headers, seconds: effort.secondsPerRound }
      return sumUp(
        await inTurns(effort.rounds, {
          yardstick: () => round(load, bare, question),
          ours: () => round(load, ours, question),
        }),
      )
    },
  }
}

async function round(
  load: Child<object>,
  target: Child<Target>,
  question: Omit<LoadQuestion, 'origin'>,
): Promise<Round> {
  const before = await target.ask<{ micros: number }>('cpu')
  const { requests, perSecond } = await load.ask<LoadResult>({ origin: target.ready.origin, ...question })
  const after = await target.ask<{ micros: number }>('cpu')
  return { perSecond, cpuMicros: (after.micros - before.micros) / requests }
}

function sumUp(seen: readonly Pair<Round>[]): Measured {
  return {
    value: median(seen.map(({ yardstick, ours }) => ours.perSecond / yardstick.perSecond)),
    unit: '×',
    ours: describe(seen.map(({ ours }) => ours)),
    yardstick: describe(seen.map(({ yardstick }) => yardstick)),
    rounds: seen,
  }
}

function describe(rounds: readonly Round[]): string {
  const perSecond = Math.round(median(rounds.map((round) => round.perSecond)))
  const micros = Math.round(median(rounds.map((round) => round.cpuMicros)))
  return `${perSecond.toLocaleString('en')}/s, ${micros} µs cpu`
}
