/** Which postings of a block match: from all of them to fewer and fewer, one condition after the other. */

import { type Block, type DayField, type DictionaryField, slotsPerBlock } from '../../schema/block.ts'

export type SlotFilter =
  | { readonly field: DictionaryField; readonly wanted: Uint8Array }
  | { readonly field: DayField | 'payTop'; readonly from: number; readonly to: number }

export class Selection {
  #slots = new Uint16Array(slotsPerBlock)
  /** Written to while the other is read: in place would be ten times as slow, as each load waits for the store before it. */
  #next = new Uint16Array(slotsPerBlock)

  /** In front of what `slots` gives; the rest of it means nothing. */
  select(block: Block, state: number, checks: readonly SlotFilter[]): number {
    let count = filterByState(this.#slots, block.state, state)
    for (const check of checks) {
      const [from, to] = [this.#slots, this.#next]
      if ('wanted' in check) count = filterByCode(from, count, to, block.codes[check.field], check.wanted)
      else if (check.field === 'payTop') count = filterByAmount(from, count, to, block.payTop, check)
      else count = filterByDay(from, count, to, block.days[check.field], check)
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

// These run over every posting there is: each sees one type of array only, and writes without branching.

function filterByState(to: Uint16Array, states: Uint8Array, state: number): number {
  let matches = 0
  for (let at = 0; at < states.length; at++) {
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
