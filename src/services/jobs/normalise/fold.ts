/** The forms in which labels are compared. */

import type { FacetField } from '../schema/job-posting.ts'

/** Ignores case, character width and spacing. */
export function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
}

/** Also ignores accents and dots: `Sao Paulo` equals `São Paulo`, `D.C.` equals `DC`. */
export function foldPlace(text: string): string {
  return fold(text)
    .normalize('NFD')
    .replace(/[\u0300-\u036f.’']/g, '')
    .normalize('NFC')
}

/** The stored key of a facet value. `|` separates keys in a row, so it cannot be part of one. */
export function facetKey(field: FacetField, label: string): string {
  const isPlace = field === 'city' || field === 'region' || field === 'country'
  return (isPlace ? foldPlace(label) : fold(label)).replaceAll('|', '/')
}
