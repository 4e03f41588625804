/** Quotes and bars through the server, with the names that its other responses have. */

import type {
  ConnectionChange,
  ConnectionState,
  ConnectionStateListener,
} from '../socket/reconnecting-connection.ts'
import {
  type LoadBars,
  type Resolution,
  type ServerBarOptions,
  type ServerBarStream,
  ServerBars,
} from './server-bars.ts'
import { type ServerQuoteOptions, type ServerQuoteStream, ServerQuotes } from './server-quotes.ts'
import { ServerSocket, type ServerSocketOptions } from './server-socket.ts'
import type { StreamHost } from './server-stream.ts'

/**
 * All streams share one WebSocket, open while there are any. One that is read slowly gets the newest state and holds up no other.
 *
 * ```ts
 * const { streams } = new Broadsheet({ baseUrl: 'http://localhost:8000' })
 * for await (const quote of streams.quotes(['NASDAQ:AAPL'])) if (quote.ok) console.log(quote.last)
 * ```
 */
export class MarketStreams {
  readonly #host: StreamHost
  readonly #load: LoadBars
  readonly #states = new Map<object, ConnectionState>()
  readonly #open = new Set<{ return(): Promise<unknown> }>()
  readonly #listeners = new Set<ConnectionStateListener>()
  #state: ConnectionState = 'closed'

  constructor(options: Omit<ServerSocketOptions, 'onChange'>, load: LoadBars) {
    const { clock, random, backoff } = options
    const socket = new ServerSocket({ ...options, onChange: (change) => this.#onChange(socket, change) })
    this.#host = {
      socket,
      clock,
      random,
      backoff,
      onChange: (stream, change) => this.#onChange(stream, change),
      onEnd: (stream) => {
        this.#open.delete(stream as { return(): Promise<unknown> })
        this.#onChange(stream, { state: 'closed' })
      },
    }
    this.#load = load
  }

  /** `waiting`: the server is lost, or the server has lost the provider. */
  get state(): ConnectionState {
    return this.#state
  }

  onStateChange(listener: ConnectionStateListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** The prices of each symbol whenever they change. */
  quotes(symbols: string | readonly string[], options: ServerQuoteOptions = {}): ServerQuoteStream {
    const names = typeof symbols === 'string' ? [symbols] : symbols
    return this.#track(new ServerQuotes(this.#host, names, options))
  }

  /** The history, oldest first, then every change. `session` and `adjustment` choose the series. */
  bars(symbol: string, resolution: Resolution, options: ServerBarOptions = {}): ServerBarStream {
    return this.#track(new ServerBars(this.#host, this.#load, symbol, resolution, options))
  }

  /** Ends every stream. */
  close(): void {
    for (const stream of [...this.#open]) void stream.return()
  }

  #track<Stream extends { return(): Promise<unknown> }>(stream: Stream): Stream {
    this.#open.add(stream)
    return stream
  }

  /** `source`: the socket, or a stream that requests its history. */
  #onChange(source: object, change: ConnectionChange): void {
    if (change.state === 'closed') this.#states.delete(source)
    else this.#states.set(source, change.state)
    const state = combine([...this.#states.values()])
    if (state === this.#state) return
    this.#state = state
    for (const listener of [...this.#listeners]) listener({ ...change, state })
  }
}

function combine(states: readonly ConnectionState[]): ConnectionState {
  if (states.length === 0) return 'closed'
  return (['waiting', 'connecting'] as const).find((state) => states.includes(state)) ?? 'connected'
}
