/** Finds and scores the postings of a block that match a query. One scorer serves one query, block after block. */

import { estimateSlots, readSlots, type SlotList } from '../../encoding/text-lists.ts'
import { slotsPerBlock } from '../../schema/block.ts'
import type { Clause, TextQuery } from './clauses.ts'
import { type Match, pointsOf, textPoints, titlePoints, wholeCompanyPoints } from './points.ts'
import { slotOfBlock, type TextMatches } from './text-matches.ts'
import type { Vocabulary } from './vocabulary.ts'
import {
  companyField,
  countOfCode,
  fieldOf,
  indexOfCode,
  positionOf,
  slotOf,
  titleField,
  type WordBlock,
} from './word-block.ts'

/** The words that match one word of the query. */
interface Term {
  readonly matches: ReadonlyMap<number, Match>
  /** Match by code, if there are so many that a scan of the block's words is faster. */
  readonly byCode: Uint8Array | undefined
}

interface ScoredClause {
  readonly phrases: readonly (readonly Term[])[]
  readonly weight: number
  readonly offset: number
  /** Its place among the clauses of the query. */
  readonly index: number
  /** The points of a description that matches. */
  readonly textPoints: number
  /** Where each title has it, counted from one; 0 if it does not. At `offset` if it is there, else where it is first. */
  readonly positions: Uint8Array
  /** The number of words that it has there. */
  readonly lengths: Uint8Array
}

const lookupsMax = 32

/** All slots of a block. */
const allSlots = Uint16Array.from({ length: slotsPerBlock }, (_, slot) => slot)

export class WordScorer {
  readonly #clauses: readonly ScoredClause[]
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
  constructor({ clauses, excluded }: TextQuery, vocabulary: Vocabulary, texts: TextMatches) {
    this.#texts = texts
    this.#clauses = clauses.map((clause, index) => toScored(clause, index, vocabulary))
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
  #selectClause(block: WordBlock, clause: ScoredClause, before: number, among: SlotList | undefined): number {
    const [matched, best, isInCompany, found] = [this.#matched, this.#best, this.#isInCompany, this.#found]
    const { phrases, weight, offset, positions } = clause
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
        const points = phrase.length === weight ? sum : Math.floor((sum * weight) / phrase.length)
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
    let [covered, isPhrase, start, end] = [0, true, 0, 0]
    for (const [index, { positions, lengths }] of this.#clauses.entries()) {
      const position = (positions[slot] as number) - 1
      if (position < 0) return 0
      // Several clauses may be one word of the title: `front end` in `Frontend Developer`.
      const isSame = index > 0 && position === start
      if (index > 0 && !isSame && position !== end) isPhrase = false
      if (!isSame) covered += lengths[slot] as number
      start = position
      end = position + (lengths[slot] as number)
    }
    const first = (this.#clauses[0]?.positions[slot] as number) - 1
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
  { phrases, weight, offset, isQuoted }: Clause,
  index: number,
  vocabulary: Vocabulary,
): ScoredClause {
  return {
    index,
    weight,
    offset,
    textPoints: textPoints * (isQuoted ? weight : 1),
    positions: new Uint8Array(slotsPerBlock),
    lengths: new Uint8Array(slotsPerBlock),
    phrases: phrases.map((phrase) =>
      phrase.map((word) => {
        const matches = vocabulary.matchesOf(word)
        const isMany = matches.size > lookupsMax
        return { matches, byCode: isMany ? toArray(matches, vocabulary.size) : undefined }
      }),
    ),
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
    for (const code of first.matches.keys()) frequency += countOfCode(block, code)
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
