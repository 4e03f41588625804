/** Removes names and codes that are no places of their own beside the others. */

import { milesBetween } from '../distance.ts'
import type { City } from '../gazetteer.ts'
import { placeKey } from '../place-key.ts'
import { placeTables } from '../place-tables.ts'
import { isWrittenArea, isWrittenCountry } from './country-weights.ts'
import {
  type Group,
  isHardlyMeantBeside,
  isSmallCity,
  knownInRegionFrom,
  largestFrom,
  wellKnownFrom,
} from './group-parts.ts'
import { isPartOf, sameCityMiles } from './quarters.ts'

/**
 * In a text that names one country, a single name that is not in it is a quarter, a village or a code there, and no
 * second place: `Edmonton, Queensland, Australia`, `Australia - VC`. Large cities stay, unless a region is named too.
 */
export function withoutStrays(groups: readonly Group[], home: string | undefined): readonly Group[] {
  if (groups.length === 1) return groups
  const named = groups.filter(writesCountry)
  const anchor = named.length === 2 && isVillageNamedAsCountry(named) ? named[1] : named[0]
  if (anchor === undefined || (named.length > 1 && anchor === named[0]))
    return withoutMainland(withQuarterBefore(groups, home))
  const hasRegion = anchor.meanings.some(({ namesRegion, namesCountry }) => namesRegion && namesCountry)
  const countries = new Set(anchor.meanings.map(({ country }) => country))
  const regions = new Set(anchor.meanings.map(({ region }) => region))
  return groups.flatMap((group, at) => {
    if (group === anchor || group.parts.length > 1) return [group]
    const isBefore = at < groups.indexOf(anchor)
    const there = group.meanings.filter(({ country }) => countries.has(country))
    if (isBefore && isShortForm(anchor)) return isQuarterBefore(group, anchor) ? [] : [group]
    if (isBefore && hasRegion) {
      const isKnown = there.some(
        ({ city, region }) =>
          city !== undefined && city.population >= (regions.has(region) ? knownInRegionFrom : wellKnownFrom),
      )
      if (isKnown) return [{ parts: group.parts, meanings: there, unknown: group.unknown }]
      // `London, Berlin, Germany` are two cities.
      return hasCityOf(anchor, wellKnownFrom) && hasCityOf(group, largestFrom) ? [group] : []
    }
    if (there.length > 0)
      return [
        isCode(group) || group.parts[0]?.isAmidWords
          ? { parts: group.parts, meanings: there, unknown: group.unknown }
          : group,
      ]
    if (isCode(group)) return group.meanings.some(isWrittenCountry) ? [group] : []
    if (isChanceName(group)) return []
    return !isBefore && groups.length === 2 && isSmallCity(group) ? [] : [group]
  })
}

/**
 * `Westminster, London`; `Richmond, Melbourne`: before a large city, a name means the place near it. `Gulshan, Dhaka`: nor does one that is
 * hardly meant elsewhere begin another place.
 */
function withQuarterBefore(groups: readonly Group[], home: string | undefined): readonly Group[] {
  const [first, second] = groups
  const [part] = first?.parts ?? []
  if (groups.length !== 2 || second === undefined || part === undefined || first?.parts.length !== 1)
    return groups
  const near = first.meanings.filter(({ city }) => city !== undefined && isNearLarger(city, second))
  if (near.length > 0) return [{ parts: first.parts, meanings: near, unknown: first.unknown }, second]
  const isPart = placeTables()
    .partsOfCities(placeKey(part.text))
    .some((city) => isNearLarger(city, second))
  return isPart || isHardlyMeantBeside(second.meanings, part, home, townsBeforeTo) ? [second] : groups
}

/** Before a large city, a quarter is written more often than a town of another country: `Whitefield, Bangalore`. */
const townsBeforeTo = 50_000

function isNearLarger(city: City, { meanings }: Group): boolean {
  return meanings.some(
    ({ city: whole }) =>
      whole !== undefined &&
      whole.country === city.country &&
      whole.population >= wellKnownFrom &&
      whole.population > city.population &&
      milesBetween(whole, city) <= sameCityMiles,
  )
}

/** `Boston, NYC` are two cities, while `Brooklyn, NYC` and `Williamsburg, NYC` are one. */
function isQuarterBefore({ meanings }: Group, { meanings: wholes }: Group): boolean {
  return meanings.every(
    ({ city }) =>
      city !== undefined &&
      (city.population < knownInRegionFrom ||
        wholes.some(({ city: whole }) => whole !== undefined && isPartOf(city, whole))),
  )
}

/** `SF`, `NYC` stand for a city, whose country the text does not name. */
function isShortForm({ parts, meanings }: Group): boolean {
  return parts.length === 1 && meanings.every(({ city, namesCountry }) => city !== undefined && namesCountry)
}

/** `Victoria Island` before `Nigeria` is neither in Canada nor in Hong Kong, which was called so. */
function isChanceName({ parts: [part], meanings }: Group): boolean {
  return (
    part?.isAmidWords === true &&
    meanings.every(
      ({ city }) =>
        city !== undefined &&
        (city.population < wellKnownFrom || placeKey(city.name) !== placeKey(part.text)),
    )
  )
}

function hasCityOf({ meanings }: Group, populationMin: number): boolean {
  return meanings.some(({ city }) => city !== undefined && city.population >= populationMin)
}

/** `Turkey, Texas, United States` */
function isVillageNamedAsCountry([first, second]: readonly Group[]): boolean {
  return (
    first?.parts.length === 1 &&
    second?.meanings.some(({ namesRegion, namesCountry }) => namesRegion && namesCountry) === true
  )
}

/** A code that is not of the city beside it is that of a site: `SA - Dublin`. */
export function withoutCodes(groups: readonly Group[]): readonly Group[] {
  const hasCity = groups.some(
    (group) => !isCode(group) && group.meanings.some(({ city }) => city !== undefined),
  )
  return hasCity ? groups.filter((group) => !isCode(group) || group.meanings.some(isWrittenArea)) : groups
}

function isCode({ parts }: Group): boolean {
  return parts.length === 1 && /^[A-Z]{2,3}$/.test(parts[0]?.text ?? '')
}

/** By its name, by a code of three letters, or by a code after a city there. */
function writesCountry({ parts, meanings: joint }: Group): boolean {
  if (parts.length > 1 && joint.every(({ city, byCountryCode }) => city !== undefined && byCountryCode))
    return true
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
