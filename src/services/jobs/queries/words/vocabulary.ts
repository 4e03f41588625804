/** All words of the loaded blocks, with codes that hold in this process, and how they match the words of a query. */

import { isOneEditApart, isTwoEditsApart } from '../../../../core/text/search-words.ts'
import { stemEnglish } from '../../normalise/stem-english.ts'
import { stemLight } from '../../normalise/stem-light.ts'
import type { QueryWord } from './clauses.ts'
import { prefixLengthMin } from './parse-query.ts'
import { type Match, matches } from './points.ts'

export class Vocabulary {
  readonly #codes = new Map<string, number>()
  readonly #words: string[] = []
  /** By the beginning that every prefix in a query has. */
  readonly #byStart = new Map<string, number[]>()
  readonly #byStem = new Map<string, number[]>()
  readonly #byLightStem = new Map<string, number[]>()

  get size(): number {
    return this.#words.length
  }

  codeOf(word: string): number {
    const existing = this.#codes.get(word)
    if (existing !== undefined) return existing
    const code = this.#words.length
    this.#codes.set(word, code)
    this.#words.push(word)
    addTo(this.#byStart, word.slice(0, prefixLengthMin), code)
    addTo(this.#byStem, stemEnglish(word), code)
    addTo(this.#byLightStem, stemLight(word), code)
    return code
  }

  /** Undefined if no block has had the word. */
  find(word: string): number | undefined {
    return this.#codes.get(word)
  }

  /** The words in which one letter differs. */
  similarTo(word: string): string[] {
    return this.#words.filter((other) => isOneEditApart(other, word))
  }

  /** The words with the same first letter in which up to two others differ. */
  lessSimilarTo(word: string): string[] {
    return this.#words.filter((other) => other[0] === word[0] && isTwoEditsApart(other, word))
  }

  /** The codes of the words that match, each with its best match. */
  matchesOf({ text, isPrefix, isVariant }: QueryWord): Map<number, Match> {
    const found = new Map<number, Match>()
    if (isPrefix) {
      for (const code of this.#byStart.get(text.slice(0, prefixLengthMin)) ?? [])
        if (this.#words[code]?.startsWith(text)) found.set(code, matches.prefix)
    } else {
      for (const code of this.#byLightStem.get(stemLight(text)) ?? []) found.set(code, matches.ending)
      for (const code of this.#byStem.get(stemEnglish(text)) ?? []) found.set(code, matches.stem)
    }
    const same = this.#codes.get(text)
    if (same !== undefined) found.set(same, matches.same)
    if (isVariant) for (const code of found.keys()) found.set(code, matches.variant)
    return found
  }
}

function addTo(lists: Map<string, number[]>, key: string, code: number): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [code])
  else list.push(code)
}
