/** Finds and scores the postings of a block that match a query. One scorer serves one query, block after block. */

import { slotsPerBlock } from '../../schema/block.ts'
import type { TextQuery } from './parse-query.ts'
import { type Match, pointsOf, titleStartPoints, wholeTitlePoints } from './points.ts'
import type { Vocabulary } from './vocabulary.ts'
import { fieldOf, indexOfCode, isInTitleAt, slotOf, type WordBlock } from './word-block.ts'

/** The words that match one word of the query. */
interface Term {
  readonly matches: ReadonlyMap<number, Match>
  /** Match by code, if there are so many that a scan of the block's words is faster. */
  readonly byCode: Uint8Array | undefined
}

interface ScoredClause {
  readonly phrases: readonly (readonly Term[])[]
  readonly offset: number
}

const lookupsMax = 32

export class WordScorer {
  readonly #clauses: readonly ScoredClause[]
  readonly #wordCount: number
  readonly #scores = new Uint32Array(slotsPerBlock)
  /** The number of clauses that the posting matches so far. */
  readonly #matched = new Uint8Array(slotsPerBlock)
  /** The number of those that occur in the title at their place in the query. */
  readonly #inPlace = new Uint8Array(slotsPerBlock)
  readonly #best = new Uint32Array(slotsPerBlock)
  readonly #isInPlace = new Uint8Array(slotsPerBlock)
  readonly #found = new Uint16Array(slotsPerBlock)

  /** With `mayDiffer`, one letter of each word may differ. All words of the blocks must be in the vocabulary. */
  constructor({ clauses, wordCount }: TextQuery, vocabulary: Vocabulary, mayDiffer: boolean) {
    this.#wordCount = wordCount
    this.#clauses = clauses.map(({ phrases, offset, mayDiffer: isTypedWord }) => ({
      offset,
      phrases: phrases.map((phrase) =>
        phrase.map((word) => {
          const matches = vocabulary.matchesOf(word, mayDiffer && isTypedWord)
          return {
            matches,
            byCode: matches.size > lookupsMax ? toArray(matches, vocabulary.size) : undefined,
          }
        }),
      ),
    }))
  }

  /** The matching slots are the first entries of `slots`, in no order. Returns their number. */
  select(block: WordBlock): number {
    this.#scores.fill(0)
    this.#matched.fill(0)
    this.#inPlace.fill(0)
    let count = 0
    for (const [number, clause] of this.#clauses.entries()) {
      count = this.#selectClause(block, clause, number)
      if (count === 0) return 0
      for (let at = 0; at < count; at++) {
        const slot = this.#found[at] as number
        this.#scores[slot] = (this.#scores[slot] as number) + (this.#best[slot] as number)
        this.#inPlace[slot] = (this.#inPlace[slot] as number) + (this.#isInPlace[slot] as number)
      }
    }
    this.#addTitlePoints(block, count)
    return count
  }

  /** Of the postings that match the `number` clauses before it. */
  #selectClause(block: WordBlock, { phrases, offset }: ScoredClause, number: number): number {
    const [matched, best, isInPlace, found] = [this.#matched, this.#best, this.#isInPlace, this.#found]
    best.fill(0)
    isInPlace.fill(0)
    let count = 0
    for (const phrase of phrases)
      visitPhrase(block, phrase, (occurrence, points) => {
        const slot = slotOf(occurrence)
        if (matched[slot] === number) {
          matched[slot] = number + 1
          found[count] = slot
          count += 1
        } else if (best[slot] === 0) return
        if (points > (best[slot] as number)) best[slot] = points
        if (isInTitleAt(occurrence, offset)) isInPlace[slot] = 1
      })
    return count
  }

  get slots(): Uint16Array {
    return this.#found
  }

  scoreOf(slot: number): number {
    return this.#scores[slot] as number
  }

  #addTitlePoints({ titleLengths }: WordBlock, count: number): void {
    for (let at = 0; at < count; at++) {
      const slot = this.#found[at] as number
      if (this.#inPlace[slot] !== this.#clauses.length) continue
      const points = titleLengths[slot] === this.#wordCount ? wholeTitlePoints : titleStartPoints
      this.#scores[slot] = (this.#scores[slot] as number) + points
    }
  }
}

type Visit = (occurrence: number, points: number) => void

/** Calls `visit` with the first word of each occurrence of the phrase, and the points of all its words. */
function visitPhrase(block: WordBlock, [first, ...others]: readonly Term[], visit: Visit): void {
  if (first === undefined) return
  if (others.length === 0) {
    visitTerm(block, first, visit)
    return
  }
  let started = new Map<number, number>()
  visitTerm(block, first, (occurrence, points) => started.set(occurrence, points))
  for (const [index, term] of others.entries()) {
    if (started.size === 0) return
    const longer = new Map<number, number>()
    visitTerm(block, term, (occurrence, points) => {
      const start = occurrence - index - 1
      const sum = started.get(start)
      // Fields have far fewer words than there are positions, so the number before the first one is of no posting.
      if (sum !== undefined) longer.set(start, sum + points)
    })
    started = longer
  }
  for (const [occurrence, points] of started) visit(occurrence, points)
}

function visitTerm(block: WordBlock, { matches, byCode }: Term, visit: Visit): void {
  if (byCode === undefined) {
    for (const [code, match] of matches) visitWord(block, indexOfCode(block, code), match, visit)
    return
  }
  const { codes } = block
  for (let at = 0; at < codes.length; at++) {
    const match = byCode[codes[at] as number] as number
    if (match !== 0) visitWord(block, at, match as Match, visit)
  }
}

function visitWord({ starts, occurrences }: WordBlock, at: number, match: Match, visit: Visit): void {
  if (at < 0) return
  const end = starts[at + 1] as number
  for (let index = starts[at] as number; index < end; index++) {
    const occurrence = occurrences[index] as number
    const points = pointsOf(fieldOf(occurrence), match)
    if (points > 0) visit(occurrence, points)
  }
}

function toArray(matches: ReadonlyMap<number, Match>, size: number): Uint8Array {
  const byCode = new Uint8Array(size)
  for (const [code, match] of matches) byCode[code] = match
  return byCode
}
