/** One connection to the market provider: handshake, frames, heartbeats and idle timeout. It does not reconnect. */

import type { Clock } from '../clock.ts'
import { MarketConnectionError, MarketProtocolError } from './errors.ts'
import { FrameReader, frame } from './frames.ts'
import {
  encodeCall,
  type Hello,
  type MarketEvent,
  type MarketMethod,
  type MarketMethods,
  parseMessage,
} from './messages.ts'
import { toReason } from './reason.ts'

/** The part of `WebSocket` that is used; browsers, workers, Node 22 and the `ws` package provide it. */
export interface SocketLike {
  binaryType: string
  send(text: string): void
  close(code?: number): void
  /** Closes without a close handshake, where supported. */
  terminate?(): void
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void
  addEventListener(type: 'error' | 'close', listener: (event: unknown) => void): void
}

export type OpenSocket = (url: string) => SocketLike

export interface ConnectionOptions {
  readonly url: string
  readonly openSocket: OpenSocket
  readonly clock: Clock
  /** From opening to the provider’s hello message. */
  readonly helloTimeoutMs: number
  /** Without a message for this long, the connection counts as lost. */
  readonly idleTimeoutMs: number
  readonly frameCharsMax: number
}

export interface ConnectionListener {
  onEvent(event: MarketEvent): void
  /** Called once, as the last event. Without an error, this side closed the connection. */
  onEnd(error: Error | undefined): void
}

export class Connection {
  readonly hello: Hello
  readonly #link: SocketLink

  private constructor(link: SocketLink, hello: Hello) {
    this.#link = link
    this.hello = hello
  }

  /** Resolves with the hello message; rejects if none arrives, or with the signal’s reason. */
  static async open(
    options: ConnectionOptions,
    listener: ConnectionListener,
    signal: AbortSignal,
  ): Promise<Connection> {
    const link = new SocketLink(options, listener)
    return new Connection(link, await link.opened(signal))
  }

  call<Method extends MarketMethod>(method: Method, ...params: MarketMethods[Method]): void {
    this.#link.send(encodeCall(method, params))
  }

  close(): void {
    this.#link.end(undefined)
  }
}

/** How long to wait for the close reply. */
const closeTimeoutMs = 1000

/** The socket with its timers. `end` runs exactly once. */
class SocketLink {
  readonly #options: ConnectionOptions
  readonly #listener: ConnectionListener
  readonly #reader: FrameReader
  readonly #decoder = new TextDecoder()
  readonly #ended = new AbortController()
  /** Both sides have closed the socket. */
  readonly #socketClosed = new AbortController()
  #socket: SocketLike | undefined
  #lastMessageAt: number
  #resolveHello: ((hello: Hello) => void) | undefined
  #rejectHello: ((error: Error) => void) | undefined

  constructor(options: ConnectionOptions, listener: ConnectionListener) {
    this.#options = options
    this.#listener = listener
    this.#reader = new FrameReader(options.frameCharsMax)
    this.#lastMessageAt = options.clock.now()
  }

  opened(signal: AbortSignal): Promise<Hello> {
    const { clock, helloTimeoutMs } = this.#options
    const stop = () => this.end(undefined)
    signal.addEventListener('abort', stop, { once: true })
    const hello = new Promise<Hello>((resolve, reject) => {
      this.#resolveHello = resolve
      this.#rejectHello = reject
    })
    clock.sleep(helloTimeoutMs, this.#ended.signal).then(
      () => {
        if (this.#resolveHello) this.end(new MarketConnectionError(`no hello within ${helloTimeoutMs} ms`))
      },
      () => {},
    )
    if (signal.aborted) stop()
    else this.#connect()
    return hello
      .catch((error: unknown) => {
        throw signal.aborted ? signal.reason : error
      })
      .finally(() => signal.removeEventListener('abort', stop))
  }

  send(text: string): void {
    if (this.#ended.signal.aborted) return
    try {
      this.#socket?.send(text)
    } catch (cause) {
      this.end(new MarketConnectionError('the socket is closed for writing', { cause }))
    }
  }

  end(error: Error | undefined): void {
    if (this.#ended.signal.aborted) return
    this.#ended.abort()
    if (this.#socket) this.#closeSocket(this.#socket, error !== undefined)
    const fail = this.#rejectHello
    this.#resolveHello = undefined
    this.#rejectHello = undefined
    if (fail) fail(error ?? new MarketConnectionError('closed'))
    else this.#listener.onEnd(error)
  }

  #closeSocket(socket: SocketLike, isLost: boolean): void {
    try {
      // No close handshake with a lost peer.
      if (isLost && socket.terminate) socket.terminate()
      else socket.close()
    } catch {
      // Some sockets throw when closed before they are open.
    }
    // A peer that never replies would keep the socket, and so the process, open.
    if (isLost || !socket.terminate) return
    this.#options.clock.sleep(closeTimeoutMs, this.#socketClosed.signal).then(
      () => socket.terminate?.(),
      () => {},
    )
  }

  #connect(): void {
    const { url, openSocket } = this.#options
    try {
      const socket = openSocket(url)
      this.#socket = socket
      socket.binaryType = 'arraybuffer'
      socket.addEventListener('message', ({ data }) => this.#onMessage(data))
      socket.addEventListener('error', (event) =>
        this.end(new MarketConnectionError('the socket failed', { cause: causeOf(event) })),
      )
      socket.addEventListener('close', () => {
        this.#socketClosed.abort()
        this.end(new MarketConnectionError('the provider hung up'))
      })
    } catch (cause) {
      this.end(new MarketConnectionError('no socket could be opened', { cause, shouldRetry: false }))
    }
  }

  #onMessage(data: unknown): void {
    if (this.#ended.signal.aborted) return
    this.#lastMessageAt = this.#options.clock.now()
    try {
      for (const payload of this.#reader.push(this.#toText(data))) this.#onPayload(payload)
    } catch (cause) {
      this.end(new MarketProtocolError('unreadable response', { cause }))
    }
  }

  /** Text may also arrive as bytes, split anywhere. */
  #toText(data: unknown): string {
    if (typeof data === 'string') return data
    if (data instanceof ArrayBuffer) return this.#decoder.decode(data, { stream: true })
    throw new TypeError('neither text nor bytes')
  }

  #onPayload(payload: string): void {
    if (this.#ended.signal.aborted) return
    const message = parseMessage(payload)
    if (message.kind === 'heartbeat') this.send(frame(message.payload))
    if (message.kind === 'hello') this.#onHello(message.hello)
    if (message.kind === 'event') this.#onEvent(message.event)
  }

  #onHello(hello: Hello): void {
    const greet = this.#resolveHello
    if (!greet) return
    this.#resolveHello = undefined
    this.#rejectHello = undefined
    void this.#watchIdle()
    greet(hello)
  }

  #onEvent(event: MarketEvent): void {
    if (event.method === 'protocol_error') {
      this.end(new MarketProtocolError(`the provider says: ${toReason(event.params[0])}`))
    } else if (!this.#resolveHello) {
      this.#listener.onEvent(event)
    }
  }

  async #watchIdle(): Promise<void> {
    const { clock, idleTimeoutMs } = this.#options
    const { signal } = this.#ended
    while (!signal.aborted) {
      const restMs = this.#lastMessageAt + idleTimeoutMs - clock.now()
      if (restMs <= 0) return this.end(new MarketConnectionError(`nothing was heard for ${idleTimeoutMs} ms`))
      await clock.sleep(restMs, signal).catch(() => {})
    }
  }
}

function causeOf(event: unknown): unknown {
  return typeof event === 'object' && event !== null && 'error' in event ? event.error : event
}
