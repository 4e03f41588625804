/** Looks up lines in a text by their first field, without parsing the others. */

import { setImmediate } from 'node:timers/promises'

const newline = 10
const tab = 9
const linesPerStep = 10_000

export class KeyedLines {
  readonly #bytes: Buffer
  /** The offset of the first line with a key, plus one, at the slot of the key's hash or the next free one. */
  readonly #slots: Uint32Array
  readonly #mask: number

  /** Newline-terminated lines with tab-separated fields. Lines with the same key follow each other. */
  static of(bytes: Buffer): KeyedLines {
    const lines = new KeyedLines(bytes)
    for (const _ of lines.#insertAll());
    return lines
  }

  /** In steps of a few milliseconds, between which the process does other work. */
  static async inSteps(bytes: Buffer): Promise<KeyedLines> {
    const lines = new KeyedLines(bytes)
    for (const _ of lines.#insertAll()) await setImmediate()
    return lines
  }

  private constructor(bytes: Buffer) {
    this.#bytes = bytes
    let lines = 0
    for (let at = bytes.indexOf(newline); at !== -1; at = bytes.indexOf(newline, at + 1)) lines += 1
    const size = 2 ** Math.ceil(Math.log2(Math.max(2, lines * 2)))
    this.#slots = new Uint32Array(size)
    this.#mask = size - 1
  }

  /** The remaining fields of all lines with this key. */
  find(key: string): string[][] {
    const bytes = toBytes(key)
    const matches: string[][] = []
    for (let at = this.#firstLine(bytes); at !== -1 && at < this.#bytes.length; ) {
      if (!this.#hasKey(at, bytes, 0, bytes.length)) break
      const end = this.#lineEnd(at + bytes.length)
      matches.push(this.#bytes.toString('utf8', at + bytes.length + 1, end).split('\t'))
      at = end + 1
    }
    return matches
  }

  /** Lines are short: `indexOf` would take longer. */
  #lineEnd(start: number): number {
    let end = start
    while (end < this.#bytes.length && this.#bytes[end] !== newline) end++
    return end
  }

  *#insertAll(): Generator<void> {
    const bytes = this.#bytes
    let inserted = 0
    for (let start = 0; start < bytes.length; start = bytes.indexOf(newline, start) + 1) {
      this.#insert(start, bytes.indexOf(tab, start))
      inserted += 1
      if (inserted % linesPerStep === 0) yield
    }
  }

  #insert(start: number, end: number): void {
    const slots = this.#slots
    for (let slot = hashOf(this.#bytes, start, end) & this.#mask; ; slot = (slot + 1) & this.#mask) {
      const first = slots[slot] as number
      if (first === 0) {
        slots[slot] = start + 1
        return
      }
      if (this.#hasKey(first - 1, this.#bytes, start, end)) return
    }
  }

  #firstLine(key: Uint8Array): number {
    for (let slot = hashOf(key, 0, key.length) & this.#mask; ; slot = (slot + 1) & this.#mask) {
      const first = this.#slots[slot] as number
      if (first === 0) return -1
      if (this.#hasKey(first - 1, key, 0, key.length)) return first - 1
    }
  }

  #hasKey(line: number, key: Uint8Array, start: number, end: number): boolean {
    const bytes = this.#bytes
    for (let at = start; at < end; at++) if (bytes[line + at - start] !== key[at]) return false
    return bytes[line + end - start] === tab
  }
}

/** FNV-1a. */
function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193)
  return hash >>> 0
}

const keyBytes = new Uint8Array(128)

/** Valid until the next call. */
function toBytes(key: string): Uint8Array {
  if (key.length > keyBytes.length) return Buffer.from(key)
  for (let at = 0; at < key.length; at++) {
    const code = key.charCodeAt(at)
    if (code > 0x7f) return Buffer.from(key)
    keyBytes[at] = code
  }
  return keyBytes.subarray(0, key.length)
}
