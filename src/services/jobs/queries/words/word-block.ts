/** The words of a block, inverted: for each word, where it occurs. */

import { firstWord, lineEnd, type PackedWords, wordFields } from '../../encoding/word-lines.ts'
import { genderWords, legalForms } from '../../normalise/uncounted-words.ts'
import { slotsPerBlock } from '../../schema/block.ts'
import type { Vocabulary } from './vocabulary.ts'

/** The words of a block in the order in which they are stored, whatever their codes are: threads can share it. */
export interface Occurrences {
  /** The first occurrence of each word in `occurrences`, and the end of the last. */
  readonly starts: Uint32Array
  /** See `toOccurrence`; ascending for each word. */
  readonly occurrences: Uint32Array
  /** The number of words of each title, without those for genders. */
  readonly titleLengths: Uint8Array
  /** The number of words of each company, without its legal form. */
  readonly companyLengths: Uint8Array
}

export interface WordBlock extends Occurrences {
  /** The codes of its words, ascending. */
  readonly codes: Uint32Array
  /** For each of `codes` the index of its word in `starts`. */
  readonly indexes: Uint16Array | Uint32Array
}

const positionBits = 10
const fieldBits = 3
export const titleField = wordFields.indexOf('title')
export const companyField = wordFields.indexOf('company')

/** Slot in the block, field and position as one number. The next position is the next number. */
function toOccurrence(slot: number, field: number, position: number): number {
  return (((slot << fieldBits) | field) << positionBits) | position
}

export function slotOf(occurrence: number): number {
  return occurrence >>> (positionBits + fieldBits)
}

export function fieldOf(occurrence: number): number {
  return (occurrence >>> positionBits) & ((1 << fieldBits) - 1)
}

export function positionOf(occurrence: number): number {
  return occurrence & ((1 << positionBits) - 1)
}

/** `occurrences`: those of the same words. */
export function toWordBlock(
  { words }: PackedWords,
  vocabulary: Pick<Vocabulary, 'codeOf'>,
  { starts, occurrences, titleLengths, companyLengths }: Occurrences,
): WordBlock {
  const codeOfWord = Uint32Array.from(words, (word) => vocabulary.codeOf(word))
  const codes = codeOfWord.toSorted()
  const indexes = words.length > 0xffff ? new Uint32Array(words.length) : new Uint16Array(words.length)
  for (let index = 0; index < codeOfWord.length; index++)
    indexes[indexIn(codes, codeOfWord[index] as number)] = index
  return { codes, indexes, starts, occurrences, titleLengths, companyLengths }
}

/** All in one buffer, which `createBuffer` makes. */
export function toOccurrences<Memory extends ArrayBufferLike>(
  { words, tokens }: PackedWords,
  createBuffer: (byteLength: number) => Memory,
): Occurrences & { readonly buffer: Memory } {
  let count = 0
  for (const token of tokens) if (token >= firstWord) count += 1
  const buffer = createBuffer(occurrencesBytes(words.length, count))
  const views = viewOccurrences(buffer, words.length)
  const { starts, occurrences, titleLengths, companyLengths } = views
  const isGender = words.map((word) => genderWords.has(word))
  const isLegalForm = words.map((word) => legalForms.has(word))
  for (const token of tokens) {
    if (token < firstWord) continue
    const after = token - firstWord + 1
    starts[after] = (starts[after] as number) + 1
  }
  for (let at = 1; at < starts.length; at++) starts[at] = (starts[at] as number) + (starts[at - 1] as number)
  const next = starts.slice()
  let [slot, field, position, left] = [0, 0, 0, 0]
  for (const token of tokens) {
    if (token >= firstWord) {
      const index = token - firstWord
      const at = next[index] as number
      occurrences[at] = toOccurrence(slot, field, position)
      next[index] = at + 1
      position += 1
      if (field === titleField ? isGender[index] : isLegalForm[index]) left += 1
      continue
    }
    if (field === titleField) titleLengths[slot] = position - left
    if (field === companyField) companyLengths[slot] = position - left
    position = 0
    left = 0
    field = token === lineEnd ? 0 : field + 1
    if (token === lineEnd) slot += 1
  }
  return { ...views, buffer }
}

function occurrencesBytes(wordCount: number, count: number): number {
  return 4 * (wordCount + 1 + count) + 2 * slotsPerBlock
}

/** `wordCount`: the number of distinct words of the block. */
export function viewOccurrences(buffer: ArrayBufferLike, wordCount: number): Occurrences {
  const startsBytes = 4 * (wordCount + 1)
  const titlesStart = buffer.byteLength - 2 * slotsPerBlock
  return {
    starts: new Uint32Array(buffer, 0, wordCount + 1),
    occurrences: new Uint32Array(buffer, startsBytes, (titlesStart - startsBytes) / 4),
    titleLengths: new Uint8Array(buffer, titlesStart, slotsPerBlock),
    companyLengths: new Uint8Array(buffer, titlesStart + slotsPerBlock),
  }
}

export function bytesOf({ codes, indexes, starts }: WordBlock): number {
  return codes.byteLength + indexes.byteLength + starts.buffer.byteLength
}

/** The index of the word in `starts`, or -1 if the block does not have it. */
export function indexOfCode({ codes, indexes }: WordBlock, code: number): number {
  const at = indexIn(codes, code)
  return at < 0 ? -1 : (indexes[at] as number)
}

export function countOfCode(block: WordBlock, code: number): number {
  const at = indexOfCode(block, code)
  return at < 0 ? 0 : (block.starts[at + 1] as number) - (block.starts[at] as number)
}

/** Whether the name of a company has the words next to each other. */
export function isInCompany(block: WordBlock, words: readonly number[]): boolean {
  const [first, ...others] = words.map((code) => occurrencesOf(block, code))
  return (
    first?.some(
      (occurrence) =>
        fieldOf(occurrence) === companyField &&
        others.every((more, at) => indexIn(more, occurrence + at + 1) >= 0),
    ) === true
  )
}

function occurrencesOf(block: WordBlock, code: number): Uint32Array {
  const at = indexOfCode(block, code)
  return at < 0
    ? block.occurrences.subarray(0, 0)
    : block.occurrences.subarray(block.starts[at], block.starts[at + 1])
}

/** The index of a number among ascending ones, or -1. */
function indexIn(codes: Uint32Array, code: number): number {
  let [low, high] = [0, codes.length - 1]
  while (low <= high) {
    const middle = (low + high) >>> 1
    const found = codes[middle] as number
    if (found === code) return middle
    if (found < code) low = middle + 1
    else high = middle - 1
  }
  return -1
}
