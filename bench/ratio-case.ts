/** Compares ours with a bare server that sends the same bytes. */

import { type Case, type Measurement, median, type Threshold } from './case.ts'
import { Child } from './child.ts'
import { interleave, type Pair } from './interleave.ts'
import type { LoadRequest, LoadResult } from './load-protocol.ts'

interface RatioCaseOptions {
  readonly name: string
  readonly about: string
  readonly mark: Threshold
  /** How many rows are stored. */
  readonly rows: number
  /** The program to measure. Default: the server with notices. */
  readonly program?: string
  /** The baseline. Default: `bare.ts`. */
  readonly baseline?: string
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

export function ratioCase(facts: RatioCaseOptions): Case {
  const { name, about, mark, rows, paths, headers = {} } = facts
  const { program = 'broadsheet.ts', baseline = 'bare.ts' } = facts
  return {
    name,
    description: about,
    threshold: mark,
    async measure(effort) {
      await using load = await Child.start<object>('load.ts')
      await using ours = await Child.start<Target>(program, [String(rows)])
      const sample = ours.ready.origin + (paths[0] ?? '/')
      await using bare = await Child.start<Target>(baseline, [sample, JSON.stringify(headers)])
      const question = { paths, headers, seconds: effort.secondsPerRound }
      return summarize(
        await interleave(effort.rounds, {
          baseline: () => measureRound(load, bare, question),
          ours: () => measureRound(load, ours, question),
        }),
      )
    },
  }
}

async function measureRound(
  load: Child<object>,
  target: Child<Target>,
  question: Omit<LoadRequest, 'origin'>,
): Promise<Round> {
  const before = await target.request<{ micros: number }>('cpu')
  const { requests, perSecond } = await load.request<LoadResult>({ origin: target.ready.origin, ...question })
  const after = await target.request<{ micros: number }>('cpu')
  return { perSecond, cpuMicros: (after.micros - before.micros) / requests }
}

function summarize(seen: readonly Pair<Round>[]): Measurement {
  return {
    value: median(seen.map(({ baseline, ours }) => ours.perSecond / baseline.perSecond)),
    unit: '×',
    ours: describe(seen.map(({ ours }) => ours)),
    baseline: describe(seen.map(({ baseline }) => baseline)),
    rounds: seen,
  }
}

function describe(rounds: readonly Round[]): string {
  const perSecond = Math.round(median(rounds.map((round) => round.perSecond)))
  const micros = Math.round(median(rounds.map((round) => round.cpuMicros)))
  return `${perSecond.toLocaleString('en')}/s, ${micros} µs cpu`
}
