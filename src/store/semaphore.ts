/** A bounded number of places with a bounded queue before them, first come first served. */

import { systemClock } from '../core/clock.ts'
import { Failure } from '../core/errors.ts'
import { tooManyWaiting } from './waiting-limit.ts'

interface SlotOptions {
  readonly count: number
  readonly waitingMax: number
  readonly waitMs: number
  /** What is being waited for, in the message. */
  readonly name: string
}

export class Slots {
  readonly #options: SlotOptions
  #free: number
  readonly #waiting = new Set<() => void>()

  constructor(options: SlotOptions) {
    this.#options = options
    this.#free = options.count
  }

  /** Resolves with the function that gives the place back. */
  async take(signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted()
    if (this.#free > 0) {
      this.#free -= 1
      return this.#giveBackOnce()
    }
    if (this.#waiting.size >= this.#options.waitingMax) throw tooManyWaiting(this.#options.name)
    await this.#turn(signal)
    return this.#giveBackOnce()
  }

  async #turn(signal?: AbortSignal): Promise<void> {
    const settled = new AbortController()
    const giveUp = signal ? AbortSignal.any([signal, settled.signal]) : settled.signal
    let called: () => void = () => {}
    const turn = new Promise<'turn'>((resolve) => {
      called = () => resolve('turn')
    })
    this.#waiting.add(called)
    // Waiting for others is real waiting, whatever clock the rows are stamped with.
    const deadline = systemClock.sleep(this.#options.waitMs, giveUp).then(
      () => 'late' as const,
      () => 'aborted' as const,
    )
    const outcome = await Promise.race([turn, deadline])
    settled.abort()
    if (outcome === 'turn') return
    // When the turn came in the same tick as the deadline, it has to be passed on.
    if (!this.#waiting.delete(called)) this.#giveBack()
    signal?.throwIfAborted()
    throw this.#late()
  }

  #giveBackOnce(): () => void {
    let given = false
    return () => {
      if (given) return
      given = true
      this.#giveBack()
    }
  }

  #giveBack(): void {
    const next = this.#waiting.values().next()
    if (next.done) {
      this.#free += 1
      return
    }
    this.#waiting.delete(next.value)
    next.value()
  }

  #late(): Failure {
    const { name, waitMs } = this.#options
    return new Failure('store_unavailable', `The database is busy (${name}: no turn within ${waitMs} ms).`, {
      retryAfterSeconds: 1,
    })
  }
}
