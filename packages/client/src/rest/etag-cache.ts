/** Answers kept with their tags, so that what has not changed is not sent again; bounded, the least used goes first. */

export interface Kept {
  readonly etag: string
  readonly text: string
}

export class EtagCache {
  readonly #charsMax: number
  readonly #kept = new Map<string, Kept>()
  #chars = 0

  constructor(charsMax: number) {
    this.#charsMax = charsMax
  }

  get(key: string): Kept | undefined {
    const kept = this.#kept.get(key)
    if (kept === undefined) return undefined
    this.#kept.delete(key)
    this.#kept.set(key, kept)
    return kept
  }

  set(key: string, kept: Kept): void {
    this.delete(key)
    // Too large to stay, it would only drive out the others.
    if (sizeOf(key, kept) > this.#charsMax) return
    this.#kept.set(key, kept)
    this.#chars += sizeOf(key, kept)
    for (const oldest of this.#kept.keys()) {
      if (this.#chars <= this.#charsMax) return
      this.delete(oldest)
    }
  }

  delete(key: string): void {
    const kept = this.#kept.get(key)
    if (kept === undefined) return
    this.#kept.delete(key)
    this.#chars -= sizeOf(key, kept)
  }
}

function sizeOf(key: string, { etag, text }: Kept): number {
  return key.length + etag.length + text.length
}
