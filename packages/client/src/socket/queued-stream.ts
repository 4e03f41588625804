/**
 * What all streams have in common: started by its first reader, it has the newest value per key for its loop, and ends once,
 * also by the caller’s signal.
 */

import type { Clock } from '../clock.ts'
import { ConflatingQueue } from './conflating-queue.ts'

interface StreamOptions {
  readonly clock: Clock
  readonly signal: AbortSignal | undefined
}

export abstract class QueuedStream<Key, Value> {
  protected readonly queue = new ConflatingQueue<Key, Value>()
  readonly #options: StreamOptions
  readonly #onAbort = () => this.#drop(this.#options.signal?.reason)
  #state: 'new' | 'running' | 'ended' = 'new'
  #deadline = new AbortController()

  constructor(options: StreamOptions) {
    this.#options = options
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  next(): Promise<IteratorResult<Value, undefined>> {
    if (this.#state === 'new') this.#begin()
    return this.queue.next()
  }

  async return(): Promise<IteratorReturnResult<undefined>> {
    this.#drop(undefined)
    return { value: undefined, done: true }
  }

  /** Unread values are still delivered. */
  end(error: unknown): void {
    if (this.#state === 'ended') return
    const wasRunning = this.isRunning
    this.#state = 'ended'
    this.clearDeadline()
    this.#options.signal?.removeEventListener('abort', this.#onAbort)
    this.leave(wasRunning)
    if (error === undefined) this.queue.finish()
    else this.queue.fail(error)
  }

  protected get isRunning(): boolean {
    return this.#state === 'running'
  }

  /** Takes the stream to its connection. */
  protected abstract start(): void

  /** Takes it from there. */
  protected abstract leave(wasRunning: boolean): void

  /** One more response is pending. */
  protected awaitResponse(timeoutMs: number, onTimeout: () => void): void {
    if (!this.isRunning) return
    const { signal } = this.#deadline
    this.#options.clock.sleep(timeoutMs, signal).then(
      () => {
        if (!signal.aborted) onTimeout()
      },
      () => {},
    )
  }

  /** No response is pending. */
  protected clearDeadline(): void {
    this.#deadline.abort()
    this.#deadline = new AbortController()
  }

  #begin(): void {
    this.#state = 'running'
    const { signal } = this.#options
    if (signal?.aborted) {
      this.#onAbort()
      return
    }
    signal?.addEventListener('abort', this.#onAbort, { once: true })
    this.start()
  }

  #drop(reason: unknown): void {
    this.queue.clear()
    this.end(reason)
  }
}
