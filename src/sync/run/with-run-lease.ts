/** The frame of a run: takes the lease, writes the run row, and reports the outcome of every member. */

import { Failure, isFailure } from '../../core/errors.ts'
import { stoppedRun } from '../../core/events.ts'
import { HostClosed } from '../../core/outbound/hosts/host-closed.ts'
import { readLeaseHolder } from '../../store/coordination/lease.ts'
import { saveImportedTimes } from '../artifacts/artifact-rows.ts'
import { HealthRecorder, readMemberHealth, saveHealthRows } from '../health/member-health.ts'
import { recordSourceChange } from '../health/source-changes.ts'
import { finalizeRun } from '../publish/publish-artifact.ts'
import { sumReasons } from '../publish/to-member-records.ts'
import type { AnySource, Member, MemberOutcome } from '../source.ts'
import type { SyncDeps } from '../sync-deps.ts'
import { RunCancelled, watchForCancel } from './cancel-run.ts'
import { type HeldLease, holdLease, LeaseLost, retry } from './held-lease.ts'
import { runHolder } from './run-holder.ts'
import {
  closeInterruptedRuns,
  finishRun,
  insertRun,
  interruptedMessage,
  leaseName,
  type MemberReport,
  type NotFresh,
  type RunFacts,
  type RunMode,
  type RunReport,
  releaseLeasesOfDead,
  waitingPrefix,
} from './run-rows.ts'
import { toShares } from './shares.ts'

/** Another process is running this source, or has just done so. */
export interface SkippedRun {
  readonly status: 'skipped'
  readonly sourceId: string
  readonly why: 'busy' | 'not due'
}

/** A run in progress. */
export interface OpenRun {
  readonly runId: string
  readonly mode: RunMode
  readonly startedAt: number
  readonly lease: HeldLease
  /** Aborted when the run must stop: on request, when the lease is lost, or when the store fails. */
  readonly signal: AbortSignal
  /** Runs the work of one member; an error becomes the member's report. */
  runMember(memberId: string, work: () => Promise<MemberReport>): Promise<void>
  recordReport(memberId: string, report: MemberReport): void
  /** The ledger notes it later. Not for one that was published before. */
  markPublished(artifactId: number): void
}

interface RunPlan {
  readonly mode: RunMode
  readonly signal: AbortSignal
  /** Default: a new one. */
  readonly runId?: string | undefined
  readonly onlyIf?: () => Promise<boolean>
  /** Default: the source as a whole. */
  readonly share?: number | undefined
}

/** Shared by runs and imports. `select` is called once the lease is held. */
export async function withRunLease(
  deps: SyncDeps,
  source: AnySource,
  plan: RunPlan,
  select: () => Promise<readonly Member[]>,
  work: (run: OpenRun, members: readonly Member[]) => Promise<void>,
): Promise<RunReport | SkippedRun> {
  plan.signal.throwIfAborted()
  const { store, clock, events } = deps
  const runId = plan.runId ?? deps.newRunId()
  const holder = runHolder(deps.holder, runId)
  await releaseLeasesOfDead(deps, source.id)
  await using lease = await holdLease({
    ledger: store.ledger,
    clock,
    leaseTime: deps.leaseTime,
    name: leaseName(source.id, plan.share),
    holder,
    leaseMs: deps.leaseMs,
  })
  if (!lease) return { status: 'skipped', sourceId: source.id, why: 'busy' }
  if (await isOtherwiseLeased(deps, source, plan.share))
    return { status: 'skipped', sourceId: source.id, why: 'busy' }
  if (plan.onlyIf && !(await plan.onlyIf())) return { status: 'skipped', sourceId: source.id, why: 'not due' }
  // Other shares of the source may be running elsewhere; only runs whose process or thread died are closed.
  await closeInterruptedRuns(deps, { sourceId: source.id })
  const startedAt = clock.now()
  const monotonicStart = clock.monotonic()
  const { mode } = plan
  const members = await select()
  const facts = { runId, service: source.service, sourceId: source.id, mode, planned: members.length }
  const health = new HealthRecorder(source, await readMemberHealth(store, source, startedAt))
  const run = new RunInProgress(deps, facts, startedAt, lease, plan.signal, health)
  const isInserted = await insertRun(store.ledger, { ...facts, holder, startedAt, share: plan.share }).catch(
    async (thrown: unknown) => {
      // The row may have been written although the response was lost.
      run.stop(thrown)
      await retry(() => finishRun(store.ledger, run.report(), clock.now())).catch(() => {})
      throw thrown
    },
  )
  if (!isInserted) return { status: 'skipped', sourceId: source.id, why: 'not due' }
  events.runStarted(facts)
  using _watch = watchForCancel({ ledger: store.ledger, clock }, runId, () => run.stop(new RunCancelled()))
  await work(run, members)
    .then(() => run.flush())
    .then(() => (mode === 'import' ? undefined : recordSourceChange(deps, source, run.report().members)))
    .then(() => finalizeRun(deps, source, run.outcomes(), lease, run.signal))
    .catch((thrown: unknown) => run.stop(thrown))
  const report = run.report()
  if (lease.lost.aborted) events.leaseLost({ sourceId: source.id, holder })
  await retry(() => finishRun(store.ledger, report, clock.now()))
  const { members: _, message, ...counts } = report
  events.runFinished({
    ...counts,
    durationMs: clock.monotonic() - monotonicStart,
    ...(message === undefined ? {} : { message }),
    ...(run.cause === undefined ? {} : { cause: run.cause }),
  })
  return report
}

/**
 * A run of the source as a whole excludes runs of its shares, and the other way round. Called with a lease: of two that start
 * at once, at least one sees the other.
 */
async function isOtherwiseLeased(
  { store, leaseMs, leaseTime, sliceMembers }: SyncDeps,
  source: AnySource,
  share: number | undefined,
): Promise<boolean> {
  const shares = toShares(source, sliceMembers) ?? []
  const names =
    share === undefined ? shares.map(({ index }) => leaseName(source.id, index)) : [leaseName(source.id)]
  for (const name of names)
    if ((await readLeaseHolder(store.ledger, name, leaseMs, leaseTime)) !== undefined) return true
  return false
}

class RunInProgress implements OpenRun {
  readonly runId: string
  readonly mode: RunMode
  readonly startedAt: number
  readonly lease: HeldLease
  readonly signal: AbortSignal
  readonly #deps: SyncDeps
  readonly #facts: RunFacts
  readonly #reports = new Map<string, MemberReport>()
  readonly #stop = new AbortController()
  readonly #health: HealthRecorder
  #importedAt = new Map<number, number>()
  #cause: string | undefined

  constructor(
    deps: SyncDeps,
    facts: RunFacts,
    startedAt: number,
    lease: HeldLease,
    signal: AbortSignal,
    health: HealthRecorder,
  ) {
    this.#health = health
    this.#deps = deps
    this.#facts = facts
    this.runId = facts.runId
    this.mode = facts.mode
    this.startedAt = startedAt
    this.lease = lease
    this.signal = AbortSignal.any([signal, lease.lost, this.#stop.signal])
  }

  /** Why the run failed, for the log. */
  get cause(): string | undefined {
    return this.#cause
  }

  /** Ends the run: no further member could succeed. */
  stop(reason: unknown): void {
    // An error while nothing asked the run to stop is a failure, not an interruption, which would be resumed.
    const isRequested = reason instanceof LeaseLost || reason instanceof RunCancelled
    const isRunFailure = !this.signal.aborted && !isRequested
    if (isRunFailure) this.#cause = describeCause(reason)
    this.#stop.abort(isRunFailure && !isFailure(reason) ? new Failure('internal', bugMessage) : reason)
  }

  async runMember(memberId: string, work: () => Promise<MemberReport>): Promise<void> {
    try {
      this.recordReport(memberId, await work())
    } catch (thrown) {
      // A member that was stopped has not failed.
      if (this.signal.aborted) return
      if (thrown instanceof LeaseLost) return this.stop(thrown)
      this.recordReport(memberId, toReport(thrown), thrown)
      if (isFailure(thrown, 'store_unavailable')) return this.stop(thrown)
    }
    await this.flush(pendingMax).catch((thrown: unknown) => this.stop(thrown))
  }

  /** Health that is lost when the process dies is read again; marks of published artifacts follow from the read model. */
  async flush(pendingMax = 0): Promise<void> {
    // A member has at most one of each.
    if (this.#health.pending <= pendingMax && this.#importedAt.size <= pendingMax) return
    const { ledger } = this.#deps.store
    const times = this.#importedAt
    this.#importedAt = new Map()
    const rows = this.#health.take()
    if (rows.length + times.size === 0) return
    await ledger.transaction(async (tx) => {
      await saveHealthRows(tx, rows)
      await saveImportedTimes(tx, times)
    })
  }

  recordReport(memberId: string, report: MemberReport, thrown?: unknown): void {
    this.#reports.set(memberId, report)
    if (this.mode !== 'import') this.#health.record(memberId, report, this.#deps.clock.now())
    const { runId, service, sourceId, planned } = this.#facts
    const memberInfo = { runId, service, sourceId, memberId, done: this.#reports.size, planned }
    const { events } = this.#deps
    if (report.outcome === 'published') {
      const { outcome: _, dropped, problem, changed: __, ...counts } = report
      events.memberPublished({ ...memberInfo, ...counts, dropped: sumReasons(dropped) })
      if (problem !== undefined) events.memberHeld({ ...memberInfo, reason: problem, isPartial: true })
    }
    if (report.outcome === 'held')
      events.memberHeld({ ...memberInfo, reason: report.reason, isPartial: false })
    if (report.outcome === 'failed') {
      const cause = describeCause(thrown)
      const { code, message } = report
      events.memberFailed({ ...memberInfo, code, message, ...(cause === undefined ? {} : { cause }) })
    }
  }

  markPublished(artifactId: number): void {
    this.#importedAt.set(artifactId, this.#deps.clock.now())
  }

  outcomes(): ReadonlyMap<string, MemberOutcome> {
    // Nothing is known about a member that waits, as about one that failed.
    return new Map(
      [...this.#reports].map(([memberId, { outcome }]) => [
        memberId,
        outcome === 'waiting' ? 'failed' : outcome,
      ]),
    )
  }

  report(): RunReport {
    const members = Object.fromEntries(this.#reports)
    const all = [...this.#reports.values()]
    const completed = all.filter(({ outcome }) => outcome === 'published' || outcome === 'resumed').length
    const failed = all.filter(({ outcome }) => outcome === 'failed' || outcome === 'held').length
    const counts = { ...this.#facts, completed, failed, notFresh: sumNotFresh(all), members }
    const isComplete = completed === this.#facts.planned && !this.#stop.signal.aborted
    if (isComplete) {
      const message = summarizeGone(this.#reports) ?? summarizeProblems(this.#reports, this.#facts.planned)
      return { ...counts, status: message === undefined ? 'succeeded' : 'partial', message }
    }
    if (this.signal.aborted) return { ...counts, status: 'failed', message: stopMessage(this.signal.reason) }
    const status = completed === 0 ? 'failed' : 'partial'
    return { ...counts, status, message: summarizeFailures(this.#reports, this.#facts.planned) }
  }
}

/** For how many members the process keeps health and marks to itself, so that the ledger has fewer commits. */
const pendingMax = 25

const bugMessage = 'The source has a bug; see the log for the cause.'

function toReport(thrown: unknown): MemberReport {
  if (!(thrown instanceof HostClosed)) return toFailedReport(thrown)
  return { outcome: 'waiting', host: thrown.host, message: thrown.message }
}

export function toFailedReport(thrown: unknown): Extract<MemberReport, { outcome: 'failed' }> {
  if (isFailure(thrown)) return { outcome: 'failed', code: thrown.code, message: thrown.message }
  return { outcome: 'failed', code: 'internal', message: bugMessage }
}

/** Only for the log. */
function describeCause(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error)) return thrown === undefined ? undefined : String(thrown)
  if (!isFailure(thrown)) return thrown.stack ?? thrown.message
  return thrown.cause instanceof Error ? thrown.cause.message : undefined
}

function stopMessage(reason: unknown): string {
  if (isFailure(reason)) return reason.message
  if (reason instanceof LeaseLost) return interruptedMessage(reason.message)
  if (reason instanceof RunCancelled) return reason.message
  return interruptedMessage(stoppedRun)
}

function sumNotFresh(reports: readonly MemberReport[]): NotFresh {
  const published = reports.filter((report) => report.outcome === 'published')
  const sum = (of: keyof NotFresh) => published.reduce((total, report) => total + (report[of] ?? 0), 0)
  return { held: sum('held'), gone: sum('gone'), gated: sum('gated') }
}

/** Undefined unless there were members, and none exists any more. */
function summarizeGone(reports: ReadonlyMap<string, MemberReport>): string | undefined {
  const all = [...reports.values()]
  const areGone = all.every((report) => report.outcome === 'published' && report.gone)
  return areGone && all.length > 0
    ? `none of ${all.length} members exists at the upstream any more`
    : undefined
}

/** Undefined if every member was published as a whole. */
function summarizeProblems(reports: ReadonlyMap<string, MemberReport>, planned: number): string | undefined {
  const problems = [...reports].flatMap(([memberId, report]) =>
    report.outcome === 'published' && report.problem !== undefined ? [`${memberId}: ${report.problem}`] : [],
  )
  const [first] = problems
  const verb = problems.length === 1 ? 'was' : 'were'
  return first && `${problems.length} of ${planned} members ${verb} published in part; ${first}`
}

function summarizeFailures(reports: ReadonlyMap<string, MemberReport>, planned: number): string {
  const waiting = [...reports.values()].filter((report) => report.outcome === 'waiting')
  const [firstWaiting] = waiting
  if (firstWaiting === undefined) return summarizeUnpublished(reports, planned)
  const verb = waiting.length === 1 ? 'was' : 'were'
  const rest = waiting.length === reports.size ? '' : `; ${summarizeUnpublished(reports, planned)}`
  const { host, message } = firstWaiting
  return `${waitingPrefix}${host}: ${waiting.length} of ${planned} members ${verb} not read; ${message}${rest}`
}

function summarizeUnpublished(reports: ReadonlyMap<string, MemberReport>, planned: number): string {
  const unpublished = [...reports].filter(([, { outcome }]) => outcome === 'failed' || outcome === 'held')
  const [first] = unpublished
  if (!first) return `${reports.size} of ${planned} members were processed`
  const [memberId, report] = first
  const reason =
    report.outcome === 'held' ? `held: ${report.reason}` : report.outcome === 'failed' ? report.message : ''
  return `${unpublished.length} of ${planned} members failed; ${memberId}: ${reason}`
}
