/**
 * The searchable words of a block's postings, as stored in `job_words.data`. Writers see one line per slot: fields separated
 * by tabs, words by spaces. The bytes are the distinct words of the block, and the lines as numbers, so that a reader looks
 * up each word only once. Words are stored as written, whatever the stemmer is. A change of `toWords` or of the layout
 * needs another format in `src/store/read-model/jobs.ts`.
 */

import { rememberTexts } from '../../../core/text/remember.ts'
import { toWords } from '../normalise/words.ts'
import type { JobRow } from '../schema/tables.ts'

/** The order is part of the layout. */
export const wordFields = ['title', 'company', 'department', 'place'] as const
export type WordField = (typeof wordFields)[number]

const wordsPerFieldMax = 200

export function toWordLine(row: Pick<JobRow, WordField>): string {
  return wordFields.map((field) => toFieldWords(row[field])).join('\t')
}

const toFieldWords = rememberTexts((text) => toWords(text).slice(0, wordsPerFieldMax).join(' '))

export interface PackedWords {
  /** The distinct words. */
  readonly words: readonly string[]
  /** For each line its words, as indexes of `words` plus `firstWord`, and the ends of its fields and of the line. */
  readonly tokens: Uint32Array
}

const fieldEnd = 0
export const lineEnd = 1
export const firstWord = 2

export const noWords: PackedWords = { words: [], tokens: new Uint32Array() }

/** A slot without a posting has an empty line. */
export function packLines(lines: readonly string[]): PackedWords {
  return replaceLines(noWords, new Map(lines.entries()))
}

/** Returns `packed` itself if the lines are the same. Words that no line has any more stay until they are the majority. */
export function replaceLines(packed: PackedWords, lines: ReadonlyMap<number, string>): PackedWords {
  const indexes = new Map(packed.words.map((word, index) => [word, index]))
  const ends = findLineEnds(packed.tokens)
  const parts: Uint32Array[] = []
  let isChanged = false
  let copied = 0
  let count = ends.length
  for (const [at, line] of [...lines].sort(([one], [other]) => one - other)) {
    const start = (at > 0 ? ends[at - 1] : 0) ?? packed.tokens.length
    const end = ends[at] ?? packed.tokens.length
    const tokens = toTokens(line, indexes)
    isChanged ||= !areEqual(tokens, packed.tokens.subarray(start, end))
    parts.push(packed.tokens.subarray(copied, start))
    if (at > count) parts.push(new Uint32Array(at - count).fill(lineEnd))
    parts.push(tokens)
    copied = end
    count = Math.max(count, at + 1)
  }
  if (!isChanged) return packed
  parts.push(packed.tokens.subarray(copied))
  const replaced = { words: [...indexes.keys()], tokens: concatenate(parts) }
  return countUsed(replaced) * 2 < replaced.words.length ? packLines(unpackLines(replaced)) : replaced
}

function toTokens(line: string, indexes: Map<string, number>): Uint32Array {
  const tokens: number[] = []
  for (const field of line === '' ? [] : line.split('\t')) {
    for (const word of field === '' ? [] : field.split(' ')) {
      const index = indexes.get(word) ?? indexes.size
      if (index === indexes.size) indexes.set(word, index)
      tokens.push(index + firstWord)
    }
    tokens.push(fieldEnd)
  }
  tokens.push(lineEnd)
  return Uint32Array.from(tokens)
}

function findLineEnds(tokens: Uint32Array): number[] {
  const ends: number[] = []
  for (let at = 0; at < tokens.length; at++) if (tokens[at] === lineEnd) ends.push(at + 1)
  return ends
}

function areEqual(one: Uint32Array, other: Uint32Array): boolean {
  return one.length === other.length && one.every((token, at) => token === other[at])
}

function concatenate(parts: readonly Uint32Array[]): Uint32Array {
  const all = new Uint32Array(parts.reduce((sum, { length }) => sum + length, 0))
  let end = 0
  for (const part of parts) {
    all.set(part, end)
    end += part.length
  }
  return all
}

function countUsed({ words, tokens }: PackedWords): number {
  const isUsed = new Uint8Array(words.length + firstWord)
  for (const token of tokens) isUsed[token] = 1
  return isUsed.subarray(firstWord).reduce((sum, used) => sum + used, 0)
}

export function unpackLines({ words, tokens }: PackedWords): string[] {
  const lines: string[] = []
  let fields: string[] = []
  let field: string[] = []
  for (const token of tokens) {
    if (token === lineEnd) {
      lines.push(fields.join('\t'))
      fields = []
    } else if (token === fieldEnd) {
      fields.push(field.join(' '))
      field = []
    } else field.push(words[token - firstWord] ?? '')
  }
  return lines
}

/** The length of the text of the words, that text filled up to a multiple of four, and the tokens. */
export function toBytes({ words, tokens }: PackedWords): Uint8Array {
  const text = Buffer.from(words.join(' '))
  const start = 4 + Math.ceil(text.length / 4) * 4
  const bytes = Buffer.alloc(start + tokens.byteLength)
  bytes.writeUInt32LE(text.length)
  text.copy(bytes, 4)
  Buffer.from(tokens.buffer, tokens.byteOffset, tokens.byteLength).copy(bytes, start)
  return bytes
}

export function fromBytes(data: Uint8Array): PackedWords {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  const length = bytes.readUInt32LE()
  const start = 4 + Math.ceil(length / 4) * 4
  // A copy: numbers have to be aligned in memory.
  const tokens = new Uint8Array(bytes.subarray(start))
  return {
    words: length === 0 ? [] : bytes.toString('utf8', 4, 4 + length).split(' '),
    tokens: new Uint32Array(tokens.buffer, 0, tokens.byteLength / 4),
  }
}
