/** Collects the first `limit` postings of any number, in sort order. */

import { type DayField, toDayNumber, toIdNumbers } from '../../schema/block.ts'

export interface BlockOrder {
  /** Descending by day, then by id. */
  readonly by: DayField
  /** The last row of the previous page. */
  readonly after: { readonly day: string; readonly id: string } | undefined
  readonly limit: number
}

interface Candidate {
  readonly day: number
  readonly head: number
  readonly tail: number
  readonly slot: number
}

export class TopK {
  readonly #limit: number
  readonly #after: SortKey | undefined
  #candidates: Candidate[] = []
  #worst: Candidate | undefined

  constructor({ after, limit }: BlockOrder) {
    this.#limit = limit
    if (after === undefined) return
    const [head, tail] = toIdNumbers(after.id)
    this.#after = { day: toDayNumber(after.day), head, tail }
  }

  offer(day: number, head: number, tail: number, slot: number): void {
    if (this.#worst !== undefined && !sortsBefore(day, head, tail, this.#worst)) return
    if (this.#after !== undefined && !sortsAfter(day, head, tail, this.#after)) return
    this.#candidates.push({ day, head, tail, slot })
    if (this.#candidates.length >= 2 * this.#limit + 100) this.#trim()
  }

  slots(): number[] {
    this.#trim()
    return this.#candidates.map(({ slot }) => slot)
  }

  #trim(): void {
    this.#candidates.sort((a, b) => b.day - a.day || b.head - a.head || b.tail - a.tail)
    this.#candidates = this.#candidates.slice(0, this.#limit)
    if (this.#candidates.length === this.#limit) this.#worst = this.#candidates.at(-1)
  }
}

type SortKey = Omit<Candidate, 'slot'>

function sortsBefore(day: number, head: number, tail: number, other: SortKey): boolean {
  if (day !== other.day) return day > other.day
  return head === other.head ? tail > other.tail : head > other.head
}

function sortsAfter(day: number, head: number, tail: number, other: SortKey): boolean {
  if (day !== other.day) return day < other.day
  return head === other.head ? tail < other.tail : head < other.head
}
