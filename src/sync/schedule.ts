/** Runs every source when it is due, a few at once, until it is told to stop; nothing that is thrown ends it. */

import { isFailure } from '../core/errors.ts'
import { dueAt, type PastRun, readPastRuns, wasCutOff } from './due.ts'
import type { SyncParts } from './parts.ts'
import { runSource } from './run.ts'
import { recoverInterrupted } from './run-rows.ts'
import type { AnySource } from './source.ts'

export interface ScheduleOptions {
  /** Sources run at once. */
  readonly sourcesAtOnce: number
  /** How often to look what other processes have done. */
  readonly pollMs: number
  /** How long runs may go on after the signal to stop; then they are aborted. */
  readonly graceMs: number
}

const recoverEveryMs = 60_000
const afterErrorMs = 10_000

/** Resolves when the signal is aborted and no run is left. */
export async function runSchedule(
  parts: SyncParts,
  options: ScheduleOptions,
  signal: AbortSignal,
): Promise<void> {
  const schedule = new Schedule(parts, options)
  while (!signal.aborted) await schedule.turn(signal)
  await schedule.stop()
}

interface Waiting {
  readonly source: AnySource
  readonly at: number
  /** Half of it is already there. */
  readonly goesOn: boolean
}

function isNext({ at, goesOn }: Waiting, now: number): boolean {
  return goesOn && at <= now
}

class Schedule {
  readonly #parts: SyncParts
  readonly #options: ScheduleOptions
  readonly #active = new Map<string, Promise<void>>()
  /** Sources to leave alone for a while although the ledger calls them due. */
  readonly #notBefore = new Map<string, number>()
  readonly #abortRuns = new AbortController()
  #recoverAt = 0
  /** Until then nothing is started: a store that refused one source refuses all. */
  #storeRestsUntil = 0
  #finished = Promise.withResolvers<void>()

  constructor(parts: SyncParts, options: ScheduleOptions) {
    this.#parts = parts
    this.#options = options
  }

  /** Starts what is due, then waits for the next reason to look again. */
  async turn(signal: AbortSignal): Promise<void> {
    const { clock } = this.#parts
    this.#finished = Promise.withResolvers()
    const finished = this.#finished.promise
    const nextAt = await this.#startDue(signal).catch((thrown: unknown) => {
      this.#tell(thrown)
      return clock.now() + afterErrorMs
    })
    if (signal.aborted) return
    const awake = new AbortController()
    const sleep = clock.sleep(Math.max(0, nextAt - clock.now()), AbortSignal.any([signal, awake.signal]))
    await Promise.race([sleep.catch(() => {}), finished])
    awake.abort()
  }

  async stop(): Promise<void> {
    if (this.#active.size === 0) return
    const all = Promise.all(this.#active.values())
    const done = new AbortController()
    const grace = this.#parts.clock.sleep(this.#options.graceMs, done.signal).catch(() => {})
    await Promise.race([all, grace])
    done.abort()
    this.#abortRuns.abort(new Error('the server stops'))
    await all
  }

  /** Returns when to look again at the latest. */
  async #startDue(signal: AbortSignal): Promise<number> {
    const { clock, sources } = this.#parts
    if (clock.now() < this.#storeRestsUntil) return this.#storeRestsUntil
    if (clock.now() >= this.#recoverAt) {
      await recoverInterrupted(this.#parts)
      this.#recoverAt = clock.now() + recoverEveryMs
    }
    const waiting: Waiting[] = []
    for (const source of sources) {
      if (this.#active.has(source.id)) continue
      const runs = await this.#pastRuns(source)
      const due = dueAt(source, runs)
      if (due === undefined) continue
      const at = Math.max(due, this.#notBefore.get(source.id) ?? 0)
      waiting.push({ source, at, goesOn: wasCutOff(runs) })
    }
    const now = clock.now()
    waiting.sort((one, other) => Number(isNext(other, now)) - Number(isNext(one, now)) || one.at - other.at)
    for (const { source, at } of waiting) {
      if (signal.aborted) break
      if (at > now) return Math.min(at, now + this.#options.pollMs)
      if (this.#active.size >= this.#options.sourcesAtOnce) break
      this.#start(source)
    }
    return now + this.#options.pollMs
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
    const { clock } = this.#parts
    try {
      const result = await runSource(this.#parts, source, {
        mode: 'scheduled',
        signal: this.#abortRuns.signal,
        resume: true,
        onlyIf: async () =>
          (dueAt(source, await this.#pastRuns(source)) ?? Number.POSITIVE_INFINITY) <= clock.now(),
      })
      if (result.status === 'skipped') this.#notBefore.set(source.id, clock.now() + this.#options.pollMs)
    } catch (thrown) {
      const now = clock.now()
      if (!isFailure(thrown, 'store_unavailable')) this.#notBefore.set(source.id, now + afterErrorMs)
      // Others that were starting meet the same; it is told once.
      else if (now < this.#storeRestsUntil) return
      else this.#storeRestsUntil = now + afterErrorMs
      this.#tell(thrown)
    }
  }

  async #pastRuns(source: AnySource): Promise<readonly PastRun[]> {
    return await readPastRuns(this.#parts.store, source)
  }

  #tell(thrown: unknown): void {
    const message = thrown instanceof Error ? thrown.message : String(thrown)
    const cause = thrown instanceof Error ? thrown.stack : undefined
    this.#parts.events.scheduleFailed({ message, ...(cause === undefined ? {} : { cause }) })
  }
}
