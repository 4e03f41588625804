/** One chart session of a socket: symbols that were resolved, series of bars, and their updates. */

import type { Listing } from '../listings/listing.ts'
import { updateMode } from '../listings/venue.ts'
import type { Market } from '../market.ts'
import { parseResolution, type Resolution } from '../prices/resolution.ts'
import { type Call, CallError, textAt } from './call.ts'
import type { SendEvent } from './quote-session.ts'
import { type Loaded, Series, type SeriesRow, type Wanted } from './series.ts'
import { symbolInfo } from './symbol-info.ts'
import { findListing, parseSpec } from './symbol-spec.ts'
import { parseCount, parseRange } from './wanted-bars.ts'

interface Slot {
  turnaround: string
  wanted: Wanted
  /** Whether `series_completed` was sent and nothing is under way. */
  isComplete: boolean
  series: Series | undefined
}

interface SymbolSlot {
  readonly listing: Listing | undefined
  readonly chartType: string
}

const symbolsMax = 100
const seriesMax = 20
const futureBars = 9

export class ChartSession {
  readonly #id: string
  readonly #market: Market
  readonly #send: SendEvent
  /** Runs something once all calls that came together have been looked at. */
  readonly #later: (run: () => void) => void
  readonly #symbols = new Map<string, SymbolSlot>()
  readonly #slots = new Map<string, Slot>()
  readonly #studies = new Set<string>()

  constructor(id: string, market: Market, send: SendEvent, later: (run: () => void) => void) {
    this.#id = id
    this.#market = market
    this.#send = send
    this.#later = later
  }

  resolveSymbol(call: Call): void {
    const symbolId = textAt(call, 1)
    const spec = parseSpec(textAt(call, 2))
    if (!this.#symbols.has(symbolId) && this.#symbols.size >= symbolsMax)
      throw new CallError('too many symbols', call)
    const listing = spec === undefined ? undefined : findListing(this.#market.listings, spec.symbol)
    this.#symbols.set(symbolId, { listing, chartType: spec?.chartType ?? '' })
    this.#later(() => {
      if (listing === undefined) this.#emit('symbol_error', symbolId, 'invalid symbol', spec?.symbol ?? '')
      else this.#emit('symbol_resolved', symbolId, symbolInfo(listing))
    })
  }

  createSeries(call: Call): void {
    const slotId = textAt(call, 1)
    if (this.#slots.has(slotId)) throw new CallError('invalid parameters', call)
    if (this.#slots.size >= seriesMax) throw new CallError('too many series', call)
    const request = this.#readSeries(call)
    if (request.wanted === undefined) throw new CallError('invalid parameters', call)
    const slot: Slot = {
      turnaround: request.turnaround,
      wanted: request.wanted,
      isComplete: false,
      series: undefined,
    }
    this.#slots.set(slotId, slot)
    this.#emit('series_loading', slotId, slot.turnaround)
    this.#later(() => this.#load(slotId, slot, request))
  }

  /** The bars on the chart are cleared at once. Without a count the one from before holds. */
  modifySeries(call: Call): void {
    const slotId = textAt(call, 1)
    const slot = this.#slot(call, slotId)
    const request = this.#readSeries(call)
    slot.turnaround = request.turnaround
    slot.wanted = request.wanted ?? slot.wanted
    slot.isComplete = false
    slot.series = undefined
    this.#emit('series_loading', slotId, slot.turnaround)
    this.#emit('timescale_update', { [slotId]: emptyData(slot.turnaround) }, timescale([], 0))
    this.#later(() => this.#load(slotId, slot, request))
  }

  requestMoreData(call: Call): void {
    const slotId = textAt(call, 1)
    const slot = this.#slot(call, slotId)
    const count = call.params[2]
    const { series } = slot
    if (!slot.isComplete || series === undefined || !Number.isInteger(count) || Number(count) < 1) {
      throw new CallError('invalid parameters', call)
    }
    slot.isComplete = false
    const { turnaround } = slot
    this.#emit('series_loading', slotId, turnaround)
    this.#later(() => {
      if (this.#slots.get(slotId) !== slot || slot.turnaround !== turnaround) return
      this.#deliver(slotId, slot, series, series.loadMore(Number(count)))
    })
  }

  removeSeries(call: Call): void {
    const slotId = textAt(call, 1)
    const { turnaround } = this.#slot(call, slotId)
    this.#slots.delete(slotId)
    this.#emit('timescale_update', { [slotId]: emptyData(turnaround) }, timescale([], 0))
    this.#emit('series_deleted', slotId, turnaround)
  }

  /** There are no studies here, only their names, so that taking one away can be tried. */
  createStudy(call: Call): void {
    const studyId = textAt(call, 1)
    const turnaround = textAt(call, 2)
    if (this.#studies.size >= seriesMax) throw new CallError('too many studies', call)
    this.#studies.add(studyId)
    this.#emit('study_loading', studyId, turnaround)
    this.#emit('study_error', studyId, turnaround, "Can't parse pine", node, this.#seconds())
  }

  removeStudy(call: Call): void {
    const studyId = textAt(call, 1)
    if (!this.#studies.delete(studyId)) throw new CallError('no_point_or_series', call)
    this.#emit('study_deleted', studyId)
  }

  /** Clients throw their bars away, so they get them again. */
  switchTimezone(call: Call): void {
    const zone = textAt(call, 1)
    if (!isZone(zone)) throw new CallError('invalid timezone', call)
    this.#later(() => {
      for (const [slotId, slot] of this.#slots) {
        if (slot.series === undefined || !slot.isComplete) continue
        this.#deliver(slotId, slot, slot.series, slot.series.load(slot.wanted, this.#now()))
      }
    })
  }

  /** Once a second: bars that have changed or begun. */
  tick(): void {
    const now = this.#now()
    for (const [slotId, slot] of this.#slots) {
      if (!slot.isComplete || slot.series === undefined || slot.wanted.kind !== 'last') continue
      const rows = slot.series.news(now)
      if (rows.length === 0) continue
      this.#send('du', [this.#id, { [slotId]: this.#data(rows, slot, slot.series) }])
    }
  }

  #slot(call: Call, slotId: string): Slot {
    const slot = this.#slots.get(slotId)
    if (slot === undefined) throw new CallError('no_point_or_series', call)
    return slot
  }

  #readSeries(call: Call): SeriesRequest {
    const turnaround = textAt(call, 2)
    const symbol = this.#symbols.get(textAt(call, 3))
    const resolution = parseResolution(textAt(call, 4))
    const count = call.params[5]
    const hasCount = count !== '' && count !== undefined && count !== null
    const counted = hasCount ? parseCount(count) : undefined
    const range = parseRange(call.params[6], this.#now())
    const isBad = (hasCount && counted === undefined) || range === undefined
    if (symbol === undefined || resolution === undefined || isBad)
      throw new CallError('invalid parameters', call)
    const span = range === 'none' ? undefined : range
    return {
      turnaround,
      symbol,
      resolution,
      wanted: span ?? counted,
      rangeText: span && String(call.params[6]),
    }
  }

  #load(slotId: string, slot: Slot, request: SeriesRequest): void {
    const { turnaround, symbol, resolution, rangeText } = request
    if (this.#slots.get(slotId) !== slot || slot.turnaround !== turnaround) return
    // A symbol that could not be resolved has had its answer.
    if (symbol.listing === undefined) return
    const refusal = refusalOf(symbol.chartType, resolution)
    if (refusal !== undefined || resolution === 'custom') {
      this.#emit('series_error', slotId, turnaround, refusal ?? 'custom_resolution', node, this.#seconds())
      return
    }
    const series = new Series(symbol.listing, resolution, symbol.chartType !== '')
    slot.series = series
    this.#deliver(slotId, slot, series, series.load(slot.wanted, this.#now()), rangeText)
  }

  /** Without bars there is no `timescale_update`, only the end. */
  #deliver(slotId: string, slot: Slot, series: Series, loaded: Loaded, rangeText?: string): void {
    const { rows, completed } = loaded
    const [first] = rows
    if (first !== undefined) {
      this.#emit(
        'timescale_update',
        { [slotId]: this.#data(rows, slot, series) },
        timescale(times(rows), first.i),
      )
      // Recorded where a chart has studies; published clients without them do not expect it.
      const last = rows.at(-1)
      if (last !== undefined && first.i >= 0 && this.#studies.size > 0) {
        this.#emit('timescale_update', {}, futureScale(last, series))
      }
    }
    if (rangeText !== undefined) this.#emit('series_timeframe', slotId, slot.turnaround, 0, 0, rangeText)
    slot.isComplete = true
    this.#emit('series_completed', slotId, updateMode(series.listing.venue), slot.turnaround, {
      rt_update_period: 0,
      ...(completed === undefined ? {} : { data_completed: completed }),
    })
  }

  #data(rows: readonly SeriesRow[], { turnaround }: Slot, series: Series): Record<string, unknown> {
    return {
      node,
      s: rows,
      ns: { d: '', indexes: [] },
      t: turnaround,
      lbs: { bar_close_time: series.closeSeconds() },
    }
  }

  #emit(method: string, ...params: readonly unknown[]): void {
    this.#send(method, [this.#id, ...params])
  }

  #now(): number {
    return this.#market.world.now()
  }

  #seconds(): number {
    return Math.floor(this.#now() / 1000)
  }
}

interface SeriesRequest {
  readonly turnaround: string
  readonly symbol: SymbolSlot
  readonly resolution: Resolution | 'custom'
  /** Nothing when the call leaves it as it was. */
  readonly wanted: Wanted | undefined
  readonly rangeText: string | undefined
}

const node = 'sandbox-charts-1'

/** Of the chart types beside plain bars only Heikin-Ashi is free. */
function refusalOf(chartType: string, resolution: Resolution | 'custom'): string | undefined {
  if (resolution === 'custom') return 'custom_resolution'
  if (chartType === '' || chartType.startsWith('BarSetHeikenAshi')) return undefined
  return `study_not_auth:${chartType.replace(/!$/, '')}`
}

function emptyData(turnaround: string): Record<string, unknown> {
  return { s: [], ns: { d: '', indexes: [] }, t: turnaround }
}

function times(rows: readonly SeriesRow[]): number[] {
  return rows.map(({ v }) => v[0] ?? 0)
}

function timescale(changes: readonly number[], index: number): Record<string, unknown> {
  return { index, zoffset: 0, changes, marks: [], index_diff: [] }
}

/** The moments the next bars would begin at. */
function futureScale({ i, v }: SeriesRow, series: Series): Record<string, unknown> {
  const start = v[0] ?? 0
  const length = series.closeSeconds() + 1 - start
  const changes = Array.from({ length: futureBars }, (_, at) => start + length * (at + 1))
  const marks = changes.map((time, at) => [30, time, i + 1 + at])
  return { ...timescale(changes, i + 1), marks }
}

function isZone(zone: string): boolean {
  if (zone === 'exchange') return true
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}
