/** Joins parts to places and decides what they mean. */

import type { City } from '../gazetteer.ts'
import type { Place } from '../place.ts'
import { placeKey } from '../place-key.ts'
import { isUsualCode, type Meaning, type Part } from './place-parts.ts'
import { isFacilityWord } from './place-words.ts'

/** How much larger a city must be than its namesakes for the name alone to mean it. */
const dominance = 3

/** Parts that agree, and what they mean together. */
interface Group {
  readonly parts: readonly Part[]
  readonly meanings: readonly Meaning[]
  /** The unknown name before the first part: `Smallville, IN`. */
  readonly unknown: string | undefined
}

export interface ReadingContext {
  /** ISO 3166-1 alpha-2 country of the employer. It decides between namesakes and adds nothing. */
  readonly home?: string | undefined
  /** Countries of other places of the posting. */
  readonly others?: readonly string[]
}

/** Unknown words have no meaning. */
export function readPlaces(parts: readonly Part[], context: ReadingContext): Place[] {
  const groups = withoutStrays(
    withoutCodes(groupParts(parts).filter((group) => group.parts.some((part) => part.isVague !== true))),
  )
  const { home } = context
  const others = [...(context.others ?? [])]
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

/** Each part joins the place before it if both can be the same place, and begins another one otherwise. */
function groupParts(parts: readonly Part[]): Group[] {
  const groups: Group[] = []
  let current: Group | undefined
  let unknown: string | undefined
  for (const part of parts) {
    if (part.meanings.length === 0) {
      unknown = part.text
      continue
    }
    const joined = current === undefined ? [] : joinMeanings(current.meanings, part.meanings)
    // `Santiago, Santiago, Chile`: the second one may be a region or the city again.
    if (current?.parts.at(-1)?.text === part.text) joined.push(...current.meanings)
    if (current !== undefined && joined.length > 0) {
      current = { ...current, parts: [...current.parts, part], meanings: joined }
      groups[groups.length - 1] = current
    } else {
      // A village in that country or region with the name of a city elsewhere.
      const isVillage = current !== undefined && namesArea(part) && isSmallCity(current)
      const village = isVillage ? groups.pop()?.parts[0]?.text : undefined
      current = { parts: [part], meanings: part.meanings, unknown: unknown ?? village }
      groups.push(current)
    }
    unknown = undefined
  }
  return groups
}

/**
 * In a text that names one country, a single name that is not in it is a quarter, a village or a code there, and no
 * second place: `Edmonton, Queensland, Australia`, `Australia - VC`. Large cities stay, unless a region is named too.
 */
function withoutStrays(groups: readonly Group[]): readonly Group[] {
  if (groups.length === 1) return groups
  const named = groups.filter(writesCountry)
  const anchor = named.length === 2 && isVillageNamedAsCountry(named) ? named[1] : named[0]
  if (anchor === undefined || (named.length > 1 && anchor === named[0])) return withoutMainland(groups)
  const hasRegion = anchor.meanings.some(({ namesRegion, namesCountry }) => namesRegion && namesCountry)
  const countries = new Set(anchor.meanings.map(({ country }) => country))
  const regions = new Set(anchor.meanings.map(({ region }) => region))
  return groups.flatMap((group, at) => {
    if (group === anchor || group.parts.length > 1) return [group]
    const isBefore = at < groups.indexOf(anchor)
    const there = group.meanings.filter(({ country }) => countries.has(country))
    if (isBefore && hasRegion) {
      const isKnown = there.some(
        ({ city, region }) =>
          city !== undefined && city.population >= (regions.has(region) ? knownInRegionFrom : wellKnownFrom),
      )
      return isKnown ? [{ ...group, meanings: there }] : []
    }
    if (there.length > 0) return [isCode(group) ? { ...group, meanings: there } : group]
    if (isCode(group)) return group.meanings.some(isWrittenCountry) ? [group] : []
    return !isBefore && groups.length === 2 && isSmallCity(group) ? [] : [group]
  })
}

/** `Turkey, Texas, United States` */
function isVillageNamedAsCountry([first, second]: readonly Group[]): boolean {
  return (
    first?.parts.length === 1 &&
    second?.meanings.some(({ namesRegion, namesCountry }) => namesRegion && namesCountry) === true
  )
}

/** A code that is not of the city beside it is that of a site: `SA - Dublin`. */
function withoutCodes(groups: readonly Group[]): readonly Group[] {
  const hasCity = groups.some(
    (group) => !isCode(group) && group.meanings.some(({ city }) => city !== undefined),
  )
  return hasCity ? groups.filter((group) => !isCode(group) || group.meanings.some(isWrittenArea)) : groups
}

/** The code of a country with many boards, or of a state or province that people write without its country. */
function isWrittenArea(meaning: Meaning): boolean {
  return isWrittenCountry(meaning) || (meaning.namesRegion === true && ['US', 'CA'].includes(meaning.country))
}

function isCode({ parts }: Group): boolean {
  return /^[A-Z]{2,3}$/.test(parts[0]?.text ?? '')
}

/** By its name or by a code of three letters. */
function writesCountry({ parts }: Group): boolean {
  return parts.some(({ text, meanings }) =>
    meanings.some((meaning) =>
      meaning.byCountryCode ? text.length === 3 && isWrittenCountry(meaning) : meaning.namesCountry,
    ),
  )
}

/** `China - Hong Kong` is one place. */
function withoutMainland(groups: readonly Group[]): readonly Group[] {
  const isIn = ({ meanings }: Group, codes: readonly string[]) =>
    meanings.some(({ country, namesCountry }) => namesCountry && codes.includes(country))
  return groups.some((group) => isIn(group, ['HK', 'MO']))
    ? groups.filter((group) => !isIn(group, ['CN']))
    : groups
}

/** The code of a country with many boards. */
function isWrittenCountry({ namesCountry, country }: Meaning): boolean {
  return namesCountry === true && (boardsByCountry[country] ?? 1) > 1
}

/** A country, or a region that is not the name of a well-known city. */
function namesArea({ meanings }: Part): boolean {
  return (
    meanings.some(({ namesCountry }) => namesCountry) ||
    (meanings.some(({ namesRegion }) => namesRegion) &&
      meanings.every(({ city }) => city === undefined || city.population < wellKnownFrom))
  )
}

/** Cities above this size are so well known that another country after them begins another place. */
const wellKnownFrom = 500_000
/** Above this size, a city of the region is meant, and no quarter with its name: `London, Toronto, Ontario, Canada`. */
const knownInRegionFrom = 100_000

function isSmallCity({ parts, meanings }: Group): boolean {
  return (
    parts.length === 1 &&
    meanings.every(({ city, namesRegion, namesCountry: isCountry }) =>
      city === undefined ? !namesRegion && !isCountry : city.population < wellKnownFrom,
    )
  )
}

/** What both can mean together: a city in a region, a region in a country, the same country twice. */
function joinMeanings(ones: readonly Meaning[], others: readonly Meaning[]): Meaning[] {
  const joined: Meaning[] = []
  for (const one of ones)
    for (const other of others) {
      if (one.country !== other.country) continue
      if (one.city !== undefined && other.city !== undefined) continue
      if (one.region !== undefined && other.region !== undefined && one.region !== other.region) continue
      if (isRegionOnly(one) && isRegionOnly(other) && one.namesRegion && other.namesRegion !== true) continue
      joined.push({
        country: one.country,
        region: one.region ?? other.region,
        city: one.city ?? other.city,
        namesRegion: (one.namesRegion || other.namesRegion) === true,
        namesCountry: (one.namesCountry || other.namesCountry) === true,
        byCountryCode: (one.byCountryCode || other.byCountryCode) === true,
      })
    }
  return joined
}

function isRegionOnly({ city, region }: Meaning): boolean {
  return city === undefined && region !== undefined
}

function chooseMeaning(
  group: Group,
  home: string | undefined,
  others: readonly string[],
): Meaning | undefined {
  const { meanings } = group
  const only = group.parts.length === 1 ? (group.parts[0] as Part) : undefined
  if (only !== undefined && /^[A-Z]{2}$/.test(only.text)) return chooseCode(group, home, others)
  if (areInOneCountry(meanings)) return bestIn(meanings)
  if (only !== undefined && /^[A-Z]{3}$/.test(only.text)) return chooseCode(group, home, others)
  const byName = meanings.filter((meaning) => meaning.namesCountry && !meaning.byCountryCode)
  if (byName.length > 0) {
    const [country] = byName
    const regions = meanings.filter((meaning) => meaning.namesRegion && !meaning.namesCountry)
    // Georgia is a country and a state.
    if (country === undefined || country.country !== 'GE' || regions.length === 0) return bestIn(byName)
    return preferred(meanings, home, others)
  }
  const strongest = strongestCountry(meanings, group.parts[0]?.text ?? '', home)
  if (strongest !== undefined) return bestIn(meanings.filter(({ country }) => country === strongest))
  // `Ontario, CA`: a city and its state rather than a region and its country.
  const inState = meanings.filter(({ country, city, namesRegion }) => country === 'US' && city && namesRegion)
  return preferred(meanings, home, others) ?? bestIn(inState)
}

function areInOneCountry(meanings: readonly Meaning[]): boolean {
  const [first] = meanings
  return first !== undefined && meanings.every(({ country }) => country === first.country)
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
  // `BI`, `QA` and `IT` are mostly no countries.
  const isKnown = usual.some((meaning) => !meaning.byCountryCode || isWrittenCountry(meaning))
  if (group.parts[0]?.text.length === 2 && (!isKnown || group.parts[0].text === 'IT'))
    return preferred(usual, home, others)
  if (areInOneCountry(usual)) return bestIn(usual)
  const state = usual.find(({ country, namesRegion }) => country === 'US' && namesRegion)
  const named = usual.find(({ namesCountry, byCountryCode }) => namesCountry && !byCountryCode)
  if (named !== undefined) return named
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
  const isKnownAbroad = meanings.some(
    ({ country, city }) => country !== home && city?.isWellKnown && placeKey(city.name) === key,
  )
  const weights = meanings.map((meaning) => {
    const factor = meaning.country === home && !isKnownAbroad ? homeFactor : 1
    return [meaning.country, weightOf(meaning, text, key) * factor] as const
  })
  return dominantCountry(weights) ?? wellKnownCountry(meanings, key)
}

/** `Athens`: a city that the world knows, and that has three times the inhabitants of its namesakes. */
function wellKnownCountry(meanings: readonly Meaning[], key: string): string | undefined {
  const own = meanings.flatMap(({ city }) =>
    city !== undefined && placeKey(city.name) === key ? [city] : [],
  )
  const country = dominantCountry(own.map((city) => [city.country, Math.max(city.population, 300)]))
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

/** Countries with many public job boards. A name there is more likely to be meant than its size says. */
const boardsByCountry: Readonly<Record<string, number>> = {
  US: 4,
  GB: 4,
  ...Object.fromEntries('CA DE FR IN AU NL IE ES IT PL SG IL BR'.split(' ').map((code) => [code, 3])),
  ...Object.fromEntries('PT CH SE DK NO FI BE AT JP NZ MX CZ RO ZA AE'.split(' ').map((code) => [code, 2])),
  ...Object.fromEntries('VE CU SY SD IR IQ AF YE CD ML TD NE MM KP LY'.split(' ').map((code) => [code, 0.2])),
}

function weightOf(
  { country, city, region, namesRegion, namesCountry }: Meaning,
  text: string,
  key: string,
): number {
  const boards = boardsByCountry[country] ?? 1
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
  // `San José` is not the one in California.
  const isExact = !/^[\x20-\x7e]*$/.test(text) && city.name.normalize('NFC') === text.normalize('NFC')
  return size * boards * (isExact ? 10 : 1) * (isOwnName ? 1 : city.isWellKnown ? 0.03 : 0.01)
}

/** Within one country: a city before the region with the same name, a large city before a small one. */
function bestIn(meanings: readonly Meaning[]): Meaning | undefined {
  let largest: Meaning | undefined
  for (const meaning of meanings)
    if (meaning.city !== undefined && (largest === undefined || population(meaning) > population(largest)))
      largest = meaning
  const region = meanings.find(({ city, namesRegion }) => city === undefined && namesRegion)
  const whole = meanings.find(({ city, region: within }) => city === undefined && within === undefined)
  if (whole !== undefined && !isCityState(whole.country)) return whole
  if (largest === undefined) return region ?? whole ?? meanings[0]
  if (region !== undefined && largest.region !== region.region && population(largest) < 2_000_000)
    return region
  return largest
}

function population({ city }: Meaning): number {
  return city?.population ?? 0
}

function isCityState(country: string): boolean {
  return cityStates.has(country)
}

const cityStates = new Map([
  ['SG', 'Singapore'],
  ['HK', 'Hong Kong'],
  ['LU', 'Luxembourg'],
  ['MC', 'Monaco'],
  ['MO', 'Macao'],
])

function toPlace(group: Group, meaning: Meaning): Place {
  const { country, region, city, namesRegion } = meaning
  if (city === undefined) {
    const state = region === undefined ? cityStates.get(country) : undefined
    if (state !== undefined) return { city: state, country }
    if (region === undefined || !namesRegion) return { country }
    return { ...(isCityName(group.unknown) ? { city: group.unknown } : {}), region, country }
  }
  const isCertain = namesRegion || isUnique(group, city)
  return { city: city.name, ...(isCertain && region !== undefined ? { region } : {}), country }
}

/** Before a region, a name is that of a city which the gazetteer lacks, unless its words say otherwise: `Acme Tower, TX`. */
function isCityName(text: string | undefined): text is string {
  return (
    text !== undefined &&
    /^\p{Lu}[\p{L}'’.-]+(?: [\p{L}'’.-]+){0,3}$/u.test(text) &&
    !text.split(' ').some(isFacilityWord)
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
