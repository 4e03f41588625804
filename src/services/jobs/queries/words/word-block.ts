/** The words of a block, inverted: for each word, where it occurs. */

import { firstWord, lineEnd, type PackedWords, wordFields } from '../../encoding/word-lines.ts'
import { slotsPerBlock } from '../../schema/block.ts'
import type { Vocabulary } from './vocabulary.ts'

export interface WordBlock {
  /** The codes of its words, ascending. */
  readonly codes: Uint32Array
  /** The first occurrence of each word in `occurrences`, and the end of the last. */
  readonly starts: Uint32Array
  /** See `toOccurrence`; ascending for each word. */
  readonly occurrences: Uint32Array
  /** The number of words of each title. */
  readonly titleLengths: Uint8Array
}

const positionBits = 10
const fieldBits = 3
const titleField = wordFields.indexOf('title')

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

export function isInTitleAt(occurrence: number, position: number): boolean {
  return (occurrence & ((1 << (positionBits + fieldBits)) - 1)) === toOccurrence(0, titleField, position)
}

export function toWordBlock({ words, tokens }: PackedWords, vocabulary: Vocabulary): WordBlock {
  const codeOfWord = Uint32Array.from(words, (word) => vocabulary.codeOf(word))
  const codes = codeOfWord.toSorted()
  const indexOfWord = codeOfWord.map((code) => indexOfCode({ codes }, code))
  const starts = new Uint32Array(codes.length + 1)
  for (const token of tokens) {
    if (token < firstWord) continue
    const after = (indexOfWord[token - firstWord] as number) + 1
    starts[after] = (starts[after] as number) + 1
  }
  for (let at = 1; at < starts.length; at++) starts[at] = (starts[at] as number) + (starts[at - 1] as number)
  const next = starts.slice()
  const occurrences = new Uint32Array(starts.at(-1) ?? 0)
  const titleLengths = new Uint8Array(slotsPerBlock)
  let [slot, field, position] = [0, 0, 0]
  for (const token of tokens) {
    if (token >= firstWord) {
      const index = indexOfWord[token - firstWord] as number
      const at = next[index] as number
      occurrences[at] = toOccurrence(slot, field, position)
      next[index] = at + 1
      position += 1
      continue
    }
    if (field === titleField) titleLengths[slot] = position
    position = 0
    field = token === lineEnd ? 0 : field + 1
    if (token === lineEnd) slot += 1
  }
  return { codes, starts, occurrences, titleLengths }
}

export function bytesOf({ codes, starts, occurrences, titleLengths }: WordBlock): number {
  return codes.byteLength + starts.byteLength + occurrences.byteLength + titleLengths.byteLength
}

/** The index of the code in `codes`, or -1. */
export function indexOfCode({ codes }: Pick<WordBlock, 'codes'>, code: number): number {
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
