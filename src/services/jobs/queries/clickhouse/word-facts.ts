/**
 * What is known about the words of all postings, asked of ClickHouse. Understanding a query asks for one fact after the other, so
 * it is tried with those that are known, and tried again when those that were missing have been read.
 */

import { isOneEditApart, isTwoEditsApart } from '../../../../core/text/search-words.ts'
import type { ClickHouse } from '../../../../store/clickhouse/clickhouse.ts'
import { joinSql, type SqlText, sql } from '../../../../store/clickhouse/sql-text.ts'
import { stemToken } from '../../encoding/index-tokens.ts'
import { stemEnglish } from '../../normalise/stem-english.ts'
import { stemLight } from '../../normalise/stem-light.ts'
import { toTextToken } from '../../normalise/text-tokens.ts'
import type { ReadableIndex } from '../../schema/index-state.ts'
import { indexTables } from '../../schema/search-index.ts'
import { isBegun, isNotEnded } from '../../schema/visible-versions.ts'
import type { WordCounts } from '../words/understand-query.ts'

/** Facts of one kind. The key is the word or the beginning of a word that they are about. */
class Facts<Value> {
  readonly #known = new Map<string, Value>()
  readonly missing = new Set<string>()
  readonly #otherwise: Value

  constructor(otherwise: Value) {
    this.#otherwise = otherwise
  }

  get(key: string): Value {
    const value = this.#known.get(key)
    if (value !== undefined) return value
    this.missing.add(key)
    return this.#otherwise
  }

  /** Takes what is missing. */
  take(): string[] {
    const keys = [...this.missing]
    this.missing.clear()
    return keys
  }

  set(key: string, value: Value): void {
    this.#known.set(key, value)
  }

  get size(): number {
    return this.#known.size
  }
}

const noWords: readonly string[] = []
/** More questions than any query asks one after the other. */
const roundsMax = 12

export class WordFacts {
  readonly #clickHouse: ClickHouse
  readonly #index: ReadableIndex
  readonly #occurrences = new Facts(0)
  readonly #forms = new Facts(0)
  readonly #similar = new Facts(noWords)
  readonly #lessSimilar = new Facts(noWords)
  readonly #inTexts = new Facts(0)
  readonly #inCompany = new Facts(false)

  constructor(clickHouse: ClickHouse, index: ReadableIndex) {
    this.#clickHouse = clickHouse
    this.#index = index
  }

  get size(): number {
    return this.#all.reduce((sum, { size }) => sum + size, 0)
  }

  /** Repeats `work` until no fact is missing. */
  async withCounts<Result>(
    work: (counts: WordCounts) => Promise<Result>,
    signal: AbortSignal | undefined,
  ): Promise<Result> {
    for (let round = 1; ; round++) {
      const asked = this.#all.flatMap((facts) => facts.take()).length
      const result = await work(this.#counts)
      if (this.#all.every(({ missing }) => missing.size === 0)) return result
      if (round === roundsMax) throw new Error(`a query asks for words without end; ${asked} were left`)
      await this.#load(signal)
    }
  }

  get #all() {
    return [
      this.#occurrences,
      this.#forms,
      this.#similar,
      this.#lessSimilar,
      this.#inTexts,
      this.#inCompany,
    ] as const
  }

  get #counts(): WordCounts {
    return {
      has: (word) => this.#occurrences.get(word) > 0,
      count: (word, max) => Math.min(max, this.#forms.get(word)),
      similarTo: (word) => this.#similar.get(word),
      lessSimilarTo: (word) => this.#lessSimilar.get(word),
      countInTexts: async (word) => this.#inTexts.get(toTextToken(word)),
      isInCompany: (words) => this.#inCompany.get(words.join(' ')),
    }
  }

  async #load(signal: AbortSignal | undefined): Promise<void> {
    const similar = (
      facts: Facts<readonly string[]>,
      toCondition: (word: string) => SqlText,
      isSimilar: Similarity,
    ) =>
      facts
        .take()
        .map(async (word) =>
          facts.set(word, await this.#readSimilar(word, toCondition(word), isSimilar, signal)),
        )
    await Promise.all([
      this.#loadOccurrences(this.#occurrences.take(), signal),
      this.#loadForms(this.#forms.take(), signal),
      ...similar(this.#similar, (word) => isWithin(word, 1), isOneEditApart),
      ...similar(
        this.#lessSimilar,
        (word) => sql`startsWith(word, ${firstCharacter(word)}) and ${isWithin(word, 2)}`,
        (other, word) => other[0] === word[0] && isTwoEditsApart(other, word),
      ),
      ...this.#inTexts
        .take()
        .map(async (token) => this.#inTexts.set(token, await this.#countInTexts(token, signal))),
      ...this.#inCompany
        .take()
        .map(async (words) => this.#inCompany.set(words, await this.#isInCompany(words.split(' '), signal))),
    ])
  }

  async #loadOccurrences(words: readonly string[], signal: AbortSignal | undefined): Promise<void> {
    if (words.length === 0) return
    const rows = await this.#clickHouse.query<{ word: string; count: number }>(
      sql`select word, sum(n) as count from ${this.#tables.jobWord} where word in ${words} group by word`,
      { signal },
    )
    const counts = new Map(rows.map(({ word, count }) => [word, count]))
    for (const word of words) this.#occurrences.set(word, counts.get(word) ?? 0)
  }

  /** Words with the same stem in English or in other languages are forms of a word. */
  async #loadForms(words: readonly string[], signal: AbortSignal | undefined): Promise<void> {
    if (words.length === 0) return
    const [stems, lights] = [words.map(stemEnglish), words.map(stemLight)]
    const rows = await this.#clickHouse.query<{ stem: string; light: string; count: number }>(
      sql`select stem, light, sum(n) as count from ${this.#tables.jobWord}
        where stem in ${stems} or light in ${lights} group by stem, light`,
      { signal },
    )
    for (const [at, word] of words.entries()) {
      const forms = rows.filter(({ stem, light }) => stem === stems[at] || light === lights[at])
      this.#forms.set(
        word,
        forms.reduce((sum, { count }) => sum + count, 0),
      )
    }
  }

  async #readSimilar(
    word: string,
    condition: SqlText,
    isSimilar: Similarity,
    signal: AbortSignal | undefined,
  ): Promise<string[]> {
    const rows = await this.#clickHouse.query<{ word: string }>(
      sql`select word from ${this.#tables.jobWord} where ${condition} group by word having sum(n) > 0`,
      { signal },
    )
    return rows.flatMap((row) => (isSimilar(row.word, word) ? row.word : []))
  }

  async #countInTexts(token: string, signal: AbortSignal | undefined): Promise<number> {
    return await this.#count(sql`has(text, ${token})`, sql`1`, signal)
  }

  async #isInCompany(words: readonly string[], signal: AbortSignal | undefined): Promise<boolean> {
    const tokens = words.map((word) => stemToken('company', stemEnglish(word)))
    const names = sql`arrayFilter((w, f) -> f = 2, words, fields)`
    return (await this.#count(sql`hasAll(tokens, ${tokens})`, sql`hasSubstr(${names}, ${words})`, signal)) > 0
  }

  async #count(indexed: SqlText, condition: SqlText, signal: AbortSignal | undefined): Promise<number> {
    const [row] = await this.#clickHouse.query<{ n: number }>(
      sql`select count() as n from ${this.#tables.job} prewhere ${isBegun(this.#index)} and ${indexed}
        where ${isNotEnded(this.#index)} and ${condition}`,
      { signal },
    )
    return row?.n ?? 0
  }

  get #tables() {
    return indexTables(this.#index.name)
  }
}

type Similarity = (other: string, word: string) => boolean

function firstCharacter(word: string): string {
  return String.fromCodePoint(word.codePointAt(0) ?? 0)
}

/** At least those that are so many edits apart. The engine compares bytes, of which a letter beyond ASCII has several. */
function isWithin(word: string, edits: number): SqlText {
  const isAscii = Buffer.byteLength(word) === word.length
  const near = sql`abs(toInt32(lengthUTF8(word)) - ${[...word].length}) <= ${2 * edits}`
  if (!isAscii) return near
  return joinSql(
    [near, sql`(length(word) > lengthUTF8(word) or damerauLevenshteinDistance(word, ${word}) <= ${edits})`],
    ' and ',
  )
}
