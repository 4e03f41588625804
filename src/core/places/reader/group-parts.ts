/** Joins the parts of a text that can be one place. */

import { milesBetween } from '../distance.ts'
import type { City } from '../gazetteer.ts'
import { placeKey } from '../place-key.ts'
import { cityStates } from './city-states.ts'
import { boardsIn, isNamed, isState, isWrittenArea, statesFirst } from './country-weights.ts'
import { jointMeaning, type Meaning } from './meaning.ts'
import type { Part } from './place-parts.ts'
import { isNoCityWord } from './place-words.ts'
import { isPartOf, sameCityMiles } from './quarters.ts'

/** Parts that agree, and what they mean together. */
export interface Group {
  readonly parts: readonly Part[]
  readonly meanings: readonly Meaning[]
  /** The unknown name before the first part: `Smallville, IN`. */
  readonly unknown: string | undefined
}

/**
 * Each part joins the place before it if both can be the same place, and begins another one otherwise. `home`: the country of the
 * employer.
 */
export function groupParts(parts: readonly Part[], home: string | undefined): Group[] {
  const groups: Group[] = []
  let current: Group | undefined
  let unknown: string | undefined
  for (const [at, part] of parts.entries()) {
    if (current !== undefined && isContradicted(current, part, parts[at + 1])) continue
    if (current !== undefined && isProvinceCode(current, part, home)) continue
    if (current !== undefined && isQuarterOf(current, part, home)) continue
    if (part.meanings.length === 0) {
      unknown = part.text
      continue
    }
    const both =
      current === undefined || isNextOfList(current, part, parts[at + 1])
        ? []
        : joinMeanings(current.meanings, part.meanings)
    const joined =
      current !== undefined && isSameName(current.parts.at(-1)?.text ?? '', part.text)
        ? joinSameName(current.meanings, both)
        : both
    if (current !== undefined && joined.length > 0) {
      current = { parts: [...current.parts, part], meanings: joined, unknown: current.unknown }
      groups[groups.length - 1] = current
    } else {
      // A village in that country or region with the name of a city elsewhere.
      const isVillage =
        current !== undefined &&
        namesArea(part, parts[at + 1]) &&
        (isSmallCity(current) || (parts.length === 2 && isVillageIn(current, part)))
      const village = isVillage ? groups.pop()?.parts[0]?.text : undefined
      current = { parts: [part], meanings: part.meanings, unknown: unknown ?? village }
      groups.push(current)
    }
    unknown = undefined
  }
  // `USA - California - Smallville`: the areas come first.
  if (current !== undefined && unknown !== undefined && isDescending(current))
    groups[groups.length - 1] = { parts: current.parts, meanings: current.meanings, unknown }
  return groups
}

/** `Santiago, Santiago, Chile`; `Lima, Lima Region, Peru`: the second one may be a region around the city or the city again. */
function isSameName(name: string, next: string): boolean {
  if (!next.startsWith(name)) return false
  return (
    next.length === name.length ||
    (next[name.length] === ' ' &&
      next
        .slice(name.length + 1)
        .split(' ')
        .every(isNoCityWord))
  )
}

/** `Panamá, Panamá` is the city that is called like its country. Each meaning once: a text can repeat a name a hundred times. */
function joinSameName(before: readonly Meaning[], both: readonly Meaning[]): Meaning[] {
  const capitals = both.filter(({ city, namesCountry }) => city !== undefined && namesCountry)
  const all = capitals.length > 0 ? capitals : [...both, ...before]
  return [...new Map(all.map((meaning) => [meaningId(meaning), meaning])).values()]
}

function meaningId({ country, region, city, namesRegion, namesCountry, byCountryCode }: Meaning): string {
  return [country, region, city?.name, city?.lat, city?.lon, namesRegion, namesCountry, byCountryCode].join()
}

/**
 * `Istanbul, Levent`; `Buenos Aires, Palermo`: after a large city, a place in it of which no inhabitants are known, unless there is a city
 * with this name in the country, or a very large one elsewhere. `Bucharest, Sector 1`: a number is hardly in the name of a city. `Dhaka, Gulshan`: nor is a town in Iran meant, or one of the Caymans by `Doha, West Bay`.
 */
function isQuarterOf({ parts, meanings: wholes }: Group, part: Part, home: string | undefined): boolean {
  const { text, meanings } = part
  if (parts[0]?.meanings.some(({ namesCountry }) => namesCountry)) return false
  const isWithin = (city: City) =>
    wholes.some(
      ({ city: whole }) => (whole?.population ?? 0) >= wellKnownFrom && isPartOf(city, whole as City),
    )
  if (/\d/.test(text)) return meanings.some(({ city }) => city !== undefined && isWithin(city))
  if (isHardlyMeantBeside(wholes, part, home, knownTownFrom)) return true
  const quarter = meanings.find(({ city }) => city?.population === 0 && isWithin(city))
  return (
    quarter !== undefined &&
    meanings.every(
      ({ city, country }) =>
        (city?.population ?? 0) < (country === quarter.country ? knownInRegionFrom : largestFrom),
    )
  )
}

/**
 * Beside a large city: in other countries only, none of them that of the employer, and another name of smaller cities, or the name of towns
 * that few people know or that are smaller than `townsTo`.
 */
export function isHardlyMeantBeside(
  wholes: readonly Meaning[],
  { text, meanings }: Part,
  home: string | undefined,
  townsTo: number,
): boolean {
  if (!wholes.some(({ city }) => (city?.population ?? 0) >= largeFrom)) return false
  const key = placeKey(text)
  return meanings.every(
    ({ city, country }) =>
      city !== undefined &&
      country !== home &&
      wholes.every((whole) => whole.country !== country && !isAcrossBorder(whole.city, city)) &&
      city.population < (placeKey(city.name) === key && isKnownTown(city) ? townsTo : knownInRegionFrom),
  )
}

/** `Aachen, Vaals` */
function isAcrossBorder(whole: City | undefined, city: City): boolean {
  return whole !== undefined && milesBetween(whole, city) <= sameCityMiles
}

/** All over the world, or to many employers. */
function isKnownTown({ country, isWellKnown }: City): boolean {
  return isWellKnown === true || boardsIn(country) > 1
}

/** A country, then a region of it, and nothing before them. */
function isDescending({ parts, meanings, unknown }: Group): boolean {
  return (
    parts.length > 1 &&
    unknown === undefined &&
    parts[0]?.meanings.some(({ namesCountry }) => namesCountry) === true &&
    meanings.some(({ city, namesRegion }) => city === undefined && namesRegion) &&
    meanings.every(({ city }) => city === undefined || city.population < knownInRegionFrom)
  )
}

/**
 * `Dublin, England, Ireland`, `Milan, MI, Italy`, `Bologna, BO, Italy`: a region or code that is not in the country after it, while the city
 * before it is. `Cambridge, MA, UK` are two places.
 */
function isContradicted(before: Group, part: Part, after: Part | undefined): boolean {
  if (
    after === undefined ||
    !namesArea(part, after) ||
    (!/^[A-Z]{2,3}$/.test(part.text) && part.meanings.some(({ namesCountry }) => namesCountry)) ||
    !after.meanings.some(({ namesCountry }) => namesCountry) ||
    joinMeanings(part.meanings, after.meanings).length > 0
  )
    return false
  const within = largestCity(joinMeanings(before.meanings, after.meanings))
  return (
    within !== undefined &&
    !isNearlyAsLarge(largestCity(joinMeanings(before.meanings, part.meanings)), within)
  )
}

/**
 * `Bologna, BO`; `Catania, CT` to an employer in Italy: the code of a province that ISO 3166-2 lacks, rather than that of a country or state
 * that the city is not in.
 */
function isProvinceCode(
  { parts, meanings }: Group,
  { text, meanings: areas }: Part,
  home: string | undefined,
): boolean {
  if (parts.length > 1 || !/^[A-Z]{2}$/.test(text) || !areas.every(({ city }) => city === undefined))
    return false
  if (joinMeanings(meanings, areas).length > 0) return false
  const city = largestCity(meanings)
  if (city === undefined || city.population < provinceCodesFrom) return false
  return (city.country === home && countriesWithProvinceCodes.has(home)) || !areas.some(isWrittenArea)
}

const countriesWithProvinceCodes = new Set(['IT', 'ES'])

/** Villages have names of cities elsewhere: `Bari, TN`. */
const provinceCodesFrom = 50_000

function largestCity(meanings: readonly Meaning[]): City | undefined {
  let largest: City | undefined
  for (const { city } of meanings)
    if (city !== undefined && (largest === undefined || city.population > largest.population)) largest = city
  return largest
}

function isNearlyAsLarge(city: City | undefined, other: City): boolean {
  return city !== undefined && city.population > 0 && city.population * muchLarger >= other.population
}

const muchLarger = 30

/**
 * A country, or a region that is not the name of a well-known city: Victoria is an old one of Hong Kong. Nor that of a large city in it, as
 * Genève and Porto are, unless the country follows. `NYC` stands for a city.
 */
function namesArea({ text, meanings }: Part, after: Part | undefined): boolean {
  if (meanings.some(({ city, namesCountry }) => city === undefined && namesCountry)) return true
  const regions = meanings.filter(({ city, namesRegion }) => city === undefined && namesRegion)
  if (regions.length === 0) return false
  const key = placeKey(text)
  const isBeforeCountry = after?.meanings.some(({ namesCountry }) => namesCountry) === true
  return meanings.every(
    ({ city }) =>
      city === undefined ||
      ((city.population < wellKnownFrom || placeKey(city.name) !== key) &&
        (isBeforeCountry || !isCapitalOf(regions, city))),
  )
}

/** In countries where people write a state alone, that is meant: Quebec. */
function isCapitalOf(regions: readonly Meaning[], { country, region, population }: City): boolean {
  return (
    population >= knownInRegionFrom &&
    !statesFirst.has(country) &&
    regions.some((one) => one.country === country && one.region === region)
  )
}

/** Codes of states that are also short for a city: `London, NY`. */
const codesOfCities = new Set(['NY', 'LA', 'DC'])

/**
 * Two names of which the second is a country or the code of a state: `Alexandria, Australia`; `Berlin, CT`. Only the largest cities are meant
 * anyway: `London, Germany`.
 */
function isVillageIn(group: Group, { text, meanings }: Part): boolean {
  // `Sydney, Singapore` are two cities.
  const villagesTo = meanings.some(({ country }) => cityStates.has(country)) ? wellKnownFrom : largestFrom
  return (
    group.parts.length === 1 &&
    group.meanings.some(({ city }) => city !== undefined) &&
    group.meanings.every(({ city, namesCountry }) => !namesCountry && (city?.population ?? 0) < villagesTo) &&
    (/^[A-Z]{2}$/.test(text)
      ? meanings.some(isState) && !codesOfCities.has(text)
      : meanings.some(({ namesCountry, byCountryCode }) => namesCountry && !byCountryCode))
  )
}

/** Inhabitants of a city that is meant whatever country the text names. */
export const largestFrom = 5_000_000

/** Cities above this size are so well known that another country after them begins another place. */
export const wellKnownFrom = 500_000

/** Beside a city of this size, hardly anybody means a little-known town of another country. */
const largeFrom = 200_000

/** Above this size, a city of the region is meant, and no quarter with its name: `London, Toronto, Ontario, Canada`. */
export const knownInRegionFrom = 100_000

/** A smaller town alone is hardly meant beside other words, or beside a large city of another country. */
export const knownTownFrom = 12_000

export function isSmallCity({ parts, meanings }: Group): boolean {
  return (
    parts.length === 1 &&
    meanings.every(({ city, namesRegion, namesCountry: isCountry }) =>
      city === undefined ? !namesRegion && !isCountry : city.population < wellKnownFrom,
    )
  )
}

/**
 * `London, Birmingham`: the name of a county is here that of a large city, and the city before it is far away. `Boston, New York`: there is
 * a Boston in the state of New York, but hardly anybody means it. `Canada, Mexico`: nor is Cañada in Mexico meant.
 */
function isNextOfList({ parts, meanings }: Group, part: Part, after: Part | undefined): boolean {
  if (parts.length === 1 && areCountries(meanings, part.meanings)) return true
  const isBeforeCountry = after?.meanings.some(({ namesCountry }) => namesCountry) === true
  if (parts.length === 1 && !isBeforeCountry && isFarLargerElsewhere(meanings, part)) return true
  return part.meanings.some(({ city: large, country }) => {
    if (large === undefined || large.population < knownInRegionFrom) return false
    const before = meanings.filter((meaning) => meaning.country === country)
    return (
      before.some(({ city }) => city !== undefined) &&
      before.every(
        ({ city, namesRegion, namesCountry }) =>
          !namesRegion && !namesCountry && (city === undefined || milesBetween(city, large) > sameCityMiles),
      ) &&
      !part.meanings.some(
        (area) =>
          (area.namesRegion || area.namesCountry) && meanings.some((one) => one.country === area.country),
      )
    )
  })
}

/** Both are names of countries, and no larger city in the second one is called like the first one. */
function areCountries(ones: readonly Meaning[], others: readonly Meaning[]): boolean {
  return (
    ones.some(isNamed) &&
    others.some(isNamed) &&
    joinMeanings(ones, others).every(({ city }) => city !== undefined && city.population < knownInRegionFrom)
  )
}

/** The part is a region with the name of a large city, and the city before it is far larger in another region. */
function isFarLargerElsewhere(cities: readonly Meaning[], { meanings }: Part): boolean {
  const region = meanings.find(({ namesRegion }) => namesRegion)
  const isCity = meanings.some(
    ({ city, country }) => country === region?.country && (city?.population ?? 0) >= wellKnownFrom,
  )
  if (region === undefined || !isCity || meanings.some(({ namesCountry }) => namesCountry)) return false
  let [inside, outside] = [0, 0]
  for (const { city, country, region: within } of cities) {
    if (city === undefined || country !== region.country) continue
    if (within === region.region) inside = Math.max(inside, city.population)
    else outside = Math.max(outside, city.population)
  }
  return outside >= wellKnownFrom && outside >= farLarger * inside && inside > 0
}

const farLarger = 50

/** What both can mean together: a city in a region, a region in a country, the same country twice. */
function joinMeanings(ones: readonly Meaning[], others: readonly Meaning[]): Meaning[] {
  const joined: Meaning[] = []
  for (const one of ones)
    for (const other of others) {
      if (one.country !== other.country) continue
      if (one.city !== undefined && other.city !== undefined) continue
      if (one.region !== undefined && other.region !== undefined && one.region !== other.region) continue
      if (isRegionOnly(one) && isRegionOnly(other) && one.namesRegion && !other.namesRegion) continue
      joined.push(jointMeaning(one, other))
    }
  return joined
}

function isRegionOnly({ city, region }: Meaning): boolean {
  return city === undefined && region !== undefined
}
