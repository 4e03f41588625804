/**
 * Injects faults into the endpoints of a source, one by one, and compares what is published with what was published
 * before: nothing that the rules do not allow may be lost, the run must say what is wrong, and afterwards all is as before.
 */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SandboxHost } from '../../../sandbox/host.ts'
import { silentEvents } from '../../../src/core/events.ts'
import type { Store } from '../../../src/store/store.ts'
import { diskArtifactStore } from '../../../src/sync/artifacts/disk-artifact-store.ts'
import { countDropped } from '../../../src/sync/publish/to-member-records.ts'
import type { RunReport } from '../../../src/sync/run/run-rows.ts'
import { type AnySource, type AnyWriter, allowedHosts, type Member } from '../../../src/sync/source.ts'
import { createSyncEngine, type SyncEngine } from '../../../src/sync/sync-engine.ts'
import { FakeClock } from '../fake-clock.ts'
import { testEngines } from '../store/test-engines.ts'
import { type Fault, faults } from './faults.ts'
import { compareModels, type ModelRules, type PublishedModel, readModel } from './published-model.ts'
import { SandboxUpstream } from './sandbox-upstream.ts'

export interface ServiceUnderTest {
  readonly name: string
  readonly hosts: readonly SandboxHost[]
  readonly sources: readonly AnySource[]
  readonly writer: AnyWriter
  readonly rules: ModelRules
  /** Time between two runs. */
  readonly stepMs: number
  /** The members to use; the first is the victim of the faults, the others supply foreign data. */
  pickMembers(source: AnySource): readonly Member[]
}

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

const now = '2026-11-15T06:00:00Z'
const healRuns = 6
const manual = { mode: 'manual', signal: new AbortController().signal } as const

/** Every selected fault at every selected endpoint of one source. */
export async function* testSourceFaults(
  service: ServiceUnderTest,
  source: AnySource,
  { runs, isSelected = () => true }: MatrixOptions,
): AsyncGenerator<FaultResult> {
  let bench = await openBench(service, source)
  try {
    const endpoints = [...bench.upstream.recordings.keys()]
    for (const [endpointIndex, endpoint] of endpoints.entries()) {
      for (const [faultIndex, fault] of faults.entries()) {
        if (!isSelected(faultIndex, endpointIndex, endpoints.length)) continue
        for (const count of runs) {
          const result = await testFault(bench, service, { source: source.id, endpoint, fault, runs: count })
          yield result
          if (result.problems.length === 0) continue
          // What is wrong must not spoil the next case.
          await bench[Symbol.asyncDispose]()
          bench = await openBench(service, source)
        }
      }
    }
  } finally {
    await bench[Symbol.asyncDispose]()
  }
}

interface Bench extends AsyncDisposable {
  readonly upstream: SandboxUpstream
  readonly victim: Member
  model: PublishedModel
  readonly report: RunReport
  readonly health: string
  run(): Promise<RunReport>
  read(): Promise<PublishedModel>
  readHealth(): Promise<string>
}

/** A store with what the healthy source publishes. */
async function openBench(service: ServiceUnderTest, whole: AnySource): Promise<Bench> {
  await using stack = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'broadsheet-faults-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const [engineForTests] = testEngines
  if (engineForTests === undefined) throw new TypeError('no engine')
  const clock = new FakeClock(now)
  const database = stack.use(await engineForTests.createDatabase())
  const store: Store = stack.use(await database.openStore({ clock, role: 'worker' }))
  const members = service.pickMembers(whole)
  const upstream = new SandboxUpstream(service.hosts, now, allowedHosts([whole]))
  const source: AnySource = {
    ...whole,
    members,
    async *fetch(context) {
      upstream.member = context.member.id
      yield* whole.fetch(context)
    },
  }
  const engine: SyncEngine = createSyncEngine({
    store,
    outbound: upstream,
    artifacts: diskArtifactStore({ folder }),
    sources: [source],
    writers: [service.writer],
    clock,
    events: silentEvents,
    holder: `test:${process.pid}`,
    membersAtOnce: 1,
    artifactsPerMember: 1,
  })
  const run = async () => {
    const report = await engine.run(source.id, manual)
    clock.advance(service.stepMs)
    if (report.status === 'skipped') throw new Error('another run holds the lease')
    return report
  }
  // Twice, so that whatever only the first run does is done.
  await run()
  const report = await run()
  const victim = members.find(({ id }) => isReadable(report, id)) ?? members[0]
  if (victim === undefined) throw new TypeError(`${whole.id} has no members`)
  const read = () => readModel(store, service.rules)
  const readHealth = async () => (await engine.status(source.id)).health
  const model = await read()
  const health = await readHealth()
  const resources = stack.move()
  return {
    upstream,
    victim,
    model,
    report,
    health,
    run,
    read,
    readHealth,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

async function testFault(
  bench: Bench,
  service: ServiceUnderTest,
  faultCase: FaultCase,
): Promise<FaultResult> {
  const { upstream, victim } = bench
  const { endpoint, fault } = faultCase
  const problems: string[] = []
  const mayAdd = fault.mayAdd === true
  const mayReplace = fault.name === 'foreign' && service.rules.hasNoIdentity === true
  upstream.hits = 0
  upstream.injection = { endpoint, fault, member: victim.id }
  for (let run = 1; run <= faultCase.runs; run++) {
    const report = await bench.run()
    if (upstream.hits === 0) break
    const mayDisappear = run > 1 && fault.isPlausible === true
    for (const problem of compareModels(bench.model, await bench.read(), service.rules, {
      mayDisappear,
      mayAdd,
      mayReplace,
    }))
      problems.push(`run ${run}: ${problem}`)
    const isExpected =
      mayDisappear || mayReplace || fault.isHarmless || service.rules.isOptional?.(endpoint, fault.name)
    if (!isExpected && !isReported(report, bench.report) && (await bench.readHealth()) === bench.health)
      problems.push(`run ${run}: ${report.status} without a word`)
  }
  const isSkipped = upstream.hits === 0
  upstream.injection = undefined
  if (!isSkipped) {
    const wasBelieved = faultCase.runs > 1 && fault.isPlausible === true
    const afterwards: string[] = []
    for (let run = 1; run <= healRuns; run++) {
      await bench.run()
      afterwards.splice(0)
      const options = { mayDisappear: false, mayAdd, isHealed: true, wasBelieved }
      afterwards.push(...compareModels(bench.model, await bench.read(), service.rules, options))
      const health = await bench.readHealth()
      if (health !== bench.health) afterwards.push(`health is ${health} instead of ${bench.health}`)
      if (afterwards.length === 0) break
    }
    problems.push(...afterwards.map((problem) => `healed: ${problem}`))
    // Its history has changed.
    if (wasBelieved || mayAdd) bench.model = await bench.read()
  }
  return { ...faultCase, problems, isSkipped }
}

function isReadable({ members }: RunReport, memberId: string): boolean {
  const member = members[memberId]
  return member?.outcome === 'published' && !member.gated && !member.gone
}

/** Whether the report of the run shows that something is wrong. */
function isReported(report: RunReport, before: RunReport): boolean {
  const isMore = (of: (report: RunReport) => number) => of(report) > of(before)
  return (
    report.status !== before.status ||
    isMore(({ failed }) => failed) ||
    isMore(droppedRows) ||
    isMore(({ notFresh }) => notFresh.held) ||
    isMore(({ notFresh }) => notFresh.gone) ||
    isMore(({ notFresh }) => notFresh.gated)
  )
}

function droppedRows({ members }: RunReport): number {
  return Object.values(members).reduce(
    (sum, member) => sum + ('dropped' in member ? countDropped(member.dropped) : 0),
    0,
  )
}
