/**
 * The words of a description in the form in which they are searched: one token for all forms of a word. The tokens are
 * stored: a change of them, of the stemmers or of `toWords` needs another format in `src/store/read-model/jobs.ts`.
 */

import { stemEnglish } from './stem-english.ts'
import { stemLight } from './stem-light.ts'
import { toWords } from './words.ts'

const tokenLengthMax = 32
/** Distinct ones. Descriptions rarely have more than a thousand. */
const tokensMax = 4000
/** Joined words of `node.js` or `full-stack`; longer ones are addresses. */
const joinedWordsMax = 3

/**
 * The English stem, without the endings of other languages, and the English stem of that: words with the same English stem
 * have the same token, and `Entwicklerin` has that of `Entwickler`.
 */
export function toTextToken(word: string): string {
  return stemEnglish(stemLight(stemEnglish(word)))
    .slice(0, tokenLengthMax)
    .toWellFormed()
}

interface CountedToken<Found> {
  readonly found: Found
  /** The number of the last text that has it. */
  text: number
}

const cachedPartsMax = 100_000
/** V8 makes a copy of such a part. A longer one would keep its whole text in memory. */
const cachedPartLengthMax = 12

/**
 * Reads texts of which most words occurred before. For equal tokens it returns the same object, which `create` makes, so that
 * a caller need not look up what it has found out about a token.
 */
export class TextTokenReader<Found> {
  readonly #create: (token: string) => Found
  readonly #byToken = new Map<string, CountedToken<Found>>()
  /** Of parts between spaces: most occurred in other texts before. */
  readonly #byPart = new Map<string, readonly CountedToken<Found>[]>()
  #texts = 0

  constructor(create: (token: string) => Found) {
    this.#create = create
  }

  /** The distinct tokens. Words that punctuation joins are also one: `node.js` is `node`, `js` and `nodejs`. */
  read(text: string): Found[] {
    this.#texts += 1
    const found: Found[] = []
    for (const part of text.split(/\s+/)) {
      if (found.length >= tokensMax) break
      for (const token of this.#tokensOf(part)) {
        if (token.text === this.#texts) continue
        token.text = this.#texts
        found.push(token.found)
      }
    }
    return found
  }

  /** Forgets all tokens if there are very many. Objects that were returned before are then made anew. */
  forgetMany(): void {
    if (this.#byToken.size < cachedPartsMax && this.#byPart.size < cachedPartsMax) return
    this.#byToken.clear()
    this.#byPart.clear()
  }

  #tokensOf(part: string): readonly CountedToken<Found>[] {
    const cached = this.#byPart.get(part)
    if (cached !== undefined) return cached
    const words = toWords(part)
    const tokens = words.map((word) => this.#count(toTextToken(word)))
    if (words.length > 1 && words.length <= joinedWordsMax)
      tokens.push(this.#count(toTextToken(words.join(''))))
    if (part.length <= cachedPartLengthMax && this.#byPart.size < cachedPartsMax)
      this.#byPart.set(part, tokens)
    return tokens
  }

  #count(token: string): CountedToken<Found> {
    const known = this.#byToken.get(token)
    if (known !== undefined) return known
    const counted = { found: this.#create(token), text: 0 }
    this.#byToken.set(token, counted)
    return counted
  }
}
