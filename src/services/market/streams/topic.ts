/** What readers subscribe to: a value that changes, with the events that tell a reader what it has missed. */

import type { LiveEvent } from '../../../http/live/live-event.ts'
import type { ResumePoint } from './event-ids.ts'

export interface SequencedEvent {
  readonly seq: number
  readonly event: LiveEvent
}

export interface TopicReader {
  /** The topic has changed. */
  mark(topic: Topic): void
}

/** Where a reader starts. */
export interface StartPoint {
  /** Undefined for a new reader. */
  readonly resume?: ResumePoint | undefined
  /** How many bars a new reader gets. */
  readonly count?: number | undefined
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
  abstract firstEvents(start: StartPoint): SequencedEvent[]

  protected changed(): void {
    for (const reader of this.readers) reader.mark(this)
  }
}
