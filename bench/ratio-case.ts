/**
 * Compares ours with a bare server that sends the same bytes and, for reads that are not cached, with one that runs the
 * same statement. The processor time per request decides; throughput is shown.
 */

import { schemaNames } from '../src/store/postgres/open-schema.ts'
import type { Engine } from '../src/store/store.ts'
import { type Case, type Measurement, median, type Threshold } from './case.ts'
import { Child } from './child.ts'
import type { StatementName } from './data/bare-statements.ts'
import { interleave } from './interleave.ts'
import type { LoadRequest, LoadResult } from './load-protocol.ts'

interface RatioCaseOptions {
  readonly name: string
  readonly about: string
  readonly mark?: Threshold
  /** How many rows are stored. */
  readonly rows: number
  /** The program to measure. Default: the server with notices. */
  readonly program?: string
  /** Where its rows are stored. Default: SQLite. */
  readonly engine?: Engine
  /** The baseline. Default: `bare.ts`. */
  readonly baseline?: string
  /** The mark is about a bare server that runs this. Default: about the baseline. */
  readonly statement?: StatementName
  readonly paths: readonly string[]
  readonly headers?: Readonly<Record<string, string>>
}

interface Target {
  readonly origin: string
}

interface Ours extends Target {
  readonly dataDir?: string
  readonly schemaPrefix?: string
}

interface Round {
  readonly perSecond: number
  /** Processor time of the server per request: what a busy machine disturbs least. */
  readonly cpuMicros: number
}

/** `statement` only where there is one. */
type Rounds = readonly (Readonly<Record<'bare' | 'ours', Round>> & { readonly statement?: Round })[]

export function ratioCase(facts: RatioCaseOptions): Case {
  const { name, about, mark, rows, paths, headers = {}, statement } = facts
  const { program = 'broadsheet.ts', baseline = 'bare.ts', engine = 'sqlite' } = facts
  return {
    name,
    description: about,
    threshold: mark,
    async measure(effort) {
      await using stack = new AsyncDisposableStack()
      const load = stack.use(await Child.start<object>('load.ts'))
      const ours = stack.use(await Child.start<Ours>(program, [String(rows), engine]))
      const { origin, dataDir = '', schemaPrefix } = ours.ready
      const schema = schemaPrefix && schemaNames(schemaPrefix).readModel
      const sample = origin + (paths[0] ?? '/')
      const bare = stack.use(
        await Child.start<Target>(baseline, [sample, JSON.stringify(headers), ...(schema ? [schema] : [])]),
      )
      const question = { paths, headers, seconds: effort.secondsPerRound }
      const sides = {
        bare: () => measureRound(load, bare, question),
        ours: () => measureRound(load, ours, question),
      }
      if (statement === undefined) return summarize(await interleave(effort.rounds, sides))
      const withStatement = stack.use(
        schema === undefined
          ? await Child.start<Target>('bare-statement.ts', [statement, dataDir, sample])
          : await Child.start<Target>('bare-postgres-statement.ts', [statement, schema, sample]),
      )
      return summarize(
        await interleave(effort.rounds, {
          ...sides,
          statement: () => measureRound(load, withStatement, question),
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

function summarize(seen: Rounds): Measurement {
  const bareRatio = median(seen.map(({ bare, ours }) => bare.cpuMicros / ours.cpuMicros))
  const bare = describe(seen.map((round) => round.bare))
  const statements = seen.flatMap(({ statement }) => statement ?? [])
  const measured = { unit: '×', ours: describe(seen.map(({ ours }) => ours)), rounds: seen } as const
  if (statements.length === 0) return { ...measured, value: bareRatio, baseline: bare }
  return {
    ...measured,
    value: median(seen.map(({ statement, ours }) => (statement?.cpuMicros ?? Number.NaN) / ours.cpuMicros)),
    baseline: describe(statements),
    besides: `${bareRatio.toFixed(2)} × bare: ${bare}`,
  }
}

function describe(rounds: readonly Round[]): string {
  const perSecond = Math.round(median(rounds.map((round) => round.perSecond)))
  const micros = Math.round(median(rounds.map((round) => round.cpuMicros)))
  return `${micros} µs, ${perSecond.toLocaleString('en')}/s`
}
