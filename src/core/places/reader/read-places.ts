/** Joins parts to places and decides what they mean. */

import type { City } from '../gazetteer.ts'
import type { Place } from '../place.ts'
import { placeKey } from '../place-key.ts'
import { chooseMeaning, dominance } from './choose-meaning.ts'
import { cityStates } from './city-states.ts'
import { type Group, groupParts, knownTownFrom } from './group-parts.ts'
import type { Meaning } from './meaning.ts'
import { isUsualCode, type Part } from './place-parts.ts'
import { isNoCityWord, isVagueKey } from './place-words.ts'
import { withoutCodes, withoutStrays } from './stray-groups.ts'

export interface ReadingContext {
  /** ISO 3166-1 alpha-2 country of the employer. It decides between namesakes and adds nothing. */
  readonly home?: string | undefined
  /** Countries of other places of the posting. */
  readonly others?: readonly string[]
}

/** Unknown words have no meaning. */
export function readPlaces(parts: readonly Part[], context: ReadingContext): Place[] {
  const { home } = context
  const others = [...(context.others ?? [])]
  const found = withoutStrays(
    withoutCodes(groupParts(parts, home).filter((group) => group.parts.some((part) => !part.isVague))),
    home,
  )
  const [first] = found
  if (first === undefined || (found.length === 1 && isChanceTown(first, home, others))) return []
  const countries = first.meanings.map(({ country }) => country)
  const groups = found.filter((group, at) => at === 0 || !isChanceTown(group, home, countries))
  const read = groups.map((group) => {
    const meaning = chooseMeaning(group, home, others)
    if (meaning !== undefined) others.push(meaning.country)
    return meaning
  })
  const places: Place[] = []
  for (const [at, group] of groups.entries()) {
    // A later place may decide an earlier one: `Manchester, London`.
    const meaning = read[at] ?? chooseMeaning(group, home, others)
    const place = meaning === undefined ? nameOnly(group) : toPlace(group, meaning)
    if (place !== undefined) places.push(place)
  }
  return places
}

/**
 * `Any Acme office` is not in a village that is called so, and `MEL` is the code of an airport, unless the employer is from there.
 * `Lyon / Part-Dieu`, `Lyon - Part-Dieu` have no other name of a city elsewhere.
 */
function isChanceTown(
  { parts, meanings }: Group,
  home: string | undefined,
  others: readonly string[],
): boolean {
  const [part] = parts
  if (parts.length > 1 || part === undefined) return false
  const isCode = /^[A-Z]{3}$/.test(part.text)
  if (!isCode && !part.isAmidWords) return false
  const key = placeKey(part.text)
  return (isCode ? meanings.filter(isUsualCode) : meanings).every(
    ({ country, city }) =>
      city !== undefined &&
      country !== home &&
      (city.population < knownTownFrom ||
        (others.length > 0 && !others.includes(country) && placeKey(city.name) !== key)),
  )
}

/** `Vallery, Utrecht, Netherlands`: before a region and its country, an unknown name is a village there, and the region is no city. */
function asVillage(group: Group, meaning: Meaning): Meaning {
  if (meaning.city === undefined || !isCityName(group.unknown) || group.parts.length < 2) return meaning
  return (
    group.meanings.find(
      ({ city, country, namesRegion, namesCountry, byCountryCode }) =>
        city === undefined && country === meaning.country && namesRegion && namesCountry && !byCountryCode,
    ) ?? meaning
  )
}

function toPlace(group: Group, chosen: Meaning): Place {
  const meaning = asVillage(group, chosen)
  const { country, region, city, namesRegion } = meaning
  const state = cityStates.get(region === undefined ? country : `${country}-${region}`)
  // `Woodlands, Singapore`
  if (state !== undefined) return { city: state, ...(region === undefined ? {} : { region }), country }
  if (city === undefined) {
    const name = isCityName(group.unknown) ? group.unknown : undefined
    return {
      ...(name !== undefined ? { city: name } : {}),
      ...(region !== undefined ? { region } : {}),
      country,
    }
  }
  const isCertain = namesRegion || isUnique(group, city)
  return { city: city.name, ...(isCertain && region !== undefined ? { region } : {}), country }
}

/** `Rott am Inn`, `Boat of Garten`: names of buildings have no such words. */
const betweenWords = / (?:am|an der|auf|bei|im|in der|ob|on|sur|upon|under|del|di) /

/** Before a region or country, a name is that of a city which the gazetteer lacks, unless its words say otherwise: `Acme Tower, TX`. */
function isCityName(text: string | undefined): text is string {
  return (
    text !== undefined &&
    /^\p{Lu}[\p{L}'’.-]+(?: [\p{L}'’.-]+){0,3}$/u.test(text) &&
    !isVagueKey(placeKey(text)) &&
    (betweenWords.test(text) || !text.split(' ').some(isNoCityWord))
  )
}

/** Whether no other city of the country with this name is nearly as large. */
function isUnique(group: Group, city: City): boolean {
  return group.meanings.every(
    ({ city: other, country }) =>
      other === undefined ||
      country !== city.country ||
      other.region === city.region ||
      Math.max(city.population, 300) >= dominance * Math.max(other.population, 300),
  )
}

/** Namesakes in several countries: the name of the city is certain, its country is not. */
function nameOnly({ meanings, parts }: Group): Place | undefined {
  const [city] = meanings.flatMap((meaning) => meaning.city ?? [])
  if (city === undefined || parts.length > 1 || meanings.some((meaning) => meaning.city === undefined))
    return undefined
  return { city: city.name }
}
