/** Runs every source when it is due, a few at once, until it is told to stop or may rest; nothing that is thrown ends it. */

import { isFailure } from '../../core/errors.ts'
import { closeInterruptedRuns } from '../run/run-rows.ts'
import { runSource } from '../run/run-source.ts'
import type { AnySource } from '../source.ts'
import type { SyncDeps } from '../sync-deps.ts'
import { dueAt, type PastRun, readPastRuns, wasInterruptedOnce } from './due-at.ts'

export interface ScheduleOptions {
  /** Sources run at once. */
  readonly sourcesAtOnce: number
  /** How often to look what other processes have done. */
  readonly pollMs: number
  /** How long runs may go on after the signal to stop; then they are aborted. */
  readonly graceMs: number
  /** It ends when nothing is due, and nobody runs anything, for at least so long. */
  readonly idleMsMin: number
  /** But at the latest then somebody should look again what other processes have done. */
  readonly idleMsMax: number
}

const recoverEveryMs = 60_000
const errorPauseMs = 10_000

/** Resolves when no run is left: after the signal, or, with the time to look again, when there is nothing to do. */
export async function runSchedule(
  deps: SyncDeps,
  options: ScheduleOptions,
  signal: AbortSignal,
): Promise<number | undefined> {
  const schedule = new Schedule(deps, options)
  while (!signal.aborted) {
    const idleUntil = await schedule.step(signal)
    if (idleUntil !== undefined) return idleUntil
  }
  await schedule.stop()
  return undefined
}

interface NextStep {
  readonly wakeAt: number
  /** Only where nothing is to be done for long. */
  readonly idleUntil?: number | undefined
}

interface PendingSource {
  readonly source: AnySource
  readonly at: number
  /** Half of it is already there. */
  readonly resumes: boolean
}

function isReadyToResume({ at, resumes }: PendingSource, now: number): boolean {
  return resumes && at <= now
}

class Schedule {
  readonly #deps: SyncDeps
  readonly #options: ScheduleOptions
  readonly #active = new Map<string, Promise<void>>()
  /** Sources to leave alone for a while although the ledger calls them due. */
  readonly #notBefore = new Map<string, number>()
  readonly #abortRuns = new AbortController()
  #recoverAt = 0
  /** Until then nothing is started: a store that refused one source refuses all. */
  #storePausedUntil = 0
  #finished = Promise.withResolvers<void>()

  constructor(deps: SyncDeps, options: ScheduleOptions) {
    this.#deps = deps
    this.#options = options
  }

  /** Starts what is due, then waits for the next reason to look again; where that is far off, tells when instead. */
  async step(signal: AbortSignal): Promise<number | undefined> {
    const { clock } = this.#deps
    this.#finished = Promise.withResolvers()
    const finished = this.#finished.promise
    const { wakeAt, idleUntil } = await this.#startDue(signal).catch((thrown: unknown): NextStep => {
      this.#reportError(thrown)
      return { wakeAt: clock.now() + errorPauseMs }
    })
    if (signal.aborted || idleUntil !== undefined) return idleUntil
    const awake = new AbortController()
    const sleep = clock.sleep(Math.max(0, wakeAt - clock.now()), AbortSignal.any([signal, awake.signal]))
    await Promise.race([sleep.catch(() => {}), finished])
    awake.abort()
    return undefined
  }

  async stop(): Promise<void> {
    if (this.#active.size === 0) return
    const all = Promise.all(this.#active.values())
    const done = new AbortController()
    const grace = this.#deps.clock.sleep(this.#options.graceMs, done.signal).catch(() => {})
    await Promise.race([all, grace])
    done.abort()
    this.#abortRuns.abort(new Error('the server stops'))
    await all
  }

  async #startDue(signal: AbortSignal): Promise<NextStep> {
    const { clock, sources } = this.#deps
    const { sourcesAtOnce, pollMs, idleMsMin, idleMsMax } = this.#options
    if (clock.now() < this.#storePausedUntil) return { wakeAt: this.#storePausedUntil }
    if (clock.now() >= this.#recoverAt) {
      await closeInterruptedRuns(this.#deps)
      this.#recoverAt = clock.now() + recoverEveryMs
    }
    const pending: PendingSource[] = []
    for (const source of sources) {
      if (this.#active.has(source.id)) continue
      const runs = await this.#pastRuns(source)
      const due = dueAt(source, runs)
      if (due === undefined) continue
      const at = Math.max(due, this.#notBefore.get(source.id) ?? 0)
      pending.push({ source, at, resumes: wasInterruptedOnce(runs) })
    }
    const now = clock.now()
    pending.sort(
      (one, other) =>
        Number(isReadyToResume(other, now)) - Number(isReadyToResume(one, now)) || one.at - other.at,
    )
    for (const { source, at } of pending) {
      if (signal.aborted || at > now || this.#active.size >= sourcesAtOnce) break
      this.#start(source)
    }
    const nextAt = Math.min(...pending.map(({ at }) => at).filter((at) => at > now))
    const isIdle = this.#active.size === 0 && pending.length === sources.length && nextAt - now >= idleMsMin
    return {
      wakeAt: Math.min(nextAt, now + pollMs),
      idleUntil: isIdle ? Math.min(nextAt, now + idleMsMax) : undefined,
    }
  }

  #start(source: AnySource): void {
    this.#active.set(
      source.id,
      this.#run(source).finally(() => {
        this.#active.delete(source.id)
        this.#finished.resolve()
      }),
    )
  }

  async #run(source: AnySource): Promise<void> {
    const { clock } = this.#deps
    try {
      const result = await runSource(this.#deps, source, {
        mode: 'scheduled',
        signal: this.#abortRuns.signal,
        resume: true,
        onlyIf: async () =>
          (dueAt(source, await this.#pastRuns(source)) ?? Number.POSITIVE_INFINITY) <= clock.now(),
      })
      if (result.status === 'skipped') this.#notBefore.set(source.id, clock.now() + this.#options.pollMs)
    } catch (thrown) {
      const now = clock.now()
      if (!isFailure(thrown, 'store_unavailable')) this.#notBefore.set(source.id, now + errorPauseMs)
      // Others that were starting meet the same; it is told once.
      else if (now < this.#storePausedUntil) return
      else this.#storePausedUntil = now + errorPauseMs
      this.#reportError(thrown)
    }
  }

  async #pastRuns(source: AnySource): Promise<readonly PastRun[]> {
    return await readPastRuns(this.#deps.store, source)
  }

  #reportError(thrown: unknown): void {
    const message = thrown instanceof Error ? thrown.message : String(thrown)
    const cause = thrown instanceof Error ? thrown.stack : undefined
    this.#deps.events.scheduleFailed({ message, ...(cause === undefined ? {} : { cause }) })
  }
}
