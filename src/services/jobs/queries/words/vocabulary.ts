/** All words of the loaded blocks, with codes that hold in this process, and how they match the words of a query. */

import { isOneEditApart } from '../../../../core/text/search-words.ts'
import { stemEnglish } from '../../normalise/stem-english.ts'
import { stemLight } from '../../normalise/stem-light.ts'
import type { QueryWord } from './parse-query.ts'
import { type Match, matches } from './points.ts'

export class Vocabulary {
  readonly #codes = new Map<string, number>()
  readonly #words: string[] = []
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
    addTo(this.#byStem, stemEnglish(word), code)
    addTo(this.#byLightStem, stemLight(word), code)
    return code
  }

  /** The codes of the words that match, each with its best match. */
  matchesOf({ text, isPrefix }: QueryWord, mayDiffer: boolean): Map<number, Match> {
    const found = new Map<number, Match>()
    if (mayDiffer) this.#addAll(found, matches.typo, (word) => isOneEditApart(word, text))
    if (isPrefix) this.#addAll(found, matches.prefix, (word) => word.startsWith(text))
    else {
      for (const code of this.#byLightStem.get(stemLight(text)) ?? []) found.set(code, matches.ending)
      for (const code of this.#byStem.get(stemEnglish(text)) ?? []) found.set(code, matches.stem)
    }
    const same = this.#codes.get(text)
    if (same !== undefined) found.set(same, matches.same)
    return found
  }

  #addAll(found: Map<number, Match>, match: Match, test: (word: string) => boolean): void {
    for (const [code, word] of this.#words.entries()) if (test(word)) found.set(code, match)
  }
}

function addTo(lists: Map<string, number[]>, key: string, code: number): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [code])
  else list.push(code)
}
