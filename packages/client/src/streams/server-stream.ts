/**
 * What quotes and bars of the server have in common: a stream that is read by a loop, with an end. The socket is always drained:
 * what waits for a slow loop is kept here, one value per key, so that it holds up no other stream.
 */

import type { Backoff } from '../backoff.ts'
import type { Clock, RandomSource } from '../clock.ts'
import { QueuedStream } from '../socket/queued-stream.ts'
import type { ConnectionChange } from '../socket/reconnecting-connection.ts'
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

export abstract class ServerStream<Key, Value> extends QueuedStream<Key, Value> implements Subscriber {
  protected readonly host: StreamHost

  constructor(host: StreamHost, signal: AbortSignal | undefined) {
    super({ clock: host.clock, signal })
    this.host = host
  }

  abstract get selection(): Selection

  abstract onEvent(event: ServerEvent): void

  protected leave(): void {
    this.host.socket.leave(this)
    this.host.onEnd(this)
  }

  protected start(): void {
    try {
      this.join()
    } catch (error) {
      this.end(error)
    }
  }

  /** Takes the stream to the socket. */
  protected abstract join(): void
}
