/** Looks up lines in a sorted text by binary search, without parsing it. */

const newline = 10
const tab = 9

export class SortedLines {
  readonly #bytes: Buffer

  /** Lines sorted by their bytes, each newline-terminated, with tab-separated fields; the first field is the key. */
  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  /** The remaining fields of all lines with this key. */
  find(key: string): string[][] {
    const prefix = Buffer.concat([Buffer.from(key), Buffer.of(tab)])
    const matches: string[][] = []
    for (let at = this.#firstAtLeast(prefix); at < this.#bytes.length; ) {
      const end = this.#bytes.indexOf(newline, at)
      if (this.#bytes.subarray(at, at + prefix.length).compare(prefix) !== 0) break
      matches.push(this.#bytes.toString('utf8', at + prefix.length, end).split('\t'))
      at = end + 1
    }
    return matches
  }

  /** The offset of the first line that is not less than `prefix`. */
  #firstAtLeast(prefix: Buffer): number {
    let low = 0
    let high = this.#bytes.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const start = this.#bytes.lastIndexOf(newline, middle - 1) + 1
      const line = this.#bytes.subarray(start, start + prefix.length)
      if (line.compare(prefix) < 0) low = this.#bytes.indexOf(newline, middle) + 1
      else high = start
    }
    return low
  }
}
