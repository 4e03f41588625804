/** One connection to the market provider or to a server: handshake, messages and idle timeout. It does not reconnect. */

import type { Clock } from '../clock.ts'
import { MarketConnectionError, MarketProtocolError } from './errors.ts'
import type { OpenSocket, SocketLike } from './open-socket.ts'

export interface ConnectionOptions {
  readonly url: string
  readonly openSocket: OpenSocket
  readonly clock: Clock
  /** From opening to the hello message. */
  readonly helloTimeoutMs: number
  /** Without a message for this long, the connection counts as lost. */
  readonly idleTimeoutMs: number
}

/** What is said over a socket. */
export interface Protocol<Hello, Event> {
  /** Set if there is no hello message: it is enough that the socket opens. */
  readonly hello?: Hello
  /** Text may be split anywhere. Throws if it is unreadable. */
  read(text: string, side: ProtocolSide<Hello, Event>): void
}

export interface ProtocolSide<Hello, Event> {
  send(text: string): void
  onHello(hello: Hello): void
  onEvent(event: Event): void
}

export interface ConnectionListener<Event> {
  onEvent(event: Event): void
  /** Called once, as the last event. Without an error, this side closed the connection. */
  onEnd(error: Error | undefined): void
}

export class Connection<Hello, Event> {
  readonly hello: Hello
  readonly #link: SocketLink<Hello, Event>

  private constructor(link: SocketLink<Hello, Event>, hello: Hello) {
    this.#link = link
    this.hello = hello
  }

  /** Resolves with the hello message; rejects if none arrives, or with the signal’s reason. */
  static async open<Hello, Event>(
    options: ConnectionOptions,
    protocol: Protocol<Hello, Event>,
    listener: ConnectionListener<Event>,
    signal: AbortSignal,
  ): Promise<Connection<Hello, Event>> {
    const link = new SocketLink(options, protocol, listener)
    return new Connection(link, await link.opened(signal))
  }

  send(text: string): void {
    this.#link.send(text)
  }

  /** With an error, it counts as lost. */
  close(error?: Error): void {
    this.#link.end(error)
  }
}

/** How long to wait for the close reply. */
const closeTimeoutMs = 1000

/** The socket with its timers. `end` runs exactly once. */
class SocketLink<Hello, Event> {
  readonly #options: ConnectionOptions
  readonly #protocol: Protocol<Hello, Event>
  readonly #listener: ConnectionListener<Event>
  readonly #side: ProtocolSide<Hello, Event> = {
    send: (text) => this.send(text),
    onHello: (hello) => this.#onHello(hello),
    onEvent: (event) => this.#onEvent(event),
  }
  readonly #decoder = new TextDecoder()
  readonly #ended = new AbortController()
  /** Both sides have closed the socket. */
  readonly #socketClosed = new AbortController()
  #socket: SocketLike | undefined
  #lastMessageAt: number
  #resolveHello: ((hello: Hello) => void) | undefined
  #rejectHello: ((error: Error) => void) | undefined

  constructor(
    options: ConnectionOptions,
    protocol: Protocol<Hello, Event>,
    listener: ConnectionListener<Event>,
  ) {
    this.#options = options
    this.#protocol = protocol
    this.#listener = listener
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
      socket.addEventListener('open', () => {
        if (this.#protocol.hello !== undefined) this.#onHello(this.#protocol.hello)
      })
      socket.addEventListener('message', ({ data }) => this.#onMessage(data))
      socket.addEventListener('error', (event) =>
        this.end(new MarketConnectionError('the socket failed', { cause: causeOf(event) })),
      )
      socket.addEventListener('close', () => {
        this.#socketClosed.abort()
        this.end(new MarketConnectionError('the connection was closed'))
      })
    } catch (cause) {
      this.end(new MarketConnectionError('no socket could be opened', { cause, shouldRetry: false }))
    }
  }

  #onMessage(data: unknown): void {
    if (this.#ended.signal.aborted) return
    this.#lastMessageAt = this.#options.clock.now()
    try {
      this.#protocol.read(this.#toText(data), this.#side)
    } catch (cause) {
      this.end(
        cause instanceof MarketProtocolError
          ? cause
          : new MarketProtocolError('unreadable response', { cause }),
      )
    }
  }

  /** Text may also arrive as bytes, split anywhere. */
  #toText(data: unknown): string {
    if (typeof data === 'string') return data
    if (data instanceof ArrayBuffer) return this.#decoder.decode(data, { stream: true })
    throw new TypeError('neither text nor bytes')
  }

  #onHello(hello: Hello): void {
    const greet = this.#resolveHello
    if (!greet) return
    this.#resolveHello = undefined
    this.#rejectHello = undefined
    void this.#watchIdle()
    greet(hello)
  }

  #onEvent(event: Event): void {
    if (!this.#ended.signal.aborted && !this.#resolveHello) this.#listener.onEvent(event)
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
