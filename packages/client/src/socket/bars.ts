/** Bars of a symbol: the history, oldest first, then every change; one series of a chart session. */

import type { Clock } from '../clock.ts'
import { type Bar, parseBars } from './bar.ts'
import type { BarOptions, BarStream, HistoryEnd, Timeframe } from './bar-stream.ts'
import type { ChartSession, ChartSessions, SeriesHandler, SeriesSlot } from './chart-session.ts'
import { ConflatingQueue } from './conflating-queue.ts'
import {
  MarketCallError,
  MarketConnectionError,
  MarketOverflowError,
  MarketSeriesError,
  MarketSymbolError,
  MarketTimeoutError,
} from './errors.ts'
import { isObject, type MarketEvent } from './messages.ts'
import { toReason } from './reason.ts'
import type { ReconnectingConnection, SendCall } from './reconnecting-connection.ts'
import { StreamLifecycle } from './stream-lifecycle.ts'
import { type SymbolInfo, toSymbolInfo } from './symbol-info.ts'

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

export class BarSubscription implements BarStream, SeriesHandler {
  readonly #charts: ChartSessions
  readonly #connection: ReconnectingConnection
  readonly #options: BarOptions
  readonly #bars = new ConflatingQueue<number, Bar>()
  readonly #lifecycle: StreamLifecycle
  readonly #responseTimeoutMs: number
  #symbol: string
  #timeframe: string
  #timeZone: string | undefined
  #slot: SeriesSlot | undefined
  #info: SymbolInfo | undefined
  /** Bars of an incomplete history, by time. */
  #history: Map<number, Bar> | undefined
  #fillRequests = 0
  /** The last bar emitted, and the oldest bar. */
  #lastEmitted: Bar | undefined
  #oldestTime: number | undefined
  #olderRequest: OlderRequest | undefined
  #historyEnd: HistoryEnd | undefined

  constructor(
    charts: ChartSessions,
    symbol: string,
    timeframe: string,
    options: BarOptions,
    clock: Clock,
    responseTimeoutMs: number,
  ) {
    this.#charts = charts
    this.#connection = charts.connection
    this.#symbol = symbol
    this.#timeframe = timeframe
    this.#options = options
    this.#timeZone = options.timeZone
    this.#lifecycle = new StreamLifecycle(
      () => this.#join(this.#timeZone === undefined ? charts.shared() : charts.own()),
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

  get historyEnd(): HistoryEnd | undefined {
    return this.#historyEnd
  }

  get isLoading(): boolean {
    return this.#history !== undefined || this.#olderRequest !== undefined
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
    const slot = this.#slot
    if (call === undefined || slot === undefined) return
    this.#startLoading(slot)
    const { session } = slot.chart
    call('resolve_symbol', session, slot.symbolId, symbol)
    const { range = '' } = this.#options
    call('modify_series', session, slot.seriesId, slot.requestId, slot.symbolId, timeframe, range)
  }

  switchTimeZone(zone: string): void {
    const isOwn = this.#timeZone !== undefined
    this.#timeZone = zone
    const slot = this.#slot
    if (!this.#lifecycle.isRunning || slot === undefined) return
    if (isOwn) {
      this.#connection.call?.('switch_timezone', slot.chart.session, zone)
      return
    }
    // The other series of a shared session keep their time zone. Joined first, so that the connection stays open.
    this.#join(this.#charts.own())
    slot.chart.leave(slot)
  }

  onConnected(call: SendCall): void {
    const { count = countDefault, range } = this.#options
    const slot = this.#slot
    if (slot === undefined) return
    this.#startLoading(slot)
    const { session } = slot.chart
    if (this.#timeZone !== undefined) call('switch_timezone', session, this.#timeZone)
    call('resolve_symbol', session, slot.symbolId, this.#symbol)
    const series = [session, slot.seriesId, slot.requestId, slot.symbolId, this.#timeframe, count] as const
    if (range === undefined) call('create_series', ...series)
    else call('create_series', ...series, range)
  }

  /** Only events about this series arrive here. */
  onEvent({ method, params }: MarketEvent): void {
    const requestId = this.#slot?.requestId
    switch (method) {
      case 'symbol_resolved':
        this.#info = toSymbolInfo(params[2])
        return
      case 'symbol_error':
        this.end(new MarketSymbolError(this.#symbol, toReason(params[2])))
        return
      case 'series_error':
        if (params[2] === requestId) {
          this.end(new MarketSeriesError(`${this.#symbol} ${this.#timeframe}`, toReason(params[3])))
        }
        return
      case 'critical_error':
        this.end(new MarketCallError(toReason(params[1]), String(params[2] ?? '')))
        return
      case 'timescale_update':
      case 'du':
        this.#addRows(params[1])
        return
      case 'series_completed':
        if (params[3] === requestId) this.#complete(params[4])
        return
    }
  }

  onDisconnected(): void {
    this.#lifecycle.clearDeadline()
  }

  end(error: unknown): void {
    if (!this.#lifecycle.stop()) return
    const slot = this.#slot
    this.#slot = undefined
    slot?.chart.leave(slot)
    this.#olderRequest?.reject(error ?? new MarketConnectionError('the stream has ended'))
    this.#olderRequest = undefined
    if (error === undefined) this.#bars.finish()
    else this.#bars.fail(error)
  }

  #join(chart: ChartSession): void {
    chart.join(this, (slot) => {
      this.#slot = slot
    })
  }

  /** Forgets emitted bars; the next history is emitted from its start. */
  #reset(): void {
    this.#lastEmitted = undefined
    this.#oldestTime = undefined
    this.#historyEnd = undefined
    this.#olderRequest?.resolve([])
    this.#olderRequest = undefined
  }

  #startLoading(slot: SeriesSlot): void {
    slot.startRequest()
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
    const { seriesId = '', requestId } = this.#slot ?? {}
    const data = isObject(slots) ? slots[seriesId] : undefined
    // Responses to earlier requests have another id.
    if (!isObject(data) || data.t !== requestId) return
    const bars = parseBars(data.s, this.#symbol, this.#timeframe)
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
    const completed = isObject(info) ? info.data_completed : undefined
    const isAtStart = completed !== undefined
    if (isAtStart) this.#historyEnd = completed === 'end' ? 'start' : 'limit'
    if (this.#history) this.#completeHistory(this.#history, isAtStart)
    else if (this.#olderRequest) this.#completeOlder(this.#olderRequest, isAtStart)
  }

  #completeHistory(loading: Map<number, Bar>, isAtStart: boolean): void {
    const bars = sortedByTime(loading)
    if (!isAtStart && this.#hasGapBefore(bars) && this.#fillRequests < fillRequestsMax) {
      this.#fillRequests++
      this.#expectResponse()
      this.#requestMore(countDefault)
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
    this.#requestMore(older.count - older.bars.size)
  }

  #requestMore(count: number): void {
    const slot = this.#slot
    if (slot) this.#connection.call?.('request_more_data', slot.chart.session, slot.seriesId, count)
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
