/** The labels of the places that a value of a filter names, in any language: `München` is `Munich, Germany`. */

import { countryName, parseCountry } from '../../../core/places/countries.ts'
import { citiesNamed, countriesWithRegionCode, regionsNamed } from '../../../core/places/gazetteer.ts'
import type { Place } from '../../../core/places/place.ts'
import { placeKey } from '../../../core/places/place-key.ts'
import { shortFormOf } from '../../../core/places/read-place.ts'
import { partsOf } from '../../../core/places/reader/parts-of-text.ts'
import { readPlaceText } from '../../../core/places/reader/read-place-text.ts'
import { readPlaces } from '../../../core/places/reader/read-places.ts'
import { rememberTexts } from '../../../core/text/remember.ts'
import { foldPlace } from '../normalise/fold.ts'
import { cityLabel } from '../schema/place-keys.ts'

/** The value itself if it is a label already, or no known name. */
export const toCityLabel = rememberTexts((text: string): string => {
  const at = text.lastIndexOf(',')
  const country = at === -1 ? undefined : parseCountry(text.slice(at + 1).trim())
  const name = country === undefined ? text : text.slice(0, at)
  const key = placeKey(name)
  const cities = citiesNamed(key).filter((city) => country === undefined || city.country === country)
  if (cities.some((city) => foldPlace(city.name) === foldPlace(name)) && !isNameElsewhere(name, country))
    return text
  const [first] = cities
  const place = country === undefined ? placeNamed(name) : first && { city: first.name, country }
  return (place && cityLabel(place)) ?? text
})

/** `Roma` is also a town in Texas. */
function isNameElsewhere(name: string, country: string | undefined): boolean {
  const city = country === undefined ? placeNamed(name)?.city : undefined
  return city !== undefined && placeKey(city) !== placeKey(name)
}

/** The labels of all regions with this name; the value itself if it is a code, or no known name. */
export const toRegionLabels = rememberTexts((text: string): readonly string[] => {
  if (/^[A-Za-z]{2}-/.test(text) && countryName(text.slice(0, 2).toUpperCase()) !== undefined) return [text]
  if (text.length <= 3 && countriesWithRegionCode(text.toUpperCase()).length > 0) return [text]
  const regions = regionsNamed(placeKey(text)).filter(({ isCounty }) => !isCounty)
  return regions.length === 0
    ? [text]
    : [...new Set(regions.map(({ country, code }) => `${country}-${code}`))]
})

function placeNamed(name: string): Place | undefined {
  const text = shortFormOf(name)
  if (text !== undefined) return readPlaceText(text, {}).places[0]
  const parts = partsOf(name)
  return parts.length === 1 && parts[0]?.text === name.trim() ? readPlaces(parts, {})[0] : undefined
}
