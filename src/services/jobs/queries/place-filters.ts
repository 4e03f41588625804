/**
 * The filters of places. City, region and country must match one and the same place; excluded values stand alone. A city
 * may be followed by its country and a region preceded by the code of its country, as in the rows of facets. Names in any
 * language mean what the reader of places means by them.
 */

import { countryName, parseCountry } from '../../../core/places/countries.ts'
import { type FilterValues, parseValues } from '../../../core/text/filter-values.ts'
import { rememberTexts } from '../../../core/text/remember.ts'
import { facetKey } from '../normalise/fold.ts'
import { placeWithoutCountry, splitPipes } from '../schema/facets.ts'
import type { FacetField } from '../schema/job-posting.ts'
import { cityInRegionKey } from '../schema/place-keys.ts'
import type { TextCondition } from './condition.ts'
import type { TextKeys } from './job-search.ts'
import { toCityLabel, toRegionLabels } from './place-names.ts'

const placeFields = ['city', 'region', 'country'] as const
type PlaceField = (typeof placeFields)[number]
type PlaceTexts = Readonly<Partial<Record<PlaceField, string | undefined>>>
type PlaceValues = Readonly<Record<PlaceField, FilterValues>>

/** Undefined if no place can match. */
export function placeFilters(filter: PlaceTexts): TextCondition[] | undefined {
  const values = toValues(filter)
  const filters: TextCondition[] = []
  if (placeFields.some((field) => filter[field] !== undefined && isEmpty(values[field]))) return undefined
  const included = placeFields.filter((field) => values[field].included.length > 0)
  if (included.length > 0) {
    const one = (field: PlaceField) => (included.includes(field) ? values[field].included : [undefined])
    const matches = one('city').flatMap((city) =>
      one('region').flatMap((region) =>
        one('country').flatMap(
          (country) => toMatch({ city, region, country }, values.city.exact.has(city ?? '')) ?? [],
        ),
      ),
    )
    const found = joinMatches(matches)
    if (found === undefined) return undefined
    filters.push(found)
  }
  for (const field of placeFields) {
    const matches = values[field].excluded.flatMap((value) => toMatch({ [field]: value }, false) ?? [])
    const found = joinMatches(matches)
    if (found !== undefined) filters.push({ ...found, isExcluded: true })
  }
  return filters
}

function toValues(filter: PlaceTexts): PlaceValues {
  const valuesOf = (field: PlaceField) => parseValues(filter[field] ?? '')
  return {
    city: withLabels(valuesOf('city'), (text) => [toCityLabel(text)]),
    region: withLabels(valuesOf('region'), toRegionLabels),
    country: valuesOf('country'),
  }
}

function withLabels(values: FilterValues, toLabels: (text: string) => readonly string[]): FilterValues {
  const { included, excluded, exact } = values
  return {
    included: [...new Set(included.flatMap((text) => (exact.has(text) ? [text] : toLabels(text))))],
    excluded: excluded.flatMap(toLabels),
    exact,
  }
}

function isEmpty({ included, excluded }: FilterValues): boolean {
  return included.length === 0 && excluded.length === 0
}

/** One key of a field. */
interface Match {
  readonly field: PlaceField
  readonly key: string
}

/** All are of the same field. */
function joinMatches(matches: readonly Match[]): TextCondition | undefined {
  const [first] = matches
  return first && { field: first.field, keys: matches.map(({ key }) => key) }
}

/** Undefined if no place can match. `isExact`: a city without a country has none. */
function toMatch(place: PlaceTexts, isExact: boolean): Match | undefined {
  const city = place.city === undefined ? undefined : splitCity(place.city)
  const region = place.region === undefined ? undefined : splitRegion(place.region)
  const codes = [city?.country, region?.country, place.country && parseCountry(place.country)]
  const [country, another] = new Set(codes.filter((code) => code !== undefined && code !== ''))
  if (another !== undefined) return undefined
  const stated = place.country !== undefined && country === undefined ? place.country : undefined
  const countryLabel = stated ?? (country === undefined ? undefined : (countryName(country) ?? country))
  if (city?.key === '' || region?.key === '' || (countryLabel && facetKey('country', countryLabel) === ''))
    return undefined
  if (city !== undefined && region !== undefined) return cityInRegion(city.key, region.key, country)
  if (city !== undefined) {
    const { key } = city
    if (countryLabel !== undefined) return { field: 'city', key: facetKey('city', `${key}, ${countryLabel}`) }
    return { field: 'city', key: isExact ? placeWithoutCountry(key) : key }
  }
  if (region !== undefined) {
    if (countryLabel === undefined) return { field: 'region', key: region.key }
    return { field: 'region', key: facetKey('region', `${country ?? countryLabel}-${region.key}`) }
  }
  return countryLabel === undefined ? undefined : { field: 'country', key: facetKey('country', countryLabel) }
}

interface PlaceValue {
  readonly key: string
  /** ISO 3166-1 alpha-2 code. */
  readonly country: string | undefined
}

/** `London`, or `London, United Kingdom`. */
function splitCity(text: string): PlaceValue {
  const at = text.lastIndexOf(',')
  const country = at === -1 ? undefined : parseCountry(text.slice(at + 1).trim())
  const name = country === undefined ? text : text.slice(0, at)
  return { key: facetKey('city', name.replaceAll(',', ' ')), country }
}

/** `CT`, or `US-CT`. */
function splitRegion(text: string): PlaceValue {
  const country = /^[A-Za-z]{2}-/.test(text) ? parseCountry(text.slice(0, 2)) : undefined
  return { key: facetKey('region', country === undefined ? text : text.slice(3)), country }
}

function cityInRegion(city: string, region: string, country: string | undefined): Match {
  const key = country === undefined ? region : facetKey('region', `${country}-${region}`)
  return { field: 'region', key: cityInRegionKey(key, city) }
}

interface CountedField {
  readonly field: FacetField
  readonly toKeys?: TextKeys
}

/**
 * How postings are counted by a field. Under filters of places, a posting counts for the values of those of its places that
 * match: the count of a row is that of the search with its value as a further filter.
 */
export function toCountedField(field: FacetField, filter: PlaceTexts): CountedField {
  const values = toValues(filter)
  const isStated = (one: PlaceField) => one === field || values[one].included.length > 0
  if (!isPlaceField(field) || !placeFields.some((one) => values[one].included.length > 0)) return { field }
  const isCityInRegion = isStated('city') && isStated('region')
  const column = isCityInRegion ? 'region' : (placeFields.find(isStated) ?? field)
  const matches = toPlaceTest(values)
  return {
    field: column,
    toKeys: (list) => {
      const keys = new Set<string>()
      for (const key of splitPipes(list)) {
        const place = toStoredPlace(column, key)
        if (place === undefined || (place.city !== undefined && column === 'region') !== isCityInRegion)
          continue
        if (matches(place)) keys.add(toKey(field, place))
      }
      keys.delete('')
      return keys
    },
  }
}

function isPlaceField(field: string): field is PlaceField {
  return placeFields.some((one) => one === field)
}

/** What a key says about a place. Names are keys; the country is a code. */
interface StoredPlace {
  readonly city?: string | undefined
  readonly region?: string | undefined
  readonly country?: string | undefined
}

const countryNamed = rememberTexts(parseCountry)

function toStoredPlace(column: PlaceField, key: string): StoredPlace | undefined {
  if (column === 'country') return { country: countryNamed(key) }
  if (column === 'city') {
    const { key: city, country } = splitCity(key)
    return { city, country }
  }
  const [, country, region, city] = /^([a-z]{2})-([^/]+)(?:\/(.+))?$/.exec(key) ?? []
  return country === undefined ? undefined : { country: country.toUpperCase(), region, city }
}

/** Empty if the place has no such value. */
function toKey(field: PlaceField, { city, region, country }: StoredPlace): string {
  const name = country === undefined ? undefined : (countryName(country) ?? country)
  if (field === 'country') return name === undefined ? '' : facetKey('country', name)
  if (field === 'region') return region === undefined ? '' : facetKey('region', `${country}-${region}`)
  return name === undefined ? (city ?? '') : facetKey('city', `${city}, ${name}`)
}

function toPlaceTest(values: PlaceValues): (place: StoredPlace) => boolean {
  const cities = values.city.included.map((text) => ({
    ...splitCity(text),
    isExact: values.city.exact.has(text),
  }))
  const regions = values.region.included.map(splitRegion)
  const countries = values.country.included.map((text) => parseCountry(text))
  const isIn = ({ country }: PlaceValue, place: StoredPlace) =>
    country === undefined || country === place.country
  return (place) =>
    (cities.length === 0 ||
      cities.some(
        (city) =>
          city.key === place.city && isIn(city, place) && !(city.isExact && place.country !== city.country),
      )) &&
    (regions.length === 0 || regions.some((region) => region.key === place.region && isIn(region, place))) &&
    (countries.length === 0 || (place.country !== undefined && countries.includes(place.country)))
}
