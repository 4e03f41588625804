/** Parses places into city, region code and country. */

import { parseLimits } from '../../../core/parse-limits.ts'
import { toPlainText } from '../../../core/plain-text.ts'
import type { Place, WorkplaceType } from '../schema/vocabulary.ts'
import {
  canonicalCityName,
  citiesNamed,
  cityByShortForm,
  cityState,
  dominantCity,
  isAmbiguousCity,
} from './cities.ts'
import {
  countryCodeByName,
  countryName,
  isVagueRegion,
  isWorldRegion,
  parseCountry,
  parseCountryCode,
} from './countries.ts'
import { extractWorkplace } from './extract-workplace.ts'
import { foldPlace } from './fold.ts'
import { countriesWithRegionCode, countriesWithRegionName, regionCodeIn } from './regions.ts'

/** A place as the board states it: separate parts, a text, or both. */
export interface RawPlace {
  readonly text?: string | null | undefined
  readonly city?: string | null | undefined
  readonly region?: string | null | undefined
  readonly country?: string | null | undefined
}

export interface PlaceContext {
  /** ISO 3166-1 alpha-2 country of the employer. */
  readonly home?: string | undefined
  /** Another field of the row says that the job is remote. */
  readonly isRemote?: boolean | undefined
}

export interface ParsedPlaces {
  readonly places: readonly Place[]
  /** The workplace types that the texts name. */
  readonly workplaces: readonly WorkplaceType[]
}

/** Countries where a city implies its region code. */
const countriesShownWithRegion = new Set(['US', 'CA', 'AU', 'BR'])

const noPlacePattern =
  /^(\d+ locations?|multiple locations?|various( locations?)?|several locations?|unavailable|n\/?a|tbd|-+|not specified|unspecified)$/i

export function parsePlaces(raws: readonly RawPlace[], context: PlaceContext): ParsedPlaces {
  const parsed = raws.map((raw) => parsePlace(raw, context))
  return {
    places: distinctPlaces(parsed.flatMap(({ places }) => places)),
    workplaces: parsed.flatMap(({ workplaces }) => workplaces),
  }
}

/** The first place with a city, else the first with a region, else the first. */
export function primaryPlace(places: readonly Place[]): Place | undefined {
  return places.find(({ city }) => city) ?? places.find(({ region }) => region) ?? places[0]
}

/** `Austin, TX, United States`; absent parts are left out. */
export function formatPlace({ city, region, country }: Place): string {
  return [city, region, country === undefined ? undefined : countryName(country)].filter(Boolean).join(', ')
}

function parsePlace(raw: RawPlace, context: PlaceContext): ParsedPlaces {
  const country = cleanPart(raw.country)
  const code = country === undefined ? undefined : parseCountry(country)
  const city = cleanPart(raw.city)
  const region = cleanPart(raw.region)
  const text = raw.text?.trim() || undefined
  if (city === undefined && region === undefined) {
    if (text === undefined)
      return code === undefined ? noPlaces : { ...noPlaces, places: [{ country: code }] }
    const read = parsePlaceText(text, context, code)
    if (read.places.length > 0 || code === undefined) return read
    return { ...read, places: [{ country: code }] }
  }
  const lifted = extractWorkplace(city ?? '')
  const named = withoutBrackets(lifted.text).split(',')[0]?.trim() ?? ''
  const workplaces = lifted.type === undefined ? [] : [lifted.type]
  const place = toPlace(named, region, code, context)
  return { places: place === undefined ? [] : [place], workplaces }
}

const noPlaces: ParsedPlaces = { places: [], workplaces: [] }

/** Undefined for placeholders such as `N/A`. */
function cleanPart(text: string | null | undefined): string | undefined {
  const clean = toPlainText(toPlainText(text?.slice(0, parseLimits.placesCharacters) ?? '')).replace(
    /^[,\s]+|(?<![,\s])[,\s]+$/g,
    '',
  )
  const isPlace = clean !== '' && clean.length <= parseLimits.placeCharacters && !noPlacePattern.test(clean)
  return isPlace ? clean : undefined
}

/** Separate parts: the region counts only if the country has it. */
function toPlace(
  city: string,
  region: string | undefined,
  country: string | undefined,
  context: PlaceContext,
): Place | undefined {
  const cityText = capitalizeName(city)
  if (country === undefined) {
    if (cityText === '') return region === undefined ? undefined : parseParts([region], context)
    return parseParts(region === undefined ? [cityText] : [cityText, region], context)
  }
  const inCountry = region === undefined ? undefined : regionCodeIn(country, region)
  return completePlace(cityText, inCountry, country)
}

export function parsePlaceText(text: string, context: PlaceContext, country?: string): ParsedPlaces {
  const clean = cleanText(text.slice(0, parseLimits.placesCharacters))
  if (clean === '' || noPlacePattern.test(clean)) return noPlaces
  const places: Place[] = []
  const workplaces: WorkplaceType[] = []
  const parts = clean.split(/[;|•\n]/)
  // The last one may have been cut.
  if (text.length > parseLimits.placesCharacters) parts.pop()
  const pieces = parts
    .flatMap((part) => splitPlaces(part.trim(), context))
    .filter((piece) => piece.length <= parseLimits.placeCharacters)
  for (const piece of pieces) {
    const { text: place, type } = extractPlaceText(piece, context)
    if (type !== undefined) workplaces.push(type)
    const read =
      place === '' ? undefined : parseOnePlace(place, context, country ?? sharedCountry(place, places))
    if (read !== undefined) places.push(read)
  }
  return { places, workplaces }
}

/** A city without a country is most likely in the country of the place before it. */
function sharedCountry(place: string, before: readonly Place[]): string | undefined {
  if (place.includes(',') || dominantCity(place) !== undefined || isCountryOrRegion(place)) return undefined
  const last = before.at(-1)?.country
  return citiesNamed(place).some((city) => city.country === last) ? last : undefined
}

/** Remote is also a town in Oregon. */
function extractPlaceText(
  piece: string,
  context: PlaceContext,
): { text: string; type: WorkplaceType | undefined } {
  if (/^remote,\s*or$/i.test(piece.trim()) && !context.isRemote) return { text: piece, type: undefined }
  const { text, type } = extractWorkplace(piece)
  return {
    text: text
      .replace(noisePattern, ' ')
      .replace(/^[\s,-]+|(?<![\s,-])[\s,-]+$/g, '')
      .replace(/\s+/g, ' '),
    type,
  }
}

const noisePattern = /(?<![\p{L}])(national|nationwide|offsite|peo|based in|fully)(?![\p{L}])/giu

function cleanText(text: string): string {
  return toPlainText(toPlainText(text.replace(/\r?\n/g, ' ; ')))
    .replace(/ ?\+ ?\d+ more ?(…|\.{3})?$|, ?more ?(…|\.{3})$| ?& ?more$/i, '')
    .replace(/\(\s*[A-Z]{2,4}\d{1,4}\s*\)|\(\s*PEO\s*\)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

/** A slash or an "and" separates places only if each side is a place. */
function splitPlaces(text: string, context: PlaceContext): string[] {
  if (isCountryOrRegion(text)) return [text]
  const pieces = text.split(/ ?\/ ?| (?:or|and|&) /i).filter((piece) => piece.trim() !== '')
  if (pieces.length > 1 && pieces.every((piece) => isPlaceOnItsOwn(piece, context))) {
    const [first = '', second = ''] = pieces
    const above = countryCodeByName(second)
    if (
      pieces.length === 2 &&
      above !== undefined &&
      citiesNamed(first).some(({ country }) => country === above)
    ) {
      return [`${first}, ${second}`]
    }
    return pieces
  }
  const parts = text.split(/ ?, ?/)
  const last = parts.at(-1) ?? ''
  const areCities = parts.length > 1 && parts.every((part) => dominantCity(part) !== undefined)
  return areCities && countriesWithRegionName(last).length === 0 && parseCountry(last) === undefined
    ? parts
    : [text]
}

function isCountryOrRegion(text: string): boolean {
  return countryCodeByName(text) !== undefined || countriesWithRegionName(text).length > 0
}

function isPlaceOnItsOwn(piece: string, context: PlaceContext): boolean {
  if (piece.length > parseLimits.placeCharacters) return false
  const { text, type } = extractPlaceText(piece, context)
  if (text === '') return type !== undefined
  const last = text.split(',').at(-1)?.trim() ?? ''
  return (
    citiesNamed(text).length > 0 ||
    isCountryOrRegion(text) ||
    parseCountryCode(text) !== undefined ||
    isVagueRegion(text) ||
    (last !== text && (isCountryOrRegion(last) || /^[A-Z]{2,3}$/.test(last)))
  )
}

function parseOnePlace(text: string, context: PlaceContext, country: string | undefined): Place | undefined {
  const inBrackets = /\(([^()]*)\)/.exec(text)?.[1]?.trim()
  const outside = withoutBrackets(text)
  const parts = partsOf(outside === '' && inBrackets !== undefined ? inBrackets : outside)
  if (country !== undefined && parts.length > 0) return parseInCountry(parts, country)
  return parseParts(parts, context)
}

function withoutBrackets(text: string): string {
  return text
    .replace(/\([^()]*\)?/g, ' ')
    .replace(/\s+/g, ' ')
    .replaceAll(' ,', ',')
    .trim()
}

/** The parts from the smallest to the largest, in whichever order the text has them. */
function partsOf(text: string): string[] {
  const parts = text
    .split(/ ?, ?/)
    .map((part) => part.replace(/ \d{5}(-\d{4})?$/, '').trim())
    .filter((part) => part !== '' && !/^[\d\s-]{4,10}$/.test(part))
  const [first = '', ...rest] = parts
  const coded = /^([A-Z]{2,3})-(?:([A-Z]{2,3})-)?([^-\s].*)$/.exec(first)
  if (coded) {
    const [, head = '', middle, name = ''] = coded
    return [name, ...(middle === undefined ? [] : [middle]), ...(rest.includes(head) ? [] : [head]), ...rest]
  }
  const levels = first.split(/ [-–—] /).filter((level) => !/\bmetro\b/i.test(level))
  if (levels.length < 2) return levels.length === 1 ? [levels[0] as string, ...rest] : parts
  const [top = '', ...below] = levels
  if (isUpperLevel(top)) return [...below.toReversed(), top, ...rest]
  const last = levels.at(-1) ?? ''
  return isUpperLevel(last) ? [top, last, ...rest] : [top, ...rest]
}

function isUpperLevel(text: string): boolean {
  return (
    (isCountryOrRegion(text) && dominantCity(text) === undefined) ||
    (/^[A-Z]{2,3}$/.test(text) &&
      (parseCountryCode(text) !== undefined || countriesWithRegionCode(text).length > 0))
  )
}

/** The country is stated elsewhere. */
function parseInCountry(parts: readonly string[], country: string): Place | undefined {
  const rest = parts.filter(
    (part) =>
      parseCountry(part) !== country || (regionCodeIn(country, part) !== undefined && parts.length > 2),
  )
  const region = rest.length > 1 ? regionCodeIn(country, rest.at(-1) ?? '') : undefined
  const [first = ''] = rest
  if (rest.length === 1 && citiesNamed(first).every((city) => city.country !== country)) {
    const regionCode = regionCodeIn(country, first)
    if (regionCode !== undefined) return { region: regionCode, country }
  }
  return completePlace(capitalizeName(first), region, country)
}

function parseParts(parts: readonly string[], context: PlaceContext): Place | undefined {
  if (parts.length === 0) return undefined
  if (parts.length === 1) return parseSinglePart(parts[0] as string, context)
  const last = parts.at(-1) as string
  const before = parts.slice(0, -1)
  const country = countryOfLast(last, before, context)
  if (country === undefined) return parseWithoutCountry(parts, context)
  const region = before.length > 0 ? regionCodeIn(country, before.at(-1) ?? '') : undefined
  const onlyRegion = before.length === 1 && region !== undefined && !isCityIn(before[0] as string, country)
  const city = onlyRegion ? '' : capitalizeName(before[0] as string)
  return completePlace(city, before.length > 1 || onlyRegion ? region : undefined, country)
}

function isCityIn(text: string, country: string): boolean {
  return citiesNamed(text).some((city) => city.country === country)
}

/** `Georgia` and two-letter codes may be a country or a US state; the parts before them decide. */
function countryOfLast(last: string, before: readonly string[], context: PlaceContext): string | undefined {
  const name = countryCodeByName(last)
  if (name !== undefined && name !== 'GE') return name
  const code = name ?? parseCountryCode(last)
  if (code === undefined) return undefined
  const states = /^[A-Za-z]{2}$/.test(last) || name === 'GE' ? regionCodeIn('US', last) : undefined
  if (states === undefined) return code
  const sibling = before.at(-1) ?? ''
  if (before.length > 1 && (regionCodeIn(code, sibling) !== undefined || sibling === last)) return code
  const [city = ''] = before
  const cities = citiesNamed(city)
  if (cities.some((one) => one.country === 'US' && one.region === states)) {
    return context.home === code && regionCodeIn(code, city) !== undefined ? code : undefined
  }
  if (cities.some((one) => one.country === code)) return code
  if (cities.length > 0 && dominantCity(city)?.country === code) return code
  return context.home === code ? code : undefined
}

/** The last part is not a country: it is a region, or only the city counts. */
function parseWithoutCountry(parts: readonly string[], context: PlaceContext): Place | undefined {
  const last = parts.at(-1) as string
  const [first = ''] = parts
  const candidates = [...new Set([...countriesWithRegionCode(last), ...countriesWithRegionName(last)])]
  const cities = citiesNamed(first).filter(({ country }) => candidates.includes(country))
  const byCity = cities.find(
    ({ country, region }) => region === undefined || region === regionCodeIn(country, last),
  )?.country
  const byHome = candidates.find((country) => country === context.home)
  const country = byCity ?? byHome ?? (candidates.includes('US') ? 'US' : candidates[0])
  if (country === undefined) return parts.length > 1 ? parseSinglePart(first, context) : undefined
  return completePlace(capitalizeName(first), regionCodeIn(country, last), country)
}

function parseSinglePart(text: string, context: PlaceContext): Place | undefined {
  if (isVagueRegion(text) || noPlacePattern.test(text)) return undefined
  const state = cityState(text)
  if (state !== undefined) return { city: state.name, country: state.country }
  const short = cityByShortForm(text)
  if (short !== undefined) return parseSinglePart(short, context)
  if (text === 'LA' && context.home === 'US') return parseSinglePart('Los Angeles', context)
  const code = /^[A-Z]{2,3}$/.test(text) ? parseCountryCode(text) : undefined
  if (code !== undefined && code !== 'US' && code !== 'GB' && regionCodeIn('US', text) !== undefined) {
    return context.home === 'US'
      ? { region: text, country: 'US' }
      : context.home === code
        ? { country: code }
        : undefined
  }
  if (code !== undefined) return { country: code }
  const coded =
    /^[A-Z]{2,3}$/.test(text) && countryCodeByName(text) === undefined ? countriesWithRegionCode(text) : []
  const codedIn = coded.find((one) => one === context.home) ?? (coded.length === 1 ? coded[0] : undefined)
  if (codedIn !== undefined) return { region: text, country: codedIn }
  const country = countryCodeByName(text)
  const regionCountries = countriesWithRegionName(text)
  if (country !== undefined && regionCountries.length === 0) return { country }
  if (country !== undefined) return resolveAmbiguousName(text, country, regionCountries, context)
  const famous = dominantCity(text)
  const atHome = citiesNamed(text).find((city) => city.country === context.home)
  if (famous !== undefined) return completePlace(famous.name, undefined, famous.country)
  const region =
    regionCountries.find((one) => one === context.home) ??
    (regionCountries.length === 1 ? regionCountries[0] : undefined)
  if (region !== undefined) return { region: regionCodeIn(region, text) as string, country: region }
  const peeled = parseTrailingNames(text)
  if (peeled !== undefined) return peeled
  const city = capitalizeName(text)
  if (atHome === undefined && context.home === undefined) return { city }
  return completePlace(city, undefined, context.home)
}

/** The name of a country that is also the name of a region elsewhere. */
function resolveAmbiguousName(
  text: string,
  country: string,
  regionCountries: readonly string[],
  { home }: PlaceContext,
): Place | undefined {
  if (home === country) return { country }
  const region = regionCountries.find((one) => one === home)
  if (region !== undefined) return { region: regionCodeIn(region, text) as string, country: region }
  return country === 'GE' ? undefined : { country }
}

/** `Bengaluru Karnataka India`: a city, an optional region and a country without separators. */
function parseTrailingNames(text: string): Place | undefined {
  const words = text.split(' ')
  for (let at = 1; at < words.length; at++) {
    const country = countryCodeByName(words.slice(at).join(' '))
    if (country === undefined) continue
    const rest = words.slice(0, at)
    for (let split = 1; split <= rest.length; split++) {
      const city = rest.slice(0, split).join(' ')
      const regionWords = rest.slice(split).join(' ')
      const region = regionWords === '' ? undefined : regionCodeIn(country, regionWords)
      if (isCityIn(city, country) && (regionWords === '' || region !== undefined)) {
        return completePlace(city, region, country)
      }
    }
    const region = regionCodeIn(country, rest.join(' '))
    if (region !== undefined) return { region, country }
  }
  return undefined
}

function completePlace(
  city: string,
  region: string | undefined,
  country: string | undefined,
): Place | undefined {
  if (city === '' && region === undefined && country === undefined) return undefined
  const matches = citiesNamed(city).filter(
    (one) =>
      one.country === country && (region === undefined || one.region === undefined || one.region === region),
  )
  const [only] = matches
  const isSure = matches.length === 1 && !isAmbiguousCity(city)
  const name = only !== undefined && isSure ? only.name : canonicalCityName(city)
  const filled =
    region ??
    (isSure && country !== undefined && countriesShownWithRegion.has(country) ? only?.region : undefined)
  return {
    ...(name === '' || isWorldRegion(name) ? {} : { city: name }),
    ...(filled === undefined ? {} : { region: filled }),
    ...(country === undefined ? {} : { country }),
  }
}

/** Capitalises texts that are all upper case or all lower case. */
function capitalizeName(text: string): string {
  const clean = text.trim()
  if (clean.length <= 3 && clean === clean.toUpperCase()) return clean
  if (clean !== clean.toUpperCase() && clean !== clean.toLowerCase()) return clean
  return clean.toLowerCase().replace(/(?<![\p{L}'’])\p{L}/gu, (letter) => letter.toUpperCase())
}

export function distinctPlaces(places: readonly Place[]): Place[] {
  const seen = new Set<string>()
  return places.filter((place) => {
    const key = foldPlace(`${place.city ?? ''}|${place.region ?? ''}|${place.country ?? ''}`)
    return !seen.has(key) && seen.add(key)
  })
}
