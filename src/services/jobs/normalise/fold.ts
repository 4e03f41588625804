/** The forms in which labels are compared. */

import { rememberTexts } from '../../../core/text/remember.ts'
import type { FacetField } from '../schema/job-posting.ts'

/** Words of printable ASCII with single spaces between them: nothing to fold but capitals. */
const plainWords = /^[!-~]+(?: [!-~]+)*$/

/** Ignores case, character width and spacing. */
export function fold(text: string): string {
  return plainWords.test(text) ? text.toLowerCase() : foldCharacters(text)
}

const foldCharacters = rememberTexts((text) =>
  text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim(),
)

/** Also ignores accents and dots: `Sao Paulo` equals `São Paulo`, `D.C.` equals `DC`. */
export function foldPlace(text: string): string {
  return plainWords.test(text) ? text.toLowerCase().replace(/[.']/g, '') : foldAccents(text)
}

const foldAccents = rememberTexts((text) =>
  fold(text)
    .normalize('NFD')
    .replace(/[\u0300-\u036f.’']/g, '')
    .normalize('NFC'),
)

/** The stored key of a facet value. `|` separates keys in a row, so it cannot be part of one. */
export function facetKey(field: FacetField, label: string): string {
  const isPlace = field === 'city' || field === 'region' || field === 'country'
  return (isPlace ? foldPlace(label) : fold(label)).replaceAll('|', '/')
}
