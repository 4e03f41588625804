/** Bars of a symbol: the history, oldest first, then every change; one chart session with one series. */

import type { Clock } from '../clock.ts'
import { randomId } from '../random-id.ts'
import { type Bar, parseBars } from './bar.ts'
import { ConflatingQueue } from './conflating-queue.ts'
import {
  MarketCallError,
  MarketConnectionError,
  MarketOverflowError,
  MarketSeriesError,
  MarketSymbolError,
  MarketTimeoutError,
} from './errors.ts'
import { type BarCount, isObject, type MarketEvent } from './messages.ts'
import type { ReconnectingConnection, SendCall, SessionHandler } from './reconnecting-connection.ts'
import { StreamLifecycle } from './stream-lifecycle.ts'
import { type SymbolInfo, toSymbolInfo } from './symbol-info.ts'

/** Other timeframes require an account with the provider. */
export type Timeframe =
  | '1'
  | '3'
  | '5'
  | '15'
  | '30'
  | '45'
  | '60'
  | '120'
  | '180'
  | '240'
  | '1D'
  | '1W'
  | '1M'
  | (string & Record<never, never>)

export interface BarOptions {
  /** Number of bars of history, at most 5,000. Default: 300. */
  readonly count?: BarCount | undefined
  /** Instead of a count: `r,<from>:<to>` in seconds, or one of `1D 5d 1M 3M YTD 12M 60M ALL`. */
  readonly range?: string | undefined
  /** Whether to stream changes after the history. Default: true. */
  readonly live?: boolean | undefined
  /** An IANA time zone, or `exchange`. */
  readonly timeZone?: string | undefined
  /** Maximum of unread bars; more end the stream. Default: 20,000. */
  readonly bufferMax?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * A bar with the same time replaces the earlier one. After a reconnect the stream resumes with what changed, without duplicates.
 * Ends when the loop is left, by `return()`, or when the signal aborts.
 */
export interface BarStream extends AsyncIterableIterator<Bar, undefined, undefined> {
  /** Information about the symbol, once it has arrived. */
  readonly info: SymbolInfo | undefined
  /** Fetches older bars, oldest first; fewer than requested, or none, at the start of the history. One call at a time. */
  more(count: number): Promise<readonly Bar[]>
  /** Switches to another symbol or timeframe with the same range; unread bars of the old one are dropped. */
  change(symbol: string, timeframe: Timeframe): void
  switchTimeZone(zone: string): void
  return(): Promise<IteratorReturnResult<undefined>>
}

const seriesId = 'sds_1'
const countDefault = 300
const bufferDefault = 20_000
/** Enough to fill any gap for which the provider has bars. */
const fillRequestsMax = 20

interface OlderRequest {
  readonly count: number
  readonly bars: Map<number, Bar>
  /** Rows of the current response so far, new or not. */
  rows: number
  resolve(bars: readonly Bar[]): void
  reject(error: unknown): void
}

export class BarSubscription implements BarStream, SessionHandler {
  readonly session = `cs_${randomId(12)}`
  readonly #connection: ReconnectingConnection
  readonly #options: BarOptions
  readonly #bars = new ConflatingQueue<number, Bar>()
  readonly #lifecycle: StreamLifecycle
  readonly #responseTimeoutMs: number
  #symbol: string
  #timeframe: string
  #timeZone: string | undefined
  /** Incremented with every request, so that late responses to an earlier one are recognised. */
  #requestNumber = 0
  #info: SymbolInfo | undefined
  /** Bars of an incomplete history, by time. */
  #history: Map<number, Bar> | undefined
  #fillRequests = 0
  /** The last bar emitted, and the oldest bar. */
  #lastEmitted: Bar | undefined
  #oldestTime: number | undefined
  #olderRequest: OlderRequest | undefined

  constructor(
    line: ReconnectingConnection,
    symbol: string,
    timeframe: string,
    options: BarOptions,
    clock: Clock,
    responseTimeoutMs: number,
  ) {
    this.#connection = line
    this.#symbol = symbol
    this.#timeframe = timeframe
    this.#options = options
    this.#timeZone = options.timeZone
    this.#lifecycle = new StreamLifecycle(
      this,
      line,
      { clock, timeoutMs: responseTimeoutMs, signal: options.signal },
      (reason) => {
        this.#bars.clear()
        this.end(reason)
      },
    )
    this.#responseTimeoutMs = responseTimeoutMs
  }

  get info(): SymbolInfo | undefined {
    return this.#info
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  next(): Promise<IteratorResult<Bar, undefined>> {
    this.#lifecycle.start()
    return this.#bars.next()
  }

  async return(): Promise<IteratorReturnResult<undefined>> {
    this.#bars.clear()
    this.end(undefined)
    return { value: undefined, done: true }
  }

  more(count: number): Promise<readonly Bar[]> {
    if (this.#olderRequest) return Promise.reject(new TypeError('more() is under way; one at a time'))
    if (!Number.isInteger(count) || count < 1)
      return Promise.reject(new TypeError('count is a whole number from 1 on'))
    if (!this.#lifecycle.isRunning) return Promise.reject(new TypeError('the stream is not being read'))
    return new Promise((resolve, reject) => {
      this.#olderRequest = { count, bars: new Map(), rows: 0, resolve, reject }
      // Otherwise it is requested as soon as the history has arrived.
      if (this.#history === undefined) this.#requestOlder(this.#olderRequest)
    })
  }

  change(symbol: string, timeframe: Timeframe): void {
    this.#symbol = symbol
    this.#timeframe = timeframe
    this.#info = undefined
    this.#reset()
    this.#bars.clear()
    const call = this.#lifecycle.isRunning ? this.#connection.call : undefined
    if (call === undefined) return
    this.#startLoading()
    call('resolve_symbol', this.session, this.#symbolId(), symbol)
    const { range = '' } = this.#options
    const ids = [this.session, seriesId, this.#requestId(), this.#symbolId()] as const
    call('modify_series', ...ids, timeframe, range)
  }

  switchTimeZone(zone: string): void {
    this.#timeZone = zone
    if (this.#lifecycle.isRunning) this.#connection.call?.('switch_timezone', this.session, zone)
  }

  onConnected(call: SendCall): void {
    const { count = countDefault, range } = this.#options
    this.#startLoading()
    call('chart_create_session', this.session, '')
    if (this.#timeZone !== undefined) call('switch_timezone', this.session, this.#timeZone)
    call('resolve_symbol', this.session, this.#symbolId(), this.#symbol)
    const series = [
      this.session,
      seriesId,
      this.#requestId(),
      this.#symbolId(),
      this.#timeframe,
      count,
    ] as const
    if (range === undefined) call('create_series', ...series)
    else call('create_series', ...series, range)
  }

  onEvent({ method, params }: MarketEvent): void {
    switch (method) {
      case 'symbol_resolved':
        if (params[1] === this.#symbolId()) this.#info = toSymbolInfo(params[2])
        return
      case 'symbol_error':
        if (params[1] === this.#symbolId()) this.end(new MarketSymbolError(this.#symbol, String(params[2])))
        return
      case 'series_error':
        if (params[1] === seriesId && params[2] === this.#requestId()) {
          this.end(new MarketSeriesError(`${this.#symbol} ${this.#timeframe}`, String(params[3])))
        }
        return
      case 'critical_error':
        this.end(new MarketCallError(String(params[1]), String(params[2] ?? '')))
        return
      case 'timescale_update':
      case 'du':
        this.#addRows(params[1])
        return
      case 'series_completed':
        if (params[1] === seriesId && params[3] === this.#requestId()) this.#complete(params[4])
        return
    }
  }

  onDisconnected(): void {
    this.#lifecycle.clearDeadline()
  }

  end(error: unknown): void {
    const call = this.#lifecycle.isRunning ? this.#connection.call : undefined
    if (!this.#lifecycle.stop()) return
    call?.('remove_series', this.session, seriesId)
    call?.('chart_delete_session', this.session)
    this.#connection.leave(this)
    this.#olderRequest?.reject(error ?? new MarketConnectionError('the stream has ended'))
    this.#olderRequest = undefined
    if (error === undefined) this.#bars.finish()
    else this.#bars.fail(error)
  }

  /** Forgets emitted bars; the next history is emitted from its start. */
  #reset(): void {
    this.#lastEmitted = undefined
    this.#oldestTime = undefined
    this.#olderRequest?.resolve([])
    this.#olderRequest = undefined
  }

  #startLoading(): void {
    this.#requestNumber++
    this.#history = new Map()
    this.#fillRequests = 0
    this.#expectResponse()
  }

  /** Only responses to the last request count. */
  #expectResponse(): void {
    this.#lifecycle.clearDeadline()
    this.#lifecycle.expectResponse(() => {
      this.end(new MarketTimeoutError(`no bars of ${this.#symbol} within ${this.#responseTimeoutMs} ms`))
    })
  }

  #addRows(slots: unknown): void {
    const slot = isObject(slots) ? slots[seriesId] : undefined
    // The series name identifies responses to earlier requests.
    if (!isObject(slot) || slot.t !== this.#requestId()) return
    const bars = parseBars(slot.s, this.#symbol, this.#timeframe)
    const oldest = this.#oldestTime
    if (this.#olderRequest) this.#olderRequest.rows += bars.length
    for (const bar of bars) {
      if (this.#history) this.#history.set(bar.time, bar)
      else if (this.#olderRequest && oldest !== undefined && bar.time < oldest)
        this.#olderRequest.bars.set(bar.time, bar)
      else this.#emit(bar)
    }
  }

  #complete(info: unknown): void {
    const isAtStart = isObject(info) && info.data_completed !== undefined
    if (this.#history) this.#completeHistory(this.#history, isAtStart)
    else if (this.#olderRequest) this.#completeOlder(this.#olderRequest, isAtStart)
  }

  #completeHistory(loading: Map<number, Bar>, isAtStart: boolean): void {
    const bars = sortedByTime(loading)
    if (!isAtStart && this.#hasGapBefore(bars) && this.#fillRequests < fillRequestsMax) {
      this.#fillRequests++
      this.#expectResponse()
      this.#connection.call?.('request_more_data', this.session, seriesId, countDefault)
      return
    }
    this.#history = undefined
    this.#lifecycle.clearDeadline()
    for (const bar of bars) this.#emit(bar)
    if (this.#options.live === false) this.end(undefined)
    else if (this.#olderRequest) this.#requestOlder(this.#olderRequest)
  }

  /** More bars started during the disconnection than the history covers. */
  #hasGapBefore([first]: readonly Bar[]): boolean {
    return this.#lastEmitted !== undefined && first !== undefined && first.time > this.#lastEmitted.time
  }

  #requestOlder(older: OlderRequest): void {
    older.rows = 0
    this.#expectResponse()
    this.#connection.call?.('request_more_data', this.session, seriesId, older.count - older.bars.size)
  }

  #completeOlder(older: OlderRequest, isAtStart: boolean): void {
    // After a reconnect the provider’s history may start later than ours, with bars we already have.
    const isEnough = older.bars.size >= older.count || older.rows === 0 || isAtStart
    if (!isEnough && this.#fillRequests < fillRequestsMax) {
      this.#fillRequests++
      this.#requestOlder(older)
      return
    }
    this.#lifecycle.clearDeadline()
    this.#fillRequests = 0
    this.#olderRequest = undefined
    const bars = sortedByTime(older.bars)
    this.#oldestTime = bars[0]?.time ?? this.#oldestTime
    older.resolve(bars)
  }

  /** Only new data: a later bar, or the last one with different values. */
  #emit(bar: Bar): void {
    const last = this.#lastEmitted
    if (last && (bar.time < last.time || isEqualBar(bar, last))) return
    this.#lastEmitted = bar
    this.#oldestTime ??= bar.time
    this.#bars.put(bar.time, bar)
    const { bufferMax = bufferDefault } = this.#options
    if (this.#bars.size > bufferMax)
      this.end(new MarketOverflowError(`more than ${bufferMax} bars wait to be read`))
  }

  #symbolId(): string {
    return `sds_sym_${this.#requestNumber}`
  }

  #requestId(): string {
    return `s${this.#requestNumber}`
  }
}

function sortedByTime(bars: ReadonlyMap<number, Bar>): Bar[] {
  return [...bars.values()].sort((a, b) => a.time - b.time)
}

function isEqualBar(a: Bar, b: Bar): boolean {
  return (
    a.time === b.time &&
    a.open === b.open &&
    a.high === b.high &&
    a.low === b.low &&
    a.close === b.close &&
    a.volume === b.volume
  )
}
