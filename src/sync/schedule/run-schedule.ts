/** Runs every source when it is due, a few at once, until it is told to stop or may rest; nothing that is thrown ends it. */

import { isFailure } from '../../core/errors.ts'
import { recoverInterrupted } from '../run/run-rows.ts'
import { runSource } from '../run/run-source.ts'
import type { AnySource } from '../source.ts'
import type { SyncParts } from '../sync-deps.ts'
import { dueAt, type PastRun, readPastRuns, wasCutOff } from './due-at.ts'

export interface ScheduleOptions {
  /** Sources run at once. */
  readonly sourcesAtOnce: number
  /** How often to look what other processes have done. */
  readonly pollMs: number
  /** How long runs may go on after the signal to stop; then they are aborted. */
  readonly graceMs: number
  /** It ends when nothing is due, and nobody runs anything, for at least so long. */
  readonly restMsMin: number
  /** But at the latest then somebody should look again what other processes have done. */
  readonly restMsMax: number
}

const recoverEveryMs = 60_000
const afterErrorMs = 10_000

/** Resolves when no run is left: after the signal, or, with the time to look again, when there is nothing to do. */
export async function runSchedule(
  parts: SyncParts,
  options: ScheduleOptions,
  signal: AbortSignal,
): Promise<number | undefined> {
  const schedule = new Schedule(parts, options)
  while (!signal.aborted) {
    const restUntil = await schedule.turn(signal)
    if (restUntil !== undefined) return restUntil
  }
  await schedule.stop()
  return undefined
}

interface Look {
  readonly againAt: number
  /** Only where nothing is to be done for long. */
  readonly restUntil?: number | undefined
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

  /** Starts what is due, then waits for the next reason to look again; where that is far off, tells when instead. */
  async turn(signal: AbortSignal): Promise<number | undefined> {
    const { clock } = this.#parts
    this.#finished = Promise.withResolvers()
    const finished = this.#finished.promise
    const { againAt, restUntil } = await this.#startDue(signal).catch((thrown: unknown): Look => {
      this.#tell(thrown)
      return { againAt: clock.now() + afterErrorMs }
    })
    if (signal.aborted || restUntil !== undefined) return restUntil
    const awake = new AbortController()
    const sleep = clock.sleep(Math.max(0, againAt - clock.now()), AbortSignal.any([signal, awake.signal]))
    await Promise.race([sleep.catch(() => {}), finished])
    awake.abort()
    return undefined
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

  async #startDue(signal: AbortSignal): Promise<Look> {
    const { clock, sources } = this.#parts
    const { sourcesAtOnce, pollMs, restMsMin, restMsMax } = this.#options
    if (clock.now() < this.#storeRestsUntil) return { againAt: this.#storeRestsUntil }
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
      if (signal.aborted || at > now || this.#active.size >= sourcesAtOnce) break
      this.#start(source)
    }
    const nextAt = Math.min(...waiting.map(({ at }) => at).filter((at) => at > now))
    const isQuiet = this.#active.size === 0 && waiting.length === sources.length && nextAt - now >= restMsMin
    return {
      againAt: Math.min(nextAt, now + pollMs),
      restUntil: isQuiet ? Math.min(nextAt, now + restMsMax) : undefined,
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
