/** Visits the occurrences of words and phrases in a block. */

import type { SlotList } from '../../encoding/text-lists.ts'
import type { QueryWord } from './clauses.ts'
import { type Match, pointsOf } from './points.ts'
import type { Vocabulary } from './vocabulary.ts'
import { countOfCode, fieldOf, indexOfCode, slotOf, type WordBlock } from './word-block.ts'

/** The words that match one word of the query. */
export interface Term {
  readonly matches: ReadonlyMap<number, Match>
  /** Match by code, if there are so many that a scan of the block's words is faster. */
  readonly byCode: Uint8Array | undefined
}

const lookupsMax = 32

/** What the words of the visited blocks match. */
export type QueryVocabulary = Pick<Vocabulary, 'matchesOf' | 'size'>

export function toTerm(word: QueryWord, vocabulary: QueryVocabulary): Term {
  const matches = vocabulary.matchesOf(word)
  const isMany = matches.size > lookupsMax
  return { matches, byCode: isMany ? toArray(matches, vocabulary.size) : undefined }
}

function toArray(matches: ReadonlyMap<number, Match>, size: number): Uint8Array {
  const byCode = new Uint8Array(size)
  for (const [code, match] of matches) byCode[code] = match
  return byCode
}

type Visit = (occurrence: number, points: number) => void

/** Calls `visit` with the first word of each occurrence of the phrase, and the points of all its words. */
export function visitPhrase(
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

/** How often the first words of the phrases occur; a word with many matches is taken for frequent. */
export function frequencyOf(block: WordBlock, phrases: readonly (readonly Term[])[]): number {
  let frequency = 0
  for (const [first] of phrases) {
    if (first === undefined) continue
    if (first.byCode !== undefined) return block.occurrences.length
    for (const code of first.matches.keys()) frequency += countOfCode(block, code)
  }
  return frequency
}
