/** The forms in which the names of companies and vendors are stored to be searched for. */

import { searchWords } from '../../../core/text/search-words.ts'

export type NamedKind = 'company' | 'vendor'

interface NameForm {
  readonly form: string
  readonly text: string
}

/** `word`: one of its words; `name`: all of them; `reversed`: all of them, from the last letter to the first. */
export function formOf(kind: NamedKind, form: 'word' | 'name' | 'reversed'): string {
  return `${kind}.${form}`
}

const wordsMax = 20

/** Folded, and short enough for a key. */
export function searchedName(name: string): string {
  return searchWords(name.slice(0, 300)).slice(0, wordsMax).join(' ').slice(0, 200)
}

export function reversed(text: string): string {
  return [...text].reverse().join('')
}

export function toNameForms(kind: NamedKind, name: string): NameForm[] {
  const text = searchedName(name)
  if (text === '') return []
  return [
    ...[...new Set(text.split(' '))].map((word) => ({ form: formOf(kind, 'word'), text: word })),
    { form: formOf(kind, 'name'), text },
    { form: formOf(kind, 'reversed'), text: reversed(text) },
  ]
}
