/** Finds and scores the postings of a block that match a query. One scorer serves one query, block after block. */

import { estimateSlots, readSlots, type SlotList } from '../../encoding/text-lists.ts'
import { slotsPerBlock } from '../../schema/block.ts'
import type { Clause, TextQuery } from './clauses.ts'
import { placePoints, textPoints, titlePoints, wholeCompanyPoints } from './points.ts'
import { slotOfBlock, type TextMatches } from './text-matches.ts'
import { frequencyOf, type QueryVocabulary, type Term, toTerm, visitPhrase } from './visit-words.ts'
import { companyField, fieldOf, positionOf, slotOf, titleField, type WordBlock } from './word-block.ts'

interface ScoredClause {
  readonly phrases: readonly (readonly Term[])[]
  readonly weight: number
  readonly offset: number
  readonly isOptional: boolean
  /** The most points of a match. */
  readonly pointsMax: number
  /** Its place among the clauses of the query. */
  readonly index: number
  /** The points of a description that matches. */
  readonly textPoints: number
  /** Where each title has it, counted from one; 0 if it does not. At `offset` if it is there, else where it is first. */
  readonly positions: Uint8Array
  /** The number of words that it has there. */
  readonly lengths: Uint8Array
}

/** All slots of a block. */
const allSlots = Uint16Array.from({ length: slotsPerBlock }, (_, slot) => slot)

export class WordScorer {
  /** In the order of the query. */
  readonly #clauses: readonly ScoredClause[]
  readonly #required: readonly ScoredClause[]
  readonly #optional: readonly ScoredClause[]
  readonly #excluded: readonly ScoredClause[]
  readonly #wordCount: number
  readonly #texts: TextMatches
  readonly #scores = new Uint32Array(slotsPerBlock)
  /** The number of clauses that the posting matches so far. */
  readonly #matched = new Uint8Array(slotsPerBlock)
  /** The number of those that occur in the company at their place in the query. */
  readonly #inCompany = new Uint8Array(slotsPerBlock)
  readonly #best = new Uint32Array(slotsPerBlock)
  readonly #isInCompany = new Uint8Array(slotsPerBlock)
  #found = new Uint16Array(slotsPerBlock)
  #foundBefore = new Uint16Array(slotsPerBlock)
  /** The slots of one list of a text. */
  readonly #listed = new Uint16Array(slotsPerBlock)

  /** All words of the blocks must be in the vocabulary. */
  constructor({ clauses, excluded }: TextQuery, vocabulary: QueryVocabulary, texts: TextMatches) {
    this.#texts = texts
    this.#clauses = clauses.map((clause, index) => toScored(clause, index, vocabulary))
    this.#required = this.#clauses.filter(({ isOptional }) => !isOptional)
    this.#optional = this.#clauses.filter(({ isOptional }) => isOptional)
    this.#excluded = excluded.map((clause, index) => toScored(clause, index, vocabulary))
    this.#wordCount = clauses.reduce((sum, { weight }) => sum + weight, 0)
  }

  /**
   * The matching slots are the first entries of `slots`, in no order. Returns their number. `number`: that of the block;
   * `size`: its number of slots.
   */
  select(block: WordBlock, number: number, size: number): number {
    this.#scores.fill(0)
    this.#matched.fill(0)
    this.#inCompany.fill(0)
    let count = this.#clauses.length === 0 ? size : 0
    if (count > 0) this.#found.set(allSlots)
    for (const [before, clause] of this.#rarestFirst(block, number).entries()) {
      const among = before === 0 ? undefined : { slots: this.#found, count }
      ;[this.#found, this.#foundBefore] = [this.#foundBefore, this.#found]
      count = this.#selectClause(block, clause, before, among)
      count = this.#selectTexts(number, clause, before, count, among)
      if (count === 0) return 0
      for (let at = 0; at < count; at++) {
        const slot = this.#found[at] as number
        this.#scores[slot] = (this.#scores[slot] as number) + (this.#best[slot] as number)
        this.#inCompany[slot] = (this.#inCompany[slot] as number) + (this.#isInCompany[slot] as number)
      }
    }
    count = this.#exclude(block, count)
    for (const clause of this.#optional) this.#addOptional(block, clause, count)
    if (this.#clauses.length > 0) this.#addWholePoints(block, count)
    return count
  }

  /** Keeps those of the found slots that match no excluded clause, and returns their number. */
  #exclude(block: WordBlock, count: number): number {
    let left = count
    for (const { phrases } of this.#excluded) {
      if (left === 0) return 0
      const [found, isExcluded] = [this.#found, this.#isInCompany]
      isExcluded.fill(0)
      for (const phrase of phrases)
        visitPhrase(block, phrase, { slots: found, count: left }, (occurrence) => {
          isExcluded[slotOf(occurrence)] = 1
        })
      let kept = 0
      for (let at = 0; at < left; at++) {
        const slot = found[at] as number
        found[kept] = slot
        kept += 1 - (isExcluded[slot] as number)
      }
      left = kept
    }
    return left
  }

  /** The order has no influence on the result, only on the time it takes. */
  #rarestFirst(block: WordBlock, number: number): readonly ScoredClause[] {
    if (this.#required.length === 1) return this.#required
    return this.#required
      .map((clause) => ({
        clause,
        frequency: frequencyOf(block, clause.phrases) + textFrequencyOf(this.#texts, clause, number),
      }))
      .sort((one, other) => one.frequency - other.frequency)
      .map(({ clause }) => clause)
  }

  /** Of the postings that match the `before` clauses before it, which are those of `among`. */
  #selectClause(block: WordBlock, clause: ScoredClause, before: number, among: SlotList | undefined): number {
    const [matched, best, isInCompany, found] = [this.#matched, this.#best, this.#isInCompany, this.#found]
    const { phrases, weight, offset, positions, pointsMax } = clause
    best.fill(0)
    isInCompany.fill(0)
    positions.fill(0)
    let count = 0
    for (const phrase of phrases)
      visitPhrase(block, phrase, among, (occurrence, sum) => {
        const slot = slotOf(occurrence)
        if (matched[slot] === before) {
          matched[slot] = before + 1
          found[count] = slot
          count += 1
        } else if (best[slot] === 0) return
        const all = phrase.length === weight ? sum : Math.floor((sum * weight) / phrase.length)
        const points = Math.min(all, pointsMax)
        if (points > (best[slot] as number)) best[slot] = points
        const field = fieldOf(occurrence)
        if (field === titleField) notePosition(clause, slot, positionOf(occurrence), phrase.length)
        else if (field === companyField && positionOf(occurrence) === offset) isInCompany[slot] = 1
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

  #addOptional(block: WordBlock, clause: ScoredClause, count: number): void {
    const [matched, found] = [this.#matched, this.#found]
    const before = this.#required.length
    // What they find was found before, and is written elsewhere.
    this.#found = this.#foundBefore
    this.#selectClause(block, clause, before, { slots: found, count })
    this.#found = found
    for (let at = 0; at < count; at++) {
      const slot = found[at] as number
      matched[slot] = before
      this.#scores[slot] = (this.#scores[slot] as number) + (this.#best[slot] as number)
      this.#inCompany[slot] = (this.#inCompany[slot] as number) + (this.#isInCompany[slot] as number)
    }
  }

  /** Read it after each `select`: it is not always the same array. */
  get slots(): Uint16Array {
    return this.#found
  }

  scoreOf(slot: number): number {
    return this.#scores[slot] as number
  }

  #addWholePoints({ titleLengths, companyLengths }: WordBlock, count: number): void {
    const clauseCount = this.#clauses.length
    for (let at = 0; at < count; at++) {
      const slot = this.#found[at] as number
      const isCompany = this.#inCompany[slot] === clauseCount && companyLengths[slot] === this.#wordCount
      const points = isCompany ? wholeCompanyPoints : this.#titlePoints(slot, titleLengths[slot] as number)
      this.#scores[slot] = (this.#scores[slot] as number) + points
    }
  }

  #titlePoints(slot: number, length: number): number {
    let [covered, isPhrase, first, start, end] = [0, true, -1, -1, -1]
    for (const { positions, lengths, isOptional } of this.#clauses) {
      const position = (positions[slot] as number) - 1
      if (position < 0 && isOptional) continue
      if (position < 0) return 0
      if (first < 0) first = position
      // Several clauses may be one word of the title: `front end` in `Frontend Developer`.
      else if (position !== start && position !== end) isPhrase = false
      if (position !== start) covered += lengths[slot] as number
      start = position
      end = position + (lengths[slot] as number)
    }
    return titlePoints({ isPhrase, start: first, covered, length: Math.max(1, length) })
  }
}

const positionMax = 254

function notePosition(
  { positions, lengths, offset }: ScoredClause,
  slot: number,
  position: number,
  length: number,
): void {
  const noted = (positions[slot] as number) - 1
  const isEarlier = noted < 0 || (noted !== offset && (position === offset || position < noted))
  // Of several forms at the same position, the longest.
  const isLonger = noted === position && length > (lengths[slot] as number)
  if (position > positionMax || !(isEarlier || isLonger)) return
  positions[slot] = position + 1
  lengths[slot] = length
}

function toScored(
  { phrases, weight, offset, isQuoted, isPlace, isOptional }: Clause,
  index: number,
  vocabulary: QueryVocabulary,
): ScoredClause {
  return {
    index,
    weight,
    offset,
    isOptional,
    textPoints: textPoints * (isQuoted ? weight : 1),
    pointsMax: isPlace ? placePoints * weight : Number.POSITIVE_INFINITY,
    positions: new Uint8Array(slotsPerBlock),
    lengths: new Uint8Array(slotsPerBlock),
    phrases: phrases.map((phrase) => phrase.map((word) => toTerm(word, vocabulary))),
  }
}

function textFrequencyOf(texts: TextMatches, { index }: ScoredClause, block: number): number {
  return texts.lists(index, block).reduce((sum, list) => sum + estimateSlots(list), 0)
}
