/** Removes names and codes that are no places of their own beside the others. */

import { placeKey } from '../place-key.ts'
import { isWrittenArea, isWrittenCountry } from './country-weights.ts'
import {
  type Group,
  isHardlyMeantBeside,
  isSmallCity,
  knownInRegionFrom,
  largestFrom,
  wellKnownFrom,
} from './group-parts.ts'

/**
 * In a text that names one country, a single name that is not in it is a quarter, a village or a code there, and no
 * second place: `Edmonton, Queensland, Australia`, `Australia - VC`. Large cities stay, unless a region is named too.
 */
export function withoutStrays(groups: readonly Group[]): readonly Group[] {
  if (groups.length === 1) return groups
  const named = groups.filter(writesCountry)
  const anchor = named.length === 2 && isVillageNamedAsCountry(named) ? named[1] : named[0]
  if (anchor === undefined || (named.length > 1 && anchor === named[0]))
    return withoutMainland(withoutQuarterBefore(groups))
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

/** `Gulshan, Dhaka`: before a large city, a name that is hardly meant elsewhere is that of a part of it. */
function withoutQuarterBefore(groups: readonly Group[]): readonly Group[] {
  const [first, second] = groups
  const [part] = first?.parts ?? []
  if (groups.length !== 2 || second === undefined || part === undefined || first?.parts.length !== 1)
    return groups
  return isHardlyMeantBeside(second.meanings, part) ? [second] : groups
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
