/** Collects the first `limit` postings of any number, in sort order. */

import { type Block, type DayField, toIdNumbers } from '../../schema/block.ts'
import type { FoundPosting, JobOrder } from '../job-search.ts'
import { toRank } from '../words/points.ts'
import type { WordScorer } from '../words/word-scorer.ts'

/** Those of one block. */
export interface BlockMatches {
  readonly block: Block
  /** The first `count` entries are the matching slots of the block. */
  readonly slots: Uint16Array
  readonly count: number
  readonly firstSlot: number
  readonly scorer: WordScorer | undefined
}

interface Numbers {
  /** By the code of currency and period. */
  readonly payFactors: Float64Array | undefined
  /** By the code of a place. */
  readonly miles: Float64Array | undefined
}

interface Candidate {
  readonly rank: number
  readonly head: number
  readonly tail: number
  readonly slot: number
  readonly miles: number | undefined
}

export class TopK {
  readonly #by: JobOrder['by']
  readonly #payFactors: Float64Array | undefined
  readonly #miles: Float64Array | undefined
  readonly #limit: number
  readonly #after: SortKey | undefined
  #candidates: Candidate[] = []
  #worst: Candidate | undefined
  /** What ranks lower is not among the first. */
  #rankMin = Number.NEGATIVE_INFINITY

  constructor({ by, after, limit }: JobOrder, { payFactors, miles }: Numbers) {
    this.#by = by
    this.#payFactors = payFactors
    this.#miles = miles
    this.#limit = limit
    if (after === undefined) return
    const [head, tail] = toIdNumbers(after.id)
    this.#after = { rank: after.rank, head, tail }
  }

  offerAll({ block, slots, count, firstSlot, scorer }: BlockMatches): void {
    const { idHead, idTail } = block
    const by = this.#by
    const day = block.days[isDay(by) ? by : 'listed']
    const ranking = by === 'relevance' ? scorer : undefined
    const factors = this.#payFactors
    const byDistance = by === 'distance'
    for (let index = 0; index < count; index++) {
      const at = slots[index] as number
      const miles = this.#milesOf(block, at)
      const rank = byDistance
        ? toDistanceRank(miles)
        : factors !== undefined
          ? toPayRank((block.payMax[at] as number) * (factors[block.codes.pay[at] as number] as number))
          : ranking === undefined
            ? (day[at] as number)
            : toRank(ranking.scoreOf(at), day[at] as number)
      if (rank < this.#rankMin) continue
      this.#offer({
        rank,
        head: idHead[at] as number,
        tail: idTail[at] as number,
        slot: firstSlot + at,
        miles,
      })
    }
  }

  /** Undefined without a place. */
  #milesOf({ codes: { city, region } }: Block, at: number): number | undefined {
    const miles = this.#miles
    if (miles === undefined) return undefined
    return Math.min(miles[city[at] as number] as number, miles[region[at] as number] as number)
  }

  #offer(candidate: Candidate): void {
    const { rank, head, tail } = candidate
    if (this.#worst !== undefined && !sortsBefore(rank, head, tail, this.#worst)) return
    if (this.#after !== undefined && !sortsAfter(rank, head, tail, this.#after)) return
    this.#candidates.push(candidate)
    if (this.#candidates.length >= 2 * this.#limit + 100) this.#trim()
  }

  /** In order. */
  rows(): FoundPosting[] {
    this.#trim()
    return this.#candidates.map(({ slot, rank, miles }) => ({ slot, rank, miles }))
  }

  #trim(): void {
    this.#candidates.sort((a, b) => b.rank - a.rank || b.head - a.head || b.tail - a.tail)
    this.#candidates = this.#candidates.slice(0, this.#limit)
    if (this.#candidates.length < this.#limit) return
    this.#worst = this.#candidates.at(-1)
    this.#rankMin = this.#worst?.rank ?? this.#rankMin
  }
}

function isDay(by: JobOrder['by']): by is DayField {
  return by !== 'relevance' && by !== 'pay' && by !== 'distance'
}

/** Hundredths of a mile, as they are shown; the nearest ranks highest. */
function toDistanceRank(miles = Number.POSITIVE_INFINITY): number {
  return -Math.round(100 * miles)
}

/** Whole units, so that cursors are short. Without a comparable amount, a posting is among the last. */
function toPayRank(yearly: number): number {
  return Number.isNaN(yearly) ? -1 : Math.round(yearly)
}

type SortKey = Omit<Candidate, 'slot' | 'miles'>

function sortsBefore(rank: number, head: number, tail: number, other: SortKey): boolean {
  if (rank !== other.rank) return rank > other.rank
  return head === other.head ? tail > other.tail : head > other.head
}

function sortsAfter(rank: number, head: number, tail: number, other: SortKey): boolean {
  if (rank !== other.rank) return rank < other.rank
  return head === other.head ? tail < other.tail : head < other.head
}
