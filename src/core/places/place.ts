/** A place as the reader resolves it, as an id and as a text. */

import { countryName } from './countries.ts'
import { placeKey } from './place-key.ts'
import { placeTables } from './place-tables.ts'

export interface Place {
  /** The usual English name. */
  readonly city?: string
  /** ISO 3166-2 code without the country. */
  readonly region?: string
  /** ISO 3166-1 alpha-2 code, or `XK` for Kosovo. */
  readonly country?: string
}

/** The same for all names of a place: `DE-BY/munich`. Absent parts are left out. */
export function placeId({ city, region, country }: Place): string {
  const area = [country, region].filter((part) => part !== undefined).join('-')
  return city === undefined ? area : `${area}/${placeKey(city)}`
}

/** Countries where people write the code of the region after the city. */
const countriesWithCodes = new Set(['US', 'CA', 'AU', 'BR'])

/** `Austin, TX, United States`; `Munich, Germany`; `Bavaria, Germany`. */
export function formatPlace(place: Place): string {
  const { city, country } = place
  return [city, formatRegion(place), country === undefined ? undefined : countryName(country)]
    .filter((part) => part !== undefined && part !== '')
    .join(', ')
}

/** For the words of a search: all that is known, with the code of the region. */
export function placeWords({ city, region, country }: Place): string {
  return [city, region, country === undefined ? undefined : countryName(country)]
    .filter((part) => part !== undefined)
    .join(', ')
}

function formatRegion({ city, region, country }: Place): string | undefined {
  if (country === undefined || countriesWithCodes.has(country)) return region
  return city === undefined ? (placeTables().regionName(country, region) ?? region) : undefined
}
