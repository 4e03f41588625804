/** The made-up chains: their platforms, theaters and screens. */

import { type Random, random } from '../random.ts'
import type { Chain, Platform, Screen, Theater } from './chain.ts'
import { chainFacts } from './chain-facts.ts'
import { citiesOf } from './cities.ts'

export type { Chain, Platform, Screen, Theater } from './chain.ts'

const streets = [
  'High Street',
  'Station Road',
  'Market Square',
  'Mill Lane',
  'Harbour Way',
  'Park Avenue',
  'Castle Street',
  'Bridge Road',
]
const streetsOf: Readonly<Record<string, readonly string[]>> = {
  FR: ['rue de la République', 'place du Marché', 'boulevard Victor-Hugo'],
  ES: ['Calle Mayor', 'Plaza de España', 'Avenida del Puerto'],
  CZ: ['Nádražní', 'Hlavní třída', 'Masarykovo náměstí'],
  PL: ['Rynek Główny', 'ul. Długa', 'ul. Piotrkowska'],
  DE: ['Hauptstraße', 'Marktplatz', 'Bahnhofstraße'],
  SE: ['Kungsgatan', 'Storgatan', 'Drottningtorget'],
  BR: ['Rua das Flores', 'Avenida Paulista', 'Praça da Matriz'],
}

/** The theaters do not depend on the seed; only what they show does. */
export const chains: readonly Chain[] = chainFacts.map(
  ({ places, naming, site, options, openShare, ...chain }) => {
    const cities = places.flatMap(([country, from, to]) => citiesOf(country).slice(from, to))
    const theaters = cities.map((city, index): Theater => {
      const key = `${chain.id}/${site(index)}`
      const generator = random('cinema', key)
      const street = generator.pick(streetsOf[city.country] ?? streets)
      return {
        key,
        site: site(index),
        name: naming(city, index),
        street: `${generator.int(1, 180)} ${street}`,
        city,
        lat: round(city.lat + (generator.float() - 0.5) * 0.03),
        lon: round(city.lon + (generator.float() - 0.5) * 0.03),
        screens: screensOf(generator, chain.platform, openShare),
        ...(options === undefined ? {} : { options: options(index) }),
      }
    })
    return { ...chain, theaters }
  },
)

function screensOf(random: Random, platform: Platform, openShare: number): Screen[] {
  const isSmall = platform === 'veezi' || platform === 'json-ld' || platform === 'filmbot'
  const count = isSmall ? random.int(1, 3) : random.int(2, 4)
  return Array.from({ length: count }, (_, index): Screen => {
    const isLarge = index === 0 && !isSmall
    const kind = isLarge
      ? random.pick(['imax', 'plf', '4dx', 'standard'] as const)
      : random.pick(['standard', 'standard', 'recliner', 'lounge'] as const)
    return {
      number: index + 1,
      name: kind === 'imax' ? 'IMAX' : kind === 'lounge' ? 'The Lounge' : `Screen ${index + 1}`,
      rows: isLarge ? random.int(10, 13) : random.int(4, 8),
      columns: isLarge ? random.int(14, 18) : random.int(7, 12),
      kind: isSmall ? 'standard' : kind,
      isReserved: !random.chance(openShare),
    }
  })
}

function round(degrees: number): number {
  return Math.round(degrees * 10_000) / 10_000
}

export function theaterAt(chain: Chain, site: string | null | undefined): Theater | undefined {
  return chain.theaters.find((theater) => theater.site === site)
}
