/** Bars that the server streams, with the names of `getBars`. */

import type { ApiError } from '../errors.ts'
import type { GetBarsParams, Market, SeriesFacts, StreamedBar } from '../generated/market.ts'
import type { HistoryEnd } from '../socket/bar-stream.ts'
import {
  MarketCallError,
  MarketOverflowError,
  MarketSeriesError,
  MarketSymbolError,
} from '../socket/errors.ts'
import { KnownBars } from '../socket/known-bars.ts'
import { isPermanent, type ServerEvent, waitToRetry } from './server-events.ts'
import { ServerStream, type StreamHost } from './server-stream.ts'

export type Resolution = NonNullable<GetBarsParams['resolution']>

export interface ServerBarOptions extends Pick<GetBarsParams, 'session' | 'adjustment' | 'from' | 'to'> {
  /** Number of bars of history, at most 5,000. Default: 300. */
  readonly count?: number | undefined
  /** Whether to stream changes after the history. Default: true. */
  readonly live?: boolean | undefined
  /** Maximum of unread bars; more end the stream. Default: 20,000. */
  readonly bufferMax?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * A bar with the same time replaces the earlier one. After a lost connection the stream goes on with what changed, without duplicates.
 * Ends when the loop is left, by `return()`, or when the signal aborts.
 */
export interface ServerBarStream extends AsyncIterableIterator<StreamedBar, undefined, undefined> {
  /** Undefined until the history has arrived. */
  readonly series: SeriesFacts | undefined
  /** Undefined while there may be older bars. */
  readonly historyEnd: HistoryEnd | undefined
  /** Fetches older bars, oldest first; fewer than requested, or none, at the end of the history. One call at a time. */
  more(count: number): Promise<readonly StreamedBar[]>
  /** Switches to another symbol or resolution with the same options; unread bars of the old one are dropped. */
  change(symbol: string, resolution: Resolution): void
  return(): Promise<IteratorReturnResult<undefined>>
}

/** `getBars` of the market. */
export type LoadBars = Market['getBars']

type BarRange = Pick<GetBarsParams, 'count' | 'from' | 'to'>

interface BarPage {
  readonly bars: readonly StreamedBar[]
  readonly series: SeriesFacts | undefined
  readonly historyEnd: HistoryEnd | undefined
}

const countDefault = 300
const countMax = 5000
const bufferDefault = 20_000
/** As many as the server gives at first, for what began after the history was loaded; those that are known are left out. */
const overlapCount = '500'

export class ServerBars extends ServerStream<string, StreamedBar> implements ServerBarStream {
  readonly #load: LoadBars
  readonly #options: ServerBarOptions
  readonly #known = new KnownBars()
  #symbol: string
  #resolution: Resolution
  #series: SeriesFacts | undefined
  #historyEnd: HistoryEnd | undefined
  /** The start of the oldest bar, in milliseconds. */
  #oldest: number | undefined
  #isLoaded = false
  /** The series for which `more()` is under way. */
  #loadingMore: object | undefined
  /** Replaced when another series begins. */
  #current = {}
  /** The next bar of the stream must be one that is known, or bars are missing. */
  #expectsOverlap = false

  constructor(
    host: StreamHost,
    load: LoadBars,
    symbol: string,
    resolution: Resolution,
    options: ServerBarOptions,
  ) {
    super(host, options.signal)
    this.#load = load
    this.#symbol = symbol
    this.#resolution = resolution
    this.#options = options
  }

  get series(): SeriesFacts | undefined {
    return this.#series
  }

  get historyEnd(): HistoryEnd | undefined {
    return this.#historyEnd
  }

  async more(count: number): Promise<readonly StreamedBar[]> {
    const series = this.#current
    if (this.#loadingMore === series) throw new TypeError('more() is under way; one at a time')
    if (!Number.isInteger(count) || count < 1) throw new TypeError('count is a whole number from 1 on')
    if (!this.#isLoaded || !this.isRunning) throw new TypeError('the stream is not being read')
    this.#loadingMore = series
    try {
      const older: StreamedBar[] = []
      while (older.length < count && this.#historyEnd === undefined) {
        const to = this.#oldest === undefined ? undefined : toInstant(this.#oldest - 1000)
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

  change(symbol: string, resolution: Resolution): void {
    this.#symbol = symbol
    this.#resolution = resolution
    this.#series = undefined
    this.#historyEnd = undefined
    this.#oldest = undefined
    this.#isLoaded = false
    this.#current = {}
    this.#known.clear()
    this.queue.clear()
    this.reconnect()
  }

  protected path(): string {
    const { session = 'regular', adjustment = 'splits' } = this.#options
    const series = { resolution: this.#resolution, session, adjustment }
    const query = { symbols: this.#symbol, ...series, count: overlapCount }
    return `/v1/stream/bars?${new URLSearchParams(query)}`
  }

  /** The history comes first; what has changed meanwhile follows. */
  protected override async read(signal: AbortSignal): Promise<void> {
    const { count = countDefault, from, to, live } = this.#options
    this.options.onChange({ state: 'connecting' })
    const page = await this.#requestUntilAnswered({ count, from, to }, signal)
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
    if (name !== 'bar' || data.resolution !== this.#resolution) return
    if (String(data.symbol) !== this.#symbol.toUpperCase()) return
    const bar = { ...(data as unknown as StreamedBar), symbol: this.#symbol }
    const { newest } = this.#known
    if (this.#expectsOverlap && newest !== undefined && Date.parse(bar.time) > newest)
      await this.#fill(signal)
    this.#expectsOverlap = false
    this.#emit(bar)
  }

  #emit(bar: StreamedBar): void {
    if (!this.#known.learn({ ...bar, time: Date.parse(bar.time) })) return
    this.queue.put(bar.time, bar)
    const { bufferMax = bufferDefault } = this.#options
    if (this.queue.size > bufferMax)
      this.end(new MarketOverflowError(`more than ${bufferMax} bars wait to be read`))
  }

  /** Requests the bars since the newest one, which the stream lacks. */
  async #fill(signal: AbortSignal): Promise<void> {
    const { newest } = this.#known
    if (newest === undefined) return
    const { bars } = await this.#requestUntilAnswered({ count: countMax, from: toInstant(newest) }, signal)
    if (bars[0] === undefined || Date.parse(bars[0].time) > newest)
      throw new MarketOverflowError('bars were missed: the server no longer has them')
    for (const bar of bars) this.#emit(bar)
  }

  /** The server tries again what may go away. */
  #fail({ error, symbol, retry }: ServerEvent['data']): void {
    const { code = 'error', message = '' } = (error ?? {}) as { code?: string; message?: string }
    if (code === 'unknown_symbol') throw new MarketSymbolError(this.#symbol, message)
    if (symbol === undefined) throw new MarketCallError(code, message)
    if (retry !== true) throw new MarketSeriesError(`${this.#symbol} ${this.#resolution}`, message)
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
    const { session = 'regular', adjustment = 'splits' } = this.#options
    const [symbol, resolution] = [this.#symbol, this.#resolution]
    const params = { symbol, resolution, session, adjustment, ...range }
    try {
      const { data, meta } = await this.#load(params, signal === undefined ? {} : { signal })
      return {
        bars: data.map((bar) => ({ symbol, resolution, session, adjustment, ...bar })),
        series: meta.series,
        historyEnd: meta.series?.history_end ?? undefined,
      }
    } catch (thrown) {
      const { code, message } = thrown as ApiError
      if (code === 'unknown_symbol') throw new MarketSymbolError(symbol, message)
      if (code === 'no_data') return { bars: [], series: undefined, historyEnd: 'start' }
      throw thrown
    }
  }

  #takeOlder({ bars, series, historyEnd }: BarPage): void {
    this.#series ??= series
    this.#historyEnd = historyEnd
    this.#oldest = bars[0] === undefined ? this.#oldest : Date.parse(bars[0].time)
  }
}

function toInstant(ms: number): string {
  return new Date(ms).toISOString()
}
