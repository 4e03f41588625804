/** Parses locations of data processing: the original text, and the country or region that the reader of places finds in it. */

import { parseCountry } from '../../../../core/places/countries.ts'
import { readPlaceText } from '../../../../core/places/reader/read-place-text.ts'
import { countriesOfCloudRegions } from './cloud-regions.ts'

export interface Location {
  readonly raw: string
  readonly country_code: string | null
  readonly region: string | null
}

/** By the labels of the reader. */
const regionByLabel: Readonly<Record<string, string>> = {
  EU: 'EU',
  Europe: 'EU',
  Global: 'GLOBAL',
  APAC: 'APAC',
}

const locationsMax = 60
const textMax = 120

export function toLocations(raw: readonly string[]): Location[] {
  return raw
    .flatMap((text) => text.split(/[/;\n]|\bor\b|\band\b/i))
    .flatMap(toPlaces)
    .slice(0, locationsMax)
}

/** The places of a list with commas. `San Francisco, CA, USA` is one place; `US, CA, DE` are three. */
function toPlaces(text: string): Location[] {
  const parts = text
    .split(',')
    .map((part) => part.trim().slice(0, textMax))
    .filter((part) => part !== '')
  if (parts.length < 2) return parts.map(toLocation)
  const whole = parts.join(', ')
  const isList = parts.every((part) => parseCountry(part) !== undefined || toLocation(part).region !== null)
  return isList || countriesIn(whole).length !== 1 ? parts.map(toLocation) : [toLocation(whole)]
}

function toLocation(raw: string): Location {
  const [country, another] = countriesIn(raw)
  if (country !== undefined)
    return { raw, country_code: another === undefined ? country : null, region: null }
  const { worldRegions } = readPlaceText(raw, {})
  const isGlobal = /^(?:worldwide|multi-region)$/i.test(raw)
  return {
    raw,
    country_code: null,
    region: isGlobal ? 'GLOBAL' : (regionByLabel[worldRegions[0] ?? ''] ?? null),
  }
}

/** A code of a country counts as such: `CA` alone is Canada here, and `IT` is Italy. */
function countriesIn(text: string): string[] {
  const stated = parseCountry(text)
  if (stated !== undefined) return [stated]
  const inCloud = countriesOfCloudRegions(text)
  if (inCloud.length > 0) return inCloud
  return [...new Set(readPlaceText(text, {}).places.flatMap(({ country }) => country ?? []))]
}
