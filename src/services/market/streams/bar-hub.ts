/** Bars that anybody streams: each series is requested once, and its newest bars are kept for the next reader. */

import type { Bar } from '../../../../packages/client/src/socket/bar.ts'
import { BarSubscription } from '../../../../packages/client/src/socket/bars.ts'
import type { Clock } from '../../../core/clock.ts'
import { Failure } from '../../../core/errors.ts'
import { errorEvent, LiveEvent } from '../../../http/live/live-event.ts'
import { type BarSeries, seriesKey, toBarRow, toSeriesFailure, toSpec } from './bar-series.ts'
import type { EventIds } from './event-ids.ts'
import type { ProviderFeed } from './provider-feed.ts'
import { type SequencedEvent, type StartPoint, Topic } from './topic.ts'

interface BarHubOptions {
  readonly feed: ProviderFeed
  readonly ids: EventIds
  readonly clock: Clock
  readonly seriesMax?: number
}

/** How many bars of a series are kept: also how far a reader can resume. */
export const keptBarsMax = 1000
const seriesDefault = 150
const unusedMsMax = 30_000
const sweepMs = 5000
const responseTimeoutMs = 8000
const restartMs = 5000

interface KeptBar extends SequencedEvent {
  readonly timeMs: number
}

export class BarTopic extends Topic {
  readonly series: BarSeries
  readonly #ids: EventIds
  readonly #bars: KeptBar[] = []
  /** Events up to this one may be missing. */
  #lostSeq: number
  #failure: SequencedEvent | undefined

  constructor(series: BarSeries, ids: EventIds) {
    super(seriesKey(series))
    this.series = series
    this.#ids = ids
    this.#lostSeq = ids.next()
  }

  put(bar: Bar): void {
    const { symbol, resolution } = this.series
    const seq = this.#ids.next()
    const text = JSON.stringify({ symbol, resolution, ...toBarRow(bar) })
    const timeMs = bar.time * 1000
    this.#failure = undefined
    if (this.#bars.at(-1)?.timeMs === timeMs) this.#bars.pop()
    this.#bars.push({ seq, timeMs, event: new LiveEvent('bar', text, this.#ids.format(seq)) })
    if (this.#bars.length > keptBarsMax) this.#lostSeq = this.#bars.shift()?.seq ?? seq
    this.changed()
  }

  fail(failure: Failure): void {
    const { symbol, resolution } = this.series
    const seq = this.#ids.next()
    this.#failure = { seq, event: errorEvent(failure, { symbol, resolution }) }
    this.changed()
  }

  eventsAfter(seq: number): SequencedEvent[] {
    let first = this.#bars.length
    while (first > 0 && (this.#bars[first - 1] as KeptBar).seq > seq) first -= 1
    const events: SequencedEvent[] = this.#bars.slice(first)
    if (seq < this.#lostSeq && events[0]) events.unshift(this.#gapBefore(events[0].seq))
    if (this.#failure && this.#failure.seq > seq) events.push(this.#failure)
    return events
  }

  /** A reader that resumes gets what it has missed; a new one the newest bars. */
  firstEvents({ resume, count = 0 }: StartPoint): SequencedEvent[] {
    if (resume?.seq !== undefined && resume.seq >= this.#lostSeq) return this.eventsAfter(resume.seq)
    // The bar that was current at that time may have changed since.
    const first = resume
      ? this.#bars.findLastIndex(({ timeMs }) => timeMs <= resume.sinceMs)
      : Math.max(0, this.#bars.length - count)
    const events: SequencedEvent[] = this.#bars.slice(Math.max(0, first))
    if (first < 0 && events[0]) events.unshift(this.#gapBefore(events[0].seq))
    if (this.#failure) events.push(this.#failure)
    return events
  }

  /** Bars before these may have been missed: the reader has to request them. */
  #gapBefore(seq: number): SequencedEvent {
    const { symbol, resolution } = this.series
    return { seq: seq - 1, event: new LiveEvent('gap', JSON.stringify({ symbol, resolution })) }
  }
}

interface Running {
  readonly topic: BarTopic
  readonly stop: AbortController
}

export class BarHub implements Disposable {
  readonly #options: BarHubOptions
  readonly #running = new Map<string, Running>()
  #cancelSweep: (() => void) | undefined

  constructor(options: BarHubOptions) {
    this.#options = options
  }

  get size(): number {
    return this.#running.size
  }

  has(series: BarSeries): boolean {
    return this.#running.has(seriesKey(series))
  }

  /** Throws `overloaded` if there are too many. */
  topic(series: BarSeries): BarTopic {
    const { seriesMax = seriesDefault, ids, clock, feed } = this.#options
    const key = seriesKey(series)
    const known = this.#running.get(key)
    if (known) {
      known.topic.unusedSince = undefined
      return known.topic
    }
    if (this.#running.size >= seriesMax)
      throw new Failure('overloaded', 'Too many series of bars are being read.', { retryAfterSeconds: 30 })
    const topic = new BarTopic(series, ids)
    const stop = new AbortController()
    this.#running.set(key, { topic, stop })
    feed.hold()
    void this.#run(topic, stop.signal)
    this.#cancelSweep ??= clock.after(sweepMs, () => this.#sweep())
    return topic
  }

  [Symbol.dispose](): void {
    this.#cancelSweep?.()
    for (const { stop } of this.#running.values()) stop.abort()
  }

  async #run(topic: BarTopic, signal: AbortSignal): Promise<void> {
    const { feed, clock } = this.#options
    while (!signal.aborted) {
      const bars = new BarSubscription(
        feed.seriesContext(responseTimeoutMs),
        toSpec(topic.series),
        topic.series.resolution,
        { count: keptBarsMax / 2, signal },
      )
      try {
        for await (const bar of bars) topic.put(bar)
      } catch (thrown) {
        if (signal.aborted) return
        const failure = toSeriesFailure(thrown, topic.series, feed)
        topic.fail(failure)
        // The provider will not change its mind about these.
        if (!failure.retry) return
      }
      await clock.sleep(restartMs, signal).catch(() => {})
    }
  }

  /** Ends series that nobody reads any more. */
  #sweep(): void {
    const { clock } = this.#options
    const now = clock.monotonic()
    for (const [key, { topic, stop }] of this.#running) {
      if (topic.readers.size > 0) topic.unusedSince = undefined
      else if (topic.unusedSince === undefined) topic.unusedSince = now
      else if (now - topic.unusedSince >= unusedMsMax) {
        this.#running.delete(key)
        stop.abort()
      }
    }
    this.#cancelSweep = this.#running.size === 0 ? undefined : clock.after(sweepMs, () => this.#sweep())
  }
}
