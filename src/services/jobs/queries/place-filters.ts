/**
 * The filters of places. City, region and country must match one and the same place; excluded values stand alone. A city
 * may be followed by its country and a region preceded by the code of its country, as in the rows of facets.
 */

import { countryName, parseCountry } from '../../../core/places/countries.ts'
import { facetKey } from '../normalise/fold.ts'
import { splitPipes } from '../schema/facets.ts'
import { cityInRegionKey } from '../schema/place-keys.ts'
import type { DictionaryFilter } from './blocks/block-cache.ts'
import { type FilterValues, parseValues } from './filter-values.ts'

export type PlaceField = 'city' | 'region' | 'country'
type PlaceTexts = Readonly<Partial<Record<PlaceField, string | undefined>>>

/** A filter for one key of one field. */
interface KeyFilter {
  readonly field: PlaceField
  readonly key: string
}

/** Undefined if no place can match. */
export function placeFilters(filter: PlaceTexts): (KeyFilter | DictionaryFilter)[] | undefined {
  const texts = { city: filter.city, region: filter.region, country: filter.country }
  const values = mapFields((field) => parseValues(texts[field] ?? ''))
  const filters: (KeyFilter | DictionaryFilter)[] = []
  if (placeFields.some((field) => texts[field] !== undefined && isEmpty(values[field]))) return undefined
  const included = placeFields.filter((field) => values[field].included.length > 0)
  if (included.length > 0) {
    const one = (field: PlaceField) => (included.includes(field) ? values[field].included : [undefined])
    const matches = one('city').flatMap((city) =>
      one('region').flatMap((region) =>
        one('country').flatMap((country) => toMatch({ city, region, country }) ?? []),
      ),
    )
    const found = joinMatches(matches)
    if (found === undefined) return undefined
    filters.push(found)
  }
  for (const field of placeFields) {
    const matches = values[field].excluded.flatMap((value) => toMatch({ [field]: value }) ?? [])
    const found = joinMatches(matches)
    if (found !== undefined) filters.push({ ...toDictionaryFilter(found), isExcluded: true })
  }
  return filters
}

function isEmpty({ included, excluded }: FilterValues): boolean {
  return included.length === 0 && excluded.length === 0
}

const placeFields = ['city', 'region', 'country'] as const

function mapFields<Value>(toValue: (field: PlaceField) => Value): Readonly<Record<PlaceField, Value>> {
  return { city: toValue('city'), region: toValue('region'), country: toValue('country') }
}

/** `isIndexed`: the key alone, without the country of a city or region. */
interface Match {
  readonly field: PlaceField
  readonly key: string
  readonly isIndexed?: true
  /** The end of keys of cities in regions, if the country is not stated. */
  readonly end?: string
}

/** All are of the same field. */
function joinMatches(matches: readonly Match[]): KeyFilter | DictionaryFilter | undefined {
  const [first, ...others] = matches
  if (first === undefined) return undefined
  const { field } = first
  if (others.length === 0 && first.isIndexed) return { field, key: first.key }
  const ends = new Set(matches.flatMap(({ end }) => end ?? []))
  return {
    field,
    keys: matches.flatMap(({ key, end }) => (end === undefined ? [key] : [])),
    ...(ends.size === 0
      ? {}
      : { has: (list: string) => splitPipes(list).some((key) => ends.has(key.slice(key.indexOf('-')))) }),
  }
}

function toDictionaryFilter(filter: KeyFilter | DictionaryFilter): DictionaryFilter {
  return 'key' in filter ? { field: filter.field, keys: [filter.key] } : filter
}

/** Undefined if no place can match. */
function toMatch(place: PlaceTexts): Match | undefined {
  const city = splitCity(place.city)
  const region = splitRegion(place.region)
  const codes = [city?.country, region?.country, place.country && parseCountry(place.country)]
  const [country, another] = new Set(codes.filter((code) => code !== undefined && code !== ''))
  if (another !== undefined) return undefined
  const stated = place.country !== undefined && country === undefined ? place.country : undefined
  const countryLabel = stated ?? (country === undefined ? undefined : (countryName(country) ?? country))
  if (city?.key === '' || region?.key === '' || (countryLabel && facetKey('country', countryLabel) === ''))
    return undefined
  if (city !== undefined && region !== undefined) return cityInRegion(city.key, region.key, country)
  if (city !== undefined) {
    if (countryLabel === undefined) return { field: 'city', key: city.key, isIndexed: true }
    return { field: 'city', key: facetKey('city', `${city.key}, ${countryLabel}`) }
  }
  if (region !== undefined) {
    if (countryLabel === undefined) return { field: 'region', key: region.key, isIndexed: true }
    return { field: 'region', key: facetKey('region', `${country ?? countryLabel}-${region.key}`) }
  }
  if (countryLabel === undefined) return undefined
  return { field: 'country', key: facetKey('country', countryLabel), isIndexed: true }
}

interface PlaceValue {
  readonly key: string
  readonly country: string | undefined
}

/** `London`, or `London, United Kingdom`. */
function splitCity(text: string | undefined): PlaceValue | undefined {
  if (text === undefined) return undefined
  const at = text.lastIndexOf(',')
  const country = at === -1 ? undefined : parseCountry(text.slice(at + 1).trim())
  const name = country === undefined ? text : text.slice(0, at)
  return { key: facetKey('city', name.replaceAll(',', ' ')), country }
}

/** `CT`, or `US-CT`. */
function splitRegion(text: string | undefined): PlaceValue | undefined {
  if (text === undefined) return undefined
  const country = /^[A-Za-z]{2}-/.test(text) ? parseCountry(text.slice(0, 2)) : undefined
  return { key: facetKey('region', country === undefined ? text : text.slice(3)), country }
}

function cityInRegion(city: string, region: string, country: string | undefined): Match {
  if (country !== undefined) {
    const key = cityInRegionKey(facetKey('region', `${country}-${region}`), city)
    return { field: 'region', key }
  }
  const end = cityInRegionKey(`-${region}`, city)
  return { field: 'region', key: end, end }
}
