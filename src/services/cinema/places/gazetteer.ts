/** The offline gazetteer, built by `scripts/build-places.ts`: postal areas, cities and regions. */

import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { foldText } from '../normalise/fold-text.ts'
import type { Point } from '../queries/distance.ts'
import { SortedLines } from './sorted-lines.ts'

/** A place that a name or a code can mean. */
export interface Candidate {
  /** For people, and accepted as `near`: `London, Ontario, Canada`. */
  readonly label: string
  readonly country: string
  readonly point: Point
  /** Everything that can stand after the comma, folded. */
  readonly qualifiers: readonly string[]
  /** Ranks cities by population; 0 if it is unknown, and for codes. */
  readonly size: number
}

interface Tables {
  readonly postalAreas: SortedLines
  readonly cities: SortedLines
  readonly regions: SortedLines
}

/** A few megabytes, loaded on first use. */
let tables: Promise<Tables> | undefined

function loadTables(): Promise<Tables> {
  tables ??= readTables()
  return tables
}

async function readTables(): Promise<Tables> {
  const compressed = await readFile(new URL('./places.br', import.meta.url))
  const bytes = await promisify(brotliDecompress)(compressed)
  const first = bytes.indexOf('\n\n') + 1
  const second = bytes.indexOf('\n\n', first + 1) + 1
  return {
    postalAreas: new SortedLines(bytes.subarray(0, first)),
    cities: new SortedLines(bytes.subarray(first + 1, second)),
    regions: new SortedLines(bytes.subarray(second + 1)),
  }
}

/** `area`: folded and without spaces, of the size that the country's table has. `code`: as it was written. */
export async function findPostalAreas(area: string, code: string): Promise<Candidate[]> {
  const { postalAreas } = await loadTables()
  return postalAreas
    .find(area)
    .map(([country = '', lat, lon]) => toCodeCandidate(code, country, { lat: Number(lat), lon: Number(lon) }))
}

export function toCodeCandidate(code: string, country: string, point: Point): Candidate {
  return {
    label: [code.toUpperCase(), countryName(country)].filter((part) => part !== '').join(', '),
    country,
    point,
    qualifiers: countryWords(country),
    size: 0,
  }
}

/** `name`: folded. */
export async function findCities(name: string): Promise<Candidate[]> {
  const { cities, regions } = await loadTables()
  const rows = [...cities.find(name), ...cities.find(`${name} city`)]
  return rows.map(([country = '', region = '', lat, lon, size]) => {
    const regionName = regions.find(`${country}.${region}`)[0]?.[0] ?? ''
    return {
      label: [toTitle(name), toTitle(regionName), countryName(country)]
        .filter((part) => part !== '')
        .join(', '),
      country,
      point: { lat: Number(lat), lon: Number(lon) },
      qualifiers: [foldText(region), regionName, ...countryWords(country)],
      size: Number(size),
    }
  })
}

const otherCountryWords: Readonly<Record<string, readonly string[]>> = { GB: ['uk'], US: ['usa'] }
const countryNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })

function countryName(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (countryNames.of(code) ?? code) : code
}

function countryWords(code: string): string[] {
  return [code, countryName(code)].map(foldText).concat(otherCountryWords[code] ?? [])
}

/** The table has folded names. */
function toTitle(name: string): string {
  return name.replace(/(^|[\s-])\p{L}/gu, (start) => start.toUpperCase())
}
