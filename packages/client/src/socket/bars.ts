/** Bars of a symbol: the history, oldest first, then every change; one series of a chart session. */

import { type Bar, parseBars } from './bar.ts'
import type { BarOptions, BarStream, Timeframe } from './bar-stream.ts'
import type { SeriesSlot } from './chart-session.ts'
import { MarketConnectionError, MarketOverflowError } from './errors.ts'
import { KnownBars } from './known-bars.ts'
import { isObject, type MarketEvent } from './messages.ts'
import type { SendCall } from './reconnecting-connection.ts'
import { countDefault, type SeriesContext, SeriesSubscription, sortedByTime } from './series-subscription.ts'

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

export class BarSubscription extends SeriesSubscription<Bar> implements BarStream {
  #timeZone: string | undefined
  #fillRequests = 0
  #oldestTime: number | undefined
  #olderRequest: OlderRequest | undefined
  readonly #context: SeriesContext
  readonly #known = new KnownBars()

  constructor(context: SeriesContext, symbol: string, timeframe: string, options: BarOptions) {
    const { charts } = context
    super(context, symbol, timeframe, options, {
      items: 'bars',
      subject: 'bars',
      chart: () => (this.#timeZone === undefined ? charts.shared() : charts.own()),
    })
    this.#context = context
    this.#timeZone = options.timeZone
  }

  override get isLoading(): boolean {
    return super.isLoading || this.#olderRequest !== undefined
  }

  more(count: number): Promise<readonly Bar[]> {
    if (this.#olderRequest) return Promise.reject(new TypeError('more() is under way; one at a time'))
    if (!Number.isInteger(count) || count < 1)
      return Promise.reject(new TypeError('count is a whole number from 1 on'))
    if (!this.isRunning) return Promise.reject(new TypeError('the stream is not being read'))
    return new Promise((resolve, reject) => {
      this.#olderRequest = { count, bars: new Map(), rows: 0, resolve, reject }
      // Otherwise it is requested as soon as the history has arrived.
      if (this.history === undefined) this.#requestOlder(this.#olderRequest)
    })
  }

  change(symbol: string, timeframe: Timeframe): void {
    this.symbol = symbol
    this.timeframe = timeframe
    this.reset()
    const call = this.isRunning ? this.connection.call : undefined
    const { slot } = this
    if (call === undefined || slot === undefined) return
    this.startLoading(slot)
    const { session } = slot.chart
    call('resolve_symbol', session, slot.symbolId, symbol)
    const { range = '' } = this.options
    call('modify_series', session, slot.seriesId, slot.requestId, slot.symbolId, timeframe, range)
  }

  switchTimeZone(zone: string): void {
    const isOwn = this.#timeZone !== undefined
    this.#timeZone = zone
    const { slot } = this
    if (!this.isRunning || slot === undefined) return
    if (isOwn) {
      this.connection.call?.('switch_timezone', slot.chart.session, zone)
      return
    }
    // The other series of a shared session keep their time zone. Joined first, so that the connection stays open.
    this.join(this.#context.charts.own())
    slot.chart.leave(slot)
  }

  onConnected(call: SendCall): void {
    const { slot } = this
    if (slot === undefined) return
    this.startLoading(slot)
    if (this.#timeZone !== undefined) call('switch_timezone', slot.chart.session, this.#timeZone)
    this.requestSeries(call, slot, this.options.count ?? countDefault)
  }

  override end(error: unknown): void {
    super.end(error)
    this.#olderRequest?.reject(error ?? new MarketConnectionError('the stream has ended'))
    this.#olderRequest = undefined
  }

  protected isNews(bar: Bar): boolean {
    return this.#known.learn(bar)
  }

  protected onSeriesEvent({ method, params }: MarketEvent, slot: SeriesSlot): void {
    if (method === 'timescale_update' || method === 'du') this.#addRows(params[1], slot)
    if (method === 'series_completed' && params[3] === slot.requestId) this.#complete(params[4])
  }

  protected override reset(): void {
    super.reset()
    this.#known.clear()
    this.#oldestTime = undefined
    this.#olderRequest?.resolve([])
    this.#olderRequest = undefined
  }

  protected override startLoading(slot: SeriesSlot): void {
    super.startLoading(slot)
    this.#fillRequests = 0
  }

  protected override emit(bar: Bar): void {
    super.emit(bar)
    this.#oldestTime ??= bar.time
  }

  #addRows(slots: unknown, { seriesId, requestId }: SeriesSlot): void {
    const data = isObject(slots) ? slots[seriesId] : undefined
    // Responses to earlier requests have another id.
    if (!isObject(data) || data.t !== requestId) return
    const bars = parseBars(data.s, this.symbol, this.timeframe)
    const older = this.#olderRequest
    const oldest = this.#oldestTime
    if (older) older.rows += bars.length
    for (const bar of bars) {
      if (this.history) this.collect(this.history, bar)
      else if (older && oldest !== undefined && bar.time < oldest) this.collect(older.bars, bar, older.count)
      else this.emit(bar)
      if (!this.isRunning) return
    }
  }

  #complete(info: unknown): void {
    const isAtStart = this.readHistoryEnd(info)
    if (this.history) this.#completeHistory(this.history, isAtStart)
    else if (this.#olderRequest) this.#completeOlder(this.#olderRequest, isAtStart)
  }

  #completeHistory(history: ReadonlyMap<number, Bar>, isAtStart: boolean): void {
    const bars = sortedByTime(history)
    if (this.hasGapBefore(bars)) {
      if (isAtStart || this.#fillRequests >= fillRequestsMax) {
        this.end(new MarketOverflowError('bars were missed: the provider no longer has them'))
        return
      }
      this.#fillRequests++
      this.expectResponse()
      this.#requestMore(countDefault)
      return
    }
    this.emitHistory(bars)
    if (this.#olderRequest) this.#requestOlder(this.#olderRequest)
  }

  #requestOlder(older: OlderRequest): void {
    older.rows = 0
    this.expectResponse()
    this.#requestMore(older.count - older.bars.size)
  }

  #requestMore(count: number): void {
    const { slot } = this
    if (slot) this.connection.call?.('request_more_data', slot.chart.session, slot.seriesId, count)
  }

  #completeOlder(older: OlderRequest, isAtStart: boolean): void {
    // After a reconnect the provider’s history may start later than ours, with bars we already have.
    const isEnough = older.bars.size >= older.count || older.rows === 0 || isAtStart
    if (!isEnough && this.#fillRequests < fillRequestsMax) {
      this.#fillRequests++
      this.#requestOlder(older)
      return
    }
    this.clearDeadline()
    this.#fillRequests = 0
    this.#olderRequest = undefined
    const bars = sortedByTime(older.bars)
    this.#oldestTime = bars[0]?.time ?? this.#oldestTime
    older.resolve(bars)
  }
}
