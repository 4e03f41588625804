/** Responses with their ETags, so that unchanged ones are not sent again; a bounded LRU cache. */

export interface CacheEntry {
  readonly etag: string
  readonly text: string
}

export class EtagCache {
  readonly #charsMax: number
  readonly #entries = new Map<string, CacheEntry>()
  #chars = 0

  constructor(charsMax: number) {
    this.#charsMax = charsMax
  }

  get(key: string): CacheEntry | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return entry
  }

  set(key: string, entry: CacheEntry): void {
    this.delete(key)
    // An entry of this size would only evict the others.
    if (sizeOf(key, entry) > this.#charsMax) return
    this.#entries.set(key, entry)
    this.#chars += sizeOf(key, entry)
    for (const oldest of this.#entries.keys()) {
      if (this.#chars <= this.#charsMax) return
      this.delete(oldest)
    }
  }

  delete(key: string): void {
    const entry = this.#entries.get(key)
    if (entry === undefined) return
    this.#entries.delete(key)
    this.#chars -= sizeOf(key, entry)
  }
}

function sizeOf(key: string, { etag, text }: CacheEntry): number {
  return key.length + etag.length + text.length
}
