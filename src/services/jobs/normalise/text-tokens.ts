/**
 * The words of a description in the form in which they are searched: one token for all forms of a word. The tokens are
 * stored: a change of them, of the stemmers or of `toWords` needs another format in `src/store/read-model/jobs.ts`.
 */

import { PartTable } from './part-table.ts'
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

/** As `\s` in a pattern. */
function isSpace(code: number): boolean {
  if (code < 0xa0) return code === 0x20 || (code >= 0x09 && code <= 0x0d)
  if (code < 0x2000) return code === 0xa0 || code === 0x1680
  if (code <= 0x200a) return true
  return (
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000 ||
    code === 0xfeff
  )
}

/** Much faster to read one by one than the characters of a text. */
function toCodes(text: string): Uint16Array {
  const codes = new Uint16Array(text.length)
  Buffer.from(codes.buffer).write(text, 'utf16le')
  return codes
}

interface CountedToken<Found> {
  readonly found: Found
  /** The number of the last text that has it. */
  text: number
}

const cachedPartsMax = 100_000
const cachedPartLengthMax = 40

/**
 * Reads texts of which most words occurred before. For equal tokens it returns the same object, which `create` makes, so that
 * a caller need not look up what it has found out about a token.
 */
export class TextTokenReader<Found> {
  readonly #create: (token: string) => Found
  readonly #byToken = new Map<string, CountedToken<Found>>()
  readonly #parts = new PartTable<readonly CountedToken<Found>[]>()
  #texts = 0

  constructor(create: (token: string) => Found) {
    this.#create = create
  }

  /** The distinct tokens. Words that punctuation joins are also one: `node.js` is `node`, `js` and `nodejs`. */
  read(text: string): Found[] {
    this.#texts += 1
    const found: Found[] = []
    const codes = toCodes(text)
    for (let at = 0; at < codes.length && found.length < tokensMax; at++) {
      if (isSpace(codes[at] as number)) continue
      const start = at
      while (at < codes.length && !isSpace(codes[at] as number)) at++
      for (const token of this.#tokensOf(text, codes, start, at)) {
        if (token.text === this.#texts) continue
        token.text = this.#texts
        found.push(token.found)
      }
    }
    return found
  }

  /** Forgets all tokens if there are very many. Objects that were returned before are then made anew. */
  forgetMany(): void {
    if (this.#byToken.size < cachedPartsMax && this.#parts.size < cachedPartsMax) return
    this.#byToken.clear()
    this.#parts.clear()
  }

  /** Of the part of the text from `start` to `end`. */
  #tokensOf(text: string, codes: Uint16Array, start: number, end: number): readonly CountedToken<Found>[] {
    const isShort = end - start <= cachedPartLengthMax
    const hash = isShort ? this.#parts.hash(codes, start, end) : 0
    const cached = isShort ? this.#parts.find(codes, start, end, hash) : undefined
    if (cached !== undefined) return cached
    const words = toWords(text.slice(start, end))
    const tokens = words.map((word) => this.#count(toTextToken(word)))
    if (words.length > 1 && words.length <= joinedWordsMax)
      tokens.push(this.#count(toTextToken(words.join(''))))
    if (isShort) this.#parts.add(codes, start, end, hash, tokens)
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
