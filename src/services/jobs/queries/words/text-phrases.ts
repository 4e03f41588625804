/**
 * Tells which descriptions have the words of a phrase next to each other. Each has to be unpacked and split into words, so
 * their number is limited; results are cached by the hash of the description.
 */

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import { rememberTexts } from '../../../../core/text/remember.ts'
import { chunks } from '../../../../store/chunks.ts'
import { Semaphore } from '../../../../store/semaphore.ts'
import { textUnpacker } from '../../encoding/based-text.ts'
import { safeHtmlToText } from '../../normalise/description.ts'
import { toTextToken } from '../../normalise/text-tokens.ts'
import { toWords } from '../../normalise/words.ts'
import type { JobsReadModelTables } from '../../schema/tables.ts'

/** The descriptions in which a query looks for its phrases. */
export const phraseTextsMax = 200

const textsPerRead = 25
/** Both are a few milliseconds of work. */
const charactersPerTurn = 16_000
const wordsPerTurn = 2000

/** One search at a time: the event loop runs all that wait for a turn, so the work of several would add up. */
const permits = new Semaphore({ permits: 1, waitingMax: 100, waitMs: 5000, name: 'phrases' })

type Phrase = readonly string[]

export class TextPhrases {
  readonly #toWords: (html: string) => readonly string[]
  /** By phrase and hash. */
  readonly #known = new LRUCache<string, boolean>({ max: 20_000 })

  constructor(toWordsOfHtml = (html: string): readonly string[] => toWords(safeHtmlToText(html))) {
    this.#toWords = toWordsOfHtml
  }

  /** Those of the slots that have the phrase, by its name. `read` must be a snapshot. */
  async find<Name>(
    read: Kysely<JobsReadModelTables>,
    slots: readonly number[],
    phrases: ReadonlyMap<Name, Phrase>,
    signal: AbortSignal | undefined,
  ): Promise<Map<Name, readonly number[]>> {
    const hashes = await readHashes(read, slots)
    const results = await this.#look(read, new Set(hashes.values()), [...phrases.values()], signal)
    const found = new Map<Name, readonly number[]>()
    for (const [name, phrase] of phrases)
      found.set(
        name,
        [...hashes].flatMap(([slot, hash]) => (results.get(keyOf(phrase, hash)) ? [slot] : [])),
      )
    return found
  }

  /** By phrase and hash. Not read from the cache afterwards: other queries may have filled it. */
  async #look(
    read: Kysely<JobsReadModelTables>,
    hashes: Iterable<string>,
    phrases: readonly Phrase[],
    signal: AbortSignal | undefined,
  ): Promise<ReadonlyMap<string, boolean>> {
    const results = new Map<string, boolean>()
    const unknown = new Set<string>()
    for (const hash of hashes)
      for (const phrase of phrases) {
        const known = this.#known.get(keyOf(phrase, hash))
        if (known === undefined) unknown.add(hash)
        else results.set(keyOf(phrase, hash), known)
      }
    const unpack = textUnpacker()
    for (const chunk of chunks(unknown, textsPerRead)) {
      signal?.throwIfAborted()
      const rows = await readTexts(read, chunk)
      const release = await permits.acquire(signal)
      try {
        let characters = 0
        for (const row of rows) {
          const html = unpack(row)
          const text = await toTokenText(this.#toWords(html), phrases, signal)
          for (const phrase of phrases) {
            const isThere = text.includes(` ${phrase.join(' ')} `)
            results.set(keyOf(phrase, row.hash), isThere)
            this.#known.set(keyOf(phrase, row.hash), isThere)
          }
          characters += html.length
          if (characters < charactersPerTurn) continue
          await pause(signal)
          characters = 0
        }
        await pause(signal)
      } finally {
        release()
      }
    }
    return results
  }
}

async function pause(signal: AbortSignal | undefined): Promise<void> {
  await nextTurn()
  signal?.throwIfAborted()
}

const tokenOf = rememberTexts(toTextToken)

/**
 * The tokens of the words in their order, with spaces around each. A token begins with the first letter of its word, so a
 * word that cannot be part of a phrase is left empty.
 */
async function toTokenText(
  words: readonly string[],
  phrases: readonly Phrase[],
  signal: AbortSignal | undefined,
): Promise<string> {
  const letters = new Set(phrases.flat().map((token) => token[0]))
  const tokens: string[] = []
  for (const word of words) {
    tokens.push(letters.has(word[0]) ? tokenOf(word) : '')
    // Its words may all be new, and take longer than those of an ordinary text.
    if (tokens.length % wordsPerTurn === 0) await pause(signal)
  }
  return ` ${tokens.join(' ')} `
}

async function readTexts(read: Kysely<JobsReadModelTables>, hashes: readonly string[]) {
  return await read
    .selectFrom('job_description')
    .leftJoin('job_description as base', 'base.hash', 'job_description.base')
    .select([
      'job_description.hash',
      'job_description.data',
      'job_description.base',
      'base.data as base_data',
    ])
    .where('job_description.hash', 'in', hashes)
    .execute()
}

function keyOf(phrase: Phrase, hash: string): string {
  return `${hash} ${phrase.join(' ')}`
}

/** Of the newest versions, by slot. */
async function readHashes(
  read: Kysely<JobsReadModelTables>,
  slots: readonly number[],
): Promise<Map<number, string>> {
  const hashes = new Map<number, string>()
  for (const chunk of chunks(slots)) {
    const rows = await read
      .selectFrom('job_description_version')
      .select(['slot', 'hash'])
      .where('slot', 'in', chunk)
      .orderBy('slot')
      .orderBy('version')
      .execute()
    for (const { slot, hash } of rows) hashes.set(Number(slot), hash)
  }
  return hashes
}
