/** Selects the matching postings of a block, one filter after the other. */

import type { SlotList } from '../../encoding/text-lists.ts'
import { type Block, type DayField, type DictionaryField, slotsPerBlock } from '../../schema/block.ts'

/** Writes those of the first `count` slots of `from` that match to the beginning of `to`, and returns their number. */
export type SlotFilter = (block: Block, from: Uint16Array, count: number, to: Uint16Array) => number

const allSlots = Uint16Array.from({ length: slotsPerBlock }, (_, at) => at)

export class Selection {
  #slots = new Uint16Array(slotsPerBlock)
  /** A second buffer: filtering in place is ten times slower, since each load waits for the store before it. */
  #next = new Uint16Array(slotsPerBlock)

  /** Returns the number of matching slots, which are the first entries of `slots`. `among`: only of these. */
  select(block: Block, filters: readonly SlotFilter[], among?: SlotList): number {
    let [from, count] = [among?.slots ?? allSlots, among?.count ?? block.slots]
    for (const filter of filters) {
      const to = this.#next
      count = filter(block, from, count, to)
      this.#next = this.#slots
      this.#slots = to
      from = to
    }
    return count
  }

  get slots(): Uint16Array {
    return this.#slots
  }
}

// These run over all postings: each sees one array type, so that V8 can specialise it, and writes without branches.

export function stateFilter(state: number): SlotFilter {
  return ({ state: states }, from, count, to) => {
    let matches = 0
    for (let index = 0; index < count; index++) {
      const at = from[index] as number
      to[matches] = at
      matches += states[at] === state ? 1 : 0
    }
    return matches
  }
}

/** `mask`: 1 for each code that matches. */
export function codeFilter(field: DictionaryField, mask: Uint8Array): SlotFilter {
  return ({ codes }, from, count, to) => {
    const ofField = codes[field]
    let matches = 0
    for (let index = 0; index < count; index++) {
      const at = from[index] as number
      to[matches] = at
      matches += mask[ofField[at] as number] as number
    }
    return matches
  }
}

/** One of two fields matches. */
export function eitherFilter(one: DictionaryField, other: DictionaryField, mask: Uint8Array): SlotFilter {
  return ({ codes }, from, count, to) => {
    const [ofOne, ofOther] = [codes[one], codes[other]]
    let matches = 0
    for (let index = 0; index < count; index++) {
      const at = from[index] as number
      to[matches] = at
      matches += (mask[ofOne[at] as number] as number) | (mask[ofOther[at] as number] as number)
    }
    return matches
  }
}

interface Bounds {
  readonly from: number
  readonly to: number
}

export function dayFilter(field: DayField, bounds: Bounds): SlotFilter {
  return ({ days }, from, count, to) => {
    const ofField = days[field]
    let matches = 0
    for (let index = 0; index < count; index++) {
      const at = from[index] as number
      const day = ofField[at] as number
      to[matches] = at
      matches += day >= bounds.from && day <= bounds.to ? 1 : 0
    }
    return matches
  }
}

/** `factors`: by the code of currency and period. */
export function payFilter(factors: Float64Array, bounds: Bounds): SlotFilter {
  return ({ payMax, codes: { pay } }, from, count, to) => {
    let matches = 0
    for (let index = 0; index < count; index++) {
      const at = from[index] as number
      const amount = (payMax[at] as number) * (factors[pay[at] as number] as number)
      to[matches] = at
      matches += amount >= bounds.from && amount <= bounds.to ? 1 : 0
    }
    return matches
  }
}
