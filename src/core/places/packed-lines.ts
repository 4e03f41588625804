/** Looks up lines by their first field in a sorted text that is packed in parts, without parsing the other fields. */

import { zstdDecompressSync } from 'node:zlib'

const newline = 10
const tab = 9

/** What `packLines` in `scripts/places` writes before the parts: for each table, the first key and the length of every part. */
type Directory = readonly (readonly (readonly [firstKey: string, packedLength: number])[])[]

interface Part {
  readonly firstKey: string
  readonly packed: Buffer
  lines: Lines | undefined
}

interface Lines {
  readonly bytes: Buffer
  /** Where the first line with a key begins, plus one, at the slot of the key's hash or the next free one. */
  readonly slots: Uint32Array
}

/**
 * A part of 64 kB is unpacked when it is first needed, and stays so: a process that looks up little unpacks little. Keys are
 * compared in the form of `toByteText`.
 */
export class PackedLines {
  readonly #parts: readonly Part[]

  private constructor(parts: readonly Part[]) {
    this.#parts = parts
  }

  static tablesOf(file: Buffer): PackedLines[] {
    const end = file.indexOf(newline)
    const directory = JSON.parse(file.toString('utf8', 0, end)) as Directory
    let at = end + 1
    return directory.map((parts) => {
      return new PackedLines(
        parts.map(([key, length]) => {
          const packed = file.subarray(at, at + length)
          at += length
          return { firstKey: toByteText(key), packed, lines: undefined }
        }),
      )
    })
  }

  /** The remaining fields of all lines with this key. */
  find(key: string): string[][] {
    const wanted = toByteText(key)
    const part = this.#partWith(wanted)
    if (part === undefined) return []
    const { bytes, slots } = unpack(part)
    const matches: string[][] = []
    for (let line = firstLine(bytes, slots, wanted); hasKey(bytes, line, wanted); ) {
      const end = lineEnd(bytes, line + wanted.length)
      matches.push(bytes.toString('utf8', line + wanted.length + 1, end).split('\t'))
      line = end + 1
    }
    return matches
  }

  /** All lines, each newline-terminated. */
  text(): string {
    return this.#parts.map((part) => unpack(part).bytes.toString()).join('')
  }

  /** The only part in which the key can be: all lines of a key are in one. */
  #partWith(key: string): Part | undefined {
    let [low, high] = [0, this.#parts.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#parts[middle] as Part).firstKey <= key) low = middle + 1
      else high = middle
    }
    return this.#parts[low - 1]
  }
}

/** The UTF-8 bytes of a text as characters: such texts compare as their bytes do. */
function toByteText(text: string): string {
  for (let at = 0; at < text.length; at++)
    if (text.charCodeAt(at) > 0x7f) return Buffer.from(text).toString('latin1')
  return text
}

function unpack(part: Part): Lines {
  if (part.lines === undefined) {
    const bytes = zstdDecompressSync(part.packed)
    part.lines = { bytes, slots: toSlots(bytes) }
  }
  return part.lines
}

function toSlots(bytes: Buffer): Uint32Array {
  const starts = lineStarts(bytes)
  const slots = new Uint32Array(2 ** Math.ceil(Math.log2(2 * starts.length + 2)))
  for (const start of starts) {
    const key = bytes.toString('latin1', start, bytes.indexOf(tab, start))
    // Lines with the same key follow each other.
    const slot = slotOf(bytes, slots, key)
    if (slots[slot] === 0) slots[slot] = start + 1
  }
  return slots
}

function lineStarts(bytes: Buffer): number[] {
  const starts: number[] = []
  for (let start = 0; start < bytes.length; start = lineEnd(bytes, start) + 1) starts.push(start)
  return starts
}

/** Lines are short: `indexOf` would take longer. */
function lineEnd(bytes: Buffer, start: number): number {
  let end = start
  while (end < bytes.length && bytes[end] !== newline) end++
  return end
}

/** -1 if there is none. */
function firstLine(bytes: Buffer, slots: Uint32Array, key: string): number {
  return (slots[slotOf(bytes, slots, key)] as number) - 1
}

/** The slot that has the key, or the free one that it would take. */
function slotOf(bytes: Buffer, slots: Uint32Array, key: string): number {
  const mask = slots.length - 1
  for (let slot = hashOf(key) & mask; ; slot = (slot + 1) & mask) {
    const first = slots[slot] as number
    if (first === 0 || hasKey(bytes, first - 1, key)) return slot
  }
}

/** The key of a line ends with a tab. A foreign text may have one too, but no key does. */
function hasKey(bytes: Buffer, line: number, key: string): boolean {
  for (let at = 0; at < key.length; at++) {
    const code = key.charCodeAt(at)
    if (bytes[line + at] !== code || code === tab) return false
  }
  return bytes[line + key.length] === tab
}

/** FNV-1a. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193)
  return hash >>> 0
}
