/**
 * What is known about the parts of texts, found without making a text of each part: most words of a description occurred
 * in others before, and to make a text of a word takes longer than to compare it.
 */

import { randomInt } from 'node:crypto'

const firstSlots = 2 ** 10
const slotsMax = 2 ** 18
/** So many parts with similar hashes are compared. Whoever makes up texts whose words collide gains nothing. */
const comparedMax = 16

interface Entry<Known> {
  readonly codes: Uint16Array
  readonly hash: number
  readonly known: Known
}

/** Parts are ranges of the character codes of a text. */
export class PartTable<Known> {
  /** By slot the number of its entry, counted from 1. At most half of the slots are in use. */
  #slots = new Uint32Array(firstSlots)
  #entries: Entry<Known>[] = []
  readonly #seed = randomInt(2 ** 31)

  get size(): number {
    return this.#entries.length
  }

  hash(codes: Uint16Array, start: number, end: number): number {
    let hash = this.#seed
    for (let at = start; at < end; at++) hash = Math.imul(hash ^ (codes[at] as number), 0x01000193)
    return hash ^ (hash >>> 15)
  }

  /** `hash`: of the part. */
  find(codes: Uint16Array, start: number, end: number, hash: number): Known | undefined {
    const slots = this.#slots
    for (let tried = 0; tried < comparedMax; tried++) {
      const number = slots[(hash + tried) & (slots.length - 1)] as number
      if (number === 0) return undefined
      const entry = this.#entries[number - 1] as Entry<Known>
      if (entry.hash === hash && isAt(codes, start, end, entry.codes)) return entry.known
    }
    return undefined
  }

  /** Does nothing if the table is full. */
  add(codes: Uint16Array, start: number, end: number, hash: number, known: Known): void {
    if (this.#entries.length >= this.#slots.length / 2) {
      if (this.#slots.length === slotsMax) return
      this.#slots = new Uint32Array(this.#slots.length * 2)
      for (const [at, entry] of this.#entries.entries()) this.#place(entry.hash, at + 1)
    }
    this.#entries.push({ codes: codes.slice(start, end), hash, known })
    this.#place(hash, this.#entries.length)
  }

  clear(): void {
    this.#slots = new Uint32Array(firstSlots)
    this.#entries = []
  }

  /** An entry without a slot is not found. */
  #place(hash: number, number: number): void {
    const slots = this.#slots
    for (let tried = 0; tried < comparedMax; tried++) {
      const slot = (hash + tried) & (slots.length - 1)
      if (slots[slot] !== 0) continue
      slots[slot] = number
      return
    }
  }
}

function isAt(codes: Uint16Array, start: number, end: number, part: Uint16Array): boolean {
  if (part.length !== end - start) return false
  for (let at = 0; at < part.length; at++) if (codes[start + at] !== part[at]) return false
  return true
}
