/** What bars and studies have in common: a series of a chart session, read as its history, oldest first, then every change. */

import type { Clock } from '../clock.ts'
import type { BarOptions, HistoryEnd } from './bar-stream.ts'
import type { ChartSession, ChartSessions, SeriesHandler, SeriesSlot } from './chart-session.ts'
import { MarketOverflowError, MarketSeriesError, MarketSymbolError, MarketTimeoutError } from './errors.ts'
import { type BarCount, isObject, type MarketEvent } from './messages.ts'
import { QueuedStream } from './queued-stream.ts'
import { toCallError, toReason } from './reason.ts'
import type { ReconnectingConnection, SendCall } from './reconnecting-connection.ts'
import { type SymbolInfo, toSymbolInfo } from './symbol-info.ts'

export const countDefault = 300
const bufferDefault = 20_000

/** What all series of a connection share. */
export interface SeriesContext {
  readonly charts: ChartSessions
  readonly clock: Clock
  readonly responseTimeoutMs: number
}

interface SeriesKind {
  /** For the text of errors. */
  readonly items: 'bars' | 'points'
  readonly subject: string
  chart(): ChartSession
}

export abstract class SeriesSubscription<Item extends { readonly time: number }>
  extends QueuedStream<number, Item>
  implements SeriesHandler
{
  protected readonly connection: ReconnectingConnection
  protected readonly options: BarOptions
  protected symbol: string
  protected timeframe: string
  protected slot: SeriesSlot | undefined
  /** By time, while it is incomplete. */
  protected history: Map<number, Item> | undefined
  /** The newest one. */
  protected lastEmitted: Item | undefined
  readonly #kind: SeriesKind
  readonly #responseTimeoutMs: number
  readonly #bufferMax: number
  #info: SymbolInfo | undefined
  #historyEnd: HistoryEnd | undefined

  constructor(
    { charts, clock, responseTimeoutMs }: SeriesContext,
    symbol: string,
    timeframe: string,
    options: BarOptions,
    kind: SeriesKind,
  ) {
    super({ clock, signal: options.signal })
    this.connection = charts.connection
    this.symbol = symbol
    this.timeframe = timeframe
    this.options = options
    this.#kind = kind
    this.#responseTimeoutMs = responseTimeoutMs
    this.#bufferMax = options.bufferMax ?? bufferDefault
  }

  abstract onConnected(call: SendCall): void

  /** Whether the reader does not have the item yet, with these values. */
  protected abstract isNews(item: Item): boolean

  /** Events about this series, except those that refuse it. */
  protected abstract onSeriesEvent(event: MarketEvent, slot: SeriesSlot): void

  get info(): SymbolInfo | undefined {
    return this.#info
  }

  get historyEnd(): HistoryEnd | undefined {
    return this.#historyEnd
  }

  get isLoading(): boolean {
    return this.history !== undefined
  }

  onEvent(event: MarketEvent): void {
    const { slot } = this
    if (slot === undefined) return
    const { method, params } = event
    if (method === 'symbol_resolved') this.#info = toSymbolInfo(params[2])
    else if (method === 'symbol_error') this.end(new MarketSymbolError(this.symbol, toReason(params[2])))
    else if (method === 'critical_error') this.end(toCallError(params))
    else if (method !== 'series_error') this.onSeriesEvent(event, slot)
    else if (params[2] === slot.requestId)
      this.end(new MarketSeriesError(`${this.symbol} ${this.timeframe}`, toReason(params[3])))
  }

  onDisconnected(): void {
    this.clearDeadline()
  }

  protected start(): void {
    this.join(this.#kind.chart())
  }

  protected leave(): void {
    const { slot } = this
    this.slot = undefined
    this.history = undefined
    slot?.chart.leave(slot)
  }

  protected join(chart: ChartSession): void {
    chart.join(this, (slot) => {
      this.slot = slot
    })
  }

  /** Forgets what was emitted; the next history is emitted from its start. */
  protected reset(): void {
    this.#info = undefined
    this.#historyEnd = undefined
    this.lastEmitted = undefined
    this.queue.clear()
  }

  protected startLoading(slot: SeriesSlot): void {
    slot.startRequest()
    this.history = new Map()
    this.expectResponse()
  }

  protected requestSeries(call: SendCall, slot: SeriesSlot, count: BarCount): void {
    const { session } = slot.chart
    const { range } = this.options
    call('resolve_symbol', session, slot.symbolId, this.symbol)
    const series = [session, slot.seriesId, slot.requestId, slot.symbolId, this.timeframe, count] as const
    if (range === undefined) call('create_series', ...series)
    else call('create_series', ...series, range)
  }

  /** Only responses to the last request count. */
  protected expectResponse(): void {
    this.clearDeadline()
    this.awaitResponse(this.#responseTimeoutMs, () => {
      const what = `${this.#kind.subject} of ${this.symbol}`
      this.end(new MarketTimeoutError(`no ${what} within ${this.#responseTimeoutMs} ms`))
    })
  }

  /** Whether there are no older bars, according to `series_completed`. */
  protected readHistoryEnd(info: unknown): boolean {
    const completed = isObject(info) ? info.data_completed : undefined
    if (completed === undefined) return false
    this.#historyEnd = completed === 'end' ? 'start' : 'limit'
    return true
  }

  /** A provider that never completes its response fills no memory. */
  protected collect(items: Map<number, Item>, item: Item, count = 0): void {
    items.set(item.time, item)
    // After a reconnect most of the history is known, so it may be longer than a small buffer.
    const historyMax = Math.max(this.#bufferMax, bufferDefault, count)
    if (items.size <= historyMax) return
    items.clear()
    this.end(new MarketOverflowError(`the history has more than ${historyMax} ${this.#kind.items}`))
  }

  /** More bars started during the disconnection than the history covers. */
  protected hasGapBefore([first]: readonly Item[]): boolean {
    const last = this.lastEmitted
    return last !== undefined && first !== undefined && first.time > last.time
  }

  protected emitHistory(items: readonly Item[]): void {
    this.history = undefined
    this.clearDeadline()
    for (const item of items) this.emit(item)
    if (this.options.live === false) this.end(undefined)
  }

  protected emit(item: Item): void {
    if (!this.isNews(item)) return
    const last = this.lastEmitted
    if (last === undefined || item.time >= last.time) this.lastEmitted = item
    this.queue.put(item.time, item)
    if (this.queue.size > this.#bufferMax)
      this.end(new MarketOverflowError(`more than ${this.#bufferMax} ${this.#kind.items} wait to be read`))
  }
}

export function sortedByTime<Item extends { readonly time: number }>(
  items: ReadonlyMap<number, Item>,
): Item[] {
  return [...items.values()].sort((a, b) => a.time - b.time)
}
