/** Loads the words of the blocks and caches them by revision. */

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { Failure } from '../../../../core/errors.ts'
import type { BufferSet, SharedBuffers } from '../../../../core/shared-buffers.ts'
import { chunks } from '../../../../store/chunks.ts'
import { Statement } from '../../../../store/statements/statement.ts'
import { fromBytes, type PackedWords } from '../../encoding/word-lines.ts'
import type { JobsReadModelTables } from '../../schema/tables.ts'
import type { TextQuery } from './clauses.ts'
import { countInTexts, type TextMatches } from './text-matches.ts'
import type { WordCounts } from './understand-query.ts'
import { Vocabulary } from './vocabulary.ts'
import {
  bytesOf,
  countOfCode,
  isInCompany,
  type Occurrences,
  toOccurrences,
  toWordBlock,
  viewOccurrences,
  type WordBlock,
} from './word-block.ts'
import { WordScorer } from './word-scorer.ts'

/** About ten million postings. Further blocks are read for every query. */
const cachedBytesMax = 512 * 1024 * 1024
/** Words that no posting has any more stay in the vocabulary until it is this large; then it is built anew. */
const vocabularyMax = 1_000_000
/** A few milliseconds of work. */
const blocksPerRead = 8

export interface Words {
  /** Undefined if the block has none. */
  block(number: number): WordBlock | undefined | Promise<WordBlock | undefined>
  readonly counts: WordCounts
  scorer(query: TextQuery, texts: TextMatches): WordScorer
}

export class WordIndex {
  #vocabulary = new Vocabulary()
  readonly #cached = new Map<number, { readonly revision: number; readonly words: WordBlock }>()
  /** The last revision of each block whose words are in the vocabulary. */
  readonly #known = new Map<number, number>()
  /** Undefined if no other thread reads them. */
  readonly #shared: BufferSet | undefined
  /** For a reader that has less memory than the requests of a server; undefined for those. */
  readonly #bytesMax: number | undefined
  #bytes = 0

  constructor(epoch: number, buffers: SharedBuffers | undefined, bytesMax: number | undefined) {
    this.#bytesMax = bytesMax
    this.#shared = buffers?.open('words of jobs', epoch, (number) => this.#drop(number))
  }

  /** The words of all blocks as of `read`, which must be a snapshot. */
  async load(read: Kysely<JobsReadModelTables>): Promise<Words> {
    if (this.#vocabulary.size > vocabularyMax) this.#clear()
    const vocabulary = this.#vocabulary
    const revisions = await readRevisions(read)
    const unknown = revisions.keys().filter((number) => this.#known.get(number) !== revisions.get(number))
    for (const numbers of chunks(unknown, blocksPerRead)) {
      await this.#read(read, numbers, vocabulary)
      await nextTurn()
    }
    return {
      block: (number) => {
        const cached = vocabulary === this.#vocabulary ? this.#cached.get(number) : undefined
        const revision = revisions.get(number)
        if (cached !== undefined && cached.revision === revision) return cached.words
        return revision === undefined
          ? undefined
          : this.#read(read, [number], vocabulary).then((blocks) => blocks.get(number))
      },
      counts: {
        has: (word) => {
          const code = vocabulary.find(word)
          return code !== undefined && this.#count(vocabulary, [code], 1) > 0
        },
        count: (word, max) =>
          this.#count(
            vocabulary,
            vocabulary.matchesOf({ text: word, isPrefix: false, isVariant: false }).keys(),
            max,
          ),
        similarTo: (word) => vocabulary.similarTo(word),
        lessSimilarTo: (word) => vocabulary.lessSimilarTo(word),
        countInTexts: (word) => countInTexts(read, word),
        isInCompany: (words) => this.#isInCompany(vocabulary, words),
      },
      scorer: (query, texts) => new WordScorer(query, vocabulary, texts),
    }
  }

  /** Of the cached blocks, which are all but those beyond ten million postings. */
  #count(vocabulary: Vocabulary, codes: Iterable<number>, max: number): number {
    // The index was cleared while this query read: as if every word were frequent.
    if (vocabulary !== this.#vocabulary) return max
    let count = 0
    for (const code of codes)
      for (const { words } of this.#cached.values()) {
        count += countOfCode(words, code)
        if (count >= max) return max
      }
    return count
  }

  #isInCompany(vocabulary: Vocabulary, words: readonly string[]): boolean {
    const codes = words.flatMap((word) => vocabulary.find(word) ?? [])
    if (vocabulary !== this.#vocabulary || codes.length < words.length) return false
    return this.#cached.values().some((cached) => isInCompany(cached.words, codes))
  }

  async #read(
    read: Kysely<JobsReadModelTables>,
    numbers: readonly number[],
    vocabulary: Vocabulary,
  ): Promise<Map<number, WordBlock>> {
    const rows = await read
      .selectFrom('job_words')
      .selectAll()
      .where('block', 'in', [...numbers])
      .execute()
    const blocks = new Map<number, WordBlock>()
    for (const { block, revision, data } of rows) {
      const [number, packed] = [Number(block), fromBytes(data)]
      const store = (occurrences: Occurrences) => {
        const words = toWordBlock(packed, vocabulary, occurrences)
        blocks.set(number, words)
        return this.#store(number, Number(revision), words, vocabulary)
      }
      if (this.#shared) shareOccurrences(this.#shared, number, Number(revision), packed, store)
      else store(toOccurrences(packed, (byteLength) => new ArrayBuffer(byteLength)))
    }
    return blocks
  }

  /** Returns whether the words were kept. */
  #store(number: number, revision: number, words: WordBlock, vocabulary: Vocabulary): boolean {
    // The index was cleared while this query read.
    if (vocabulary !== this.#vocabulary) return false
    this.#known.set(number, revision)
    const previous = this.#cached.get(number)
    const addedBytes = bytesOf(words) - (previous === undefined ? 0 : bytesOf(previous.words))
    const bytes = this.#bytes + addedBytes
    if (this.#bytesMax !== undefined && bytes > this.#bytesMax) throw tooManyWords()
    if (bytes > cachedBytesMax) return false
    this.#bytes = bytes
    this.#cached.set(number, { revision, words })
    return true
  }

  /** Another thread has newer ones, or has read the same ones first. */
  #drop(number: number): void {
    const cached = this.#cached.get(number)
    if (cached === undefined) return
    this.#bytes -= bytesOf(cached.words)
    this.#cached.delete(number)
    // Loaded again with the next query, rather than in the middle of it.
    this.#known.delete(number)
  }

  #clear(): void {
    this.#vocabulary = new Vocabulary()
    this.#cached.clear()
    this.#known.clear()
    this.#bytes = 0
  }
}

/** Without the words of all blocks, a query would be understood differently. */
function tooManyWords(): Failure {
  return new Failure('export_too_large', 'There are too many jobs for an export with words.', {
    details: { parameter: 'q' },
  })
}

/** Reuses the buffer that another thread has shared, or creates one and shares it if `store` keeps it. */
function shareOccurrences(
  shared: BufferSet,
  number: number,
  revision: number,
  packed: PackedWords,
  store: (occurrences: Occurrences) => boolean,
): void {
  const buffer = shared.get(number, revision)
  if (buffer !== undefined) {
    store(viewOccurrences(buffer, packed.words.length))
    return
  }
  const made = toOccurrences(packed, (byteLength) => new SharedArrayBuffer(byteLength))
  if (store(made)) shared.put(number, revision, made.buffer)
}

const wordRevisions = new Statement<JobsReadModelTables, object, { block: number; revision: number }>((db) =>
  db.selectFrom('job_words').select(['block', 'revision']).orderBy('block'),
)

async function readRevisions(read: Kysely<JobsReadModelTables>): Promise<Map<number, number>> {
  const rows = await wordRevisions.runIn(read, {})
  return new Map(rows.map(({ block, revision }) => [Number(block), Number(revision)]))
}
