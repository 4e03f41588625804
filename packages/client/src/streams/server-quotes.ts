/** Quotes that the server streams, with the names of `getQuotes`. */

import type { StreamedQuote } from '../generated/market.ts'
import { MarketCallError } from '../socket/errors.ts'
import type { ServerEvent } from './server-events.ts'
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

  add(...symbols: string[]): void {
    const before = this.#symbols.size
    for (const symbol of symbols) this.#symbols.add(symbol)
    if (this.#symbols.size > before) this.reconnect()
  }

  remove(...symbols: string[]): void {
    const known = symbols.filter((symbol) => this.#symbols.delete(symbol))
    for (const symbol of known) this.queue.drop(symbol)
    if (known.length > 0) this.reconnect()
  }

  protected path(): string {
    return `/v1/stream/quotes?${new URLSearchParams({ symbols: [...this.#symbols].join(',') })}`
  }

  protected receive({ name, data }: ServerEvent): void {
    const update =
      name === 'quote' ? this.#toQuote(data) : name === 'error' ? this.#toFailure(data) : undefined
    if (update) this.queue.put(update.symbol, update)
  }

  #toFailure({ error, symbol }: ServerEvent['data']): ServerQuoteFailure {
    const { code = 'error', message = '' } = (error ?? {}) as { code?: string; message?: string }
    if (typeof symbol !== 'string') throw new MarketCallError(code, message)
    return { ok: false, symbol: this.#asRequested(symbol), error: code }
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
