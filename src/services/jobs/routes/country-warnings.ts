/** Says that no country has the name in a filter. */

import { countryNames, parseCountry } from '../../../core/places/countries.ts'
import { type UnknownValue, unknownValue } from '../../../http/response/unknown-value.ts'

export function countryWarnings(
  country: string | undefined,
  total: number,
): { readonly warnings?: readonly UnknownValue[] } {
  if (country === undefined || total > 0 || parseCountry(country) !== undefined) return {}
  return { warnings: [unknownValue('country', country, countryNames())] }
}
