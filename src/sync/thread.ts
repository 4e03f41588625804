/** The server's side of the sync thread: starts it, hears its events, asks it for runs, and replaces it when it dies. */

import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { type Clock, systemClock } from '../core/clock.ts'
import { Failure } from '../core/errors.ts'
import type { EventMap, EventName, Events } from '../core/events.ts'
import type { Skipped } from './open-run.ts'
import type { RunReport } from './run-rows.ts'
import { type FromThread, fromSent, type RunRequest, type ToThread } from './thread-messages.ts'

export interface SyncThread extends AsyncDisposable {
  /** Runs a source now. Throws what the engine throws; `overloaded` when the thread dies or stops meanwhile. */
  run(sourceId: string, request: RunRequest, signal: AbortSignal): Promise<RunReport | Skipped>
}

export interface SyncThreadOptions {
  readonly entry: URL
  readonly workerData: unknown
  readonly events: Events
  /** How long the thread may take to end its runs when asked to. */
  readonly stopWithinMs: number
  readonly clock?: Clock
}

const firstPauseMs = 1_000
const longestPauseMs = 60_000
const askedMax = 100

/** Resolves when the thread has opened the store and begun its schedule; rejects when it cannot. */
export async function startSyncThread(options: SyncThreadOptions): Promise<SyncThread> {
  const thread = new ReplacedThread(options)
  await thread.start()
  return thread
}

interface Asked {
  readonly resolve: (report: RunReport | Skipped) => void
  readonly reject: (error: Error) => void
}

/** Room for new objects: more makes a sync no faster, only larger. */
const resourceLimits = { maxYoungGenerationSizeMb: 12 }

class ReplacedThread implements SyncThread {
  readonly #options: SyncThreadOptions
  readonly #clock: Clock
  readonly #asked = new Map<number, Asked>()
  readonly #stopping = new AbortController()
  #worker: Worker | undefined
  #replacing: Promise<void> = Promise.resolve()
  #deaths = 0
  #lastId = 0

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
    let cause: unknown
    worker.on('message', (message: FromThread) => {
      if (message.kind === 'ready') {
        isReady = true
        ready.resolve()
      } else this.#hear(message)
    })
    worker.once('error', (error) => {
      cause = error
    })
    worker.once('exit', (code) => {
      const error = cause ?? new Error(`the sync thread ended with code ${code}`)
      ready.reject(error)
      this.#worker = undefined
      this.#dropAsked()
      if (isReady && !this.#stopping.signal.aborted) this.#replacing = this.#replace(error)
    })
    await ready.promise
  }

  async run(sourceId: string, request: RunRequest, signal: AbortSignal): Promise<RunReport | Skipped> {
    signal.throwIfAborted()
    const worker = this.#worker
    if (!worker || this.#stopping.signal.aborted || this.#asked.size >= askedMax) throw noThread()
    this.#lastId += 1
    const id = this.#lastId
    const abort = () => worker.postMessage({ kind: 'abort', id } satisfies ToThread)
    signal.addEventListener('abort', abort, { once: true })
    try {
      return await new Promise((resolve, reject) => {
        this.#asked.set(id, { resolve, reject })
        worker.postMessage({ kind: 'run', id, sourceId, request } satisfies ToThread)
      })
    } finally {
      signal.removeEventListener('abort', abort)
      this.#asked.delete(id)
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopping.abort()
    await this.#replacing
    const worker = this.#worker
    if (!worker) return
    const exited = once(worker, 'exit')
    worker.postMessage({ kind: 'stop' } satisfies ToThread)
    const done = new AbortController()
    this.#clock.sleep(this.#options.stopWithinMs, done.signal).then(
      () => worker.terminate(),
      () => {},
    )
    await exited
    done.abort()
  }

  #hear(message: Exclude<FromThread, { kind: 'ready' }>): void {
    if (message.kind === 'event') {
      const tell = this.#options.events[message.name] as (event: EventMap[EventName]) => void
      tell(message.event)
      return
    }
    const asked = this.#asked.get(message.id)
    if (message.kind === 'ran') asked?.resolve(message.report)
    else asked?.reject(fromSent(message.error))
  }

  /** A thread that dies, of a defect or for want of memory, must cost freshness only. */
  async #replace(first: unknown): Promise<void> {
    for (let error = first; ; ) {
      const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** this.#deaths)
      this.#deaths += 1
      const cause = error instanceof Error ? error.stack : undefined
      this.#options.events.scheduleFailed({
        message: `the sync thread died and is started again in ${pauseMs} ms`,
        ...(cause === undefined ? {} : { cause }),
      })
      try {
        await this.#clock.sleep(pauseMs, this.#stopping.signal)
      } catch {
        return
      }
      try {
        return await this.start()
      } catch (thrown) {
        error = thrown
      }
    }
  }

  #dropAsked(): void {
    for (const { reject } of this.#asked.values()) reject(noThread())
  }
}

function noThread(): Failure {
  return new Failure('overloaded', 'Syncs cannot be run at the moment.', { retryAfterSeconds: 5 })
}
