/** Bars that the server streams, in the form in which the provider's socket gives them. */

import type { ApiError } from '../errors.ts'
import type { Bar } from '../socket/bar.ts'
import type { BarOptions, BarStream, HistoryEnd, Timeframe } from '../socket/bar-stream.ts'
import {
  MarketCallError,
  MarketOverflowError,
  MarketSeriesError,
  MarketSymbolError,
} from '../socket/errors.ts'
import type { SymbolInfo } from '../socket/symbol-info.ts'
import type { ServerEvent } from './server-events.ts'
import { ServerStream, type StreamHost } from './server-stream.ts'

/** The bars of `/v1/bars/{symbol}`. */
export interface BarPage {
  readonly bars: readonly Bar[]
  readonly historyEnd: HistoryEnd | undefined
  readonly info: SymbolInfo
}

export interface BarRequest {
  readonly symbol: string
  readonly timeframe: string
  readonly count: number
  /** Latest start, in seconds. */
  readonly to?: number | undefined
  /** Earliest start, in seconds. */
  readonly from?: number | undefined
}

export type LoadBars = (request: BarRequest, signal: AbortSignal | undefined) => Promise<BarPage>

const countDefault = 300
const countMax = 5000
/** As many as the server gives at first, for a reader that took long with the history; those it has are left out. */
const overlapCount = '500'

export class ServerBars extends ServerStream<Bar> implements BarStream {
  readonly #load: LoadBars
  readonly #options: BarOptions
  #symbol: string
  #timeframe: string
  #info: SymbolInfo | undefined
  #historyEnd: HistoryEnd | undefined
  #oldest: number | undefined
  #last: Bar | undefined
  /** The history that was not read yet; undefined before it was loaded. */
  #history: Bar[] | undefined
  #loading: Promise<void> | undefined
  #isLoadingMore = false

  constructor(host: StreamHost, load: LoadBars, symbol: string, timeframe: string, options: BarOptions) {
    super(host, options.signal)
    if (options.timeZone !== undefined) throw new TypeError('bars of the server have no time zone')
    if (options.range !== undefined && !/^r,\d+:\d+$/.test(options.range))
      throw new TypeError('a range of the server is r,<from>:<to>')
    this.#load = load
    this.#symbol = symbol
    this.#timeframe = timeframe
    this.#options = options
  }

  get info(): SymbolInfo | undefined {
    return this.#info
  }

  get historyEnd(): HistoryEnd | undefined {
    return this.#historyEnd
  }

  /** The history comes first, in one piece; what changes meanwhile follows. */
  override async next(): Promise<IteratorResult<Bar, undefined>> {
    for (;;) {
      if (this.isEnded) return await super.next()
      if (this.#history === undefined) await this.#loadHistory()
      const bar = this.#history?.shift()
      if (bar) {
        this.#last = bar
        return { value: bar, done: false }
      }
      if (this.#options.live === false) return await this.return()
      const result = await super.next()
      if (result.done || this.#isNew(result.value)) return result
    }
  }

  async more(count: number): Promise<readonly Bar[]> {
    if (this.#isLoadingMore) throw new TypeError('more() is under way; one at a time')
    if (!Number.isInteger(count) || count < 1) throw new TypeError('count is a whole number from 1 on')
    if (this.#history === undefined || this.isEnded) throw new TypeError('the stream is not being read')
    this.#isLoadingMore = true
    try {
      const older: Bar[] = []
      while (older.length < count && this.#historyEnd === undefined) {
        const to = this.#oldest === undefined ? undefined : this.#oldest - 1
        const page = await this.#page({ count: Math.min(countMax, count - older.length), to })
        if (page.bars.length === 0) break
        older.unshift(...page.bars)
      }
      return older
    } finally {
      this.#isLoadingMore = false
    }
  }

  change(symbol: string, timeframe: Timeframe): void {
    this.#symbol = symbol
    this.#timeframe = timeframe
    this.#info = undefined
    this.#historyEnd = undefined
    this.#oldest = undefined
    this.#last = undefined
    this.#history = undefined
    this.#loading = undefined
    this.reconnect()
  }

  switchTimeZone(): void {
    throw new TypeError('bars of the server have no time zone')
  }

  protected path(): string {
    const query = { symbols: this.#symbol, resolution: this.#timeframe, count: overlapCount }
    return `/v1/stream/bars?${new URLSearchParams(query)}`
  }

  protected toValues({ name, data }: ServerEvent): readonly Bar[] {
    if (name === 'error') this.#fail(data)
    if (name === 'gap')
      throw new MarketOverflowError('bars were missed: the stream was interrupted for too long')
    if (name !== 'bar' || String(data.resolution) !== this.#timeframe) return []
    if (String(data.symbol) !== this.#symbol.toUpperCase()) return []
    return [toBar(data, this.#symbol, this.#timeframe)]
  }

  /** The server tries again what may go away. */
  #fail({ error, symbol, retry }: ServerEvent['data']): void {
    const { code = 'error', message = '' } = (error ?? {}) as { code?: string; message?: string }
    if (code === 'unknown_symbol') throw new MarketSymbolError(this.#symbol, message)
    if (symbol === undefined) throw new MarketCallError(code, message)
    if (retry !== true) throw new MarketSeriesError(`${this.#symbol} ${this.#timeframe}`, message)
  }

  async #loadHistory(): Promise<void> {
    const { count = countDefault, range } = this.#options
    const [, from, to] = /^r,(\d+):(\d+)$/.exec(range ?? '') ?? []
    this.#loading ??= this.#page({
      count: typeof count === 'number' ? count : Math.abs(count[2]),
      from: from === undefined ? undefined : Number(from),
      to: typeof count === 'number' ? (to === undefined ? undefined : Number(to)) : count[1],
    }).then(({ bars }) => {
      this.#history = [...bars]
    })
    await this.#loading
  }

  async #page(range: Pick<BarRequest, 'count' | 'from' | 'to'>): Promise<BarPage> {
    const request = { symbol: this.#symbol, timeframe: this.#timeframe, ...range }
    const page = await this.#load(request, this.#options.signal).catch((error: ApiError) => {
      if (error.code === 'unknown_symbol') throw new MarketSymbolError(this.#symbol, error.message)
      if (error.code === 'no_data') return { bars: [], historyEnd: 'start' as const, info: {} }
      throw error
    })
    this.#info ??= page.info
    this.#historyEnd = page.historyEnd
    this.#oldest = page.bars[0]?.time ?? this.#oldest
    return page
  }

  #isNew(bar: Bar): boolean {
    const last = this.#last
    if (last && (bar.time < last.time || JSON.stringify(bar) === JSON.stringify(last))) return false
    this.#last = bar
    return true
  }
}

export function toBar(row: Readonly<Record<string, unknown>>, symbol: string, timeframe: string): Bar {
  const { time, open, high, low, close, volume } = row as Record<string, number>
  return {
    symbol,
    timeframe,
    time: Date.parse(String(time)) / 1000,
    open: open as number,
    high: high as number,
    low: low as number,
    close: close as number,
    volume: volume ?? undefined,
  }
}
