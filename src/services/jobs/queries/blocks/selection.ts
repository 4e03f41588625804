/** Selects the matching postings of a block, one filter after the other. */

import type { SlotList } from '../../encoding/text-lists.ts'
import { type Block, type DayField, type DictionaryField, slotsPerBlock } from '../../schema/block.ts'

export type SlotFilter =
  | { readonly field: DictionaryField; readonly mask: Uint8Array }
  | { readonly either: readonly [DictionaryField, DictionaryField]; readonly mask: Uint8Array }
  | { readonly field: DayField | 'payMax'; readonly from: number; readonly to: number }

export class Selection {
  #slots = new Uint16Array(slotsPerBlock)
  /** A second buffer: filtering in place is ten times slower, since each load waits for the store before it. */
  #next = new Uint16Array(slotsPerBlock)

  /** Returns the number of matching slots, which are the first entries of `slots`. `among`: only of these. */
  select(block: Block, state: number, filters: readonly SlotFilter[], among?: SlotList): number {
    let count =
      among === undefined
        ? filterByState(this.#slots, block.state, state)
        : filterListByState(among, this.#slots, block.state, state)
    for (const filter of filters) {
      const [from, to] = [this.#slots, this.#next]
      if ('either' in filter) {
        const [one, other] = filter.either
        count = filterByEither(from, count, to, block.codes[one], block.codes[other], filter.mask)
      } else if ('mask' in filter)
        count = filterByCode(from, count, to, block.codes[filter.field], filter.mask)
      else if (filter.field === 'payMax') count = filterByAmount(from, count, to, block.payMax, filter)
      else count = filterByDay(from, count, to, block.days[filter.field], filter)
      this.#slots = to
      this.#next = from
    }
    return count
  }

  get slots(): Uint16Array {
    return this.#slots
  }
}

interface Bounds {
  readonly from: number
  readonly to: number
}

// These run over all postings: each sees one array type, so that V8 can specialise it, and writes without branches.

function filterByState(to: Uint16Array, states: Uint8Array, state: number): number {
  let matches = 0
  for (let at = 0; at < states.length; at++) {
    to[matches] = at
    matches += states[at] === state ? 1 : 0
  }
  return matches
}

function filterListByState(
  { slots, count }: SlotList,
  to: Uint16Array,
  states: Uint8Array,
  state: number,
): number {
  let matches = 0
  for (let index = 0; index < count; index++) {
    const at = slots[index] as number
    to[matches] = at
    matches += states[at] === state ? 1 : 0
  }
  return matches
}

function filterByCode(
  from: Uint16Array,
  count: number,
  to: Uint16Array,
  codes: Uint32Array,
  mask: Uint8Array,
): number {
  let matches = 0
  for (let index = 0; index < count; index++) {
    const at = from[index] as number
    to[matches] = at
    matches += mask[codes[at] as number] as number
  }
  return matches
}

function filterByEither(
  from: Uint16Array,
  count: number,
  to: Uint16Array,
  codes: Uint32Array,
  otherCodes: Uint32Array,
  mask: Uint8Array,
): number {
  let matches = 0
  for (let index = 0; index < count; index++) {
    const at = from[index] as number
    to[matches] = at
    matches += (mask[codes[at] as number] as number) | (mask[otherCodes[at] as number] as number)
  }
  return matches
}

function filterByDay(
  from: Uint16Array,
  count: number,
  to: Uint16Array,
  days: Uint16Array,
  bounds: Bounds,
): number {
  let matches = 0
  for (let index = 0; index < count; index++) {
    const at = from[index] as number
    const day = days[at] as number
    to[matches] = at
    matches += day >= bounds.from && day <= bounds.to ? 1 : 0
  }
  return matches
}

function filterByAmount(
  from: Uint16Array,
  count: number,
  to: Uint16Array,
  amounts: Float64Array,
  bounds: Bounds,
): number {
  let matches = 0
  for (let index = 0; index < count; index++) {
    const at = from[index] as number
    const amount = amounts[at] as number
    to[matches] = at
    matches += amount >= bounds.from && amount <= bounds.to ? 1 : 0
  }
  return matches
}
