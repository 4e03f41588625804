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
import type { StreamHost } from './server-stream.ts'

/**
 * Each stream is a request of its own, with the key of the client. A stream that is read slowly gets the newest state.
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

  constructor(host: Omit<StreamHost, 'onChange'>, load: LoadBars) {
    this.#host = { ...host, onChange: (stream, change) => this.#onChange(stream, change) }
    this.#load = load
  }

  /** `connected` if all streams are; `waiting` if one has lost the server, or the server has lost the provider. */
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

  #onChange(stream: object, change: ConnectionChange): void {
    if (change.state === 'closed') {
      this.#states.delete(stream)
      this.#open.delete(stream as { return(): Promise<unknown> })
    } else {
      this.#states.set(stream, change.state)
    }
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
