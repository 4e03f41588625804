/** Finds a city or a country among words that are no names: `Filiale Bremen Hbf`, `IND Mumbai Ashar Park`. */

import { placeKey } from '../place-key.ts'
import { lookUp, meaningsOf, type Part, toPart } from './place-parts.ts'
import { isDirection, isNoiseWord } from './place-words.ts'

/** More words are a sentence. */
export const wordsMax = 8
/** A city of this size is meant even beside unknown words. */
export const knownCityBesideWordsFrom = 100_000

/** Words that make the name before them that of a street or of a part of a region. */
const smallAreaPattern =
  /(?<!\p{L})(?:street|st|road|rd|avenue|ave|lane|drive|blvd|boulevard|court|terrace|way|county|parish|district|municipality|island|point|creek|de|del|da|di|do|of|upon|am|an)(?!\p{L})|(?<!\p{L})(?:la|los|las) $/iu

/** A country and what is in it, or a large city at an edge: `IND Mumbai Ashar Park`, `Liverpool-Merseyside-United Kingdom`. */
export function namesBesideWords(text: string): Part[] {
  const segments = text.split(/ ?[-–.] ?/).filter((segment) => segment !== '')
  const words = text.split(' ').filter((word) => word !== '')
  const country = segments.length > 1 ? segments.find(writesCountry) : words.slice(0, 1).find(isCountryCode)
  if (country !== undefined) {
    const there = meaningsOf(country).filter(({ namesCountry }) => namesCountry)
    const rest =
      segments.length > 1 ? segments.filter((name) => name !== country) : [edgeCity(words.slice(1))]
    const meaningsThere = (name: string) =>
      meaningsOf(name).filter((meaning) => meaning.country === there[0]?.country)
    // `USA VA Acme Arlington` is in Virginia.
    const [code = ''] = segments.length > 1 || !/^[A-Z]{2}$/.test(words[1] ?? '') ? [] : words.slice(1, 2)
    const states = meaningsThere(code).filter(({ namesRegion }) => namesRegion)
    const inside = rest.flatMap((name = '') => {
      const meanings = meaningsThere(name).filter(
        ({ region }) => states.length === 0 || states.some((state) => state.region === region),
      )
      return meanings.length === 0 ? [] : [toPart(name, meanings)]
    })
    return [...inside, ...(states.length === 0 ? [] : [toPart(code, states)]), toPart(country, there)]
  }
  const [first = ''] = segments
  const city = isLargeCity(first)
    ? first
    : words.length > wordsMax
      ? undefined
      : edgeCity(withoutEdges(words))
  if (city === undefined || !isLargeCity(city)) return []
  if (city !== first && smallAreaPattern.test(text.replace(city, ''))) return []
  return [
    toPart(
      city,
      meaningsOf(city).filter((meaning) => meaning.city !== undefined),
    ),
  ]
}

/** By its usual name, or known by others: `Diggers Rest` is not in Rasht. */
function isLargeCity(text: string): boolean {
  return meaningsOf(text).some(
    ({ city }) =>
      city !== undefined &&
      city.population >= knownCityBesideWordsFrom &&
      (city.isWellKnown || placeKey(city.name) === placeKey(text)),
  )
}

function writesCountry(text: string): boolean {
  const byName = meaningsOf(text).some(({ namesCountry, byCountryCode }) => namesCountry && !byCountryCode)
  return byName || isCountryCode(text)
}

/** A code of a country that is neither one of a well-known region nor a time zone such as `EST`. */
export function isCountryCode(text: string): boolean {
  if (!/^[A-Z]{3}$|^(?:JP|UK|US)$/.test(text)) return false
  const { meanings, isVague } = lookUp(text)
  return !isVague && meanings.some(({ namesCountry }) => namesCountry)
}

/** `Filiale Bremen Hbf` begins with Bremen. */
function withoutEdges(words: readonly string[]): string[] {
  const isEdge = (word: string) => isNoiseWord(word) && !isDirection(word)
  const from = words.findIndex((word) => !isEdge(word))
  return from < 0 ? [] : words.slice(from, words.findLastIndex((word) => !isEdge(word)) + 1)
}

/** The longest name of a city that the words begin or end with. */
function edgeCity(words: readonly string[]): string | undefined {
  for (let length = Math.min(words.length, 4); length > 0; length--)
    for (const name of [words.slice(0, length).join(' '), words.slice(-length).join(' ')]) {
      const { meanings, isVague } = lookUp(name)
      if (!isVague && name.length > 3 && meanings.some(({ city }) => city !== undefined)) return name
    }
  return undefined
}
