/** Loads the words of the blocks and caches them by revision. */

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { BufferSet, SharedBuffers } from '../../../../core/shared-buffers.ts'
import { chunks } from '../../../../store/chunks.ts'
import { Statement } from '../../../../store/statements/statement.ts'
import {
  deriveLines,
  fromBytes,
  type PackedWords,
  packLines,
  wordsVersion,
} from '../../encoding/word-lines.ts'
import type { JobsReadModelTables } from '../../schema/tables.ts'
import type { TextQuery } from './parse-query.ts'
import type { TextMatches } from './text-matches.ts'
import { Vocabulary } from './vocabulary.ts'
import {
  bytesOf,
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

/** A version of a block: that of the stored words, or of the postings if their words are not stored. */
type Revision = string

export interface Words {
  /** Undefined if the block has none. */
  block(number: number): WordBlock | undefined | Promise<WordBlock | undefined>
  scorer(query: TextQuery, texts: TextMatches, mayDiffer: boolean): WordScorer
}

export class WordIndex {
  #vocabulary = new Vocabulary()
  readonly #cached = new Map<number, { readonly revision: Revision; readonly words: WordBlock }>()
  /** The last revision of each block whose words are in the vocabulary. */
  readonly #known = new Map<number, Revision>()
  /** Undefined if no other thread reads them. */
  readonly #shared: BufferSet | undefined
  #bytes = 0

  constructor(epoch: number, buffers: SharedBuffers | undefined) {
    this.#shared = buffers?.open('words of jobs', epoch, (number) => this.#drop(number))
  }

  /** The words of all blocks as of `read`, which must be a snapshot. */
  async load(read: Kysely<JobsReadModelTables>): Promise<Words> {
    if (this.#vocabulary.size > vocabularyMax) this.#clear()
    const vocabulary = this.#vocabulary
    const revisions = await readRevisions(read)
    const unknown = revisions.keys().filter((number) => this.#known.get(number) !== revisions.get(number))
    for (const numbers of chunks(unknown, blocksPerRead)) {
      await this.#read(read, numbers, revisions, vocabulary)
      await nextTurn()
    }
    return {
      block: (number) => {
        const cached = vocabulary === this.#vocabulary ? this.#cached.get(number) : undefined
        const revision = revisions.get(number)
        if (cached !== undefined && cached.revision === revision) return cached.words
        return revision === undefined
          ? undefined
          : this.#read(read, [number], revisions, vocabulary).then((blocks) => blocks.get(number))
      },
      scorer: (query, texts, mayDiffer) => new WordScorer(query, vocabulary, texts, mayDiffer),
    }
  }

  async #read(
    read: Kysely<JobsReadModelTables>,
    numbers: readonly number[],
    revisions: ReadonlyMap<number, Revision>,
    vocabulary: Vocabulary,
  ): Promise<Map<number, WordBlock>> {
    const stored = new Map(
      (
        await read
          .selectFrom('job_words')
          .selectAll()
          .where('block', 'in', [...numbers])
          .execute()
      ).map((row) => [Number(row.block), row]),
    )
    const blocks = new Map<number, WordBlock>()
    for (const number of numbers) {
      const row = stored.get(number)
      const isStored = row !== undefined && Number(row.version) === wordsVersion
      const packed = isStored ? fromBytes(row.data) : packLines(await deriveLines(read, number))
      const revision = revisions.get(number) ?? ''
      const store = (occurrences: Occurrences) => {
        const words = toWordBlock(packed, vocabulary, occurrences)
        blocks.set(number, words)
        return this.#store(number, revision, words, vocabulary)
      }
      // Words that are not stored have no revision of their own.
      if (isStored && this.#shared)
        shareOccurrences(this.#shared, number, Number(row.revision), packed, store)
      else store(toOccurrences(packed, (byteLength) => new ArrayBuffer(byteLength)))
    }
    return blocks
  }

  /** Returns whether the words were kept. */
  #store(number: number, revision: Revision, words: WordBlock, vocabulary: Vocabulary): boolean {
    // The index was cleared while this query read.
    if (vocabulary !== this.#vocabulary) return false
    this.#known.set(number, revision)
    const previous = this.#cached.get(number)
    const addedBytes = bytesOf(words) - (previous === undefined ? 0 : bytesOf(previous.words))
    if (this.#bytes + addedBytes > cachedBytesMax) return false
    this.#bytes += addedBytes
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

/** Those that another thread has made, or else new ones, for the others if `store` keeps them. */
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

interface RevisionRow {
  readonly block: number
  readonly revision: number
  readonly words: number | null
  readonly version: number | null
}

const wordRevisions = new Statement<JobsReadModelTables, object, RevisionRow>((db) =>
  db
    .selectFrom('job_block')
    .leftJoin('job_words', 'job_words.block', 'job_block.block')
    .select(['job_block.block', 'job_block.revision', 'job_words.revision as words', 'job_words.version'])
    .orderBy('job_block.block'),
)

async function readRevisions(read: Kysely<JobsReadModelTables>): Promise<Map<number, Revision>> {
  const rows = await wordRevisions.runIn(read, {})
  return new Map(
    rows.map(({ block, revision, words, version }) => [
      Number(block),
      Number(version ?? 0) === wordsVersion ? `words ${words}` : `postings ${revision}`,
    ]),
  )
}
