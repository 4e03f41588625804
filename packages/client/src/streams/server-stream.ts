/**
 * What quotes and bars of the server have in common: a stream that is read by a loop, with an end. The socket is always drained:
 * what waits for a slow loop is kept here, one value per key, so that it holds up no other stream.
 */

import type { Backoff } from '../backoff.ts'
import type { Clock, RandomSource } from '../clock.ts'
import { ConflatingQueue } from '../socket/conflating-queue.ts'
import type { ConnectionChange } from '../socket/reconnecting-connection.ts'
import { StreamLifecycle } from '../socket/stream-lifecycle.ts'
import type { Selection, ServerEvent } from './server-protocol.ts'
import type { ServerSocket, Subscriber } from './server-socket.ts'

export interface StreamHost {
  readonly socket: ServerSocket
  readonly clock: Clock
  readonly random: RandomSource
  readonly backoff: Backoff
  /** What a stream requests beside the socket; `closed` when it has it. */
  onChange(stream: object, change: ConnectionChange): void
  onEnd(stream: object): void
}

export abstract class ServerStream<Key, Value> implements Subscriber {
  protected readonly queue = new ConflatingQueue<Key, Value>()
  protected readonly host: StreamHost
  readonly #lifecycle: StreamLifecycle

  constructor(host: StreamHost, signal: AbortSignal | undefined) {
    this.host = host
    this.#lifecycle = new StreamLifecycle(
      () => this.#start(),
      { clock: host.clock, timeoutMs: 0, signal },
      (reason) => {
        this.queue.clear()
        this.end(reason)
      },
    )
  }

  abstract get selection(): Selection

  abstract onEvent(event: ServerEvent): void

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

  /** Unread values are still delivered. */
  end(error: unknown): void {
    if (!this.#lifecycle.stop()) return
    this.host.socket.leave(this)
    this.host.onEnd(this)
    if (error === undefined) this.queue.finish()
    else this.queue.fail(error)
  }

  protected abstract start(): void

  #start(): void {
    try {
      this.start()
    } catch (error) {
      this.end(error)
    }
  }
}
