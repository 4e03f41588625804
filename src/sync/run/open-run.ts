/** The frame of a run: holds the lease, writes the run row, and records the outcome of every member. */

import { Failure, isFailure } from '../../core/errors.ts'
import { readLeaseHolder } from '../../store/coordination/lease.ts'
import type { MemberHealthRow } from '../../store/tables.ts'
import { saveImportedTimes } from '../artifacts/artifact-rows.ts'
import { readMemberHealth, saveHealthRows, toHealthRow } from '../health/member-health.ts'
import { recordSourceChange } from '../health/source-changes.ts'
import { finalizeRun } from '../publish/finalize-run.ts'
import { sumReasons } from '../publish/to-member-records.ts'
import type { AnySource, MemberOutcome } from '../source.ts'
import type { SyncDeps } from '../sync-deps.ts'
import { watchForCancel } from './cancel-run.ts'
import { type HeldLease, holdLease, LeaseLost, retry } from './held-lease.ts'
import { runHolder } from './run-holder.ts'
import {
  closeInterruptedRuns,
  finishRun,
  insertRun,
  leaseName,
  type MemberReport,
  type RunFacts,
  type RunMode,
  type RunReport,
  releaseLeasesOfDead,
} from './run-rows.ts'
import {
  bugMessage,
  describeCause,
  stopMessage,
  summarizeFailures,
  summarizeGone,
  summarizeProblems,
  sumNotFresh,
  toReport,
} from './run-summary.ts'
import { toShares } from './shares.ts'

/** Another process is running this source. */
export interface SkippedRun {
  readonly status: 'skipped'
  readonly sourceId: string
}

interface RunPlan {
  readonly mode: RunMode
  readonly signal: AbortSignal
  /** Default: a new one. */
  readonly runId?: string | undefined
  /** Default: the source as a whole. */
  readonly share?: number | undefined
}

/** Takes the lease; undefined if another process has it. Disposing the run releases it. */
export async function openRun(deps: SyncDeps, source: AnySource, plan: RunPlan): Promise<Run | undefined> {
  plan.signal.throwIfAborted()
  const { store, clock, leaseTime, leaseMs } = deps
  const runId = plan.runId ?? deps.newRunId()
  const holder = runHolder(deps.holder, runId)
  await releaseLeasesOfDead(deps, source.id)
  const name = leaseName(source.id, plan.share)
  await using stack = new AsyncDisposableStack()
  const lease = stack.use(await holdLease({ ledger: store.ledger, clock, leaseTime, name, holder, leaseMs }))
  if (!lease || (await isOtherwiseLeased(deps, source, plan.share))) return undefined
  // Other shares of the source may be running elsewhere; only runs whose process or thread died are closed.
  await closeInterruptedRuns(deps, { sourceId: source.id })
  const health = await readMemberHealth(store, source, clock.now())
  const { signal: cancelled } = stack.use(watchForCancel({ ledger: store.ledger, clock }, runId))
  return new Run(deps, source, { ...plan, runId }, { holder, lease, cancelled, health }, stack.move())
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

interface RunParts {
  readonly holder: string
  readonly lease: HeldLease
  /** Aborted when an operator cancels the run. */
  readonly cancelled: AbortSignal
  /** Of the members, before the run. */
  readonly health: ReadonlyMap<string, MemberHealthRow>
}

/** A run that holds the lease of its source. */
export class Run implements AsyncDisposable {
  readonly runId: string
  readonly source: AnySource
  readonly mode: RunMode
  readonly startedAt: number
  readonly lease: HeldLease
  /** Aborted when the run must stop: on request, when the lease is lost, or when the store fails. */
  readonly signal: AbortSignal
  /** Members whose artifact was saved by this run, or is imported. The artifacts of the others are marked already. */
  readonly withNewArtifact = new Set<string>()
  readonly #deps: SyncDeps
  readonly #parts: RunParts
  readonly #share: number | undefined
  readonly #resources: AsyncDisposableStack
  readonly #monotonicStart: number
  readonly #reports = new Map<string, MemberReport>()
  readonly #stop = new AbortController()
  #planned = 0
  /** Written in batches: a commit per member would cost more than the read. */
  #healthRows: MemberHealthRow[] = []
  #importedAt = new Map<number, number>()
  /** Why the run failed, for the log. */
  #cause: string | undefined

  constructor(
    deps: SyncDeps,
    source: AnySource,
    { mode, signal, share, runId }: RunPlan & { readonly runId: string },
    parts: RunParts,
    resources: AsyncDisposableStack,
  ) {
    const { lease, cancelled } = parts
    this.#deps = deps
    this.#parts = parts
    this.#share = share
    this.#resources = resources
    this.#monotonicStart = deps.clock.monotonic()
    this.source = source
    this.runId = runId
    this.mode = mode
    this.startedAt = deps.clock.now()
    this.lease = lease
    this.signal = AbortSignal.any([signal, lease.lost, cancelled, this.#stop.signal])
  }

  /** Writes the row of the run. False if it was requested, and cancelled before its start. */
  async start(planned: number): Promise<boolean> {
    this.#planned = planned
    const { store, clock, events } = this.#deps
    const row = {
      ...this.#facts,
      holder: this.#parts.holder,
      startedAt: this.startedAt,
      share: this.#share,
    }
    const isInserted = await insertRun(store.ledger, row).catch(async (thrown: unknown) => {
      // The row may have been written although the response was lost.
      this.#fail(thrown)
      await retry(() => finishRun(store.ledger, this.#report(), clock.now())).catch(() => {})
      throw thrown
    })
    if (isInserted) events.runStarted(this.#facts)
    return isInserted
  }

  /** An error of the work becomes the report of the member. Never rejects. */
  async record(memberId: string, work: Promise<MemberReport>): Promise<void> {
    try {
      this.recordReport(memberId, await work)
    } catch (thrown) {
      // A member that was stopped has not failed.
      if (this.signal.aborted) return
      if (thrown instanceof LeaseLost) return this.#fail(thrown)
      this.recordReport(memberId, toReport(thrown), thrown)
      if (isFailure(thrown, 'store_unavailable')) return this.#fail(thrown)
    }
    await this.#flush(pendingMax).catch((thrown: unknown) => this.#fail(thrown))
  }

  recordReport(memberId: string, report: MemberReport, thrown?: unknown): void {
    this.#reports.set(memberId, report)
    const { events, clock } = this.#deps
    const previous = this.#parts.health.get(memberId)
    const health = toHealthRow(this.source, memberId, report, previous, clock.now())
    if (health !== undefined && this.mode !== 'import') this.#healthRows.push(health)
    const { mode: _, ...facts } = this.#facts
    const memberInfo = { ...facts, memberId, done: this.#reports.size }
    if (report.outcome === 'published') {
      const { outcome: _, dropped, problem, changed: __, ...counts } = report
      if (this.withNewArtifact.has(memberId)) this.#importedAt.set(report.artifactId, clock.now())
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

  /** Ends the run after the work on its members, whose error is one of the run. */
  async finish(work: Promise<void>): Promise<RunReport> {
    const { store, clock, events } = this.#deps
    const { holder, lease } = this.#parts
    try {
      await work
      await this.#flush()
      if (this.mode !== 'import')
        await recordSourceChange(this.#deps, this.source, Object.fromEntries(this.#reports))
      await finalizeRun(this.#deps, this.source, this.#outcomes(), lease, this.signal)
    } catch (thrown) {
      this.#fail(thrown)
    }
    const report = this.#report()
    if (lease.lost.aborted) events.leaseLost({ sourceId: this.source.id, holder })
    await retry(() => finishRun(store.ledger, report, clock.now()))
    const { members: _, message, ...counts } = report
    events.runFinished({
      ...counts,
      durationMs: clock.monotonic() - this.#monotonicStart,
      ...(message === undefined ? {} : { message }),
      ...(this.#cause === undefined ? {} : { cause: this.#cause }),
    })
    return report
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#resources.disposeAsync()
  }

  get #facts(): RunFacts {
    const { service, id: sourceId } = this.source
    return { runId: this.runId, service, sourceId, mode: this.mode, planned: this.#planned }
  }

  /** No further member could succeed. */
  #fail(reason: unknown): void {
    // An error while nothing asked the run to stop is a failure, not an interruption, which would be resumed.
    const isRunFailure = !this.signal.aborted && !(reason instanceof LeaseLost)
    if (isRunFailure) this.#cause = describeCause(reason)
    this.#stop.abort(isRunFailure && !isFailure(reason) ? new Failure('internal', bugMessage) : reason)
  }

  /** Health that is lost when the process dies is read again; marks of published artifacts follow from the read model. */
  async #flush(mostPending = 0): Promise<void> {
    const rows = this.#healthRows
    const times = this.#importedAt
    // A member has at most one of each.
    if (rows.length <= mostPending && times.size <= mostPending) return
    this.#healthRows = []
    this.#importedAt = new Map()
    await this.#deps.store.ledger.transaction(async (tx) => {
      await saveHealthRows(tx, rows)
      await saveImportedTimes(tx, times)
    })
  }

  #outcomes(): ReadonlyMap<string, MemberOutcome> {
    // Nothing is known about a member that waits, as about one that failed.
    return new Map(
      [...this.#reports].map(([memberId, { outcome }]) => [
        memberId,
        outcome === 'waiting' ? 'failed' : outcome,
      ]),
    )
  }

  #report(): RunReport {
    const members = Object.fromEntries(this.#reports)
    const all = [...this.#reports.values()]
    const completed = all.filter(({ outcome }) => outcome === 'published' || outcome === 'resumed').length
    const failed = all.filter(({ outcome }) => outcome === 'failed' || outcome === 'held').length
    const counts = { ...this.#facts, completed, failed, notFresh: sumNotFresh(all), members }
    const isStopped = this.#stop.signal.aborted || this.#parts.cancelled.aborted
    if (completed === this.#planned && !isStopped) {
      const message = summarizeGone(this.#reports) ?? summarizeProblems(this.#reports, this.#planned)
      return { ...counts, status: message === undefined ? 'succeeded' : 'partial', message }
    }
    if (this.signal.aborted) return { ...counts, status: 'failed', message: stopMessage(this.signal.reason) }
    const status = completed === 0 ? 'failed' : 'partial'
    return { ...counts, status, message: summarizeFailures(this.#reports, this.#planned) }
  }
}

/** For how many members the process keeps health and marks to itself, so that the ledger has fewer commits. */
const pendingMax = 25
