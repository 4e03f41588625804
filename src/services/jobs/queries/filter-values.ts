/** The values of a facet as those of a filter. */

import { countryOfLabel } from '../schema/place-keys.ts'

/** The filter that includes exactly this value of a facet. A city without a country is another one than its namesakes. */
export function toFilterValue(value: string, field?: string): string {
  const text = value.replaceAll('|', '/')
  const isAmbiguous = field === 'city' && countryOfLabel(field, value) === undefined
  return isAmbiguous || /^\s*[!=]/.test(text) ? `=${text}` : text
}
