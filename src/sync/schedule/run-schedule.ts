/** Runs every source when it is due, a few at once, until it is stopped or idle. No error ends it. */

import { withTimeout } from '../../core/async/with-timeout.ts'
import { isFailure } from '../../core/errors.ts'
import type { RunRequestRow } from '../../store/tables.ts'
import { MemberCountsRecorder } from '../health/member-counts.ts'
import { maintainStore } from '../maintenance/maintain-store.ts'
import { readRunRequests } from '../run/run-requests.ts'
import { closeInterruptedRuns, readRunsFromFuture } from '../run/run-rows.ts'
import { openSourceRun, readSource } from '../run/run-source.ts'
import { type Share, toShares } from '../run/shares.ts'
import type { AnySource } from '../source.ts'
import type { SyncDeps } from '../sync-deps.ts'
import { BackgroundTasks } from './background-tasks.ts'
import { type PastRun, readPastRuns, wasInterruptedOnce } from './due-at.ts'
import { type NewMembers, readNewMembers } from './new-members.ts'
import { newMemberPauseMs, readDueAt } from './slice-due-at.ts'

export interface ScheduleOptions {
  /** How many sources run at once. */
  readonly sourcesAtOnce: number
  /** How often to check what other processes have done. */
  readonly pollMs: number
  /** How long runs may continue after the sources have changed, before they are aborted. */
  readonly graceMs: number
  /** It ends when nothing runs, here or elsewhere, and nothing is due for at least this long. */
  readonly idleMsMin: number
  /** The longest time until it should be called again, to check what other processes have done. */
  readonly idleMsMax: number
  /** Whether the sources have changed: it then ends, to be called again with the new ones. Default: never. */
  readonly isOutdated?: () => boolean
}

const recoverEveryMs = 60_000
const countEveryMs = 60_000
const errorPauseMs = 10_000
/** Somebody waits for the start. */
const requestPollMs = 3_000

/** Resolves when no run is left: after the signal, or, to the time of the next call, when it is idle. */
export async function runSchedule(
  deps: SyncDeps,
  options: ScheduleOptions,
  signal: AbortSignal,
): Promise<number | undefined> {
  const schedule = new Schedule(deps, options)
  while (!signal.aborted) {
    if (options.isOutdated?.()) {
      // Runs that take longer are resumed.
      await schedule.finish(options.graceMs)
      return deps.clock.now()
    }
    const idleUntil = await schedule.step(signal)
    if (idleUntil !== undefined) return idleUntil
  }
  // The next start resumes what is left.
  await schedule.finish(0)
  return undefined
}

interface NextStep {
  readonly wakeInMs: number
  /** Only if nothing is due for long. */
  readonly idleUntil?: number | undefined
}

/** A source, or a share of its members. */
interface Unit {
  readonly source: AnySource
  readonly share: Share | undefined
  /** Unique among all units. */
  readonly key: string
}

function toUnits(source: AnySource, sliceMembers: number): Unit[] {
  const shares = toShares(source, sliceMembers)
  if (shares === undefined) return [{ source, share: undefined, key: source.id }]
  return shares.map((share) => ({ source, share, key: `${source.id}/${share.index}` }))
}

/** Among the keys of units. */
function requestKey(sourceId: string): string {
  return `request ${sourceId}`
}

interface PendingUnit extends Unit {
  readonly at: number
  /** Its last run was interrupted. */
  readonly resumes: boolean
  /** Read before the source is due. */
  readonly newMembers: NewMembers | undefined
}

function isReadyToResume({ at, resumes }: PendingUnit, now: number): boolean {
  return resumes && at <= now
}

class Schedule {
  readonly #deps: SyncDeps
  readonly #options: ScheduleOptions
  /** By source: a node reads one share of a source at a time, and leaves the others to other nodes. */
  readonly #active = new Map<string, Promise<void>>()
  readonly #units: readonly Unit[]
  readonly #tasks: BackgroundTasks
  /** Units that must wait although they are due, and until when on the monotonic clock. */
  readonly #notBefore = new Map<string, number>()
  readonly #abortRuns = new AbortController()
  /** On the monotonic clock, like the next one. */
  #recoverAt = 0
  readonly #memberCounts = new MemberCountsRecorder()
  /** On the monotonic clock. */
  #countAt = 0
  #reportedRuns: ReadonlySet<string> = new Set()
  /** Nothing starts before this time: a store that failed for one source fails for all. */
  #storePausedUntil = 0
  #finished = Promise.withResolvers<void>()

  constructor(deps: SyncDeps, options: ScheduleOptions) {
    this.#deps = deps
    this.#options = options
    this.#tasks = new BackgroundTasks(deps)
    this.#units = deps.sources.flatMap((source) => toUnits(source, deps.sliceMembers))
  }

  /** Starts due sources, then waits for the next check; if that is far off, returns its time instead. */
  async step(signal: AbortSignal): Promise<number | undefined> {
    this.#finished = Promise.withResolvers()
    const finished = this.#finished.promise
    const { wakeInMs, idleUntil } = await this.#startDue(signal).catch((thrown: unknown): NextStep => {
      this.#reportError(thrown)
      return { wakeInMs: errorPauseMs }
    })
    if (signal.aborted || idleUntil !== undefined) return idleUntil
    const awake = new AbortController()
    const sleep = this.#sleep(wakeInMs, AbortSignal.any([signal, awake.signal]))
    await Promise.race([sleep.catch(() => {}), finished])
    awake.abort()
    return undefined
  }

  /** Ends early if an operator requests a run. */
  async #sleep(ms: number, signal: AbortSignal): Promise<void> {
    const { clock, store } = this.#deps
    const until = clock.monotonic() + ms
    for (let leftMs = ms; leftMs > 0; leftMs = until - clock.monotonic()) {
      await clock.sleep(Math.min(leftMs, requestPollMs), signal)
      if (clock.monotonic() >= until) return
      // A store that is down is noticed by the next check.
      const requests = await readRunRequests(store.ledger, clock.now()).catch(() => [])
      if (requests.some((request) => this.#canStart(request))) return
    }
  }

  /** Resolves when no run and no task is left. */
  async finish(graceMs: number): Promise<void> {
    if (this.#active.size === 0 && !this.#tasks.isActive) return
    const all = Promise.all([...this.#active.values(), this.#tasks.settle()]).then(() => {})
    if (graceMs > 0) await withTimeout(this.#deps.clock, graceMs, all, () => {})
    this.#abortRuns.abort(new Error('the server is stopping'))
    await all
  }

  async #startDue(signal: AbortSignal): Promise<NextStep> {
    const { clock } = this.#deps
    const { sourcesAtOnce, pollMs, idleMsMin, idleMsMax } = this.#options
    const storePauseMs = this.#storePausedUntil - clock.monotonic()
    if (storePauseMs > 0) return { wakeInMs: storePauseMs }
    if (clock.monotonic() >= this.#recoverAt) {
      await closeInterruptedRuns(this.#deps)
      await this.#reportRunsFromFuture()
      await maintainStore(this.#deps, signal)
      await this.#tasks.startDue(this.#abortRuns.signal, () => this.#finished.resolve())
      this.#recoverAt = clock.monotonic() + recoverEveryMs
    }
    const hasRequests = await this.#startRequested(signal)
    const pending: PendingUnit[] = []
    for (const unit of this.#units) {
      const { source, key } = unit
      if (this.#active.has(source.id)) continue
      const runs = await this.#pastRuns(unit)
      const due = await this.#dueAt(unit, runs)
      if (due === undefined) continue
      const added = due > clock.now() ? await readNewMembers(this.#deps, source, runs) : undefined
      const newMembers = added && added.at < due ? added : undefined
      const pauseMs = (this.#notBefore.get(key) ?? 0) - clock.monotonic()
      const from = newMembers?.at ?? due
      const at = pauseMs > 0 ? Math.max(from, clock.now() + pauseMs) : from
      pending.push({ ...unit, at, resumes: wasInterruptedOnce(runs), newMembers })
    }
    const now = clock.now()
    pending.sort(
      (one, other) =>
        Number(isReadyToResume(other, now)) - Number(isReadyToResume(one, now)) || one.at - other.at,
    )
    for (const unit of pending) {
      if (signal.aborted || unit.at > now || this.#active.size >= sourcesAtOnce) break
      const { newMembers } = unit
      if (!this.#active.has(unit.source.id))
        this.#start(unit, newMembers ? this.#runNewMembers(unit, newMembers) : this.#runDue(unit))
    }
    const nextAt = Math.min(...pending.map(({ at }) => at).filter((at) => at > now))
    const isIdle =
      this.#active.size === 0 &&
      !this.#tasks.isActive &&
      !hasRequests &&
      pending.length === this.#units.length &&
      nextAt - now >= idleMsMin
    await this.#countMembers(isIdle)
    return {
      wakeInMs: Math.min(nextAt - now, pollMs),
      idleUntil: isIdle ? Math.min(nextAt, now + idleMsMax) : undefined,
    }
  }

  /** Before anything that is due. Returns whether there are any, started or not. */
  async #startRequested(signal: AbortSignal): Promise<boolean> {
    const { store, clock, sources } = this.#deps
    const requests = await readRunRequests(store.ledger, clock.now())
    for (const request of requests) {
      if (signal.aborted || this.#active.size >= this.#options.sourcesAtOnce) break
      const source = sources.find(({ id }) => id === request.source_id)
      if (source !== undefined && this.#canStart(request))
        this.#start({ source, key: requestKey(source.id) }, this.#runRequested(source, request))
    }
    return requests.some(({ source_id }) => sources.some(({ id }) => id === source_id))
  }

  #canStart({ source_id }: RunRequestRow): boolean {
    if (this.#active.has(source_id)) return false
    if (!this.#deps.sources.some(({ id }) => id === source_id)) return false
    return (this.#notBefore.get(requestKey(source_id)) ?? 0) <= this.#deps.clock.monotonic()
  }

  async #runRequested(source: AnySource, request: RunRequestRow): Promise<boolean> {
    const { store, clock } = this.#deps
    const { run_id: runId, members, force } = request
    const known = new Set(source.members.map(({ id }) => id))
    const ids = members === null ? undefined : (JSON.parse(members) as string[]).filter((id) => known.has(id))
    const options = {
      mode: 'manual',
      runId,
      force: force === 1,
      ...(ids ? { members: ids } : {}),
      signal: this.#abortRuns.signal,
    } as const
    await using run = await openSourceRun(this.#deps, source, options)
    if (!run) return false
    const requests = await readRunRequests(store.ledger, clock.now())
    // Another node may have started it.
    if (!requests.some(({ run_id }) => run_id === runId)) return false
    return (await readSource(this.#deps, run, options)) !== undefined
  }

  /** Once a minute, and at the end, so that an idle thread leaves the latest counts. */
  async #countMembers(isIdle: boolean): Promise<void> {
    const now = this.#deps.clock.monotonic()
    if (now < this.#countAt && !isIdle) return
    await this.#memberCounts.record(this.#deps)
    this.#countAt = now + countEveryMs
  }

  /** The run resolves to false if another process has done the work, or does it. */
  #start({ source, key }: Pick<Unit, 'source' | 'key'>, run: Promise<boolean>): void {
    const ended = this.#settle(key, run).finally(() => {
      this.#active.delete(source.id)
      this.#finished.resolve()
    })
    this.#active.set(source.id, ended)
  }

  async #settle(key: string, run: Promise<boolean>): Promise<void> {
    const { clock } = this.#deps
    try {
      if (!(await run)) this.#notBefore.set(key, clock.monotonic() + this.#options.pollMs)
    } catch (thrown) {
      const now = clock.monotonic()
      if (!isFailure(thrown, 'store_unavailable')) this.#notBefore.set(key, now + errorPauseMs)
      // Other sources that were starting fail the same way; it is reported once.
      else if (now < this.#storePausedUntil) return
      else this.#storePausedUntil = now + errorPauseMs
      this.#reportError(thrown)
    }
  }

  async #runDue(unit: Unit): Promise<boolean> {
    const { source, share } = unit
    const options = { mode: 'scheduled', resume: true, share, signal: this.#abortRuns.signal } as const
    await using run = await openSourceRun(this.#deps, source, options)
    if (!run) return false
    const due = await this.#dueAt(unit, await this.#pastRuns(unit))
    if (due === undefined || due > this.#deps.clock.now()) return false
    return (await readSource(this.#deps, run, options)) !== undefined
  }

  async #runNewMembers(unit: Unit, { ids }: NewMembers): Promise<boolean> {
    const { source, share, key } = unit
    // If they could not be tried, they are still new.
    this.#notBefore.set(key, this.#deps.clock.monotonic() + newMemberPauseMs)
    const options = { mode: 'scheduled', members: ids, share, signal: this.#abortRuns.signal } as const
    await using run = await openSourceRun(this.#deps, source, options)
    if (!run || !(await readNewMembers(this.#deps, source, await this.#pastRuns(unit)))) return false
    return (await readSource(this.#deps, run, options)) !== undefined
  }

  #dueAt({ source, share }: Unit, runs: readonly PastRun[]): Promise<number | undefined> {
    return readDueAt(this.#deps, source, runs, share)
  }

  async #pastRuns({ source, share }: Unit): Promise<readonly PastRun[]> {
    return await readPastRuns(this.#deps.store, source, this.#deps.clock.now(), share?.index)
  }

  /** Each once. */
  async #reportRunsFromFuture(): Promise<void> {
    const { store, clock, events } = this.#deps
    const runs = await readRunsFromFuture(store.ledger, clock.now())
    for (const run of runs) if (!this.#reportedRuns.has(run.runId)) events.runFromFuture(run)
    this.#reportedRuns = new Set(runs.map(({ runId }) => runId))
  }

  #reportError(thrown: unknown): void {
    const message = thrown instanceof Error ? thrown.message : String(thrown)
    const cause = thrown instanceof Error ? thrown.stack : undefined
    this.#deps.events.scheduleFailed({ message, ...(cause === undefined ? {} : { cause }) })
  }
}
