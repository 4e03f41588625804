/** The made-up chains: what they run on, where, and how much their platform tells. */

import type { Random } from '../random.ts'
import { random } from '../random.ts'
import { type City, citiesOf } from './cities.ts'

export type Platform = 'vista-ocapi' | 'veezi' | 'quickbook' | 'webedia' | 'reading' | 'cineplex' | 'json-ld'

export interface PretendChain {
  readonly id: string
  readonly name: string
  readonly platform: Platform
  readonly country: string
  readonly currency: string
  /** Where it answers. */
  readonly host: string
  /** The language its titles are listed in. */
  readonly language: 'en' | 'es' | 'fr' | 'cs'
  /** What an adult pays in the evening. */
  readonly adultPrice: number
  readonly theaters: readonly PretendTheater[]
}

export interface PretendTheater {
  /** Unique in the world, for chance. */
  readonly key: string
  /** What the platform calls it. */
  readonly site: string
  readonly name: string
  readonly street: string
  readonly city: City
  readonly lat: number
  readonly lon: number
  readonly screens: readonly PretendScreen[]
}

export interface PretendScreen {
  readonly number: number
  readonly name: string
  readonly rows: number
  readonly columns: number
  readonly kind: 'standard' | 'imax' | 'plf' | 'recliner' | '4dx' | 'lounge'
  /** Whether tickets name seats. */
  readonly isReserved: boolean
}

type ChainFacts = Omit<PretendChain, 'theaters'> & {
  /** Which cities, and how a theater there is called. */
  readonly places: readonly (readonly [country: string, from: number, to: number])[]
  readonly naming: (city: City, index: number) => string
  readonly site: (index: number) => string
  /** The share of screens without numbered seats. */
  readonly openShare: number
}

const facts: readonly ChainFacts[] = [
  {
    id: 'meridian',
    name: 'Meridian Cinemas',
    platform: 'vista-ocapi',
    country: 'GB',
    currency: 'GBP',
    host: 'vwc.meridian.cinema.sandbox',
    language: 'en',
    adultPrice: 12.5,
    places: [['GB', 0, 26]],
    naming: (city) => `Meridian ${city.name}`,
    site: (index) => String(101 + index),
    openShare: 0.05,
  },
  {
    id: 'alborada',
    name: 'Cines Alborada',
    platform: 'vista-ocapi',
    country: 'ES',
    currency: 'EUR',
    host: 'vwc.alborada.cinema.sandbox',
    language: 'es',
    adultPrice: 9.9,
    places: [['ES', 0, 14]],
    naming: (city) => `Alborada ${city.name}`,
    site: (index) => `ALB${index + 1}`,
    openShare: 0,
  },
  {
    id: 'silverline',
    name: 'Silverline Cinemas',
    platform: 'quickbook',
    country: 'GB',
    currency: 'GBP',
    host: 'www.silverline.cinema.sandbox',
    language: 'en',
    adultPrice: 11,
    places: [
      ['GB', 3, 17],
      ['IE', 0, 3],
    ],
    naming: (city) => `Silverline ${city.name}`,
    site: (index) => String(index + 12).padStart(3, '0'),
    openShare: 0,
  },
  {
    id: 'orbis',
    name: 'Kina Orbis',
    platform: 'quickbook',
    country: 'CZ',
    currency: 'CZK',
    host: 'www.orbis.cinema.sandbox',
    language: 'cs',
    adultPrice: 219,
    places: [['CZ', 0, 8]],
    naming: (city) => `Orbis ${city.name}`,
    site: (index) => String(1030 + index),
    openShare: 0,
  },
  {
    id: 'lantern',
    name: 'Lantern Theatres',
    platform: 'webedia',
    country: 'US',
    currency: 'USD',
    host: 'www.lantern.cinema.sandbox',
    language: 'en',
    adultPrice: 14,
    places: [['US', 0, 22]],
    naming: (city, index) => `Lantern ${city.name}${index % 5 === 0 ? ' & Dine-In' : ''}`,
    site: (index) => `X1${(0x20 + index).toString(36).toUpperCase()}L`,
    openShare: 0,
  },
  {
    id: 'velours',
    name: 'Cinémas Velours',
    platform: 'webedia',
    country: 'FR',
    currency: 'EUR',
    host: 'www.velours.cinema.sandbox',
    language: 'fr',
    adultPrice: 11.5,
    places: [['FR', 0, 10]],
    naming: (city) => `Le Velours ${city.name}`,
    site: (index) => `P0${300 + index}`,
    openShare: 0,
  },
  {
    id: 'southern-cross',
    name: 'Southern Cross Cinemas',
    platform: 'reading',
    country: 'AU',
    currency: 'AUD',
    host: 'api.southern-cross.cinema.sandbox',
    language: 'en',
    adultPrice: 21,
    places: [['AU', 0, 16]],
    naming: (city) => `Southern Cross ${city.name}`,
    site: (index) => `sc-${index + 1}`,
    openShare: 0.15,
  },
  {
    id: 'northern-lights',
    name: 'Northern Lights Cinemas',
    platform: 'cineplex',
    country: 'CA',
    currency: 'CAD',
    host: 'apis.northern-lights.cinema.sandbox',
    language: 'en',
    adultPrice: 15.5,
    places: [['CA', 0, 20]],
    naming: (city, index) => `Northern Lights ${city.name}${index % 4 === 0 ? ' and VIP' : ''}`,
    site: (index) => String(7100 + index),
    openShare: 0.08,
  },
  {
    id: 'corner-houses',
    name: 'Corner Picture Houses',
    platform: 'veezi',
    country: 'US',
    currency: 'USD',
    host: 'api.veezi.cinema.sandbox',
    language: 'en',
    adultPrice: 11,
    places: [
      ['US', 8, 14],
      ['GB', 19, 22],
      ['NZ', 0, 4],
    ],
    naming: (city) => `The ${city.name} Picture House`,
    site: (index) => `corner-${index + 1}`,
    openShare: 0.5,
  },
  {
    id: 'paper-moon',
    name: 'Paper Moon Art Houses',
    platform: 'json-ld',
    country: 'US',
    currency: 'USD',
    host: 'www.paper-moon.cinema.sandbox',
    language: 'en',
    adultPrice: 13,
    places: [
      ['US', 22, 26],
      ['GB', 21, 23],
    ],
    naming: (city) => `Paper Moon ${city.name}`,
    site: (index) => `house-${index + 1}`,
    openShare: 1,
  },
]

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
}

/** The same whatever the seed: the buildings stay, only what is shown in them changes. */
export const chains: readonly PretendChain[] = facts.map(({ places, naming, site, openShare, ...chain }) => {
  const cities = places.flatMap(([country, from, to]) => citiesOf(country).slice(from, to))
  const theaters = cities.map((city, index): PretendTheater => {
    const key = `${chain.id}/${site(index)}`
    const chance = random('cinema', key)
    const street = chance.pick(streetsOf[city.country] ?? streets)
    return {
      key,
      site: site(index),
      name: naming(city, index),
      street: `${chance.int(1, 180)} ${street}`,
      city,
      lat: round(city.lat + (chance.float() - 0.5) * 0.03),
      lon: round(city.lon + (chance.float() - 0.5) * 0.03),
      screens: screensOf(chance, chain.platform, openShare),
    }
  })
  return { ...chain, theaters }
})

function screensOf(chance: Random, platform: Platform, openShare: number): PretendScreen[] {
  const isSmall = platform === 'veezi' || platform === 'json-ld'
  const count = isSmall ? chance.int(1, 3) : chance.int(2, 4)
  return Array.from({ length: count }, (_, index): PretendScreen => {
    const isLarge = index === 0 && !isSmall
    const kind = isLarge
      ? chance.pick(['imax', 'plf', '4dx', 'standard'] as const)
      : chance.pick(['standard', 'standard', 'recliner', 'lounge'] as const)
    return {
      number: index + 1,
      name: kind === 'imax' ? 'IMAX' : kind === 'lounge' ? 'The Lounge' : `Screen ${index + 1}`,
      rows: isLarge ? chance.int(10, 13) : chance.int(4, 8),
      columns: isLarge ? chance.int(14, 18) : chance.int(7, 12),
      kind: isSmall ? 'standard' : kind,
      isReserved: !chance.chance(openShare),
    }
  })
}

function round(degrees: number): number {
  return Math.round(degrees * 10_000) / 10_000
}

export function theaterAt(chain: PretendChain, site: string | null | undefined): PretendTheater | undefined {
  return chain.theaters.find((theater) => theater.site === site)
}
