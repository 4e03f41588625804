/**
 * The tokens by which the search index finds postings. A change needs another format in `src/store/read-model/jobs.ts`.
 */

import { stemEnglish } from '../normalise/stem-english.ts'
import { stemLight } from '../normalise/stem-light.ts'
import { genderWords, legalForms } from '../normalise/uncounted-words.ts'
import type { IndexedPosting } from '../schema/search-index.ts'
import { type WordField, wordFields } from './word-lines.ts'

type IndexedWords = Pick<
  IndexedPosting,
  'words' | 'stems' | 'lights' | 'fields' | 'title_length' | 'company_length' | 'tokens'
>

/** A word of the field has this stem in English. */
export function stemToken(field: WordField, stem: string): string {
  return `${field[0]}~${stem}`
}

/** A word of the field has this light stem. */
export function lightToken(field: WordField, stem: string): string {
  return `${field[0]}^${stem}`
}

const beginningLengthMin = 2
const beginningLengthMax = 4

/** A word of any field begins like this; of longer beginnings, the first letters are indexed. */
export function beginningToken(beginning: string): string {
  return `*${beginning.slice(0, beginningLengthMax).toWellFormed()}`
}

/** `line`: as in `word-lines.ts`. */
export function toIndexedWords(line: string): IndexedWords {
  const words: string[] = []
  const fields: number[] = []
  const tokens = new Set<string>()
  const texts = line.split('\t').map((text) => (text === '' ? [] : text.split(' ')))
  for (const [at, field] of wordFields.entries()) {
    if (at > 0) {
      words.push('')
      fields.push(0)
    }
    for (const word of texts[at] ?? []) {
      words.push(word)
      fields.push(at + 1)
      tokens.add(stemToken(field, stemEnglish(word))).add(lightToken(field, stemLight(word)))
      for (let length = beginningLengthMin; length <= beginningLengthMax; length++)
        if (word.length >= length) tokens.add(beginningToken(word.slice(0, length)))
    }
  }
  const [title = [], company = []] = texts
  return {
    words,
    stems: words.map(stemEnglish),
    lights: words.map(stemLight),
    fields,
    title_length: title.filter((word) => !genderWords.has(word)).length,
    company_length: company.filter((word) => !legalForms.has(word)).length,
    tokens: [...tokens],
  }
}
