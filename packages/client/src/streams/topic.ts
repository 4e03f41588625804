/** The quotes of a symbol, or a series of bars, that at least one stream reads. */

import type { ServerEvent } from './server-protocol.ts'

interface Reader {
  onEvent(event: ServerEvent): void
}

/** Those of a series that a reader gets at first. */
const barsMax = 500

export class Topic {
  readonly key: string
  readonly symbol: string
  /** On the present connection. */
  isRequested = false
  /** The server may repeat what was the last event on the connection before. */
  #isResumed = false
  #lastId: string | undefined
  readonly #readers = new Set<Reader>()
  /** What another reader starts with: the last quote, or the newest bars by their times. */
  readonly #recent = new Map<unknown, ServerEvent>()

  constructor(key: string, symbol: string) {
    this.key = key
    this.symbol = symbol
  }

  /** With which a series is resumed. */
  get lastId(): string | undefined {
    return this.#lastId
  }

  onConnected(): void {
    this.isRequested = false
    this.#isResumed = true
  }

  add(reader: Reader): void {
    this.#readers.add(reader)
    for (const event of [...this.#recent.values()]) reader.onEvent(event)
  }

  /** Whether nobody reads it any more. */
  remove(reader: Reader): boolean {
    this.#readers.delete(reader)
    return this.#readers.size === 0
  }

  publish(event: ServerEvent): void {
    if (this.#isRepeated(event)) return
    this.#lastId = event.id ?? this.#lastId
    this.#store(event)
    for (const reader of [...this.#readers]) reader.onEvent(event)
  }

  #isRepeated({ data }: ServerEvent): boolean {
    if (!this.#isResumed) return false
    this.#isResumed = false
    return JSON.stringify(data) === JSON.stringify(this.#recent.get(undefined)?.data)
  }

  /** Bars have a time; there is one quote, and one failure. */
  #store(event: ServerEvent): void {
    // Those before it say nothing about what may be missing.
    if (event.name === 'gap') {
      this.#recent.clear()
      return
    }
    this.#recent.delete(undefined)
    this.#recent.set(event.data.time, event)
    if (this.#recent.size <= barsMax) return
    for (const time of this.#recent.keys()) {
      this.#recent.delete(time)
      return
    }
  }
}

/** Of what an event or a stream is about. The server writes symbols in capitals. */
export function keyOf({ symbol, resolution, adjustment, session }: ServerEvent['data']): string {
  return [String(symbol).toUpperCase(), resolution, adjustment, session].join(' ')
}
