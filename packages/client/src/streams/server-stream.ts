/** What quotes and bars of the server have in common: a stream that is read by a loop, with an end. */

import type { ConnectionChange } from '../socket/reconnecting-connection.ts'
import { type EventOptions, readServerEvents, type ServerEvent } from './server-events.ts'

export interface StreamHost extends Omit<EventOptions, 'onChange'> {
  /** The base address of the market service. */
  readonly base: string
  onChange(stream: object, change: ConnectionChange): void
}

export abstract class ServerStream<Value> {
  readonly #host: StreamHost
  readonly #ended = new AbortController()
  readonly #signal: AbortSignal | undefined
  readonly #values: AsyncGenerator<Value, undefined>
  /** The current connection. */
  #connection = new AbortController()

  constructor(host: StreamHost, signal: AbortSignal | undefined) {
    this.#host = host
    this.#signal = signal
    this.#values = this.#run()
  }

  protected get host(): StreamHost {
    return this.#host
  }

  protected get isEnded(): boolean {
    return this.#ended.signal.aborted
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  next(): Promise<IteratorResult<Value, undefined>> {
    return this.#values.next()
  }

  async return(): Promise<IteratorReturnResult<undefined>> {
    this.#ended.abort()
    this.#connection.abort()
    await this.#values.return(undefined)
    this.#host.onChange(this, { state: 'closed' })
    return { value: undefined, done: true }
  }

  /** Path and query of the stream as it is now. */
  protected abstract path(): string

  /** The values in an event; throws what ends the stream. */
  protected abstract toValues(event: ServerEvent): readonly Value[]

  /** Connects again with the current path. */
  protected reconnect(): void {
    this.#connection.abort()
  }

  async *#run(): AsyncGenerator<Value, undefined> {
    const stop = () => {
      this.#ended.abort()
      this.#connection.abort()
    }
    this.#signal?.addEventListener('abort', stop, { once: true })
    try {
      while (!this.isEnded) {
        this.#signal?.throwIfAborted()
        this.#connection = new AbortController()
        yield* this.#read(this.#connection.signal)
      }
      this.#signal?.throwIfAborted()
    } finally {
      this.#ended.abort()
      this.#signal?.removeEventListener('abort', stop)
      this.#host.onChange(this, { state: 'closed' })
    }
    return undefined
  }

  async *#read(signal: AbortSignal): AsyncGenerator<Value> {
    const options = {
      ...this.#host,
      onChange: (change: ConnectionChange) => this.#host.onChange(this, change),
    }
    for await (const event of readServerEvents(() => this.#host.base + this.path(), options, signal)) {
      if (event.name === 'status') this.#onStatus(event)
      else yield* this.toValues(event)
      if (signal.aborted) return
    }
  }

  /** The server has lost the provider, or found it again. */
  #onStatus({ data }: ServerEvent): void {
    if (data.provider === 'connected') this.#host.onChange(this, { state: 'connected' })
    else this.#host.onChange(this, { state: 'waiting', error: data.error })
  }
}
