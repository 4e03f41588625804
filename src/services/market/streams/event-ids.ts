/**
 * Event ids: where a reader was, so that it can resume there. This process goes by the number of the event. Another one, or this one
 * when it has forgotten the series, goes by the newest bar of each series that the reader has: exchanges with a delay are behind
 * the clock, and series that are rarely traded are behind the others.
 */

import { hash, randomBytes } from 'node:crypto'
import { invalidParameter } from '../parameters/invalid-parameter.ts'
import type { StartPoint, Topic } from './topic.ts'

/** Fits fifty positions. */
export const eventIdCharsMax = 600

const idFormat = /^([0-9a-f]{8})-(\d{1,15})(?:-([0-9a-f]{8})-([0-9a-z.]{0,560}))?$/

export class EventIds {
  /** Of this process. */
  readonly #epoch = randomBytes(4).toString('hex')
  #last = 0

  next(): number {
    this.#last += 1
    return this.#last
  }

  format(seq: number, positions = ''): string {
    return `${this.#epoch}-${seq}${positions}`
  }

  /** As a parameter has it. */
  parse(id: string): ResumePoint {
    const [, epoch, seq, group, positions] = idFormat.exec(id) ?? []
    if (epoch === undefined) {
      throw invalidParameter(
        'last_event_id',
        'This is not the id of an event.',
        'the id of the last event received',
      )
    }
    const isOwn = epoch === this.#epoch && Number(seq) <= this.#last
    return new ResumePoint(isOwn ? Number(seq) : undefined, group, positions?.split('.') ?? [])
  }
}

export class ResumePoint {
  /** Undefined for an event of another process, or from before a restart. */
  readonly seq: number | undefined
  readonly #group: string | undefined
  readonly #positions: readonly string[]

  constructor(seq: number | undefined, group: string | undefined, positions: readonly string[]) {
    this.seq = seq
    this.#group = group
    this.#positions = positions
  }

  /** Where a reader of these series was with each of them. */
  starts(series: readonly Topic[]): Map<Topic, StartPoint> {
    const sorted = sortedByKey(series)
    const isSame = this.#group === checksum(sorted)
    return new Map(
      sorted.map((topic, at) => {
        // Before all bars, if the reader had others or none: the `gap` says that bars may be missing.
        const position = parsePosition(isSame ? this.#positions[at] : undefined)
        return [topic, { seq: this.seq, position }]
      }),
    )
  }
}

/** The newest bar of each series that a reader has, in seconds. */
export type ReachedBars = Map<Topic, number>

/** The series that a reader has subscribed to together, and where it is with each of them. */
export class SeriesPositions {
  readonly #series: readonly Topic[]
  readonly #reached: ReachedBars
  readonly #checksum: string

  /** `reached`: of all series of the reader, because a series can be in several subscriptions. */
  constructor(series: readonly Topic[], reached: ReachedBars = new Map()) {
    this.#series = sortedByKey(series)
    this.#reached = reached
    this.#checksum = checksum(this.#series)
  }

  get size(): number {
    return this.#series.length
  }

  /** An earlier bar that has changed does not move the position. */
  advance(topic: Topic, position: number): void {
    const reached = this.#reached.get(topic)
    if (reached === undefined || position > reached) this.#reached.set(topic, position)
  }

  /** As it is in an event id. */
  get text(): string {
    const positions = this.#series.map((topic) => formatPosition(this.#reached.get(topic)))
    return `-${this.#checksum}-${positions.join('.')}`
  }
}

function formatPosition(position: number | undefined): string {
  return position === undefined ? '' : Math.max(0, Math.floor(position)).toString(36)
}

function parsePosition(text: string | undefined): number {
  return text === undefined || text === '' ? Number.NEGATIVE_INFINITY : Number.parseInt(text, 36)
}

function sortedByKey(topics: readonly Topic[]): Topic[] {
  return [...new Set(topics)].sort((a, b) => (a.key < b.key ? -1 : 1))
}

function checksum(sorted: readonly Topic[]): string {
  return hash('sha256', sorted.map(({ key }) => key).join('\n')).slice(0, 8)
}
