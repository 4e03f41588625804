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
  readonly starts: readonly number[]
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
    const { bytes, starts } = unpack(part)
    const matches: string[][] = []
    let line = firstIndex(starts.length, (index) => compareAt(bytes, starts[index] as number, wanted) >= 0)
    for (; line < starts.length; line++) {
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
    const starts: number[] = []
    for (let start = 0; start < bytes.length; start = bytes.indexOf(newline, start) + 1) starts.push(start)
    part.lines = { bytes, starts }
  }
  return part.lines
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
