/** One reader and its subscriptions. A slow one gets the newest state of everything when it is ready, never a backlog. */

import type { LiveConnection, LiveListener } from '../../../http/live/live-connection.ts'
import type { LiveEvent } from '../../../http/live/live-event.ts'
import type { Flushable, FlushQueue } from './flush-queue.ts'
import type { SequencedEvent, StartPoint, Topic, TopicReader } from './topic.ts'

interface Subscription {
  /** The last event sent; undefined before the first. */
  sent: number | undefined
  readonly start: StartPoint
}

export class StreamReader implements LiveListener, TopicReader, Flushable {
  readonly #connection: LiveConnection
  readonly #queue: FlushQueue
  readonly #onMessage: (text: string) => void
  readonly #subscriptions = new Map<Topic, Subscription>()
  readonly #changed = new Set<Topic>()
  /** The newest event of each name. */
  readonly #notices = new Map<string, LiveEvent>()

  constructor(connection: LiveConnection, queue: FlushQueue, onMessage: (text: string) => void) {
    this.#connection = connection
    this.#queue = queue
    this.#onMessage = onMessage
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

  add(topic: Topic, start: StartPoint): void {
    this.#subscriptions.set(topic, { sent: undefined, start })
    topic.readers.add(this)
    this.mark(topic)
  }

  remove(topic: Topic): void {
    this.#subscriptions.delete(topic)
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

  onMessage(text: string): void {
    this.#onMessage(text)
  }

  flush(): void {
    if (this.#connection.isBehind || this.#connection.signal.aborted) return
    const events: SequencedEvent[] = []
    for (const topic of this.#changed) this.#collect(topic, events)
    this.#changed.clear()
    // A reader that is cut off in between resumes after the last id it has seen: nothing older may follow.
    if (events.length > 1) events.sort((a, b) => a.seq - b.seq)
    const all = [...this.#notices.values(), ...events.map(({ event }) => event)]
    this.#notices.clear()
    this.#connection.send(all)
  }

  #collect(topic: Topic, events: SequencedEvent[]): void {
    const subscription = this.#subscriptions.get(topic)
    if (subscription === undefined) return
    const { sent, start } = subscription
    const found = sent === undefined ? topic.firstEvents(start) : topic.eventsAfter(sent)
    const last = found.at(-1)
    if (last === undefined) return
    subscription.sent = last.seq
    for (const event of found) events.push(event)
  }
}
