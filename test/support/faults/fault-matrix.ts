/**
 * Injects faults into the endpoints of a source, one by one, and compares what is published with what was published
 * before and with a store that never met the fault: nothing that the rules do not allow may be lost, the run must say
 * what is wrong, and afterwards all is as without the fault.
 */

import { sumReasons } from '../../../src/sync/publish/to-member-records.ts'
import type { RunReport } from '../../../src/sync/run/run-rows.ts'
import type { AnySource } from '../../../src/sync/source.ts'
import { type Fault, faults } from './faults.ts'
import { type Expectation, findLosses, findUnpublishedClaim, type PublishedModel } from './published-model.ts'
import { type RunResult, type ServiceUnderTest, SourceBench } from './source-bench.ts'

export interface FaultCase {
  readonly source: string
  readonly endpoint: string
  readonly fault: Fault
  readonly runs: number
}

export interface FaultResult extends FaultCase {
  /** Empty if nothing is wrong. */
  readonly problems: readonly string[]
  /** The fault does not apply to the responses of the endpoint. */
  readonly isSkipped: boolean
}

export interface MatrixOptions {
  /** For how many runs each fault lasts. */
  readonly runs: readonly number[]
  /** Which of the endpoints of a source, by position. Default: all. */
  readonly isSelected?: (faultIndex: number, endpointIndex: number, endpoints: number) => boolean
}

const healRuns = 6
const problemsMax = 4

/** Every selected fault at every selected endpoint of one source. */
export async function* testSourceFaults(
  service: ServiceUnderTest,
  source: AnySource,
  { runs, isSelected = () => true }: MatrixOptions,
): AsyncGenerator<FaultResult> {
  await using bench = await SourceBench.open(service, source)
  const endpoints = [...bench.upstream.recordings.keys()]
  for (const [endpointIndex, endpoint] of endpoints.entries()) {
    for (const [faultIndex, fault] of faults.entries()) {
      if (!isSelected(faultIndex, endpointIndex, endpoints.length)) continue
      for (const count of runs)
        yield await testFault(bench, service, { source: source.id, endpoint, fault, runs: count })
    }
  }
}

async function testFault(
  bench: SourceBench,
  service: ServiceUnderTest,
  faultCase: FaultCase,
): Promise<FaultResult> {
  const { upstream } = bench
  const { endpoint, fault } = faultCase
  const problems: string[] = []
  await using store = await bench.copy()
  upstream.hits = 0
  upstream.injection = { endpoint, fault, member: bench.victimOf(endpoint) }
  for (let run = 1; run <= faultCase.runs; run++) {
    const result = await store.run()
    if (upstream.hits === 0) break
    for (const problem of await checkRun(bench, service, faultCase, run, result))
      problems.push(`run ${run}: ${problem}`)
  }
  const isSkipped = upstream.hits === 0
  upstream.injection = undefined
  if (!isSkipped) {
    const afterwards = await heal(bench, service, faultCase, store)
    problems.push(...afterwards.map((problem) => `healed: ${problem}`))
  }
  return { ...faultCase, problems, isSkipped }
}

async function checkRun(
  bench: SourceBench,
  { rules }: ServiceUnderTest,
  { endpoint, fault }: FaultCase,
  run: number,
  result: RunResult,
): Promise<string[]> {
  const healthy = await bench.healthy(run)
  const strict = {
    at: result.at,
    known: bench.known.model,
    healthy: healthy.map(({ model }) => model),
    wasUnread: bench.wasUnread(endpoint),
  }
  const problems: string[] = []
  // What a new store makes of the fault is needed only if something differs.
  let firstRun: RunResult | undefined
  const readClaim = async () => {
    firstRun ??= await bench.firstRun(run)
    return firstRun
  }
  let losses = findLosses(
    result.model,
    { ...strict, isRefused: run > 1 && fault.refusal !== undefined },
    rules,
  )
  const isBelievable = fault.looksRight || (fault.refusal === 'gone' && rules.isRowPage?.(endpoint))
  if (losses.length > 0 && isBelievable) {
    const { model: claim, report } = await readClaim()
    const isPublished = report.members[bench.victimOf(endpoint)]?.outcome === 'published'
    losses = findLosses(result.model, { ...strict, claim, isConfirmed: run > 1 && isPublished }, rules)
  }
  problems.push(...abridge(losses))
  const control = healthy.at(-1)
  if (control && !isReported(result, control)) {
    const { model: claim } = await readClaim()
    const healthyClaim = await readHealthyClaim(bench, run)
    const unpublished = findUnpublishedClaim(
      { published: result.model, claim, healthyClaim },
      result.at,
      rules,
    )
    if (unpublished !== undefined)
      problems.push(`${result.report.status} without a word about ${unpublished}`)
  }
  return problems
}

async function readHealthyClaim(bench: SourceBench, run: number): Promise<PublishedModel> {
  const { upstream } = bench
  const { injection } = upstream
  upstream.injection = undefined
  const { model } = await bench.firstRun(run)
  upstream.injection = injection
  return model
}

async function heal(
  bench: SourceBench,
  { rules }: ServiceUnderTest,
  { endpoint, fault, runs }: FaultCase,
  store: { run(): Promise<RunResult> },
): Promise<string[]> {
  let problems: string[] = []
  for (let run = 1; run <= healRuns; run++) {
    const { at, model, health } = await store.run()
    const healthy = await bench.healthy(runs + run)
    const expected: Expectation = {
      at,
      known: bench.known.model,
      healthy: healthy.map((result) => result.model),
      hasHistory:
        bench.wasUnread(endpoint) || fault.looksRight === true || (runs > 1 && fault.refusal !== undefined),
    }
    problems = abridge(findLosses(model, expected, rules))
    const control = healthy.at(-1)
    if (health !== control?.health) problems.push(`health is ${health} instead of ${control?.health}`)
    if (problems.length === 0) break
  }
  return problems
}

function abridge(problems: readonly string[]): string[] {
  const rest = problems.length - problemsMax
  return rest > 0 ? [...problems.slice(0, problemsMax), `and ${rest} more`] : [...problems]
}

/** Whether the run shows that something is wrong. */
function isReported({ report, health }: RunResult, control: RunResult): boolean {
  const isMore = (of: (report: RunReport) => number) => of(report) > of(control.report)
  return (
    health !== control.health ||
    report.status !== control.report.status ||
    isMore(({ failed }) => failed) ||
    isMore(droppedRows) ||
    isMore(({ notFresh }) => notFresh.held) ||
    isMore(({ notFresh }) => notFresh.gone) ||
    isMore(({ notFresh }) => notFresh.gated)
  )
}

function droppedRows({ members }: RunReport): number {
  return Object.values(members).reduce(
    (sum, member) => sum + ('dropped' in member ? sumReasons(member.dropped) : 0),
    0,
  )
}
