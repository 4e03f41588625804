/** Finds and scores the postings of a block that match a query. One scorer serves one query, block after block. */

import { estimateSlots, readSlots, type SlotList } from '../../encoding/text-lists.ts'
import { slotsPerBlock } from '../../schema/block.ts'
import type { TextQuery } from './parse-query.ts'
import { type Match, pointsOf, textPoints, titleStartPoints, wholeTitlePoints } from './points.ts'
import { slotOfBlock, type TextMatches } from './text-matches.ts'
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
  /** Its place among the clauses of the query. */
  readonly index: number
  /** The points of a description that matches. */
  readonly textPoints: number
}

const lookupsMax = 32

export class WordScorer {
  readonly #clauses: readonly ScoredClause[]
  readonly #wordCount: number
  readonly #texts: TextMatches
  readonly #scores = new Uint32Array(slotsPerBlock)
  /** The number of clauses that the posting matches so far. */
  readonly #matched = new Uint8Array(slotsPerBlock)
  /** The number of those that occur in the title at their place in the query. */
  readonly #inPlace = new Uint8Array(slotsPerBlock)
  readonly #best = new Uint32Array(slotsPerBlock)
  readonly #isInPlace = new Uint8Array(slotsPerBlock)
  #found = new Uint16Array(slotsPerBlock)
  #foundBefore = new Uint16Array(slotsPerBlock)
  /** The slots of one list of a text. */
  readonly #listed = new Uint16Array(slotsPerBlock)

  /** With `mayDiffer`, one letter of each word may differ. All words of the blocks must be in the vocabulary. */
  constructor(
    { clauses, wordCount }: TextQuery,
    vocabulary: Vocabulary,
    texts: TextMatches,
    mayDiffer: boolean,
  ) {
    this.#wordCount = wordCount
    this.#texts = texts
    this.#clauses = clauses.map(({ phrases, offset, isQuoted, mayDiffer: isTypedWord }, index) => ({
      index,
      offset,
      textPoints: textPoints * (isQuoted ? (phrases[0]?.length ?? 1) : 1),
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

  /** The matching slots are the first entries of `slots`, in no order. Returns their number. `number`: that of the block. */
  select(block: WordBlock, number: number): number {
    this.#scores.fill(0)
    this.#matched.fill(0)
    this.#inPlace.fill(0)
    let count = 0
    for (const [before, clause] of this.#rarestFirst(block, number).entries()) {
      const among = before === 0 ? undefined : { slots: this.#found, count }
      ;[this.#found, this.#foundBefore] = [this.#foundBefore, this.#found]
      count = this.#selectClause(block, clause, before, among)
      count = this.#selectTexts(number, clause, before, count, among)
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

  /** The order has no influence on the result, only on the time it takes. */
  #rarestFirst(block: WordBlock, number: number): readonly ScoredClause[] {
    if (this.#clauses.length === 1) return this.#clauses
    return this.#clauses
      .map((clause) => ({
        clause,
        frequency: frequencyOf(block, clause) + textFrequencyOf(this.#texts, clause, number),
      }))
      .sort((one, other) => one.frequency - other.frequency)
      .map(({ clause }) => clause)
  }

  /** Of the postings that match the `before` clauses before it, which are those of `among`. */
  #selectClause(
    block: WordBlock,
    { phrases, offset }: ScoredClause,
    before: number,
    among: SlotList | undefined,
  ): number {
    const [matched, best, isInPlace, found] = [this.#matched, this.#best, this.#isInPlace, this.#found]
    best.fill(0)
    isInPlace.fill(0)
    let count = 0
    for (const phrase of phrases)
      visitPhrase(block, phrase, among, (occurrence, points) => {
        const slot = slotOf(occurrence)
        if (matched[slot] === before) {
          matched[slot] = before + 1
          found[count] = slot
          count += 1
        } else if (best[slot] === 0) return
        if (points > (best[slot] as number)) best[slot] = points
        if (isInTitleAt(occurrence, offset)) isInPlace[slot] = 1
      })
    return count
  }

  /** Adds the postings whose description matches to the `count` that match otherwise. */
  #selectTexts(
    number: number,
    { index, textPoints: points }: ScoredClause,
    before: number,
    count: number,
    among: SlotList | undefined,
  ): number {
    const [matched, best, found, listed] = [this.#matched, this.#best, this.#found, this.#listed]
    const { outdated } = this.#texts
    let sum = count
    for (const list of this.#texts.lists(index, number)) {
      const listedCount = readSlots(list, listed, among)
      for (let at = 0; at < listedCount; at++) {
        const slot = listed[at] as number
        if (matched[slot] !== before) continue
        if (outdated.size > 0 && outdated.has(slotOfBlock(number, slot))) continue
        matched[slot] = before + 1
        best[slot] = points
        found[sum] = slot
        sum += 1
      }
    }
    return sum
  }

  /** Read it after each `select`: it is not always the same array. */
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
function visitPhrase(
  block: WordBlock,
  [first, ...others]: readonly Term[],
  among: SlotList | undefined,
  visit: Visit,
): void {
  if (first === undefined) return
  if (others.length === 0) {
    visitTerm(block, first, among, visit)
    return
  }
  let started = new Map<number, number>()
  visitTerm(block, first, among, (occurrence, points) => started.set(occurrence, points))
  for (const [index, term] of others.entries()) {
    if (started.size === 0) return
    const longer = new Map<number, number>()
    visitTerm(block, term, among, (occurrence, points) => {
      const start = occurrence - index - 1
      const sum = started.get(start)
      // Fields have far fewer words than there are positions, so the number before the first one is of no posting.
      if (sum !== undefined) longer.set(start, sum + points)
    })
    started = longer
  }
  for (const [occurrence, points] of started) visit(occurrence, points)
}

function visitTerm(
  block: WordBlock,
  { matches, byCode }: Term,
  among: SlotList | undefined,
  visit: Visit,
): void {
  if (byCode === undefined) {
    for (const [code, match] of matches) visitWord(block, indexOfCode(block, code), match, among, visit)
    return
  }
  const { codes, indexes } = block
  for (let at = 0; at < codes.length; at++) {
    const match = byCode[codes[at] as number] as number
    if (match !== 0) visitWord(block, indexes[at] as number, match as Match, among, visit)
  }
}

/** Searching a list for a slot takes about as long as visiting this many of its entries. */
const entriesPerSearch = 8

/** At least the occurrences in the slots of `among`. */
function visitWord(
  { starts, occurrences }: WordBlock,
  at: number,
  match: Match,
  among: SlotList | undefined,
  visit: Visit,
): void {
  if (at < 0) return
  const [start, end] = [starts[at] as number, starts[at + 1] as number]
  if (among === undefined || among.count * entriesPerSearch > end - start) {
    visitRange(occurrences, start, end, match, visit)
    return
  }
  for (let index = 0; index < among.count; index++) {
    const slot = among.slots[index] as number
    const first = firstInSlot(occurrences, start, end, slot)
    let last = first
    while (last < end && slotOf(occurrences[last] as number) === slot) last++
    visitRange(occurrences, first, last, match, visit)
  }
}

function visitRange(occurrences: Uint32Array, start: number, end: number, match: Match, visit: Visit): void {
  for (let index = start; index < end; index++) {
    const occurrence = occurrences[index] as number
    const points = pointsOf(fieldOf(occurrence), match)
    if (points > 0) visit(occurrence, points)
  }
}

/** The index of the first occurrence in this slot or a later one. */
function firstInSlot(occurrences: Uint32Array, start: number, end: number, slot: number): number {
  let [low, high] = [start, end]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (slotOf(occurrences[middle] as number) < slot) low = middle + 1
    else high = middle
  }
  return low
}

/** How often the first words of its phrases occur; a word with many matches is taken for frequent. */
function frequencyOf(block: WordBlock, { phrases }: ScoredClause): number {
  let frequency = 0
  for (const [first] of phrases) {
    if (first === undefined) continue
    if (first.byCode !== undefined) return block.occurrences.length
    for (const code of first.matches.keys()) {
      const at = indexOfCode(block, code)
      if (at >= 0) frequency += (block.starts[at + 1] as number) - (block.starts[at] as number)
    }
  }
  return frequency
}

function textFrequencyOf(texts: TextMatches, { index }: ScoredClause, block: number): number {
  return texts.lists(index, block).reduce((sum, list) => sum + estimateSlots(list), 0)
}

function toArray(matches: ReadonlyMap<number, Match>, size: number): Uint8Array {
  const byCode = new Uint8Array(size)
  for (const [code, match] of matches) byCode[code] = match
  return byCode
}
