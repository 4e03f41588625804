/** Quotes that the server streams, in the form in which the provider's socket gives them. */

import { MarketCallError } from '../socket/errors.ts'
import type { QuoteOptions, QuoteStream, QuoteUpdate, QuoteValues } from '../socket/quotes.ts'
import type { ServerEvent } from './server-events.ts'
import { ServerStream, type StreamHost } from './server-stream.ts'

/** The server's names of the provider's fields. */
const fieldNames: Readonly<Record<string, string>> = {
  last: 'lp',
  change: 'ch',
  change_percent: 'chp',
  volume: 'volume',
  open: 'open_price',
  high: 'high_price',
  low: 'low_price',
  previous_close: 'prev_close_price',
  bid: 'bid',
  ask: 'ask',
  bid_size: 'bid_size',
  ask_size: 'ask_size',
  extended_last: 'rtc',
  extended_change_percent: 'rchp',
  market_state: 'current_session',
}

export class ServerQuotes extends ServerStream<string, QuoteUpdate> implements QuoteStream {
  readonly #symbols: Set<string>
  readonly #fields: ReadonlySet<string> | undefined

  constructor(host: StreamHost, symbols: readonly string[], { fields, signal }: QuoteOptions) {
    super(host, signal)
    this.#symbols = new Set(symbols)
    this.#fields = fields && new Set(fields)
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

  /** The server sends all symbols at full speed. */
  setFast(): void {}

  protected path(): string {
    return `/v1/stream/quotes?${new URLSearchParams({ symbols: [...this.#symbols].join(',') })}`
  }

  protected receive({ name, data }: ServerEvent): void {
    const update =
      name === 'quote' ? this.#toUpdate(data) : name === 'error' ? this.#toFailure(data) : undefined
    if (update) this.queue.put(update.symbol, update)
  }

  #toFailure({ error, symbol }: ServerEvent['data']): QuoteUpdate {
    const { code = 'error', message = '' } = (error ?? {}) as { code?: string; message?: string }
    if (typeof symbol !== 'string') throw new MarketCallError(code, message)
    const names: Readonly<Record<string, string>> = {
      unknown_symbol: 'no_such_symbol',
      upstream_timeout: 'no_answer',
    }
    return { ok: false, symbol: this.#asRequested(symbol), error: names[code] ?? code }
  }

  #toUpdate(data: ServerEvent['data']): QuoteUpdate {
    const values: Record<string, unknown> = {}
    for (const [name, field] of Object.entries(fieldNames))
      if (this.#fields?.has(field) !== false) values[field] = data[name]
    if (this.#fields?.has('lp_time') !== false && typeof data.last_at === 'string')
      values.lp_time = Date.parse(data.last_at) / 1000
    return { ok: true, symbol: this.#asRequested(String(data.symbol)), values: values as QuoteValues }
  }

  /** The server writes symbols in capitals. */
  #asRequested(symbol: string): string {
    for (const requested of this.#symbols) if (requested.toUpperCase() === symbol) return requested
    return symbol
  }
}
