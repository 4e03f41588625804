/** A study of a symbol: the points of the history, oldest first, then every change; one study of a chart session of its own. */

import type { Clock } from '../clock.ts'
import { parseBars } from './bar.ts'
import type { HistoryEnd } from './bar-stream.ts'
import type { ChartSessions, SeriesHandler, SeriesSlot } from './chart-session.ts'
import { ConflatingQueue } from './conflating-queue.ts'
import {
  MarketCallError,
  MarketOverflowError,
  MarketSeriesError,
  MarketStudyError,
  MarketSymbolError,
  MarketTimeoutError,
} from './errors.ts'
import { type BarCount, isObject, type MarketEvent } from './messages.ts'
import { toReason } from './reason.ts'
import type { ReconnectingConnection, SendCall } from './reconnecting-connection.ts'
import { StreamLifecycle } from './stream-lifecycle.ts'
import { parsePoints, type Study, type StudyPoint } from './study.ts'
import type { StudyOptions, StudyStream } from './study-stream.ts'
import { type SymbolInfo, toSymbolInfo } from './symbol-info.ts'

const countDefault = 300
const countMax = 5000
const bufferDefault = 20_000
/** Requests of a study differ by those of its series. */
const studyRequestId = 'st1'

export class StudySubscription<Plot extends string> implements StudyStream<Plot>, SeriesHandler {
  readonly #connection: ReconnectingConnection
  readonly #symbol: string
  readonly #timeframe: string
  readonly #study: Study<Plot>
  readonly #options: StudyOptions
  readonly #points = new ConflatingQueue<number, StudyPoint<Plot>>()
  readonly #lifecycle: StreamLifecycle
  readonly #responseTimeoutMs: number
  readonly #bufferMax: number
  #count: BarCount
  #slot: SeriesSlot | undefined
  #info: SymbolInfo | undefined
  #historyEnd: HistoryEnd | undefined
  #state: 'series loading' | 'study loading' | 'live' = 'series loading'
  /** The provider computes some points before the first bar. Infinite while there is no bar. */
  #firstBarTime = Number.POSITIVE_INFINITY
  /** Points of an incomplete history, by time. */
  readonly #history = new Map<number, StudyPoint<Plot>>()
  #lastEmitted: StudyPoint<Plot> | undefined

  constructor(
    charts: ChartSessions,
    symbol: string,
    timeframe: string,
    study: Study<Plot>,
    options: StudyOptions,
    clock: Clock,
    responseTimeoutMs: number,
  ) {
    this.#connection = charts.connection
    this.#symbol = symbol
    this.#timeframe = timeframe
    this.#study = study
    this.#options = options
    this.#count = options.count ?? countDefault
    this.#bufferMax = options.bufferMax ?? bufferDefault
    this.#responseTimeoutMs = responseTimeoutMs
    this.#lifecycle = new StreamLifecycle(
      // The provider limits the studies of a chart, so they do not share one.
      () =>
        charts.own().join(this, (slot) => {
          this.#slot = slot
        }),
      { clock, timeoutMs: responseTimeoutMs, signal: options.signal },
      (reason) => {
        this.#points.clear()
        this.end(reason)
      },
    )
  }

  get info(): SymbolInfo | undefined {
    return this.#info
  }

  get historyEnd(): HistoryEnd | undefined {
    return this.#historyEnd
  }

  get isLoading(): boolean {
    return this.#state !== 'live'
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  next(): Promise<IteratorResult<StudyPoint<Plot>, undefined>> {
    this.#lifecycle.start()
    return this.#points.next()
  }

  async return(): Promise<IteratorReturnResult<undefined>> {
    this.#points.clear()
    this.end(undefined)
    return { value: undefined, done: true }
  }

  onConnected(call: SendCall): void {
    const slot = this.#slot
    if (slot === undefined) return
    slot.startRequest()
    this.#state = 'series loading'
    this.#firstBarTime = Number.POSITIVE_INFINITY
    this.#history.clear()
    this.#expectResponse()
    const { session } = slot.chart
    const { range } = this.#options
    call('resolve_symbol', session, slot.symbolId, this.#symbol)
    const series = [
      session,
      slot.seriesId,
      slot.requestId,
      slot.symbolId,
      this.#timeframe,
      this.#count,
    ] as const
    if (range === undefined) call('create_series', ...series)
    else call('create_series', ...series, range)
  }

  /** Only events about this series and its study arrive here. */
  onEvent({ method, params }: MarketEvent): void {
    const slot = this.#slot
    if (slot === undefined) return
    const turnaround = `${slot.requestId}_${studyRequestId}`
    switch (method) {
      case 'symbol_resolved':
        this.#info = toSymbolInfo(params[2])
        return
      case 'symbol_error':
        this.end(new MarketSymbolError(this.#symbol, toReason(params[2])))
        return
      case 'series_error':
        if (params[2] === slot.requestId)
          this.end(new MarketSeriesError(`${this.#symbol} ${this.#timeframe}`, toReason(params[3])))
        return
      case 'critical_error':
        this.end(new MarketCallError(toReason(params[1]), String(params[2] ?? '')))
        return
      case 'timescale_update':
      case 'du':
        this.#addRows(params[1], slot, turnaround)
        return
      case 'series_completed':
        if (params[3] === slot.requestId) this.#completeSeries(slot, params[4])
        return
      case 'study_completed':
        if (params[2] === turnaround && this.#state === 'study loading') this.#completeStudy(slot)
        return
      case 'study_error':
        if (params[2] === turnaround) this.end(new MarketStudyError(this.#study.id, toReason(params[3])))
        return
      case 'study_deleted':
        // One that this side removed is not loading or live.
        if (this.#state !== 'series loading') this.end(new MarketStudyError(this.#study.id, method))
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
    if (slot) {
      this.#removeStudy(slot)
      slot.chart.leave(slot)
    }
    if (error === undefined) this.#points.finish()
    else this.#points.fail(error)
  }

  #removeStudy({ chart, studyId }: SeriesSlot): void {
    if (this.#state !== 'series loading') this.#connection.call?.('remove_study', chart.session, studyId)
  }

  #expectResponse(): void {
    this.#lifecycle.clearDeadline()
    this.#lifecycle.expectResponse(() => {
      const what = `${this.#study.id} of ${this.#symbol}`
      this.end(new MarketTimeoutError(`no ${what} within ${this.#responseTimeoutMs} ms`))
    })
  }

  /** Responses to earlier requests have another turnaround. */
  #addRows(slots: unknown, { seriesId, studyId, requestId }: SeriesSlot, turnaround: string): void {
    if (!isObject(slots)) return
    const { [seriesId]: series, [studyId]: study } = slots
    if (this.#state === 'series loading' && isObject(series) && series.t === requestId) {
      // The bars may arrive in several parts.
      for (const { time } of parseBars(series.s, this.#symbol, this.#timeframe))
        this.#firstBarTime = Math.min(this.#firstBarTime, time)
    }
    if (!isObject(study) || study.t !== turnaround) return
    const firstTime = Number.isFinite(this.#firstBarTime) ? this.#firstBarTime : Number.NEGATIVE_INFINITY
    for (const point of parsePoints(study.st, this.#symbol, this.#timeframe, this.#study)) {
      if (point.time < firstTime) continue
      if (this.#state === 'live') this.#emit(point)
      else this.#addToHistory(point)
      if (!this.#lifecycle.isRunning) return
    }
  }

  #addToHistory(point: StudyPoint<Plot>): void {
    this.#history.set(point.time, point)
    // After a reconnect most points of the history are known, so it may be longer than a small buffer.
    const historyMax = Math.max(this.#bufferMax, bufferDefault)
    if (this.#history.size <= historyMax) return
    this.#history.clear()
    this.end(new MarketOverflowError(`the history has more than ${historyMax} points`))
  }

  /** Public clients report that a study may be refused while its series is not complete. */
  #completeSeries({ chart, seriesId, studyId }: SeriesSlot, info: unknown): void {
    const completed = isObject(info) ? info.data_completed : undefined
    if (completed !== undefined) this.#historyEnd = completed === 'end' ? 'start' : 'limit'
    if (this.#state !== 'series loading') return
    this.#state = 'study loading'
    this.#expectResponse()
    const { id, inputs = {} } = this.#study
    this.#connection.call?.('create_study', chart.session, studyId, studyRequestId, seriesId, id, inputs)
  }

  #completeStudy(slot: SeriesSlot): void {
    const points = [...this.#history.values()].sort((a, b) => a.time - b.time)
    if (this.#hasGapBefore(points)) {
      this.#loadAll(slot)
      return
    }
    this.#state = 'live'
    this.#history.clear()
    this.#lifecycle.clearDeadline()
    for (const point of points) this.#emit(point)
    if (this.#options.live === false) this.end(undefined)
  }

  /** More bars started during the disconnection than the history covers, and it can be longer. */
  #hasGapBefore([first]: readonly StudyPoint[]): boolean {
    const canGrow = this.#options.range === undefined && Number(this.#count) < countMax
    const last = this.#lastEmitted
    return canGrow && last !== undefined && first !== undefined && first.time > last.time
  }

  #loadAll(slot: SeriesSlot): void {
    const { call } = this.#connection
    if (call === undefined) return
    this.#removeStudy(slot)
    call('remove_series', slot.chart.session, slot.seriesId)
    this.#count = countMax
    this.onConnected(call)
  }

  /** Only new data: a later point, or the last one with different values. */
  #emit(point: StudyPoint<Plot>): void {
    const last = this.#lastEmitted
    if (last && (point.time < last.time || isEqualPoint(point, last))) return
    this.#lastEmitted = point
    this.#points.put(point.time, point)
    if (this.#points.size > this.#bufferMax)
      this.end(new MarketOverflowError(`more than ${this.#bufferMax} points wait to be read`))
  }
}

function isEqualPoint(a: StudyPoint, b: StudyPoint): boolean {
  const plots = Object.keys(a.values)
  return (
    a.time === b.time &&
    plots.length === Object.keys(b.values).length &&
    plots.every((plot) => a.values[plot] === b.values[plot])
  )
}
