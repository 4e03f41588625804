/** Bars that anybody streams: each series is requested once, and its newest bars are kept for the next reader. */

import type { Bar } from '../../../../packages/client/src/socket/bar.ts'
import { BarSubscription } from '../../../../packages/client/src/socket/bars.ts'
import type { Clock } from '../../../core/clock.ts'
import { Failure } from '../../../core/errors.ts'
import { errorEvent, LiveEvent } from '../../../http/live/live-event.ts'
import { type BarSeries, seriesKey, toBarRow, toSeriesFailure, toSpec } from './bar-series.ts'
import { type EventIds, SeriesPositions } from './event-ids.ts'
import type { ProviderFeed } from './provider-feed.ts'
import { type FirstEvents, type SequencedEvent, type StartPoint, Topic } from './topic.ts'
import { UnusedTopics } from './unused-topics.ts'

interface BarHubOptions {
  readonly feed: ProviderFeed
  readonly ids: EventIds
  readonly clock: Clock
}

/** How many bars of a series are kept: also how far a reader can resume. */
export const keptBarsMax = 1000
export const seriesMax = 200
const responseTimeoutMs = 8000
const restartMs = 5000

interface KeptBar extends SequencedEvent {
  readonly position: number
}

export class BarTopic extends Topic {
  readonly series: BarSeries
  readonly #ids: EventIds
  readonly #own: SeriesPositions
  /** In the order of their events, which is not that of time if an earlier bar has changed. */
  readonly #bars: KeptBar[] = []
  #newest = Number.NEGATIVE_INFINITY
  /** Events up to this one may be missing. */
  #lostSeq: number
  #isRestarted = false
  #failure: SequencedEvent | undefined

  constructor(series: BarSeries, ids: EventIds) {
    super(seriesKey(series))
    this.series = series
    this.#ids = ids
    this.#own = new SeriesPositions([this])
    this.#lostSeq = ids.next()
  }

  /** The series is requested again: the bars that follow are its newest. */
  restart(): void {
    this.#isRestarted = true
  }

  put(bar: Bar): void {
    const { time } = bar
    const text = JSON.stringify({ ...this.series, ...toBarRow(bar) })
    this.#failure = undefined
    if (this.#isRestarted && time > this.#newest) this.#forgetAll()
    this.#isRestarted = false
    const known = this.#bars.findLastIndex(({ position }) => position === time)
    // After a restart most bars are known.
    if (this.#bars[known]?.event.data === text) return
    if (known >= 0) this.#bars.splice(known, 1)
    this.#newest = Math.max(this.#newest, time)
    this.#own.advance(this, time)
    const seq = this.#ids.next()
    const event = new LiveEvent('bar', text, this.#ids.format(seq, this.#own.text))
    this.#bars.push({ seq, position: time, event })
    if (this.#bars.length > keptBarsMax) this.#forgetOldest()
    this.changed()
  }

  fail(failure: Failure): void {
    this.#failure = { seq: this.#ids.next(), event: errorEvent(failure, { ...this.series }) }
    this.changed()
  }

  eventsAfter(seq: number): SequencedEvent[] {
    let first = this.#bars.length
    while (first > 0 && (this.#bars[first - 1] as KeptBar).seq > seq) first -= 1
    const events = this.#withGap(this.#bars.slice(first), seq < this.#lostSeq)
    if (this.#failure && this.#failure.seq > seq) events.push(this.#failure)
    return events
  }

  /** A reader that resumes gets what it has missed; a new one the newest bars. */
  firstEvents({ seq, position, count = 0 }: StartPoint): FirstEvents {
    const failure = this.#failure ? [this.#failure] : []
    const last = this.#failure ?? this.#bars.at(-1)
    if (last === undefined || this.#bars.length === 0) return { events: failure, seq: undefined }
    const covered = { seq: last.seq, newest: this.#newest }
    if (seq !== undefined && seq >= this.#lostSeq) return { events: this.eventsAfter(seq), ...covered }
    const sorted = this.#bars.toSorted((a, b) => a.position - b.position)
    const oldest = sorted[0]?.position ?? 0
    // The newest bar that the reader has may have changed since.
    const bars =
      position === undefined
        ? sorted.slice(Math.max(0, sorted.length - count))
        : sorted.filter((bar) => bar.position >= position)
    const isGap = position !== undefined && position < oldest
    return { events: [...this.#withGap(bars, isGap), ...failure], ...covered }
  }

  /** Bars before these may have been missed: the reader has to request them. */
  #withGap(bars: readonly KeptBar[], isGap: boolean): SequencedEvent[] {
    if (!isGap || bars.length === 0) return [...bars]
    const seq = Math.min(...bars.map((bar) => bar.seq)) - 1
    return [{ seq, event: new LiveEvent('gap', JSON.stringify(this.series)) }, ...bars]
  }

  #forgetOldest(): void {
    const positions = this.#bars.map(({ position }) => position)
    const [oldest] = this.#bars.splice(positions.indexOf(Math.min(...positions)), 1)
    this.#lostSeq = Math.max(this.#lostSeq, oldest?.seq ?? 0)
  }

  #forgetAll(): void {
    this.#bars.length = 0
    this.#lostSeq = this.#ids.next()
  }
}

interface Running {
  readonly topic: BarTopic
  readonly stop: AbortController
}

export class BarHub implements Disposable {
  readonly #options: BarHubOptions
  readonly #running = new Map<string, Running>()
  readonly #unused: UnusedTopics<BarTopic>

  constructor(options: BarHubOptions) {
    this.#options = options
    this.#unused = new UnusedTopics(
      options.clock,
      () => this.#running.values().map(({ topic }) => topic),
      (topic) => this.#forget(topic),
    )
  }

  get size(): number {
    return this.#running.size
  }

  has(series: BarSeries): boolean {
    return this.#running.has(seriesKey(series))
  }

  /** Throws `overloaded` if there are too many. */
  topic(series: BarSeries): BarTopic {
    const { ids, feed } = this.#options
    const key = seriesKey(series)
    const known = this.#running.get(key)
    if (known) {
      known.topic.unusedSince = undefined
      return known.topic
    }
    if (this.#running.size >= seriesMax) this.#forgetUnused()
    if (this.#running.size >= seriesMax)
      throw new Failure('overloaded', 'Too many series of bars are being read.', { retryAfterSeconds: 30 })
    const topic = new BarTopic(series, ids)
    const stop = new AbortController()
    this.#running.set(key, { topic, stop })
    feed.hold()
    void this.#run(topic, stop.signal)
    this.#unused.watch()
    return topic
  }

  [Symbol.dispose](): void {
    this.#unused[Symbol.dispose]()
    for (const { stop } of this.#running.values()) stop.abort()
  }

  async #run(topic: BarTopic, signal: AbortSignal): Promise<void> {
    const { feed, clock } = this.#options
    while (!signal.aborted) {
      topic.restart()
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

  /** The one that nobody has read for longest. */
  #forgetUnused(): void {
    const unused = [...this.#running.values()].flatMap(({ topic }) => {
      const { unusedSince, readers } = topic
      return unusedSince === undefined || readers.size > 0 ? [] : [{ topic, unusedSince }]
    })
    const [oldest] = unused.sort((a, b) => a.unusedSince - b.unusedSince)
    if (oldest !== undefined) this.#forget(oldest.topic)
  }

  #forget({ key }: BarTopic): void {
    this.#running.get(key)?.stop.abort()
    this.#running.delete(key)
  }
}
