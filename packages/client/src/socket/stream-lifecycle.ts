/** The life of a stream: begun by its first reader, ended once, with the caller’s signal and the wait for an answer in view. */

import type { Clock } from '../clock.ts'
import type { Line, Participant } from './reconnecting-connection.ts'

interface WatchOptions {
  readonly clock: Clock
  readonly timeoutMs: number
  readonly signal: AbortSignal | undefined
}

export class Watch {
  readonly #participant: Participant
  readonly #line: Line
  readonly #options: WatchOptions
  readonly #onAbort: () => void
  #state: 'new' | 'running' | 'ended' = 'new'
  #waiting = new AbortController()

  constructor(
    participant: Participant,
    line: Line,
    options: WatchOptions,
    onAbort: (reason: unknown) => void,
  ) {
    this.#participant = participant
    this.#line = line
    this.#options = options
    this.#onAbort = () => onAbort(options.signal?.reason)
  }

  get isRunning(): boolean {
    return this.#state === 'running'
  }

  start(): void {
    if (this.#state !== 'new') return
    this.#state = 'running'
    const { signal } = this.#options
    if (signal?.aborted) {
      this.#onAbort()
      return
    }
    signal?.addEventListener('abort', this.#onAbort, { once: true })
    this.#line.join(this.#participant)
  }

  /** From now on an answer is due, beside those that are due already. */
  expectAnswer(onTimeout: () => void): void {
    if (!this.isRunning) return
    const { signal } = this.#waiting
    this.#options.clock.sleep(this.#options.timeoutMs, signal).then(
      () => {
        if (!signal.aborted) onTimeout()
      },
      () => {},
    )
  }

  /** Nothing is due. */
  rest(): void {
    this.#waiting.abort()
    this.#waiting = new AbortController()
  }

  /** False when it has ended before. */
  stop(): boolean {
    if (this.#state === 'ended') return false
    this.#state = 'ended'
    this.rest()
    this.#options.signal?.removeEventListener('abort', this.#onAbort)
    return true
  }
}
