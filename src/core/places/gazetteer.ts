/**
 * The offline gazetteer: cities, regions and countries of the world by name, built by `scripts/build-gazetteer.ts`. Names are
 * looked up by their `placeKey`.
 */

import { readFileSync } from 'node:fs'
import { PackedLines } from './packed-lines.ts'

export interface City {
  readonly name: string
  /** ISO 3166-1 alpha-2 code. */
  readonly country: string
  /** ISO 3166-2 code without the country. */
  readonly region: string | undefined
  /** Rounded to two digits; 0 if it is not known. */
  readonly population: number
  readonly lat: number
  readonly lon: number
  /** It has names in many languages: Geneva, but not Durham. */
  readonly isWellKnown?: boolean
}

export interface Region {
  readonly country: string
  /** ISO 3166-2 code without the country. */
  readonly code: string
  /** The name is that of a part of the region: Surrey is in England. */
  readonly isCounty: boolean
}

interface Gazetteer {
  readonly cities: PackedLines
  readonly regions: PackedLines
  /** Countries by code of a region. */
  readonly regionCodes: PackedLines
  /** Codes of countries by their names in other languages than English. */
  readonly foreignNames: PackedLines
}

/** Four megabytes, read on first use. */
let loaded: Gazetteer | undefined

function gazetteer(): Gazetteer {
  loaded ??= readGazetteer()
  return loaded
}

function readGazetteer(): Gazetteer {
  const tables = PackedLines.tablesOf(readFileSync(new URL('./gazetteer.pack', import.meta.url)))
  const [cities, regions, regionCodes, foreignNames] = tables
  if (!cities || !regions || !regionCodes || !foreignNames) throw new Error('the gazetteer lacks a table')
  return { cities, regions, regionCodes, foreignNames }
}

/** All cities with this name, also by another of their names. The largest first. */
export function citiesNamed(key: string): City[] {
  const cities: City[] = []
  for (const fields of gazetteer().cities.find(key)) {
    if (fields.length === 3) cities.push(...otherNamed(fields))
    else cities.push(toCity(key, fields))
  }
  return cities.length < 2 ? cities : cities.sort((one, other) => other.population - one.population)
}

function otherNamed([key = '', country, region]: readonly string[]): City[] {
  return gazetteer()
    .cities.find(key)
    .filter((fields) => fields.length > 3 && fields[1] === country && fields[2] === region)
    .map((fields) => toCity(key, fields))
}

function toCity(
  key: string,
  [name, country = '', region, population, lat, lon, known]: readonly string[],
): City {
  return {
    name: name || capitalize(key),
    country,
    region: region || undefined,
    population: Number(population),
    lat: Number(lat),
    lon: Number(lon),
    isWellKnown: known !== undefined,
  }
}

function capitalize(key: string): string {
  if (/^[a-z ]+$/.test(key)) return capitalizeWords(key)
  return key.replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase())
}

/** Of plain letters: several times as fast as the pattern. */
function capitalizeWords(key: string): string {
  let name = ''
  for (let start = 0, end = 0; start < key.length; start = end) {
    end = key.indexOf(' ', start) + 1 || key.length
    name += key.charAt(start).toUpperCase() + key.slice(start + 1, end)
  }
  return name
}

export function regionsNamed(key: string): Region[] {
  return gazetteer()
    .regions.find(key)
    .map(([country = '', code = '', county]) => ({ country, code, isCounty: county !== undefined }))
}

/** The countries that have a region with this code. */
export function countriesWithRegionCode(code: string): readonly string[] {
  return gazetteer().regionCodes.find(code)[0] ?? []
}

/** `deutschland` */
export function countryByForeignName(key: string): string | undefined {
  return gazetteer().foreignNames.find(key)[0]?.[0]
}
