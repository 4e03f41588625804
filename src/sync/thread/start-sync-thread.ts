/** The supervisor's side of the sync thread: starts it, forwards its events, and restarts it after a pause, a crash or a stall. */

import { getHeapStatistics } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { waitForStall } from '../../core/async/heartbeat.ts'
import { withTimeout } from '../../core/async/with-timeout.ts'
import { type Clock, systemClock } from '../../core/clock.ts'
import { Failure } from '../../core/errors.ts'
import type { Events } from '../../core/events.ts'
import type { LostMember } from '../run/run-rows.ts'
import { createHeartbeatMemory, HeartbeatReader } from './heartbeat.ts'
import type { Instruction, NamedEvent, SyncRequest, ThreadMessage, ThreadStart } from './thread-messages.ts'

export interface SyncThreadOptions {
  readonly entry: URL
  readonly workerData: unknown
  readonly events: Events
  /** For a command: a thread that ends by a bug is not replaced. Default: false. */
  readonly isCommand?: boolean
  /** How long the thread may take to stop before it is terminated. */
  readonly stopTimeoutMs: number
  /** How long its heart may stop before it is terminated. */
  readonly stallMs: number
  /** The size of its heap at which it is terminated, in MiB. Default: 1024, or that of this thread if it is smaller. */
  readonly heapMbMax?: number
  /** Differs after every change of the sources: a thread that is idle is then started at once. */
  readonly sourcesVersion?: () => string
  /** Stops the thread, also while it starts; then nothing is thrown. */
  readonly stop?: AbortSignal
  readonly clock?: Clock
}

const firstPauseMs = 1_000
const longestPauseMs = 60_000
const versionCheckMs = 5_000

export interface StartedSyncThread extends AsyncDisposable {
  /** Starts the thread at once if it has ended because nothing is due. */
  wake(): void
  /** For the thread of a command. Rejects with `ThreadKilled` if a member kills it; the next request meets another thread. */
  request(request: SyncRequest): Promise<unknown>
}

/** Resolves when the thread has opened the store and started its schedule; rejects when it cannot. */
export async function startSyncThread(options: SyncThreadOptions): Promise<StartedSyncThread> {
  const { stop } = options
  const thread = new SyncThread(options)
  if (stop?.aborted) return thread
  // Requests may take a while to drain; runs stop meanwhile.
  stop?.addEventListener('abort', () => void thread[Symbol.asyncDispose](), { once: true })
  try {
    await thread.start()
  } catch (thrown) {
    if (!stop?.aborted) throw thrown
  }
  return thread
}

/** Texts and rows live for one publish. With less memory for new objects, many are copied that are garbage soon after. */
const youngGenerationMb = 48

/** Several times what a sync needs. The lower the limit, the less V8 lets garbage accumulate between collections. */
function defaultHeapMb(): number {
  return Math.min(1024, Math.floor(getHeapStatistics().heap_size_limit / 1024 / 1024))
}

class SyncThread implements StartedSyncThread {
  readonly #options: SyncThreadOptions
  readonly #clock: Clock
  readonly #stopping = new AbortController()
  #worker: Worker | undefined
  /** The last thread has opened the store and started its schedule. */
  #isReady = false
  /** Resolves when a thread that ended has been replaced. */
  #restarting: Promise<void> = Promise.resolve()
  #crashes = 0
  /** The member that killed the last thread, until a new one has quarantined it. */
  #lost: LostMember | undefined
  /** That the last thread was started with. */
  #sourcesVersion: string | undefined
  /** Aborted to start a thread that is idle. */
  #awake = new AbortController()
  #ending: Promise<void> | undefined
  #answer: PromiseWithResolvers<unknown> | undefined

  constructor(options: SyncThreadOptions) {
    this.#options = options
    this.#clock = options.clock ?? systemClock
  }

  async start(): Promise<void> {
    const { entry, workerData: data, heapMbMax = defaultHeapMb() } = this.#options
    const heartbeatMemory = createHeartbeatMemory()
    const heartbeat = new HeartbeatReader(heartbeatMemory)
    const workerData: ThreadStart<unknown> = { data, heartbeatMemory, lost: this.#lost }
    const resourceLimits = {
      maxYoungGenerationSizeMb: youngGenerationMb,
      maxOldGenerationSizeMb: heapMbMax,
    }
    this.#sourcesVersion = this.#options.sourcesVersion?.()
    // Not when the thread has ended: a call of `wake` after its last look at the requests counts as well.
    this.#awake = new AbortController()
    const worker = new Worker(entry, { workerData, resourceLimits })
    this.#worker = worker
    this.#isReady = false
    const ready = Promise.withResolvers<void>()
    const ended = new AbortController()
    let idleUntil: number | undefined
    let cause: unknown
    worker.on('message', (message: ThreadMessage) => {
      if (message.kind === 'events') for (const event of message.events) this.#forward(event)
      else if (message.kind === 'idle') idleUntil = message.idleUntil
      else if (message.kind === 'result') this.#answer?.resolve(message.result)
      else if (message.kind === 'refused') this.#answer?.reject(new Failure(message.code, message.message))
      else {
        this.#isReady = true
        this.#lost = undefined
        ready.resolve()
      }
    })
    worker.once('error', (error) => {
      cause = error
    })
    worker.once('exit', (code) => {
      ended.abort()
      const error = cause ?? new Error(`the sync thread ended with code ${code}`)
      ready.reject(error)
      this.#worker = undefined
      const crash = toCrash(error, heartbeat)
      this.#answer?.reject(crash.killedBy ? new ThreadKilled(crash.killedBy) : error)
      if (!this.#isReady || this.#stopping.signal.aborted) return
      if (this.#options.isCommand && !crash.killedBy) return
      this.#restarting =
        idleUntil === undefined || cause !== undefined
          ? this.#restartAfterCrash(crash)
          : this.#startAgainAt(idleUntil)
      // The next request throws it.
      this.#restarting.catch(() => {})
    })
    this.#terminateOnStall(worker, heartbeatMemory, ended.signal).then(
      (stalled) => {
        cause = stalled
      },
      () => {},
    )
    await ready.promise
  }

  wake(): void {
    this.#awake.abort()
  }

  async request(request: SyncRequest): Promise<unknown> {
    // Whose member killed it is noted by then.
    await this.#restarting
    if (!this.#worker) throw new Error('the sync thread has ended')
    this.#answer = Promise.withResolvers()
    this.#worker.postMessage(request satisfies Instruction)
    return await this.#answer.promise
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.#ending ??= this.#end()
    return this.#ending
  }

  async #end(): Promise<void> {
    this.#stopping.abort()
    // It has begun nothing that it would have to finish.
    if (!this.#isReady) await this.#worker?.terminate()
    await this.#restarting.catch(() => {})
    const worker = this.#worker
    if (!worker) return
    // Not `once` from node:events, which rejects if the thread crashes while stopping.
    const exited = new Promise<unknown>((resolve) => worker.once('exit', resolve))
    worker.postMessage('stop' satisfies Instruction)
    await withTimeout(this.#clock, this.#options.stopTimeoutMs, exited, () => worker.terminate())
  }

  #forward({ name, event }: NamedEvent): void {
    const emit = this.#options.events[name] as (event: NamedEvent['event']) => void
    emit(event)
  }

  /** Rejects when the thread ends by itself. */
  async #terminateOnStall(
    worker: Worker,
    heartbeat: SharedArrayBuffer,
    ended: AbortSignal,
  ): Promise<Stalled> {
    const { stallMs } = this.#options
    const reason = await waitForStall(heartbeat, { clock: this.#clock, stallMs, signal: ended })
    // The exit is handled when this has resolved.
    void worker.terminate()
    return new Stalled(reason)
  }

  /** A thread with nothing to do has ended, to free its memory. */
  async #startAgainAt(until: number): Promise<void> {
    this.#crashes = 0
    if (!(await this.#pauseWhileIdle(until))) return
    await this.start().catch((thrown) => this.#restartAfterCrash({ error: thrown }))
  }

  /** A crash, by a bug or for lack of memory, must only delay syncs. A command ends if the next thread cannot start. */
  async #restartAfterCrash(first: Crash): Promise<void> {
    for (let crash = first; !this.#stopping.signal.aborted; ) {
      const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** this.#crashes)
      this.#crashes += 1
      this.#reportCrash(crash, pauseMs)
      if (!(await this.#pause(pauseMs))) return
      try {
        return await this.start()
      } catch (thrown) {
        if (this.#options.isCommand) throw thrown
        crash = { error: thrown }
      }
    }
  }

  #reportCrash({ error, killedBy }: Crash, pauseMs: number): void {
    const { events } = this.#options
    if (killedBy) {
      const { reason, member } = killedBy
      if (member) this.#lost = { ...member, reason }
      events.syncThreadKilled({ reason, restartInMs: pauseMs, ...member })
      return
    }
    const cause = error instanceof Error ? error.stack : undefined
    events.scheduleFailed({
      message: `sync thread crashed; restarting in ${pauseMs} ms`,
      ...(cause === undefined ? {} : { cause }),
    })
  }

  /** False if the server is stopping. */
  async #pauseWhileIdle(until: number): Promise<boolean> {
    const { sourcesVersion } = this.#options
    const { signal } = this.#awake
    for (;;) {
      const remainingMs = until - this.#clock.now()
      const isDue = remainingMs <= 0 || signal.aborted || sourcesVersion?.() !== this.#sourcesVersion
      if (isDue) return !this.#stopping.signal.aborted
      const pauseMs = sourcesVersion ? Math.min(remainingMs, versionCheckMs) : remainingMs
      if (!(await this.#pause(pauseMs, signal)) && !signal.aborted) return false
    }
  }

  /** False if the server is stopping, or if the signal was aborted. */
  async #pause(ms: number, signal?: AbortSignal): Promise<boolean> {
    const stop = this.#stopping.signal
    return await this.#clock.sleep(Math.max(0, ms), signal ? AbortSignal.any([stop, signal]) : stop).then(
      () => true,
      () => false,
    )
  }
}

class Stalled extends Error {}

/** What the thread worked on is to blame, with whose work that was if it is known. */
interface KilledBy {
  readonly reason: string
  readonly member: ReturnType<HeartbeatReader['readMember']>
}

interface Crash {
  readonly error: unknown
  readonly killedBy?: KilledBy
}

export class ThreadKilled extends Error {
  readonly member: KilledBy['member']

  constructor({ reason, member }: KilledBy) {
    super(`The sync was killed: ${reason}${member ? ` at ${member.sourceId}/${member.memberId}` : ''}.`)
    this.name = 'ThreadKilled'
    this.member = member
  }
}

function toCrash(error: unknown, heartbeat: HeartbeatReader): Crash {
  const isOutOfMemory = (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'
  if (!(error instanceof Stalled) && !isOutOfMemory) return { error }
  const reason = isOutOfMemory ? 'out of memory' : (error as Error).message
  return { error, killedBy: { reason, member: heartbeat.readMember() } }
}
