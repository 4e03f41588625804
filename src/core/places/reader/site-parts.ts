/** Cities in the names and addresses of sites, beside their state or country: `TX Fort Worth 07555`, `2260 Watson Way Vista, CA`. */

import { isState } from './country-weights.ts'
import type { Meaning } from './meaning.ts'
import { partsOf } from './parts-of-text.ts'
import { lookUp, meaningsOf, type Part, toPart } from './place-parts.ts'

/** Smaller ones have names that sites have, too. */
const inRegionFrom = 5000
const inCountryFrom = 50_000
const nameWordsMax = 3

const streetWord =
  /^(?:street|st|road|rd|avenue|ave|lane|ln|drive|dr|blvd|boulevard|court|ct|terrace|way|parkway|pkwy|highway|hwy|suite|ste|floor|plaza|square)\.?$/i

/** `next`: what follows after a comma. Undefined if the words have no such city. */
export function siteParts(text: string, next: string | undefined): Part[] | undefined {
  const words = text.split(' ').filter((word) => word !== '')
  if (words.length < 2) return undefined
  const [first = ''] = words
  const before = statesOf(first)
  const start = before.length > 0 ? cityAtStart(words.slice(1), before, inRegionFrom) : undefined
  if (start !== undefined) return [start, toPart(first, before)]
  const last = words.at(-1) as string
  const after = statesOf(last)
  const end = after.length > 0 ? cityAtEnd(words.slice(0, -1), after, inRegionFrom) : undefined
  if (end !== undefined) return [end, toPart(last, after)]
  const areas = next === undefined ? [] : partsOf(next).flatMap(({ meanings }) => meanings)
  const regions = areas.filter(({ city, namesRegion }) => city === undefined && namesRegion)
  const city =
    regions.length > 0
      ? cityAtEnd(words, regions, inRegionFrom)
      : cityOfAddress(
          words,
          areas.filter(({ city: one, namesCountry }) => one === undefined && namesCountry),
        )
  return city === undefined ? undefined : [city]
}

/** The city that comes after the code of its state in the name of a site: `IL-Wheaton Car Care`. */
export function cityOfSite(text: string, code: string): string | undefined {
  const states = statesOf(code)
  if (states.length === 0 || meaningsOf(text).length > 0) return undefined
  return cityAtStart(text.split(' '), states, inRegionFrom)?.text
}

/** The city that comes between the code of its country and an address: `US-NM-Carlsbad-233 Mill Road`. */
export function cityBeforeAddress(text: string, code: string): string | undefined {
  const [city = '', ...address] = text.split(/[-_]/)
  if (address.length === 0 || meaningsOf(text).length > 0) return undefined
  const countries = countriesOf(code)
  return meaningsOf(city).some((meaning) => meaning.city !== undefined && countries.includes(meaning.country))
    ? city
    : undefined
}

/** Whether both are codes, the first of a region in the country of the second. */
export function isRegionOf(region: string, country: string): boolean {
  const countries = countriesOf(country)
  return meaningsOf(region).some((meaning) => meaning.namesRegion && countries.includes(meaning.country))
}

function countriesOf(code: string): string[] {
  return meaningsOf(code).flatMap(({ country, namesCountry }) => (namesCountry ? country : []))
}

function statesOf(code: string): Meaning[] {
  if (!/^[A-Z]{2}$/.test(code)) return []
  return meaningsOf(code).filter(isState)
}

function cityOfAddress(words: readonly string[], areas: readonly Meaning[]): Part | undefined {
  const number = words.findIndex((word) => /^\d/.test(word))
  if (number < 0) return undefined
  const start = number > 0 && cityNamed(words.slice(0, number), areas, inCountryFrom)
  return start || cityAtEnd(words, areas, inCountryFrom)
}

/** The longest name that the words begin with, unless it is that of a street. */
function cityAtStart(words: readonly string[], areas: readonly Meaning[], from: number): Part | undefined {
  for (let length = Math.min(nameWordsMax, words.length - 1); length > 0; length--) {
    const city = streetWord.test(words[length] as string)
      ? undefined
      : cityNamed(words.slice(0, length), areas, from)
    if (city !== undefined) return city
  }
  return undefined
}

/** The longest name that the words end with after a street or a number. */
function cityAtEnd(words: readonly string[], areas: readonly Meaning[], from: number): Part | undefined {
  for (let length = Math.min(nameWordsMax, words.length - 1); length > 0; length--) {
    const before = words.at(-length - 1) as string
    const city =
      streetWord.test(before) || /\d/.test(before) ? cityNamed(words.slice(-length), areas, from) : undefined
    if (city !== undefined) return city
  }
  return undefined
}

function cityNamed(words: readonly string[], areas: readonly Meaning[], from: number): Part | undefined {
  const text = words.join(' ')
  const { meanings, isVague } = lookUp(text)
  if (isVague || text.length <= 3) return undefined
  const there = meanings.filter(
    ({ country, city }) =>
      city !== undefined &&
      city.population >= from &&
      areas.some(
        (area) => area.country === country && (area.region === undefined || area.region === city.region),
      ),
  )
  return there.length === 0 ? undefined : toPart(text, there)
}
