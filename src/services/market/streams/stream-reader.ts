/** One reader and its subscriptions. A slow one gets the newest state of everything when it is ready, never a backlog. */

import type { LiveConnection, LiveListener } from '../../../http/live/live-connection.ts'
import type { LiveEvent } from '../../../http/live/live-event.ts'
import type { EventIds, ReachedBars, SeriesPositions } from './event-ids.ts'
import type { Flushable, FlushQueue } from './flush-queue.ts'
import type { SequencedEvent, StartPoint, Topic, TopicReader } from './topic.ts'

interface Subscription {
  /** The last event sent; undefined before the first. */
  sent: number | undefined
  readonly start: StartPoint
  positions: SeriesPositions
}

interface TopicEvent extends SequencedEvent {
  readonly topic: Topic
}

export class StreamReader implements LiveListener, TopicReader, Flushable {
  readonly reached: ReachedBars = new Map()
  readonly #connection: LiveConnection
  readonly #queue: FlushQueue
  readonly #ids: EventIds
  readonly #subscriptions = new Map<Topic, Subscription>()
  readonly #changed = new Set<Topic>()
  /** The newest event of each name. */
  readonly #notices = new Map<string, LiveEvent>()

  constructor(connection: LiveConnection, queue: FlushQueue, ids: EventIds) {
    this.#connection = connection
    this.#queue = queue
    this.#ids = ids
  }

  get topics(): Iterable<Topic> {
    return this.#subscriptions.keys()
  }

  get size(): number {
    return this.#subscriptions.size
  }

  has(topic: Topic): boolean {
    return this.#subscriptions.has(topic)
  }

  /** Where it began with a topic. */
  startOf(topic: Topic): StartPoint | undefined {
    return this.#subscriptions.get(topic)?.start
  }

  /** Or starts it again, if it is one of its topics. */
  add(topic: Topic, start: StartPoint, positions: SeriesPositions): void {
    this.#subscriptions.set(topic, { sent: undefined, start, positions })
    this.reached.delete(topic)
    if (start.position !== undefined) positions.advance(topic, start.position)
    topic.readers.add(this)
    this.mark(topic)
  }

  /** A topic that goes on: ids of these series say where the reader is with it. */
  regroup(topic: Topic, positions: SeriesPositions): void {
    const subscription = this.#subscriptions.get(topic)
    if (subscription !== undefined) subscription.positions = positions
  }

  remove(topic: Topic): void {
    this.#subscriptions.delete(topic)
    this.reached.delete(topic)
    this.#changed.delete(topic)
    topic.readers.delete(this)
  }

  mark(topic: Topic): void {
    this.#changed.add(topic)
    this.#queue.add(this)
  }

  /** Outside the subscriptions, such as the state of the provider; a newer one replaces it. */
  notify(event: LiveEvent): void {
    this.#notices.set(event.name, event)
    this.#queue.add(this)
  }

  onReady(): void {
    this.#queue.add(this)
  }

  flush(): void {
    if (this.#connection.isBehind || this.#connection.signal.aborted) return
    const events: TopicEvent[] = []
    for (const topic of this.#changed) this.#collect(topic, events)
    this.#changed.clear()
    // A reader that is cut off in between resumes after the last id it has seen: nothing older may follow.
    if (events.length > 1) events.sort((a, b) => a.seq - b.seq)
    const all = [...this.#notices.values(), ...events.map((event) => this.#toLiveEvent(event))]
    this.#notices.clear()
    this.#connection.send(all)
  }

  #collect(topic: Topic, events: TopicEvent[]): void {
    const subscription = this.#subscriptions.get(topic)
    if (subscription === undefined) return
    const found =
      subscription.sent === undefined
        ? this.#start(topic, subscription)
        : this.#continue(topic, subscription, subscription.sent)
    for (const event of found) events.push({ topic, ...event })
  }

  #start(topic: Topic, subscription: Subscription): readonly SequencedEvent[] {
    const { events, seq, newest } = topic.firstEvents(subscription.start)
    subscription.sent = seq
    // A reader without past bars, or one that has missed none, has them all.
    if (newest !== undefined && !events.some(({ position }) => position !== undefined))
      subscription.positions.advance(topic, newest)
    return events
  }

  #continue(topic: Topic, subscription: Subscription, sent: number): readonly SequencedEvent[] {
    const events = topic.eventsAfter(sent)
    subscription.sent = events.at(-1)?.seq ?? sent
    return events
  }

  /** The id of a bar says where the reader is with all series of the subscription. */
  #toLiveEvent({ topic, event, seq, position }: TopicEvent): LiveEvent {
    if (position === undefined) return event
    const positions = this.#subscriptions.get(topic)?.positions
    positions?.advance(topic, position)
    // With one series, the id is the same for all readers.
    if (positions === undefined || positions.size === 1) return event
    return event.withId(this.#ids.format(seq, positions.text))
  }
}
