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
  readonly regions: Regions
}

interface Regions {
  readonly byKey: ReadonlyMap<string, readonly Region[]>
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
  loaded = { cities: await KeyedLines.inSteps(cities), regions: readRegions(regions.toString()) }
}

function gazetteer(): Gazetteer {
  loaded ??= readGazetteer()
  return loaded
}

function readGazetteer(): Gazetteer {
  const { cities, regions } = split(brotliDecompressSync(readFileSync(file)))
  return { cities: KeyedLines.of(cities), regions: readRegions(regions.toString()) }
}

function split(bytes: Buffer): { readonly cities: Buffer; readonly regions: Buffer } {
  const end = bytes.indexOf('\n\n') + 1
  return { cities: bytes.subarray(0, end), regions: bytes.subarray(end + 1) }
}

function readRegions(text: string): Regions {
  const byKey = new Map<string, Region[]>()
  const countriesByCode = new Map<string, string[]>()
  for (const line of text.split('\n')) {
    const [key = '', country, code, county] = line.split('\t')
    if (country === undefined || code === undefined) continue
    const isCounty = county !== undefined
    addTo(byKey, key, { country, code, isCounty })
    if (!isCounty && !countriesByCode.get(code)?.includes(country)) addTo(countriesByCode, code, country)
  }
  return { byKey, countriesByCode }
}

function addTo<Item>(lists: Map<string, Item[]>, key: string, item: Item): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [item])
  else list.push(item)
}

/** All cities with this name, also by another of their names. The largest first. */
export function citiesNamed(key: string): City[] {
  const rows = gazetteer().cities.find(key)
  if (rows.length === 0) return []
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
    name: name || capitalize(key),
    country,
    region: region || undefined,
    population: Number(population),
    lat: Number(lat),
    lon: Number(lon),
  }
}

function capitalize(key: string): string {
  if (/^[a-z]+$/.test(key)) return key.charAt(0).toUpperCase() + key.slice(1)
  return key.replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase())
}

export function regionsNamed(key: string): readonly Region[] {
  return gazetteer().regions.byKey.get(key) ?? []
}

/** The countries that have a region with this code. */
export function countriesWithRegionCode(code: string): readonly string[] {
  return gazetteer().regions.countriesByCode.get(code) ?? []
}
