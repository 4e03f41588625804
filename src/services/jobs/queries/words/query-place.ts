/** The place that words of a query name: `product manager london`. */

import { countryName, parseCountry } from '../../../../core/places/countries.ts'
import { citiesNamed } from '../../../../core/places/gazetteer.ts'
import { placeKey } from '../../../../core/places/place-key.ts'

export interface QueryPlace {
  /** The same for all names of the place. */
  readonly id: string
  readonly label: string
  readonly city?: string | undefined
  /** ISO 3166-2 code without the country. */
  readonly region?: string | undefined
  /** ISO 3166-1 alpha-2 code. */
  readonly country?: string | undefined
  /** Its words: the index of the first, and of the one after the last. */
  readonly start: number
  readonly end: number
  /** Whether the words mean nothing else. */
  readonly isCertain: boolean
}

const nameWordsMax = 4
const populationMin = 100_000

const ordinaryWords = new Set(
  'aurora bath buffalo concord cork corona delta derby enterprise essen independence mesa mobile nancy nice orange phoenix providence reading sale split springs surprise tours union van victoria vista best java lead rust'.split(
    ' ',
  ),
)

/** The longest name. */
export function findQueryPlace(words: readonly string[]): QueryPlace | undefined {
  for (let length = nameWordsMax; length > 0; length--)
    for (let start = words.length - length; start >= 0; start--) {
      const found = placeNamed(words.slice(start, start + length).join(' '))
      if (found !== undefined) return { ...found, start, end: start + length }
    }
  return undefined
}

function placeNamed(text: string): Omit<QueryPlace, 'start' | 'end'> | undefined {
  if (text.length < 4) return undefined
  const key = placeKey(text)
  const isCertain = !ordinaryWords.has(key)
  const country = parseCountry(text)
  if (country !== undefined)
    return { id: country, label: countryName(country) ?? country, country, isCertain }
  const [city] = citiesNamed(key)
  if (city === undefined || city.population < populationMin) return undefined
  const { name, region } = city
  return {
    id: `${city.country}${region === undefined ? '' : `-${region}`}/${placeKey(name)}`,
    label: [name, countryName(city.country) ?? city.country].join(', '),
    city: name,
    region,
    country: city.country,
    isCertain,
  }
}
