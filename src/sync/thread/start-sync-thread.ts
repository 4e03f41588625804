/** The server's side of the sync thread: starts it, hears its events, starts it again when it has rested or died. */

import { Worker } from 'node:worker_threads'
import { type Clock, systemClock } from '../../core/clock.ts'
import type { EventMap, EventName, Events } from '../../core/events.ts'
import type { FromThread, ToThread } from './messages.ts'

export interface SyncThreadOptions {
  readonly entry: URL
  readonly workerData: unknown
  readonly events: Events
  /** How long the thread may take to end its runs when asked to. */
  readonly stopTimeoutMs: number
  readonly clock?: Clock
}

const firstPauseMs = 1_000
const longestPauseMs = 60_000

/** Resolves when the thread has opened the store and begun its schedule; rejects when it cannot. */
export async function startSyncThread(options: SyncThreadOptions): Promise<AsyncDisposable> {
  const thread = new SyncThread(options)
  await thread.start()
  return thread
}

/** Room for new objects: more makes a sync no faster, only larger. */
const resourceLimits = { maxYoungGenerationSizeMb: 12 }

class SyncThread implements AsyncDisposable {
  readonly #options: SyncThreadOptions
  readonly #clock: Clock
  readonly #stopping = new AbortController()
  #worker: Worker | undefined
  /** While there is no thread: until there is one again. */
  #restarting: Promise<void> = Promise.resolve()
  #crashes = 0

  constructor(options: SyncThreadOptions) {
    this.#options = options
    this.#clock = options.clock ?? systemClock
  }

  async start(): Promise<void> {
    const { entry, workerData } = this.#options
    const worker = new Worker(entry, { workerData, resourceLimits })
    this.#worker = worker
    const ready = Promise.withResolvers<void>()
    let isReady = false
    let idleUntil: number | undefined
    let cause: unknown
    worker.on('message', (message: FromThread) => {
      if (message.kind === 'event') this.#forward(message.name, message.event)
      else if (message.kind === 'resting') idleUntil = message.idleUntil
      else {
        isReady = true
        ready.resolve()
      }
    })
    worker.once('error', (error) => {
      cause = error
    })
    worker.once('exit', (code) => {
      const error = cause ?? new Error(`the sync thread ended with code ${code}`)
      ready.reject(error)
      this.#worker = undefined
      if (!isReady || this.#stopping.signal.aborted) return
      this.#restarting =
        idleUntil === undefined || cause !== undefined
          ? this.#restartAfterCrash(error)
          : this.#startAgainAt(idleUntil)
    })
    await ready.promise
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopping.abort()
    await this.#restarting
    const worker = this.#worker
    if (!worker) return
    // Not by `once` of events, which rejects when the thread dies of an error on its way out.
    const exited = new Promise((resolve) => worker.once('exit', resolve))
    worker.postMessage({ kind: 'stop' } satisfies ToThread)
    const done = new AbortController()
    this.#clock.sleep(this.#options.stopTimeoutMs, done.signal).then(
      () => worker.terminate(),
      () => {},
    )
    await exited
    done.abort()
  }

  #forward(name: EventName, event: EventMap[EventName]): void {
    const emit = this.#options.events[name] as (event: EventMap[EventName]) => void
    emit(event)
  }

  /** A thread that has nothing to do gives its memory back. */
  async #startAgainAt(until: number): Promise<void> {
    this.#crashes = 0
    if (!(await this.#pause(until - this.#clock.now()))) return
    await this.start().catch((thrown) => this.#restartAfterCrash(thrown))
  }

  /** A thread that dies, of a defect or for want of memory, must cost freshness only. */
  async #restartAfterCrash(first: unknown): Promise<void> {
    for (let error = first; ; ) {
      const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** this.#crashes)
      this.#crashes += 1
      const cause = error instanceof Error ? error.stack : undefined
      this.#options.events.scheduleFailed({
        message: `the sync thread died and is started again in ${pauseMs} ms`,
        ...(cause === undefined ? {} : { cause }),
      })
      if (!(await this.#pause(pauseMs))) return
      try {
        return await this.start()
      } catch (thrown) {
        error = thrown
      }
    }
  }

  /** False when it is to stop instead. */
  async #pause(ms: number): Promise<boolean> {
    return await this.#clock.sleep(Math.max(0, ms), this.#stopping.signal).then(
      () => true,
      () => false,
    )
  }
}
