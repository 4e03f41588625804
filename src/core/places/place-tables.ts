/** What `scripts/build-places.ts` packs beside the gazetteer: postal areas, parts of cities, and the names of regions. */

import { readFileSync } from 'node:fs'
import type { Point } from './distance.ts'
import { type City, citiesNamed } from './gazetteer.ts'
import { PackedLines } from './packed-lines.ts'

export interface PostalArea {
  readonly country: string
  readonly point: Point
}

export class PlaceTables {
  readonly #postalAreas: PackedLines
  readonly #partsOfCities: PackedLines
  readonly #regions: PackedLines

  constructor(file: Buffer) {
    const [postalAreas, partsOfCities, regions] = PackedLines.tablesOf(file)
    if (!postalAreas || !partsOfCities || !regions) throw new Error('the places lack a table')
    this.#postalAreas = postalAreas
    this.#partsOfCities = partsOfCities
    this.#regions = regions
  }

  /** `area`: folded and without spaces, of the size that the country's table has. */
  postalAreas(area: string): PostalArea[] {
    return this.#postalAreas
      .find(area)
      .map(([country = '', lat, lon]) => ({ country, point: { lat: Number(lat), lon: Number(lon) } }))
  }

  /** Cities of the gazetteer, and parts of cities that it leaves out. */
  cities(key: string): City[] {
    return [...citiesNamed(key), ...this.partsOfCities(key)]
  }

  /** Those that the gazetteer leaves out. */
  partsOfCities(key: string): City[] {
    return this.#partsOfCities.find(key).map(([name = '', country = '', region, population, lat, lon]) => ({
      name,
      country,
      region: region || undefined,
      population: Number(population),
      lat: Number(lat),
      lon: Number(lon),
    }))
  }

  regionName(country: string, region: string | undefined): string | undefined {
    return region === undefined ? undefined : this.#regions.find(`${country}.${region}`)[0]?.[0]
  }
}

/** Half a megabyte, read on first use. */
let loaded: PlaceTables | undefined

export function placeTables(): PlaceTables {
  loaded ??= new PlaceTables(readFileSync(new URL('./places.pack', import.meta.url)))
  return loaded
}
