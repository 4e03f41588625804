/** The words of a block, inverted: for each word, where it occurs. */

import { wordFields } from '../../encoding/word-lines.ts'
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

export function toWordBlock(lines: readonly string[], vocabulary: Vocabulary): WordBlock {
  const byCode = new Map<number, number[]>()
  const titleLengths = new Uint8Array(lines.length)
  let count = 0
  for (const [slot, line] of lines.entries()) {
    if (line === '') continue
    for (const [field, text] of line.split('\t').entries()) {
      if (text === '') continue
      const words = text.split(' ')
      if (field === titleField) titleLengths[slot] = words.length
      for (const [position, word] of words.entries()) {
        const code = vocabulary.codeOf(word)
        const occurrence = toOccurrence(slot, field, position)
        const list = byCode.get(code)
        if (list === undefined) byCode.set(code, [occurrence])
        else list.push(occurrence)
        count++
      }
    }
  }
  const codes = Uint32Array.from(byCode.keys()).sort()
  const starts = new Uint32Array(codes.length + 1)
  const occurrences = new Uint32Array(count)
  let end = 0
  for (const [at, code] of codes.entries()) {
    const list = byCode.get(code) ?? []
    occurrences.set(list, end)
    end += list.length
    starts[at + 1] = end
  }
  return { codes, starts, occurrences, titleLengths }
}

export function bytesOf({ codes, starts, occurrences, titleLengths }: WordBlock): number {
  return codes.byteLength + starts.byteLength + occurrences.byteLength + titleLengths.byteLength
}

/** The index of the code in `codes`, or -1. */
export function indexOfCode({ codes }: WordBlock, code: number): number {
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
