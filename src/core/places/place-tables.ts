/** What `scripts/build-places.ts` packs beside the gazetteer: postal areas, parts of cities, and the names of regions. */

import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import type { Point } from './distance.ts'
import { type City, citiesNamed, loadGazetteer } from './gazetteer.ts'
import { SortedLines } from './sorted-lines.ts'

export interface PostalArea {
  readonly country: string
  readonly point: Point
}

export class PlaceTables {
  readonly #postalAreas: SortedLines
  readonly #partsOfCities: SortedLines
  readonly #regions: SortedLines

  constructor(bytes: Buffer) {
    const first = bytes.indexOf('\n\n') + 1
    const second = bytes.indexOf('\n\n', first + 1) + 1
    this.#postalAreas = new SortedLines(bytes.subarray(0, first))
    this.#partsOfCities = new SortedLines(bytes.subarray(first + 1, second))
    this.#regions = new SortedLines(bytes.subarray(second + 1))
  }

  /** `area`: folded and without spaces, of the size that the country's table has. */
  postalAreas(area: string): PostalArea[] {
    return this.#postalAreas
      .find(area)
      .map(([country = '', lat, lon]) => ({ country, point: { lat: Number(lat), lon: Number(lon) } }))
  }

  /** Cities of the gazetteer, and parts of cities that it leaves out. */
  cities(key: string): City[] {
    const parts = this.#partsOfCities
      .find(key)
      .map(([name = '', country = '', region, population, lat, lon]) => ({
        name,
        country,
        region: region || undefined,
        population: Number(population),
        lat: Number(lat),
        lon: Number(lon),
      }))
    return [...citiesNamed(key), ...parts]
  }

  regionName(country: string, region: string | undefined): string | undefined {
    return region === undefined ? undefined : this.#regions.find(`${country}.${region}`)[0]?.[0]
  }
}

/** Two megabytes, loaded on first use together with the gazetteer. */
let loading: Promise<PlaceTables> | undefined

export function loadPlaceTables(): Promise<PlaceTables> {
  loading ??= readTables().catch((error: unknown) => {
    // The next request tries again.
    loading = undefined
    throw error
  })
  return loading
}

async function readTables(): Promise<PlaceTables> {
  const compressed = await readFile(new URL('./places.br', import.meta.url))
  const [bytes] = await Promise.all([promisify(brotliDecompress)(compressed), loadGazetteer()])
  return new PlaceTables(bytes)
}
