/** Collects the first `limit` postings of any number, in sort order. */

import { type Block, type DayField, toIdNumbers } from '../../schema/block.ts'
import { toRank } from '../words/points.ts'
import type { WordScorer } from '../words/word-scorer.ts'

export type BlockOrder = OrderRange &
  ({ readonly by: DayField | 'relevance' } | { readonly by: 'pay'; readonly currency: string })

/** Descending by the number of the day, by relevance or by yearly pay, then by id. */
interface OrderRange {
  /** The last row of the previous page. */
  readonly after: { readonly rank: number; readonly id: string } | undefined
  readonly limit: number
}

/** Those of one block. */
export interface BlockMatches {
  readonly block: Block
  /** The first `count` entries are the matching slots of the block. */
  readonly slots: Uint16Array
  readonly count: number
  readonly firstSlot: number
  readonly scorer: WordScorer | undefined
}

interface Candidate {
  readonly rank: number
  readonly head: number
  readonly tail: number
  readonly slot: number
}

export class TopK {
  readonly #by: BlockOrder['by']
  readonly #payFactors: Float64Array | undefined
  readonly #limit: number
  readonly #after: SortKey | undefined
  #candidates: Candidate[] = []
  #worst: Candidate | undefined
  /** What ranks lower is not among the first. */
  #rankMin = Number.NEGATIVE_INFINITY

  /** `payFactors`: by the code of currency and period. */
  constructor({ by, after, limit }: BlockOrder, payFactors?: Float64Array) {
    this.#by = by
    this.#payFactors = payFactors
    this.#limit = limit
    if (after === undefined) return
    const [head, tail] = toIdNumbers(after.id)
    this.#after = { rank: after.rank, head, tail }
  }

  offerAll({ block, slots, count, firstSlot, scorer }: BlockMatches): void {
    const { idHead, idTail } = block
    const by = this.#by
    const day = block.days[by === 'relevance' || by === 'pay' ? 'listed' : by]
    const ranking = by === 'relevance' ? scorer : undefined
    const factors = this.#payFactors
    for (let index = 0; index < count; index++) {
      const at = slots[index] as number
      const rank =
        factors !== undefined
          ? toPayRank((block.payMax[at] as number) * (factors[block.codes.pay[at] as number] as number))
          : ranking === undefined
            ? (day[at] as number)
            : toRank(ranking.scoreOf(at), day[at] as number)
      if (rank < this.#rankMin) continue
      this.#offer(rank, idHead[at] as number, idTail[at] as number, firstSlot + at)
    }
  }

  #offer(rank: number, head: number, tail: number, slot: number): void {
    if (this.#worst !== undefined && !sortsBefore(rank, head, tail, this.#worst)) return
    if (this.#after !== undefined && !sortsAfter(rank, head, tail, this.#after)) return
    this.#candidates.push({ rank, head, tail, slot })
    if (this.#candidates.length >= 2 * this.#limit + 100) this.#trim()
  }

  /** In order. */
  rows(): { readonly slot: number; readonly rank: number }[] {
    this.#trim()
    return this.#candidates.map(({ slot, rank }) => ({ slot, rank }))
  }

  #trim(): void {
    this.#candidates.sort((a, b) => b.rank - a.rank || b.head - a.head || b.tail - a.tail)
    this.#candidates = this.#candidates.slice(0, this.#limit)
    if (this.#candidates.length < this.#limit) return
    this.#worst = this.#candidates.at(-1)
    this.#rankMin = this.#worst?.rank ?? this.#rankMin
  }
}

/** Whole units, so that cursors are short. Without a comparable amount, a posting is among the last. */
function toPayRank(yearly: number): number {
  return Number.isNaN(yearly) ? -1 : Math.round(yearly)
}

type SortKey = Omit<Candidate, 'slot'>

function sortsBefore(rank: number, head: number, tail: number, other: SortKey): boolean {
  if (rank !== other.rank) return rank > other.rank
  return head === other.head ? tail > other.tail : head > other.head
}

function sortsAfter(rank: number, head: number, tail: number, other: SortKey): boolean {
  if (rank !== other.rank) return rank < other.rank
  return head === other.head ? tail < other.tail : head < other.head
}
