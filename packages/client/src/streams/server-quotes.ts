/** Quotes that the server streams, with the names of `getQuotes`. */

import type { StreamedQuote } from '../generated/market.ts'
import type { Selection, ServerEvent } from './server-protocol.ts'
import { ServerStream, type StreamHost } from './server-stream.ts'

/** The prices of a symbol, which is as requested. */
export type ServerQuote = StreamedQuote & { readonly ok: true }

/** The symbol is unknown, or the provider does not respond about it; the other symbols continue. */
export interface ServerQuoteFailure {
  readonly ok: false
  readonly symbol: string
  /** An error code of the server, such as `unknown_symbol` or `upstream_timeout`. */
  readonly error: string
}

export type ServerQuoteUpdate = ServerQuote | ServerQuoteFailure

export interface ServerQuoteOptions {
  readonly signal?: AbortSignal | undefined
}

/** Ends when the loop is left, by `return()`, or when the signal aborts. */
export interface ServerQuoteStream extends AsyncIterableIterator<ServerQuoteUpdate, undefined, undefined> {
  add(...symbols: string[]): void
  remove(...symbols: string[]): void
  return(): Promise<IteratorReturnResult<undefined>>
}

export class ServerQuotes extends ServerStream<string, ServerQuoteUpdate> implements ServerQuoteStream {
  readonly #symbols: Set<string>

  constructor(host: StreamHost, symbols: readonly string[], { signal }: ServerQuoteOptions) {
    super(host, signal)
    this.#symbols = new Set(symbols)
  }

  get selection(): Selection {
    return { channel: 'quotes', symbols: [...this.#symbols], series: {} }
  }

  add(...symbols: string[]): void {
    for (const symbol of symbols) this.#symbols.add(symbol)
    this.host.socket.update(this)
  }

  remove(...symbols: string[]): void {
    for (const symbol of symbols) {
      this.#symbols.delete(symbol)
      this.queue.drop(symbol)
    }
    this.host.socket.update(this)
  }

  onEvent({ name, data }: ServerEvent): void {
    const update = name === 'error' ? this.#toFailure(data) : this.#toQuote(data)
    this.queue.put(update.symbol, update)
  }

  protected join(): void {
    this.host.socket.join(this)
  }

  #toFailure({ error, symbol }: ServerEvent['data']): ServerQuoteFailure {
    const { code = 'error' } = (error ?? {}) as { code?: string }
    return { ok: false, symbol: this.#asRequested(String(symbol)), error: code }
  }

  #toQuote(data: ServerEvent['data']): ServerQuote {
    return { ...(data as unknown as StreamedQuote), ok: true, symbol: this.#asRequested(String(data.symbol)) }
  }

  /** The server writes symbols in capitals. */
  #asRequested(symbol: string): string {
    for (const requested of this.#symbols) if (requested.toUpperCase() === symbol) return requested
    return symbol
  }
}
