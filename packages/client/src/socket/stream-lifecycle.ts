/** The life cycle of a stream: started by its first reader, ended once, with the caller’s signal and the response timeout. */

import type { Clock } from '../clock.ts'

interface LifecycleOptions {
  readonly clock: Clock
  readonly timeoutMs: number
  readonly signal: AbortSignal | undefined
}

export class StreamLifecycle {
  readonly #join: () => void
  readonly #options: LifecycleOptions
  readonly #onAbort: () => void
  #state: 'new' | 'running' | 'ended' = 'new'
  #deadline = new AbortController()

  /** `join` takes the stream to the connection. */
  constructor(join: () => void, options: LifecycleOptions, onAbort: (reason: unknown) => void) {
    this.#join = join
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
    this.#join()
  }

  /** One more response is pending. */
  expectResponse(onTimeout: () => void): void {
    if (!this.isRunning) return
    const { signal } = this.#deadline
    this.#options.clock.sleep(this.#options.timeoutMs, signal).then(
      () => {
        if (!signal.aborted) onTimeout()
      },
      () => {},
    )
  }

  /** No response is pending. */
  clearDeadline(): void {
    this.#deadline.abort()
    this.#deadline = new AbortController()
  }

  /** False if it had ended before. */
  stop(): boolean {
    if (this.#state === 'ended') return false
    this.#state = 'ended'
    this.clearDeadline()
    this.#options.signal?.removeEventListener('abort', this.#onAbort)
    return true
  }
}
