/** The made-up chains: their platforms, theaters and screens. */

import { type Random, random } from '../random.ts'
import { type City, citiesOf } from './cities.ts'

export type Platform =
  | 'vista-ocapi'
  | 'veezi'
  | 'quickbook'
  | 'webedia'
  | 'reading'
  | 'cineplex'
  | 'filmbot'
  | 'json-ld'

export interface Chain {
  readonly id: string
  readonly name: string
  readonly platform: Platform
  readonly country: string
  readonly currency: string
  /** The host of its API. */
  readonly host: string
  /** The language of its titles. */
  readonly language: 'en' | 'es' | 'fr' | 'cs'
  /** The evening price for adults. */
  readonly adultPrice: number
  readonly theaters: readonly Theater[]
  /** The path of its API, where chains on a platform differ in it. */
  readonly path?: string
  /** The platform's id of the country, and the language of its pages (quickbook). */
  readonly tenant?: { readonly id: string; readonly lang: string }
  /** The platform's ids of its countries (Reading). */
  readonly countries?: readonly string[]
  /** The pages of its only theater, whose films are linked from the first (JSON-LD). */
  readonly pages?: { readonly index: string; readonly films: string }
}

export interface Theater {
  /** Unique among all theaters; part of the random seed. */
  readonly key: string
  /** The platform's id of the theater. */
  readonly site: string
  readonly name: string
  readonly street: string
  readonly city: City
  readonly lat: number
  readonly lon: number
  readonly screens: readonly Screen[]
}

export interface Screen {
  readonly number: number
  readonly name: string
  readonly rows: number
  readonly columns: number
  readonly kind: 'standard' | 'imax' | 'plf' | 'recliner' | '4dx' | 'lounge'
  /** Whether seats are reserved. */
  readonly isReserved: boolean
}

type ChainFacts = Omit<Chain, 'theaters'> & {
  /** Ranges of cities by country. */
  readonly places: readonly (readonly [country: string, from: number, to: number])[]
  readonly naming: (city: City, index: number) => string
  readonly site: (index: number) => string
  /** The share of screens with open seating. */
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
  {
    id: 'skylight',
    name: 'Skylight Screens',
    platform: 'filmbot',
    country: 'US',
    currency: 'USD',
    host: 'www.skylight.cinema.sandbox',
    language: 'en',
    adultPrice: 12,
    places: [['US', 1, 5]],
    naming: (city) => `The Skylight ${city.name}`,
    site: (index) => String(175 + index),
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

/** The theaters do not depend on the seed; only what they show does. */
export const chains: readonly Chain[] = facts.map(({ places, naming, site, openShare, ...chain }) => {
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
    }
  })
  return { ...chain, theaters }
})

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
