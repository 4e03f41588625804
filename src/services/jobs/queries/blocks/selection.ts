/** Which postings of a block match: from all of them to fewer and fewer, one condition after the other. */

import { type Block, type CodedField, type DayField, slotsPerBlock } from '../../schema/block.ts'

export type Check =
  | { readonly field: CodedField; readonly wanted: Uint8Array }
  | { readonly field: DayField | 'payTop'; readonly from: number; readonly to: number }

export class Sieve {
  #slots = new Uint16Array(slotsPerBlock)
  /** Written to while the other is read: in place would be ten times as slow, as each load waits for the store before it. */
  #next = new Uint16Array(slotsPerBlock)

  /** In front of what `slots` gives; the rest of it means nothing. */
  sift(block: Block, state: number, checks: readonly Check[]): number {
    let left = withState(this.#slots, block.state, state)
    for (const check of checks) {
      const [from, to] = [this.#slots, this.#next]
      if ('wanted' in check) left = withCode(from, left, to, block.codes[check.field], check.wanted)
      else if (check.field === 'payTop') left = withAmount(from, left, to, block.payTop, check)
      else left = withDay(from, left, to, block.days[check.field], check)
      this.#slots = to
      this.#next = from
    }
    return left
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

function withState(to: Uint16Array, states: Uint8Array, state: number): number {
  let left = 0
  for (let at = 0; at < states.length; at++) {
    to[left] = at
    left += states[at] === state ? 1 : 0
  }
  return left
}

function withCode(
  from: Uint16Array,
  count: number,
  to: Uint16Array,
  codes: Uint32Array,
  wanted: Uint8Array,
): number {
  let left = 0
  for (let index = 0; index < count; index++) {
    const at = from[index] as number
    to[left] = at
    left += wanted[codes[at] as number] as number
  }
  return left
}

function withDay(
  from: Uint16Array,
  count: number,
  to: Uint16Array,
  days: Uint16Array,
  bounds: Bounds,
): number {
  let left = 0
  for (let index = 0; index < count; index++) {
    const at = from[index] as number
    const day = days[at] as number
    to[left] = at
    left += day >= bounds.from && day <= bounds.to ? 1 : 0
  }
  return left
}

function withAmount(
  from: Uint16Array,
  count: number,
  to: Uint16Array,
  amounts: Float64Array,
  bounds: Bounds,
): number {
  let left = 0
  for (let index = 0; index < count; index++) {
    const at = from[index] as number
    const amount = amounts[at] as number
    to[left] = at
    left += amount >= bounds.from && amount <= bounds.to ? 1 : 0
  }
  return left
}
