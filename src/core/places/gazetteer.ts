/**
 * The offline gazetteer: cities and regions of the world by name, built by `scripts/build-gazetteer.ts`. Names are
 * looked up by their `placeKey`.
 */

import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliDecompress, brotliDecompressSync } from 'node:zlib'
import { KeyedLines } from './keyed-lines.ts'

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
}

export interface Region {
  readonly country: string
  /** ISO 3166-2 code without the country. */
  readonly code: string
  /** The name is that of a part of the region: Surrey is in England. */
  readonly isCounty: boolean
}

interface Gazetteer {
  readonly cities: KeyedLines
  readonly regions: KeyedLines
  /** Countries by code of a region. */
  readonly countriesByCode: ReadonlyMap<string, readonly string[]>
}

/** Twelve megabytes, loaded on first use. */
let loaded: Gazetteer | undefined
let loading: Promise<void> | undefined

const file = new URL('./gazetteer.br', import.meta.url)

/** For processes that serve requests: other work goes on while it is unpacked. */
export async function loadGazetteer(): Promise<void> {
  if (loaded !== undefined) return
  loading ??= readInSteps().finally(() => {
    loading = undefined
  })
  await loading
}

async function readInSteps(): Promise<void> {
  const { cities, regions } = split(await promisify(brotliDecompress)(await readFile(file)))
  loaded = {
    cities: await KeyedLines.inSteps(cities),
    regions: await KeyedLines.inSteps(regions),
    countriesByCode: readCodes(regions.toString()),
  }
}

function gazetteer(): Gazetteer {
  loaded ??= readGazetteer()
  return loaded
}

function readGazetteer(): Gazetteer {
  const { cities, regions } = split(brotliDecompressSync(readFileSync(file)))
  return {
    cities: KeyedLines.of(cities),
    regions: KeyedLines.of(regions),
    countriesByCode: readCodes(regions.toString()),
  }
}

function split(bytes: Buffer): { readonly cities: Buffer; readonly regions: Buffer } {
  const end = bytes.indexOf('\n\n') + 1
  return { cities: bytes.subarray(0, end), regions: bytes.subarray(end + 1) }
}

function readCodes(text: string): Map<string, readonly string[]> {
  const byCode = new Map<string, Set<string>>()
  for (const line of text.split('\n')) {
    const [, country, code, county] = line.split('\t')
    if (country === undefined || code === undefined || county !== undefined) continue
    const countries = byCode.get(code) ?? new Set()
    byCode.set(code, countries.add(country))
  }
  return new Map([...byCode].map(([code, countries]) => [code, [...countries]]))
}

/** All cities with this name, also by another of their names. The largest first. */
export function citiesNamed(key: string): City[] {
  const rows = gazetteer().cities.find(key)
  const cities = rows.flatMap((fields) => (fields.length === 3 ? otherNamed(fields) : toCity(key, fields)))
  return cities.sort((one, other) => other.population - one.population)
}

function otherNamed([key = '', country, region]: readonly string[]): City[] {
  return gazetteer()
    .cities.find(key)
    .filter((fields) => fields.length > 3 && fields[1] === country && fields[2] === region)
    .map((fields) => toCity(key, fields))
}

function toCity(key: string, [name, country = '', region, population, lat, lon]: readonly string[]): City {
  return {
    name: name || key.replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase()),
    country,
    region: region || undefined,
    population: Number(population),
    lat: Number(lat),
    lon: Number(lon),
  }
}

export function regionsNamed(key: string): Region[] {
  return gazetteer()
    .regions.find(key)
    .map(([country = '', code = '', county]) => ({ country, code, isCounty: county !== undefined }))
}

/** The countries that have a region with this code. */
export function countriesWithRegionCode(code: string): readonly string[] {
  return gazetteer().countriesByCode.get(code) ?? []
}
