/** What readers subscribe to: a value that changes, with the events that tell a reader what it has missed. */

import type { LiveEvent } from '../../../http/live/live-event.ts'

export interface SequencedEvent {
  readonly seq: number
  readonly event: LiveEvent
  /** The start of a bar, in seconds. */
  readonly position?: number
}

export interface TopicReader {
  /** The topic has changed. */
  mark(topic: Topic): void
}

/** Where a reader starts with a topic. */
export interface StartPoint {
  /** The last event that it has; undefined if it is of another process, or for a new reader. */
  readonly seq?: number | undefined
  /** The newest bar that it has, in seconds; undefined for a new reader. */
  readonly position?: number | undefined
  /** How many bars a new reader gets. */
  readonly count?: number | undefined
}

/** What a reader gets first. */
export interface FirstEvents {
  readonly events: SequencedEvent[]
  /** The last event that is covered; undefined if the reader has yet to start, because there is no value. */
  readonly seq: number | undefined
  /** The newest bar, in seconds. */
  readonly newest?: number
}

export abstract class Topic {
  readonly key: string
  readonly readers = new Set<TopicReader>()
  /** On the monotonic clock; undefined while it has readers. */
  unusedSince: number | undefined

  constructor(key: string) {
    this.key = key
  }

  /** Events after this one, oldest first; only the newest state of each value. */
  abstract eventsAfter(seq: number): SequencedEvent[]

  /** The same for a reader that starts here or resumes. */
  abstract firstEvents(start: StartPoint): FirstEvents

  protected changed(): void {
    for (const reader of this.readers) reader.mark(this)
  }
}
