/**
 * The streams of a service's changes. What is new is read once for all readers and matched once for each filter. A reader
 * that is behind, or that resumes, reads the log by itself until it has caught up.
 */

import { setImmediate } from 'node:timers/promises'
import type { Clock } from '../../core/clock.ts'
import { changeScope } from '../../store/changes/change-scope.ts'
import { type LoggedChange, type LogPosition, readLog, readStart } from '../../store/changes/read-log.ts'
import { Semaphore } from '../../store/semaphore.ts'
import type { LiveConnection, LiveListener } from '../live/live-connection.ts'
import { LiveEvent } from '../live/live-event.ts'
import { type ChangeMatcher, type ChangeSource, type DeliveredChange, deliverAll } from './change-source.ts'
import { currentPosition, formatPosition } from './position.ts'
import {
  type ChangeDatabase,
  expiredDetails,
  positionOf,
  readChanges,
  renderChanges,
  renderOnce,
} from './read-changes.ts'

/** How often the feed looks whether the log has grown, which costs no query. */
const lookMs = 250
/** How often a reader without news learns the position from which it can resume. */
const bookmarkMs = 30_000
/** Changes that are read at a time. What is sent before a reader is known to be behind is in memory for each. */
const rowsPerRead = 50
/** A reader that is further behind reads the rest with requests. */
const behindMax = 10_000
/** At once: more would only make the pauses longer in which nobody else is answered. */
const catchingUpMax = 2
/** Filters that are matched before others are answered. */
const matchedAtOnce = 100

interface Topic {
  /** Of the reader that came last: some know the places of their time. */
  matcher: ChangeMatcher
  readonly readers: Set<Reader>
  /** The number up to which its readers know that there is nothing more. */
  announcedUpTo: number
}

interface Reader {
  readonly connection: LiveConnection
  readonly topic: Topic
  /** What it was sent last. Of a live reader it is only used to leave out what it has. */
  position: LogPosition
  /** Whether it has come with a position that is not in the log. */
  isExpired: boolean
  isLive: boolean
  isCatchingUp: boolean
}

export class ChangeFeed {
  readonly #db: ChangeDatabase
  readonly #source: ChangeSource
  readonly #clock: Clock
  readonly #topics = new Map<string, Topic>()
  readonly #catchUps = new Semaphore({
    permits: catchingUpMax,
    waitingMax: 10_000,
    waitMs: 60_000,
    name: 'streams of changes',
  })
  #position: LogPosition = { number: 0, at: 0 }
  #stopLooking: (() => void) | undefined
  #bookmarkAt = 0
  #isReading = false

  constructor(db: ChangeDatabase, source: ChangeSource, clock: Clock) {
    this.#db = db
    this.#source = source
    this.#clock = clock
  }

  /** `after`: `now`, or undefined for a position that is no longer in the log. `filter`: equal for equal matchers. */
  open(
    connection: LiveConnection,
    filter: string,
    matcher: ChangeMatcher,
    after: LogPosition | 'now' | undefined,
  ): LiveListener {
    if (this.#topics.size === 0) this.#start()
    const topic = this.#topics.get(filter) ?? { matcher, readers: new Set(), announcedUpTo: 0 }
    topic.matcher = matcher
    this.#topics.set(filter, topic)
    const isLive = after === 'now'
    const position = after === 'now' || after === undefined ? this.#position : after
    const isExpired = after === undefined
    const reader: Reader = { connection, topic, position, isExpired, isLive, isCatchingUp: false }
    topic.readers.add(reader)
    connection.signal.addEventListener('abort', () => this.#close(filter, reader), { once: true })
    if (isLive) connection.send([this.#bookmark(position)])
    else void this.#catchUp(reader)
    return { onReady: () => void this.#catchUp(reader) }
  }

  #start(): void {
    this.#position = currentPosition(this.#db, this.#source.service)
    this.#bookmarkAt = this.#clock.monotonic() + bookmarkMs
    this.#lookLater()
  }

  #lookLater(): void {
    this.#stopLooking = this.#clock.after(lookMs, () => void this.#look())
  }

  #close(filter: string, reader: Reader): void {
    const { topic } = reader
    topic.readers.delete(reader)
    if (topic.readers.size === 0 && this.#topics.get(filter) === topic) this.#topics.delete(filter)
    if (this.#topics.size > 0) return
    this.#stopLooking?.()
    this.#stopLooking = undefined
  }

  async #look(): Promise<void> {
    this.#lookLater()
    if (this.#isReading) return
    this.#isReading = true
    try {
      // In a restored database, the log may end earlier than before.
      while (
        this.#topics.size > 0 &&
        this.#db.version(changeScope(this.#source.service)) !== this.#position.number
      ) {
        if (!(await this.#readNew())) break
        await setImmediate()
      }
    } catch {
      // The store is not available for a moment: the next look goes on from the same position.
    } finally {
      this.#isReading = false
    }
    if (this.#clock.monotonic() < this.#bookmarkAt) return
    this.#bookmarkAt = this.#clock.monotonic() + bookmarkMs
    this.#sendBookmarks()
  }

  /** Returns whether there was anything. */
  async #readNew(): Promise<boolean> {
    const rows = await readLog(this.#db.read, this.#source.service, this.#position, rowsPerRead)
    if (rows === undefined) {
      const gap = await this.#readExpired()
      this.#position = await readStart(this.#db.read, this.#source.service)
      const end = currentPosition(this.#db, this.#source.service)
      const isInLog = ({ number }: LogPosition) => number >= this.#position.number && number <= end.number
      for (const reader of this.#readers())
        if (reader.isLive && !isInLog(reader.position)) this.#sendGap(reader, gap)
      return true
    }
    const events = await this.#toEvents(rows)
    for (const topic of this.#topics.values()) {
      const ofTopic = events.get(topic)
      if (ofTopic !== undefined) this.#send(topic, ofTopic)
      // It was opened while these were matched.
      else for (const reader of topic.readers) this.#fallBehind(reader)
    }
    const last = rows.at(-1)
    if (last !== undefined) this.#position = positionOf(last)
    return last !== undefined
  }

  /** Matches each change once for each filter, and renders it once for all. */
  async #toEvents(rows: readonly LoggedChange[]): Promise<ReadonlyMap<Topic, readonly NumberedEvent[]>> {
    const topics = [...this.#topics.values()]
    const delivered = new Map<Topic, readonly DeliveredChange[]>()
    for (const [at, topic] of topics.entries()) {
      if (at > 0 && at % matchedAtOnce === 0) await setImmediate()
      delivered.set(topic, deliverAll(rows, topic.matcher))
    }
    const eventOf = await renderOnce(delivered.values(), (changes) => this.#render(changes))
    return new Map([...delivered].map(([topic, all]) => [topic, all.map(eventOf)]))
  }

  async #render(changes: readonly DeliveredChange[]): Promise<NumberedEvent[]> {
    const texts = await renderChanges(this.#source, changes, this.#clock.now())
    return changes.map(({ change }, at) => ({
      number: Number(change.number),
      event: new LiveEvent('change', texts[at] as string, this.#format(positionOf(change))),
    }))
  }

  /** To those that have taken everything so far; the others catch up when they are ready. */
  #send(topic: Topic, events: readonly NumberedEvent[]): void {
    const last = events.at(-1)
    if (last === undefined) return
    topic.announcedUpTo = last.number
    for (const reader of topic.readers) {
      if (!reader.isLive) continue
      if (reader.connection.isBehind) {
        this.#fallBehind(reader)
        continue
      }
      const missing = events.filter(({ number }) => number > reader.position.number)
      reader.connection.send(missing.map(({ event }) => event))
    }
  }

  /** Before the position of the feed moves on. */
  #fallBehind(reader: Reader): void {
    if (!reader.isLive) return
    reader.isLive = false
    if (reader.position.number < this.#position.number) reader.position = this.#position
    if (!reader.connection.isBehind) void this.#catchUp(reader)
  }

  async #catchUp(reader: Reader): Promise<void> {
    const { connection } = reader
    if (reader.isLive || reader.isCatchingUp) return
    reader.isCatchingUp = true
    try {
      while (!reader.isLive && !connection.isBehind && !connection.signal.aborted)
        await this.#takeTurn(reader)
    } catch {
      // It has disconnected, or the store is not available: it resumes by connecting again.
      connection.end()
    } finally {
      reader.isCatchingUp = false
    }
  }

  async #takeTurn(reader: Reader): Promise<void> {
    const release = await this.#catchUps.acquire(reader.connection.signal)
    try {
      await this.#sendNext(reader)
      // Reading need not wait for anything, but others have to be answered in between.
      await setImmediate()
    } finally {
      release()
    }
  }

  async #sendNext(reader: Reader): Promise<void> {
    const { connection, topic, position } = reader
    const { service } = this.#source
    if (reader.isExpired) return this.#sendGap(reader, await this.#readExpired())
    if (currentPosition(this.#db, service).number - position.number > behindMax) {
      const after = this.#format(position)
      return this.#sendGap(reader, { reason: 'behind', after })
    }
    const page = await readChanges(this.#db, service, topic.matcher, position, rowsPerRead)
    if (page === undefined) return this.#sendGap(reader, await this.#readExpired())
    const events = (await this.#render(page.changes)).map(({ event }) => event)
    reader.position = page.position
    if (!page.hasMore && page.position.number >= this.#position.number) {
      reader.isLive = true
      if (events.length === 0) events.push(this.#bookmark(page.position))
    }
    connection.send(events)
  }

  async #readExpired(): Promise<Gap> {
    const { oldest, restart } = await expiredDetails(this.#db, this.#source)
    return { reason: 'expired', after: oldest, restart }
  }

  /** The reader goes on with what is new, and knows what it has missed. */
  #sendGap(reader: Reader, gap: Gap): void {
    const end = currentPosition(this.#db, this.#source.service)
    const position = end.number > this.#position.number ? end : this.#position
    reader.position = position
    reader.isExpired = false
    reader.isLive = true
    const data = JSON.stringify({ ...gap, until: this.#format(position) })
    reader.connection.send([new LiveEvent('gap', data, this.#format(position))])
  }

  #sendBookmarks(): void {
    const bookmark = this.#bookmark(this.#position)
    for (const topic of this.#topics.values()) {
      if (topic.announcedUpTo >= this.#position.number) continue
      topic.announcedUpTo = this.#position.number
      for (const { isLive, connection, position } of topic.readers)
        if (isLive && !connection.isBehind && position.number <= this.#position.number)
          connection.send([bookmark])
    }
  }

  #bookmark(position: LogPosition): LiveEvent {
    const text = this.#format(position)
    return new LiveEvent('bookmark', JSON.stringify({ changes_after: text }), text)
  }

  #format(position: LogPosition): string {
    return formatPosition(this.#db.epoch(), position)
  }

  *#readers(): Generator<Reader> {
    for (const { readers } of this.#topics.values()) yield* readers
  }
}

type Gap = Readonly<Record<string, string>>

interface NumberedEvent {
  readonly number: number
  readonly event: LiveEvent
}
