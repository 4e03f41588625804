/** Bars that the server streams, with the names of `getBars`. */

import { retryDelayMs } from '../backoff.ts'
import { ApiError, BroadsheetError, UnexpectedResponseError } from '../errors.ts'
import type { GetBarsParams, Market, SeriesFacts, StreamedBar } from '../generated/market.ts'
import type { HistoryEnd } from '../socket/bar-stream.ts'
import { MarketOverflowError, MarketSeriesError, MarketSymbolError } from '../socket/errors.ts'
import { KnownBars } from '../socket/known-bars.ts'
import type { Selection, ServerEvent } from './server-protocol.ts'
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
/** Of events. Those of one message wait here even if the loop has read every bar, so `bufferMax` does not count them. */
const inboxMax = 20_000
/** The longest delay that the server can ask for. */
const retryAfterMsMax = 300_000

export class ServerBars extends ServerStream<string, StreamedBar> implements ServerBarStream {
  readonly #loadBars: LoadBars
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
  /** Aborted and replaced when another series begins. */
  #current = new AbortController()
  /** Events that wait while missing bars are requested. */
  #inbox: ServerEvent[] = []
  #isReading = false
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
    this.#loadBars = load
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
    this.#current.abort()
    this.host.socket.leave(this)
    this.#symbol = symbol
    this.#resolution = resolution
    this.#series = undefined
    this.#historyEnd = undefined
    this.#oldest = undefined
    this.#isLoaded = false
    this.#known.clear()
    this.queue.clear()
    this.#current = new AbortController()
    if (this.isRunning) this.join()
  }

  get selection(): Selection {
    const { session = 'regular', adjustment = 'splits' } = this.#options
    const series = { resolution: this.#resolution, session, adjustment }
    return { channel: 'bars', symbols: [this.#symbol], series }
  }

  override end(error: unknown): void {
    this.#current.abort()
    super.end(error)
  }

  /** In order: some lead to requests, for which those after them wait. */
  onEvent(event: ServerEvent): void {
    this.#inbox.push(event)
    if (this.#inbox.length > inboxMax) this.end(tooMany(inboxMax))
    else if (!this.#isReading) void this.#read(this.#current.signal)
  }

  protected join(): void {
    this.#inbox = []
    this.#isReading = false
    void this.#load(this.#current.signal)
  }

  /** The history comes first; what has changed meanwhile follows. */
  async #load(signal: AbortSignal): Promise<void> {
    const { count = countDefault, from, to, live } = this.#options
    try {
      this.host.onChange(this, { state: 'connecting' })
      const page = await this.#requestUntilAnswered({ count, from, to }, signal)
      this.#takeOlder(page)
      this.#isLoaded = true
      for (const bar of page.bars) this.#emit(bar)
      this.#expectsOverlap = true
      if (live === false) return this.end(undefined)
      this.host.socket.join(this)
      this.host.onChange(this, { state: 'closed' })
    } catch (error) {
      if (!signal.aborted) this.end(error)
    }
  }

  async #read(signal: AbortSignal): Promise<void> {
    this.#isReading = true
    try {
      for (let event = this.#inbox.shift(); event !== undefined; event = this.#inbox.shift()) {
        await this.#receive(event, signal)
        if (signal.aborted) return
      }
    } catch (error) {
      // Another one reads by now.
      if (signal.aborted) return
      this.end(error)
    }
    this.#isReading = false
  }

  async #receive({ name, data }: ServerEvent, signal: AbortSignal): Promise<void> {
    if (name === 'error') this.#fail(data)
    if (name === 'gap') await this.#fill(signal)
    if (name !== 'bar') return
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
    if (this.queue.size > bufferMax) this.end(tooMany(bufferMax))
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
  #fail({ error, retry }: ServerEvent['data']): void {
    const { code, message = '' } = (error ?? {}) as { code?: string; message?: string }
    if (code === 'unknown_symbol') throw new MarketSymbolError(this.#symbol, message)
    if (retry !== true) throw new MarketSeriesError(`${this.#symbol} ${this.#resolution}`, message)
  }

  /** A server that is not there is asked again, as by the socket. */
  async #requestUntilAnswered(range: BarRange, signal: AbortSignal): Promise<BarPage> {
    for (let failures = 1; ; failures += 1) {
      try {
        return await this.#request(range, signal)
      } catch (error) {
        const isTemporary = error instanceof BroadsheetError && error.shouldRetry
        if (signal.aborted || !isTemporary) throw error
        const { clock, random, backoff, onChange } = this.host
        const isResponse = error instanceof ApiError || error instanceof UnexpectedResponseError
        const askedMs = Math.min(retryAfterMsMax, (isResponse ? error.retryAfterMs : undefined) ?? 0)
        const retryInMs = Math.max(askedMs, retryDelayMs(backoff, failures, random))
        onChange(this, { state: 'waiting', error, retryInMs })
        await clock.sleep(retryInMs, signal)
      }
    }
  }

  async #request(range: BarRange, signal: AbortSignal | undefined): Promise<BarPage> {
    const { session = 'regular', adjustment = 'splits' } = this.#options
    const [symbol, resolution] = [this.#symbol, this.#resolution]
    const params = { symbol, resolution, session, adjustment, ...range }
    try {
      const { data, meta } = await this.#loadBars(params, signal === undefined ? {} : { signal })
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

function tooMany(bufferMax: number): MarketOverflowError {
  return new MarketOverflowError(`more than ${bufferMax} bars wait to be read`)
}
