/** Decides which of several places with the same name is meant. */

import { placeKey } from '../place-key.ts'
import { cityStates } from './city-states.ts'
import { boardsIn, isNamed, isWrittenArea, statesFirst } from './country-weights.ts'
import type { Group } from './group-parts.ts'
import type { Meaning } from './meaning.ts'
import { isUsualCode, type Part } from './place-parts.ts'

/** How much larger a city must be than its namesakes for the name alone to mean it. */
export const dominance = 3

export function chooseMeaning(
  group: Group,
  home: string | undefined,
  others: readonly string[],
): Meaning | undefined {
  const meanings = withoutUnusualCodes(group)
  const only = group.parts.length === 1 ? (group.parts[0] as Part) : undefined
  if (only !== undefined && /^[A-Z]{2}$/.test(only.text)) return chooseCode(group, home, others)
  // `SFO` is the code of an airport, not that of a region of Trinidad.
  if (only !== undefined && /^[A-Z]{3}$/.test(only.text) && !meanings.some(isUsualCode)) return undefined
  if (areInOneCountry(meanings)) return bestIn(meanings)
  if (only !== undefined && /^[A-Z]{3}$/.test(only.text)) return chooseCode(group, home, others)
  const byName = meanings.filter(isNamed)
  if (byName.length > 0) {
    const [country] = byName
    const regions = meanings.filter((meaning) => meaning.namesRegion && !meaning.namesCountry)
    // Georgia is a country and a state.
    if (country === undefined || country.country !== 'GE' || regions.length === 0)
      return (byName.length > 1 ? preferred(byName, home, others) : undefined) ?? bestIn(byName)
    return preferred(meanings, home, others)
  }
  const strongest = strongestCountry(meanings, group.parts[0]?.text ?? '', home)
  if (strongest !== undefined) {
    const best = bestIn(meanings.filter(({ country }) => country === strongest))
    return largerBeside(best, meanings, others) ?? best
  }
  // `Ontario, CA`: a city and its state rather than a region and its country.
  const inState = meanings.filter(({ country, city, namesRegion }) => country === 'US' && city && namesRegion)
  return preferred(meanings, home, others) ?? bestIn(inState)
}

/** `Jordan, MN` is a city in Minnesota: nobody writes the codes of the regions of Jordan. */
function withoutUnusualCodes({ parts, meanings }: Group): readonly Meaning[] {
  const last = parts.at(-1)
  if (parts.length === 1 || last === undefined || !/^[A-Z]{2}$/.test(last.text)) return meanings
  const countries = last.meanings.filter(isUsualCode).map(({ country }) => country)
  const usual = meanings.filter(({ country }) => countries.includes(country))
  return usual.some(({ city }) => city !== undefined) ? usual : meanings
}

function areInOneCountry(meanings: readonly Meaning[]): boolean {
  const [first] = meanings
  return first !== undefined && meanings.every(({ country }) => country === first.country)
}

/** `Bilbao o San Sebastián`: the larger city, in the country of another place, although the smaller one is written so. */
function largerBeside(
  best: Meaning | undefined,
  meanings: readonly Meaning[],
  others: readonly string[],
): Meaning | undefined {
  const beside = preferred(meanings, undefined, others)
  if (best?.city === undefined || beside?.city === undefined) return undefined
  return beside.city.population > best.city.population ? beside : undefined
}

/** The meaning in the country of the employer or of another place. */
function preferred(
  meanings: readonly Meaning[],
  home: string | undefined,
  others: readonly string[],
): Meaning | undefined {
  for (const wanted of [...others, ...(home === undefined ? [] : [home])]) {
    const there = meanings.filter(({ country }) => country === wanted)
    if (there.length > 0) return bestIn(there)
  }
  return undefined
}

/** A code alone: `TX`, `DE`, `CA`. */
function chooseCode(group: Group, home: string | undefined, others: readonly string[]): Meaning | undefined {
  const usual = group.meanings.filter(isUsualCode)
  // `BI`, `QA` and `IT` are mostly no countries, and `KL` is mostly not Kerala.
  const isKnown = usual.some((meaning) => isNamed(meaning) || isWrittenArea(meaning))
  if (group.parts[0]?.text.length === 2 && (!isKnown || group.parts[0].text === 'IT'))
    return preferred(usual, home, others)
  if (areInOneCountry(usual)) return bestIn(usual)
  const state = usual.find(({ country, namesRegion }) => country === 'US' && namesRegion)
  const named = usual.filter(isNamed)
  if (named.length > 0) return preferred(named, home, others) ?? named[0]
  const byContext = preferred(usual, home, others)
  if (byContext !== undefined) return byContext
  if (group.unknown !== undefined) return state ?? usual[0]
  const code = usual.find(({ byCountryCode }) => byCountryCode)
  return state === undefined ? (code ?? usual[0]) : code === undefined ? state : undefined
}

/** How much more a city in the country of the employer counts than its namesakes, if none of these is well known. */
const homeFactor = 10

/** The country whose meaning is much larger than those in all others. */
function strongestCountry(
  meanings: readonly Meaning[],
  text: string,
  home: string | undefined,
): string | undefined {
  const key = placeKey(text)
  if (isLargeAtHome(meanings, key, home)) return home
  const isKnownAbroad = meanings.some(
    ({ country, city }) => country !== home && city?.isWellKnown && placeKey(city.name) === key,
  )
  const weights = meanings.map((meaning) => {
    const factor = meaning.country === home && !isKnownAbroad ? homeFactor : 1
    return [meaning.country, weightOf(meaning, text, key) * factor] as const
  })
  return dominantCountry(weights) ?? wellKnownCountry(meanings, key, home)
}

/** `Córdoba`, `Birmingham`: a large city in the country of the employer, if no namesake is many times as large. */
function isLargeAtHome(meanings: readonly Meaning[], key: string, home: string | undefined): boolean {
  let [atHome, abroad] = [0, 0]
  for (const { country, city } of meanings) {
    if (city === undefined || placeKey(city.name) !== key) continue
    if (country === home) atHome = Math.max(atHome, city.population)
    else abroad = Math.max(abroad, city.population)
  }
  return atHome >= largeAtHomeFrom && atHome * manyTimes >= abroad
}

const largeAtHomeFrom = 200_000
const manyTimes = 8

/** How much more a city that the world knows counts than its namesakes, unless one of these is in the country of the employer. */
const knownFactor = 1.5

/** `Athens`: a city that the world knows, and that has twice the inhabitants of its namesakes. */
function wellKnownCountry(
  meanings: readonly Meaning[],
  key: string,
  home: string | undefined,
): string | undefined {
  const own = meanings.flatMap(({ city }) =>
    city !== undefined && placeKey(city.name) === key ? [city] : [],
  )
  const factor = own.some(({ country }) => country === home) ? 1 : knownFactor
  const country = dominantCountry(
    own.map((city) => [city.country, Math.max(city.population, 300) * (city.isWellKnown ? factor : 1)]),
  )
  return own.some((city) => city.country === country && city.isWellKnown) ? country : undefined
}

function dominantCountry(
  weights: readonly (readonly [country: string, weight: number])[],
): string | undefined {
  const largest = new Map<string, number>()
  for (const [country, weight] of weights)
    if (weight > (largest.get(country) ?? 0)) largest.set(country, weight)
  const [first, second] = [...largest].sort(([, one], [, other]) => other - one)
  if (first === undefined) return undefined
  return second === undefined || first[1] >= dominance * second[1] ? first[0] : undefined
}

function weightOf(
  { country, city, region, namesRegion, namesCountry }: Meaning,
  text: string,
  key: string,
): number {
  const boards = boardsIn(country)
  if (city === undefined) {
    if (namesCountry) return (region === undefined ? 10_000_000 : 100_000) * boards
    // The regions of small countries are less known than cities elsewhere with their names.
    return (
      (region !== undefined && namesRegion && boards > 1 ? 1_000_000 : boards > 3 ? 300_000 : 100_000) *
      boards
    )
  }
  // Unknown populations are those of small places.
  const size = Math.max(city.population, 300)
  // `Salisbury` is also an old name of Harare, and `Batavia` one of Jakarta; `Roma` is Rome all the same.
  const isOwnName = city.name === text || placeKey(city.name) === key
  // `San José` is not the one in California, nor `Münster` the province of Ireland.
  const isExact = !/^[\x20-\x7e]*$/.test(text) && city.name.normalize('NFC') === text.normalize('NFC')
  return size * boards * (isExact ? 20 : 1) * (isOwnName ? 1 : city.isWellKnown ? 0.03 : 0.01)
}

/** Within one country: a city before the region with the same name, a large city before a small one. */
function bestIn(meanings: readonly Meaning[]): Meaning | undefined {
  let largest: Meaning | undefined
  for (const meaning of meanings)
    if (meaning.city !== undefined && (largest === undefined || population(meaning) > population(largest)))
      largest = meaning
  const regions = meanings.filter(({ city, namesRegion }) => city === undefined && namesRegion)
  const [region] = regions
  const whole = meanings.find((meaning) => meaning.city === undefined && meaning.region === undefined)
  if (whole !== undefined && !cityStates.has(whole.country)) return whole
  if (largest === undefined) return region ?? whole ?? meanings[0]
  const within = largest.region
  if (region === undefined || regions.some((one) => one.region === within)) return largest
  const isKnown = statesFirst.has(largest.country)
    ? population(largest) >= 2_000_000
    : largest.city?.isWellKnown
  return isKnown ? largest : region
}

function population({ city }: Meaning): number {
  return city?.population ?? 0
}
