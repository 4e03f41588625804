/** Finds the names in a text between two commas: `New York Office`, `USA DC Washington`, `London South Quay`. */

import { milesBetween } from '../distance.ts'
import { type City, citiesNamed, countriesWithRegionCode } from '../gazetteer.ts'
import { placeKey } from '../place-key.ts'
import { placeTables } from '../place-tables.ts'
import { isNamed, isWrittenCountry } from './country-weights.ts'
import { wellKnownFrom } from './group-parts.ts'
import { areaMeaning, cityMeaning, countryMeaning, type Meaning, regionMeaning } from './meaning.ts'
import { isCountryCode, knownCityBesideWordsFrom, namesBesideWords, wordsMax } from './names-beside-words.ts'
import { canJoin, lookUp, meaningsOf, type Name, type Part, toPart, unknownName } from './place-parts.ts'
import { coreOfArea, coreOfProvince, isDirection, isNoise } from './place-words.ts'
import { isPartOf, wholeOf } from './quarters.ts'
import { namesInUnspaced } from './unspaced-names.ts'

/**
 * The parts of a text without commas: itself, or the names that it consists of beside words such as `Office`: `USA DC Washington`.
 * Unknown words have no part.
 */
export function partsOf(text: string): Part[] {
  const clean = withoutPostalCode(text).replace(distancePattern, '')
  const name = lookUp(clean)
  const whole = partOfName(clean, name)
  if (whole !== undefined) return [whole]
  if (name.isVague || streetPattern.test(clean)) return []
  const unspaced = namesInUnspaced(clean)
  if (unspaced !== undefined) return unspaced
  const known = partOfCity(clean)
  if (known !== undefined) return [known]
  const province = provinceOf(clean)
  if (province !== undefined) return [province]
  const core = coreOfArea(clean)
  const within = core === undefined ? unknownName : lookUp(core)
  const area =
    core === undefined || (within.isVague && within.area === undefined) ? undefined : partOfName(core, within)
  if (area !== undefined) return [area]
  const beside = cityBesides(clean)
  if (beside !== undefined) return [beside]
  const district = districtOf(clean) ?? countyOf(clean)
  if (district !== undefined) return [district]
  const names = namesIn(clean)
  return amidWords(clean, names.length > 0 || isOnlyNoise(clean) ? names : namesBesideWords(clean))
}

/** `Provincia de Córdoba` is a region; `Makkah Province` is around its capital, and no second place in `Jeddah, Makkah Province`. */
function provinceOf(text: string): Part | undefined {
  const name = coreOfProvince(text)
  const meanings = name === undefined ? [] : meaningsOf(name)
  const regions = meanings.filter(({ city, region }) => city === undefined && region !== undefined)
  const capitals = meanings.filter(
    ({ city, region }) => (city?.population ?? 0) >= capitalsFrom && region !== undefined,
  )
  const around = capitals.map(({ country, region }) => regionMeaning(country, region as string, true))
  const all = [...regions, ...around, ...(regions.length === 0 ? capitals : [])]
  return all.length === 0 ? undefined : toPart(text, all)
}

/** Capitals of provinces have at least so many inhabitants. */
const capitalsFrom = 20_000

/** `within 50 miles of Chicago` */
const distancePattern =
  /^(?:within |max\. ?)?\d{1,3} ?(?:km|mi|miles?|min|minutes?) (?:of|from|around|um|von|de|da|van) /i

/** `Heathrow Airport` is not in Heathrow, Florida. */
function amidWords(text: string, names: Part[]): Part[] {
  const [name] = names
  if (name === undefined || names.length > 1) return names
  if (airportPattern.test(text) && isSmall(name)) return []
  return [toPart(name.text, name.meanings, name.isVague, true)]
}

const airportPattern = /(?<!\p{L})(?:airport|flughafen|a[eé]roport|aeropuerto|aeroporto)(?!\p{L})/iu

function isSmall({ meanings }: Part): boolean {
  return meanings.every(({ city }) => city !== undefined && city.population < knownCityBesideWordsFrom)
}

/** The address of a building, which may be called after another city. */
const streetPattern =
  /^(?:av|avda|avenida|avenue|calle|carrera|jalan|jl|piazza|rua|rue|ul|ulica|via|viale)\.? /i

/** `La Jolla`; `Aarhus C`, `Praha 5` and `HCMC District 1` have the letter or number of their district. */
function partOfCity(text: string): Part | undefined {
  const key = placeKey(text)
  const cities = placeTables()
    .partsOfCities(key)
    .filter(({ population }) => text.includes(' ') || population >= partsFrom)
  if (cities.length > 0)
    return toPart(
      text,
      cities.map((city) => cityMeaning(wholeOf(city, key))),
    )
  const [, name = ''] =
    /^(\p{L}.*?\p{L})(?: (?:[Dd]istrict|[Dd]istrito|[Ss]ector|Bezirk|[Ww]ard|[Zz]on[ae]))? (?:\p{Lu}|\d{1,2})$/u.exec(
      text,
    ) ?? []
  const there = meaningsOf(name).filter(({ city }) => (city?.population ?? 0) >= knownCityBesideWordsFrom)
  return there.length === 0 ? undefined : toPart(name, there)
}

/** Single words that are names of smaller parts are mostly something else. */
const partsFrom = 20_000

/** `Annapolis Junction`: such names are American, and in the state of the city that they are called after. */
function districtOf(text: string): Part | undefined {
  const [, name] = /^(\p{Lu}.+) (?:Junction|Corners?|Crossing|Landing)$/u.exec(text) ?? []
  const meanings = (name === undefined ? [] : meaningsOf(name)).flatMap(({ city }) =>
    city?.country === 'US' && city.population >= districtsFrom ? cityMeaning({ ...city, name: text }) : [],
  )
  return meanings.length === 0 ? undefined : toPart(text, meanings)
}

const districtsFrom = 10_000

/** `San Diego County` is American; a county may be in another state than the city with its name, as Columbus County is. */
function countyOf(text: string): Part | undefined {
  const [, name] = /^(\p{Lu}.+) County$/u.exec(text) ?? []
  const cities = (name === undefined ? [] : meaningsOf(name)).filter(
    ({ city }) => (city?.population ?? 0) >= wellKnownFrom,
  )
  const [first] = cities
  return first?.country === 'US' ? toPart(text, [countryMeaning('US', false)]) : undefined
}

/** An area is one place: `NYC` is New York in its state. */
function partOfName(text: string, { meanings, isVague, area }: Name): Part | undefined {
  if (area !== undefined) return areaPart(text, area)
  return meanings.length === 0 ? undefined : (cityOfCounty(text, meanings) ?? toPart(text, meanings, isVague))
}

/** `Ludwigsburg bei Stuttgart`: the first one, if both are near to one another. */
function cityBesides(text: string): Part | undefined {
  const [name, other, ...more] = text.split(besidePattern)
  if (name === undefined || other === undefined || more.length > 0) return undefined
  const others = meaningsOf(other)
  const near = meaningsOf(name).filter(
    ({ city }) =>
      city !== undefined &&
      others.some((one) => one.city !== undefined && milesBetween(city, one.city) <= neighbourMiles),
  )
  return near.length === 0 ? undefined : toPart(name, near)
}

const besidePattern = / (?:bei|nahe|near|nr|près de|proche de|cerca de|vicino a|perto de|nabij|bij|koło) /u

/** `Glasgow City`, `Brighton and Hove`: a county that is called after the large city in it. */
function cityOfCounty(text: string, counties: readonly Meaning[]): Part | undefined {
  const [, name = text.split(/ (?:&|and) /)[0]] = /^(.+) (?:City|Metropolitana)$/u.exec(text) ?? []
  if (name === undefined || counties.some(({ city }) => city !== undefined)) return undefined
  const there = meaningsOf(name).filter(
    ({ country, region, city }) =>
      city !== undefined &&
      city.population >= knownCityBesideWordsFrom &&
      counties.some((county) => county.country === country && county.region === region),
  )
  return there.length === 0 ? undefined : toPart(name, there)
}

function areaPart(text: string, area: string): Part {
  return toPart(text, area.split(' | ').map(meaningOfArea))
}

/** `area`: city, region and country, of which the first ones may be missing. */
function meaningOfArea(area: string): Meaning {
  const levels = area.split(', ')
  const country = levels.at(-1) as string
  const region =
    levels.length > 1 && countriesWithRegionCode(levels.at(-2) as string).includes(country)
      ? levels.at(-2)
      : undefined
  const [name = ''] = levels
  const city = citiesNamed(placeKey(name)).find(
    (one) => one.country === country && (region === undefined || one.region === region),
  )
  const isCity = city !== undefined && name !== region && name !== country
  return areaMeaning(country, region, isCity ? city : undefined)
}

/** `TX 75080`, `10117 Berlin`, `London EC1A 1BB`. */
function withoutPostalCode(text: string): string {
  if (!/\d/.test(text)) return text.trim()
  return text
    .replace(/^(?:(?:[A-Z]{1,2}-)?\d{4,6}|\d{3} \d{2}) (?=\D)/, '')
    .replace(/ (?:\d{4,6}(?:-\d{3,4})?|[A-Z]\d[A-Z] ?\d[A-Z]\d|[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2})$/, '')
    .trim()
}

/**
 * Names and words such as `Office`, of which as few as possible are left out: `New York Office` is New York, not York. Several
 * names are a place only if one is a country or a region; otherwise chance names would match.
 */
function namesIn(text: string): Part[] {
  const words = text.split(/ |(?<=\p{L})[-_/](?=\p{L})/u).filter((word) => word !== '')
  const [first] = words
  if (first === undefined || words.length < 2 || words.length > wordsMax) return []
  const covered = coverWords(words)
  const both = neighbours(covered)
  if (both.length > 0) return both
  const names = withoutQuarters(covered)
  if (names.length < 2) return isDirection(first) && names.every(isCityAfter(first)) ? [] : names
  return names.some(({ meanings }) => meanings.some(({ city }) => city === undefined))
    ? withoutChanceNames(names)
    : []
}

/** `London Victoria`, `Berlin Mitte`: after a large city, a name that can be neither with it nor of a large city is that of a part of it. */
function withoutQuarters(names: Part[]): Part[] {
  const large = names.find((name) => veryLargeCity(name) !== undefined)
  const city = large && veryLargeCity(large)
  if (large === undefined || city === undefined) return names
  return names.filter(
    (name, at) =>
      at <= names.indexOf(large) ||
      canJoin(large, name) ||
      veryLargeCity(name) !== undefined ||
      name.meanings.some(
        (meaning) => meaning.namesCountry || (meaning.namesRegion && meaning.country === city.country),
      ),
  )
}

function veryLargeCity({ text, meanings }: Part): City | undefined {
  return meanings.find(
    ({ city }) =>
      city !== undefined &&
      city.population >= wellKnownFrom &&
      (meanings.length === 1 || placeKey(city.name) === placeKey(text)),
  )?.city
}

/** `Minneapolis-St. Paul`: cities that are near to one another. */
function neighbours(names: readonly Part[]): Part[] {
  const [one, other] = names
  if (names.length !== 2 || one === undefined || other === undefined || canJoin(one, other)) return []
  const near = (from: Part, to: Part) =>
    from.meanings.filter(({ city }) =>
      to.meanings.some(
        (meaning) => city !== undefined && meaning.city !== undefined && areNeighbours(city, meaning.city),
      ),
    )
  const both = [toPart(one.text, near(one, other)), toPart(other.text, near(other, one))]
  return both.every(({ meanings }) => meanings.some(({ city }) => (city?.population ?? 0) >= neighboursFrom))
    ? both
    : []
}

function areNeighbours(one: City, other: City): boolean {
  return (
    milesBetween(one, other) <= neighbourMiles &&
    one.name !== other.name &&
    !isPartOf(one, other) &&
    !isPartOf(other, one)
  )
}

const neighbourMiles = 40
const neighboursFrom = 50_000

/**
 * `Milano MI`, `Capital Federal`: of names that have no country in common, and none of which is one, only large cities are meant.
 * `Hela Sverige`: nor is a region that is not in the country beside it.
 */
function withoutChanceNames(names: Part[]): Part[] {
  const countries = names.flatMap(({ meanings }) =>
    meanings.flatMap((one) => (isNamed(one) ? one.country : [])),
  )
  const isPlace =
    names.some(({ text }) => isCountryCode(text)) ||
    names.some((one) => names.some((other) => other !== one && haveCountryInCommon(one, other)))
  if (isPlace) return names
  return names.filter(({ meanings }) =>
    meanings.some(
      ({ city, country }) =>
        countries.includes(country) || (city !== undefined && city.population >= cityBesideWordsFrom),
    ),
  )
}

/** Beside a country that it is not in, only a city of this size is meant. */
const cityBesideWordsFrom = 200_000

function haveCountryInCommon(one: Part, other: Part): boolean {
  return one.meanings.some(({ country }) => other.meanings.some((meaning) => meaning.country === country))
}

/** A city after the first word, and no region or country with many boards: `West Lebanon`, but `North India` and `North Platte Office`. */
function isCityAfter(direction: string): (part: Part) => boolean {
  return ({ text, meanings }) =>
    text.split(' ')[0] !== direction &&
    meanings.some(({ city }) => city !== undefined) &&
    !meanings.some((one) => one.namesRegion || isWrittenCountry(one))
}

interface Cover {
  readonly names: readonly Part[]
  readonly leftOut: number
}

/** Longer names first. */
function coverWords(words: readonly string[]): Part[] {
  const ends: (Cover | undefined)[] = words.map(() => undefined)
  ends.push({ names: [], leftOut: 0 })
  const areNoise = words.map(isNoise)
  for (let from = words.length - 1; from >= 0; from--) {
    let best: Cover | undefined
    for (let to = words.length; to > from; to--) {
      const rest = ends[to]
      if (rest === undefined || (best !== undefined && rest.leftOut >= best.leftOut)) continue
      if (areNoise.lastIndexOf(false, to - 1) < from) continue
      const text = words.slice(from, to).join(' ')
      const name = lookUp(text)
      // `Midwest US`: alone it is no place either, unless it stands for one.
      const part = name.isVague && name.area === undefined ? undefined : partOfName(text, name)
      if (part !== undefined) best = { names: [part, ...rest.names], leftOut: rest.leftOut }
    }
    const after = ends[from + 1]
    if (after !== undefined && areNoise[from] && (best === undefined || after.leftOut + 1 < best.leftOut))
      best = { names: after.names, leftOut: after.leftOut + 1 }
    ends[from] = best
  }
  return [...(ends[0]?.names ?? [])]
}

function isOnlyNoise(text: string): boolean {
  return text.split(' ').every((word) => word === '' || isNoise(word))
}
