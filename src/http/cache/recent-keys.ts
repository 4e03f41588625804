/**
 * The keys of the last responses, by spelling of the request. Every first request adds one, so there are two maps in turn:
 * a list in the order of use costs a request as much as its tag.
 */

/** The URL and `Accept` of a request, as they were sent. */
export type Spelling = string

/** A longer spelling is not remembered: responses to it are not stored. */
const spellingBytesMax = 2048
/** What a spelling takes in addition to its text and that of its key. */
const overheadBytes = 150

export class RecentKeys {
  readonly #bytesMax: number
  #recent = new Map<Spelling, string>()
  #recentBytes = 0
  #older: ReadonlyMap<Spelling, string> = new Map()
  #olderBytes = 0

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax
  }

  get bytes(): number {
    return this.#recentBytes + this.#olderBytes
  }

  get(spelling: Spelling): string | undefined {
    return this.#recent.get(spelling) ?? this.#older.get(spelling)
  }

  /** When the newer half of the memory is full, the older one is given up. */
  set(spelling: Spelling, key: string): void {
    if (spelling.length > spellingBytesMax) return
    if (!this.#recent.has(spelling)) {
      const bytes = spelling.length + key.length + overheadBytes
      if (this.#recentBytes + bytes > this.#bytesMax / 2) this.#startAgain()
      this.#recentBytes += bytes
    }
    this.#recent.set(spelling, key)
  }

  #startAgain(): void {
    this.#older = this.#recent
    this.#olderBytes = this.#recentBytes
    this.#recent = new Map()
    this.#recentBytes = 0
  }
}
