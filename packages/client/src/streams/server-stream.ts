/**
 * What quotes and bars of the server have in common: a stream that is read by a loop, with an end. The connection is always drained:
 * what waits for a slow loop is kept here, one value per key, and not on the way, where it would get older.
 */

import { ConflatingQueue } from '../socket/conflating-queue.ts'
import type { ConnectionChange } from '../socket/reconnecting-connection.ts'
import { StreamLifecycle } from '../socket/stream-lifecycle.ts'
import { type EventOptions, readServerEvents, type ServerEvent } from './server-events.ts'

export interface StreamHost extends Omit<EventOptions, 'onChange'> {
  /** The address of a path of the market service; throws if there is none. */
  address(path: string): string
  onChange(stream: object, change: ConnectionChange): void
}

export abstract class ServerStream<Key, Value> {
  protected readonly queue = new ConflatingQueue<Key, Value>()
  /** For the requests of this stream. */
  protected readonly options: EventOptions
  readonly #host: StreamHost
  readonly #lifecycle: StreamLifecycle
  /** The current connection. */
  #connection = new AbortController()

  constructor(host: StreamHost, signal: AbortSignal | undefined) {
    this.#host = host
    this.options = { ...host, onChange: (change) => host.onChange(this, change) }
    this.#lifecycle = new StreamLifecycle(
      () => void this.#run(),
      { clock: host.clock, timeoutMs: host.idleTimeoutMs, signal },
      (reason) => {
        this.queue.clear()
        this.end(reason)
      },
    )
  }

  protected get isRunning(): boolean {
    return this.#lifecycle.isRunning
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  next(): Promise<IteratorResult<Value, undefined>> {
    this.#lifecycle.start()
    return this.queue.next()
  }

  async return(): Promise<IteratorReturnResult<undefined>> {
    this.queue.clear()
    this.end(undefined)
    return { value: undefined, done: true }
  }

  /** Path and query of the stream as it is now. */
  protected abstract path(): string

  /** Puts what an event says into the queue; throws what ends the stream. */
  protected abstract receive(event: ServerEvent, signal: AbortSignal): void | Promise<void>

  /** Unread values are still delivered. */
  protected end(error: unknown): void {
    if (!this.#lifecycle.stop()) return
    this.#connection.abort()
    this.options.onChange({ state: 'closed' })
    if (error === undefined) this.queue.finish()
    else this.queue.fail(error)
  }

  /** Connects again with the current path. */
  protected reconnect(): void {
    this.#connection.abort()
  }

  /** Until the signal aborts. */
  protected async read(signal: AbortSignal): Promise<void> {
    const url = this.#host.address(this.path())
    for await (const event of readServerEvents(url, this.options, signal)) {
      if (signal.aborted) return
      if (event.name === 'status') this.#onStatus(event)
      else await this.receive(event, signal)
    }
  }

  async #run(): Promise<void> {
    while (this.isRunning) {
      this.#connection = new AbortController()
      const { signal } = this.#connection
      try {
        await this.read(signal)
      } catch (error) {
        if (!signal.aborted) this.end(error)
      }
    }
  }

  /** The server has lost the provider, or found it again. */
  #onStatus({ data }: ServerEvent): void {
    if (data.provider === 'connected') this.options.onChange({ state: 'connected' })
    else this.options.onChange({ state: 'waiting', error: data.error })
  }
}
