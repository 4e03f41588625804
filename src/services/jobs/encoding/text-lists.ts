/**
 * The lists of `job_word_list.data`: for each token of one part of the vocabulary, the postings of one block whose
 * description has it. An entry is the length of the token, the token, the length of its list, and the list: the gaps between
 * the slots, or a bit per slot if that is shorter.
 */

import { slotsPerBlock } from '../schema/block.ts'

/** Tokens are distributed over this many parts, so that a row has about a kilobyte. Part of the layout. */
export const textParts = 512
const blocksMax = 2 ** 20

/** Rows of one part follow each other: a search reads the lists of all blocks at once. */
export function textListId(part: number, block: number): number {
  return part * blocksMax + block
}

export function blockOfTextList(id: number): number {
  return id % blocksMax
}

/** The ids of all blocks of a part. */
export function textListIds(part: number): { readonly from: number; readonly below: number } {
  return { from: part * blocksMax, below: (part + 1) * blocksMax }
}

/** FNV-1a. */
export function textPartOf(token: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < token.length; at++) hash = Math.imul(hash ^ token.charCodeAt(at), 0x01000193)
  return ((hash ^ (hash >>> 15)) >>> 0) % textParts
}

const bitmapBytes = slotsPerBlock / 8
/** The length that says that a bitmap follows. */
const isBitmap = 0
/** A gap of this size or more takes two bytes. */
const longGap = 0x80

/** Slots of a block that lose all their tokens. */
export class RemovedSlots {
  readonly slots: Uint16Array
  /** One for each of them, by slot. */
  readonly #isRemoved = new Uint8Array(slotsPerBlock)

  constructor(slots: Iterable<number>) {
    this.slots = Uint16Array.from(slots)
    for (const slot of this.slots) this.#isRemoved[slot] = 1
  }

  get count(): number {
    return this.slots.length
  }

  has(slot: number): boolean {
    return this.#isRemoved[slot] === 1
  }
}

/**
 * The lists without the slots that are removed, and with those that are added, which are ascending. Most lists have none of
 * them, and are copied as they are.
 */
export function changeTextLists(
  data: Uint8Array,
  removed: RemovedSlots,
  added: ReadonlyMap<string, ArrayLike<number>>,
): Uint8Array {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  const parts: Uint8Array[] = []
  const newTokens = new Set(added.keys())
  let copied = 0
  for (let at = 0; at < bytes.length; ) {
    const nameEnd = at + 1 + (bytes[at] as number)
    const end = listEnd(bytes, nameEnd)
    const list = bytes.subarray(nameEnd + 1, end)
    const token = added.size === 0 ? '' : bytes.toString('utf8', at + 1, nameEnd)
    const more = added.get(token)
    if (more !== undefined || hasRemoved(list, removed)) {
      newTokens.delete(token)
      parts.push(bytes.subarray(copied, at))
      pushList(parts, bytes.subarray(at + 1, nameEnd), changeSlots(list, removed, more ?? []))
      copied = end
    }
    at = end
  }
  parts.push(bytes.subarray(copied))
  for (const token of newTokens) pushList(parts, Buffer.from(token), Uint16Array.from(added.get(token) ?? []))
  return Buffer.concat(parts)
}

function pushList(parts: Uint8Array[], name: Uint8Array, slots: Uint16Array): void {
  if (slots.length === 0) return
  const list = encodeSlots(slots)
  parts.push(Uint8Array.of(name.length), name)
  parts.push(Uint8Array.of(list.length === bitmapBytes ? isBitmap : list.length), list)
}

/** Valid until the next list is read. */
const read = new Uint16Array(slotsPerBlock)

function hasRemoved(list: Uint8Array, removed: RemovedSlots): boolean {
  if (removed.count === 0) return false
  const count = readSlots(list, read, removed)
  for (let at = 0; at < count; at++) if (removed.has(read[at] as number)) return true
  return false
}

function changeSlots(list: Uint8Array, removed: RemovedSlots, added: ArrayLike<number>): Uint16Array {
  const count = readSlots(list, read)
  let kept = 0
  for (let at = 0; at < count; at++) {
    const slot = read[at] as number
    if (removed.has(slot)) continue
    read[kept] = slot
    kept += 1
  }
  const slots = new Uint16Array(kept + added.length)
  slots.set(read.subarray(0, kept))
  slots.set(added, kept)
  return slots.sort()
}

/** The list of one token, still encoded; undefined if the row has none. */
export function findTextList(data: Uint8Array, token: Uint8Array): Uint8Array | undefined {
  for (let at = 0; at < data.length; ) {
    const length = data[at] as number
    const nameEnd = at + 1 + length
    const end = listEnd(data, nameEnd)
    if (length === token.length && isEqualAt(data, at + 1, token)) return data.subarray(nameEnd + 1, end)
    at = end
  }
  return undefined
}

function listEnd(data: Uint8Array, lengthAt: number): number {
  const length = data[lengthAt] as number
  return lengthAt + 1 + (length === isBitmap ? bitmapBytes : length)
}

function isEqualAt(data: Uint8Array, start: number, token: Uint8Array): boolean {
  for (let at = 0; at < token.length; at++) if (data[start + at] !== token[at]) return false
  return true
}

/** `slots`: ascending. */
export function encodeSlots(slots: Uint16Array): Uint8Array {
  const gaps: number[] = []
  let previous = -1
  for (const slot of slots) {
    const gap = slot - previous - 1
    if (gap >= longGap) gaps.push(longGap | (gap >>> 8), gap & 0xff)
    else gaps.push(gap)
    previous = slot
    if (gaps.length >= bitmapBytes) return encodeBitmap(slots)
  }
  return Uint8Array.from(gaps)
}

function encodeBitmap(slots: Uint16Array): Uint8Array {
  const bits = new Uint8Array(bitmapBytes)
  for (const slot of slots) bits[slot >>> 3] = (bits[slot >>> 3] as number) | (1 << (slot & 7))
  return bits
}

/** The first `count` entries of `slots`. */
export interface SlotList {
  readonly slots: Uint16Array
  readonly count: number
}

/**
 * Writes the slots of an encoded list to the beginning of `slots`, and returns their number. With `among`, slots that are not
 * in it may be left out, and the order is that of `among` or of the list.
 */
export function readSlots(list: Uint8Array, slots: Uint16Array, among?: SlotList): number {
  if (list.length !== bitmapBytes) return readGaps(list, slots)
  return among === undefined ? readBitmap(list, slots) : readBits(list, slots, among)
}

function readBitmap(list: Uint8Array, slots: Uint16Array): number {
  let count = 0
  for (let at = 0; at < bitmapBytes; at++)
    for (let bits = list[at] as number; bits !== 0; bits &= bits - 1) {
      slots[count] = at * 8 + 31 - Math.clz32(bits & -bits)
      count += 1
    }
  return count
}

function readGaps(list: Uint8Array, slots: Uint16Array): number {
  let count = 0
  let slot = -1
  for (let at = 0; at < list.length; at++) {
    const byte = list[at] as number
    if (byte < longGap) slot += byte + 1
    else {
      at += 1
      slot += (((byte & (longGap - 1)) << 8) | (list[at] as number)) + 1
    }
    slots[count] = slot
    count += 1
  }
  return count
}

function readBits(list: Uint8Array, slots: Uint16Array, among: SlotList): number {
  let found = 0
  for (let index = 0; index < among.count; index++) {
    const slot = among.slots[index] as number
    slots[found] = slot
    found += ((list[slot >>> 3] as number) >>> (slot & 7)) & 1
  }
  return found
}

/** The number of slots of an encoded list, roughly. */
export function estimateSlots(list: Uint8Array): number {
  return list.length === bitmapBytes ? slotsPerBlock / 2 : list.length
}
