/** Parses places into city, region code and country. */

import { parseLimits } from '../../../../core/parse/parse-limits.ts'
import { toPlainText } from '../../../../core/parse/plain-text.ts'
import { parseCountry } from '../../../../core/places/countries.ts'
import { countriesWithRegionCode, regionsNamed } from '../../../../core/places/gazetteer.ts'
import type { Place } from '../../../../core/places/place.ts'
import { placeKey } from '../../../../core/places/place-key.ts'
import { extractWorkplace } from '../../../../core/places/reader/extract-workplace.ts'
import { partsOf } from '../../../../core/places/reader/parts-of-text.ts'
import { lookUp, toPart } from '../../../../core/places/reader/place-parts.ts'
import {
  noPlacePattern,
  noPlaces,
  type ParsedPlaces,
  type PlaceContext,
  readPlaceText,
} from '../../../../core/places/reader/read-place-text.ts'
import { readPlaces } from '../../../../core/places/reader/read-places.ts'
import { withRegions } from '../../../../core/places/with-regions.ts'
import { rememberPairs } from '../../../../core/text/remember.ts'
import { foldPlace } from '../fold.ts'

/** A place as the board states it: separate parts, a text, or both. */
export interface RawPlace {
  readonly text?: string | null | undefined
  readonly city?: string | null | undefined
  readonly region?: string | null | undefined
  readonly country?: string | null | undefined
}

export function parsePlaces(raws: readonly RawPlace[], context: PlaceContext): ParsedPlaces {
  if (raws.length === 1) {
    const { places, workplaces, remoteCountries, worldRegions } = parsePlace(raws[0] as RawPlace, context)
    return { places: distinctPlaces(withRegions(places)), workplaces, remoteCountries, worldRegions }
  }
  const parsed = raws.map((raw) => parsePlace(raw, context))
  return {
    places: distinctPlaces(withRegions(parsed.flatMap((one) => one.places))),
    workplaces: parsed.flatMap(({ workplaces }) => workplaces),
    remoteCountries: [...new Set(parsed.flatMap(({ remoteCountries }) => remoteCountries))],
    worldRegions: [...new Set(parsed.flatMap(({ worldRegions }) => worldRegions))],
  }
}

/** The first place with a city, else the first with a region, else the first. */
export function primaryPlace(places: readonly Place[]): Place | undefined {
  return places.find(({ city }) => city) ?? places.find(({ region }) => region) ?? places[0]
}

/** Boards name the same places again and again. */
const parsePlace = rememberPairs(toKey, parseNewPlace)

/** Most boards state nothing but a text. The code of a country has no bracket, with which JSON begins. */
function toKey({ text, city, region, country }: RawPlace, { home = '', isRemote }: PlaceContext): string {
  if (city == null && region == null && country == null) return `${home}${isRemote ? '+' : '-'}${text ?? ''}`
  return JSON.stringify([text, city, region, country, home, isRemote])
}

function parseNewPlace(raw: RawPlace, context: PlaceContext): ParsedPlaces {
  const country = cleanPart(raw.country)
  const code = country === undefined ? undefined : parseCountry(country)
  const city = cleanPart(raw.city)
  const region = cleanPart(raw.region)
  const text = raw.text?.trim() || undefined
  if (city === undefined && region === undefined) {
    if (text === undefined)
      return code === undefined ? noPlaces : { ...noPlaces, places: [{ country: code }] }
    const read = readPlaceText(text, context, code)
    if (read.places.length > 0 || code === undefined) return read
    return { ...read, places: [{ country: code }] }
  }
  const { text: cityText, type } = extractWorkplace(withoutBrackets(city ?? ''))
  const place = readFields(cityText.split(',')[0]?.trim() ?? '', region, code, context)
  // The text may say more: `Remote - Canada` beside the address of an office.
  const said = text === undefined ? noPlaces : readPlaceText(text, context)
  return {
    ...said,
    places: place === undefined ? [] : [place],
    workplaces: [...(type === undefined ? [] : [type]), ...said.workplaces],
  }
}

/** Undefined for placeholders such as `N/A`. */
function cleanPart(text: string | null | undefined): string | undefined {
  if (text === undefined || text === null || text === '') return undefined
  const clean = toPlainText(toPlainText(text.slice(0, parseLimits.placesCharacters))).replace(
    /^[,\s]+|(?<![,\s])[,\s]+$/g,
    '',
  )
  const isPlace = clean !== '' && clean.length <= parseLimits.placeCharacters && !noPlacePattern.test(clean)
  return isPlace ? clean : undefined
}

function withoutBrackets(text: string): string {
  return text
    .replace(/\([^()]*\)?/g, ' ')
    .replace(/\s+/g, ' ')
    .replaceAll(' ,', ',')
    .trim()
}

/** Separate fields: a city counts even if the gazetteer lacks it, a region only if the country has it. */
function readFields(
  city: string,
  region: string | undefined,
  country: string | undefined,
  context: PlaceContext,
): Place | undefined {
  const stated = country === undefined ? undefined : regionIn(country, region)
  const parts = [city, ...(country === undefined && region !== undefined ? [region] : [])].flatMap((text) => {
    const meanings = partsOf(text).flatMap((part) => part.meanings)
    const there = country === undefined ? meanings : meanings.filter((meaning) => meaning.country === country)
    const inRegion = there.filter((meaning) => stated === undefined || meaning.region === stated)
    const usable = inRegion.length > 0 ? inRegion : there
    return usable.length > 0 ? [toPart(text, usable)] : []
  })
  const [read] = readPlaces(parts, { home: context.home })
  if (country === undefined) return read
  if (read?.city !== undefined)
    return { ...read, ...(stated === undefined ? {} : { region: stated }), country }
  const isName = city !== '' && !lookUp(city).isVague && !/\d/.test(city) && parseCountry(city) !== country
  const isRegion = read?.region !== undefined && lookUp(city).meanings.length > 0
  return {
    ...(isName && !isRegion ? { city: capitalizeName(city) } : {}),
    ...(stated !== undefined ? { region: stated } : isRegion ? { region: read?.region } : {}),
    country,
  }
}

/** The code of a region of this country, by code or name. */
function regionIn(country: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const code = text.replaceAll('.', '').toUpperCase()
  if (code.length <= 3 && countriesWithRegionCode(code).includes(country)) return code
  return regionsNamed(placeKey(text)).find((region) => region.country === country && !region.isCounty)?.code
}

/** Capitalises texts that are all upper case or all lower case. */
function capitalizeName(text: string): string {
  const clean = text.trim()
  if (clean.length <= 3 && clean === clean.toUpperCase()) return clean
  if (clean !== clean.toUpperCase() && clean !== clean.toLowerCase()) return clean
  return clean.toLowerCase().replace(/(?<![\p{L}'’])\p{L}/gu, (letter) => letter.toUpperCase())
}

export function distinctPlaces(places: readonly Place[]): readonly Place[] {
  if (places.length < 2) return places
  const seen = new Set<string>()
  return places.filter((place) => {
    const key = foldPlace(`${place.city ?? ''}|${place.region ?? ''}|${place.country ?? ''}`)
    return !seen.has(key) && seen.add(key)
  })
}
