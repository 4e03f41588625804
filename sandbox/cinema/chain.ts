/** What a made-up chain, its theaters and its screens are. */

import type { City } from './cities.ts'

export type Platform =
  | 'vista-ocapi'
  | 'veezi'
  | 'quickbook'
  | 'webedia'
  | 'reading'
  | 'cineplex'
  | 'filmbot'
  | 'json-ld'
  | 'ingresso'
  | 'hoyts'
  | 'village'
  | 'evt'
  | 'cinema-api'
  | 'alamo'
  | 'kinoheld'
  | 'helios'
  | 'scare'

export type Language = 'en' | 'es' | 'fr' | 'cs' | 'pt' | 'sv' | 'de' | 'pl'

export interface Chain {
  readonly id: string
  readonly name: string
  readonly platform: Platform
  readonly country: string
  readonly currency: string
  /** The host of its API. */
  readonly host: string
  /** The language of its titles. */
  readonly language: Language
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
  /** What the registry has to say about it besides (Ingresso: the platform's id of its city). */
  readonly options?: Readonly<Record<string, string>>
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
