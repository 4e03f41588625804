/** Reads a short text of a board by the words that it contains. */

import { foldLetters } from '../../../../core/text/search-words.ts'

interface Phrase<Label> {
  readonly words: readonly string[]
  readonly labels: readonly Label[]
}

/** Scripts without spaces between words: their phrases are found anywhere in a text. */
const unspacedScript = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/**
 * `table`: labels, and their phrases separated by commas. A word that ends in `*` stands for all that begin like it, one that begins
 * with `*` for all that end like it, as compounds do, `|` for a separator, `#` for a number. Of two phrases that begin at the same word the longer one counts, and its words count once.
 */
export function phraseReader<Label>(
  table: readonly (readonly [labels: readonly Label[], phrases: string])[],
): (text: string) => Label[] {
  const unspaced: { readonly text: string; readonly labels: readonly Label[] }[] = []
  const byFirstWord = new Map<string, Phrase<Label>[]>()
  const byPattern: Phrase<Label>[] = []
  for (const [labels, phrases] of table) {
    for (const phrase of phrases.split(',').map((text) => text.trim())) {
      const words = foldLetters(phrase).split(' ')
      const [first = ''] = words
      if (unspacedScript.test(phrase)) unspaced.push({ text: foldLetters(phrase), labels })
      else if (first.includes('*')) byPattern.push({ words, labels })
      else byFirstWord.set(first, [...(byFirstWord.get(first) ?? []), { words, labels }])
    }
  }
  const beginningWith = (word: string) => [
    ...(byFirstWord.get(/^\p{N}+$/u.test(word) ? '#' : word) ?? []),
    ...(byFirstWord.get(word) ?? []),
    ...byPattern.filter(({ words }) => isWord(word, words[0])),
  ]
  return (text) => {
    const tokens = toTokens(text)
    const found = unspacedScript.test(text)
      ? unspaced.filter((one) => foldLetters(text).includes(one.text)).flatMap(({ labels }) => labels)
      : []
    for (let at = 0; at < tokens.length; ) {
      let longest: Phrase<Label> | undefined
      for (const phrase of beginningWith(tokens[at] ?? ''))
        if (phrase.words.length > (longest?.words.length ?? 0) && isAt(tokens, at, phrase)) longest = phrase
      found.push(...(longest?.labels ?? []))
      at += longest?.words.length ?? 1
    }
    return found
  }
}

const tokensMax = 40

/** Lower case, without accents; `FullTime` is two words. */
function toTokens(text: string): string[] {
  const spaced = text.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
  const tokens = foldLetters(spaced).match(/[\p{L}\p{N}]+|[/,;|&+]/gu) ?? []
  return tokens.slice(0, tokensMax).map((token) => (/^[/,;&+]$/.test(token) ? '|' : token))
}

function isAt(tokens: readonly string[], start: number, { words }: Phrase<unknown>): boolean {
  return words.every((word, at) => isWord(tokens[start + at], word))
}

function isWord(token: string | undefined, word: string | undefined): boolean {
  if (token === undefined || word === undefined) return false
  if (word === '#') return /^\p{N}+$/u.test(token)
  if (word.startsWith('*')) return token.endsWith(word.slice(1))
  return word.endsWith('*') ? token.startsWith(word.slice(0, -1)) : token === word
}
