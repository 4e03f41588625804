/** The first few of any number of postings: what cannot be among them any more is not kept. */

import { type DayField, dayNumber, idNumbers } from '../../schema/block.ts'

export interface BlockOrder {
  /** Latest first, then by id backwards. */
  readonly by: DayField
  /** Where the page before ended. */
  readonly after: { readonly day: string; readonly id: string } | undefined
  readonly limit: number
}

interface Candidate {
  readonly day: number
  readonly head: number
  readonly tail: number
  readonly slot: number
}

export class FirstInOrder {
  readonly #limit: number
  readonly #after: Place | undefined
  #candidates: Candidate[] = []
  #last: Candidate | undefined

  constructor({ after, limit }: BlockOrder) {
    this.#limit = limit
    if (after === undefined) return
    const [head, tail] = idNumbers(after.id)
    this.#after = { day: dayNumber(after.day), head, tail }
  }

  offer(day: number, head: number, tail: number, slot: number): void {
    if (this.#last !== undefined && !isBefore(day, head, tail, this.#last)) return
    if (this.#after !== undefined && !isBehind(day, head, tail, this.#after)) return
    this.#candidates.push({ day, head, tail, slot })
    if (this.#candidates.length >= 2 * this.#limit + 100) this.#shorten()
  }

  slots(): number[] {
    this.#shorten()
    return this.#candidates.map(({ slot }) => slot)
  }

  #shorten(): void {
    this.#candidates.sort((a, b) => b.day - a.day || b.head - a.head || b.tail - a.tail)
    this.#candidates = this.#candidates.slice(0, this.#limit)
    if (this.#candidates.length === this.#limit) this.#last = this.#candidates.at(-1)
  }
}

type Place = Omit<Candidate, 'slot'>

function isBefore(day: number, head: number, tail: number, other: Place): boolean {
  if (day !== other.day) return day > other.day
  return head === other.head ? tail > other.tail : head > other.head
}

function isBehind(day: number, head: number, tail: number, other: Place): boolean {
  if (day !== other.day) return day < other.day
  return head === other.head ? tail < other.tail : head < other.head
}
