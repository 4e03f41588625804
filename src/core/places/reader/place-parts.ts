/** Looks up the parts of a place: what a word between two commas can mean. */

import { rememberTexts } from '../../text/remember.ts'
import { countryCodeByKey, parseCountryCode } from '../countries.ts'
import { citiesNamed, countriesWithRegionCode, regionsNamed } from '../gazetteer.ts'
import { placeKey } from '../place-key.ts'
import { agree, areaMeaning, cityMeaning, countryMeaning, type Meaning, regionMeaning } from './meaning.ts'
import {
  abbreviatedRegion,
  areaOf,
  coreOfArea,
  isDirection,
  isNoise,
  isVagueKey,
  worldRegionOf,
} from './place-words.ts'

export interface Part {
  readonly text: string
  readonly meanings: readonly Meaning[]
  /** Alone it is no place: North is a town in South Carolina. */
  readonly isVague?: boolean
}

/** Countries whose codes of regions people write without the country. */
const countriesWithKnownCodes = new Set([
  'US',
  'CA',
  'AU',
  'BR',
  'MX',
  'IN',
  'GB',
  'DE',
  'NL',
  'CH',
  'FR',
  'AT',
])

/** All that is known of a name or code. */
export interface Name {
  readonly meanings: readonly Meaning[]
  /** Alone it is no place: North is a town in South Carolina. */
  readonly isVague: boolean
  /** The label of a part of the world. */
  readonly worldRegion: string | undefined
  /** The place that a short form stands for, as a text. */
  readonly area: string | undefined
}

const nameCharactersMax = 60
const unknownName: Name = { meanings: [], isVague: false, worldRegion: undefined, area: undefined }

/** Postings repeat the same few thousand names. */
const knownName = rememberTexts(readName, 15_000)

/** Readers ask for the same name several times in a row. */
let last: { readonly text: string; readonly name: Name } = { text: '', name: unknownName }

export function lookUp(text: string): Name {
  if (text === last.text) return last.name
  if (text.length > nameCharactersMax) return unknownName
  last = { text, name: knownName(text) }
  return last.name
}

function readName(text: string): Name {
  // `.NET` is no village.
  if (text.startsWith('.')) return unknownName
  const abbreviated = abbreviatedRegion(text)
  if (abbreviated !== undefined)
    return { ...unknownName, meanings: [regionMeaning(abbreviated.country, abbreviated.region, true)] }
  const key = placeKey(text)
  const meanings: Meaning[] = []
  // No country or region has a digit in its name: `493 Mill Road`.
  if (!/\d/.test(key)) {
    addCountry(meanings, text, key)
    addRegions(meanings, text, key)
  }
  addCities(meanings, text, key)
  const isVague = isVagueKey(key)
  const worldRegion = worldRegionOf(key)
  const area = areaOf(key)
  if (meanings.length === 0 && !isVague && area === undefined) return unknownName
  return { meanings, isVague, worldRegion, area }
}

/** What one name or code can mean; nothing if it is unknown. */
export function meaningsOf(text: string): readonly Meaning[] {
  return lookUp(text).meanings
}

/** Territories of the United States are written like states. */
const territories = new Set(['PR', 'GU', 'VI', 'AS', 'MP'])

function isCode(text: string): boolean {
  return text.length <= 3 && /^[A-Z]{2,3}$/.test(text)
}

function addCountry(meanings: Meaning[], text: string, key: string): void {
  const byName = countryCodeByKey(key)
  const code = byName ?? (isCode(text) ? parseCountryCode(text) : undefined)
  if (code === undefined || territories.has(code)) return
  meanings.push(countryMeaning(code, byName === undefined))
}

function addRegions(meanings: Meaning[], text: string, key: string): void {
  const code = text.replaceAll('.', '')
  if (isCode(code))
    for (const country of countriesWithRegionCode(code)) meanings.push(regionMeaning(country, code, true))
  for (const { country, code: region, isCounty } of regionsNamed(key))
    meanings.push(regionMeaning(country, region, !isCounty))
}

function addCities(meanings: Meaning[], text: string, key: string): void {
  // `IN` and `OR` are codes, not names of villages.
  if (text.length === 2 && isCode(text)) return
  for (const city of citiesNamed(key)) meanings.push(cityMeaning(city))
}

/** Whether a code means this without a country beside it. */
export function isUsualCode({ country, city, namesCountry }: Meaning): boolean {
  return city !== undefined || namesCountry || countriesWithKnownCodes.has(country)
}

const wordsMax = 8

/**
 * The parts of a text without commas: itself, or the names that it consists of beside words such as `Office`: `USA DC Washington`.
 * Unknown words have no part.
 */
export function partsOf(text: string): Part[] {
  const clean = withoutPostalCode(text)
  const name = lookUp(clean)
  const whole = toPart(clean, name)
  if (whole !== undefined) return [whole]
  if (name.isVague) return []
  if (unspacedPattern.test(clean)) return namesInUnspaced(clean)
  const core = coreOfArea(clean)
  const within = core === undefined ? unknownName : lookUp(core)
  if (core !== undefined && within.meanings.length > 0 && !within.isVague)
    return [{ text: core, meanings: within.meanings }]
  const district = districtOf(clean)
  if (district !== undefined) return [district]
  const names = namesIn(clean)
  return names.length > 0 || isOnlyNoise(clean) ? names : namesBesideWords(clean)
}

/** `Annapolis Junction`: such names are American, and in the state of the city that they are called after. */
function districtOf(text: string): Part | undefined {
  const [, name] = /^(\p{Lu}.+) (?:Junction|Corners?|Crossing|Landing)$/u.exec(text) ?? []
  const meanings = (name === undefined ? [] : meaningsOf(name)).flatMap(({ city }) =>
    city?.country === 'US' && city.population >= districtsFrom ? cityMeaning({ ...city, name: text }) : [],
  )
  return meanings.length === 0 ? undefined : { text, meanings }
}

const districtsFrom = 10_000

/** An area is one place: `NYC` is New York in its state. */
function toPart(text: string, { meanings, isVague, area }: Name): Part | undefined {
  if (area !== undefined) return areaPart(text, area)
  return meanings.length === 0 ? undefined : { text, meanings, isVague }
}

/** `area`: city, region and country, of which the first ones may be missing. */
function areaPart(text: string, area: string): Part {
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
  return { text, meanings: [areaMeaning(country, region, isCity ? city : undefined)] }
}

/** `TX 75080`, `10117 Berlin`, `London EC1A 1BB`. */
function withoutPostalCode(text: string): string {
  if (!/\d/.test(text)) return text.trim()
  return text
    .replace(/^(?:[A-Z]{1,2}-)?\d{4,6} (?=\D)/, '')
    .replace(/ (?:\d{4,6}(?:-\d{3,4})?|[A-Z]\d[A-Z] ?\d[A-Z]\d|[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2})$/, '')
    .trim()
}

/**
 * Names and words such as `Office`, of which as few as possible are left out: `New York Office` is New York, not York. Several
 * names are a place only if one is a country or a region; otherwise chance names would match.
 */
function namesIn(text: string): Part[] {
  const words = text.split(/ |(?<=\p{L})[-_/](?=\p{L})/u).filter((word) => word !== '')
  if (words.length < 2 || words.length > wordsMax) return []
  const names = coverWords(words)
  if (names.length < 2)
    return isDirection(words[0] as string) && names.every(isCityBesides(words)) ? [] : names
  return names.some(({ meanings }) => meanings.some(({ city }) => city === undefined))
    ? withoutChanceNames(names)
    : []
}

/** `Milano MI`, `Capital Federal`: of names that have no country in common, and none of which is one, only large cities are meant. */
function withoutChanceNames(names: Part[]): Part[] {
  const isPlace =
    names.some(({ meanings }) => meanings.some((one) => one.namesCountry && !one.byCountryCode)) ||
    names.some(({ text }) => isCountryCode(text)) ||
    names.some((one) => names.some((other) => other !== one && haveCountryInCommon(one, other)))
  if (isPlace) return names
  return names.filter(({ meanings }) =>
    meanings.some(({ city }) => city !== undefined && city.population >= cityBesideWordsFrom),
  )
}

function haveCountryInCommon(one: Part, other: Part): boolean {
  return one.meanings.some(({ country }) => other.meanings.some((meaning) => meaning.country === country))
}

const unspacedPattern = /^[\p{Script=Han}\p{Script=Hangul}]+$/u
const unspacedMax = 16

/** `東京都港区`: the longest names from the beginning; what remains is a part of the last one. */
function namesInUnspaced(text: string): Part[] {
  const names: Part[] = []
  for (let from = 0; from < text.length && text.length <= unspacedMax; ) {
    let to = text.length
    while (to > from + 1 && meaningsOf(text.slice(from, to)).length === 0) to -= 1
    if (to <= from + 1) break
    const name = text.slice(from, to)
    names.push({ text: name, meanings: meaningsOf(name) })
    from = to
  }
  return names
}

/** A city whose name is only a part of the words, and no region. */
function isCityBesides(words: readonly string[]): (part: Part) => boolean {
  return ({ text, meanings }) =>
    text.split(' ').length < words.length &&
    meanings.some(({ city }) => city !== undefined) &&
    !meanings.some(({ namesRegion }) => namesRegion)
}

interface Cover {
  readonly names: readonly Part[]
  readonly leftOut: number
}

/** Longer names first. */
function coverWords(words: readonly string[]): Part[] {
  const ends: (Cover | undefined)[] = new Array(words.length + 1)
  ends[words.length] = { names: [], leftOut: 0 }
  for (let from = words.length - 1; from >= 0; from--) {
    let best: Cover | undefined
    for (let to = words.length; to > from; to--) {
      const rest = ends[to]
      if (rest === undefined || (best !== undefined && rest.leftOut >= best.leftOut)) continue
      const text = words.slice(from, to).join(' ')
      const name = lookUp(text)
      const part = name.isVague || isOnlyNoise(text) ? undefined : toPart(text, name)
      if (part !== undefined) best = { names: [part, ...rest.names], leftOut: rest.leftOut }
    }
    const after = ends[from + 1]
    if (
      after !== undefined &&
      isNoise(words[from] as string) &&
      (best === undefined || after.leftOut + 1 < best.leftOut)
    )
      best = { names: after.names, leftOut: after.leftOut + 1 }
    ends[from] = best
  }
  return [...(ends[0]?.names ?? [])]
}

function isOnlyNoise(text: string): boolean {
  return text.split(' ').every((word) => word === '' || isNoise(word))
}

/** A city of this size is meant even beside unknown words: `London South Quay`. */
const cityBesideWordsFrom = 200_000

/** Words that make the name before them that of a street or of a part of a region. */
const smallAreaPattern =
  /(?<!\p{L})(?:street|st|road|rd|avenue|ave|lane|drive|blvd|boulevard|court|terrace|way|county|parish|district|municipality|point|creek|de|del|da|di|do|of|upon|am|an|la|los|las)(?!\p{L})/iu

/** A country and what is in it, or a large city at an edge: `IND Mumbai Ashar Park`, `Liverpool-Merseyside-United Kingdom`. */
function namesBesideWords(text: string): Part[] {
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
      return meanings.length === 0 ? [] : [{ text: name, meanings }]
    })
    return [
      ...inside,
      ...(states.length === 0 ? [] : [{ text: code, meanings: states }]),
      { text: country, meanings: there },
    ]
  }
  const [first = ''] = segments
  const city = isLargeCity(first) ? first : words.length > wordsMax ? undefined : edgeCity(words)
  if (city === undefined || !isLargeCity(city)) return []
  if (city !== first && smallAreaPattern.test(text.replace(city, ''))) return []
  return [{ text: city, meanings: meaningsOf(city).filter((meaning) => meaning.city !== undefined) }]
}

/** By its usual name, or known by others: `Diggers Rest` is not in Rasht. */
function isLargeCity(text: string): boolean {
  return meaningsOf(text).some(
    ({ city }) =>
      city !== undefined &&
      city.population >= cityBesideWordsFrom &&
      (city.isWellKnown || placeKey(city.name) === placeKey(text)),
  )
}

function writesCountry(text: string): boolean {
  const byName = meaningsOf(text).some(({ namesCountry, byCountryCode }) => namesCountry && !byCountryCode)
  return byName || isCountryCode(text)
}

/** A code of a country that is neither one of a well-known region nor a time zone such as `EST`. */
function isCountryCode(text: string): boolean {
  if (!/^[A-Z]{3}$|^(?:JP|UK|US)$/.test(text)) return false
  const { meanings, isVague } = lookUp(text)
  return !isVague && meanings.some(({ namesCountry }) => namesCountry)
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

/** Whether both can be about one place. */
export function canJoin(one: Part, other: Part): boolean {
  return one.meanings.some((a) => other.meanings.some((b) => agree(a, b)))
}
