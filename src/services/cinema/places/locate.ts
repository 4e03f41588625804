/** Geocodes offline: "lat,lon", a postal code, or the name of a city. */

import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { Failure } from '../../../core/errors.ts'
import { foldText } from '../normalise/fold-text.ts'
import type { Point } from '../queries/distance.ts'
import type { Theaters } from '../queries/theater-index.ts'
import { SortedLines } from './sorted-lines.ts'

interface Gazetteer {
  readonly zips: SortedLines
  readonly cities: SortedLines
  readonly regions: SortedLines
}

/** A few megabytes, loaded on first use. */
let gazetteer: Promise<Gazetteer> | undefined

async function readGazetteer(): Promise<Gazetteer> {
  const compressed = await readFile(new URL('./places.br', import.meta.url))
  const bytes = await promisify(brotliDecompress)(compressed)
  const first = bytes.indexOf('\n\n') + 1
  const second = bytes.indexOf('\n\n', first + 1) + 1
  return {
    zips: new SortedLines(bytes.subarray(0, first)),
    cities: new SortedLines(bytes.subarray(first + 1, second)),
    regions: new SortedLines(bytes.subarray(second + 1)),
  }
}

/** Throws `invalid_request` for an unknown place. */
export async function locate(near: string, theaters: Theaters): Promise<Point> {
  const point = parsePoint(near) ?? locatePostalCode(near, theaters) ?? (await locateByName(near, theaters))
  if (point !== undefined) return point
  throw new Failure('invalid_request', 'Unknown place in "near".', {
    details: {
      parameter: 'near',
      expected: 'lat,lon, a postal code, or a city such as Leeds or Portland, OR',
    },
  })
}

/** Any two doubles, as they are usually written. */
const coordinates = /^\s*(-?\d+(?:\.\d+)?(?:e[-+]?\d+)?)\s*,\s*(-?\d+(?:\.\d+)?(?:e[-+]?\d+)?)\s*$/i

function parsePoint(near: string): Point | undefined {
  const [, lat, lon] = coordinates.exec(near) ?? []
  if (lat === undefined || lon === undefined) return undefined
  const point = { lat: Number(lat), lon: Number(lon) }
  return Math.abs(point.lat) <= 90 && Math.abs(point.lon) <= 180 ? point : undefined
}

/** The centroid of the theaters with this postal code, or with its first part. */
function locatePostalCode(near: string, theaters: Theaters): Point | undefined {
  const code = foldText(near)
  if (!/\d/.test(code)) return undefined
  const locatedTheaters = theaters.ordered.filter(({ point }) => point !== undefined)
  const exactMatches = locatedTheaters.filter(({ postalCode }) => postalCode === code)
  if (exactMatches.length > 0) return centroid(exactMatches.map(({ point }) => point))
  const [area = ''] = code.split(' ')
  const isPostal = /^[a-z]{1,2}\d[a-z\d]?$/.test(area)
  const areaMatches = isPostal
    ? locatedTheaters.filter(({ postalCode }) => postalCode.split(' ')[0] === area)
    : []
  return areaMatches.length > 0 ? centroid(areaMatches.map(({ point }) => point)) : undefined
}

function centroid(points: readonly (Point | undefined)[]): Point | undefined {
  const definedPoints = points.filter((point) => point !== undefined)
  const [first] = definedPoints
  if (first === undefined) return undefined
  // Relative to the first point, so that it works across the antimeridian.
  const lon =
    definedPoints.reduce((sum, point) => sum + wrapLongitude(point.lon - first.lon), 0) / definedPoints.length
  const lat = definedPoints.reduce((sum, point) => sum + point.lat, 0) / definedPoints.length
  return { lat, lon: wrapLongitude(first.lon + lon) }
}

function wrapLongitude(degrees: number): number {
  return ((((degrees + 180) % 360) + 360) % 360) - 180
}

async function locateByName(near: string, theaters: Theaters): Promise<Point | undefined> {
  gazetteer ??= readGazetteer()
  const { zips, cities, regions } = await gazetteer
  const [name = '', ...qualifiers] = near.split(',').map(foldText)
  const [zip] = /^\d{5}(-\d{4})?$/.test(name) ? zips.find(name.slice(0, 5)) : []
  if (zip !== undefined) return { lat: Number(zip[0]), lon: Number(zip[1]) }
  if (name === '') return undefined
  const candidates = [...cities.find(name), ...cities.find(`${name} city`)]
    .map(([country = '', region = '', lat, lon]) => ({
      words: [country, region, regions.find(`${country}.${region}`)[0]?.[0] ?? '', countryName(country)].map(
        foldText,
      ),
      point: { lat: Number(lat), lon: Number(lon) },
    }))
    .filter(({ words }) => qualifiers.every((word) => words.includes(countryAliases.get(word) ?? word)))
  return pointWithMostTheaters(
    candidates.map(({ point }) => point),
    theaters,
  )
}

const countryAliases = new Map([
  ['uk', 'gb'],
  ['england', 'england'],
  ['usa', 'us'],
])

const countryNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })

function countryName(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (countryNames.of(code) ?? code) : code
}

const cityMiles = 30

/** Of several towns with the same name, the one with the most theaters nearby. */
function pointWithMostTheaters(points: readonly Point[], theaters: Theaters): Point | undefined {
  let best: { point: Point; count: number } | undefined
  for (const point of points.slice(0, 100)) {
    const count = theaters.near(point, cityMiles).length
    if (best === undefined || count > best.count) best = { point, count }
  }
  return best?.point
}
