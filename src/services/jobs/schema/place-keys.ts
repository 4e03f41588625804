/** Keys and labels of places: cities and regions carry their country, so that namesakes are different values. */

import { countryName, parseCountry } from '../../../core/places/countries.ts'
import type { Place } from '../../../core/places/place.ts'
import { rememberTexts } from '../../../core/text/remember.ts'

/** `London, United Kingdom`; the name alone if the country is not known. */
export function cityLabel({ city, country }: Place): string | undefined {
  if (city === undefined) return undefined
  // The comma separates the city from its country.
  const name = city.replaceAll(',', ' ')
  const countryLabel = country === undefined ? undefined : countryName(country)
  return countryLabel === undefined ? name : `${name}, ${countryLabel}`
}

/** The ISO 3166-2 code: `US-CT`. */
export function regionLabel({ region, country }: Place): string | undefined {
  return region === undefined || country === undefined ? undefined : `${country}-${region}`
}

/** The key of a city in a region, which is stored with the keys of the regions: `us-or/portland`. */
export function cityInRegionKey(regionKey: string, cityKey: string): string {
  return `${regionKey}/${cityKey}`
}

export function isCityInRegionKey(key: string): boolean {
  return key.includes('/')
}

/** The key without the country: `london` of `london, united kingdom`, `ct` of `us-ct`. */
export function withoutCountry(field: string, key: string): string {
  if (field === 'city') return key.includes(', ') ? key.slice(0, key.lastIndexOf(', ')) : key
  if (field === 'region') return /^[a-z]{2}-/.test(key) ? key.slice(3) : key
  return key
}

const countryNamed = rememberTexts(parseCountry)

/** The country in the label of a city or region, as ISO 3166-1 alpha-2 code. */
export function countryOfLabel(field: string, label: string): string | undefined {
  if (field === 'country') return countryNamed(label)
  if (field === 'city') {
    const comma = label.lastIndexOf(', ')
    return comma === -1 ? undefined : countryNamed(label.slice(comma + 2))
  }
  if (field === 'region') return /^[A-Z]{2}-/.test(label) ? label.slice(0, 2) : undefined
  return undefined
}
