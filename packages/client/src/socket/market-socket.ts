/** The market provider’s socket, spoken directly: quotes, bars and symbols over a line that comes back by itself. */

import { assertAmounts, assertUrl } from '../checks.ts'
import { type Clock, type RandomSource, systemClock, systemRandom } from '../clock.ts'
import { withTimeout } from '../with-timeout.ts'
import { type BarOptions, type BarStream, BarSubscription, type Timeframe } from './bars.ts'
import type { OpenSocket } from './connection.ts'
import { MarketTimeoutError } from './errors.ts'
import { type QuoteOptions, type QuoteStream, QuoteSubscription } from './quotes.ts'
import { ReconnectingConnection, type ReconnectingOptions, type SendCall } from './reconnecting-connection.ts'
import { resolveSymbol, type SymbolInfo } from './symbol-info.ts'

export interface MarketSocketOptions {
  /** The provider’s own address unless told. */
  readonly url?: string | undefined
  /** How a socket is opened; `new WebSocket(url)` unless told. */
  readonly openSocket?: OpenSocket | undefined
  /** An account with the provider; without one prices may come late. */
  readonly token?: string | undefined
  readonly locale?: { readonly language: string; readonly country: string } | undefined
  /** How many connections in a row may be lost, each before it was of use for 5 s, until streams end; 8 unless told. */
  readonly attemptsMax?: number | undefined
  /** The pause before the second try, doubled from try to try; 500 ms unless told. */
  readonly reconnectDelayMs?: number | undefined
  /** The longest pause between tries; 30 s unless told. */
  readonly reconnectDelayMsMax?: number | undefined
  /** From opening to the provider’s hello; 10 s unless told. */
  readonly helloTimeoutMs?: number | undefined
  /** From a question to its answer, on a connection that is there; 15 s unless told. */
  readonly responseTimeoutMs?: number | undefined
  /** After so long without a word the connection is given up; 90 s unless told. */
  readonly idleTimeoutMs?: number | undefined
  /** A longer frame ends the connection; 8 million characters unless told. */
  readonly frameCharsMax?: number | undefined
  readonly clock?: Clock | undefined
  readonly random?: RandomSource | undefined
}

const anonymous = 'unauthorized_user_token'
const responseTimeoutDefaultMs = 15_000

/**
 * Opens the connection with the first stream and closes it with the last, so a program that leaves its loops ends.
 *
 * ```ts
 * const socket = new MarketSocket()
 * for await (const quote of socket.quotes(['NASDAQ:AAPL'])) if (quote.ok) console.log(quote.values.lp)
 * ```
 */
export class MarketSocket {
  readonly #connection: ReconnectingConnection
  readonly #clock: Clock
  readonly #responseTimeoutMs: number
  #token: string
  #locale: MarketSocketOptions['locale']

  /** Throws `TypeError` where no connection could ever be opened. */
  constructor(options: MarketSocketOptions = {}) {
    assertAmounts({ responseTimeoutMs: options.responseTimeoutMs })
    this.#clock = options.clock ?? systemClock
    this.#responseTimeoutMs = options.responseTimeoutMs ?? responseTimeoutDefaultMs
    this.#token = options.token ?? anonymous
    this.#locale = options.locale
    this.#connection = new ReconnectingConnection(toReconnectingOptions(options), (call) =>
      this.#authenticate(call),
    )
  }

  /** The state of each symbol, whole, whenever it changes. A slow reader misses states in between, never the last. */
  quotes(symbols: string | readonly string[], options: QuoteOptions = {}): QuoteStream {
    const names = typeof symbols === 'string' ? [symbols] : symbols
    return new QuoteSubscription(this.#connection, names, options, this.#clock, this.#responseTimeoutMs)
  }

  /** The history, oldest first, and then every change. A slow reader misses states of a bar in between, never a bar. */
  bars(symbol: string, timeframe: Timeframe, options: BarOptions = {}): BarStream {
    return new BarSubscription(
      this.#connection,
      symbol,
      timeframe,
      options,
      this.#clock,
      this.#responseTimeoutMs,
    )
  }

  /** What the provider says about a symbol. */
  async resolve(
    symbol: string,
    options: { readonly signal?: AbortSignal; readonly timeoutMs?: number } = {},
  ): Promise<SymbolInfo> {
    const { signal, timeoutMs = this.#responseTimeoutMs } = options
    assertAmounts({ timeoutMs })
    const toError = () => {
      const cause = this.#connection.lastError
      const message = `nothing about ${symbol} within ${timeoutMs} ms`
      return new MarketTimeoutError(message, cause === undefined ? {} : { cause })
    }
    const limits = { timeoutMs, toError, signal, clock: this.#clock }
    return await withTimeout(limits, (stop) => resolveSymbol(this.#connection, symbol, stop))
  }

  /** Counts from now on, and on every later connection. */
  setToken(token: string): void {
    this.#token = token
    this.#connection.call?.('set_auth_token', token)
  }

  setLocale(language: string, country: string): void {
    this.#locale = { language, country }
    this.#connection.call?.('set_locale', language, country)
  }

  /** Ends every stream and the connection. */
  close(): void {
    this.#connection.close()
  }

  #authenticate(call: SendCall): void {
    call('set_auth_token', this.#token)
    if (this.#locale) call('set_locale', this.#locale.language, this.#locale.country)
  }
}

export function toReconnectingOptions(options: MarketSocketOptions): ReconnectingOptions {
  const { attemptsMax, reconnectDelayMs, reconnectDelayMsMax, helloTimeoutMs, idleTimeoutMs, frameCharsMax } =
    options
  assertAmounts({
    attemptsMax,
    reconnectDelayMs,
    reconnectDelayMsMax,
    helloTimeoutMs,
    idleTimeoutMs,
    frameCharsMax,
  })
  const url = options.url ?? 'wss://data.tradingview.com/socket.io/websocket'
  assertUrl('url', url, ['ws:', 'wss:'])
  return {
    url,
    openSocket: options.openSocket ?? defaultOpenSocket(),
    clock: options.clock ?? systemClock,
    random: options.random ?? systemRandom,
    backoff: { initialMs: reconnectDelayMs ?? 500, maxMs: reconnectDelayMsMax ?? 30_000 },
    attemptsMax: attemptsMax ?? 8,
    helloTimeoutMs: helloTimeoutMs ?? 10_000,
    idleTimeoutMs: idleTimeoutMs ?? 90_000,
    frameCharsMax: frameCharsMax ?? 8_000_000,
  }
}

function defaultOpenSocket(): OpenSocket {
  if (typeof WebSocket !== 'undefined') return (url) => new WebSocket(url)
  throw new TypeError(
    'there is no WebSocket here: hand one in as `openSocket`, for example of the package `ws`',
  )
}
