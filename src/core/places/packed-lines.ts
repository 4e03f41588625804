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
  /** Where each line begins, and where the last one ends. */
  readonly starts: Uint32Array
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
    const { bytes, starts } = unpack(part)
    const matches: string[][] = []
    for (let line = firstAtLeast(bytes, starts, wanted); line < starts.length - 1; line++) {
      const start = starts[line] as number
      if (compareKeys(bytes, start, wanted) !== 0) break
      const end = (starts[line + 1] as number) - 1
      matches.push(bytes.toString('utf8', start + wanted.length + 1, end).split('\t'))
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
    part.lines = { bytes, starts: lineStarts(bytes) }
  }
  return part.lines
}

/** Lines are short: `indexOf` would take longer than a loop. */
function lineStarts(bytes: Buffer): Uint32Array {
  const starts = [0]
  for (let at = 0; at < bytes.length; at++) if (bytes[at] === newline) starts.push(at + 1)
  return Uint32Array.from(starts)
}

/** The number of the first line whose key is not less. */
function firstAtLeast(bytes: Buffer, starts: Uint32Array, key: string): number {
  let [low, high] = [0, starts.length - 1]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compareKeys(bytes, starts[middle] as number, key) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** Less than zero if the line comes before those with the key. */
function compareKeys(bytes: Buffer, start: number, key: string): number {
  for (let at = 0; at < key.length; at++) {
    const byte = bytes[start + at] as number
    // The key of the line ends here, whatever follows in the other one: foreign texts have tabs too.
    if (byte === tab) return -1
    if (byte !== key.charCodeAt(at)) return byte - key.charCodeAt(at)
  }
  return bytes[start + key.length] === tab ? 0 : 1
}
