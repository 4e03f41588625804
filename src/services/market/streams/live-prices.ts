/** Quotes and bars from the provider's socket: on request, and as streams. */

import type { ConnectionChange } from '../../../../packages/client/src/socket/reconnecting-connection.ts'
import { abortable } from '../../../core/async/abortable.ts'
import type { Clock } from '../../../core/clock.ts'
import { Failure, isFailure } from '../../../core/errors.ts'
import type { OutboundClient } from '../../../core/outbound/outbound.ts'
import type { LiveConnection } from '../../../http/live/live-connection.ts'
import { errorEvent, LiveEvent } from '../../../http/live/live-event.ts'
import type { Metrics } from '../../../http/metrics/metrics.ts'
import type { Asker } from '../gateway/gateway.ts'
import { MissBudget } from '../gateway/miss-budget.ts'
import { BarHistory } from './bar-history.ts'
import { BarHub, BarTopic, seriesMax } from './bar-hub.ts'
import { type BarSeries, seriesKey } from './bar-series.ts'
import { EventIds, type ResumePoint, SeriesPositions } from './event-ids.ts'
import { FlushQueue } from './flush-queue.ts'
import { ProviderFeed } from './provider-feed.ts'
import { QuoteHub, type QuoteTopic } from './quote-hub.ts'
import { StreamReader } from './stream-reader.ts'
import { SeriesCounts, type StreamCaller, SubscriptionCounts } from './subscription-counts.ts'
import type { Topic } from './topic.ts'

/** Where a reader starts with what it subscribes to. */
interface SubscriptionStart {
  /** Undefined for a new reader. */
  readonly resume?: ResumePoint | undefined
  /** How many past bars of each series a new reader gets. */
  readonly count?: number | undefined
}

interface LivePricesOptions {
  readonly outbound: Pick<OutboundClient, 'openSocket'>
  readonly clock: Clock
  readonly metrics: Metrics
  readonly origin: string | undefined
  readonly missesPerMinute: number
  /** Of one caller, over all its streams. */
  readonly subscriptionsMax: number
}

const snapshotMsMax = 7000
/** Of one caller: a quarter of all, so that nobody has all of them, and no network around one either. */
const seriesPerCallerMax = seriesMax / 4
/** What a series that nobody reads yet costs, in uncached requests: it starts with hundreds of bars. */
const seriesCost = 10

export class LivePrices implements Disposable {
  readonly ids: EventIds
  readonly quotes: QuoteHub
  readonly bars: BarHub
  readonly history: BarHistory
  readonly #counts: SubscriptionCounts
  readonly #seriesCounts = new SeriesCounts(seriesPerCallerMax, seriesMax)
  readonly #feed: ProviderFeed
  readonly #queue: FlushQueue
  readonly #budget: MissBudget
  readonly #readers = new Set<StreamReader>()

  constructor(options: LivePricesOptions) {
    const { clock, metrics, missesPerMinute } = options
    this.ids = new EventIds()
    this.#feed = new ProviderFeed(options)
    this.#queue = new FlushQueue(clock)
    this.#budget = new MissBudget(clock, missesPerMinute)
    this.#counts = new SubscriptionCounts(options.subscriptionsMax)
    const shared = { feed: this.#feed, ids: this.ids, clock, budget: this.#budget }
    this.quotes = new QuoteHub(shared)
    this.bars = new BarHub(shared)
    this.history = new BarHistory(shared)
    this.#feed.connection.onStateChange((change) => this.#announce(change))
    metrics.gauge(
      'broadsheet_market_quoted_symbols',
      'Symbols whose quotes are kept up to date.',
      () => this.quotes.size,
    )
    metrics.gauge(
      'broadsheet_market_bar_series',
      'Series of bars that are kept up to date.',
      () => this.bars.size,
    )
    metrics.gauge('broadsheet_market_socket_connected', '1 while the provider’s socket is connected.', () =>
      this.#feed.lastChange.state === 'connected' ? 1 : 0,
    )
  }

  /** The topics with a value or a failure each. */
  async quotesNow(symbols: readonly string[], { caller, signal }: Asker): Promise<readonly QuoteTopic[]> {
    const fresh = symbols.filter((symbol) => !this.quotes.has(symbol))
    if (fresh.length > 0) {
      if (this.#feed.failure) throw this.#feed.failure
      this.#budget.take(caller, fresh.length)
    }
    const topics = this.quotes.topics(symbols)
    const deadline = AbortSignal.timeout(snapshotMsMax)
    try {
      const all = Promise.all(topics.map(({ settled }) => settled))
      await abortable(all, AbortSignal.any([signal, deadline]))
    } catch (thrown) {
      if (signal.aborted) throw thrown
      throw (
        this.#feed.failure ??
        new Failure('upstream_timeout', 'The provider’s socket did not respond in time.')
      )
    }
    return topics
  }

  /**
   * Throws if the caller may not subscribe to so many more. Symbols that nobody reads yet cost as much as requests that the
   * cache cannot answer: they stay for a while, and one caller must not be able to take the places of all.
   */
  checkQuotes(caller: StreamCaller, symbols: readonly string[]): void {
    this.#counts.check(caller, symbols.length)
    const fresh = symbols.filter((symbol) => !this.quotes.has(symbol)).length
    this.#budget.take(caller, Math.max(1, fresh))
  }

  /** The same for bars. */
  checkBars(caller: StreamCaller, series: readonly BarSeries[]): void {
    this.#counts.check(caller, series.length)
    this.#seriesCounts.check(caller, series.map(seriesKey))
    const fresh = series.filter((each) => !this.bars.has(each)).length
    this.#budget.take(caller, Math.max(1, fresh * seriesCost))
  }

  /** A reader of streams, notified when the connection to the provider is lost and when it is back. */
  openReader(
    connection: LiveConnection,
    first: { readonly topics: readonly Topic[]; readonly start: SubscriptionStart } = {
      topics: [],
      start: {},
    },
  ): StreamReader {
    const reader = new StreamReader(connection, this.#queue, this.ids)
    this.#readers.add(reader)
    connection.signal.addEventListener(
      'abort',
      () => {
        this.#readers.delete(reader)
        this.unsubscribe(connection.principal, reader, [...reader.topics])
      },
      { once: true },
    )
    if (this.#feed.lastChange.state === 'waiting')
      reader.notify(toStatusEvent(this.#feed.lastChange, this.#feed))
    try {
      this.subscribe(connection.principal, reader, first.topics, first.start)
    } catch (thrown) {
      // Another stream of the caller was faster.
      if (!isFailure(thrown)) throw thrown
      connection.end(errorEvent(thrown))
    }
    return reader
  }

  /** Throws if they are too many for the caller. */
  subscribe(
    caller: StreamCaller,
    reader: StreamReader,
    topics: readonly Topic[],
    { resume, count = 0 }: SubscriptionStart,
  ): void {
    const added = topics.filter((topic) => !reader.has(topic))
    this.#seriesCounts.check(caller, seriesKeys(added))
    this.#counts.take(caller, added.length)
    this.#seriesCounts.take(caller, seriesKeys(added))
    const positions = new SeriesPositions(topics, reader.reached)
    const starts = resume?.starts(topics)
    for (const topic of topics) {
      // One that the reader has goes on, unless it requests more than it got.
      const last = reader.startOf(topic)
      const isMore = resume ? last?.position === undefined : count > (last?.count ?? 0)
      if (!reader.has(topic) || isMore) reader.add(topic, { ...starts?.get(topic), count }, positions)
      else reader.regroup(topic, positions)
    }
  }

  unsubscribe(caller: StreamCaller, reader: StreamReader, topics: readonly Topic[]): void {
    const removed = topics.filter((topic) => reader.has(topic))
    this.#counts.release(caller, removed.length)
    this.#seriesCounts.release(caller, seriesKeys(removed))
    for (const topic of removed) reader.remove(topic)
  }

  [Symbol.dispose](): void {
    this.history[Symbol.dispose]()
    this.quotes[Symbol.dispose]()
    this.bars[Symbol.dispose]()
    this.#queue[Symbol.dispose]()
    this.#feed[Symbol.dispose]()
  }

  #announce(change: ConnectionChange): void {
    if (change.state !== 'waiting' && change.state !== 'connected') return
    const event = toStatusEvent(change, this.#feed)
    for (const reader of this.#readers) reader.notify(event)
  }
}

function seriesKeys(topics: readonly Topic[]): string[] {
  return topics.flatMap((topic) => (topic instanceof BarTopic ? [topic.key] : []))
}

function toStatusEvent({ state, error, retryInMs }: ConnectionChange, feed: ProviderFeed): LiveEvent {
  if (state === 'connected') return new LiveEvent('status', JSON.stringify({ provider: 'connected' }))
  const { code, message, details } = feed.toFailure(error)
  const reason = { code, message, ...(details ? { details } : {}) }
  const status = { provider: 'disconnected', error: reason, retry_in_ms: retryInMs ?? null }
  return new LiveEvent('status', JSON.stringify(status))
}
