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
import { KnownBars } from '../socket/known-bars.ts'
import type { SymbolInfo } from '../socket/symbol-info.ts'
import { isPermanent, type ServerEvent, waitToRetry } from './server-events.ts'
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

type BarRange = Pick<BarRequest, 'count' | 'from' | 'to'>

export type LoadBars = (request: BarRequest, signal: AbortSignal | undefined) => Promise<BarPage>

const countDefault = 300
const countMax = 5000
const bufferDefault = 20_000
/** As many as the server gives at first, for what began after the history was loaded; those that are known are left out. */
const overlapCount = '500'

export class ServerBars extends ServerStream<number, Bar> implements BarStream {
  readonly #load: LoadBars
  readonly #options: BarOptions
  readonly #known = new KnownBars()
  #symbol: string
  #timeframe: string
  #info: SymbolInfo | undefined
  #historyEnd: HistoryEnd | undefined
  #oldest: number | undefined
  #isLoaded = false
  /** The series for which `more()` is under way. */
  #loadingMore: object | undefined
  /** Replaced when another series begins. */
  #current = {}
  /** The next bar of the stream must be one that is known, or bars are missing. */
  #expectsOverlap = false

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

  async more(count: number): Promise<readonly Bar[]> {
    const series = this.#current
    if (this.#loadingMore === series) throw new TypeError('more() is under way; one at a time')
    if (!Number.isInteger(count) || count < 1) throw new TypeError('count is a whole number from 1 on')
    if (!this.#isLoaded || !this.isRunning) throw new TypeError('the stream is not being read')
    this.#loadingMore = series
    try {
      const older: Bar[] = []
      while (older.length < count && this.#historyEnd === undefined) {
        const to = this.#oldest === undefined ? undefined : this.#oldest - 1
        const range = { count: Math.min(countMax, count - older.length), to }
        const page = await this.#request(range, this.#options.signal)
        if (this.#current !== series) return []
        this.#takeOlder(page)
        if (page.bars.length === 0) break
        older.unshift(...page.bars)
      }
      return older
    } finally {
      if (this.#loadingMore === series) this.#loadingMore = undefined
    }
  }

  change(symbol: string, timeframe: Timeframe): void {
    this.#symbol = symbol
    this.#timeframe = timeframe
    this.#info = undefined
    this.#historyEnd = undefined
    this.#oldest = undefined
    this.#isLoaded = false
    this.#current = {}
    this.#known.clear()
    this.queue.clear()
    this.reconnect()
  }

  switchTimeZone(): void {
    throw new TypeError('bars of the server have no time zone')
  }

  protected path(): string {
    const query = { symbols: this.#symbol, resolution: this.#timeframe, count: overlapCount }
    return `/v1/stream/bars?${new URLSearchParams(query)}`
  }

  /** The history comes first; what has changed meanwhile follows. */
  protected override async read(signal: AbortSignal): Promise<void> {
    const { count = countDefault, range, live } = this.#options
    const [, from, to] = /^r,(\d+):(\d+)$/.exec(range ?? '') ?? []
    this.options.onChange({ state: 'connecting' })
    const page = await this.#requestUntilAnswered(
      {
        count: typeof count === 'number' ? count : Math.abs(count[2]),
        from: from === undefined ? undefined : Number(from),
        to: typeof count === 'number' ? (to === undefined ? undefined : Number(to)) : count[1],
      },
      signal,
    )
    this.#takeOlder(page)
    this.#isLoaded = true
    for (const bar of page.bars) this.#emit(bar)
    this.#expectsOverlap = true
    if (live === false) this.end(undefined)
    else await super.read(signal)
  }

  protected async receive({ name, data }: ServerEvent, signal: AbortSignal): Promise<void> {
    if (name === 'error') this.#fail(data)
    if (name === 'gap') await this.#fill(signal)
    if (name !== 'bar' || String(data.resolution) !== this.#timeframe) return
    if (String(data.symbol) !== this.#symbol.toUpperCase()) return
    const bar = toBar(data, this.#symbol, this.#timeframe)
    const { newest } = this.#known
    if (this.#expectsOverlap && newest !== undefined && bar.time > newest) await this.#fill(signal)
    this.#expectsOverlap = false
    this.#emit(bar)
  }

  #emit(bar: Bar): void {
    if (!this.#known.learn(bar)) return
    this.queue.put(bar.time, bar)
    const { bufferMax = bufferDefault } = this.#options
    if (this.queue.size > bufferMax)
      this.end(new MarketOverflowError(`more than ${bufferMax} bars wait to be read`))
  }

  /** Requests the bars since the newest one, which the stream lacks. */
  async #fill(signal: AbortSignal): Promise<void> {
    const { newest } = this.#known
    if (newest === undefined) return
    const { bars } = await this.#requestUntilAnswered({ count: countMax, from: newest }, signal)
    if (bars[0] === undefined || bars[0].time > newest)
      throw new MarketOverflowError('bars were missed: the server no longer has them')
    for (const bar of bars) this.#emit(bar)
  }

  /** The server tries again what may go away. */
  #fail({ error, symbol, retry }: ServerEvent['data']): void {
    const { code = 'error', message = '' } = (error ?? {}) as { code?: string; message?: string }
    if (code === 'unknown_symbol') throw new MarketSymbolError(this.#symbol, message)
    if (symbol === undefined) throw new MarketCallError(code, message)
    if (retry !== true) throw new MarketSeriesError(`${this.#symbol} ${this.#timeframe}`, message)
  }

  /** A server that is not there is asked again, as by the stream itself. */
  async #requestUntilAnswered(range: BarRange, signal: AbortSignal): Promise<BarPage> {
    for (let failures = 1; ; failures += 1) {
      try {
        return await this.#request(range, signal)
      } catch (error) {
        if (signal.aborted || isPermanent(error)) throw error
        await waitToRetry(error, failures, this.options, signal)
      }
    }
  }

  async #request(range: BarRange, signal: AbortSignal | undefined): Promise<BarPage> {
    const request = { symbol: this.#symbol, timeframe: this.#timeframe, ...range }
    return await this.#load(request, signal).catch((error: ApiError) => {
      if (error.code === 'unknown_symbol') throw new MarketSymbolError(this.#symbol, error.message)
      if (error.code === 'no_data') return { bars: [], historyEnd: 'start' as const, info: {} }
      throw error
    })
  }

  #takeOlder({ bars, historyEnd, info }: BarPage): void {
    this.#info ??= info
    this.#historyEnd = historyEnd
    this.#oldest = bars[0]?.time ?? this.#oldest
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
