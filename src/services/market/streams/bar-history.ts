/** Bars on request: one exchange with the provider for all who ask the same, and a short memory of what it said. */

import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { HistoryEnd } from '../../../../packages/client/src/socket/bar-stream.ts'
import { BarSubscription } from '../../../../packages/client/src/socket/bars.ts'
import type { BarCount } from '../../../../packages/client/src/socket/messages.ts'
import { abortable } from '../../../core/async/abortable.ts'
import { SingleFlight } from '../../../core/async/single-flight.ts'
import type { Clock } from '../../../core/clock.ts'
import { Failure, isFailure } from '../../../core/errors.ts'
import type { Asker } from '../gateway/gateway.ts'
import { textOrNull } from '../gateway/json-guards.ts'
import type { MissBudget } from '../gateway/miss-budget.ts'
import type { Resolution } from '../schema/prices.ts'
import { type BarSeries, seriesKey, toBarRow, toSeriesFailure, toSpec } from './bar-series.ts'
import type { ProviderFeed } from './provider-feed.ts'

interface BarHistoryOptions {
  readonly feed: ProviderFeed
  readonly clock: Clock
  readonly budget: MissBudget
}

/** The newest bars that start in a range, at most `count`. Times in seconds. */
export interface HistoryRequest {
  readonly series: BarSeries
  readonly count: number
  readonly from?: number | undefined
  readonly to?: number | undefined
}

export interface History {
  /** JSON texts, oldest first. */
  readonly rows: readonly string[]
  /** Start of the first bar, in seconds, if there may be older ones in the range. */
  readonly olderThan: number | undefined
  readonly end: HistoryEnd | undefined
  /** Equal for equal rows. */
  readonly rowsHash: string
  readonly currency: string | null
  readonly timezone: string | null
  /** When the provider sent it. */
  readonly fetchedAt: number
  readonly fetchedMonotonic: number
}

export const historyFreshMs = 5000
const deadlineMs = 8000
const responseTimeoutMs = 7000
const atOnceMax = 40
const cacheBytesMax = 16 * 1024 * 1024
const rowBytes = 200
/** Of one request. */
const providerBarsMax = 5000
/** How many bars may start within the length of one: weeks and months begin on their first trading day. */
const laterBarsMax = 3

export class BarHistory implements Disposable {
  readonly #options: BarHistoryOptions
  readonly #cache: LRUCache<string, History>
  readonly #loads = new SingleFlight<History>()
  readonly #closing = new AbortController()

  constructor(options: BarHistoryOptions) {
    this.#options = options
    this.#cache = new LRUCache<string, History>({
      maxSize: cacheBytesMax,
      sizeCalculation: ({ rows }) => (rows.length + 5) * rowBytes,
    })
  }

  async load(request: HistoryRequest, { caller, signal }: Asker): Promise<History & { isHit: boolean }> {
    const { clock, budget } = this.#options
    const key = `${seriesKey(request.series)} ${request.count} ${request.from ?? ''} ${request.to ?? ''}`
    const cached = this.#cache.get(key)
    if (cached && clock.monotonic() - cached.fetchedMonotonic < historyFreshMs)
      return { ...cached, isHit: true }
    if (!this.#loads.get(key)) {
      this.#requireRoom()
      budget.take(caller)
    }
    const loading = this.#loads.run(key, async () => {
      const history = await this.#fetch(request)
      this.#cache.set(key, history)
      return history
    })
    return { ...(await abortable(loading, signal)), isHit: false }
  }

  [Symbol.dispose](): void {
    this.#closing.abort(new Failure('overloaded', 'The server is shutting down.'))
  }

  #requireRoom(): void {
    const { failure } = this.#options.feed
    if (failure) throw failure
    if (this.#loads.size >= atOnceMax)
      throw new Failure('overloaded', 'Too many requests for bars are waiting.', { retryAfterSeconds: 1 })
  }

  async #fetch({ series, count, from, to }: HistoryRequest): Promise<History> {
    const { feed, clock } = this.#options
    feed.hold()
    const deadline = AbortSignal.timeout(deadlineMs)
    const context = feed.seriesContext(responseTimeoutMs)
    const bars = new BarSubscription(context, toSpec(series), series.resolution, {
      count: toCount(series, count, to, clock.now() / 1000),
      live: false,
      signal: AbortSignal.any([deadline, this.#closing.signal]),
    })
    const rows: { readonly time: number; readonly text: string }[] = []
    let isStartReached = false
    try {
      for await (const bar of bars) {
        if (from !== undefined && bar.time <= from) isStartReached = true
        const isWanted = (from === undefined || bar.time >= from) && (to === undefined || bar.time <= to)
        if (isWanted) rows.push({ time: bar.time, text: JSON.stringify(toBarRow(bar)) })
      }
    } catch (thrown) {
      throw this.#toFailure(thrown, series, deadline)
    }
    const newest = rows.slice(-count)
    const texts = newest.map(({ text }) => text)
    const isCut = newest.length < rows.length
    const end = isCut || isStartReached ? undefined : bars.historyEnd
    return {
      rows: texts,
      rowsHash: hash('sha256', texts.join('\n'), 'base64url').slice(0, 16),
      olderThan: isCut || (!isStartReached && end === undefined) ? newest[0]?.time : undefined,
      end,
      currency: textOrNull(bars.info?.currency_code),
      timezone: textOrNull(bars.info?.timezone),
      fetchedAt: clock.now(),
      fetchedMonotonic: clock.monotonic(),
    }
  }

  #toFailure(thrown: unknown, series: BarSeries, deadline: AbortSignal): Failure {
    const { feed } = this.#options
    if (isFailure(thrown)) return thrown
    // While it cannot connect, the connection does not give up by itself.
    if (deadline.aborted && thrown === deadline.reason)
      return feed.failure ?? new Failure('upstream_timeout', 'The provider’s socket did not respond in time.')
    return toSeriesFailure(thrown, series, feed)
  }
}

/**
 * A range has one end, with and without a start: the provider is asked for bars until a moment, and what starts outside the range is
 * left out. The moment is a bar later than the end, because the provider may leave out, or cut off, the bar that is under way then.
 */
function toCount(
  { resolution }: BarSeries,
  count: number,
  to: number | undefined,
  nowSeconds: number,
): BarCount {
  if (to === undefined || to >= nowSeconds) return count
  return ['bar_count', to + barSecondsMax(resolution), Math.min(providerBarsMax, count + laterBarsMax)]
}

/** The longest that a bar may be. */
function barSecondsMax(resolution: Resolution): number {
  const days = { '1D': 1, '1W': 7, '1M': 31 }
  return resolution in days ? days[resolution as keyof typeof days] * 86_400 : Number(resolution) * 60
}
