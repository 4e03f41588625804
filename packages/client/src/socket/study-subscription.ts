/** A study of a symbol: the points of the history, oldest first, then every change; one study of a chart session of its own. */

import { parseBars } from './bar.ts'
import type { SeriesSlot } from './chart-session.ts'
import { MarketStudyError } from './errors.ts'
import { type BarCount, isObject, type MarketEvent } from './messages.ts'
import { toReason } from './reason.ts'
import type { SendCall } from './reconnecting-connection.ts'
import { countDefault, type SeriesContext, SeriesSubscription, sortedByTime } from './series-subscription.ts'
import { parsePoints, type Study, type StudyPoint } from './study.ts'
import type { StudyOptions, StudyStream } from './study-stream.ts'

const countMax = 5000
/** Requests of a study differ by those of its series. */
const studyRequestId = 'st1'

export class StudySubscription<Plot extends string>
  extends SeriesSubscription<StudyPoint<Plot>>
  implements StudyStream<Plot>
{
  readonly #study: Study<Plot>
  #count: BarCount
  #isRequested = false
  /** The provider computes some points before the first bar. Infinite while there is no bar. */
  #firstBarTime = Number.POSITIVE_INFINITY

  constructor(
    context: SeriesContext,
    symbol: string,
    timeframe: string,
    study: Study<Plot>,
    options: StudyOptions,
  ) {
    super(context, symbol, timeframe, options, {
      items: 'points',
      subject: study.id,
      // The provider limits the studies of a chart, so they do not share one.
      chart: () => context.charts.own(),
    })
    this.#study = study
    this.#count = options.count ?? countDefault
  }

  onConnected(call: SendCall): void {
    const { slot } = this
    if (slot === undefined) return
    this.startLoading(slot)
    this.#isRequested = false
    this.#firstBarTime = Number.POSITIVE_INFINITY
    this.requestSeries(call, slot, this.#count)
  }

  override end(error: unknown): void {
    if (this.slot) this.#removeStudy(this.slot)
    super.end(error)
  }

  /** A later point, or the last one with other values: earlier ones depend on where the history begins. */
  protected isNews(point: StudyPoint<Plot>): boolean {
    const last = this.lastEmitted
    return !last || point.time > last.time || (point.time === last.time && !hasEqualValues(point, last))
  }

  protected onSeriesEvent({ method, params }: MarketEvent, slot: SeriesSlot): void {
    const turnaround = `${slot.requestId}_${studyRequestId}`
    switch (method) {
      case 'timescale_update':
      case 'du':
        this.#addRows(params[1], slot, turnaround)
        return
      case 'series_completed':
        if (params[3] === slot.requestId) this.#completeSeries(slot, params[4])
        return
      case 'study_completed':
        if (params[2] === turnaround && this.#isRequested && this.history)
          this.#completeStudy(slot, this.history)
        return
      case 'study_error':
        if (params[2] === turnaround) this.end(new MarketStudyError(this.#study.id, toReason(params[3])))
        return
      case 'study_deleted':
        // One that this side removed is not requested.
        if (this.#isRequested) this.end(new MarketStudyError(this.#study.id, method))
        return
    }
  }

  #removeStudy({ chart, studyId }: SeriesSlot): void {
    if (this.#isRequested) this.connection.call?.('remove_study', chart.session, studyId)
  }

  /** Responses to earlier requests have another turnaround. */
  #addRows(slots: unknown, { seriesId, studyId, requestId }: SeriesSlot, turnaround: string): void {
    if (!isObject(slots)) return
    const { [seriesId]: series, [studyId]: study } = slots
    if (!this.#isRequested && isObject(series) && series.t === requestId) {
      // The bars may arrive in several parts.
      for (const { time } of parseBars(series.s, this.symbol, this.timeframe))
        this.#firstBarTime = Math.min(this.#firstBarTime, time)
    }
    if (!isObject(study) || study.t !== turnaround) return
    const firstTime = Number.isFinite(this.#firstBarTime) ? this.#firstBarTime : Number.NEGATIVE_INFINITY
    for (const point of parsePoints(study.st, this.symbol, this.timeframe, this.#study)) {
      if (point.time < firstTime) continue
      if (this.history) this.collect(this.history, point)
      else this.emit(point)
      if (!this.isRunning) return
    }
  }

  /** Public clients report that a study may be refused while its series is not complete. */
  #completeSeries({ chart, seriesId, studyId }: SeriesSlot, info: unknown): void {
    this.readHistoryEnd(info)
    if (this.#isRequested) return
    this.#isRequested = true
    this.expectResponse()
    const { id, inputs = {} } = this.#study
    this.connection.call?.('create_study', chart.session, studyId, studyRequestId, seriesId, id, inputs)
  }

  #completeStudy(slot: SeriesSlot, history: ReadonlyMap<number, StudyPoint<Plot>>): void {
    const points = sortedByTime(history)
    const canGrow = this.options.range === undefined && Number(this.#count) < countMax
    if (canGrow && this.hasGapBefore(points)) this.#loadAll(slot)
    else this.emitHistory(points)
  }

  #loadAll(slot: SeriesSlot): void {
    const { call } = this.connection
    if (call === undefined) return
    this.#removeStudy(slot)
    call('remove_series', slot.chart.session, slot.seriesId)
    this.#count = countMax
    this.onConnected(call)
  }
}

function hasEqualValues({ values: a }: StudyPoint, { values: b }: StudyPoint): boolean {
  const plots = Object.keys(a)
  return plots.length === Object.keys(b).length && plots.every((plot) => a[plot] === b[plot])
}
