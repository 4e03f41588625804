/**
 * The words of a description in the form in which they are searched: one token for all forms of a word. The tokens are
 * stored: a change of them, of the stemmers or of `toWords` needs a migration that notes all texts in `job_pending_words`.
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

/** Most of a text are words that occurred before. */
const tokensByPart = new Map<string, readonly string[]>()
const cachedPartsMax = 100_000
const cachedPartLengthMax = 40

/** Words that punctuation joins are also one token: `node.js` is `node`, `js` and `nodejs`. */
export function toTextTokens(text: string): Set<string> {
  const tokens = new Set<string>()
  for (const part of text.split(/\s+/)) {
    for (const token of tokensOf(part)) tokens.add(token)
    if (tokens.size >= tokensMax) break
  }
  return tokens
}

function tokensOf(part: string): readonly string[] {
  const cached = tokensByPart.get(part)
  if (cached !== undefined) return cached
  const words = toWords(part)
  const tokens = words.map(toTextToken)
  if (words.length > 1 && words.length <= joinedWordsMax) tokens.push(toTextToken(words.join('')))
  if (part.length > cachedPartLengthMax) return tokens
  if (tokensByPart.size >= cachedPartsMax) tokensByPart.clear()
  tokensByPart.set(part, tokens)
  return tokens
}
