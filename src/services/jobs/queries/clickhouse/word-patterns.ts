/**
 * The patterns of a query: where its words are in a posting, and what surrounds them as far as relevance depends on it. Postings
 * with the same pattern are equally relevant, and there are few patterns. So ClickHouse finds the patterns, and the formula of
 * relevance is that of the blocks.
 */

import { chunks } from '../../../../store/chunks.ts'
import { joinSql, type SqlText, sql, sqlName } from '../../../../store/clickhouse/sql-text.ts'
import { encodeSlots } from '../../encoding/text-lists.ts'
import { packLines, wordFields } from '../../encoding/word-lines.ts'
import { stemEnglish } from '../../normalise/stem-english.ts'
import { stemLight } from '../../normalise/stem-light.ts'
import { slotsPerBlock } from '../../schema/block.ts'
import type { Clause, QueryWord, TextQuery } from '../words/clauses.ts'
import { type Match, matches } from '../words/points.ts'
import type { TextMatches } from '../words/text-matches.ts'
import { toOccurrences, toWordBlock } from '../words/word-block.ts'
import { WordScorer } from '../words/word-scorer.ts'

export interface FoundPattern {
  readonly pattern: number
  /** The number of postings that have it. */
  readonly n: number
  /** What each word that matches has in common with those of the query, see `Kinds`. */
  readonly kinds: readonly number[]
  /** For each of them its field times 256 plus its position, both from one. */
  readonly places: readonly number[]
  readonly title_length: number
  readonly is_whole_company: number
}

/** The bits of a number of texts. Queries are short. */
const idBits = 12
const placesPerField = 256

/** What a word of a posting has in common with those of a query: four numbers of texts, in the 53 bits of a number. */
class Kinds {
  readonly #texts: readonly string[]
  readonly #stems: readonly string[]
  readonly #lights: readonly string[]
  /** The shortest first: of those that a word begins with, the last one begins with all others. */
  readonly #prefixes: readonly string[]

  constructor(clauses: readonly Clause[]) {
    const words = clauses.flatMap(({ phrases }) => phrases.flat())
    const whole = words.flatMap(({ text, isPrefix }) => (isPrefix ? [] : text))
    this.#prefixes = [...new Set(words.flatMap(({ text, isPrefix }) => (isPrefix ? text : [])))].sort(
      (one, other) => one.length - other.length,
    )
    this.#texts = [...new Set([...whole, ...this.#prefixes])]
    this.#stems = [...new Set(whole.map(stemEnglish))]
    this.#lights = [...new Set(whole.map(stemLight))]
  }

  /** An array with the number of each word of a posting. */
  get sql(): SqlText {
    const parts = [
      toIds('w', this.#texts, 0),
      toIds('s', this.#stems, idBits),
      toIds('l', this.#lights, 2 * idBits),
      toPrefixId(this.#prefixes, 3 * idBits),
    ]
    const sum = joinSql(
      parts.filter(({ text }) => text !== ''),
      ' + ',
    )
    return this.#prefixes.length === 0
      ? sql`arrayMap((w, s, l) -> toUInt64(${sum}), word_hashes, stem_hashes, light_hashes)`
      : sql`arrayMap((w, s, l, t) -> toUInt64(${sum}), word_hashes, stem_hashes, light_hashes, words)`
  }

  matchOf(kind: number, { text, isPrefix, isVariant }: QueryWord): Match | undefined {
    const textIn = (texts: readonly string[], at: number) =>
      texts[(Math.floor(kind / 2 ** (at * idBits)) % 2 ** idBits) - 1]
    const isSame = textIn(this.#texts, 0) === text
    if (isPrefix && isSame) return matches.same
    if (isPrefix) return textIn(this.#prefixes, 3)?.startsWith(text) ? matches.prefix : undefined
    const isStem = textIn(this.#stems, 1) === stemEnglish(text)
    const isEnding = textIn(this.#lights, 2) === stemLight(text)
    if (!isSame && !isStem && !isEnding) return undefined
    if (isVariant) return matches.variant
    return isSame ? matches.same : isStem ? matches.stem : matches.ending
  }
}

/** The place of the text in the list, from one, if the hash is that of one of them. */
function toIds(variable: string, texts: readonly string[], shift: number): SqlText {
  const ids = texts.map(
    (text, at) => sql`(${sqlName(variable)} = sipHash64(${text})) * ${(at + 1) * 2 ** shift}`,
  )
  return joinSql(ids, ' + ')
}

/** The place of the last text, from one, that a word begins with. */
function toPrefixId(prefixes: readonly string[], shift: number): SqlText {
  const cases = prefixes.map((prefix, at) => sql`startsWith(t, ${prefix}), ${(at + 1) * 2 ** shift}`)
  return cases.length === 0 ? sql`` : sql`multiIf(${joinSql(cases.toReversed(), ', ')}, 0)`
}

/** Postings with the number of their pattern. `from`: where they are, and which. */
export function selectPatterns({ clauses }: TextQuery, from: SqlText): SqlText {
  const kinds = new Kinds(clauses)
  const words = clauses.reduce((total, { weight }) => total + weight, 0)
  const columns = sql`slot, id, city, region, listed, title_length, company_length = ${words} as is_whole_company, fields, ${kinds.sql} as all_kinds`
  const found = sql`select ${columns} ${from}`
  const placed = sql`arrayMap((field, position) -> field * ${placesPerField} + position, fields, arrayEnumerateUniq(fields))`
  const matching = sql`select slot, id, city, region, listed, title_length, is_whole_company,
    arrayFilter(kind -> kind > 0, all_kinds) as kinds, arrayFilter((place, kind) -> kind > 0, ${placed}, all_kinds) as places from (${found})`
  // Numbers of JavaScript have 53 bits.
  const pattern = sql`bitShiftRight(cityHash64(kinds, places, title_length, is_whole_company), 11)`
  return sql`select *, ${pattern} as pattern from (${matching})`
}

/** The points of each pattern. */
export function scorePatterns(query: TextQuery, patterns: readonly FoundPattern[]): Map<number, number> {
  const kinds = new Kinds(query.clauses)
  const points = new Map<number, number>()
  for (const some of chunks(patterns, slotsPerBlock)) {
    const vocabulary = new KindVocabulary(kinds)
    const packed = packLines(some.map(toLine))
    const found = toOccurrences(packed, (byteLength) => new ArrayBuffer(byteLength))
    const block = toWordBlock(packed, vocabulary, found)
    const words = query.clauses.reduce((total, { weight }) => total + weight, 0)
    for (const [slot, { title_length, is_whole_company }] of some.entries()) {
      block.titleLengths[slot] = title_length
      block.companyLengths[slot] = is_whole_company * words
    }
    const scorer = new WordScorer(query, vocabulary, allTexts(some.length))
    const count = scorer.select(block, 0, some.length)
    for (const slot of scorer.slots.subarray(0, count))
      points.set((some[slot] as FoundPattern).pattern, scorer.scoreOf(slot))
  }
  return points
}

/** What was found and does not have a clause in its fields has it in its description. */
function allTexts(size: number): TextMatches {
  const list = encodeSlots(Uint16Array.from({ length: size }, (_, slot) => slot))
  return { lists: () => [list], outdated: new Set() }
}

/** Words of a posting that are known by what they have in common with those of the query. */
class KindVocabulary {
  readonly #kinds: Kinds
  readonly #codes = new Map<string, number>()

  constructor(kinds: Kinds) {
    this.#kinds = kinds
  }

  get size(): number {
    return this.#codes.size
  }

  codeOf(word: string): number {
    const code = this.#codes.get(word) ?? this.#codes.size
    this.#codes.set(word, code)
    return code
  }

  matchesOf(wanted: QueryWord): Map<number, Match> {
    const found = new Map<number, Match>()
    for (const [word, code] of this.#codes) {
      const match = this.#kinds.matchOf(Number(word), wanted)
      if (match !== undefined) found.set(code, match)
    }
    return found
  }
}

/** A line of words as in `word-lines.ts`: each word is its number in `kinds`. */
function toLine({ kinds, places }: FoundPattern): string {
  const fields: number[][] = wordFields.map(() => [])
  for (const [at, place] of places.entries()) {
    const words = fields[Math.floor(place / placesPerField) - 1] as number[]
    words[(place % placesPerField) - 1] = kinds[at] as number
  }
  return fields.map((words) => Array.from(words, (kind = 0) => kind).join(' ')).join('\t')
}
