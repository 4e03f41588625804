/** The market provider’s socket, spoken directly: quotes, bars and symbols over a line that comes back by itself. */

import { checkAddress, checkAmounts } from '../checks.ts'
import { type Chance, type Clock, systemChance, systemClock } from '../clock.ts'
import { withinTime } from '../with-timeout.ts'
import { BarFeed, type BarOptions, type BarStream, type Timeframe } from './bars.ts'
import type { OpenSocket } from './connection.ts'
import { MarketTimeoutError } from './errors.ts'
import { QuoteFeed, type QuoteOptions, type QuoteStream } from './quotes.ts'
import { type CallProvider, Line, type LineOptions } from './reconnecting-connection.ts'
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
  readonly pauseMsFirst?: number | undefined
  /** The longest pause between tries; 30 s unless told. */
  readonly pauseMsMax?: number | undefined
  /** From opening to the provider’s hello; 10 s unless told. */
  readonly helloTimeoutMs?: number | undefined
  /** From a question to its answer, on a connection that is there; 15 s unless told. */
  readonly answerTimeoutMs?: number | undefined
  /** After so long without a word the connection is given up; 90 s unless told. */
  readonly silenceMs?: number | undefined
  /** A longer frame ends the connection; 8 million characters unless told. */
  readonly frameCharsMax?: number | undefined
  readonly clock?: Clock | undefined
  readonly chance?: Chance | undefined
}

const anonymous = 'unauthorized_user_token'
const answerTimeoutDefaultMs = 15_000

/**
 * Opens the connection with the first stream and closes it with the last, so a program that leaves its loops ends.
 *
 * ```ts
 * const socket = new MarketSocket()
 * for await (const quote of socket.quotes(['NASDAQ:AAPL'])) if (quote.ok) console.log(quote.values.lp)
 * ```
 */
export class MarketSocket {
  readonly #line: Line
  readonly #clock: Clock
  readonly #answerTimeoutMs: number
  #token: string
  #locale: MarketSocketOptions['locale']

  /** Throws `TypeError` where no connection could ever be opened. */
  constructor(options: MarketSocketOptions = {}) {
    checkAmounts({ answerTimeoutMs: options.answerTimeoutMs })
    this.#clock = options.clock ?? systemClock
    this.#answerTimeoutMs = options.answerTimeoutMs ?? answerTimeoutDefaultMs
    this.#token = options.token ?? anonymous
    this.#locale = options.locale
    this.#line = new Line(toLineOptions(options), (call) => this.#introduce(call))
  }

  /** The state of each symbol, whole, whenever it changes. A slow reader misses states in between, never the last. */
  quotes(symbols: string | readonly string[], options: QuoteOptions = {}): QuoteStream {
    const names = typeof symbols === 'string' ? [symbols] : symbols
    return new QuoteFeed(this.#line, names, options, this.#clock, this.#answerTimeoutMs)
  }

  /** The history, oldest first, and then every change. A slow reader misses states of a bar in between, never a bar. */
  bars(symbol: string, timeframe: Timeframe, options: BarOptions = {}): BarStream {
    return new BarFeed(this.#line, symbol, timeframe, options, this.#clock, this.#answerTimeoutMs)
  }

  /** What the provider says about a symbol. */
  async resolve(
    symbol: string,
    options: { readonly signal?: AbortSignal; readonly timeoutMs?: number } = {},
  ): Promise<SymbolInfo> {
    const { signal, timeoutMs = this.#answerTimeoutMs } = options
    checkAmounts({ timeoutMs })
    const toError = () => {
      const cause = this.#line.lastError
      const message = `nothing about ${symbol} within ${timeoutMs} ms`
      return new MarketTimeoutError(message, cause === undefined ? {} : { cause })
    }
    const limits = { timeoutMs, toError, signal, clock: this.#clock }
    return await withinTime(limits, (stop) => resolveSymbol(this.#line, symbol, stop))
  }

  /** Counts from now on, and on every later connection. */
  setToken(token: string): void {
    this.#token = token
    this.#line.call?.('set_auth_token', token)
  }

  setLocale(language: string, country: string): void {
    this.#locale = { language, country }
    this.#line.call?.('set_locale', language, country)
  }

  /** Ends every stream and the connection. */
  close(): void {
    this.#line.close()
  }

  #introduce(call: CallProvider): void {
    call('set_auth_token', this.#token)
    if (this.#locale) call('set_locale', this.#locale.language, this.#locale.country)
  }
}

export function toLineOptions(options: MarketSocketOptions): LineOptions {
  const { attemptsMax, pauseMsFirst, pauseMsMax, helloTimeoutMs, silenceMs, frameCharsMax } = options
  checkAmounts({ attemptsMax, pauseMsFirst, pauseMsMax, helloTimeoutMs, silenceMs, frameCharsMax })
  const url = options.url ?? 'wss://data.tradingview.com/socket.io/websocket'
  checkAddress('url', url, ['ws:', 'wss:'])
  return {
    url,
    openSocket: options.openSocket ?? globalSocket(),
    clock: options.clock ?? systemClock,
    chance: options.chance ?? systemChance,
    backoff: { firstMs: pauseMsFirst ?? 500, mostMs: pauseMsMax ?? 30_000 },
    attemptsMax: attemptsMax ?? 8,
    helloTimeoutMs: helloTimeoutMs ?? 10_000,
    silenceMs: silenceMs ?? 90_000,
    frameCharsMax: frameCharsMax ?? 8_000_000,
  }
}

function globalSocket(): OpenSocket {
  if (typeof WebSocket !== 'undefined') return (url) => new WebSocket(url)
  throw new TypeError(
    'there is no WebSocket here: hand one in as `openSocket`, for example of the package `ws`',
  )
}
