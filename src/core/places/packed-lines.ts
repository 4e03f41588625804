/** Looks up lines by their first field in a sorted text that is packed in parts, without parsing the other fields. */

import { zstdDecompressSync } from 'node:zlib'

const tab = 9
const newline = 10

/** What `packLines` in `scripts/places` writes before the parts: for each table, the first key and the length of every part. */
type Directory = readonly (readonly (readonly [firstKey: string, packedLength: number])[])[]

interface Part {
  /** With the tab that ends it. */
  readonly firstKey: Buffer
  readonly packed: Buffer
  lines: Lines | undefined
}

/** Each ends with a line break. */
interface Lines {
  readonly bytes: Buffer
  /** By the hash of a key: where its first line begins, counted from one. A slot that is taken gives way to the next one. */
  readonly slots: Uint32Array
}

/** A part of 64 kB is unpacked when it is first needed, and stays so: a process that looks up little unpacks little. */
export class PackedLines {
  readonly #parts: readonly Part[]
  /** The first four bytes of each first key as a number, by which most comparisons end. */
  readonly #heads: Uint32Array

  private constructor(parts: readonly Part[]) {
    this.#parts = parts
    this.#heads = Uint32Array.from(parts, ({ firstKey }) => headOf(firstKey))
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
          return { firstKey: Buffer.from(`${key}\t`), packed, lines: undefined }
        }),
      )
    })
  }

  /** The remaining fields of all lines with this key. */
  find(key: string): string[][] {
    const part = writeWanted(key) ? this.#partWithWanted() : undefined
    if (part === undefined) return []
    const lines = unpack(part)
    const { bytes, slots } = lines
    const first = slots[slotOf(lines, wanted, 0)] as number
    const matches: string[][] = []
    if (first === 0) return matches
    for (let start = first - 1; start < bytes.length && isSameKey(bytes, start, wanted, 0); ) {
      const fields = start + wantedLength
      let end = fields
      while (bytes[end] !== newline) end++
      matches.push(bytes.toString('utf8', fields, end).split('\t'))
      start = end + 1
    }
    return matches
  }

  /** All lines, each newline-terminated. */
  text(): string {
    return this.#parts.map((part) => unpack(part).bytes.toString()).join('')
  }

  /** The only part in which the key can be: all lines of a key are in one. */
  #partWithWanted(): Part | undefined {
    const head = headOf(wanted)
    let [low, high] = [0, this.#parts.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      const found = this.#heads[middle] as number
      const isAfter = found === head ? isAfterWanted((this.#parts[middle] as Part).firstKey) : found > head
      if (isAfter) high = middle
      else low = middle + 1
    }
    return this.#parts[low - 1]
  }
}

/** The key that is looked up, with the tab that ends it and zeros for its head: a buffer for each takes longer than the search. */
let wanted = Buffer.alloc(256)
let wantedLength = 0

/** False for a foreign text with a tab or a line break, as no key has. */
function writeWanted(key: string): boolean {
  if (key.length * 3 + 4 > wanted.length) wanted = Buffer.alloc(key.length * 3 + 4)
  let length = 0
  for (; length < key.length; length++) {
    const code = key.charCodeAt(length)
    if (code === tab || code === newline) return false
    if (code > 0x7f) break
    wanted[length] = code
  }
  if (length < key.length) {
    if (/[\t\n]/.test(key)) return false
    length = wanted.write(key)
  }
  wanted[length] = tab
  for (let at = length + 1; at < 4; at++) wanted[at] = 0
  wantedLength = length + 1
  return true
}

/** The first four bytes as a number. A shorter key ends with a tab, which is before all that can follow. */
function headOf(key: Buffer): number {
  let head = 0
  for (let at = 0; at < 4; at++) head = (head << 8) | (key[at] ?? 0)
  return head >>> 0
}

function isAfterWanted(key: Buffer): boolean {
  let at = 0
  while (at < key.length - 1 && key[at] === wanted[at]) at++
  return (key[at] as number) > (wanted[at] as number)
}

function unpack(part: Part): Lines {
  part.lines ??= readLines(zstdDecompressSync(part.packed))
  return part.lines
}

function readLines(bytes: Buffer): Lines {
  const starts: number[] = []
  for (let start = 0; start < bytes.length; start = bytes.indexOf(newline, start) + 1) starts.push(start)
  const lines = { bytes, slots: new Uint32Array(starts.length * 2 + 1) }
  for (const start of starts) {
    const slot = slotOf(lines, bytes, start)
    if (lines.slots[slot] === 0) lines.slots[slot] = start + 1
  }
  return lines
}

/** The slot of the key that begins there; an empty one if no line has it. */
function slotOf({ bytes, slots }: Lines, key: Buffer, from: number): number {
  let hash = 0x811c9dc5
  for (let at = from; key[at] !== tab; at++) hash = Math.imul(hash ^ (key[at] as number), 0x01000193)
  let slot = (hash >>> 0) % slots.length
  while (slots[slot] !== 0 && !isSameKey(bytes, (slots[slot] as number) - 1, key, from))
    slot = slot + 1 === slots.length ? 0 : slot + 1
  return slot
}

function isSameKey(bytes: Buffer, start: number, key: Buffer, from: number): boolean {
  let at = 0
  while (bytes[start + at] === key[from + at] && key[from + at] !== tab) at++
  return bytes[start + at] === key[from + at]
}
