/**
 * Tells which descriptions have the words of a phrase next to each other. Each has to be unpacked and split into words, so
 * their number is limited; results are cached by the hash of the description.
 */

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import { chunks } from '../../../../store/chunks.ts'
import { textUnpacker } from '../../encoding/based-text.ts'
import { safeHtmlToText } from '../../normalise/description.ts'
import { toTextToken } from '../../normalise/text-tokens.ts'
import { toWords } from '../../normalise/words.ts'
import type { JobsReadModelTables } from '../../schema/tables.ts'

/** The descriptions in which a query looks for its phrases. */
export const phraseTextsMax = 200

/** A few milliseconds of work. */
const textsPerTurn = 25

export class TextPhrases {
  /** By phrase and hash. */
  readonly #known = new LRUCache<string, boolean>({ max: 20_000 })

  /** Those of the slots that have the phrase, by its name. `read` must be a snapshot. */
  async find<Name>(
    read: Kysely<JobsReadModelTables>,
    slots: readonly number[],
    phrases: ReadonlyMap<Name, readonly string[]>,
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
    phrases: readonly (readonly string[])[],
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
    for (const chunk of chunks(unknown, textsPerTurn)) {
      signal?.throwIfAborted()
      const rows = await read
        .selectFrom('job_description')
        .leftJoin('job_description as base', 'base.hash', 'job_description.base')
        .select([
          'job_description.hash',
          'job_description.data',
          'job_description.base',
          'base.data as base_data',
        ])
        .where('job_description.hash', 'in', chunk)
        .execute()
      for (const row of rows) {
        const words = toWords(safeHtmlToText(unpack(row)))
        for (const phrase of phrases) {
          const isThere = hasPhrase(words, phrase)
          results.set(keyOf(phrase, row.hash), isThere)
          this.#known.set(keyOf(phrase, row.hash), isThere)
        }
      }
      await nextTurn()
    }
    return results
  }
}

function keyOf(phrase: readonly string[], hash: string): string {
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

/** A token begins with the first letter of its word, so few words need to become tokens. */
function hasPhrase(words: readonly string[], phrase: readonly string[]): boolean {
  for (let start = 0; start + phrase.length <= words.length; start++) {
    const matches = (isMatch: (word: string, token: string) => boolean) =>
      phrase.every((token, at) => isMatch(words[start + at] as string, token))
    if (words[start]?.[0] !== phrase[0]?.[0]) continue
    if (
      matches((word, token) => word[0] === token[0]) &&
      matches((word, token) => toTextToken(word) === token)
    )
      return true
  }
  return false
}
