/** Looks up lines by their first field in a sorted text that is packed in parts, without parsing the other fields. */

import { zstdDecompressSync } from 'node:zlib'

const tab = 9
const newline = 10

/** What `packLines` in `scripts/places` writes before the parts: for each table, the first key and the length of every part. */
type Directory = readonly (readonly (readonly [firstKey: string, packedLength: number])[])[]

interface Part {
  readonly firstKey: Buffer
  readonly packed: Buffer
  lines: Lines | undefined
}

/** Each ends with a line break. */
interface Lines {
  readonly bytes: Buffer
  readonly starts: Uint32Array
  /** The first four bytes of each line as a number, by which most comparisons end. */
  readonly heads: Uint32Array
}

/** A part of 64 kB is unpacked when it is first needed, and stays so: a process that looks up little unpacks little. */
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
          return { firstKey: Buffer.from(key), packed, lines: undefined }
        }),
      )
    })
  }

  /** The remaining fields of all lines with this key. */
  find(key: string): string[][] {
    // A foreign text may have a tab or a line break, but no key does.
    if (/[\t\n]/.test(key)) return []
    const wanted = toBytes(key)
    const part = this.#partWith(wanted)
    if (part === undefined) return []
    const lines = unpack(part)
    const { bytes, starts } = lines
    const matches: string[][] = []
    for (let line = firstLine(lines, wanted); line < starts.length; line++) {
      const start = starts[line] as number
      if (compareAt(bytes, start, wanted) !== 0) break
      const end = starts[line + 1] ?? bytes.length
      matches.push(bytes.toString('utf8', start + wanted.length, end - 1).split('\t'))
    }
    return matches
  }

  /** All lines, each newline-terminated. */
  text(): string {
    return this.#parts.map((part) => unpack(part).bytes.toString()).join('')
  }

  /** The only part in which the key can be: all lines of a key are in one. */
  #partWith(wanted: Buffer): Part | undefined {
    const parts = this.#parts
    return parts[
      firstIndex(parts.length, (index) => compareAt((parts[index] as Part).firstKey, 0, wanted) > 0) - 1
    ]
  }
}

/** Most keys fit; a buffer for each takes longer than the search. */
const scratch = Buffer.alloc(256)

/** With the tab that ends it. Valid until the next call. */
function toBytes(key: string): Buffer {
  if (key.length * 3 >= scratch.length) return Buffer.from(`${key}\t`)
  const length = scratch.write(key)
  scratch[length] = tab
  return scratch.subarray(0, length + 1)
}

/** As `Buffer.compare` does, of the bytes that begin there, but without a call into native code: most differ at once. */
function compareAt(bytes: Buffer, start: number, wanted: Buffer): number {
  for (let at = 0; at < wanted.length; at++) {
    const difference = (bytes[start + at] ?? -1) - (wanted[at] as number)
    if (difference !== 0) return difference
  }
  return 0
}

function unpack(part: Part): Lines {
  if (part.lines === undefined) {
    const bytes = zstdDecompressSync(part.packed)
    const found: number[] = []
    for (let start = 0; start < bytes.length; start = bytes.indexOf(newline, start) + 1) found.push(start)
    const starts = Uint32Array.from(found)
    part.lines = { bytes, starts, heads: starts.map((start) => headAt(bytes, start)) }
  }
  return part.lines
}

function headAt(bytes: Buffer, start: number): number {
  let head = 0
  for (let at = start; at < start + 4; at++) head = (head << 8) | (bytes[at] ?? 0)
  return head >>> 0
}

/** The first line that is not before the wanted bytes. */
function firstLine({ bytes, starts, heads }: Lines, wanted: Buffer): number {
  // A shorter key than a head ends with a tab, which is before all that can follow: what comes after it must not count.
  const head = wanted.length < 4 ? undefined : headAt(wanted, 0)
  let [low, high] = [0, starts.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    const found = heads[middle] as number
    const isBefore =
      head === undefined || found === head
        ? compareAt(bytes, starts[middle] as number, wanted) < 0
        : found < head
    if (isBefore) low = middle + 1
    else high = middle
  }
  return low
}

/** The first index for which the condition holds, as it does for all after it. */
function firstIndex(length: number, holds: (index: number) => boolean): number {
  let [low, high] = [0, length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}
