/** Codes of the provider as readers see them. */

import { countryName } from '../../../../core/places/countries.ts'

const typeNames: ReadonlyMap<string, string> = new Map([
  ['etf', 'ETF'],
  ['dr', 'depositary receipt'],
  ['cfd', 'CFD'],
])

/** `ETF` for `etf`. */
export function typeText(type: string): string {
  return typeNames.get(type) ?? type.replaceAll('_', ' ')
}

/** `Argentina` for `AR`. The provider also has regions of its own, such as `EU`. */
export function countryText(code: string): string {
  return countryName(code) ?? code
}
