/** A semaphore with a bounded queue and a time limit for waiting, first come first served. */

import { abortable } from '../core/async/abortable.ts'
import { startDeadline } from '../core/async/deadline.ts'
import { systemClock } from '../core/clock.ts'
import { Failure } from '../core/errors.ts'

/** Not below the default number of concurrent requests; each wait also has its own time limit. */
export const defaultWaitingMax = 1_000

interface SemaphoreOptions {
  readonly permits: number
  readonly waitingMax: number
  readonly waitMs: number
  /** The resource, for messages. */
  readonly name: string
}

export class Semaphore {
  readonly #options: SemaphoreOptions
  #free: number
  readonly #waiting = new Set<() => void>()

  constructor(options: SemaphoreOptions) {
    this.#options = options
    this.#free = options.permits
  }

  /** Resolves with the function that releases the permit. */
  async acquire(signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted()
    if (this.#free > 0) {
      this.#free -= 1
      return this.#releaseOnce()
    }
    if (this.#waiting.size >= this.#options.waitingMax) throw tooManyWaiting(this.#options.name)
    await this.#wait(signal)
    return this.#releaseOnce()
  }

  async #wait(signal?: AbortSignal): Promise<void> {
    const { promise: turn, resolve: grant } = Promise.withResolvers<void>()
    this.#waiting.add(grant)
    // Waiting for others takes real time, even where the rows carry the time of another clock.
    using deadline = startDeadline(systemClock, this.#options.waitMs, () => this.#timeoutFailure(), signal)
    try {
      await abortable(turn, deadline.signal)
    } catch (thrown) {
      // Granted in the same tick as the abort: pass it on.
      if (!this.#waiting.delete(grant)) this.#release()
      throw thrown
    }
  }

  #releaseOnce(): () => void {
    let released = false
    return () => {
      if (released) return
      released = true
      this.#release()
    }
  }

  #release(): void {
    const next = this.#waiting.values().next()
    if (next.done) {
      this.#free += 1
      return
    }
    this.#waiting.delete(next.value)
    next.value()
  }

  #timeoutFailure(): Failure {
    const { name, waitMs } = this.#options
    return new Failure('store_unavailable', `The database is busy (${name}: timed out after ${waitMs} ms).`, {
      retryAfterSeconds: 1,
    })
  }
}

export function tooManyWaiting(resource: string): Failure {
  return new Failure('overloaded', `The database is busy (${resource}: the queue is full).`, {
    retryAfterSeconds: 1,
  })
}
