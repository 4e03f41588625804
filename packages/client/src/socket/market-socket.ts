/** A direct client of the market provider’s WebSocket: quotes, bars, studies and symbols over a connection that reconnects. */

import { assertAmounts, assertUrl } from '../checks.ts'
import { type Clock, type RandomSource, systemClock, systemRandom } from '../clock.ts'
import { withTimeout } from '../with-timeout.ts'
import type { BarOptions, BarStream, Timeframe } from './bar-stream.ts'
import { BarSubscription } from './bars.ts'
import { ChartSessions } from './chart-session.ts'
import { MarketTimeoutError } from './errors.ts'
import { defaultOpenSocket, type OpenSocket } from './open-socket.ts'
import { connectToProvider, type ProviderOptions } from './provider-protocol.ts'
import { type QuoteOptions, type QuoteStream, QuoteSubscription } from './quotes.ts'
import type {
  ConnectionState,
  ConnectionStateListener,
  ReconnectingConnection,
  ReconnectOptions,
  SendCall,
} from './reconnecting-connection.ts'
import type { SeriesContext } from './series-subscription.ts'
import type { Study } from './study.ts'
import type { StudyOptions, StudyStream } from './study-stream.ts'
import { StudySubscription } from './study-subscription.ts'
import { resolveSymbol, type SymbolInfo } from './symbol-info.ts'

export interface MarketSocketOptions {
  /** Default: the provider’s address, with `?type=chart` at its end, as public clients do for studies. */
  readonly url?: string | undefined
  /**
   * The `Origin` of the connection, for Node.js; a browser sends that of its page. Default: none, and the provider refuses
   * the connection. Public clients send a page of the provider; set it only with the provider’s consent.
   */
  readonly origin?: string | undefined
  /** Opens a socket, without `origin`. Default: `new WebSocket(url)`. */
  readonly openSocket?: OpenSocket | undefined
  /** Token of an account with the provider; without one, prices may be delayed. */
  readonly token?: string | undefined
  readonly locale?: { readonly language: string; readonly country: string } | undefined
  /** How many connections in a row may fail within 5 s before streams end. Default: 8. */
  readonly attemptsMax?: number | undefined
  /** Delay before the second attempt, doubled for each further one. Default: 500 ms. */
  readonly reconnectDelayMs?: number | undefined
  /** Longest delay between attempts. Default: 30 s. */
  readonly reconnectDelayMsMax?: number | undefined
  /** From opening to the provider’s hello message. Default: 10 s. */
  readonly helloTimeoutMs?: number | undefined
  /** From a request to its response, while connected. Default: 15 s. */
  readonly responseTimeoutMs?: number | undefined
  /** Without a message for this long, the connection counts as lost. Default: 90 s. */
  readonly idleTimeoutMs?: number | undefined
  /** A longer frame ends the connection. Default: 8 million characters. */
  readonly frameCharsMax?: number | undefined
  readonly clock?: Clock | undefined
  readonly random?: RandomSource | undefined
}

const anonymous = 'unauthorized_user_token'
const responseTimeoutDefaultMs = 15_000

/**
 * Opens the connection with the first stream and closes it with the last, so a program that leaves its loops can exit.
 *
 * ```ts
 * const socket = new MarketSocket({ origin: 'https://www.tradingview.com' })
 * for await (const quote of socket.quotes(['NASDAQ:AAPL'])) if (quote.ok) console.log(quote.values.lp)
 * ```
 */
export class MarketSocket {
  readonly #connection: ReconnectingConnection
  readonly #series: SeriesContext
  readonly #clock: Clock
  readonly #responseTimeoutMs: number
  #token: string
  #locale: MarketSocketOptions['locale']

  /** Throws `TypeError` for options that can never work. */
  constructor(options: MarketSocketOptions = {}) {
    assertAmounts({ responseTimeoutMs: options.responseTimeoutMs })
    this.#clock = options.clock ?? systemClock
    this.#responseTimeoutMs = options.responseTimeoutMs ?? responseTimeoutDefaultMs
    this.#token = options.token ?? anonymous
    this.#locale = options.locale
    this.#connection = connectToProvider(toProviderOptions(options), (call) => this.#authenticate(call))
    this.#series = {
      charts: new ChartSessions(this.#connection),
      clock: this.#clock,
      responseTimeoutMs: this.#responseTimeoutMs,
    }
  }

  get state(): ConnectionState {
    return this.#connection.state
  }

  /** Reports every change of `state`; the returned function ends that. Streams survive a lost connection by themselves. */
  onStateChange(listener: ConnectionStateListener): () => void {
    return this.#connection.onStateChange(listener)
  }

  /** The complete state of each symbol whenever it changes. A slow reader may miss intermediate states, never the last one. */
  quotes(symbols: string | readonly string[], options: QuoteOptions = {}): QuoteStream {
    const names = typeof symbols === 'string' ? [symbols] : symbols
    return new QuoteSubscription(this.#connection, names, options, this.#clock, this.#responseTimeoutMs)
  }

  /** The history, oldest first, then every change. A slow reader may miss intermediate states of a bar, never a bar. */
  bars(symbol: string, timeframe: Timeframe, options: BarOptions = {}): BarStream {
    return new BarSubscription(this.#series, symbol, timeframe, options)
  }

  /**
   * What the provider computes from the bars: `socket.study('NASDAQ:AAPL', '1D', studies.rsi())`. A slow reader may miss
   * intermediate states of a point, never a point.
   */
  study<Plot extends string>(
    symbol: string,
    timeframe: Timeframe,
    study: Study<Plot>,
    options: StudyOptions = {},
  ): StudyStream<Plot> {
    return new StudySubscription(this.#series, symbol, timeframe, study, options)
  }

  /** Information about a symbol. */
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

  /** Applies from now on, also to later connections. */
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

export function toProviderOptions(options: MarketSocketOptions): ProviderOptions & ReconnectOptions {
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
  const url = options.url ?? 'wss://data.tradingview.com/socket.io/websocket?type=chart'
  assertUrl('url', url, ['ws:', 'wss:'])
  return {
    url,
    openSocket: options.openSocket ?? defaultOpenSocket(options.origin),
    clock: options.clock ?? systemClock,
    random: options.random ?? systemRandom,
    backoff: { initialMs: reconnectDelayMs ?? 500, maxMs: reconnectDelayMsMax ?? 30_000 },
    attemptsMax: attemptsMax ?? 8,
    helloTimeoutMs: helloTimeoutMs ?? 10_000,
    idleTimeoutMs: idleTimeoutMs ?? 90_000,
    frameCharsMax: frameCharsMax ?? 8_000_000,
  }
}
