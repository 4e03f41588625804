/** A chart session: resolved symbols, series of bars with their studies, and their updates. */

import type { Listing } from '../listings/listing.ts'
import { updateMode } from '../listings/venue.ts'
import type { Market } from '../market.ts'
import { parseResolution, type Resolution } from '../prices/resolution.ts'
import { type BarRange, parseCount, parseSpan } from './bar-range.ts'
import { type Call, CallError, objectParam, type SendEvent, textParam } from './call.ts'
import { Series, type SeriesPage, type SeriesRow } from './series.ts'
import { SeriesStudies } from './series-studies.ts'
import { symbolInfo } from './symbol-info.ts'
import { findListing, parseSpec, type SymbolSpec } from './symbol-spec.ts'

interface Slot {
  turnaround: string
  range: BarRange
  state: 'loading' | 'complete' | 'failed'
  series: Series | undefined
  /** The session of the replay that the series belongs to. */
  replay: string | undefined
  readonly studies: SeriesStudies
}

interface ResolvedSymbol {
  readonly listing: Listing | undefined
  readonly spec: SymbolSpec | undefined
}

interface SeriesRequest {
  readonly turnaround: string
  readonly symbol: ResolvedSymbol
  readonly resolution: Resolution | 'custom'
  /** Undefined where the call does not change it. */
  readonly range: BarRange | undefined
  readonly spanText: string | undefined
}

const symbolsMax = 100
const seriesMax = 20
const studiesMax = 20
const node = 'sandbox-charts-1'

export class ChartSession {
  readonly #id: string
  readonly #market: Market
  readonly #send: SendEvent
  /** Runs after all calls that arrived together. */
  readonly #defer: (run: () => void) => void
  readonly #symbols = new Map<string, ResolvedSymbol>()
  readonly #slots = new Map<string, Slot>()
  readonly #allowsStudies: boolean
  readonly #replayNow: (replay: string) => number | undefined

  constructor(
    id: string,
    market: Market,
    send: SendEvent,
    defer: (run: () => void) => void,
    allowsStudies: boolean,
    replayNow: (replay: string) => number | undefined,
  ) {
    this.#id = id
    this.#market = market
    this.#send = send
    this.#defer = defer
    this.#allowsStudies = allowsStudies
    this.#replayNow = replayNow
  }

  resolveSymbol(call: Call): void {
    const symbolId = textParam(call, 1)
    const spec = parseSpec(textParam(call, 2))
    if (!this.#symbols.has(symbolId) && this.#symbols.size >= symbolsMax) {
      throw new CallError('too many symbols', call)
    }
    const listing = spec && findListing(this.#market.listings, spec.symbol)
    this.#symbols.set(symbolId, { listing, spec })
    this.#defer(() => {
      if (listing === undefined) this.#emit('symbol_error', symbolId, 'invalid symbol', spec?.symbol ?? '')
      else this.#emit('symbol_resolved', symbolId, symbolInfo(listing, spec?.isExtended))
    })
  }

  createSeries(call: Call): void {
    const slotId = textParam(call, 1)
    if (this.#slots.size >= seriesMax) throw new CallError('too many series', call)
    const request = this.#parseSeries(call, call.params[5], call.params[6])
    const { turnaround, range } = request
    if (range === undefined || this.#isTaken(slotId)) throw new CallError('invalid parameters', call)
    const studies = new SeriesStudies((...event) => this.#emit(...event), this.#allowsStudies)
    const slot: Slot = { turnaround, range, state: 'loading', series: undefined, replay: undefined, studies }
    this.#slots.set(slotId, slot)
    this.#emit('series_loading', slotId, turnaround)
    this.#defer(() => this.#load(slotId, slot, request))
  }

  /**
   * Clears the chart at once. The sixth parameter is the range, or, for clients that send seven as for a new series, the count
   * before the range. Where both are empty, the last range or count is repeated.
   */
  modifySeries(call: Call): void {
    const slotId = textParam(call, 1)
    const slot = this.#slot(call, slotId)
    const [first, second, ...more] = call.params.slice(5)
    if (more.length > 0) throw new CallError('invalid parameters', call)
    const hasCount = second !== undefined || typeof first !== 'string'
    const request = this.#parseSeries(call, hasCount ? first : undefined, hasCount ? second : first)
    slot.turnaround = request.turnaround
    slot.range = request.range ?? slot.range
    slot.state = 'loading'
    slot.series = undefined
    this.#emit('series_loading', slotId, slot.turnaround)
    this.#clear(slotId, slot)
    slot.studies.reset(slot.turnaround)
    this.#defer(() => this.#load(slotId, slot, request))
  }

  requestMoreData(call: Call): void {
    const slotId = textParam(call, 1)
    const slot = this.#slot(call, slotId)
    const count = Number(call.params[2])
    const { series, turnaround } = slot
    if (slot.state !== 'complete' || series === undefined || !Number.isInteger(count) || count < 1) {
      throw new CallError('invalid parameters', call)
    }
    slot.state = 'loading'
    this.#emit('series_loading', slotId, turnaround)
    slot.studies.reset(turnaround)
    this.#defer(() => {
      if (this.#isCurrent(slotId, slot, turnaround))
        this.#deliver(slotId, slot, series, series.loadMore(count))
    })
  }

  removeSeries(call: Call): void {
    const slotId = textParam(call, 1)
    const slot = this.#slot(call, slotId)
    this.#slots.delete(slotId)
    this.#clear(slotId, slot)
    this.#emit('series_deleted', slotId, slot.turnaround)
  }

  createStudy(call: Call): void {
    const studyId = textParam(call, 1)
    const turnaround = textParam(call, 2)
    const slot = this.#slot(call, textParam(call, 3))
    const id = textParam(call, 4)
    const inputs = objectParam(call, 5)
    if (this.#isTaken(studyId)) throw new CallError('invalid parameters', call)
    const count = [...this.#slots.values()].reduce((sum, { studies }) => sum + studies.size, 0)
    if (count >= studiesMax) {
      slot.studies.refuse(studyId, `${slot.turnaround}_${turnaround}`)
      return
    }
    slot.studies.set(studyId, { turnaround, id, inputs })
    this.#startStudy(studyId, slot)
  }

  modifyStudy(call: Call): void {
    const studyId = textParam(call, 1)
    const turnaround = textParam(call, 2)
    const inputs = objectParam(call, 3)
    const slot = this.#slotOfStudy(call, studyId)
    slot.studies.set(studyId, { turnaround, id: slot.studies.get(studyId)?.id ?? '', inputs })
    this.#startStudy(studyId, slot)
  }

  removeStudy(call: Call): void {
    const studyId = textParam(call, 1)
    this.#slotOfStudy(call, studyId).studies.delete(studyId)
    this.#emit('study_deleted', studyId)
  }

  /** Clients drop their bars, so they are sent again. */
  switchTimezone(call: Call): void {
    if (!isTimeZone(textParam(call, 1))) throw new CallError('invalid timezone', call)
    this.#defer(() => {
      for (const [slotId, slot] of this.#slots) {
        if (slot.series === undefined || slot.state !== 'complete') continue
        this.#deliver(slotId, slot, slot.series, slot.series.load(slot.range, this.#nowOf(slot)))
      }
    })
  }

  /** Sends bars that have changed or begun. */
  tick(): void {
    for (const [slotId, slot] of this.#slots) {
      if (slot.state !== 'complete' || slot.series === undefined || slot.range.kind !== 'last') continue
      const rows = slot.series.update(this.#nowOf(slot))
      if (rows.length === 0) continue
      const studies = slot.studies.update(rows, slot.turnaround)
      this.#emit('du', { [slotId]: seriesData(rows, slot, slot.series), ...studies })
    }
  }

  #slot(call: Call, slotId: string): Slot {
    const slot = this.#slots.get(slotId)
    if (slot === undefined) throw new CallError('no_point_or_series', call)
    return slot
  }

  #slotOfStudy(call: Call, studyId: string): Slot {
    for (const slot of this.#slots.values()) if (slot.studies.get(studyId)) return slot
    throw new CallError('no_point_or_series', call)
  }

  /** Series and studies of a session share their ids. */
  #isTaken(id: string): boolean {
    if (this.#slots.has(id)) return true
    return [...this.#slots.values()].some(({ studies }) => studies.get(id) !== undefined)
  }

  /** A series that is loading delivers its studies afterwards. */
  #startStudy(studyId: string, slot: Slot): void {
    slot.studies.announce(studyId, slot.turnaround)
    if (slot.state === 'loading') return
    const request = slot.studies.get(studyId)
    this.#defer(() => {
      if (slot.state === 'loading' || slot.studies.get(studyId) !== request) return
      slot.studies.deliver(studyId, slot.series, slot.turnaround)
    })
  }

  #isCurrent(slotId: string, slot: Slot, turnaround: string): boolean {
    return this.#slots.get(slotId) === slot && slot.turnaround === turnaround
  }

  #parseSeries(call: Call, count: unknown, span: unknown): SeriesRequest {
    const turnaround = textParam(call, 2)
    const symbol = this.#symbols.get(textParam(call, 3))
    const resolution = parseResolution(textParam(call, 4))
    const countRange = isBlank(count) ? undefined : parseCount(count)
    const spanRange = isBlank(span) ? undefined : parseSpan(span, this.#now())
    const isInvalid = (!isBlank(count) && !countRange) || (!isBlank(span) && !spanRange)
    if (symbol === undefined || resolution === undefined || isInvalid) {
      throw new CallError('invalid parameters', call)
    }
    return {
      turnaround,
      symbol,
      resolution,
      range: spanRange ?? countRange,
      spanText: spanRange && String(span),
    }
  }

  /** A symbol that was not resolved has been answered already. */
  #load(slotId: string, slot: Slot, { turnaround, symbol, resolution, spanText }: SeriesRequest): void {
    const { listing, spec } = symbol
    if (!this.#isCurrent(slotId, slot, turnaround)) return
    if (listing === undefined || spec === undefined) {
      this.#fail(slot)
      return
    }
    if (resolution === 'custom' || spec.chartType !== '') {
      const type = spec.chartType.replace(/!$/, '')
      const reason = resolution === 'custom' ? 'custom_resolution' : `study_not_auth:${type}`
      this.#emit('series_error', slotId, turnaround, reason, node, Math.floor(this.#now() / 1000))
      this.#fail(slot)
      return
    }
    const series = new Series(listing, resolution, spec)
    slot.series = series
    slot.replay = spec.replay
    this.#deliver(slotId, slot, series, series.load(slot.range, this.#nowOf(slot)), spanText)
  }

  /** Without bars there is no `timescale_update`. */
  #deliver(slotId: string, slot: Slot, series: Series, page: SeriesPage, spanText?: string): void {
    const { rows, completed } = page
    const [first] = rows
    if (first !== undefined) {
      const times = rows.map(({ v }) => v[0] ?? 0)
      this.#emit('timescale_update', { [slotId]: seriesData(rows, slot, series) }, timescale(times, first.i))
    }
    if (spanText !== undefined) this.#emit('series_timeframe', slotId, slot.turnaround, 0, 0, spanText)
    slot.state = 'complete'
    this.#emit('series_completed', slotId, updateMode(series.listing.venue), slot.turnaround, {
      rt_update_period: 0,
      ...(completed === undefined ? {} : { data_completed: completed }),
    })
    slot.studies.deliverAll(series, slot.turnaround)
  }

  #fail(slot: Slot): void {
    slot.state = 'failed'
    slot.studies.deliverAll(undefined, slot.turnaround)
  }

  #clear(slotId: string, { turnaround }: Slot): void {
    const empty = { s: [], ns: { d: '', indexes: [] }, t: turnaround }
    this.#emit('timescale_update', { [slotId]: empty }, timescale([], 0))
  }

  #emit(method: string, ...params: readonly unknown[]): void {
    this.#send(method, [this.#id, ...params])
  }

  /** The charts of a replay see the past. */
  #nowOf({ replay }: Slot): number {
    return (replay === undefined ? undefined : this.#replayNow(replay)) ?? this.#now()
  }

  #now(): number {
    return this.#market.world.now()
  }
}

function seriesData(
  rows: readonly SeriesRow[],
  { turnaround }: Slot,
  series: Series,
): Record<string, unknown> {
  return {
    node,
    s: rows,
    ns: { d: '', indexes: [] },
    t: turnaround,
    lbs: { bar_close_time: series.closeSeconds() },
  }
}

function timescale(changes: readonly number[], index: number): Record<string, unknown> {
  return { index, zoffset: 0, changes, marks: [], index_diff: [] }
}

function isBlank(param: unknown): boolean {
  return param === undefined || param === null || param === ''
}

function isTimeZone(name: string): boolean {
  if (name === 'exchange') return true
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
